//! Compaction: what each pass removes, and that it stops as soon as it fits.

use crate::{check, check_with, prepare};
use freezeframe::schema::{CompactPass, SchemaLimits};
use serde_json::{Value, json};

const TRUSTED: SchemaLimits =
    SchemaLimits { budget_bytes: 5_000, collapse_depth: 3, compact: false };

/// Checks the baseline result, and the number of passes and the two sizes.
#[track_caller]
fn check_compaction(input: &Value, expected: &str, passes: usize, before: usize) {
    let text = input.to_string();
    check(&text, expected);
    let prepared = prepare(&text, &SchemaLimits::default()).expect("checked above");
    assert_eq!(prepared.passes, CompactPass::ALL[..passes]);
    assert_eq!(prepared.bytes_before, before);
    assert_eq!(prepared.bytes_after, expected.len());
}

fn text(bytes: usize) -> String {
    "d".repeat(bytes)
}

/// An object with `count` properties `field_000`, `field_001` and so on.
fn fields(count: usize) -> Value {
    let string = || json!({"type": "string"});
    let named = (0..count).map(|index| (format!("field_{index:03}"), string()));
    json!({"type": "object", "properties": named.collect::<serde_json::Map<_, _>>()})
}

#[test]
fn js_41_descriptions_go_first_and_definitions_stay() {
    let input = json!({
        "type": "object",
        "description": text(5_500),
        "properties": {"metadata": {"$ref": "#/$defs/metadata"}},
        "$defs": {"metadata": {"type": "string", "description": "short"}},
    });
    let expected = r##"{"type":"object","properties":{"metadata":{"$ref":"#/$defs/metadata"}},"$defs":{"metadata":{"type":"string"}}}"##;
    let size = input.to_string().len();
    check_compaction(&input, expected, 1, size);
    let whole = prepare(&input.to_string(), &TRUSTED).expect("valid");
    assert_eq!(serde_json::from_str::<Value>(&whole.schema.to_json()).ok(), Some(input));
    assert_eq!((whole.bytes_before, whole.bytes_after, whole.passes.len()), (size, size, 0));
}

#[test]
fn js_42_dropped_members_cost_nothing() {
    let input = json!({
        "type": "object",
        "description": "kept",
        "properties": {"a": {"type": "string", "description": "kept"}},
        "examples": [text(5_500)],
    });
    let expected = r#"{"type":"object","description":"kept","properties":{"a":{"type":"string","description":"kept"}}}"#;
    check_compaction(&input, expected, 0, expected.len());
}

#[test]
fn js_43_stops_after_definitions() {
    let input = json!({
        "type": "object",
        "description": text(5_500),
        "properties": {
            "event": {"type": "object", "properties": {
                "recurrence": {"type": "object", "properties": {
                    "pattern": {"type": "object", "properties": {
                        "kind": {"type": "string", "description": "gone"}}}}}}},
            "metadata": {"$ref": "#/$defs/Metadata"},
        },
        "$defs": {"Metadata": fields(300)},
    });
    let expected = r#"{"type":"object","properties":{"event":{"type":"object","properties":{"recurrence":{"type":"object","properties":{"pattern":{"type":"object","properties":{"kind":{"type":"string"}}}}}}},"metadata":{}}}"#;
    check_compaction(&input, expected, 2, input.to_string().len());
}

#[test]
fn js_44_a_property_called_description_stays() {
    let input = json!({
        "type": "object",
        "description": text(5_500),
        "properties": {"description": {"type": "string", "description": "its own text"}},
    });
    let expected = r#"{"type":"object","properties":{"description":{"type":"string"}}}"#;
    check_compaction(&input, expected, 1, input.to_string().len());
}

#[test]
fn js_46_a_single_variant_is_pruned_too() {
    let input = json!({
        "type": "object",
        "properties": {"choice": {"anyOf": [{"type": "string", "enum": [text(5_500)]}]}},
    });
    let expected = r#"{"type":"object","properties":{"choice":{}}}"#;
    check_compaction(&input, expected, 4, input.to_string().len());
}

#[test]
fn js_48_depth_counts_every_kind_of_child_once() {
    let nested = json!({"nested": fields(100), "scalar": {"type": "string"}});
    let holder = json!({"type": "object", "properties": nested});
    let input = json!({"type": "object", "properties": {
        "object_parent": {"type": "object", "properties": {"complex": holder}},
        "array_parent": {"type": "array", "items": holder},
        "map_parent": {"type": "object", "properties": {}, "additionalProperties": holder},
        "union_parent": {"anyOf": [holder]},
    }});
    let left = r#"{"type":"object","properties":{"nested":{},"scalar":{"type":"string"}}}"#;
    let expected = format!(
        r#"{{"type":"object","properties":{{"array_parent":{{"type":"array","items":{left}}},"map_parent":{{"type":"object","properties":{{}},"additionalProperties":{left}}},"object_parent":{{"type":"object","properties":{{"complex":{left}}}}},"union_parent":{{"anyOf":[{left}]}}}}}}"#
    );
    check_compaction(&input, &expected, 3, input.to_string().len());
}

