//! The parts of a group, a list or a variant, one after the other.

use std::cell::RefCell;
use std::slice::Iter;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess};
use serde::de::{VariantAccess, Visitor};

use super::State;
use super::error::DecodeError;
use super::value::{Value, has_field};
use crate::scenario::nearest::{did_you_mean, one_of};
use crate::scenario::problem::Fault;
use crate::scenario::syntax::{Field, Group, Node, Parts, short};

type Result<T> = std::result::Result<T, DecodeError>;

/// The items of a list, or the values of a tuple variant.
pub(super) struct Elements<'t> {
    items: Iter<'t, Node>,
    state: &'t RefCell<State>,
    /// In a list a bad item is left out; a tuple is bad as a whole.
    skips: bool,
}

impl<'t> Elements<'t> {
    pub fn of_list(items: &'t [Node], state: &'t RefCell<State>) -> Self {
        Self { items: items.iter(), state, skips: true }
    }
}

impl<'t> SeqAccess<'t> for Elements<'t> {
    type Error = DecodeError;

    fn next_element_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let spoiled = |node: &&Node| self.state.borrow().spoiled.has(node);
        let next = self.items.find(|node| !(self.skips && spoiled(node)));
        let Some(node) = next else { return Ok(None) };
        self.state.borrow_mut().visits += 1;
        let error = match seed.deserialize(Value::new(node, self.state)) {
            Ok(value) => return Ok(Some(value)),
            Err(error) if !self.skips => return Err(error),
            Err(error) => error,
        };
        // Serde has used up the seed, so the rest of the list has to wait for the next pass.
        if self.state.borrow_mut().record(error, node.id) {
            return Ok(None);
        }
        Err(DecodeError::silent(node))
    }

    fn size_hint(&self) -> Option<usize> {
        // A hint must not make anybody reserve more than a list that is really there.
        Some(self.items.len())
    }
}

/// The fields of a group.
pub(super) struct Fields<'t> {
    fields: &'t [Field],
    next: usize,
    damaged: bool,
    state: &'t RefCell<State>,
    owner: &'t str,
    known: &'static [&'static str],
    /// Where each known field was given.
    given: Vec<Option<&'t Field>>,
}

impl<'t> Fields<'t> {
    /// Fails when the group holds plain values.
    pub fn new(
        value: Value<'t>,
        group: &'t Group,
        owner: &'t str,
        known: &'static [&'static str],
    ) -> Result<Self> {
        let fields = match &group.parts {
            Parts::Named(fields) => fields.as_slice(),
            Parts::Plain(items) if items.is_empty() => &[],
            Parts::Plain(_) => {
                let first = known.first().unwrap_or(&"field");
                return value.mismatch(format!("fields with names: `({first}: …)`"), None);
            }
        };
        let given = vec![None; known.len()];
        Ok(Self {
            fields,
            next: 0,
            damaged: group.damaged,
            state: value.state,
            owner,
            known,
            given,
        })
    }

    fn report_unknown(&self, field: &Field) {
        if self.damaged {
            self.state.borrow_mut().spoiled.mark(field.value.id);
            return;
        }
        let name = field.name.text.as_str();
        let owner = self.owner;
        let message = format!("{owner} has no field `{}`", short(name));
        let fault = Fault::error(field.name.span.clone(), message)
            .expected(one_of(name, self.known))
            .hint(did_you_mean(name, self.known.iter().copied()));
        self.state.borrow_mut().report(&field.value, fault);
    }

    fn report_repeated(&self, field: &Field) {
        let message = format!("the field `{}` is given twice", short(&field.name.text));
        let fault = Fault::error(field.name.span.clone(), message).expected("each field once");
        self.state.borrow_mut().report(&field.value, fault);
    }
}

impl<'t> MapAccess<'t> for Fields<'t> {
    type Error = DecodeError;

    fn next_key_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        while let Some(field) = self.fields.get(self.next) {
            self.next += 1;
            let index = self.known.iter().position(|known| *known == field.name.text);
            let spoiled = self.state.borrow().spoiled.has(&field.value);
            let Some(index) = index else {
                if !spoiled {
                    self.report_unknown(field);
                }
                continue;
            };
            if self.given[index].is_some() {
                if !spoiled {
                    self.report_repeated(field);
                }
                continue;
            }
            self.given[index] = Some(field);
            if spoiled {
                continue;
            }
            let name: StrDeserializer<'_, DecodeError> =
                field.name.text.as_str().into_deserializer();
            return seed.deserialize(name).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<S::Value> {
        let field = self.next.checked_sub(1).and_then(|index| self.fields.get(index));
        let Some(field) = field else {
            return Err(serde::de::Error::custom("a value without a field"));
        };
        self.state.borrow_mut().visits += 1;
        seed.deserialize(Value::new(&field.value, self.state))
    }
}

/// What stands behind the name of a variant.
#[derive(Clone, Copy)]
pub(super) enum Content<'t> {
    Nothing,
    Group(&'t Group),
}

/// A variant and its content.
pub(super) struct Variant<'t> {
    pub value: Value<'t>,
    pub name: &'t str,
    pub content: Content<'t>,
}

impl<'t> Variant<'t> {
    fn wrong<T>(self, message: String, expected: String) -> Result<T> {
        let node = self.value.node;
        Err(DecodeError::new(node, Fault::error(node.span.clone(), message).expected(expected)))
    }

    fn needs_content<T>(self, form: &str) -> Result<T> {
        let name = self.name;
        self.wrong(format!("`{name}` stands here without its content"), format!("`{name}{form}`"))
    }
}

impl<'t> EnumAccess<'t> for Variant<'t> {
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<(S::Value, Self)> {
        let name: StrDeserializer<'_, DecodeError> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'t> VariantAccess<'t> for Variant<'t> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<()> {
        match self.content {
            Content::Nothing => Ok(()),
            Content::Group(_) => {
                let name = self.name;
                self.wrong(format!("`{name}` takes no content"), format!("`{name}`"))
            }
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<S::Value> {
        match self.content {
            Content::Nothing => self.needs_content("(…)"),
            Content::Group(group) => self.value.content(group, seed),
        }
    }

    fn tuple_variant<V: Visitor<'t>>(self, len: usize, visitor: V) -> Result<V::Value> {
        let Content::Group(group) = self.content else { return self.needs_content("(…, …)") };
        let node = self.value.node;
        let items = match &group.parts {
            Parts::Plain(items) if items.len() == len => items,
            _ if group.damaged => return Err(DecodeError::silent(node)),
            _ => {
                let name = self.name;
                let message = format!("`{name}` takes {len} values");
                return self.wrong(message, format!("`{name}(…, …)`"));
            }
        };
        let state = self.value.state;
        if items.iter().any(|item| state.borrow().spoiled.has(item)) {
            return Err(DecodeError::silent(node));
        }
        visitor
            .visit_seq(Elements { items: items.iter(), state, skips: false })
            .map_err(|error| error.escalate(node))
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let Content::Group(group) = self.content else {
            return self.needs_content(&format!("({}: …)", fields.first().unwrap_or(&"field")));
        };
        let content = Value { is_content: true, ..self.value };
        let walk = Fields::new(content, group, self.name, fields)?;
        visitor.visit_map(walk).map_err(|error| {
            error.at(self.value.node, |field| group.damaged || has_field(group, field))
        })
    }
}
