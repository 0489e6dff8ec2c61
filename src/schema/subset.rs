//! The subset of JSON Schema that a request can carry.
//!
//! Only the shape and its text form. Reading is in `read`, building by hand in
//! `build`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A schema in the subset. The fields are in the order in which the members
/// are written; a field that is `None` is not written at all.
///
/// Deserializing is strict about shapes (a list in `items` is an error) and
/// silently drops members outside the subset, as upstream does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JsonSchema {
    /// `$ref`, kept as it came: it is never resolved or checked.
    #[serde(rename = "$ref", skip_serializing_if = "Option::is_none")]
    pub r#ref: Option<String>,
    /// `type`, one name or several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<SchemaType>,
    /// `description`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// `encrypted`, a marker of the Responses API for messages between agents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encrypted: Option<bool>,
    /// `enum`, any JSON values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#enum: Option<Vec<Value>>,
    /// `items`, one schema for all elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Box<JsonSchema>>,
    /// `properties`, by name in byte order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<BTreeMap<String, JsonSchema>>,
    /// `required`, in the server's order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<Vec<String>>,
    /// `additionalProperties`.
    #[serde(rename = "additionalProperties", skip_serializing_if = "Option::is_none")]
    pub additional_properties: Option<AdditionalProperties>,
    /// `anyOf`.
    #[serde(rename = "anyOf", skip_serializing_if = "Option::is_none")]
    pub any_of: Option<Vec<JsonSchema>>,
    /// `oneOf`.
    #[serde(rename = "oneOf", skip_serializing_if = "Option::is_none")]
    pub one_of: Option<Vec<JsonSchema>>,
    /// `allOf`.
    #[serde(rename = "allOf", skip_serializing_if = "Option::is_none")]
    pub all_of: Option<Vec<JsonSchema>>,
    /// `$defs`, by name in byte order.
    #[serde(rename = "$defs", skip_serializing_if = "Option::is_none")]
    pub defs: Option<BTreeMap<String, JsonSchema>>,
    /// `definitions`, the older name of `$defs`; both can be there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definitions: Option<BTreeMap<String, JsonSchema>>,
}

impl JsonSchema {
    /// The compact JSON text. Its length in bytes is the size that the schema
    /// budget is compared with.
    pub fn to_json(&self) -> String {
        // Every key is a string and every number finite, so only a broken
        // writer could fail, and a `String` is not one.
        serde_json::to_string(self).expect("a schema is always valid JSON")
    }
}

/// The `type` member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum SchemaType {
    /// Written as one name.
    One(Primitive),
    /// Written as a list of names, in the server's order.
    Many(Vec<Primitive>),
}

/// The JSON type names of the subset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Primitive {
    /// `string`
    String,
    /// `number`
    Number,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `object`
    Object,
    /// `array`
    Array,
    /// `null`
    Null,
}

impl Primitive {
    /// All names.
    pub const ALL: [Self; 7] = [
        Self::String,
        Self::Number,
        Self::Boolean,
        Self::Integer,
        Self::Object,
        Self::Array,
        Self::Null,
    ];

    /// The name as it is written in a schema.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Object => "object",
            Self::Array => "array",
            Self::Null => "null",
        }
    }

    /// The type with exactly this name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The `additionalProperties` member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum AdditionalProperties {
    /// Allowed or not.
    Bool(bool),
    /// Allowed if they match.
    Schema(Box<JsonSchema>),
}
