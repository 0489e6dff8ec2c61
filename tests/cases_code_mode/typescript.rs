//! S: JSON schemas as TypeScript types.

use freezeframe::schema::typescript::{
    MAX_EXPANSIONS, MAX_RENDER_DEPTH, MAX_RESULT_BYTES, MAX_WORK_BYTES, render,
};
use serde_json::{Map, Value, json};

/// Rows of case, schema text and type.
#[track_caller]
fn check(rows: &[(&str, &str, &str)]) {
    for (case, schema, expected) in rows {
        let schema: Value = serde_json::from_str(schema).expect(case);
        assert_eq!(render(&schema), *expected, "{case}");
    }
}

#[test]
fn simple_types() {
    check(&[
        ("S-01", "true", "unknown"),
        ("S-02", "false", "never"),
        ("S-03", "null", "unknown"),
        ("S-04", "{}", "unknown"),
        ("S-05", r#"{"type":"string"}"#, "string"),
        ("S-06", r#"{"type":"integer"}"#, "number"),
        ("S-07", r#"{"type":"number"}"#, "number"),
        ("S-08", r#"{"type":"boolean"}"#, "boolean"),
        ("S-09", r#"{"type":"null"}"#, "null"),
        ("S-10", r#"{"type":"file"}"#, "unknown"),
        ("S-11", r#"{"type":"object"}"#, "{ [key: string]: unknown; }"),
        ("S-12", r#"{"type":"array"}"#, "unknown[]"),
        ("S-13", r#"{"type":"array","items":{"type":"string"}}"#, "Array<string>"),
        (
            "S-14",
            r#"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]}"#,
            "[string, number]",
        ),
        ("S-15", r#"{"items":{"type":"boolean"}}"#, "Array<boolean>"),
        ("8.1 a boolean schema", r#"{"type":"array","items":false}"#, "Array<never>"),
        ("8.1 items first", r#"{"prefixItems":[{}],"items":{"type":"null"}}"#, "Array<null>"),
        ("8.1 no places", r#"{"type":"array","prefixItems":[]}"#, "unknown[]"),
    ]);
}

#[test]
fn literals_and_combinations() {
    check(&[
        ("S-16", r#"{"const":"a"}"#, r#""a""#),
        ("S-17", r#"{"const":null}"#, "null"),
        ("S-18", r#"{"const":{"k":[1,true]}}"#, r#"{"k":[1,true]}"#),
        ("8: a float stays one", r#"{"const":1.0}"#, "1.0"),
        ("S-19", r#"{"enum":["a",1,null,true]}"#, r#""a" | 1 | null | true"#),
        ("8.5", r#"{"enum":["a",1,null]}"#, r#""a" | 1 | null"#),
        ("S-20", r#"{"enum":[],"type":"string"}"#, "string"),
        ("S-21", r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "string | null"),
        ("8: oneOf", r#"{"oneOf":[{"type":"string"},false]}"#, "string | never"),
        ("8: anyOf first", r#"{"oneOf":[{"type":"null"}],"anyOf":[{"type":"string"}]}"#, "string"),
        ("8: anyOf hides", r#"{"anyOf":[{}],"type":"object","properties":{"a":{}}}"#, "unknown"),
        (
            "S-22",
            r#"{"allOf":[{"type":"object","properties":{"a":{"type":"string"}}},
                {"type":"object","properties":{"b":{"type":"number"}}}]}"#,
            "{ a?: string; } & { b?: number; }",
        ),
        ("S-23", r#"{"allOf":[{"enum":["x","y"]},{"type":"string"}]}"#, r#"("x" | "y") & string"#),
        ("S-24", r#"{"type":["string","null"]}"#, "string | null"),
        ("S-25", r#"{"type":[]}"#, "unknown"),
        ("8: no kind left", r#"{"type":[1],"items":{"type":"null"}}"#, "Array<null>"),
        ("8: others skipped", r#"{"type":["file",1,"array"]}"#, "unknown | unknown[]"),
    ]);
}

#[test]
fn objects() {
    check(&[
        (
            "S-26",
            r#"{"type":"object","properties":{"b":{"type":"number"},"a":{"type":"string"}},
                "required":["b"]}"#,
            "{ a?: string; b: number; }",
        ),
        ("S-27", r#"{"type":"object","properties":{},"additionalProperties":false}"#, "{}"),
        ("S-28", r#"{"type":"object","additionalProperties":true}"#, "{ [key: string]: unknown; }"),
        (
            "S-29",
            r#"{"type":"object","additionalProperties":{"type":"number"}}"#,
            "{ [key: string]: number; }",
        ),
        (
            "S-30",
            r#"{"type":"object","properties":{"a":{"type":"string"}},
                "additionalProperties":{"type":"number"}}"#,
            "{ a?: string; [key: string]: number; }",
        ),
        ("S-31", r#"{"type":"object","properties":{"a":{}}}"#, "{ a?: unknown; }"),
        ("S-32", r#"{"required":["zz"]}"#, "{ [key: string]: unknown; }"),
        ("S-33", r#"{"additionalProperties":{}}"#, "{ [key: string]: unknown; }"),
        (
            "S-34",
            r#"{"type":"object","properties":{"user-id":{"type":"string"},"ok":{"type":"boolean"}},
                "required":["user-id"]}"#,
            r#"{ ok?: boolean; "user-id": string; }"#,
        ),
        ("8.2 the empty name", r#"{"properties":{"":{"type":"null"}}}"#, r#"{ ""?: null; }"#),
        ("8.2 malformed", r#"{"properties":[],"required":{}}"#, "{ [key: string]: unknown; }"),
        (
            "8.2 malformed entries",
            r#"{"properties":{"a":true},"required":[1,"a"]}"#,
            "{ a: unknown; }",
        ),
        (
            "8.5",
            r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],
                "additionalProperties":false}"#,
            "{ city: string; }",
        ),
    ]);
}

#[test]
fn described_properties() {
    check(&[
        (
            "S-35",
            r#"{"type":"object","properties":{"city":{"type":"string","description":"City name"},
                "unit":{"type":"string"}},"required":["city"]}"#,
            "{\n  // City name\n  city: string;\n  unit?: string;\n}",
        ),
        (
            "S-36",
            r#"{"type":"object","properties":{"w":{"type":"array","description":"places to look up",
                "items":{"type":"object","properties":{"loc":{"type":"string"}},
                "required":["loc"]}}},"required":["w"]}"#,
            "{\n  // places to look up\n  w: Array<{ loc: string; }>;\n}",
        ),
        (
            "8.2 lines trimmed, empty ones dropped, signature last",
            r#"{"properties":{"a":{"description":" one \n\n  two"}},"additionalProperties":true}"#,
            "{\n  // one\n  // two\n  a?: unknown;\n  [key: string]: unknown;\n}",
        ),
        (
            "8.2 blanks switch the form",
            r#"{"properties":{"a":{"description":"  "}}}"#,
            "{\n  a?: unknown;\n}",
        ),
        (
            "8.2 an empty one does not",
            r#"{"properties":{"a":{"description":""}}}"#,
            "{ a?: unknown; }",
        ),
        (
            "8.2 inner lines are not indented again",
            r#"{"properties":{"o":{"properties":{"a":{"description":"x"}}}}}"#,
            "{ o?: {\n  // x\n  a?: unknown;\n}; }",
        ),
    ]);
}

#[test]
fn references() {
    check(&[
        ("S-37", r##"{"$ref":"#/$defs/L","$defs":{"L":{"type":"string"}}}"##, "string"),
        (
            "S-38",
            r##"{"$ref":"#/$defs/L","enum":["A"],"$defs":{"L":{"type":"string"}}}"##,
            r#"(string) & ("A")"#,
        ),
        ("S-39", r##"{"$ref":"#/$defs/Missing"}"##, "unknown"),
        ("S-40", r#"{"$ref":"https://e.test/x.json"}"#, "unknown"),
        (
            "S-41",
            r##"{"type":"object","properties":{"r":{"$ref":"#/definitions/x~1y~0z"}},
                "definitions":{"x/y~z":{"type":"number"}}}"##,
            "{ r?: number; }",
        ),
        (
            "S-42",
            r##"{"allOf":[{"$ref":"#/$defs/C"},{"type":"object",
                "properties":{"value":{"type":"string"}}}],
                "$defs":{"C":{"oneOf":[{"type":"string"},{"type":"number"}]}}}"##,
            "(string | number) & { value?: string; }",
        ),
        (
            "8.3 percent and array index",
            r##"{"anyOf":[{"type":"null"},{"$ref":"#/a%6EyOf/0"}]}"##,
            "null | null",
        ),
        (
            "8.3 bad percents",
            r##"{"anyOf":[{"$ref":"#/%4"},{"$ref":"#/%zz"},{"$ref":"#/%ff"},{"$ref":"#a"}]}"##,
            "unknown | unknown | unknown | unknown",
        ),
        ("8.3 no text", r#"{"$ref":5,"type":"string"}"#, "string"),
        ("8.3 no use beside it", r#"{"$ref":5,"title":"t"}"#, "unknown"),
        (
            "8.3 twice on a path",
            r##"{"properties":{"next":{"$ref":"#"}}}"##,
            "{ next?: { next?: { next?: unknown; }; }; }",
        ),
        (
            "8.3 an id cuts references",
            r##"{"$id":"r","anyOf":[{"$ref":"#/$defs/L"},{"$id":"n","$ref":"#/$defs/L"},
                {"$id":"n","items":{"$ref":"#/$defs/L"}}],"$defs":{"L":{"type":"string"}}}"##,
            "string | unknown | Array<unknown>",
        ),
    ]);
}

/// An object whose properties are made by `schema`, named in order.
fn object_of(count: usize, schema: impl Fn(usize) -> Value) -> Map<String, Value> {
    let properties: Map<String, Value> =
        (0..count).map(|number| (format!("p{number:02}"), schema(number))).collect();
    let mut object = Map::new();
    object.insert("type".into(), "object".into());
    object.insert("properties".into(), properties.into());
    object
}

#[test]
fn expansions_are_counted() {
    let mut schema = object_of(34, |_| json!({"$ref": "#/$defs/I"}));
    schema.insert("$defs".into(), json!({"I": {"type": "string"}}));
    let text = render(&Value::Object(schema.clone()));
    assert_eq!(text.matches("string").count(), MAX_EXPANSIONS, "S-43");
    assert!(text.ends_with("p31?: string; p32?: unknown; p33?: unknown; }"), "S-43: {text}");

    let dangling = |number| match number {
        0..10 => json!({"$ref": "#/$defs/Nowhere"}),
        _ => json!({"$ref": "#/$defs/I"}),
    };
    let mut schema = object_of(42, dangling);
    schema.insert("$defs".into(), json!({"I": {"type": "string"}}));
    let text = render(&Value::Object(schema));
    assert_eq!(text.matches("string").count(), MAX_EXPANSIONS, "8.3: dangling ones are free");
}

#[test]
fn results_have_a_size() {
    let described = |bytes: usize| {
        json!({"type": "object", "properties":
            {"a": {"type": "string", "description": "x".repeat(bytes)}}})
    };
    assert_eq!(render(&described(16_000)), "unknown", "S-44");
    let frame = render(&described(1)).len() - 1;
    let longest = render(&described(MAX_RESULT_BYTES - frame));
    assert_eq!(longest.len(), MAX_RESULT_BYTES, "8.4: the last size that fits");
    assert_eq!(render(&described(MAX_RESULT_BYTES - frame + 1)), "unknown", "8.4");
}

#[test]
fn what_survives_an_overflow() {
    let big = json!({"const": "C".repeat(11_000)});
    let string = json!({"type": "string"});
    let rows = [
        ("8.4 last in a union", json!({"anyOf": [string, big]}), "string | unknown"),
        ("8.4 first in a union", json!({"anyOf": [big, string]}), "unknown"),
        (
            "8.4 further members",
            json!({"additionalProperties": big}),
            "{ [key: string]: unknown; }",
        ),
        (
            "8.4 beside a reference",
            json!({"$ref": "#/$defs/S", "const": "C".repeat(11_000), "$defs": {"S": string}}),
            "string",
        ),
        ("8.4 last in an intersection", json!({"allOf": [string, big]}), "string & unknown"),
        ("8.4 last in a tuple", json!({"prefixItems": [string, big]}), "[string, unknown]"),
        ("8.4 first in a tuple", json!({"prefixItems": [big, string]}), "unknown"),
        ("8.4 last kind", json!({"type": ["string", "array"], "items": big}), "string | unknown"),
        ("8.4 in an array", json!({"items": big}), "unknown"),
        ("8.4 in a property", json!({"properties": {"a": big}}), "unknown"),
        (
            "8.4 behind a reference",
            json!({"$ref": "#/$defs/S", "$defs": {"S": {"anyOf": [string, big]}}}),
            "unknown",
        ),
        ("8.4 in an enum", json!({"enum": [1, "C".repeat(11_000)]}), "unknown"),
        (
            "8.4 whatever comes later",
            json!({"allOf": [{"anyOf": [string, big]}, string]}),
            "unknown",
        ),
    ];
    for (case, schema, expected) in rows {
        assert_eq!(render(&schema), expected, "{case}");
    }
}

/// Each schema around a text pays for it again, so nesting alone uses the budget up.
#[test]
fn work_is_paid_for_at_each_level() {
    let nested =
        |levels: usize| (0..levels).fold(json!({"const": 1}), |inner, _| json!({"items": inner}));
    let bytes = |levels: usize| (0..=levels).map(|level| 1 + 7 * level).sum::<usize>();
    let last = (0..).take_while(|levels| bytes(*levels) <= MAX_WORK_BYTES).last().expect("some");
    assert_eq!(render(&nested(last)).len(), 1 + 7 * last);
    assert_eq!(render(&nested(last + 1)), "unknown");
}

/// Our own bound; on a small stack, because threads of tests and of the web have one.
#[test]
fn depth_is_bounded() {
    let chain = |levels: usize| {
        (0..levels).fold(json!({"type": "null"}), |inner, _| json!({"anyOf": [inner]}))
    };
    let render_on_small_stack = |schema: Value| {
        let small = std::thread::Builder::new().stack_size(1 << 20);
        small.spawn(move || render(&schema)).expect("a thread").join().expect("no overflow")
    };
    assert_eq!(render_on_small_stack(chain(MAX_RENDER_DEPTH - 1)), "null");
    assert_eq!(render_on_small_stack(chain(MAX_RENDER_DEPTH)), "unknown");
}
