//! RT rows about the parallel flag, and FZ-11: what a planner remembers.

use std::sync::Arc;

use crate::fixture::*;
use crate::worlds::{plans, worlds};
use freezeframe::mcp::apps::ToolHints;
use freezeframe::mcp::binding::{ListSource, McpTool, ServerListing};
use freezeframe::planner::Planner;
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::tool::{ToolExposures, ToolName};

fn read_only(name: &str) -> McpTool {
    let hints = ToolHints { read_only: Some(true), ..ToolHints::default() };
    McpTool { hints, ..tool(name) }
}

#[test]
fn rt_09_to_11_parallel_flags() {
    let opted_in = under(server("fast", &["get"]), |terms| terms.parallel = true);
    let hinted = server_of("hinted", vec![read_only("get")]);
    let cached =
        ServerListing { source: ListSource::Cached, ..server_of("cached", vec![read_only("get")]) };
    let hidden = under(server("hidden", &["get"]), |terms| {
        terms.parallel = true;
        terms.omit_tools_from = ToolExposures::ALL;
    });
    let plan = planned(
        &[
            server("server__", &["exec_command"]),
            opted_in,
            server("slow", &["get"]),
            hinted,
            cached,
            hidden,
        ],
        |i| {
            search_on(i);
            i.model.apply_patch = true;
            i.dynamic_tools = [dynamic("client")].into();
        },
    );
    let parallel = |path: &str| {
        let name = ToolName::parse_dotted(path);
        plan.registry.supports_parallel_tool_calls(&name)
    };
    assert_eq!(parallel("exec_command"), Some(true), "RT-09");
    assert_eq!(parallel("mcp__server__.exec_command"), Some(false), "RT-09");
    assert_eq!(parallel("mcp__fast.get"), Some(true), "RT-10");
    assert_eq!(parallel("mcp__slow.get"), Some(false), "RT-10");
    for path in ["apply_patch", "update_plan", "multi_agent_v1.spawn_agent", "client"] {
        assert_eq!(parallel(path), Some(false), "RT-11 {path}");
    }
    assert_eq!(parallel("unknown"), None, "RT-11");
    assert_eq!(parallel("mcp__cached.get"), Some(false), "RT-11");
    assert_eq!(parallel("mcp__hinted.get"), Some(true), "5.3");
    assert_eq!(parallel("mcp__hidden.get"), Some(false), "7.6: a hidden entry never is");
    for path in [
        "write_stdin",
        "view_image",
        "tool_search",
        "list_mcp_resources",
        "list_mcp_resource_templates",
        "read_mcp_resource",
    ] {
        assert_eq!(parallel(path), Some(true), "7.6 {path}");
    }
}

#[test]
fn fz_11_the_same_binding_reuses_handlers_and_index() {
    let mut planner = Planner::new();
    let first = inputs(&[filesystem()], search_on);
    let one = planner.plan(&first);
    assert!(!one.handlers_reused && !one.search_reused);
    let two = planner.plan(&first);
    assert!(two.handlers_reused && two.search_reused, "FZ-11");
    let (one, two) = (one.plan.expect("plans"), two.plan.expect("plans"));
    assert_eq!(one.wire_json(), two.wire_json(), "FZ-11");
    assert_eq!(one.digest(), two.digest(), "FZ-11");

    // The index does not care where in the registry its tools stand.
    let mut other = first.clone();
    other.config.update_plan = false;
    let three = planner.plan(&other);
    assert!(three.handlers_reused && three.search_reused, "FZ-11, another setting");

    // An equal binding is another binding.
    let rebuilt = PlanInputs { binding: Arc::new((*first.binding).clone()), ..first.clone() };
    let four = planner.plan(&rebuilt);
    assert!(!four.handlers_reused && !four.search_reused, "6.7");
    assert_eq!(four.plan.expect("plans").digest(), one.digest());
}

/// Reference 6.7: one slot, and only the searched tools and the listing mode are compared.
#[test]
fn the_search_slot_holds_one_tool() {
    let mut planner = Planner::new();
    let all = inputs(&[filesystem(), server("git", &["log"])], search_on);
    let mut reused = |change: fn(&mut PlanInputs)| {
        let mut inputs = all.clone();
        change(&mut inputs);
        planner.plan(&inputs).search_reused
    };
    assert!(!reused(|_| {}));
    assert!(reused(|i| i.model.apply_patch = true));
    assert!(!reused(|i| set(i, freezeframe::planner::features::Feature::MultiAgent, false)));
    assert!(!reused(|_| {}), "alternating inputs rebuild each time");
    assert!(!reused(|i| set(
        i,
        freezeframe::planner::features::Feature::DeferredToolWorldState,
        true
    )));
}

/// A memory makes a plan faster and never different.
#[test]
fn a_planner_with_memories_plans_the_same() {
    let mut planner = Planner::new();
    for (inputs, fresh) in worlds().iter().zip(plans()) {
        let remembered = planner.plan(inputs).plan.map(|plan| plan.digest().clone());
        let fresh = fresh.clone().map(|plan| plan.digest().clone());
        assert_eq!(remembered.map_err(|e| e.message), fresh.map_err(|e| e.message));
    }
}
