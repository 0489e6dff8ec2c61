//! Schemas built by hand, as the agent's own tools use them.

use freezeframe::schema::{JsonSchema, SchemaLimits, parse_tool_input_schema};

#[test]
fn built_schemas_have_the_written_form() {
    for (schema, text) in [
        (JsonSchema::string(None), r#"{"type":"string"}"#),
        (JsonSchema::string(""), r#"{"type":"string"}"#),
        (JsonSchema::number(String::from("n")), r#"{"type":"number","description":"n"}"#),
        (JsonSchema::integer(Some("i")), r#"{"type":"integer","description":"i"}"#),
        (JsonSchema::boolean("b"), r#"{"type":"boolean","description":"b"}"#),
        (
            JsonSchema::string("m").encrypted(),
            r#"{"type":"string","description":"m","encrypted":true}"#,
        ),
        (
            JsonSchema::array(JsonSchema::string(None), "l"),
            r#"{"type":"array","description":"l","items":{"type":"string"}}"#,
        ),
        (
            JsonSchema::string_enum(["b", "a"], "e"),
            r#"{"type":"string","description":"e","enum":["b","a"]}"#,
        ),
        (JsonSchema::object([], &[], None), r#"{"type":"object","properties":{}}"#),
        (
            JsonSchema::object(
                [("b", JsonSchema::string(None)), ("a", JsonSchema::number(None))],
                &["b"],
                Some(false),
            ),
            r#"{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"string"}},"required":["b"],"additionalProperties":false}"#,
        ),
    ] {
        assert_eq!(schema.to_json(), text);
        // What is built by hand needs no preparation.
        let raw = serde_json::to_value(&schema).expect("a schema is JSON");
        let prepared = parse_tool_input_schema(&raw, &SchemaLimits::default());
        assert_eq!(prepared.map(|prepared| prepared.schema), Ok(schema));
    }
}
