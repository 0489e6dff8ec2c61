//! Input that is meant to break the preparation, and laws over random input.

use crate::{check, check_with, prepare};
use freezeframe::schema::{
    JsonSchema, MAX_SCHEMA_DEPTH, SchemaError, SchemaLimits, parse_tool_input_schema,
};
use serde_json::{Map, Value, json};

/// `levels` nested levels, the innermost an empty object.
fn nested(levels: usize, wrap: impl Fn(Value) -> Value) -> Value {
    (1..levels).fold(json!({}), |inner, _| wrap(inner))
}

#[test]
fn nesting_is_bounded() {
    let items = |levels| nested(levels, |inner| json!({"items": inner})).to_string();
    assert!(prepare(&items(MAX_SCHEMA_DEPTH), &SchemaLimits::default()).is_ok());
    check(&items(MAX_SCHEMA_DEPTH + 1), "error: nested 65 levels deep, at most 64");

    // Literals and unknown members count as well, and far deeper than the
    // JSON reader would let through.
    let lists = nested(20_000, |inner| Value::Array(vec![inner]));
    let raw = Value::Object(Map::from_iter([("examples".to_owned(), lists)]));
    let refused = parse_tool_input_schema(&raw, &SchemaLimits::default());
    assert_eq!(refused, Err(SchemaError::TooDeep { depth: 20_001, limit: 64 }));
    unnest(raw);
}

/// Takes a deep value apart step by step; dropping it whole would recurse.
fn unnest(value: Value) {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(list) => pending.extend(list),
            Value::Object(map) => pending.extend(map.into_iter().map(|(_, member)| member)),
            _ => {}
        }
    }
}

#[test]
fn the_subset_reader_has_the_same_bound() {
    let deep = nested(MAX_SCHEMA_DEPTH + 1, |inner| json!({"items": inner}));
    let refused = serde_json::from_value::<JsonSchema>(deep).map_err(|error| error.to_string());
    assert!(refused.is_err_and(|text| text.contains("65 levels")));
}

#[test]
fn a_megabyte_of_description() {
    let input = json!({"type": "object", "description": "x".repeat(1 << 20)});
    check(&input.to_string(), r#"{"type":"object","properties":{}}"#);
    let trusted = SchemaLimits { compact: false, ..SchemaLimits::default() };
    let whole = prepare(&input.to_string(), &trusted).expect("valid");
    assert!(whole.bytes_after > 1 << 20);
}

#[test]
fn a_huge_enum_stays_and_a_huge_name_is_cut_in_the_error() {
    let names: Vec<String> = (0..20_000).map(|index| format!("value-{index}")).collect();
    let input = json!({"type": "string", "enum": names}).to_string();
    check(&input, &input);

    let name = "é/".repeat(1 << 19);
    let input = json!({"properties": {name.as_str(): {"type": name.as_str(), "anyOf": []}}});
    let error = prepare(&input.to_string(), &SchemaLimits::default()).unwrap_err().to_string();
    assert!(error.contains("at #/properties/é~1é"), "{error}");
    assert!(error.len() < 400, "{} bytes", error.len());
}

#[test]
fn rings_of_references_end() {
    let own = r##"{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}}"##;
    check(own, own);
    check(r##"{"$ref":"#"}"##, r##"{"$ref":"#"}"##);

    let size = 2_000;
    let ring: Map<String, Value> = (0..size)
        .map(|index| {
            let next = format!("#/$defs/N{:04}", (index + 1) % size);
            (format!("N{index:04}"), json!({"anyOf": [{"$ref": next}, {"$ref": "#/$defs/N0000"}]}))
        })
        .collect();
    let input = json!({"$ref": "#/$defs/N0000", "$defs": ring}).to_string();
    check_with(&SchemaLimits { compact: false, ..SchemaLimits::default() }, &input, &input);
    check(&input, "{}");
}

#[cfg(feature = "laws")]
mod laws {
    use super::*;
    use freezeframe::schema::CompactPass;
    use proptest::prelude::*;

    const KEYS: [&str; 17] = [
        "$ref",
        "type",
        "description",
        "enum",
        "const",
        "items",
        "prefixItems",
        "properties",
        "required",
        "additionalProperties",
        "anyOf",
        "oneOf",
        "allOf",
        "$defs",
        "definitions",
        "format",
        "minimum",
    ];

    /// JSON that looks like a schema often enough to get deep into the code.
    fn schema_like() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            prop::sample::select(vec![
                "string",
                "object",
                "array",
                "null",
                "bogus",
                "#/$defs/a",
                "#/definitions/b/x",
                "#/%24defs/b",
                "#/$defs/a~2",
                "other#/$defs/a",
            ])
            .prop_map(Value::from),
        ];
        leaf.prop_recursive(6, 60, 5, |inner| {
            let key = prop_oneof![
                6 => prop::sample::select(KEYS.to_vec()),
                1 => prop::sample::select(vec!["a", "b"]),
            ];
            prop_oneof![
                3 => prop::collection::vec((key, inner.clone()), 0..5).prop_map(|members| {
                    members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
                }),
                1 => prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
                2 => prop::collection::vec((prop::sample::select(vec!["a", "b"]), inner), 0..3)
                    .prop_map(|named| {
                        let named: Map<_, _> =
                            named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
                        json!({"type": "object", "properties": named, "$defs": named})
                    }),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_comes_out_is_a_readable_subset(raw in schema_like(), budget_bytes in 0..200_usize) {
            let limits = SchemaLimits { budget_bytes, ..SchemaLimits::default() };
            let Ok(prepared) = parse_tool_input_schema(&raw, &limits) else {
                return Ok(());
            };
            let text = prepared.schema.to_json();
            prop_assert_eq!(prepared.bytes_after, text.len());
            prop_assert!(prepared.bytes_after <= prepared.bytes_before);
            prop_assert!(CompactPass::ALL.starts_with(&prepared.passes));
            let fits = prepared.bytes_after <= budget_bytes;
            prop_assert!(fits || prepared.passes.len() == CompactPass::ALL.len());
            let read: JsonSchema = serde_json::from_str(&text).expect("own output");
            prop_assert_eq!(read, prepared.schema);
        }

        #[test]
        fn compaction_decides_no_failure(raw in schema_like()) {
            let of = |compact| {
                let limits = SchemaLimits { budget_bytes: 0, collapse_depth: 1, compact };
                parse_tool_input_schema(&raw, &limits)
            };
            // Emptying the root can lift the null refusal; nothing else changes.
            match of(false) {
                Err(SchemaError::SingletonNull) => {}
                whole => prop_assert_eq!(whole.err(), of(true).err()),
            }
        }
    }
}
