//! Groups, lists, commas, and what to do when one of them is missing.
//!
//! The rule against noise: every bracket is the cause of at most one problem. Once there is one, the
//! group counts as damaged and nothing more is said about its shape. The words are in `repair`, the
//! question which bracket is missing is answered in `indent`.

use super::bounds::MAX_NESTING;
use super::indent::Fit;
use super::parse::{Open, Parser};
use super::problem::Fault;
use super::syntax::{Field, Group, Kind, Name, Node, Parts, short};

/// What comes next inside a bracket.
enum Next {
    Item,
    End,
    /// The end, and what is inside is not to be trusted.
    BadEnd,
    /// A closer without opener was skipped: the item before it is not to be trusted.
    Stray,
}

impl Parser<'_> {
    /// `(…)`, with the name that stands in front of it.
    pub(super) fn group(&mut self, start: usize, name: Option<Name>) -> Node {
        if !self.enter() {
            return self.node(start, Kind::Bad);
        }
        self.group_content(start, name, false)
    }

    /// A group whose `(` is missing behind `word`, or before the field that comes next.
    pub(super) fn group_without_opener(&mut self, word: Node) -> Node {
        let start = word.span.start;
        let name = match word.kind {
            Kind::Word(text) => Some(Name { text, span: word.span }),
            _ => None,
        };
        let next = self.text[self.at..].lines().next().unwrap_or_default();
        let fault = Fault::error(self.at..self.at + next.len(), "`(` is missing before this");
        self.fault(fault.expected("`(`"));
        self.unbalanced = true;
        self.open.push(Open { bracket: b'(', at: start });
        self.group_content(start, name, true)
    }

    fn group_content(&mut self, start: usize, name: Option<Name>, mut damaged: bool) -> Node {
        let mut named: Vec<Field> = Vec::new();
        let mut plain: Vec<Node> = Vec::new();
        loop {
            let before = named.last().map(|field| &field.name);
            match self.next(b')', !damaged, before) {
                Next::Item => {}
                Next::End => break,
                Next::BadEnd => {
                    damaged = true;
                    break;
                }
                Next::Stray => {
                    damaged = true;
                    let last = named.last_mut().map(|field| &mut field.value);
                    if let Some(last) = last.or(plain.last_mut()) {
                        last.kind = Kind::Bad;
                    }
                    continue;
                }
            }
            let key = self.key();
            let (name, value) = self.named_value(key);
            self.separator(&value);
            match name {
                Some(name) => named.push(Field { name, value }),
                None => plain.push(value),
            }
        }
        self.open.pop();
        let parts = self.sort_parts(named, plain, &mut damaged);
        self.node(start, Kind::Group(Group { name, parts, damaged }))
    }

    /// The value behind `key`, or a plain value, or a value whose key is written in another notation.
    fn named_value(&mut self, key: Option<Name>) -> (Option<Name>, Node) {
        if key.is_some() && self.field_follows() {
            let at = self.at;
            let nothing = Node { id: 0, span: at..at, kind: Kind::Bad };
            return (key, self.group_without_opener(nothing));
        }
        let value = self.value();
        if key.is_some() {
            return (key, value);
        }
        match self.odd_key(&value) {
            Some(name) => (Some(name), self.value()),
            None => (None, value),
        }
    }

    /// `[…]`
    pub(super) fn list(&mut self) -> Node {
        let start = self.at;
        if !self.enter() {
            return self.node(start, Kind::Bad);
        }
        let mut items: Vec<Node> = Vec::new();
        let mut damaged = false;
        loop {
            match self.next(b']', !damaged, None) {
                Next::Item => {}
                Next::End | Next::BadEnd => break,
                Next::Stray => {
                    damaged = true;
                    if let Some(item) = items.last_mut() {
                        item.kind = Kind::Bad;
                    }
                    continue;
                }
            }
            let from = self.at;
            let Some(key) = self.key() else {
                let value = self.value();
                self.separator(&value);
                items.push(value);
                continue;
            };
            // Either the list should have ended before the field, or the field has lost its `(`.
            self.at = from;
            let ends_here = !items.is_empty()
                && (!self.by_indent
                    || self.is_on_opener_line(from) && !self.line_closes_more_than_it_opens());
            if ends_here {
                self.missing_closer(b']');
                break;
            }
            items.push(self.bare_fields(&key));
        }
        self.open.pop();
        self.node(start, Kind::List(items))
    }

    /// `{…}`: no part of the format is a map, so its content does not matter.
    pub(super) fn map(&mut self) -> Node {
        let start = self.at;
        self.skip_balanced();
        self.node(start, Kind::Map)
    }

    /// Opens a bracket. False when that is one too many; it is skipped then.
    fn enter(&mut self) -> bool {
        let at = self.at;
        if self.open.len() >= MAX_NESTING {
            if !self.too_deep {
                let message = format!("more than {MAX_NESTING} brackets inside each other");
                self.fault(Fault::error(at..at + 1, message).expected("less nesting"));
            }
            self.too_deep = true;
            self.skip_balanced();
            return false;
        }
        self.open.push(Open { bracket: self.bytes[at], at });
        self.at += 1;
        true
    }

    /// Steps over a bracket and everything inside.
    fn skip_balanced(&mut self) {
        let opener = self.at;
        let mut depth = 0_usize;
        self.muted += 1;
        loop {
            self.skip_space();
            match self.peek() {
                None => break,
                Some(b'(' | b'[' | b'{') => depth += 1,
                Some(b')' | b']' | b'}') => depth -= 1,
                Some(b'"') => {
                    self.quoted();
                    continue;
                }
                Some(b'r') if self.at_raw_text() => {
                    self.raw_text();
                    continue;
                }
                Some(_) => {}
            }
            self.at += self.peek_char().map_or(1, char::len_utf8);
            if depth == 0 {
                break;
            }
        }
        self.muted -= 1;
        if depth > 0 {
            self.at_end_inside(opener..opener + 1, "this bracket is never closed", "its partner");
        }
    }

    /// What comes next before `closer`? Eats the closer; `news` says whether a bracket that does not
    /// match is worth a problem.
    fn next(&mut self, closer: u8, news: bool, before: Option<&Name>) -> Next {
        let mut after_comma = false;
        loop {
            self.skip_space();
            let at = self.at;
            let fit = match self.peek() {
                None => {
                    self.ends_open(closer);
                    return Next::BadEnd;
                }
                Some(b',') => {
                    let was_closed = self.is_outdented(at) || self.is_on_opener_line(at);
                    if self.by_indent && was_closed {
                        self.missing_closer(closer);
                        return Next::BadEnd;
                    }
                    let fault = Fault::error(at..at + 1, "one comma too many");
                    if !after_comma {
                        self.fault(fault.expected("a value or the end of the group"));
                    }
                    after_comma = true;
                    self.at += 1;
                    continue;
                }
                Some(byte @ (b')' | b']' | b'}')) => self.fit(byte),
                Some(_) if self.by_indent && self.open.len() > 1 && self.is_outdented(at) => {
                    self.missing_closer(closer);
                    return Next::BadEnd;
                }
                Some(_) => return Next::Item,
            };
            match fit {
                Fit::Closes => {
                    self.at += 1;
                    return Next::End;
                }
                Fit::ClosesOuter => {
                    if news {
                        self.missing_closer(closer);
                    }
                    return Next::BadEnd;
                }
                Fit::Stray => {
                    if news {
                        self.stray_closer(closer, before);
                    }
                    self.unbalanced = true;
                    self.at += 1;
                    self.resynchronize();
                    if self.peek() == Some(b',') {
                        self.at += 1;
                    }
                    return Next::Stray;
                }
            }
        }
    }

    /// Does `name:` come next?
    pub(super) fn field_follows(&mut self) -> bool {
        let from = self.at;
        let follows = self.key().is_some();
        self.at = from;
        follows
    }

    /// `name:`, if that comes next. Leaves the place alone otherwise.
    pub(super) fn key(&mut self) -> Option<Name> {
        let from = self.at;
        let name = self.word();
        if name.is_some() {
            self.skip_space();
            if self.peek() == Some(b':') {
                self.at += 1;
                self.skip_space();
                return name;
            }
        }
        self.at = from;
        None
    }

    /// A group has fields or plain values, not both.
    fn sort_parts(&mut self, named: Vec<Field>, plain: Vec<Node>, damaged: &mut bool) -> Parts {
        if named.is_empty() {
            return Parts::Plain(plain);
        }
        let stray = plain.iter().find(|node| node.kind != Kind::Bad);
        if let Some(stray) = stray
            && !*damaged
        {
            let fault = match &stray.kind {
                Kind::Word(word) => {
                    let word = short(word);
                    Fault::error(stray.span.clone(), format!("`{word}` has no value"))
                        .expected(format!("`{word}: …`"))
                }
                _ => Fault::error(stray.span.clone(), format!("{} has no name", stray.describe()))
                    .expected("`field: value`"),
            };
            self.fault(fault);
        }
        *damaged |= !plain.is_empty();
        Parts::Named(named)
    }
}
