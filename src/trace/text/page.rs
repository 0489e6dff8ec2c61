//! [`Page`]: lines of bounded length, with nothing in them that a terminal could obey.

/// Longest line, in characters.
pub const MAX_COLUMNS: usize = 110;
/// Longest quoted text (an output, a caption, arguments), in characters.
pub const MAX_QUOTE: usize = 600;

/// Text under construction.
#[derive(Debug, Default)]
pub(super) struct Page {
    out: String,
}

impl Page {
    /// The finished text.
    pub fn finish(self) -> String {
        self.out
    }

    /// An empty line.
    pub fn blank(&mut self) {
        self.out.push('\n');
    }

    /// A line; what does not fit goes to further lines, two columns deeper.
    pub fn line(&mut self, indent: usize, text: &str) {
        self.hang(indent, "", indent + 2, text);
    }

    /// A line with a lead; further lines stand under the text behind the lead.
    pub fn item(&mut self, indent: usize, lead: &str, text: &str) {
        self.hang(indent, lead, indent + lead.chars().count(), text);
    }

    fn hang(&mut self, indent: usize, lead: &str, deeper: usize, text: &str) {
        let mut column = self.start(indent);
        self.out.push_str(lead);
        column += lead.chars().count();
        let mut fresh = true;
        for word in text.split(' ') {
            let word = visible_only(word);
            let mut rest: &str = &word;
            let mut length = rest.chars().count();
            if !fresh && column + 1 + length > MAX_COLUMNS {
                self.end_line();
                column = self.start(deeper);
                fresh = true;
            }
            if !fresh {
                self.out.push(' ');
                column += 1;
            }
            // A word longer than a line is broken, never cut.
            while column + length > MAX_COLUMNS && column < MAX_COLUMNS {
                let (head, tail) = split_at_char(rest, MAX_COLUMNS - column);
                self.out.push_str(head);
                self.end_line();
                column = self.start(deeper);
                length = tail.chars().count();
                rest = tail;
            }
            self.out.push_str(rest);
            column += length;
            fresh = false;
        }
        self.end_line();
    }

    fn start(&mut self, indent: usize) -> usize {
        self.out.extend(std::iter::repeat_n(' ', indent));
        indent
    }

    fn end_line(&mut self) {
        let kept = self.out.trim_end_matches(' ').len();
        self.out.truncate(kept);
        self.out.push('\n');
    }
}

fn split_at_char(text: &str, chars: usize) -> (&str, &str) {
    let at = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
    text.split_at(at)
}

/// Writes out control characters and the invisible ones that change what stands beside them.
pub fn visible_only(text: &str) -> std::borrow::Cow<'_, str> {
    let is_bad = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    if !text.contains(is_bad) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ if is_bad(c) => out.extend(c.escape_unicode()),
            _ => out.push(c),
        }
    }
    out.into()
}

/// The beginning of a long text, and how much more there is.
pub(super) fn quote(text: &str) -> String {
    let (head, tail) = split_at_char(text, MAX_QUOTE);
    if tail.is_empty() {
        return head.to_owned();
    }
    format!("{head}… (+{} chars)", tail.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let mut page = Page::default();
        page.item(2, "- ", text);
        assert_eq!(page.finish(), expected);
    }

    #[test]
    fn lines_are_bounded_and_harmless() {
        check("short", "  - short\n");
        check("a\x1b[31mb\nc\u{202e}d", "  - a\\u{1b}[31mb\\nc\\u{202e}d\n");
        let long = "x".repeat(230);
        let mut page = Page::default();
        page.item(2, "- ", &long);
        let text = page.finish();
        assert!(text.lines().all(|line| line.chars().count() <= MAX_COLUMNS), "{text}");
        assert_eq!(text.matches('x').count(), 230);
        let words = "word ".repeat(60);
        let mut page = Page::default();
        page.line(4, &words);
        let text = page.finish();
        assert!(text.lines().all(|line| line.chars().count() <= MAX_COLUMNS), "{text}");
        assert_eq!(text.matches("word").count(), 60);
    }
}
