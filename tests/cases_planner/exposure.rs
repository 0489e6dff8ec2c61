//! PO: the exposure policy over MCP tools.

use crate::fixture::*;
use freezeframe::mcp::binding::ServerListing;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::tool::{ToolExposures, ToolName};

/// The conditions of the reference table, by column.
#[derive(Clone, Copy)]
enum Column {
    Plain,
    Search,
    CodeOnly,
    SearchCodeOnly,
    DirectOnly,
}

impl Column {
    fn apply(self, inputs: &mut PlanInputs) {
        set(inputs, Feature::MultiAgent, false);
        if matches!(self, Self::Search | Self::SearchCodeOnly) {
            search_on(inputs);
        }
        if matches!(self, Self::CodeOnly | Self::SearchCodeOnly) {
            set(inputs, Feature::CodeModeOnly, true);
        }
        if matches!(self, Self::DirectOnly) {
            inputs.config.code_mode.direct_only_tool_namespaces = ["mcp__s".into()].into();
        }
    }
}

fn omitting(surfaces: &str, name: &str, tool: &str) -> ServerListing {
    let omitted = surfaces.split_whitespace().fold(ToolExposures::NONE, |set, word| {
        set.union(match word {
            "direct" => ToolExposures::DIRECT,
            "deferred" => ToolExposures::DEFERRED,
            "code_mode" => ToolExposures::CODE_MODE,
            other => panic!("unknown surface {other}"),
        })
    });
    under(server(name, &[tool]), |terms| terms.omit_tools_from = omitted)
}

/// One cell of the table: the exposure, and whether `tool_search` is registered and visible.
#[track_caller]
fn check_policy(
    case: &str,
    omits: &str,
    search: bool,
    column: Column,
    expected: (&str, bool, bool),
) {
    let plan = planned(&[omitting(omits, "s", "t")], |i| {
        column.apply(i);
        i.model.supports_search_tool = search;
    });
    let tool_search = ToolName::plain("tool_search");
    let registered = plan.registry.get(&tool_search).is_some();
    let visible = plan.visible_names().any(|name| *name == tool_search);
    let found = (exposure(&plan.registry, "mcp__s.t"), registered, visible);
    assert_eq!(found, expected, "{case}");
}

#[test]
fn po_01_to_15_the_policy_table() {
    use Column::*;
    check_policy("PO-01", "", false, Plain, ("Direct", false, false));
    check_policy("PO-02", "", true, Plain, ("Deferred", true, true));
    check_policy("PO-03", "", true, CodeOnly, ("Deferred", true, false));
    check_policy("PO-04", "deferred", true, Plain, ("Direct", false, false));
    check_policy("PO-05", "direct", false, Plain, ("CodeModeOnly", false, false));
    check_policy("PO-06", "direct", true, Plain, ("Deferred", true, true));
    check_policy("PO-07", "code_mode", true, Plain, ("DeferredModelOnly", true, true));
    check_policy("PO-10", "direct code_mode", true, Plain, ("DeferredModelOnly", true, true));
    check_policy("PO-14", "direct deferred code_mode", true, Plain, ("Hidden", false, false));
    check_policy("PO-15", "", true, DirectOnly, ("DirectModelOnly", false, false));
}

/// The whole computed table of reference 5.4. The last column is the same under search.
#[test]
fn the_whole_table() {
    use Column::*;
    let rows = [
        ("", ["Direct", "Deferred", "Direct", "Deferred", "DirectModelOnly"]),
        ("direct", ["CodeModeOnly", "Deferred", "CodeModeOnly", "Deferred", "Hidden"]),
        ("deferred", ["Direct", "Direct", "Direct", "Direct", "DirectModelOnly"]),
        (
            "code_mode",
            [
                "DirectModelOnly",
                "DeferredModelOnly",
                "DirectModelOnly",
                "DirectModelOnly",
                "DirectModelOnly",
            ],
        ),
        (
            "direct deferred",
            ["CodeModeOnly", "CodeModeOnly", "CodeModeOnly", "CodeModeOnly", "Hidden"],
        ),
        ("direct code_mode", ["Hidden", "DeferredModelOnly", "Hidden", "Hidden", "Hidden"]),
        (
            "deferred code_mode",
            [
                "DirectModelOnly",
                "DirectModelOnly",
                "DirectModelOnly",
                "DirectModelOnly",
                "DirectModelOnly",
            ],
        ),
        ("direct deferred code_mode", ["Hidden", "Hidden", "Hidden", "Hidden", "Hidden"]),
    ];
    for (omits, cells) in rows {
        let columns = [Plain, Search, CodeOnly, SearchCodeOnly, DirectOnly];
        for (column, expected) in columns.into_iter().zip(cells) {
            let plan = planned(&[omitting(omits, "s", "t")], |i| column.apply(i));
            let found = exposure(&plan.registry, "mcp__s.t");
            assert_eq!(found, expected, "omits `{omits}`, column {}", column as u8);
            if matches!(column, DirectOnly) {
                let searching = |i: &mut PlanInputs| {
                    column.apply(i);
                    search_on(i);
                };
                let plan = planned(&[omitting(omits, "s", "t")], searching);
                assert_eq!(exposure(&plan.registry, "mcp__s.t"), expected, "omits `{omits}`");
            }
        }
    }
}

#[test]
fn po_19_the_policy_is_per_server() {
    check(
        "PO-19",
        &[omitting("deferred", "a", "x"), omitting("", "b", "y")],
        search_without_agents,
        "visible: @shell, @resources, @utility, mcp__a{x}, tool_search, web_search | deferred: \
         mcp__b.y",
    );
}

/// Reference 5.4: only servers of the catalog are looked at; others keep what they began with.
#[test]
fn a_server_outside_the_catalog_keeps_its_initial_exposure() {
    let mut inputs = inputs(&[omitting("deferred", "a", "x")], search_without_agents);
    let mut binding = freezeframe::mcp::binding::McpBinding::clone(&inputs.binding);
    binding.catalog.clear();
    inputs.binding = binding.into();
    let plan = freezeframe::planner::plan(&inputs).expect("plans");
    assert_eq!(exposure(&plan.registry, "mcp__a.x"), "Deferred");
}