#[test]
fn js_49_and_js_51_the_budget_is_inclusive() {
    let shape = |bytes: usize| {
        let described =
            r#"{"type":"object","description":"D","properties":{"q":{"type":"string"}}}"#;
        described.replace('D', &text(bytes))
    };
    let bare = r#"{"type":"object","properties":{"q":{"type":"string"}}}"#;
    assert_eq!(bare.len(), 54);
    for (budget_bytes, fits) in [(5_000, 4_929), (4_000, 3_929)] {
        let limits = SchemaLimits { budget_bytes, ..SchemaLimits::default() };
        assert_eq!(shape(fits).len(), budget_bytes);
        check_with(&limits, &shape(fits), &shape(fits));
        check_with(&limits, &shape(fits + 1), bare);
    }
    // Bytes, not characters: 2,465 two-byte letters are 4,930 bytes.
    check(&shape(0).replace("\"\"", &format!("\"{}\"", "é".repeat(2_465))), bare);
}

#[test]
fn js_52_what_cannot_shrink_is_sent_whole() {
    let input = fields(300);
    check_compaction(&input, &input.to_string(), 4, 9_032);
}

#[test]
fn js_54_arrays_are_complex_and_scalars_are_not() {
    let input = json!({"type": "object", "properties": {"a": {"type": "object", "properties": {
    "b": {"type": "object", "properties": {
        "c": fields(300),
        "l": {"type": "array", "items": {"type": "string"}},
        "s": {"type": "string"},
    }}}}}});
    let b = r#"{"c":{},"l":{},"s":{"type":"string"}}"#;
    let wrap = |inner: &str, name: &str| {
        format!(r#"{{"type":"object","properties":{{"{name}":{inner}}}}}"#)
    };
    let b = format!(r#"{{"type":"object","properties":{b}}}"#);
    let expected = wrap(&wrap(&b, "b"), "a");
    check_compaction(&input, &expected, 3, input.to_string().len());
    // The older depth limit empties `b` itself.
    let older = SchemaLimits { collapse_depth: 2, ..SchemaLimits::default() };
    check_with(&older, &input.to_string(), &wrap(&wrap("{}", "b"), "a"));
}

/// A budget of zero runs every pass, whatever the size.
fn check_all_passes(input: &str, expected: &str) {
    let limits = SchemaLimits { budget_bytes: 0, ..SchemaLimits::default() };
    check_with(&limits, input, expected);
}

#[test]
fn passes_leave_literals_and_foreign_references() {
    check_all_passes(
        r##"{"type":"object","description":"x","properties":{"e":{"enum":[{"description":"y","$ref":"#/$defs/A","anyOf":[]}]},"far":{"$ref":"other.json#/$defs/A"},"gone":{"$ref":"#/$defs/Missing"},"near":{"$ref":"#/properties/e"}}}"##,
        r##"{"type":"object","properties":{"e":{"type":"string","enum":[{"description":"y","$ref":"#/$defs/A","anyOf":[]}]},"far":{"$ref":"other.json#/$defs/A"},"gone":{},"near":{"$ref":"#/properties/e"}}}"##,
    );
    // The root can be emptied, as a reference and as a composition.
    check_all_passes(r##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"string"}}}"##, "{}");
    check_all_passes(r#"{"type":"object","oneOf":[{"type":"object"}]}"#, "{}");
    // An empty root is no longer a null root.
    check_all_passes(r#"{"type":"null","allOf":[]}"#, "{}");
    // A null keyword is there for the passes, though it is never written.
    check_all_passes(
        r#"{"properties":{"a":{"type":"string","oneOf":null}}}"#,
        r#"{"type":"object","properties":{"a":{}}}"#,
    );
}

#[test]
fn only_the_first_pass_reaches_tables_below_the_root() {
    check_all_passes(
        r##"{"properties":{"a":{"type":"string","$defs":{"In":{"description":"gone","anyOf":[{"$ref":"#/$defs/Out"}]}}}}}"##,
        r##"{"type":"object","properties":{"a":{"type":"string","$defs":{"In":{"anyOf":[{"$ref":"#/$defs/Out"}]}}}}}"##,
    );
}

#[test]
fn a_depth_limit_of_zero_empties_a_complex_root() {
    let limits = SchemaLimits { budget_bytes: 0, collapse_depth: 0, compact: true };
    check_with(&limits, r#"{"required":["a"]}"#, "{}");
    check_with(&limits, r#"{"type":"string"}"#, r#"{"type":"string"}"#);
}
