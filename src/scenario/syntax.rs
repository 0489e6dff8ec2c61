//! The tree a RON text is read into: values with their places. Knows nothing about scenarios.

use std::ops::Range;

/// Number of a node inside its tree, dense from 0.
pub(super) type NodeId = u32;

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub id: NodeId,
    pub span: Range<usize>,
    pub kind: Kind,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A bare word: `true`, `None`, a variant without content.
    Word(String),
    /// A number.
    Number(Number),
    /// A text in quotes.
    Text(String),
    /// A character in single quotes.
    Char(char),
    /// `[…]`
    List(Vec<Node>),
    /// `{…}`
    Map,
    /// `(…)` or `Name(…)`
    Group(Group),
    /// Something unreadable that is already a problem.
    Bad,
}

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Whole(i128),
    /// Too large to count, positive or negative.
    Huge {
        negative: bool,
    },
    Fraction(f64),
}

/// The content of parentheses.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    /// The word in front.
    pub name: Option<Name>,
    pub parts: Parts,
    /// A bracket or a separator inside is already a problem: what is missing here, or too much, is
    /// not worth another one.
    pub damaged: bool,
}

/// What stands in parentheses.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Parts {
    /// `a: 1, b: 2`
    Named(Vec<Field>),
    /// `1, 2`; also nothing at all.
    Plain(Vec<Node>),
}

/// A word and its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Name {
    pub text: String,
    pub span: Range<usize>,
}

/// `name: value`
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub name: Name,
    pub value: Node,
}

impl Node {
    /// What it is, in words that follow "found".
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Word(word) => format!("the word `{}`", short(word)),
            Kind::Number(Number::Fraction(_)) => "a number with a fraction".to_owned(),
            Kind::Number(Number::Whole(number)) => format!("the number {number}"),
            Kind::Number(Number::Huge { .. }) => "a huge number".to_owned(),
            Kind::Text(text) => format!("the text \"{}\"", short(text)),
            Kind::Char(_) => "a single character".to_owned(),
            Kind::List(_) => "a list `[…]`".to_owned(),
            Kind::Map => "a map `{…}`".to_owned(),
            Kind::Group(Group { name: Some(name), .. }) => format!("`{}(…)`", short(&name.text)),
            Kind::Group(_) => "a group `(…)`".to_owned(),
            Kind::Bad => "something unreadable".to_owned(),
        }
    }
}

/// A name as messages quote it: on one line and not too long.
pub(super) fn short(text: &str) -> String {
    const MAX: usize = 40;
    let line = super::problem::snippet(text);
    if line.chars().count() <= MAX {
        return line;
    }
    line.chars().take(MAX - 1).chain(['…']).collect()
}
