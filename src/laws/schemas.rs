//! JSON schemas: mostly of the kind that servers send, with everything that can be wrong with them.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::names;
use crate::schema::SchemaLimits;

const PROPERTIES: [&str; 8] =
    ["a", "b", "description", "type", "$defs", "items", "properties", "$ref"];
const TYPES: [&str; 9] =
    ["string", "object", "array", "number", "integer", "boolean", "null", "enum", "date"];
const REFERENCES: [&str; 8] = [
    "#/$defs/a",
    "#/$defs/b",
    "#/definitions/a",
    "#/$defs/a/properties/b",
    "#/%24defs/a~1b",
    "#",
    "#/$defs/none",
    "https://example.com/schema",
];
/// Levels of schemas inside schemas.
const DEPTH: u32 = 4;

/// A schema; most can be used, some cannot.
pub fn schema() -> BoxedStrategy<Value> {
    prop_oneof![8 => root(), 1 => any_json()].boxed()
}

/// A schema as JSON text.
pub fn schema_text() -> BoxedStrategy<String> {
    schema().prop_map(|schema| schema.to_string()).boxed()
}

/// Limits: the baseline's, or small ones that make every pass run.
pub fn limits() -> BoxedStrategy<SchemaLimits> {
    let budget = prop_oneof![Just(5_000_usize), 0..400_usize];
    (budget, 0..4_usize, any::<bool>())
        .prop_map(|(budget_bytes, collapse_depth, compact)| SchemaLimits {
            budget_bytes,
            collapse_depth,
            compact,
        })
        .boxed()
}

/// Any small JSON value.
pub fn any_json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        names::prose().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let key = prop_oneof![
            select(&PROPERTIES[..]).prop_map(str::to_owned),
            select(&["anyOf", "enum", "additionalProperties", "required"][..])
                .prop_map(str::to_owned),
            names::any_text(),
        ];
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((key, inner), 0..4)
                .prop_map(|members| { Value::Object(members.into_iter().collect::<Map<_, _>>()) }),
        ]
    })
    .boxed()
}

/// A schema with definition tables beside it.
fn root() -> BoxedStrategy<Value> {
    let table = || option::weighted(0.4, vec((select(&["a", "b", "a/b"][..]), node()), 0..3));
    (node(), table(), table())
        .prop_map(|(mut root, defs, definitions)| {
            if let Value::Object(root) = &mut root {
                for (key, table) in [("$defs", defs), ("definitions", definitions)] {
                    let table = table.map(|t| t.into_iter().map(|(k, v)| (k.to_owned(), v)));
                    if let Some(table) = table {
                        root.insert(key.to_owned(), Value::Object(table.collect()));
                    }
                }
            }
            root
        })
        .boxed()
}

fn node() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        6 => select(&TYPES[..]).prop_map(|name| json!({ "type": name })),
        2 => names::prose().prop_map(|text| json!({ "type": "string", "description": text })),
        2 => select(&REFERENCES[..]).prop_map(|target| json!({ "$ref": target })),
        1 => Just(json!({})),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(json!({ "enum": ["a", 1, null] })),
        1 => Just(json!({ "const": { "a": [] } })),
        1 => Just(json!({ "title": "t", "description": "d" })),
        1 => Just(json!({ "minimum": 3, "format": "date" })),
        1 => Just(json!({ "type": ["null", "string", "bogus"] })),
        1 => Just(Value::Null),
    ];
    leaf.prop_recursive(DEPTH, 24, 4, |inner| {
        prop_oneof![
            4 => object(inner.clone()),
            2 => inner.clone().prop_map(|items| json!({ "type": "array", "items": items })),
            2 => composition(inner.clone()),
            1 => inner.clone().prop_map(|rest| json!({ "additionalProperties": rest })),
            1 => vec(inner.clone(), 0..3).prop_map(|items| json!({ "prefixItems": items })),
            1 => vec(inner, 0..2).prop_map(|items| json!({ "items": items })),
        ]
    })
    .boxed()
}

fn object(inner: impl Strategy<Value = Value> + 'static) -> BoxedStrategy<Value> {
    let properties = vec((select(&PROPERTIES[..]), inner), 0..4);
    (properties, option::of(names::prose()), option::of(vec(select(&PROPERTIES[..]), 0..3)))
        .prop_map(|(properties, description, required)| {
            let properties = properties.into_iter().map(|(key, value)| (key.to_owned(), value));
            let mut schema = Map::new();
            schema.insert("type".to_owned(), json!("object"));
            schema.insert("properties".to_owned(), Value::Object(properties.collect()));
            if let Some(text) = description {
                schema.insert("description".to_owned(), text.into());
            }
            if let Some(names) = required {
                schema.insert("required".to_owned(), json!(names));
            }
            Value::Object(schema)
        })
        .boxed()
}

fn composition(inner: impl Strategy<Value = Value> + 'static) -> BoxedStrategy<Value> {
    (select(&["anyOf", "oneOf", "allOf"][..]), vec(inner, 0..3), option::of(select(&TYPES[..])))
        .prop_map(|(keyword, members, name)| {
            let mut schema = Map::new();
            schema.insert(keyword.to_owned(), Value::from(members));
            if let Some(name) = name {
                schema.insert("type".to_owned(), json!(name));
            }
            Value::Object(schema)
        })
        .boxed()
}
