//! What a request carries: WJ-18, JS-51, the wire form for Responses Lite, the inventory.

use std::sync::Arc;

use crate::fixture::*;
use freezeframe::planner::Plan;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{DynamicTool, PlanInputs};
use serde_json::{Value, json};

fn dynamic_parameters(schema: Value, change: impl FnOnce(&mut PlanInputs)) -> Value {
    let plan = planned(&[], |i| {
        let tool = DynamicTool { input_schema: Arc::new(schema), ..dynamic("ticket") };
        i.dynamic_tools = [tool].into();
        change(i);
    });
    parameters(&plan, "ticket")
}

#[test]
fn wj_18_a_dynamic_schema_is_sanitized() {
    let schema = json!({"properties": {"id": {"description": "Ticket identifier"}}});
    let expected = json!({"type": "object", "properties": {"id": {}}});
    assert_eq!(dynamic_parameters(schema, |_| {}), expected, "WJ-18");
}

#[test]
fn js_51_the_budget_is_a_parameter() {
    let kept = |bytes: usize| {
        let text = "d".repeat(bytes);
        let schema = json!({"type": "object", "description": text,
            "properties": {"q": {"type": "string"}}});
        dynamic_parameters(schema, |i| i.config.schema_budget = 4_000).get("description").is_some()
    };
    assert!(kept(3_929), "JS-51");
    assert!(!kept(3_930), "JS-51");
}

#[test]
fn a_bad_dynamic_schema_costs_only_its_own_tool() {
    let broken =
        DynamicTool { input_schema: Arc::new(json!({"type": "null"})), ..dynamic("broken") };
    check(
        "3.5",
        &[],
        |i| i.dynamic_tools = [broken, dynamic("fine")].into(),
        "visible: @shell, @utility, @v1, fine, web_search",
    );
}

/// Reference 8.5: only an MCP tool gets `properties` for a missing one before anything else.
#[test]
fn a_null_properties_member_of_a_client_is_dropped() {
    let schema = json!({"type": "object", "properties": null});
    assert_eq!(dynamic_parameters(schema, |_| {}), json!({"type": "object"}));
    let unknown =
        json!({"type": "mystery", "$ref": "#/$defs/X", "$defs": {"X": {"type": "string"}}});
    let odd = DynamicTool { input_schema: Arc::new(unknown), ..dynamic("odd") };
    let skipped = "visible: @shell, @utility, @v1, web_search";
    check("8.5", &[], |i| i.dynamic_tools = [odd].into(), skipped);
}

/// A deferred client tool that is forced into the list does not carry the deferral.
#[test]
fn a_dynamic_spec_never_says_that_it_is_deferred() {
    let plan = planned(&[], |i| {
        i.dynamic_tools = [deferred_dynamic("n.lookup")].into();
        i.config.code_mode.direct_only_tool_namespaces = ["n".into()].into();
    });
    assert_eq!(shown(&plan, "n")["tools"][0].get("defer_loading"), None);
}

// Reference 9, "Wire form".

fn lite(inputs: &mut PlanInputs) {
    inputs.model.responses_lite = true;
}

/// The wire list: plain entries by name, namespaces with their members.
fn sent(plan: &Plan) -> String {
    let entry = |spec: Value| match spec["tools"].as_array() {
        Some(tools) => {
            let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
            format!("{}{{{}}}", spec["name"].as_str().unwrap_or_default(), names.join(", "))
        }
        None => spec["name"].as_str().or(spec["type"].as_str()).unwrap_or_default().to_owned(),
    };
    let wire: Vec<String> = plan
        .wire_json()
        .iter()
        .map(|json| entry(serde_json::from_str(json).expect("JSON")))
        .collect();
    wire.join(", ")
}

#[test]
fn an_ordinary_request_carries_the_list_as_it_is() {
    let plan = planned(&[filesystem()], search_on);
    assert_eq!(
        sent(&plan),
        "exec_command, write_stdin, list_mcp_resources, list_mcp_resource_templates, \
         read_mcp_resource, update_plan, request_user_input, view_image, tool_search, web_search"
    );
}

#[test]
fn responses_lite_groups_plain_tools() {
    let world = |i: &mut PlanInputs| {
        lite(i);
        i.model.apply_patch = true;
        let mut spelled_out = dynamic("zeta");
        spelled_out.namespace = Some(("functions".into(), "Spelled out.".into()));
        i.dynamic_tools = [dynamic("n.lookup"), dynamic("plain"), spelled_out].into();
    };
    let plan = planned(&[], world);
    assert_eq!(
        sent(&plan),
        "functions{exec_command, write_stdin, update_plan, request_user_input, apply_patch, \
         view_image, plain, zeta}, multi_agent_v1{close_agent, resume_agent, send_input, \
         spawn_agent, wait_agent}, n{lookup}"
    );
    let group: Value = serde_json::from_str(&plan.wire_json()[0]).expect("JSON");
    assert_eq!(group["description"], "Spelled out.");
    assert_eq!(group["tools"][4]["type"], "custom", "apply_patch keeps its kind");
    let plan = planned(&[], lite);
    let group: Value = serde_json::from_str(&plan.wire_json()[0]).expect("JSON");
    assert_eq!(group["description"], "");
}

