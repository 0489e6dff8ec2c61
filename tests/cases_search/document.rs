//! The text a tool is found by.

use std::sync::Arc;

use freezeframe::search::*;
use freezeframe::tool::*;

use crate::{custom, function, namespace};

#[track_caller]
fn check_document(case: &str, spec: &ToolSpec, expected: &str) {
    let info = SearchInfo::from_spec(spec, None).expect(case);
    assert_eq!(&*info.text, expected, "{case}");
}

#[test]
fn bm_01_mcp_document() {
    let plugins: [Arc<str>; 2] = [" Calendar plugin ".into(), "  ".into()];
    let mut document = McpDocument {
        flat_name: "mcp__calendar___create_event",
        callable_name: "_create_event",
        raw_name: "createEvent",
        server_name: "codex-apps",
        title: Some("Create event"),
        description: Some("Create a calendar event."),
        connector_name: Some("Calendar"),
        namespace_description: Some("Plan events."),
        plugin_names: &plugins,
        property_names: vec!["start_time", "attendees"],
    };
    assert_eq!(
        mcp_document(&document),
        "mcp__calendar___create_event _create_event createEvent codex-apps Create event Create a \
         calendar event. Calendar Plan events. Calendar plugin attendees start_time"
    );

    // Names and properties are taken as they are, even blank; prose is trimmed or dropped.
    document.raw_name = "";
    document.server_name = " s ";
    document.title = Some(" Title ");
    document.description = Some("\n");
    document.connector_name = None;
    document.namespace_description = None;
    document.plugin_names = &[];
    document.property_names = vec!["b", "", " a"];
    assert_eq!(
        mcp_document(&document),
        "mcp__calendar___create_event _create_event   s  Title   a b"
    );
}

#[test]
fn bm_02_default_documents() {
    let automation = function(
        "automation_update",
        "Create or update automations.",
        r#"{"type":"object","description":"Automation options.","properties":{
            "mode":{"type":"string","description":"Update mode."},
            "schedule":{"type":"object","description":"Schedule settings.","properties":{
                "timezone":{"type":"string","description":"IANA timezone."}}}}}"#,
    );
    let text = "automation_update automation update Create or update automations. Automation \
                options. mode Update mode. schedule Schedule settings. timezone IANA timezone.";
    check_document(
        "BM-02",
        &namespace(
            "codex_app",
            "Manage Codex automations.",
            vec![NamespaceTool::Function(automation.clone())],
        ),
        &format!("codex_app Manage Codex automations. {text}"),
    );
    check_document("function", &ToolSpec::Function(automation), text);
    check_document("custom", &ToolSpec::Freeform(custom("patch", " Edits. ")), "patch Edits. lark");
    check_document(
        "mixed namespace, blank parts dropped",
        &namespace(
            "box",
            " ",
            vec![
                NamespaceTool::Freeform(custom("patch", "")),
                NamespaceTool::Function(function("go", "", "{}")),
            ],
        ),
        "box patch lark go go",
    );
    check_document(
        "items and anyOf are read; enum, oneOf, allOf, additionalProperties and required are not",
        &ToolSpec::Function(function(
            "f",
            "",
            r#"{"description":"own","properties":{"p":{"items":{"description":"item"}}},
                "required":["hidden"],"enum":["hidden"],
                "items":{"description":"root item"},
                "anyOf":[{"description":"one"},{"properties":{"two":{}}}],
                "oneOf":[{"description":"hidden"}],"allOf":[{"description":"hidden"}],
                "additionalProperties":{"description":"hidden"}}"#,
        )),
        "f f own p item root item one two",
    );
}

#[test]
fn search_tools_are_not_searchable() {
    for spec in [tool_search_spec(&[], true), ToolSpec::WebSearch(WebSearchSpec::default())] {
        assert_eq!(SearchInfo::from_spec(&spec, None), None);
        assert_eq!(SearchInfo::with_text("text", &spec, None), None);
    }
}
