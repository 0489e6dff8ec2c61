//! Breaks a [`Doc`] into lines: what fits stands on one line, the rest gets a line per part.

use super::encode::{Doc, GroupDoc};

/// Longest line that is not forced, in characters.
const WIDTH: usize = 100;
const INDENT: usize = 4;

/// Writes `doc` behind what `out` already holds.
pub(super) fn write(doc: &Doc, out: &mut String) {
    let column = out.rsplit('\n').next().unwrap_or_default().chars().count();
    Writer { out, column }.doc(doc, 0, 0);
}

/// `doc` without a line break of its own.
pub(super) fn line(doc: &Doc) -> String {
    let mut out = String::new();
    flatten(doc, &mut out, usize::MAX);
    out
}

struct Writer<'o> {
    out: &'o mut String,
    column: usize,
}

impl Writer<'_> {
    /// `tail` is what must still fit behind the value on its last line.
    fn doc(&mut self, doc: &Doc, indent: usize, tail: usize) {
        let room = WIDTH.saturating_sub(self.column + tail);
        if let Some(line) = flat(doc, room) {
            self.text(&line);
            return;
        }
        match doc {
            Doc::Atom(text) => self.text(text),
            Doc::List(items) => self.list(items, indent),
            Doc::Group(group) => self.group(group, indent),
        }
    }

    fn group(&mut self, group: &GroupDoc, indent: usize) {
        self.text(group.word.unwrap_or_default());
        self.text("(");
        if let [(None, only)] = group.fields.as_slice() {
            self.doc(only, indent, 2);
            self.text(")");
            return;
        }
        for (name, value) in &group.fields {
            self.line(indent + INDENT);
            if let Some(name) = name {
                self.text(name);
                self.text(": ");
            }
            self.doc(value, indent + INDENT, 1);
            self.text(",");
        }
        self.line(indent);
        self.text(")");
    }

    fn list(&mut self, items: &[Doc], indent: usize) {
        self.text("[");
        let all_short = items.iter().all(|item| matches!(item, Doc::Atom(_)));
        for (index, item) in items.iter().enumerate() {
            let fits = flat(item, WIDTH.saturating_sub(self.column + 2)).is_some();
            if index > 0 && all_short && fits {
                self.text(" ");
            } else {
                self.line(indent + INDENT);
            }
            self.doc(item, indent + INDENT, 1);
            self.text(",");
        }
        self.line(indent);
        self.text("]");
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
        let last = text.rsplit('\n').next().unwrap_or_default();
        if last.len() < text.len() {
            self.column = 0;
        }
        self.column += last.chars().count();
    }

    fn line(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }
}

/// `doc` on one line, if it has at most `room` characters.
fn flat(doc: &Doc, room: usize) -> Option<String> {
    let mut out = String::new();
    flatten(doc, &mut out, room)?;
    (out.chars().count() <= room).then_some(out)
}

fn flatten(doc: &Doc, out: &mut String, room: usize) -> Option<()> {
    // Four bytes a character at most: a text this long cannot fit any more.
    if out.len() > room.saturating_mul(4) {
        return None;
    }
    match doc {
        Doc::Atom(text)
            if room < usize::MAX && text.contains('\n') || text.len() > room.saturating_mul(4) =>
        {
            return None;
        }
        Doc::Atom(text) => out.push_str(text),
        Doc::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                flatten(item, out, room)?;
            }
            out.push(']');
        }
        Doc::Group(group) => {
            out.push_str(group.word.unwrap_or_default());
            out.push('(');
            for (index, (name, value)) in group.fields.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                if let Some(name) = name {
                    out.push_str(name);
                    out.push_str(": ");
                }
                flatten(value, out, room)?;
            }
            out.push(')');
        }
    }
    Some(())
}
