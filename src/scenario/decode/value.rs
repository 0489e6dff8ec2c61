//! [`Value`]: what fits into what, with clear words when it does not.

use std::cell::RefCell;

use serde::de::{DeserializeSeed, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::State;
use super::error::DecodeError;
use super::parts::{Content, Elements, Fields, Variant};
use crate::scenario::nearest::{did_you_mean, one_of};
use crate::scenario::problem::Fault;
use crate::scenario::syntax::{Group, Kind, Node, Number, Parts, short};

/// A node that is about to be read.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    pub node: &'t Node,
    pub state: &'t RefCell<State>,
    /// The node is `Variant(…)` and this is what stands in its parentheses.
    pub is_content: bool,
}

type Result<T> = std::result::Result<T, DecodeError>;

impl<'t> Value<'t> {
    pub fn new(node: &'t Node, state: &'t RefCell<State>) -> Self {
        Self { node, state, is_content: false }
    }

    /// The content of `Variant(…)` or `Some(…)`: its only value, or else the fields in place.
    pub fn content<S: DeserializeSeed<'t>>(self, group: &'t Group, seed: S) -> Result<S::Value> {
        let inner = match &group.parts {
            Parts::Plain(items) if items.len() == 1 => Value::new(&items[0], self.state),
            _ => Value { is_content: true, ..self },
        };
        if self.state.borrow().spoiled.has(inner.node) {
            return Err(DecodeError::silent(self.node));
        }
        seed.deserialize(inner).map_err(|error| error.escalate(self.node))
    }

    /// Something else was wanted here.
    pub fn mismatch<T>(self, expected: impl Into<String>, hint: Option<String>) -> Result<T> {
        if matches!(&self.node.kind, Kind::Group(group) if group.damaged) {
            return Err(DecodeError::silent(self.node));
        }
        let found = match (&self.node.kind, self.is_content) {
            (Kind::Group(_), true) => "other content".to_owned(),
            _ => self.node.describe(),
        };
        let fault = Fault::error(self.node.span.clone(), format!("{found} does not fit here"));
        Err(DecodeError::new(self.node, fault.expected(expected).hint(hint)))
    }

    fn whole(self, min: i128, max: i128) -> Result<i128> {
        let range = match (min, max) {
            (0, max) if max >= i128::from(u64::MAX) => "a whole number, 0 or more".to_owned(),
            _ => format!("a whole number from {min} to {max}"),
        };
        let (number, negative) = match &self.node.kind {
            Kind::Number(Number::Whole(number)) => (Some(*number), *number < 0),
            Kind::Number(Number::Huge { negative }) => (None, *negative),
            Kind::Text(text) if text.parse::<i128>().is_ok() => {
                return self.mismatch(range, Some(format!("without quotes: {text}")));
            }
            _ => return self.mismatch(range, None),
        };
        if let Some(number) = number.filter(|number| (min..=max).contains(number)) {
            return Ok(number);
        }
        let message = match (negative, min) {
            (true, 0) => "a number below zero cannot stand here",
            (true, _) => "this number is too small",
            (false, _) => "this number is too large",
        };
        let fault = Fault::error(self.node.span.clone(), message);
        Err(DecodeError::new(self.node, fault.expected(range)))
    }

    fn narrow<N: TryFrom<i128>>(self, min: i128, max: i128) -> Result<N> {
        let number = self.whole(min, max)?;
        // The range was checked, so the conversion succeeds.
        N::try_from(number).or_else(|_| self.mismatch(format!("{min} to {max}"), None))
    }

    /// The name of the variant, its place, and what stands in its parentheses.
    fn variant(
        self,
        enum_name: &str,
        variants: &'static [&'static str],
    ) -> Result<(&'t str, std::ops::Range<usize>, Option<&'t Group>)> {
        let found = match &self.node.kind {
            Kind::Word(word) => (word.as_str(), self.node.span.clone(), None),
            Kind::Group(group) if !self.is_content => match &group.name {
                Some(name) => (name.text.as_str(), name.span.clone(), Some(group)),
                None => return self.mismatch(one_of("", variants), None),
            },
            Kind::Text(text) => {
                let hint = variants
                    .contains(&text.as_str())
                    .then(|| format!("without quotes: `{}`", short(text)));
                return self.mismatch(one_of(text, variants), hint);
            }
            _ => return self.mismatch(one_of("", variants), None),
        };
        if variants.contains(&found.0) {
            return Ok(found);
        }
        let (name, span, _) = found;
        let message = format!("there is no {enum_name} `{}`", short(name));
        let fault = Fault::error(span, message)
            .expected(one_of(name, variants))
            .hint(did_you_mean(name, variants.iter().copied()));
        Err(DecodeError::new(self.node, fault))
    }
}

