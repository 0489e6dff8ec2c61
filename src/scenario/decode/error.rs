//! The error that travels through serde: a fault, and the node to leave out next time.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

use crate::scenario::problem::Fault;
use crate::scenario::syntax::{Node, NodeId};

/// Boxed, because every `Result` of the decoder carries it.
#[derive(Debug)]
pub(super) struct DecodeError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    /// The node to leave out; unset until a deserializer knows.
    target: Option<NodeId>,
    /// Unset when the cause is a problem already.
    fault: Option<Fault>,
    /// What serde said, until there is a fault.
    words: String,
    missing: Option<&'static str>,
}

impl DecodeError {
    /// `node` cannot be read as what is wanted here.
    pub fn new(node: &Node, fault: Fault) -> Self {
        Self::with(Some(node.id), Some(fault), String::new(), None)
    }

    /// `node` cannot be read because of something that is a problem already.
    pub fn silent(node: &Node) -> Self {
        Self::with(Some(node.id), None, String::new(), None)
    }

    fn with(
        target: Option<NodeId>,
        fault: Option<Fault>,
        words: String,
        missing: Option<&'static str>,
    ) -> Self {
        Self(Box::new(Inner { target, fault, words, missing }))
    }

    /// The same error, but `node` around it must go.
    pub fn escalate(mut self, node: &Node) -> Self {
        if self.0.target.is_some() {
            self.0.target = Some(node.id);
        }
        self
    }

    /// Gives an error that serde made its place. `excused` says whether a missing field is a
    /// consequence of another problem.
    pub fn at(mut self, node: &Node, excused: impl Fn(&str) -> bool) -> Self {
        let inner = &mut *self.0;
        if inner.target.is_some() {
            return self;
        }
        inner.target = Some(node.id);
        inner.fault = match inner.missing {
            Some(field) if excused(field) => None,
            Some(field) => {
                let message = format!("the field `{field}` is missing");
                Some(Fault::error(node.span.clone(), message).expected(format!("`{field}: …`")))
            }
            None => Some(Fault::error(node.span.clone(), std::mem::take(&mut inner.words))),
        };
        self
    }

    /// The node to leave out, and what to say.
    pub fn into_parts(self) -> (Option<NodeId>, Option<Fault>) {
        (self.0.target, self.0.fault)
    }
}

impl Error for DecodeError {
    fn custom<T: fmt::Display>(words: T) -> Self {
        Self::with(None, None, words.to_string(), None)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::with(None, None, String::new(), Some(field))
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("found {unexpected}, expected {expected}"))
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.fault {
            Some(fault) => f.write_str(&fault.message),
            None => f.write_str(&self.0.words),
        }
    }
}

impl std::error::Error for DecodeError {}
