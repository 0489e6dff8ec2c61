//! Reads RON into a tree and goes on after a fault, so that one missing comma is one problem.
//!
//! Start at [`parse`]. Brackets and commas are in `brackets`, the small pieces in `lex`; what a value
//! means is the decoder's business.

use super::bounds::{MAX_NODES, MAX_SYNTAX_PROBLEMS};
use super::problem::{Fault, Faults, Lines};
use super::syntax::{Kind, Node, NodeId, short};

/// Extensions of the notation. All are always understood; a file names them so that other readers
/// of RON understand it as well.
pub(super) const EXTENSIONS: [&str; 4] =
    ["implicit_some", "unwrap_newtypes", "unwrap_variant_newtypes", "explicit_struct_names"];

/// A text as a tree.
#[derive(Debug)]
pub(super) struct Parsed {
    /// The value; [`Kind::Bad`] when there is none.
    pub root: Node,
    /// Nodes in the tree; ids are below this.
    pub nodes: u32,
    /// What is wrong with the notation.
    pub faults: Faults,
}

/// Reads a whole text. Never fails: what cannot be read is a fault and a bad node.
///
/// When the brackets do not match, indentation usually tells which one is missing; so the text is
/// read a second time with an eye on it, and the reading with fewer problems counts.
pub(super) fn parse(text: &str, lines: &Lines) -> Parsed {
    let mut plain = Parser::new(text, lines, false);
    let root = plain.document();
    if !plain.unbalanced {
        return plain.into_parsed(root);
    }
    let mut guided = Parser::new(text, lines, true);
    let guided_root = guided.document();
    if guided.faults.len() > plain.faults.len() {
        return plain.into_parsed(root);
    }
    guided.into_parsed(guided_root)
}