impl<'t> Deserializer<'t> for Value<'t> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match &self.node.kind {
            Kind::Word(word) if matches!(word.as_str(), "true" | "false") => {
                self.deserialize_bool(visitor)
            }
            Kind::Number(Number::Fraction(number)) => visitor.visit_f64(*number),
            Kind::Number(_) => self.deserialize_i128(visitor),
            Kind::Text(_) => self.deserialize_str(visitor),
            Kind::List(_) => self.deserialize_seq(visitor),
            _ => self.mismatch("a plain value", None),
        }
    }

    fn deserialize_bool<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match &self.node.kind {
            Kind::Word(word) if word == "true" => visitor.visit_bool(true),
            Kind::Word(word) if word == "false" => visitor.visit_bool(false),
            _ => self.mismatch("`true` or `false`", None),
        }
    }

    fn deserialize_i32<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_i32(self.narrow(i32::MIN.into(), i32::MAX.into())?)
    }

    fn deserialize_i64<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_i64(self.narrow(i64::MIN.into(), i64::MAX.into())?)
    }

    fn deserialize_i128<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_i128(self.whole(i128::MIN, i128::MAX)?)
    }

    fn deserialize_u8<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_u8(self.narrow(0, u8::MAX.into())?)
    }

    fn deserialize_u32<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_u32(self.narrow(0, u32::MAX.into())?)
    }

    fn deserialize_u64<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_u64(self.narrow(0, u64::MAX.into())?)
    }

    fn deserialize_f64<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match &self.node.kind {
            Kind::Number(Number::Fraction(number)) => visitor.visit_f64(*number),
            Kind::Number(Number::Whole(number)) => visitor.visit_f64(*number as f64),
            _ => self.mismatch("a number", None),
        }
    }

    fn deserialize_char<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match &self.node.kind {
            Kind::Char(c) => visitor.visit_char(*c),
            _ => self.mismatch("a character in single quotes", None),
        }
    }

    fn deserialize_str<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match &self.node.kind {
            Kind::Text(text) => visitor.visit_borrowed_str(text),
            Kind::Word(word) => {
                let hint = format!("with quotes: \"{}\"", short(word));
                self.mismatch("a text in double quotes", Some(hint))
            }
            _ => self.mismatch("a text in double quotes", None),
        }
    }

    fn deserialize_string<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match &self.node.kind {
            Kind::Word(word) if word == "None" => visitor.visit_none(),
            Kind::Group(group) if !self.is_content && is_named(group, "Some") => {
                self.content(group, SomeSeed(visitor))
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match &self.node.kind {
            Kind::List(items) => visitor.visit_seq(Elements::of_list(items, self.state)),
            _ => self.mismatch("a list `[…]`", None),
        }
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let shape = || format!("`({}: …)`", fields.first().unwrap_or(&"field"));
        let group = match &self.node.kind {
            Kind::Group(group) => group,
            Kind::Map => {
                return self.mismatch(shape(), Some("groups of fields stand in ( )".to_owned()));
            }
            _ => return self.mismatch(shape(), None),
        };
        if let Some(given) =
            group.name.as_ref().filter(|given| !self.is_content && given.text != name)
        {
            let message = format!("`{}` does not fit here", short(&given.text));
            let fault = Fault::error(given.span.clone(), message)
                .expected(format!("`{name}(…)` or just `(…)`"));
            return Err(DecodeError::new(self.node, fault));
        }
        let fields = Fields::new(self, group, name, fields)?;
        visitor.visit_map(fields).map_err(|error| {
            let is_given = |field: &str| group.damaged || has_field(group, field);
            error.at(self.node, is_given)
        })
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let (variant, _, group) = self.variant(name, variants)?;
        let content = group.map_or(Content::Nothing, Content::Group);
        visitor
            .visit_enum(Variant { value: self, name: variant, content })
            .map_err(|error| error.at(self.node, |_| false))
    }

    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        <W: Visitor<'t>>
        i8 i16 u16 u128 f32 bytes byte_buf unit unit_struct newtype_struct tuple tuple_struct
        map identifier
    }
}

fn is_named(group: &Group, name: &str) -> bool {
    group.name.as_ref().is_some_and(|given| given.text == name)
}

/// Was there an attempt to give this field?
pub(super) fn has_field(group: &Group, field: &str) -> bool {
    match &group.parts {
        Parts::Named(fields) => fields.iter().any(|given| given.name.text == field),
        Parts::Plain(_) => false,
    }
}

/// Lets `Some(…)` share the way into the content of variants.
struct SomeSeed<V>(V);

impl<'t, V: Visitor<'t>> DeserializeSeed<'t> for SomeSeed<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'t>>(
        self,
        deserializer: D,
    ) -> std::result::Result<V::Value, D::Error> {
        self.0.visit_some(deserializer)
    }
}
