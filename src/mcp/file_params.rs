//! File arguments of connector tools, as the model sees them.
//!
//! A connector tool can declare that some of its arguments are uploads. The
//! model has no upload, only a file system, so each such argument becomes a
//! path string. Knows only JSON. Applies to `codex_apps` tools alone; the
//! caller must not hand in an ordinary server's tool, whose declaration means
//! nothing. Start with [`rewrite_file_params`].

use serde_json::{Map, Value};

/// The key inside `_meta` under which a tool lists its file arguments.
pub const FILE_PARAMS_META_KEY: &str = "openai/fileParams";

/// The sentence that tells the model what to put into a rewritten argument.
/// The wording is this project's own, so sizes measured over a rewritten
/// schema differ a little from the real client's.
pub const ABSOLUTE_PATH_NOTE: &str = "Give the absolute path of a file on this machine.";

/// The file arguments a tool declares in its `_meta` object, in declared
/// order. Absent, not a list, or entries that are not strings: skipped.
pub fn declared_file_params(meta: Option<&Value>) -> Vec<String> {
    let declared = meta.and_then(|meta| meta.get(FILE_PARAMS_META_KEY)).and_then(Value::as_array);
    let names = declared.into_iter().flatten().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

/// Turns each top-level property of `schema` that `params` names into a path
/// string, or into a list of path strings if it was an array.
///
/// A property was an array if its `type` is the string `array` or if it has
/// `items`. Nothing but the type and the description survives. Names without a
/// property, and properties whose schema is not an object (`true`, say), stay
/// as they are. Doing it twice changes nothing more.
pub fn rewrite_file_params(schema: &mut Value, params: &[String]) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for param in params {
        if let Some(Value::Object(property)) = properties.get_mut(param) {
            *property = path_property(property);
        }
    }
}

fn path_property(old: &Map<String, Value>) -> Map<String, Value> {
    let is_array = old.get("type").is_some_and(|t| t == "array") || old.contains_key("items");
    let text = old.get("description").and_then(Value::as_str);

    let mut new = Map::new();
    if is_array {
        new.insert("type".into(), "array".into());
        new.insert("items".into(), serde_json::json!({ "type": "string" }));
    } else {
        new.insert("type".into(), "string".into());
    }
    new.insert("description".into(), with_note(text).into());
    new
}

fn with_note(text: Option<&str>) -> String {
    match text {
        Some(text) if text.contains(ABSOLUTE_PATH_NOTE) => text.to_owned(),
        Some(text) if !text.trim().is_empty() => format!("{text} {ABSOLUTE_PATH_NOTE}"),
        _ => ABSOLUTE_PATH_NOTE.to_owned(),
    }
}