#[test]
fn the_group_stands_where_its_first_tool_stood() {
    let plan = planned(&[], |i| {
        lite(i);
        i.environments.clear();
        i.config.update_plan = false;
        i.config.request_user_input = false;
        i.dynamic_tools = [dynamic("late")].into();
    });
    assert_eq!(
        sent(&plan),
        "multi_agent_v1{close_agent, resume_agent, send_input, spawn_agent, wait_agent}, \
         functions{late}"
    );
    let search = planned(&[], |i| {
        lite(i);
        search_on(i);
    });
    assert!(sent(&search).ends_with("view_image}, tool_search"), "{}", sent(&search));
}

#[test]
fn without_namespaces_the_lite_list_is_not_grouped() {
    let plan = planned(&[], |i| {
        lite(i);
        i.provider.namespace_tools = false;
    });
    assert_eq!(
        sent(&plan),
        "exec_command, write_stdin, update_plan, request_user_input, view_image"
    );
}

// Reference 2, 4g: the inventory.

fn inventory(
    servers: &[freezeframe::mcp::binding::ServerListing],
    change: fn(&mut PlanInputs),
) -> Option<Value> {
    let plan = planned(servers, |i| {
        lite(i);
        set(i, Feature::MultiAgent, false);
        i.environments.clear();
        i.config.request_user_input = false;
        i.config.turn_metadata_includes_tool_info = true;
        change(i);
    });
    plan.inventory.as_ref().map(|inventory| serde_json::to_value(inventory).expect("plain data"))
}

fn harness(name: &str, direct: bool, deferred: bool) -> Value {
    json!({"name": name, "direct": direct, "deferred": deferred, "source": "harness"})
}

#[test]
fn the_inventory_needs_its_switch_and_a_lite_model() {
    assert!(inventory(&[], |_| {}).is_some());
    assert_eq!(inventory(&[], |i| i.config.turn_metadata_includes_tool_info = false), None);
    assert_eq!(inventory(&[], |i| i.model.responses_lite = false), None);
}

#[test]
fn the_inventory_says_how_each_tool_is_reached() {
    let found = inventory(&[filesystem()], |i| {
        search_on(i);
        i.dynamic_tools = [dynamic("n.lookup")].into();
    });
    let deferred = |name: &str| json!({"name": name, "direct": false, "deferred": true, "source": "filesystem"});
    let expected = json!({
        "functions": {
            "list_mcp_resource_templates": harness("list_mcp_resource_templates", true, false),
            "list_mcp_resources": harness("list_mcp_resources", true, false),
            "read_mcp_resource": harness("read_mcp_resource", true, false),
            "update_plan": harness("update_plan", true, false),
        },
        "mcp__filesystem": {"read_file": deferred("read_file"), "write_file": deferred("write_file")},
        "n": {"lookup": harness("lookup", true, false)},
        "tool_search": {"tool_search_tool": harness("tool_search_tool", true, false)},
    });
    assert_eq!(found, Some(expected));
}

#[test]
fn a_hidden_search_defers_nothing() {
    let found = inventory(&[server("s", &["t"])], |i| {
        search_on(i);
        set(i, Feature::CodeModeOnly, true);
        i.config.update_plan = false;
        i.config.code_mode.excluded_tool_namespaces = ["functions".into()].into();
    });
    let expected = json!({
        "functions": {"exec": harness("exec", true, false), "wait": harness("wait", true, false)},
        "mcp__s": {"t": {"name": "t", "direct": false, "deferred": false,
            "code_mode_name": "mcp__s__t", "source": "s"}},
    });
    assert_eq!(found, Some(expected));
}

/// An ordinary tool that happens to be called `tool_search` is not the search.
#[test]
fn a_namesake_of_the_search_finds_nothing() {
    let found = inventory(&[], |i| {
        i.config.update_plan = false;
        i.dynamic_tools = [dynamic("tool_search"), deferred_dynamic("n.lookup")].into();
    });
    let expected = json!({"functions": {"tool_search": harness("tool_search", true, false)}});
    assert_eq!(found, Some(expected));
    let plan = planned(&[], |i| {
        i.dynamic_tools = [dynamic("tool_search"), deferred_dynamic("n.lookup")].into();
    });
    let name = freezeframe::tool::ToolName::parse_dotted("n.lookup");
    let reach = plan.candidate(&name).map(|candidate| candidate.reach);
    assert_eq!(reach, Some(freezeframe::planner::reach::Reach::Orphan));
}
