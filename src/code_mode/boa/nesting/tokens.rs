//! Tokens of a JavaScript source, as far as nesting needs them.

use super::words::{Kind, operator, word};

/// Reads a source token by token.
pub struct Tokens<'a> {
    text: &'a [u16],
    at: usize,
    /// Comments like those of HTML count, and `await` may be a name.
    script: bool,
    /// Only blanks and comments since the line began.
    line_start: bool,
    /// The token before the newest one.
    pub before: Kind,
    newest: Kind,
    /// Would a `/` behind the newest token be ambiguous?
    unsure: bool,
    queued: Option<Kind>,
}

impl Iterator for Tokens<'_> {
    type Item = Kind;

    fn next(&mut self) -> Option<Kind> {
        self.before = self.newest;
        let unsure = std::mem::take(&mut self.unsure);
        let kind = match self.queued.take() {
            Some(kind) => kind,
            None => {
                self.skip_blanks();
                self.token(unsure)?
            }
        };
        self.newest = kind;
        self.line_start = false;
        Some(kind)
    }
}

impl<'a> Tokens<'a> {
    /// Reads a module, or a `script`.
    pub fn new(text: &'a [u16], script: bool) -> Tokens<'a> {
        let mut tokens = Tokens {
            text,
            at: 0,
            script,
            line_start: true,
            before: Kind::Start,
            newest: Kind::Start,
            unsure: false,
            queued: None,
        };
        if tokens.looks_at("#!") {
            tokens.skip_line();
        }
        tokens
    }

    /// What the newest token, a closing bracket, has closed: a head of `if`, the inside of a
    /// template.
    pub fn closed(&mut self, head: bool, template: bool) {
        if head {
            self.newest = Kind::HeadEnd;
        }
        if template {
            match self.template() {
                Kind::Template => self.newest = Kind::Template,
                open => {
                    self.newest = Kind::Chains;
                    self.queued = Some(open);
                }
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        let unit = *self.text.get(self.at + ahead)?;
        // Surrogates are parts of letters.
        Some(char::from_u32(u32::from(unit)).unwrap_or('x'))
    }

    fn looks_at(&self, word: &str) -> bool {
        word.chars().enumerate().all(|(ahead, letter)| self.peek(ahead) == Some(letter))
    }

    fn skip_blanks(&mut self) {
        while let Some(letter) = self.peek(0) {
            if is_line_end(letter) {
                self.line_start = true;
                self.at += 1;
            } else if letter.is_whitespace() || letter == '\u{feff}' {
                self.at += 1;
            } else if self.looks_at("//") {
                self.skip_line();
            } else if self.looks_at("/*") {
                self.skip_comment();
            } else if self.script && (self.looks_at("<!--") || self.at_html_end()) {
                self.skip_line();
            } else {
                return;
            }
        }
    }

    fn at_html_end(&self) -> bool {
        self.line_start && self.looks_at("-->")
    }

    fn skip_line(&mut self) {
        while self.peek(0).is_some_and(|letter| !is_line_end(letter)) {
            self.at += 1;
        }
    }

    fn skip_comment(&mut self) {
        self.at += 2;
        while let Some(letter) = self.peek(0) {
            if self.looks_at("*/") {
                self.at += 2;
                return;
            }
            self.line_start |= is_line_end(letter);
            self.at += 1;
        }
    }

    fn token(&mut self, unsure: bool) -> Option<Kind> {
        let letter = self.peek(0)?;
        let value = self.newest.is_operand();
        Some(match letter {
            '(' | '[' | '{' => self.take(Kind::Open(letter)),
            ')' | ']' | '}' => self.take(Kind::Close(letter)),
            '"' | '\'' => self.string(letter),
            '`' => {
                self.at += 1;
                self.template()
            }
            ';' => self.take(Kind::Semicolon),
            ',' => self.take(Kind::Comma),
            ':' => self.take(Kind::Colon),
            '/' if unsure || self.newest == Kind::Close('}') => self.take(Kind::Ambiguous),
            '/' if !value => self.regex(),
            '.' if !value && self.digit(1) => self.number(),
            '?' if self.looks_at("?.") && !self.digit(2) => {
                self.at += 2;
                Kind::Dot
            }
            '0'..='9' => self.number(),
            letter if is_word(letter) => self.word(),
            _ => {
                let (length, kind) = operator(value, |ahead| self.peek(ahead));
                self.at += length;
                kind
            }
        })
    }

    fn take(&mut self, kind: Kind) -> Kind {
        self.at += 1;
        kind
    }

    fn digit(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(|letter| letter.is_ascii_digit())
    }

    fn string(&mut self, quote: char) -> Kind {
        self.at += 1;
        while let Some(letter) = self.peek(0) {
            self.at += 1;
            match letter {
                '\\' => self.skip_escaped(),
                '\n' | '\r' => break,
                letter if letter == quote => break,
                _ => {}
            }
        }
        Kind::Operand
    }

    /// Behind a backslash; the end of a line may be two characters.
    fn skip_escaped(&mut self) {
        self.at += if self.looks_at("\r\n") { 2 } else { 1 };
    }

    /// The text of a template, up to its end or to the next `${`.
    fn template(&mut self) -> Kind {
        while let Some(letter) = self.peek(0) {
            self.at += 1;
            match letter {
                '\\' => self.skip_escaped(),
                '`' => break,
                '$' if self.peek(0) == Some('{') => {
                    self.at += 1;
                    return Kind::Open('`');
                }
                _ => {}
            }
        }
        Kind::Template
    }

    /// A regular expression with its flags.
    fn regex(&mut self) -> Kind {
        self.at += 1;
        let mut class = false;
        while let Some(letter) = self.peek(0) {
            self.at += 1;
            match letter {
                '\\' => self.at += 1,
                '[' => class = true,
                ']' => class = false,
                '/' if !class => break,
                letter if is_line_end(letter) => return Kind::Operand,
                _ => {}
            }
        }
        self.letters();
        Kind::Operand
    }

    /// A number: its digits, at most one point, and the digits behind it.
    fn number(&mut self) -> Kind {
        self.letters();
        if self.peek(0) == Some('.') {
            self.at += 1;
            self.letters();
        }
        Kind::Operand
    }

    fn word(&mut self) -> Kind {
        let from = self.at;
        self.letters();
        if self.newest == Kind::Dot {
            return Kind::Operand;
        }
        let text = String::from_utf16_lossy(self.text.get(from..self.at).unwrap_or_default());
        self.unsure = text == "of" || (self.script && matches!(text.as_str(), "await" | "yield"));
        if text == "await" && self.newest == Kind::Head {
            return Kind::Head;
        }
        word(&text)
    }

    /// Letters of a word, with escapes like `\u{61}`.
    fn letters(&mut self) {
        while let Some(letter) = self.peek(0).filter(|letter| is_word(*letter)) {
            self.at += 1;
            if letter == '\\' && self.looks_at("u{") {
                while self.peek(0).is_some_and(|letter| letter != '}' && !is_line_end(letter)) {
                    self.at += 1;
                }
                self.at += 1;
            }
        }
    }
}

fn is_line_end(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter, '_' | '$' | '#' | '\\')
        || (letter > '\u{7f}' && !letter.is_whitespace() && letter != '\u{feff}')
}
