//! The spec and the search entry of an MCP tool: reference 5.5 and 6.3.

use std::sync::Arc;

use crate::fixture::*;
use freezeframe::mcp::binding::{McpTool, ServerListing, ServerTerms};
use freezeframe::search::SearchInfo;
use freezeframe::tool::ToolName;
use serde_json::{Value, json};

/// The spec and the search entry of the only tool of a server.
fn prepared(
    server: &str,
    tool: McpTool,
    change: impl FnOnce(&mut ServerTerms),
) -> (Value, Arc<SearchInfo>) {
    let listing: ServerListing = under(server_of(server, vec![tool]), change);
    let plan = planned(&[listing], |i| i.config.schema_budget = usize::MAX);
    let bound = |name: &ToolName| name.canonical_namespace().starts_with("mcp__");
    let (name, entry) = plan.registry.iter().find(|(name, _)| bound(name)).expect("registered");
    (spec(&plan, &name.dotted()), entry.runtime.search.clone().expect("searchable"))
}

fn described(name: &str, description: &str) -> McpTool {
    McpTool { description: Some(description.into()), ..tool(name) }
}

#[track_caller]
fn check_note(description: &str, plugins: &[&str], expected: &str) {
    let plugins: Vec<Arc<str>> = plugins.iter().map(|name| Arc::from(*name)).collect();
    let (spec, search) = prepared("s", described("t", description), |terms| {
        terms.plugins = plugins.into();
    });
    assert_eq!(spec["tools"][0]["description"], expected);
    assert!(search.text.contains(expected.trim()), "indexed too: {}", search.text);
}

#[test]
fn a_tool_says_which_plugins_it_belongs_to() {
    check_note("Reads.", &[], "Reads.");
    check_note("Reads.", &["One"], "Reads. This tool is part of plugin `One`.");
    check_note("Reads", &["One"], "Reads. This tool is part of plugin `One`.");
    check_note("Really? ", &["One"], "Really? This tool is part of plugin `One`.");
    check_note("Now!", &["A", "B"], "Now! This tool is part of plugins `A`, `B`.");
    check_note("  ", &["One"], "This tool is part of plugin `One`.");
}

#[test]
fn the_namespace_is_described_by_the_server() {
    let text = |instructions: &str| {
        let (spec, search) =
            prepared("s", tool("t"), |terms| terms.instructions = Some(instructions.into()));
        let source = search.source.as_ref().and_then(|s| s.description.as_deref().map(str::len));
        (spec["description"].as_str().map(str::len), source)
    };
    assert_eq!(text("  Files.  "), (Some(6), Some(6)));
    assert_eq!(text("  "), (Some(0), None));
    let bound = 512 * 1_024;
    let long = "ü".repeat(bound);
    assert_eq!(text(&long), (Some(bound), Some(2 * bound)), "the source keeps the whole text");
    let odd = format!("x{long}");
    assert_eq!(text(&odd).0, Some(bound - 1), "cut at a character boundary");
}

#[test]
fn an_agent_plugin_is_cut_before_it_is_trimmed() {
    let text = |instructions: String| {
        let (spec, search) = prepared("s", tool("t"), |terms| {
            terms.agent_plugin = true;
            terms.instructions = Some(instructions.into());
        });
        let source = search.source.as_ref().and_then(|s| s.description.as_deref().map(str::len));
        (spec["description"].as_str().map(str::len), source)
    };
    assert_eq!(text("a".repeat(1_001)), (Some(1_000), Some(1_000)));
    assert_eq!(text(format!("{}{}", " ".repeat(400), "a".repeat(1_000))), (Some(600), Some(600)));
}

