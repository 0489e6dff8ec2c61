//! The words for a bracket or a comma that is missing, and the way on behind it.

use super::parse::Parser;
use super::problem::{Fault, MAX_SNIPPET_CHARS};
use super::syntax::{Kind, Name, Node, short};

impl Parser<'_> {
    pub(super) fn stray_closer(&mut self, closer: u8, before: Option<&Name>) {
        let at = self.at;
        let stray = self.bytes.get(at).copied().map_or(' ', char::from);
        let hint = before.map(|name| {
            let opener = if stray == ')' { '(' } else { '[' };
            let line = self.lines.line(name.span.start);
            format!("is `{opener}` missing after `{}:` on line {line}?", short(&name.text))
        });
        let fault = Fault::error(at..at + 1, format!("`{stray}` closes nothing"))
            .expected(format!("`{}`", char::from(closer)));
        self.fault(fault.hint(hint));
    }

    /// The text ended; everything that is open goes into one problem.
    pub(super) fn ends_open(&mut self, closer: u8) {
        if self.ended {
            return;
        }
        const LISTED: usize = 3;
        let mut open: Vec<String> = Vec::new();
        for bracket in self.open.iter().rev().take(LISTED) {
            let line = self.lines.line(bracket.at);
            open.push(format!("`{}` of line {line}", char::from(bracket.bracket)));
        }
        let more = self.open.len().saturating_sub(LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let message = format!("the file ends, and still open: {}{more}", open.join(", "));
        let end = self.text.len();
        let expected = format!("`{}`", char::from(closer));
        self.fault(Fault::error(end..end, message).expected(expected));
        self.ended = true;
        self.unbalanced = true;
    }

    /// The innermost bracket should have been closed before this place.
    pub(super) fn missing_closer(&mut self, closer: u8) {
        let Some(open) = self.open.last() else { return };
        let line = self.lines.line(open.at);
        let (opener, closer) = (char::from(open.bracket), char::from(closer));
        let rest = self.text[self.at..].lines().next().unwrap_or_default();
        let end = self.at + rest.trim_end().len();
        let message =
            format!("`{closer}` is missing before this: `{opener}` of line {line} is open");
        self.fault(Fault::error(self.at..end, message).expected(format!("`{closer}`")));
        self.unbalanced = true;
        self.repaired = true;
    }

    /// A key in another notation: `"name":` or `name =`.
    pub(super) fn odd_key(&mut self, value: &Node) -> Option<Name> {
        let after = self.at;
        self.skip_space();
        let (text, separator) = match (&value.kind, self.peek()) {
            (Kind::Text(text), Some(separator @ (b':' | b'='))) => (text, separator),
            (Kind::Word(text), Some(b'=')) => (text, b'='),
            _ => {
                self.at = after;
                return None;
            }
        };
        let at = self.at;
        let fault = if separator == b'=' {
            Fault::error(at..at + 1, "`=` cannot stand here").expected("`:`")
        } else {
            Fault::error(value.span.clone(), "field names have no quotes")
                .expected(format!("`{}: …`", short(text)))
        };
        self.fault(fault);
        self.at += 1;
        self.skip_space();
        Some(Name { text: text.clone(), span: value.span.clone() })
    }

    /// Fields in a list: somebody forgot the parentheses.
    pub(super) fn bare_fields(&mut self, first: &Name) -> Node {
        let start = self.at;
        let message = format!("the field `{}` stands in a list", short(&first.text));
        self.fault(Fault::error(first.span.clone(), message).expected("`(` before the field"));
        self.muted += 1;
        loop {
            self.skip_space();
            match self.peek() {
                None | Some(b']' | b'}') => break,
                Some(b')') => {
                    self.at += 1;
                    break;
                }
                Some(b',') => self.at += 1,
                Some(_) => {
                    self.key();
                    self.value_or_step();
                }
            }
        }
        self.muted -= 1;
        let node = self.node(start, Kind::Bad);
        self.separator(&node);
        node
    }

    /// A value, or at least one byte, so that a loop gets on.
    pub(super) fn value_or_step(&mut self) {
        let from = self.at;
        self.value();
        if self.at == from {
            self.at += self.peek_char().map_or(1, char::len_utf8);
        }
    }

    /// The comma after an item.
    pub(super) fn separator(&mut self, item: &Node) {
        let end = self.at;
        self.skip_space();
        if item.kind == Kind::Bad {
            self.resynchronize();
        }
        let repaired = std::mem::take(&mut self.repaired);
        match self.peek() {
            Some(b',') => self.at += 1,
            None | Some(b')' | b']' | b'}') => {}
            Some(_) if repaired => {}
            Some(b':') => {
                let fault = Fault::error(self.at..self.at + 1, "`:` cannot stand here");
                self.fault(fault.expected("`,`"));
                self.at += 1;
                self.resynchronize();
                if self.peek() == Some(b',') {
                    self.at += 1;
                }
            }
            Some(_) if !self.value_follows() => {
                self.junk();
                self.resynchronize();
                if self.peek() == Some(b',') {
                    self.at += 1;
                }
            }
            Some(_) => {
                let mut start = end.saturating_sub(1).max(item.span.start);
                while !self.text.is_char_boundary(start) {
                    start -= 1;
                }
                let next = self.text[self.at..].split_whitespace().next().unwrap_or_default();
                let message = format!("a comma is missing before `{}`", short(next));
                let end = end.max(self.at + next.len().min(MAX_SNIPPET_CHARS));
                self.fault(Fault::error(start..end, message).expected("`,`"));
            }
        }
    }

    /// Could a value begin here?
    pub(super) fn value_follows(&self) -> bool {
        self.peek_char().is_some_and(|c| c.is_alphanumeric() || "([{\"'_+-.".contains(c))
    }

    /// After something unreadable: on to the next comma or closer of this level, without a word.
    pub(super) fn resynchronize(&mut self) {
        self.muted += 1;
        while !matches!(self.peek(), None | Some(b',' | b')' | b']' | b'}')) {
            self.value_or_step();
            self.skip_space();
        }
        self.muted -= 1;
    }
}