/// A bracket that is open.
pub(super) struct Open {
    pub bracket: u8,
    pub at: usize,
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    pub(super) lines: &'t Lines,
    /// Brackets that are open here, the outermost first.
    pub(super) open: Vec<Open>,
    next_id: NodeId,
    faults: Faults,
    /// Above 0, what is found is a consequence of an earlier fault.
    pub(super) muted: u32,
    /// The text ended too early, and that is a problem already.
    pub(super) ended: bool,
    /// Brackets do not match.
    pub(super) unbalanced: bool,
    /// A missing bracket was filled in, so a missing comma behind it is no news.
    pub(super) repaired: bool,
    /// Nesting went too deep, and that is a problem already.
    pub(super) too_deep: bool,
    /// Let indentation decide which bracket is missing.
    pub(super) by_indent: bool,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, lines: &'t Lines, by_indent: bool) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            lines,
            open: Vec::new(),
            next_id: 0,
            faults: Faults::default(),
            muted: 0,
            ended: false,
            unbalanced: false,
            repaired: false,
            too_deep: false,
            by_indent,
        }
    }

    fn into_parsed(self, root: Node) -> Parsed {
        Parsed { root, nodes: self.next_id, faults: self.faults }
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        if self.muted > 0 || self.ended {
            return;
        }
        self.faults.push(fault);
        if self.faults.len() >= MAX_SYNTAX_PROBLEMS {
            self.faults.note_more();
            self.stop();
        }
    }

    /// Pretends that the text ends here.
    pub(super) fn stop(&mut self) {
        self.ended = true;
        self.at = self.text.len();
    }

    /// The text ended inside something that began at `opener`.
    pub(super) fn at_end_inside(
        &mut self,
        opener: std::ops::Range<usize>,
        message: &str,
        expected: &str,
    ) {
        if !self.ended {
            self.faults.push(Fault::error(opener, message).expected(expected));
        }
        self.stop();
    }

    pub(super) fn node(&mut self, start: usize, kind: Kind) -> Node {
        let id = self.next_id;
        if id < MAX_NODES {
            self.next_id += 1;
        } else if !self.ended {
            let message = format!("more than {MAX_NODES} values in one file");
            self.faults.push(Fault::error(start..self.at, message));
            self.stop();
        }
        Node { id, span: start..self.at, kind }
    }

    fn document(&mut self) -> Node {
        self.skip_space();
        while self.peek() == Some(b'#') && !self.ended {
            self.attribute();
            self.skip_space();
        }
        let start = self.at;
        if self.peek().is_none() {
            if !self.ended {
                let fault = Fault::error(start..start, "there is nothing in this file");
                self.fault(fault.expected("`Scenario(…)`"));
            }
            return self.node(start, Kind::Bad);
        }
        let mut root = self.value();
        self.skip_space();
        if matches!(root.kind, Kind::Word(_)) && self.field_follows() {
            root = self.group_without_opener(root);
            self.skip_space();
        }
        if self.peek().is_some() {
            self.unbalanced = true;
            let line = self.lines.line(root.span.end.saturating_sub(1));
            let message = format!("the scenario is complete on line {line}, this comes after it");
            let rest = self.at..self.text.len();
            self.fault(Fault::error(rest, message).expected("the end of the file"));
        }
        root
    }

    /// `#![enable(…)]`
    fn attribute(&mut self) {
        let start = self.at;
        let line = self.text[start..].lines().next().unwrap_or_default();
        let length = line.find(']').map_or(line.len(), |at| at + 1);
        let compact: String = line[..length].chars().filter(|c| !c.is_whitespace()).collect();
        let is_enable = compact.starts_with("#![enable(") && compact.ends_with(")]");
        let names = line[..length].split(['(', ')']).nth(1).filter(|_| is_enable);
        self.at += length.max(1);
        let Some(names) = names else {
            let fault = Fault::error(start..self.at, "not an attribute of this format");
            self.fault(fault.expected("`#![enable(implicit_some, unwrap_variant_newtypes)]`"));
            return;
        };
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            if !EXTENSIONS.contains(&name) {
                let message = format!("`{}` is not an extension of the notation", short(name));
                let fault = Fault::error(start..start + length, message)
                    .expected(super::nearest::one_of(name, &EXTENSIONS))
                    .hint(super::nearest::did_you_mean(name, EXTENSIONS));
                self.fault(fault);
            }
        }
    }

    pub(super) fn value(&mut self) -> Node {
        let start = self.at;
        let kind = match self.peek() {
            Some(b'(') => return self.group(start, None),
            Some(b'[') => return self.list(),
            Some(b'{') => return self.map(),
            Some(b'"') => self.quoted(),
            Some(b'\'') => self.character(),
            Some(b'r') if self.at_raw_text() => self.raw_text(),
            Some(b'0'..=b'9' | b'+' | b'-' | b'.') => self.number(),
            _ => return self.word_or_junk(start),
        };
        self.node(start, kind)
    }

    fn word_or_junk(&mut self, start: usize) -> Node {
        let Some(name) = self.word() else {
            let kind = self.junk();
            return self.node(start, kind);
        };
        if name.text == "b" && matches!(self.peek(), Some(b'"' | b'\'')) {
            self.fault(Fault::error(name.span, "byte strings are not used in scenarios"));
            self.value();
            return self.node(start, Kind::Bad);
        }
        let after_word = self.at;
        if matches!(self.peek(), Some(b'[' | b'"')) {
            let word = self.node(start, Kind::Word(name.text));
            return self.group_without_opener(word);
        }
        self.skip_space();
        if self.peek() == Some(b'(') {
            return self.group(start, Some(name));
        }
        self.at = after_word;
        self.node(start, Kind::Word(name.text))
    }

    /// Something that cannot begin a value. Eats what sticks together, but no bracket or comma.
    pub(super) fn junk(&mut self) -> Kind {
        let start = self.at;
        let ends = |c: char| c.is_whitespace() || "()[]{},:\"".contains(c);
        let rest = &self.text[start..];
        let length = rest.find(ends).unwrap_or(rest.len());
        self.at += length;
        if self.peek().is_none() && length == 0 {
            return Kind::Bad;
        }
        let fault = if length == 0 {
            Fault::error(start..start + 1, "a value is missing")
        } else {
            let text = short(&rest[..length]);
            Fault::error(start..self.at, format!("`{text}` cannot stand here"))
        };
        self.fault(fault.expected("a value"));
        Kind::Bad
    }
}
