//! What a plan gives to cells, and what the model is told about it in requests.

use freezeframe::builtin::code_mode::NestedKind;
use freezeframe::mcp::binding::McpTool;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{PlanInputs, ToolMode};
use freezeframe::planner::{Plan, Planner};
use freezeframe::tool::ToolName;
use serde_json::json;
use std::sync::Arc;

use crate::fixture::*;

fn mode(mode: ToolMode) -> impl Fn(&mut PlanInputs) {
    move |inputs| {
        inputs.model.tool_mode = Some(mode);
        set(inputs, Feature::MultiAgent, false);
    }
}

fn names(plan: &Plan) -> Vec<&str> {
    plan.cell_tools().iter().map(|tool| &*tool.raw_name).collect()
}

#[test]
fn a_direct_plan_has_no_tools_for_cells() {
    let plan = planned(&[filesystem()], mode(ToolMode::Direct));
    assert!(plan.cell_tools().is_empty());
}

/// Reference 4.3 and 6.5: sorted by raw name in byte order, deferred tools included.
#[test]
fn the_list_is_sorted_and_whole() {
    for search in [false, true] {
        let plan = planned(&[filesystem()], |inputs| {
            mode(ToolMode::CodeModeOnly)(inputs);
            inputs.model.supports_search_tool = search;
            inputs.model.apply_patch = true;
            inputs.dynamic_tools =
                [dynamic("z.A"), dynamic("my-tool"), deferred_dynamic("a.b")].into();
        });
        let expected = [
            "a__b",
            "apply_patch",
            "exec_command",
            "list_mcp_resource_templates",
            "list_mcp_resources",
            "mcp__filesystem__read_file",
            "mcp__filesystem__write_file",
            "my-tool",
            "read_mcp_resource",
            "update_plan",
            "view_image",
            "write_stdin",
            "z__A",
        ];
        assert_eq!(names(&plan), expected, "search {search}");
        let tools = plan.cell_tools();
        let patch = tools.iter().find(|tool| &*tool.raw_name == "apply_patch").expect("there");
        assert_eq!((patch.kind, &*patch.identifier), (NestedKind::Freeform, "apply_patch"));
        let mine = tools.iter().find(|tool| &*tool.raw_name == "my-tool").expect("there");
        assert_eq!((mine.kind, &*mine.identifier), (NestedKind::Function, "my_tool"));
        assert_eq!(mine.name, ToolName::plain("my-tool"));
    }
}

fn search_tool() -> McpTool {
    McpTool {
        description: Some("Find pages.".into()),
        input_schema: Arc::new(json!({"type": "object", "properties":
            {"query": {"type": "string"}}, "required": ["query"]})),
        output_schema: Some(Arc::new(json!({"type": "object", "properties":
            {"hits": {"type": "array", "items": {"$ref": "#/$defs/Hit"}}},
            "$defs": {"Hit": {"type": "string"}}}))),
        ..tool("search")
    }
}

const DECLARED: &str = "Find pages.\n\nexec tool declaration:\n```ts\ndeclare const tools: { \
    mcp__wiki__search(args: { query: string; }): Promise<CallToolResult<{ hits?: \
    Array<string>; }>>; };\n```";

/// Reference 6.4: an MCP tool's result is wrapped, and its references are its own.
#[test]
fn an_mcp_tool_is_declared_in_each_place() {
    let wiki = || {
        under(server_of("wiki", vec![search_tool()]), |terms| {
            terms.instructions = Some(" All about bees. ".into());
        })
    };
    let mixed = planned(&[wiki()], mode(ToolMode::CodeMode));
    let shown_tool = &shown(&mixed, "mcp__wiki")["tools"][0]["description"];
    assert_eq!(shown_tool, DECLARED, "X-11");
    assert!(!shown(&mixed, "exec")["description"].to_string().contains("mcp__wiki"), "D-01");
    assert!(mixed.wire_json().iter().any(|json| json.contains("Promise<CallToolResult<")));

    let only = planned(&[wiki()], mode(ToolMode::CodeModeOnly));
    let text = shown(&only, "exec")["description"].as_str().expect("a text").to_owned();
    let section = format!("## mcp__wiki\nAll about bees.\n\n### `mcp__wiki__search`\n{DECLARED}");
    assert!(text.ends_with(&section), "6.4: {text}");
    assert!(text.contains("\n\nShared MCP Types:\n"), "6.3");

    for plan in [mixed, only] {
        let search = plan.cell_tools().iter().find(|tool| &*tool.name.name == "search");
        let text = search.map(|tool| &*tool.description);
        assert_eq!(text, Some(&*format!("All about bees.\n\n{DECLARED}")), "6.5");
    }
}

/// A search result carries the plain description, as the model's list does in Direct mode.
#[test]
fn a_registered_spec_is_never_changed() {
    let plan = planned(&[filesystem()], mode(ToolMode::CodeMode));
    for (_, entry) in plan.registry.iter() {
        assert!(!entry.runtime.spec.wire_json().contains("exec tool declaration"));
    }
}

/// A planner's memory makes nothing different, and declarations are not made again.
#[test]
fn declarations_are_shared_between_plans() {
    let first = inputs(&[filesystem()], mode(ToolMode::CodeMode));
    let mut second = first.clone();
    second.config.agent_max_depth += 1;
    let mut planner = Planner::new();
    let mut planned = |inputs: &PlanInputs| planner.plan(inputs).plan.expect("plans");
    let (one, two) = (planned(&first), planned(&second));
    assert!(!Arc::ptr_eq(&one, &two));
    let place = |plan: &Plan| plan.visible.iter().position(|e| e.spec.name() == "exec_command");
    let (at, fresh) = (place(&one).expect("there"), freezeframe::planner::plan(&second));
    assert!(Arc::ptr_eq(&one.visible[at].spec, &two.visible[at].spec));
    let fresh = fresh.expect("plans");
    assert_eq!(fresh.wire_json(), two.wire_json());
    assert_eq!(fresh.cell_tools(), two.cell_tools());
}
