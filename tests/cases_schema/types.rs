//! Types and defaults: the JS rows and section vectors without definitions.

use crate::{NULL_ROOT, check};

#[test]
fn js_rows_types_and_defaults() {
    for (id, input, expected) in [
        ("JS-01", r#"true"#, r#"{"type":"string"}"#),
        ("JS-01 false", r#"false"#, r#"{"type":"string"}"#),
        (
            "JS-02",
            r#"{"properties":{"query":{"description":"search query"}}}"#,
            r#"{"type":"object","properties":{"query":{}}}"#,
        ),
        ("JS-03", r#"{"description":"Ticket identifier","title":"Ticket ID"}"#, "{}"),
        (
            "JS-04",
            r#"{"type":"object","properties":{"page":{"type":"integer"},"tags":{"type":"array"}}}"#,
            r#"{"type":"object","properties":{"page":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}}}}"#,
        ),
        (
            "JS-06",
            r#"{"additionalProperties":false}"#,
            r#"{"type":"object","properties":{},"additionalProperties":false}"#,
        ),
        ("JS-07", r#"{"minimum":1}"#, r#"{"type":"number"}"#),
        ("JS-09", r#"{"enum":["fast","safe"]}"#, r#"{"type":"string","enum":["fast","safe"]}"#),
        ("JS-10", r#"{"const":"file"}"#, r#"{"type":"string","enum":["file"]}"#),
        ("JS-11", r#"{"format":"date-time"}"#, r#"{"type":"string"}"#),
        ("JS-12", "{}", "{}"),
        (
            "JS-13",
            r#"{"type":"object","properties":{"metadata":{"properties":{"extra":{}}}}}"#,
            r#"{"type":"object","properties":{"metadata":{"type":"object","properties":{"extra":{}}}}}"#,
        ),
        (
            "JS-14",
            r#"{"prefixItems":[{"type":"string"}]}"#,
            r#"{"type":"array","items":{"type":"string"}}"#,
        ),
        (
            "JS-15",
            r#"{"type":"object","properties":{"metadata":{"additionalProperties":true}}}"#,
            r#"{"type":"object","properties":{"metadata":{"type":"object","properties":{},"additionalProperties":true}}}"#,
        ),
        ("JS-17", r#"{"type":"null"}"#, &format!("error: {NULL_ROOT}")),
        ("JS-19", r#"{"type":["object","null"]}"#, r#"{"type":["object","null"],"properties":{}}"#),
        (
            "JS-22",
            r#"{"type":"object","properties":{"nickname":{"type":["string","null"],"description":"Optional nickname"}},"required":["nickname"],"additionalProperties":false}"#,
            r#"{"type":"object","properties":{"nickname":{"type":["string","null"],"description":"Optional nickname"}},"required":["nickname"],"additionalProperties":false}"#,
        ),
        (
            "JS-23",
            r#"{"type":"object","properties":{"query":{"oneOf":[{"const":"exact"},{"type":"number"}]}}}"#,
            r#"{"type":"object","properties":{"query":{"oneOf":[{"type":"string","enum":["exact"]},{"type":"number"}]}}}"#,
        ),
        (
            "JS-25",
            r#"{"type":["string","null"],"enum":["short","medium","long"],"description":"optional response length"}"#,
            r#"{"type":["string","null"],"description":"optional response length","enum":["short","medium","long"]}"#,
        ),
        ("JS-36", r#"{"type":"integer","const":3,"enum":[1]}"#, r#"{"type":"integer","enum":[3]}"#),
        (
            "JS-37",
            r#"{"type":"array","items":[{"type":"string"},{"type":"number"}]}"#,
            "error: at #/items: expected one schema for all items",
        ),
        (
            "JS-39",
            r#"{"type":"object","patternProperties":{"^x":{"type":"string"}},"not":{"required":["z"]}}"#,
            r#"{"type":"object","properties":{}}"#,
        ),
    ] {
        println!("{id}");
        check(input, expected);
    }
}

#[test]
fn vectors_of_the_schema_section() {
    for (input, expected) in [
        (r#"{"required":["a"]}"#, r#"{"type":"object","properties":{},"required":["a"]}"#),
        (r#"{"type":["bogus","string"]}"#, r#"{"type":"string"}"#),
        (r#"{"type":"enum","enum":["one","two"]}"#, r#"{"type":"string","enum":["one","two"]}"#),
        (r#"{"type":["array","null"]}"#, r#"{"type":["array","null"],"items":{"type":"string"}}"#),
        (r#"{"type":["null","bogus"]}"#, &format!("error: {NULL_ROOT}")),
        (
            r#"{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}"#,
            r#"{"type":"object","properties":{},"anyOf":[{"type":"object","properties":{},"required":["a"]},{"type":"object","properties":{},"required":["b"]}]}"#,
        ),
        (
            r##"{"$ref":"#/$defs/X","$defs":{"X":{"type":"integer","minimum":1}}}"##,
            r##"{"$ref":"#/$defs/X","$defs":{"X":{"type":"integer"}}}"##,
        ),
        (r#"{"type":"array","items":[{"type":"string"}]}"#, "error: at #/items"),
        (r#"{"properties":[]}"#, "error: at #/properties: expected an object"),
    ] {
        check(input, expected);
    }
}

#[test]
fn sanitizing_corners() {
    for (input, expected) in [
        // Booleans are schemas everywhere but in additionalProperties.
        (
            r#"{"properties":{"a":true},"items":false,"additionalProperties":{"properties":{"b":true}}}"#,
            r#"{"type":"object","items":{"type":"string"},"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"object","properties":{"b":{"type":"string"}}}}"#,
        ),
        (r#"{"allOf":[true,{}]}"#, r#"{"allOf":[{"type":"string"},{}]}"#),
        // Evidence is ranked by kind: object, array, string, number.
        (
            r#"{"minimum":1,"format":"x","items":{},"required":[]}"#,
            r#"{"type":"object","items":{},"properties":{},"required":[]}"#,
        ),
        (
            r#"{"minimum":1,"format":"x","prefixItems":[]}"#,
            r#"{"type":"array","items":{"type":"string"}}"#,
        ),
        (r#"{"multipleOf":2,"enum":[1]}"#, r#"{"type":"string","enum":[1]}"#),
        (r#"{"exclusiveMaximum":2}"#, r#"{"type":"number"}"#),
        // A keyword whose value is null still counts, and reads as absent.
        (r#"{"properties":null}"#, r#"{"type":"object"}"#),
        (r#"{"type":"array","items":null}"#, r#"{"type":"array"}"#),
        (r#"{"const":null}"#, r#"{"type":"string","enum":[null]}"#),
        // Repeats in a type list stay, so this one is not a singleton.
        (r#"{"type":["null","null"]}"#, r#"{"type":["null","null"]}"#),
        (r#"{"type":["null"]}"#, &format!("error: {NULL_ROOT}")),
        (r#"{"type":[5,"number"]}"#, r#"{"type":"number"}"#),
        (r#"{"type":7,"enum":[]}"#, r#"{"type":"string","enum":[]}"#),
        // Names are exact.
        (r#"{"type":"String"}"#, "{}"),
        // A null type below the root is allowed.
        (
            r#"{"properties":{"a":{"type":"null"}}}"#,
            r#"{"type":"object","properties":{"a":{"type":"null"}}}"#,
        ),
        // A reference or composition stands for a type, and is left alone.
        (r#"{"anyOf":[],"description":"d"}"#, r#"{"description":"d","anyOf":[]}"#),
        (r##"{"$ref":"#/x","format":"y"}"##, r##"{"$ref":"#/x"}"##),
        (r#"{"type":[],"anyOf":[]}"#, r#"{"type":[],"anyOf":[]}"#),
        (
            r#"{"type":"bogus","anyOf":[]}"#,
            "error: at #/type: expected a JSON type name, found the text `bogus`",
        ),
        (r##"{"type":["bogus"],"$ref":"#"}"##, "error: at #/type/0"),
        // Extras of the subset survive.
        (r#"{"type":"string","encrypted":true}"#, r#"{"type":"string","encrypted":true}"#),
        // Members are written in the subset's order, names in byte order.
        (
            r#"{"properties":{"b":{"type":"string","title":"B"},"B":{"type":"string"}},"description":"d","type":"object"}"#,
            r#"{"type":"object","description":"d","properties":{"B":{"type":"string"},"b":{"type":"string"}}}"#,
        ),
    ] {
        check(input, expected);
    }
}

#[test]
fn misshapen_schemas_name_the_place() {
    for (input, part) in [
        ("null", "at #: expected a schema object, found null"),
        ("7", "at #: expected a schema object, found a number"),
        (r#""x""#, "found the text `x`"),
        ("[true]", "at #: expected a schema object, found a list"),
        (
            r#"{"properties":{"a/b":{"required":[1]}}}"#,
            "at #/properties/a~1b/required/0: expected a text, found a number",
        ),
        (r#"{"properties":{"a":null}}"#, "at #/properties/a: expected a schema object, found null"),
        (r#"{"anyOf":true}"#, "at #/anyOf: expected a list, found an object"),
        (r#"{"anyOf":[{"type":"object"},"x"]}"#, "at #/anyOf/1"),
        (
            r#"{"additionalProperties":[]}"#,
            "at #/additionalProperties: expected a boolean or a schema object",
        ),
        (r#"{"type":"string","description":["x"]}"#, "at #/description"),
        (r#"{"type":"string","encrypted":"yes"}"#, "at #/encrypted: expected a boolean"),
        (r#"{"enum":"x"}"#, "at #/enum: expected a list"),
        (r#"{"type":"array","items":[]}"#, "at #/items"),
    ] {
        check(input, &format!("error: {part}"));
    }
}
