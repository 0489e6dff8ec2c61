//! First step: every schema object gets a known type, or is emptied.
//!
//! Servers leave `type` out, write names nobody knows, or use booleans as
//! schemas. After this step each object has a usable type, or a reference or
//! composition that stands for one, or no members at all.

use super::position::{Reach, TABLES, each_child_mut, has_composition};
use super::subset::Primitive;
use serde_json::{Map, Value, json};

/// Sanitizes in place, children before their parent.
pub(super) fn sanitize(value: &mut Value) {
    match value {
        // "Anything goes" and "nothing goes" both end as a plain string.
        Value::Bool(_) => *value = json!({"type": "string"}),
        Value::Array(list) => list.iter_mut().for_each(sanitize),
        Value::Object(schema) => sanitize_object(schema),
        Value::Null | Value::Number(_) | Value::String(_) => {}
    }
}

fn sanitize_object(schema: &mut Map<String, Value>) {
    for table in TABLES {
        if schema.get(table).is_some_and(|value| !value.is_object()) {
            schema.remove(table);
        }
    }
    each_child_mut(schema, Reach::Everything, &mut sanitize);

    if let Some(constant) = schema.remove("const") {
        schema.insert("enum".to_owned(), Value::Array(vec![constant]));
    }

    let mut types = known_types(schema.get("type"));
    if types.is_empty() {
        // The type may be elsewhere. Even an unknown `type` is left standing
        // here, and the reading step then refuses it.
        if schema.contains_key("$ref") || has_composition(schema) {
            return;
        }
        let Some(inferred) = infer_type(schema) else {
            schema.clear();
            return;
        };
        types.push(inferred);
    }

    write_types(schema, &types);
    if types.contains(&Primitive::Object) && !schema.contains_key("properties") {
        schema.insert("properties".to_owned(), json!({}));
    }
    if types.contains(&Primitive::Array) && !schema.contains_key("items") {
        schema.insert("items".to_owned(), json!({"type": "string"}));
    }
}

/// The names of `type` that the subset knows, in their order, repeats included.
fn known_types(declared: Option<&Value>) -> Vec<Primitive> {
    let known = |name: &Value| name.as_str().and_then(Primitive::from_name);
    match declared {
        Some(Value::Array(names)) => names.iter().filter_map(known).collect(),
        Some(name) => known(name).into_iter().collect(),
        None => Vec::new(),
    }
}

/// Guesses a type from the keywords that are there. A keyword counts even when
/// its value is `null`, and the strongest kind of evidence wins, not the first.
fn infer_type(schema: &Map<String, Value>) -> Option<Primitive> {
    const EVIDENCE: [(Primitive, &[&str]); 4] = [
        (Primitive::Object, &["properties", "required", "additionalProperties"]),
        (Primitive::Array, &["items", "prefixItems"]),
        (Primitive::String, &["enum", "format"]),
        (
            Primitive::Number,
            &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
        ),
    ];
    EVIDENCE
        .iter()
        .find(|(_, keywords)| keywords.iter().any(|key| schema.contains_key(*key)))
        .map(|(kind, _)| *kind)
}

fn write_types(schema: &mut Map<String, Value>, types: &[Primitive]) {
    let name = |kind: &Primitive| Value::from(kind.name());
    let written = match types {
        [one] => name(one),
        many => Value::Array(many.iter().map(name).collect()),
    };
    schema.insert("type".to_owned(), written);
}
