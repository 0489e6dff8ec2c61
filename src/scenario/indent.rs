//! Which closer belongs to which opener, when some bracket is missing.

use super::parse::{Open, Parser};

/// What a closer does to the innermost bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// Closes it.
    Closes,
    /// Closes one further out: the innermost one has lost its closer.
    ClosesOuter,
    /// Closes nothing: it has lost its opener.
    Stray,
}

impl Parser<'_> {
    /// What the closer at the current place does.
    pub(super) fn fit(&self, closer: u8) -> Fit {
        let partner = opener_of(closer);
        let matches = |open: &&Open| open.bracket == partner;
        let innermost = self.open.last().filter(matches);
        if !self.by_indent {
            return match innermost {
                Some(_) => Fit::Closes,
                None if self.open.iter().any(|open| matches(&open)) => Fit::ClosesOuter,
                None => Fit::Stray,
            };
        }
        let line = self.lines.start(self.at);
        let leads = self.bytes[line..self.at]
            .iter()
            .all(|byte| matches!(byte, b' ' | b'\t' | b',' | b')' | b']' | b'}'));
        // In formatted text a closer that leads its line is indented like the line of its opener,
        // and any other closer stands on the line of its opener.
        let belongs = |open: &&Open| {
            let opener_line = self.lines.start(open.at);
            matches(open)
                && if leads {
                    opener_line < line && self.blank(opener_line) == self.blank(line)
                } else {
                    opener_line == line
                }
        };
        if self.open.last().is_some_and(|open| belongs(&open)) {
            return Fit::Closes;
        }
        if self.open.iter().any(|open| belongs(&open)) {
            return Fit::ClosesOuter;
        }
        match innermost {
            Some(open) if !leads || self.blank(line) <= self.blank(self.lines.start(open.at)) => {
                Fit::Closes
            }
            _ => Fit::Stray,
        }
    }

    /// Does the word or comma at `at` lead a line that is indented no more than the line of the
    /// innermost opener? Then that bracket should have been closed before.
    pub(super) fn is_outdented(&self, at: usize) -> bool {
        let Some(open) = self.open.last() else { return false };
        let line = self.lines.start(at);
        let opener_line = self.lines.start(open.at);
        line > opener_line
            && line + self.blank(line) == at
            && self.blank(line) <= self.blank(opener_line)
    }

    /// Is `at` on the line of the innermost opener?
    pub(super) fn is_on_opener_line(&self, at: usize) -> bool {
        self.open.last().is_some_and(|open| self.lines.start(open.at) == self.lines.start(at))
    }

    /// Does the rest of this line close a bracket that it did not open?
    pub(super) fn line_closes_more_than_it_opens(&mut self) -> bool {
        let from = self.at;
        let rest = &self.text[from..];
        let end = from + rest.find('\n').unwrap_or(rest.len());
        let mut depth = 0_usize;
        let mut surplus = false;
        self.muted += 1;
        while self.at < end && !surplus {
            match self.peek() {
                Some(b'"') => {
                    self.quoted();
                    continue;
                }
                Some(b'r') if self.at_raw_text() => {
                    self.raw_text();
                    continue;
                }
                Some(b'(' | b'[') => depth += 1,
                Some(b')' | b']') if depth == 0 => surplus = true,
                Some(b')' | b']') => depth -= 1,
                _ => {}
            }
            self.at += self.peek_char().map_or(1, char::len_utf8);
        }
        self.muted -= 1;
        self.at = from;
        surplus
    }

    fn blank(&self, line: usize) -> usize {
        self.bytes[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }
}

/// The bracket that `closer` closes.
fn opener_of(closer: u8) -> u8 {
    match closer {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    }
}
