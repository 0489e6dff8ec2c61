//! Preparation of input schemas, text in and text out: the JS rows of the case
//! list, the vectors of the schema section, and input meant to break it.

mod builders;
mod compaction;
mod definitions;
mod hostile;
mod types;

use freezeframe::schema::{PreparedSchema, SchemaError, SchemaLimits, parse_tool_input_schema};
use serde_json::Value;

const NULL_ROOT: &str = "tool input schema must not be a singleton null type";

/// The one helper: an input schema and the compact text that comes out at the
/// baseline limits, or `error: ` and a part of the error's text.
#[track_caller]
fn check(input: &str, expected: &str) {
    check_with(&SchemaLimits::default(), input, expected);
}

/// The same under other limits.
#[track_caller]
fn check_with(limits: &SchemaLimits, input: &str, expected: &str) {
    let outcome = match prepare(input, limits) {
        Ok(prepared) => {
            let text = prepared.schema.to_json();
            assert_eq!(prepared.bytes_after, text.len());
            text
        }
        Err(error) => format!("error: {error}"),
    };
    let matches = match expected.strip_prefix("error: ") {
        Some(part) => outcome.starts_with("error: ") && outcome.contains(part),
        None => outcome == expected,
    };
    let head = |text: &str| text.chars().take(500).collect::<String>();
    assert!(
        matches,
        "\n   input {}\nexpected {}\n     got {}",
        head(input),
        head(expected),
        head(&outcome)
    );
}

fn prepare(input: &str, limits: &SchemaLimits) -> Result<PreparedSchema, SchemaError> {
    let raw: Value = serde_json::from_str(input).expect("the fixture is JSON");
    parse_tool_input_schema(&raw, limits)
}
