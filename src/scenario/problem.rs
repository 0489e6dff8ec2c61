//! [`Problem`]: what is wrong with a scenario, where, and what would be right.
//!
//! The parser, the decoder and the checks collect faults: a byte span and words. `Faults::into_problems`
//! adds the file, line and column once at the end. Knows nothing about scenarios themselves.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::bounds::MAX_PROBLEMS;

/// Longest piece of the file that a problem quotes, in characters.
pub const MAX_SNIPPET_CHARS: usize = 120;

/// One problem of a scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file as it was named to the loader.
    pub file: Arc<str>,
    /// Bytes of the text that are wrong. May be empty at the end of the file.
    pub span: Range<usize>,
    /// Line of the first byte, from 1.
    pub line: u32,
    /// Column of the first byte, from 1, in characters.
    pub column: u32,
    /// The offending text, on one line and at most [`MAX_SNIPPET_CHARS`] long.
    pub snippet: String,
    /// What is wrong.
    pub message: String,
    /// What was expected instead; empty when the message says it all.
    pub expected: String,
    /// The nearest valid name, or another way out.
    pub hint: Option<String>,
    /// Errors keep a scenario from running, warnings do not.
    pub severity: Severity,
}

impl fmt::Display for Problem {
    /// `file:line:column: error: message`, then one indented line each for the rest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, severity, message, .. } = self;
        write!(f, "{file}:{line}:{column}: {severity}: {message}")?;
        if !self.snippet.is_empty() {
            write!(f, "\n    | {}", self.snippet)?;
        }
        if !self.expected.is_empty() {
            write!(f, "\n    expected: {}", self.expected)?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n    hint: {hint}")?;
        }
        Ok(())
    }
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The scenario cannot run.
    Error,
    /// The scenario runs, but probably not as meant.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// A problem before it knows its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub span: Range<usize>,
    pub message: String,
    pub expected: String,
    pub hint: Option<String>,
    pub severity: Severity,
}

impl Fault {
    /// An error at `span`.
    pub fn error(span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            expected: String::new(),
            hint: None,
            severity: Severity::Error,
        }
    }

    /// A warning at `span`.
    pub fn warning(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(span, message) }
    }

    /// Says what was expected.
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = expected.into();
        self
    }

    /// Adds file, line and column.
    pub fn into_problem(self, text: &str, lines: &Lines, file: &Arc<str>) -> Problem {
        let start = floor(text, self.span.start);
        let end = floor(text, self.span.end).max(start);
        let (line, column) = lines.place(text, start);
        Problem {
            file: file.clone(),
            span: start..end,
            line,
            column,
            snippet: snippet(&text[start..end]),
            message: self.message,
            expected: self.expected,
            hint: self.hint,
            severity: self.severity,
        }
    }

    /// Adds a way out.
    pub fn hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint;
        self
    }
}

/// Faults in the order they were found; bounded.
#[derive(Debug, Default)]
pub(super) struct Faults {
    list: Vec<Fault>,
    more: bool,
}

impl Faults {
    /// Adds a fault. Returns false when the list was full and the fault was only noted.
    pub fn push(&mut self, fault: Fault) -> bool {
        if self.list.contains(&fault) {
            return true;
        }
        if self.list.len() >= MAX_PROBLEMS {
            self.more = true;
            return false;
        }
        self.list.push(fault);
        true
    }

    /// Adds all of `other`.
    pub fn append(&mut self, other: Faults) {
        self.more |= other.more;
        for fault in other.list {
            self.push(fault);
        }
    }

    /// Notes that there is more than what is listed.
    pub fn note_more(&mut self) {
        self.more = true;
    }

    /// True when nothing more will be listed.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MAX_PROBLEMS
    }

    /// True when there is an error among them.
    pub fn any_error(&self) -> bool {
        self.list.iter().any(|fault| fault.severity == Severity::Error)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Turns them into problems, ordered by place.
    pub fn into_problems(self, text: &str, lines: &Lines, file: &str) -> Vec<Problem> {
        let file: Arc<str> = file.into();
        let mut list = self.list;
        list.sort_by_key(|fault| (fault.span.start, fault.span.end));
        if self.more {
            let end = text.len();
            let message = "there are more problems; only the first ones are listed";
            list.push(Fault::error(end..end, message));
        }
        list.into_iter().map(|fault| fault.into_problem(text, lines, &file)).collect()
    }
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// `text` on one line, unprintable characters written out, bounded.
pub(super) fn snippet(text: &str) -> String {
    let mut out = String::new();
    let mut room = MAX_SNIPPET_CHARS;
    let mut was_space = false;
    for c in text.chars() {
        if room == 0 {
            out.pop();
            out.push('…');
            break;
        }
        let is_space = c.is_whitespace();
        if is_space && was_space {
            continue;
        }
        was_space = is_space;
        match c {
            _ if is_space => out.push(' '),
            '\0' => out.push('␀'),
            _ if is_invisible(c) => out.push('�'),
            _ => out.push(c),
        }
        room -= 1;
    }
    out.trim().to_owned()
}

/// Control characters, and characters that change how the text around them looks.
pub(super) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Where the lines of a text begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines(Vec<usize>);

impl Lines {
    /// Finds the lines of `text`.
    pub fn of(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        Self(starts)
    }

    /// The line a byte stands on, from 1.
    pub fn line(&self, at: usize) -> u32 {
        u32::try_from(self.0.partition_point(|start| *start <= at)).unwrap_or(u32::MAX).max(1)
    }

    /// Where the line of a byte begins.
    pub fn start(&self, at: usize) -> usize {
        let index = self.0.partition_point(|start| *start <= at);
        index.checked_sub(1).and_then(|index| self.0.get(index)).copied().unwrap_or(0)
    }

    /// Line and column of a byte, both from 1.
    pub fn place(&self, text: &str, at: usize) -> (u32, u32) {
        let start = self.start(at);
        let column = text.get(start..at).map_or(0, |before| before.chars().count());
        (self.line(at), u32::try_from(column).map_or(u32::MAX, |column| column.saturating_add(1)))
    }
}
