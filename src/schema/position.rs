//! Where schemas sit inside a schema. Every pass asks here, so that they
//! cannot disagree about what is a schema and what is only a literal or a name.

use serde_json::{Map, Value};

/// Members that combine schemas. An object that has one needs no `type`.
pub(super) const COMPOSITIONS: [&str; 3] = ["anyOf", "oneOf", "allOf"];

/// Members that hold named definitions.
pub(super) const TABLES: [&str; 2] = ["$defs", "definitions"];

/// What a member of a schema object holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// One schema, or a list of them.
    Schema,
    /// One schema unless it is a boolean.
    SchemaOrBool,
    /// An object whose values are schemas and whose keys are free names.
    Named,
    /// A definition table.
    Table,
    /// Schemas that only matter as a hint; no pass after sanitizing looks here.
    Hint,
    /// No schema.
    Other,
}

impl Position {
    pub(super) fn of(key: &str) -> Self {
        match key {
            "items" | "anyOf" | "oneOf" | "allOf" => Self::Schema,
            "additionalProperties" => Self::SchemaOrBool,
            "properties" => Self::Named,
            "$defs" | "definitions" => Self::Table,
            "prefixItems" => Self::Hint,
            _ => Self::Other,
        }
    }
}

/// Which children a pass wants besides the plain ones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Neither definition tables nor hints.
    Plain,
    /// Definition tables too.
    Tables,
    /// Definition tables and hints.
    Everything,
}

impl Reach {
    fn wants(self, position: Position) -> bool {
        match position {
            Position::Other => false,
            Position::Table => self != Self::Plain,
            Position::Hint => self == Self::Everything,
            Position::Schema | Position::SchemaOrBool | Position::Named => true,
        }
    }
}

/// Calls `visit` for every direct child schema. Lists are looked through.
pub(super) fn each_child_mut(
    schema: &mut Map<String, Value>,
    reach: Reach,
    visit: &mut dyn FnMut(&mut Value),
) {
    for (key, member) in schema.iter_mut() {
        let position = Position::of(key);
        if !reach.wants(position) {
            continue;
        }
        match (position, member) {
            (Position::Named | Position::Table, Value::Object(named)) => {
                named.values_mut().for_each(&mut *visit);
            }
            (Position::Named | Position::Table, _) => {}
            (Position::SchemaOrBool, Value::Bool(_)) => {}
            (_, member) => each_in_list_mut(member, visit),
        }
    }
}

/// The read-only twin of [`each_child_mut`], always with [`Reach::Plain`].
pub(super) fn each_plain_child(schema: &Map<String, Value>, visit: &mut dyn FnMut(&Value)) {
    for (key, member) in schema {
        match (Position::of(key), member) {
            (Position::Named, Value::Object(named)) => named.values().for_each(&mut *visit),
            (Position::SchemaOrBool, Value::Bool(_)) => {}
            (Position::Schema | Position::SchemaOrBool, member) => each_in_list(member, visit),
            (Position::Named | Position::Table | Position::Hint | Position::Other, _) => {}
        }
    }
}

pub(super) fn has_composition(schema: &Map<String, Value>) -> bool {
    COMPOSITIONS.iter().any(|key| schema.contains_key(*key))
}

fn each_in_list_mut(value: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|element| each_in_list_mut(element, visit)),
        _ => visit(value),
    }
}

fn each_in_list(value: &Value, visit: &mut dyn FnMut(&Value)) {
    match value {
        Value::Array(list) => list.iter().for_each(|element| each_in_list(element, visit)),
        _ => visit(value),
    }
}
