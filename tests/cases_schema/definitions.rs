//! Which definitions stay, and how a reference is read.

use crate::check;
use serde_json::{Map, Value, json};

#[test]
fn js_rows_definitions() {
    for (id, input, expected) in [
        (
            "JS-27",
            r##"{"type":"object","properties":{"user":{"$ref":"#/$defs/User"}},"$defs":{"User":{"type":"object","properties":{"name":{"type":"string"}}},"Unused":{"type":"string"}}}"##,
            r##"{"type":"object","properties":{"user":{"$ref":"#/$defs/User"}},"$defs":{"User":{"type":"object","properties":{"name":{"type":"string"}}}}}"##,
        ),
        (
            "JS-29",
            r##"{"type":"object","properties":{"node":{"$ref":"#/$defs/Node"}},"$defs":{"Node":{"type":"object","properties":{"next":{"$ref":"#/$defs/Node"}}}}}"##,
            r##"{"type":"object","properties":{"node":{"$ref":"#/$defs/Node"}},"$defs":{"Node":{"type":"object","properties":{"next":{"$ref":"#/$defs/Node"}}}}}"##,
        ),
        (
            "JS-30",
            r##"{"type":"object","properties":{"user":{"$ref":"#/definitions/User"}},"definitions":{"User":{"type":"object","properties":{"profile":{"$ref":"#/definitions/Profile"}}},"Profile":{"type":"object","properties":{"name":{"type":"string"}}},"Unused":{"type":"string"}}}"##,
            r##"{"type":"object","properties":{"user":{"$ref":"#/definitions/User"}},"definitions":{"Profile":{"type":"object","properties":{"name":{"type":"string"}}},"User":{"type":"object","properties":{"profile":{"$ref":"#/definitions/Profile"}}}}}"##,
        ),
        (
            "JS-34",
            r##"{"type":"object","properties":{"user":{"$ref":"#/$defs/User"}},"$defs":["not","an","object"]}"##,
            r##"{"type":"object","properties":{"user":{"$ref":"#/$defs/User"}}}"##,
        ),
    ] {
        println!("{id}");
        check(input, expected);
    }
}

/// `reference` beside a table that holds the entries `A`, `a/b`, `a~b`, `é`,
/// `50%` and the empty name; `kept` lists the survivors.
#[track_caller]
fn check_reference(reference: &str, kept: &[&str]) {
    let entry = json!({"type": "integer"});
    let table = |names: &[&str]| -> Value {
        names.iter().map(|name| (name.to_string(), entry.clone())).collect::<Map<_, _>>().into()
    };
    let mut input =
        json!({"$ref": reference, "$defs": table(&["A", "a/b", "a~b", "é", "50%", ""])});
    let text = input.to_string();
    input["$defs"] = table(kept);
    if kept.is_empty() {
        input.as_object_mut().unwrap().remove("$defs");
    }
    check(&text, &input.to_string());
}

#[test]
fn references_are_decoded_percent_first() {
    for (reference, kept) in [
        ("#/$defs/A", &["A"][..]),
        ("#/$defs/A/properties/name", &["A"]),
        ("#/%24defs/A", &["A"]),
        ("#%2F$defs%2fA", &["A"]),
        ("#/$defs/a~1b", &["a/b"]),
        ("#/$defs/a%7E1b", &["a/b"]),
        ("#/$defs/a~0b", &["a~b"]),
        ("#/$defs/%C3%A9", &["é"]),
        ("#/$defs/é", &["é"]),
        // A percent sign that starts no escape is itself.
        ("#/$defs/50%", &["50%"]),
        ("#/$defs/", &[""]),
        // Percent-decoding first makes this slash a separator.
        ("#/$defs/a%2Fb", &[]),
        ("#/$defs", &[]),
        ("#", &[]),
        ("#$defs/A", &[]),
        ("#A", &[]),
        ("/$defs/A", &[]),
        ("other.json#/$defs/A", &[]),
        ("#/definitions/A", &[]),
        ("#/properties/$defs/A", &[]),
        ("#/$defs/%FF", &[]),
        ("#/$defs/A%", &[]),
        ("#/$defs/A~2", &[]),
        ("#/$defs/A/b~", &[]),
    ] {
        check_reference(reference, kept);
    }
}

#[test]
fn which_references_keep_a_definition() {
    // Outside the tables only schema positions count ...
    check(
        r##"{"type":"object","examples":[{"$ref":"#/$defs/A"}],"patternProperties":{"x":{"$ref":"#/$defs/A"}},"prefixItems":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"type":"string"}}}"##,
        r#"{"type":"object","properties":{}}"#,
    );
    // ... inside a reached definition any member does.
    check(
        r##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"string","examples":[{"deep":{"$ref":"#/$defs/B"}}]},"B":{"type":"string"},"C":{"$ref":"#/$defs/B"}}}"##,
        r##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"string"},"B":{"type":"string"}}}"##,
    );
}

#[test]
fn deeper_tables_and_look_alikes() {
    // A table below the root is kept whole, and keeps nothing alive itself.
    check(
        r##"{"properties":{"a":{"type":"string","$defs":{"In":{"$ref":"#/$defs/Out"},"Flag":true}}},"$defs":{"Out":{"type":"string"}}}"##,
        r##"{"type":"object","properties":{"a":{"type":"string","$defs":{"Flag":{"type":"string"},"In":{"$ref":"#/$defs/Out"}}}}}"##,
    );
    // Properties that are called like a keyword are properties.
    let look_alikes = r##"{"type":"object","properties":{"$defs":{"$ref":"#/$defs/A"},"$ref":{"type":"string"},"definitions":{"type":"string"}},"$defs":{"A":{"type":"string"}}}"##;
    check(look_alikes, look_alikes);
    // Both tables, each with its own names.
    check(
        r##"{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/definitions/B"}],"$defs":{"A":{"type":"string"},"B":{"type":"string"}},"definitions":{"A":{"type":"string"},"B":{"$ref":"https://x.test/y"}}}"##,
        r##"{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/definitions/B"}],"$defs":{"A":{"type":"string"}},"definitions":{"B":{"$ref":"https://x.test/y"}}}"##,
    );
}
