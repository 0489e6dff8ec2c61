//! What words and operators are to the depth of a source.

/// What a token is to the depth of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing yet.
    Start,
    /// `(`, `[`, `{`; a backtick stands for the `${` of a template.
    Open(char),
    /// `)`, `]`, `}`.
    Close(char),
    /// The end of the head of `if`, `while`, `for`: a statement follows.
    HeadEnd,
    /// A name or a literal.
    Operand,
    /// A template, or its last part.
    Template,
    /// A word behind which an operand may follow in the same statement: `async`, `let`, `class`.
    Soft,
    /// `if`, `while`, `for`, `with`.
    Head,
    /// Words that never begin a statement of their own, or before whose block no head stands.
    Else,
    /// A word behind which an expression begins.
    Keyword,
    /// `extends`
    Extends,
    /// `=>`
    Arrow,
    /// An operator whose right side nests.
    Nests,
    /// An operator whose left side nests.
    Chains,
    /// `.` and `?.`
    Dot,
    /// `++` or `--` behind an operand.
    Postfix,
    /// `?`
    Question,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A `/` that begins a regular expression or divides, and the reader cannot tell which.
    Ambiguous,
}

impl Kind {
    /// Does a `/` behind it divide?
    pub fn is_operand(self) -> bool {
        self.ends_statement() || self == Kind::Soft
    }

    /// Has a statement ended if an operand follows?
    pub fn ends_statement(self) -> bool {
        matches!(self, Kind::Operand | Kind::Template | Kind::Postfix | Kind::Close(_))
    }

    /// Can it begin a statement behind one that has ended without a semicolon?
    pub fn begins(self) -> bool {
        matches!(self, Kind::Operand | Kind::Soft | Kind::Head | Kind::Keyword)
    }

    /// Are the braces that follow a block of statements, and no function, class or object?
    pub fn begins_block(self) -> bool {
        use Kind::{Arrow, Close, Else, HeadEnd, Open, Semicolon, Start};
        matches!(self, Start | HeadEnd | Else | Semicolon | Arrow | Open('{') | Close('}'))
    }
}

/// The kind of a word that is no name of a property.
pub fn word(text: &str) -> Kind {
    match text {
        "return" | "typeof" | "new" | "delete" | "void" | "throw" | "case" | "await" | "yield"
        | "default" => Kind::Keyword,
        "in" | "instanceof" => Kind::Chains,
        "extends" => Kind::Extends,
        "if" | "while" | "for" | "with" => Kind::Head,
        "else" | "do" | "try" | "finally" | "catch" => Kind::Else,
        "async" | "function" | "class" | "let" | "const" | "var" | "static" | "get" | "set"
        | "import" | "export" | "from" | "as" | "accessor" => Kind::Soft,
        _ => Kind::Operand,
    }
}

/// Operators of more than one character, longer ones first.
const LONG: [(&str, Kind); 26] = [
    (">>>=", Kind::Nests),
    ("...", Kind::Nests),
    ("===", Kind::Chains),
    ("!==", Kind::Chains),
    ("**=", Kind::Nests),
    ("<<=", Kind::Nests),
    (">>=", Kind::Nests),
    (">>>", Kind::Chains),
    ("&&=", Kind::Nests),
    ("||=", Kind::Nests),
    ("??=", Kind::Nests),
    ("=>", Kind::Arrow),
    ("==", Kind::Chains),
    ("!=", Kind::Chains),
    ("<=", Kind::Chains),
    (">=", Kind::Chains),
    ("&&", Kind::Chains),
    ("||", Kind::Chains),
    ("??", Kind::Chains),
    ("+=", Kind::Nests),
    ("-=", Kind::Nests),
    ("*=", Kind::Nests),
    ("/=", Kind::Nests),
    ("%=", Kind::Nests),
    ("<<", Kind::Chains),
    ("**", Kind::Nests),
];

/// Length and kind of the operator at the place that `peek` looks at, behind an operand or not.
pub fn operator(behind_operand: bool, peek: impl Fn(usize) -> Option<char>) -> (usize, Kind) {
    let looks_at = |text: &str| text.chars().zip(0..).all(|(it, ahead)| peek(ahead) == Some(it));
    if looks_at("++") || looks_at("--") {
        return (2, if behind_operand { Kind::Postfix } else { Kind::Nests });
    }
    if let Some((text, kind)) = LONG.iter().find(|(text, _)| looks_at(text)) {
        return (text.len(), *kind);
    }
    let kind = match peek(0) {
        Some('.') => Kind::Dot,
        Some('?') => Kind::Question,
        Some('=' | '!' | '~') => Kind::Nests,
        Some('+' | '-') if !behind_operand => Kind::Nests,
        _ => Kind::Chains,
    };
    (1, kind)
}
