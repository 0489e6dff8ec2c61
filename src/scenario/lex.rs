//! Words, numbers, texts, comments: the small pieces of the notation. `parse` puts them together.

use super::parse::Parser;
use super::problem::Fault;
use super::syntax::{Kind, Name, Number, short};

impl Parser<'_> {
    /// The next byte, or `None` at the end.
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The byte `ahead` of the next one.
    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// The next character.
    pub(super) fn peek_char(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    /// Steps over spaces, comments and NULs. An open comment is a fault.
    pub(super) fn skip_space(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n' | 0) => self.at += 1,
                Some(b'/') if self.peek_at(1) == Some(b'/') => self.skip_line(),
                Some(b'/') if self.peek_at(1) == Some(b'*') => self.skip_block_comment(),
                Some(128..) => match self.peek_char() {
                    Some(c) if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    fn skip_block_comment(&mut self) {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match (byte, self.peek_at(1)) {
                (b'/', Some(b'*')) => depth += 1,
                (b'*', Some(b'/')) => depth -= 1,
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            self.at += 2;
            if depth == 0 {
                return;
            }
        }
        self.at_end_inside(start..start + 2, "this comment is never closed", "`*/`");
    }

    /// A word: a letter or `_`, then letters, digits and `_`; `r#` in front is allowed.
    pub(super) fn word(&mut self) -> Option<Name> {
        let start = self.at;
        let raw = self.peek() == Some(b'r') && self.peek_at(1) == Some(b'#');
        let from = if raw { start + 2 } else { start };
        let rest = self.text.get(from..)?;
        if !rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let fits = |c: char| c.is_alphanumeric() || c == '_';
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at = from + length;
        Some(Name { text: rest[..length].to_owned(), span: start..self.at })
    }

    /// A number: everything that sticks together from here.
    pub(super) fn number(&mut self) -> Kind {
        let start = self.at;
        let mut before = b' ';
        while let Some(byte) = self.peek() {
            let after_exponent = matches!(before, b'e' | b'E');
            let sign = matches!(byte, b'+' | b'-') && (self.at == start || after_exponent);
            if !(sign || byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')) {
                break;
            }
            before = byte;
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        if let Some(number) = read_number(text) {
            return Kind::Number(number);
        }
        let message = format!("`{}` is not a number", short(text));
        self.fault(Fault::error(start..self.at, message).expected("a number such as `250`"));
        Kind::Bad
    }

    /// A text in quotes, with escapes.
    pub(super) fn quoted(&mut self) -> Kind {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let Some(length) = rest.find(['"', '\\']) else {
                self.at = self.text.len();
                self.at_end_inside(start..start + 1, "this text is never closed", "`\"`");
                return Kind::Bad;
            };
            out.push_str(&rest[..length]);
            self.at += length;
            if self.peek() == Some(b'"') {
                self.at += 1;
                return Kind::Text(out);
            }
            self.escape(&mut out);
        }
    }

    /// A text between `r"` and `"`, or between `r#"` and `"#` with any number of `#`.
    pub(super) fn raw_text(&mut self) -> Kind {
        let start = self.at;
        self.at += 1;
        let mut end = String::from("\"");
        while self.peek() == Some(b'#') {
            end.push('#');
            self.at += 1;
        }
        self.at += 1;
        let rest = self.text.get(self.at..).unwrap_or_default();
        let Some(mut length) = rest.find(&end) else {
            let opener = start..self.at.min(self.text.len());
            self.at = self.text.len();
            let expected = format!("`{}`", super::syntax::short(&end));
            self.at_end_inside(opener, "this raw text is never closed", &expected);
            return Kind::Bad;
        };
        if !ends_well(&rest[length + end.len()..]) {
            length = self.ended_too_early(rest, &end, length);
        }
        self.at += length + end.len();
        Kind::Text(rest[..length].to_owned())
    }

    /// `"#` stands inside of the text itself, as in `{"$ref":"#/…"}`. The text goes on to the next
    /// end that looks like one.
    fn ended_too_early(&mut self, rest: &str, end: &str, length: usize) -> usize {
        let at = self.at + length;
        let message = format!("this raw text ends here, at the first `{end}`");
        let hashes = "#".repeat(end.len());
        let expected = format!("`r{hashes}\"` and `\"{hashes}` around the text");
        self.fault(Fault::error(at..at + end.len(), message).expected(expected));
        let ends = rest.match_indices(end).map(|(at, _)| at);
        ends.skip(1).find(|at| ends_well(&rest[at + end.len()..])).unwrap_or(length)
    }

    /// True at `r"` and `r#"`, as opposed to a word that begins with an r.
    pub(super) fn at_raw_text(&self) -> bool {
        if self.peek() != Some(b'r') {
            return false;
        }
        let hashes = self.bytes[self.at + 1..].iter().take_while(|byte| **byte == b'#').count();
        self.peek_at(1 + hashes) == Some(b'"')
    }

    /// A character in single quotes.
    pub(super) fn character(&mut self) -> Kind {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        match self.peek_char() {
            Some('\\') => self.escape(&mut out),
            Some(c) if c != '\'' => {
                out.push(c);
                self.at += c.len_utf8();
            }
            _ => {}
        }
        if self.peek() == Some(b'\'') {
            self.at += 1;
            if let Some(c) = out.chars().next() {
                return Kind::Char(c);
            }
        }
        let fault = Fault::error(start..self.at, "a stray single quote");
        self.fault(fault.expected("texts in double quotes"));
        Kind::Bad
    }

    /// One escape, from its backslash on.
    fn escape(&mut self, out: &mut String) {
        let start = self.at;
        self.at += 1;
        let Some(c) = self.peek_char() else { return };
        self.at += c.len_utf8();
        let plain = match c {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            '0' => Some('\0'),
            '\\' | '"' | '\'' => Some(c),
            'x' => self.hex_escape(),
            'u' => self.unicode_escape(),
            _ => None,
        };
        if let Some(plain) = plain {
            out.push(plain);
            return;
        }
        let text = short(&self.text[start..self.at]);
        let fault = Fault::error(start..self.at, format!("`{text}` is not an escape"))
            .expected(r#"one of \n \r \t \0 \\ \" \' \x41 \u{AC00}"#)
            .hint(Some(r##"JSON and patterns read best as raw text: r#"…"#"##.to_owned()));
        self.fault(fault);
    }

    fn hex_escape(&mut self) -> Option<char> {
        let digits = self.text.get(self.at..self.at + 2)?;
        let value = u8::from_str_radix(digits, 16).ok()?;
        self.at += 2;
        Some(char::from(value))
    }

    fn unicode_escape(&mut self) -> Option<char> {
        let rest = self.text.get(self.at..)?.strip_prefix('{')?;
        let length = rest.bytes().take(8).position(|byte| byte == b'}')?;
        let value = u32::from_str_radix(&rest[..length], 16).ok()?;
        self.at += length + 2;
        char::from_u32(value)
    }
}

/// Can a text end before this?
fn ends_well(rest: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ')' | ']' | '}' | ':' | '=');
    rest.is_empty() || rest.starts_with(ends) || rest.starts_with("//") || rest.starts_with("/*")
}

fn read_number(text: &str) -> Option<Number> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits),
    };
    let starts_well = digits.starts_with(|c: char| c.is_digit(radix) || c == '.');
    if !starts_well {
        return None;
    }
    let plain: String = digits.chars().filter(|c| *c != '_').collect();
    if plain.chars().all(|c| c.is_digit(radix)) {
        return Some(match i128::from_str_radix(&plain, radix) {
            Ok(number) => Number::Whole(if negative { -number } else { number }),
            Err(_) => Number::Huge { negative },
        });
    }
    if radix != 10 {
        return None;
    }
    let fraction = plain.parse::<f64>().ok()?;
    Some(Number::Fraction(if negative { -fraction } else { fraction }))
}
