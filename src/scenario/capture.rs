//! Captured `tools/list` answers: JSON as a real server sent it.

use std::sync::Arc;

use serde_json::Value;

use crate::mcp::apps::ToolHints;
use crate::mcp::binding::McpTool;

/// The tools of a captured answer. Accepted are the whole JSON-RPC message, its `result`, and the
/// bare list; several pages of one listing may stand in a list of such answers.
///
/// # Errors
/// Words for a problem: not JSON, no list of tools, a tool without a name.
pub(super) fn tools(text: &str) -> Result<Vec<McpTool>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    let mut tools = Vec::new();
    collect(&value, &mut tools)?;
    Ok(tools)
}

fn collect(value: &Value, tools: &mut Vec<McpTool>) -> Result<(), String> {
    if let Some(list) = list_of(value) {
        for (index, entry) in list.iter().enumerate() {
            tools.push(tool(entry).ok_or_else(|| format!("tool {} has no name", index + 1))?);
        }
        return Ok(());
    }
    match value.as_array() {
        Some(entries) if entries.iter().all(|entry| list_of(entry).is_some()) => {
            entries.iter().try_for_each(|entry| collect(entry, tools))
        }
        Some(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                tools.push(tool(entry).ok_or_else(|| format!("tool {} has no name", index + 1))?);
            }
            Ok(())
        }
        None => Err("there is no list `tools`".to_owned()),
    }
}

fn list_of(value: &Value) -> Option<&Vec<Value>> {
    value.get("result").unwrap_or(value).get("tools")?.as_array()
}

fn tool(entry: &Value) -> Option<McpTool> {
    let name = text(entry, "name")?;
    let annotations = entry.get("annotations").unwrap_or(&Value::Null);
    let hint = |key: &str| annotations.get(key).and_then(Value::as_bool);
    let meta = entry.get("_meta").filter(|meta| meta.is_object());
    let meta_text = |key: &str| meta.and_then(|meta| text(meta, key));
    Some(McpTool {
        name,
        title: text(entry, "title").or_else(|| text(annotations, "title")),
        description: text(entry, "description"),
        input_schema: Arc::new(entry.get("inputSchema").cloned().unwrap_or_else(no_input)),
        output_schema: entry.get("outputSchema").cloned().map(Arc::new),
        hints: ToolHints {
            destructive: hint("destructiveHint"),
            open_world: hint("openWorldHint"),
            read_only: hint("readOnlyHint"),
        },
        meta: meta.cloned().map(Arc::new),
        connector_id: meta_text("connector_id"),
        connector_name: meta_text("connector_name"),
        connector_description: meta_text("connector_description"),
        plugins: Arc::default(),
    })
}

fn text(value: &Value, key: &str) -> Option<Arc<str>> {
    value.get(key).and_then(Value::as_str).map(Arc::from)
}

/// The schema of a tool that takes nothing.
pub(super) fn no_input() -> Value {
    serde_json::json!({ "type": "object", "properties": {} })
}
