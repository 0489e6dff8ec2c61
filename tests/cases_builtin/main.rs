//! The built-in specs through the public API: what a request would carry for each of them.
//!
//! `check` compares one spec with a line of notation, so that a whole parameter list reads as one
//! text: `name(parameter*: type, ...)`. A star marks a required parameter. `..` marks an object
//! that takes more than it names; `required[]` an empty `required` member; no star at all means
//! that no `required` member is written. `~` marks an encrypted string.

mod arguments;
mod facts;
mod patch;
mod shapes;
mod texts;
mod wire;

use freezeframe::builtin::collab::{AgentRole, ModelPreset, MultiAgentVersion};
use freezeframe::tool::ToolSpec;
use serde_json::Value;

/// Checks names, types, values, `required` and `additionalProperties` of a spec at every level.
#[track_caller]
fn check(case: &str, spec: &ToolSpec, expected: &str) {
    assert_eq!(notation(&wire(spec)), expected, "{case}");
}

/// The spec as a request carries it.
fn wire(spec: &ToolSpec) -> Value {
    serde_json::from_str(&spec.wire_json()).expect("wire JSON is JSON")
}

/// The only function of a spec, plain or in a namespace.
fn only_function(wire: &Value) -> &Value {
    match wire["type"].as_str() {
        Some("namespace") => &wire["tools"][0],
        _ => wire,
    }
}

fn notation(wire: &Value) -> String {
    let function = only_function(wire);
    let name = function["name"].as_str().unwrap_or_default();
    let members = members(&function["parameters"]);
    match wire["type"].as_str() {
        Some("namespace") => format!("{}.{name}({members})", wire["name"].as_str().unwrap_or("?")),
        _ => format!("{name}({members})"),
    }
}

fn members(object: &Value) -> String {
    let required = object["required"].as_array();
    let is_required =
        |name: &str| required.is_some_and(|required| required.iter().any(|other| other == name));
    let properties = object["properties"].as_object().expect("an object lists its properties");
    let mut parts: Vec<String> = properties
        .iter()
        .map(|(name, schema)| {
            format!("{name}{}: {}", if is_required(name) { "*" } else { "" }, type_of(schema))
        })
        .collect();
    if required.is_some_and(Vec::is_empty) {
        parts.push("required[]".to_owned());
    }
    if object["additionalProperties"] != Value::Bool(false) {
        parts.push("..".to_owned());
    }
    parts.join(", ")
}

fn type_of(schema: &Value) -> String {
    let kind = schema["type"].as_str().unwrap_or("?");
    let text = match kind {
        "object" => format!("{{{}}}", members(schema)),
        "array" => format!("[{}]", type_of(&schema["items"])),
        _ => kind.to_owned(),
    };
    let values: Vec<_> =
        schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let choices = if values.is_empty() { String::new() } else { format!("<{}>", values.join("|")) };
    let mark = if schema["encrypted"] == Value::Bool(true) { "~" } else { "" };
    format!("{text}{choices}{mark}")
}

fn role(name: &str, description: Option<&str>) -> AgentRole {
    AgentRole { name: name.into(), description: description.map(Into::into) }
}

fn preset(name: &str, picker_visible: bool, version: Option<MultiAgentVersion>) -> ModelPreset {
    let description = format!("about {name}").into();
    ModelPreset { name: name.into(), description, picker_visible, version }
}
