//! [`parse_exec`]: the raw text of an `exec` call, split into options and JavaScript.
//!
//! Knows: text and JSON. May not know: what a cell does with the options.
//! Start reading at [`parse_exec`]; its order of checks decides which error a text with several
//! faults gets.
//!
//! Upstream: `codex-rs/code-mode-protocol/src/` (the pragma parser).

use serde::Deserialize;
use serde_json::Value;

use crate::builtin::count::Count;

/// How the first line has to start to be a pragma, blanks before it aside.
pub const PRAGMA_PREFIX: &str = "// @exec:";
/// Largest option: the largest integer a JavaScript number holds exactly.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Refusal of a text without anything in it.
pub const NO_SOURCE: &str = "exec expects raw JavaScript source text (non-empty). Provide JS \
only, optionally with first-line `// @exec: {\"yield_time_ms\": 10000, \"max_output_tokens\": \
1000}`.";
/// Refusal of a pragma with nothing after it.
pub const NO_SOURCE_AFTER_PRAGMA: &str =
    "exec pragma must be followed by JavaScript source on subsequent lines";
/// Refusal of a pragma that is not an object.
pub const NOT_AN_OBJECT: &str = "exec pragma must be a JSON object with supported fields \
`yield_time_ms` and `max_output_tokens`";

/// An `exec` call as it is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecRequest<'a> {
    /// The JavaScript, byte for byte as it was given, without the line of the pragma.
    pub code: &'a str,
    /// Requested yield time in ms, at most [`MAX_SAFE_INTEGER`].
    pub yield_time_ms: Option<u64>,
    /// Requested output budget in tokens, at most [`MAX_SAFE_INTEGER`].
    pub max_output_tokens: Option<u64>,
}

/// The options of a pragma. `null` is the same as leaving one out; a repeated key keeps its last
/// value, because the text becomes a JSON value first.
#[derive(Deserialize)]
struct Pragma {
    #[serde(default)]
    yield_time_ms: Option<u64>,
    #[serde(default)]
    max_output_tokens: Option<Count>,
}

/// Reads the raw text of an `exec` call.
///
/// # Errors
///
/// The text the model gets instead of a cell: there is no source, or the first line is a pragma that
/// is not an object of the two options.
pub fn parse_exec(text: &str) -> Result<ExecRequest<'_>, String> {
    if text.trim().is_empty() {
        return Err(NO_SOURCE.to_owned());
    }
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let Some(directive) = first.trim_start().strip_prefix(PRAGMA_PREFIX) else {
        return Ok(ExecRequest { code: text, yield_time_ms: None, max_output_tokens: None });
    };
    // Before the options are looked at: a broken pragma without code lacks its code.
    if rest.trim().is_empty() {
        return Err(NO_SOURCE_AFTER_PRAGMA.to_owned());
    }
    let pragma = parse_pragma(directive.trim())?;
    let max_output_tokens = pragma.max_output_tokens.map(|count| count.0);
    is_safe("yield_time_ms", pragma.yield_time_ms)?;
    is_safe("max_output_tokens", max_output_tokens)?;
    Ok(ExecRequest { code: rest, yield_time_ms: pragma.yield_time_ms, max_output_tokens })
}

fn parse_pragma(directive: &str) -> Result<Pragma, String> {
    if directive.is_empty() {
        return Err(NOT_AN_OBJECT.to_owned());
    }
    let value: Value = serde_json::from_str(directive).map_err(|error| {
        format!(
            "exec pragma must be valid JSON with supported fields `yield_time_ms` and \
             `max_output_tokens`: {error}"
        )
    })?;
    let Value::Object(members) = &value else {
        return Err(NOT_AN_OBJECT.to_owned());
    };
    let known = |key: &str| matches!(key, "yield_time_ms" | "max_output_tokens");
    if let Some(key) = members.keys().find(|key| !known(key)) {
        return Err(format!(
            "exec pragma only supports `yield_time_ms` and `max_output_tokens`; got `{key}`"
        ));
    }
    serde_json::from_value(value).map_err(|error| {
        format!(
            "exec pragma fields `yield_time_ms` and `max_output_tokens` must be non-negative safe \
             integers: {error}"
        )
    })
}

fn is_safe(field: &str, value: Option<u64>) -> Result<(), String> {
    if value.is_none_or(|value| value <= MAX_SAFE_INTEGER) {
        return Ok(());
    }
    Err(format!("exec pragma field `{field}` must be a non-negative safe integer"))
}