#[test]
fn an_agent_plugins_description_is_short_in_the_spec_and_whole_in_the_index() {
    let words = "seldom ".repeat(200);
    let (spec, search) = prepared("s", described("t", &words), |terms| terms.agent_plugin = true);
    assert_eq!(spec["tools"][0]["description"].as_str().map(str::len), Some(1_000));
    assert!(search.text.contains(words.trim()));
    let (spec, _) = prepared("s", described("t", &words), |_| {});
    assert_eq!(spec["tools"][0]["description"].as_str().map(str::len), Some(1_400));
}

/// The child is measured without its `type` member, `"type":"function",`: 18 bytes.
#[test]
fn an_agent_plugins_large_parameters_are_replaced() {
    let parameters = |bytes: usize| {
        let padded = |padding: usize| {
            let property = "p".repeat(padding);
            let schema = json!({"type": "object", "properties": {property: {"type": "string"}}});
            McpTool { input_schema: Arc::new(schema), ..tool("t") }
        };
        let (empty, _) = prepared("s", padded(1), |terms| terms.agent_plugin = true);
        let base = empty["tools"][0].to_string().len() - 18 - 1;
        let (spec, _) = prepared("s", padded(bytes - base), |terms| terms.agent_plugin = true);
        spec["tools"][0]["parameters"].clone()
    };
    let open = json!({"type": "object", "properties": {}, "additionalProperties": true});
    assert_ne!(parameters(8_000), open);
    assert_eq!(parameters(8_001), open);
}

#[test]
fn connector_metadata_counts_for_apps_only() {
    let claim = || McpTool {
        connector_description: Some("Claimed.".into()),
        title: Some("Calendar_List".into()),
        ..app_tool(Some("c"), "Calendar", "calendar_list")
    };
    let own = |terms: &mut ServerTerms| terms.instructions = Some("Own.".into());
    let (spec, search) = prepared("s", claim(), own);
    assert_eq!(spec["description"], "Own.");
    assert_eq!(search.source.as_ref().map(|source| &*source.name), Some("s"));
    assert_eq!(
        &*search.text,
        "mcp__scalendar_list calendar_list calendar_list s Calendar_List Own."
    );

    let (spec, search) = prepared("codex_apps", claim(), own);
    assert_eq!(spec["description"], "Claimed.");
    assert_eq!(search.source.as_ref().map(|source| &*source.name), Some("Calendar"));
    assert_eq!(
        &*search.text,
        "mcp__codex_apps__calendar_list _list calendar_list codex_apps List Calendar Claimed."
    );

    // Any connector metadata takes the description away from the server, even a missing one.
    let bare = McpTool { connector_description: None, ..claim() };
    let (spec, _) = prepared("codex_apps", bare, own);
    assert_eq!(spec["description"], "Tools for working with Calendar.");
    let anonymous = McpTool { connector_name: None, connector_id: Some("c".into()), ..tool("t") };
    let (spec, _) = prepared("codex_apps", anonymous, own);
    assert_eq!(spec["description"], "");
}

#[test]
fn the_result_of_a_call_is_wrapped_and_never_sent() {
    let (sent, _) = prepared("s", tool("t"), |_| {});
    assert_eq!(sent["tools"][0].get("output_schema"), None);
    assert_eq!(sent["tools"][0]["strict"], false);
}

/// File arguments of apps are rewritten before the schema is prepared; an ordinary server's
/// declaration means nothing.
#[test]
fn file_arguments_become_paths() {
    let upload = |server: &str| {
        let schema = json!({"type": "object", "properties": {
            "file": {"type": "object", "properties": {"id": {"type": "string"}}}}});
        let tool = McpTool {
            input_schema: Arc::new(schema),
            meta: Some(Arc::new(json!({"openai/fileParams": ["file"]}))),
            ..app_tool(Some("c"), "Drive", "drive_put")
        };
        let (spec, _) = prepared(server, tool, |_| {});
        spec["tools"][0]["parameters"]["properties"]["file"]["type"].clone()
    };
    assert_eq!(upload("codex_apps"), "string");
    assert_eq!(upload("drive"), "object");
}
