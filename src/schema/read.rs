//! Reading the subset out of a JSON value, strictly.
//!
//! Members outside the subset are ignored and a `null` member reads as absent.
//! Everything else must have its exact shape. Written by hand because a derived
//! reader says neither where it failed nor refuses a list in place of a schema.

use super::SchemaError;
use super::subset::{AdditionalProperties, JsonSchema, Primitive, SchemaType};
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;
use std::collections::BTreeMap;

/// Longest piece of a property name or type name that an error quotes, in
/// characters.
const MAX_QUOTE: usize = 40;

/// Reads one schema and everything below it.
pub(super) fn schema(value: &Value) -> Result<JsonSchema, SchemaError> {
    read_schema(value).map_err(SchemaError::from)
}

impl<'de> Deserialize<'de> for JsonSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        super::check_nesting(&value).and_then(|()| schema(&value)).map_err(de::Error::custom)
    }
}

/// A value of the wrong shape, and the way to it, innermost step first.
struct Misfit {
    steps: Vec<String>,
    expected: &'static str,
    found: String,
}

type Read<T> = Result<T, Misfit>;

impl Misfit {
    fn new(expected: &'static str, found: &Value) -> Self {
        let found = match found {
            Value::Null => "null".to_owned(),
            Value::Bool(_) => "a boolean".to_owned(),
            Value::Number(_) => "a number".to_owned(),
            Value::String(text) => format!("the text `{}`", quote(text)),
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
        };
        Self { steps: Vec::new(), expected, found }
    }

    fn under(mut self, step: &str) -> Self {
        self.steps.push(quote(step).replace('~', "~0").replace('/', "~1"));
        self
    }
}

impl From<Misfit> for SchemaError {
    fn from(misfit: Misfit) -> Self {
        let place: String = misfit.steps.iter().rev().flat_map(|s| ["/", s]).collect();
        Self::NotDeserializable {
            message: format!("at #{place}: expected {}, found {}", misfit.expected, misfit.found),
        }
    }
}

fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn read_schema(value: &Value) -> Read<JsonSchema> {
    let Value::Object(members) = value else {
        return Err(Misfit::new("a schema object", value));
    };
    let mut schema = JsonSchema::default();
    for (key, member) in members {
        if !member.is_null() {
            read_member(&mut schema, key, member).map_err(|misfit| misfit.under(key))?;
        }
    }
    Ok(schema)
}

fn read_member(schema: &mut JsonSchema, key: &str, member: &Value) -> Read<()> {
    match key {
        "$ref" => schema.r#ref = Some(read_text(member)?),
        "type" => schema.r#type = Some(read_type(member)?),
        "description" => schema.description = Some(read_text(member)?),
        "encrypted" => schema.encrypted = Some(read_bool(member)?),
        "enum" => schema.r#enum = Some(read_list(member, |value| Ok(value.clone()))?),
        "items" => schema.items = Some(Box::new(read_items(member)?)),
        "properties" => schema.properties = Some(read_named(member)?),
        "required" => schema.required = Some(read_list(member, read_text)?),
        "additionalProperties" => schema.additional_properties = Some(read_additional(member)?),
        "anyOf" => schema.any_of = Some(read_list(member, read_schema)?),
        "oneOf" => schema.one_of = Some(read_list(member, read_schema)?),
        "allOf" => schema.all_of = Some(read_list(member, read_schema)?),
        "$defs" => schema.defs = Some(read_named(member)?),
        "definitions" => schema.definitions = Some(read_named(member)?),
        _ => {}
    }
    Ok(())
}

fn read_text(value: &Value) -> Read<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        other => Err(Misfit::new("a text", other)),
    }
}

fn read_bool(value: &Value) -> Read<bool> {
    value.as_bool().ok_or_else(|| Misfit::new("a boolean", value))
}

fn read_type(value: &Value) -> Read<SchemaType> {
    match value {
        Value::Array(_) => read_list(value, read_primitive).map(SchemaType::Many),
        one => read_primitive(one).map(SchemaType::One),
    }
}

fn read_primitive(value: &Value) -> Read<Primitive> {
    value
        .as_str()
        .and_then(Primitive::from_name)
        .ok_or_else(|| Misfit::new("a JSON type name", value))
}

fn read_items(value: &Value) -> Read<JsonSchema> {
    if value.is_array() {
        let expected = "one schema for all items (one per position is not supported)";
        return Err(Misfit::new(expected, value));
    }
    read_schema(value)
}

fn read_additional(value: &Value) -> Read<AdditionalProperties> {
    match value {
        Value::Bool(allowed) => Ok(AdditionalProperties::Bool(*allowed)),
        Value::Object(_) => Ok(AdditionalProperties::Schema(Box::new(read_schema(value)?))),
        other => Err(Misfit::new("a boolean or a schema object", other)),
    }
}

fn read_list<T>(value: &Value, read: impl Fn(&Value) -> Read<T>) -> Read<Vec<T>> {
    let Value::Array(elements) = value else {
        return Err(Misfit::new("a list", value));
    };
    let numbered = elements.iter().enumerate();
    numbered
        .map(|(index, element)| read(element).map_err(|misfit| misfit.under(&index.to_string())))
        .collect()
}

fn read_named(value: &Value) -> Read<BTreeMap<String, JsonSchema>> {
    let Value::Object(entries) = value else {
        return Err(Misfit::new("an object of named schemas", value));
    };
    entries
        .iter()
        .map(|(name, entry)| match read_schema(entry) {
            Ok(schema) => Ok((name.clone(), schema)),
            Err(misfit) => Err(misfit.under(name)),
        })
        .collect()
}
