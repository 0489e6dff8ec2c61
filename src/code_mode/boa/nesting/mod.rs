//! How much native stack boa's recursive parser would need for a source, before it sees it.
//!
//! Counted along the tokens, in units of about one KiB of an unoptimised build: what is open at once,
//! and in every open bracket the operators since the last boundary of statements or list items, since
//! operators nest too. The tokens are exact where it matters; a text in which `/` could mean two
//! things is refused.

mod tokens;
mod words;

use boa_engine::error::RuntimeLimitError;
use boa_engine::{JsError, JsResult};

use tokens::Tokens;
use words::Kind;

/// Units that a source may need at once: about 35 brackets in each other, or 1 200 operands added up.
pub const MAX_NESTING: usize = 1_200;

/// A bracket in whose inside any expression may begin.
const BRACKET: usize = 34;
/// A block of statements.
const BLOCK: usize = 4;
/// An operator whose right side nests: assignments, arrows, prefixes, conditionals, `if`, `else`.
const NESTS: usize = 4;
/// An operator whose left side nests.
const CHAINS: usize = 1;

/// An open bracket.
#[derive(Default)]
struct Level {
    cost: usize,
    /// Units of the operators since the last boundary.
    chain: usize,
    /// A boundary, unless an `else` follows.
    ended: bool,
    /// Do commas separate items here, and no expressions of a sequence?
    list: bool,
    /// Is it the head of `if`, `while` and the like?
    head: bool,
    /// Is it the inside of a template?
    template: bool,
    /// In braces: seen since the last comma.
    colon: bool,
    question: bool,
}

/// Does a module need more than [`MAX_NESTING`]?
pub fn too_deep(text: &[u16]) -> bool {
    exceeds(text, false, MAX_NESTING)
}

/// Refuses a text for `eval` that needs more than so many units, as an overflow of the stack.
pub fn check(text: &[u16], units: usize) -> JsResult<()> {
    match exceeds(text, true, units) {
        true => Err(JsError::from(RuntimeLimitError::Recursion)),
        false => Ok(()),
    }
}

/// `script`: it is no module.
fn exceeds(text: &[u16], script: bool, units: usize) -> bool {
    let mut tokens = Tokens::new(text, script);
    let mut outer: Vec<Level> = Vec::new();
    let mut level = Level::default();
    // Units of everything that is open around the level.
    let mut around = 0;
    while let Some(token) = tokens.next() {
        let before = tokens.before;
        if (level.ended && token != Kind::Else) || (token.begins() && before.ends_statement()) {
            level.chain = 0;
        }
        level.ended = false;
        match token {
            Kind::Ambiguous => return true,
            Kind::Open(open) => {
                level.chain += if before.is_operand() { CHAINS } else { 0 };
                around += level.cost + level.chain;
                outer.push(std::mem::replace(&mut level, Level::opened(open, before)));
            }
            // One too many is an error that the parser finds at once.
            Kind::Close(close) => {
                if let Some(below) = outer.pop() {
                    around -= below.cost + below.chain;
                    let closed = std::mem::replace(&mut level, below);
                    tokens.closed(closed.head, close == '}' && closed.template);
                }
            }
            token => level.add(token, before),
        }
        if around + level.cost + level.chain > units {
            return true;
        }
    }
    false
}

impl Level {
    fn opened(open: char, before: Kind) -> Level {
        let block = open == '{' && before.begins_block();
        Level {
            cost: if block { BLOCK } else { BRACKET },
            // Arguments and parameters, elements of an array.
            list: match open {
                '(' => before.is_operand(),
                '[' => !before.is_operand(),
                _ => false,
            },
            head: open == '(' && before == Kind::Head,
            template: open == '`',
            ..Level::default()
        }
    }

    fn add(&mut self, token: Kind, before: Kind) {
        self.chain += match token {
            Kind::Head | Kind::Else | Kind::Keyword | Kind::Nests | Kind::Arrow => NESTS,
            Kind::Question => NESTS,
            Kind::Extends => BRACKET,
            Kind::Chains | Kind::Dot => CHAINS,
            Kind::Colon => 2 * CHAINS,
            Kind::Template if before.is_operand() => CHAINS,
            Kind::Comma if !self.list && (!self.colon || self.question) => CHAINS,
            _ => 0,
        };
        match token {
            Kind::Colon => self.colon = true,
            Kind::Question => self.question = true,
            Kind::Semicolon => self.ended = true,
            Kind::Comma => {
                if self.list || (self.colon && !self.question) {
                    self.chain = 0;
                }
                (self.colon, self.question) = (false, false);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deep(text: &str) -> bool {
        too_deep(&text.encode_utf16().collect::<Vec<_>>())
    }

    #[test]
    fn what_is_in_each_other_counts() {
        for (open, middle, close) in [
            ("(", "1", ")"),
            ("x[", "1", "]"),
            ("{a:", "1", "}"),
            ("function(){return ", "1", "}"),
            ("`${", "1", "}`"),
            ("[\"]\",", "1", "]"),
            ("[/]/,", "1", "]"),
            ("[`]`,", "1", "]"),
            ("[/*]*/", "1", "]"),
            ("[//]\n", "1", "]"),
        ] {
            let nest = |n: usize| format!("x={}{middle}{}", open.repeat(n), close.repeat(n));
            assert!(!deep(&nest(20)), "{open}");
            assert!(deep(&nest(40)), "{open}");
        }
    }

    #[test]
    fn operators_of_one_statement_count() {
        for part in [
            "!",
            "- ",
            "typeof ",
            "a=",
            "a+",
            "a.",
            "a=>",
            "async a=>",
            "a?b:",
            "a**",
            "if(a)",
            "if(a);else ",
            "if(a){}else ",
            "a,",
            "new ",
            "await ",
            "while(a)",
            "+/a/g+",
            "a?.5:",
            "l:",
            "\\u{61}b+",
        ] {
            assert!(deep(&format!("{}a", part.repeat(1_300))), "{part}");
        }
    }

    #[test]
    fn what_stands_side_by_side_does_not() {
        for part in [
            "a = b + 1;\n",
            "a = b + 1\n",
            "if (a) { b() } else { c() }\n",
            "function f() { return 1 / 2 }\n",
            "const x = \"((((((((\" + `((((`; // ((((((\n",
            "a(b)(c) /* [[[[[ */\n",
            "class A { #a = 1; b() { return /[(/]/g.test(this.#a) } }\n",
            "text(`a ${b} { ( ${`c`}`)\n",
            "for (const a of b.match(/(/)) a++\n",
            "for (let i = 0; i < n; i++) { a[i] /= 2 }\n",
        ] {
            assert!(!deep(&part.repeat(2_000)), "{part}");
        }
        for (open, part, close) in
            [("x = [", "1 + 2,", "]"), ("x = {", "a: 1 + 2,", "}"), ("f(", "-1,", "1)")]
        {
            assert!(!deep(&format!("{open}{}{close}", part.repeat(5_000))), "{open}");
        }
    }

    #[test]
    fn a_slash_that_could_mean_two_things_is_refused() {
        assert!(deep("x = {} / 2"));
        assert!(!deep("x = (1) / 2; if (x) /a/.test(x); y = [1] / x; x++ / 2"));
    }
}
