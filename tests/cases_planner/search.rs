//! TS: when `tool_search` is registered, and over what.

use crate::fixture::*;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{ExtensionTool, PlanInputs};
use freezeframe::planner::{Plan, Planner};
use freezeframe::tool::{ToolExposure, ToolExposures, ToolName};

fn deferred(tool: ExtensionTool) -> ExtensionTool {
    ExtensionTool { exposure: ToolExposure::Deferred, ..tool }
}

fn sources(plan: &Plan) -> Vec<String> {
    let spec = spec(plan, "tool_search");
    let text = spec["description"].as_str().unwrap_or_default().to_owned();
    text.lines().filter_map(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

/// Without search no policy defers an MCP tool, so an extension stands in for it here.
#[test]
fn ts_01_no_model_no_search() {
    check(
        "TS-01",
        &[server("searchable", &[])],
        |i| i.extensions = [deferred(extension("mcp__searchable.lookup"))].into(),
        "visible: @shell, @resources, @utility, @v1, web_search | deferred: \
         mcp__searchable.lookup",
    );
}

#[test]
fn ts_02_all_conditions_hold() {
    check(
        "TS-02",
        &[server("searchable", &["lookup"])],
        search_on,
        "visible: @shell, @resources, @utility, tool_search, web_search | deferred: @deferred-v1, \
         mcp__searchable.lookup",
    );
    check(
        "6.1: a provider without namespaces",
        &[server("searchable", &["lookup"])],
        |i| {
            search_on(i);
            i.provider.namespace_tools = false;
            set(i, Feature::MultiAgent, false);
        },
        "visible: @shell, @resources, @utility, web_search | hidden: \
         mcp__searchable.lookup(Direct)",
    );
}

#[test]
fn ts_03_and_04_other_sources_bring_search_in() {
    check(
        "TS-03",
        &[],
        |i| {
            search_without_agents(i);
            i.extensions = [deferred(extension("extension_echo"))].into();
        },
        "visible: @shell, @utility, tool_search, web_search | deferred: extension_echo",
    );
    check(
        "TS-04",
        &[],
        |i| {
            search_without_agents(i);
            i.dynamic_tools =
                [deferred_dynamic("codex_app.hidden"), dynamic("codex_app.visible")].into();
        },
        "visible: @shell, @utility, codex_app{visible}, tool_search, web_search | deferred: \
         codex_app.hidden",
    );
}

/// The row's two tools have different exposures in one namespace, which no single server can have:
/// an extension brings the direct one.
#[test]
fn ts_06_the_wire_name_belongs_to_the_search() {
    let world = |i: &mut PlanInputs| {
        search_on(i);
        set(i, Feature::CodeMode, true);
        i.config.non_prefixed_servers = ["tool_search".to_owned()].into();
        i.extensions = [extension("tool_search.inspect")].into();
    };
    let servers = [server("searchable", &["lookup"]), server("tool_search", &["tool_search_tool"])];
    check(
        "TS-06",
        &servers,
        world,
        "visible: exec, wait, @shell, @resources, @utility, tool_search, web_search | deferred: \
         @deferred-v1, mcp__searchable.lookup",
    );
    let plan = planned(&servers, world);
    assert_eq!(shown(&plan, "tool_search")["type"], "tool_search", "TS-06");
    for path in ["tool_search.inspect", "tool_search.tool_search_tool"] {
        assert_eq!(exposure(&plan.registry, path), "absent", "TS-06 {path}");
    }
    let strict = |i: &mut PlanInputs| {
        world(i);
        i.config.error_on_tool_collisions = true;
    };
    check("2, 4c", &servers, strict, "error: duplicate tool: tool_search.tool_search_tool");
}

/// Reference 2, 4c: a tool spelled `functions.tool_search` is "another" entry that satisfies the
/// condition, and is then removed like the plain one.
#[test]
fn a_tool_of_that_name_meets_its_own_condition() {
    let spelled = |path: &str| {
        let mut tool = deferred_dynamic(path);
        if path == "functions.tool_search" {
            tool.namespace = Some(("functions".into(), "".into()));
        }
        move |i: &mut PlanInputs| {
            search_without_agents(i);
            i.dynamic_tools = [tool].into();
        }
    };
    check(
        "4c, plain: nothing else to find, nothing removed",
        &[],
        spelled("tool_search"),
        "visible: @shell, @utility, web_search | deferred: tool_search",
    );
    check(
        "4c, spelled out",
        &[],
        spelled("functions.tool_search"),
        "visible: @shell, @utility, tool_search, web_search",
    );
    let plan = planned(&[], spelled("functions.tool_search"));
    let text = spec(&plan, "tool_search")["description"].to_string();
    assert!(text.contains("None currently enabled."), "{text}");
}

#[test]
fn ts_10_direct_only_comes_before_the_search_check() {
    check(
        "TS-10",
        &[],
        |i| {
            search_without_agents(i);
            i.dynamic_tools = [deferred_dynamic("direct_only.lookup")].into();
            i.config.code_mode.direct_only_tool_namespaces = ["direct_only".into()].into();
        },
        "visible: @shell, @utility, direct_only{lookup}, web_search",
    );
}

#[test]
fn ts_16_another_server_another_description() {
    let mut planner = Planner::new();
    let mut listed = |name: &str| {
        let inputs = inputs(&[server(name, &["lookup"])], search_on);
        let planned = planner.plan(&inputs);
        assert!(!planned.search_reused, "TS-16");
        sources(&planned.plan.expect("plans"))
    };
    let agents = "Multi-agent tools: Spawn and manage sub-agents.";
    assert_eq!(listed("first"), [agents, "first"], "TS-16");
    assert_eq!(listed("second"), [agents, "second"], "TS-16");
}

#[test]
fn ts_22_nothing_searchable_is_left() {
    let omit_all =
        under(server("filesystem", &["read_file"]), |t| t.omit_tools_from = ToolExposures::ALL);
    check(
        "TS-22",
        &[omit_all],
        search_without_agents,
        "visible: @shell, @resources, @utility, web_search | hidden: \
         mcp__filesystem.read_file(Hidden)",
    );
}

/// Reference 6.7: the listing mode belongs to the search tool, and the rest of the plan does not.
#[test]
fn the_source_list_can_be_left_out() {
    let plan = planned(&[filesystem()], |i| {
        search_on(i);
        set(i, Feature::DeferredToolWorldState, true);
    });
    assert_eq!(sources(&plan), [] as [&str; 0]);
    assert!(plan.registry.get(&ToolName::plain("tool_search")).is_some());
    let names: Vec<String> =
        plan.registry.deferred_namespaces().into_iter().map(|(n, _)| n).collect();
    assert_eq!(
        names,
        ["mcp__filesystem", "multi_agent_v1"],
        "1.5: the world state advertises these"
    );
}
