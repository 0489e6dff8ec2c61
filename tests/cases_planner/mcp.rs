//! MX: MCP tools on their way into the registry.

use std::sync::Arc;

use crate::fixture::*;
use freezeframe::mcp::apps::{AppPolicy, AppSettings, AppToolSettings, ToolHints};
use freezeframe::mcp::binding::{LeftOut, ListSource, McpTool, ServerListing};
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::tool::ToolName;
use serde_json::json;

const APPS: &str = "codex_apps";
const WITHOUT_TOOLS: &str = "visible: @shell, @resources, @utility, @v1, web_search";

fn shown_to(audiences: serde_json::Value, tool: McpTool) -> McpTool {
    McpTool { meta: Some(Arc::new(json!({"ui": {"visibility": audiences}}))), ..tool }
}

#[test]
fn mx_01_and_02_search_decides_between_direct_and_deferred() {
    check(
        "MX-01",
        &[filesystem()],
        |_| {},
        "visible: @shell, @resources, @utility, @v1, mcp__filesystem{read_file, write_file}, \
         web_search",
    );
    check(
        "MX-02",
        &[filesystem()],
        search_on,
        "visible: @shell, @resources, @utility, tool_search, web_search | deferred: @deferred-v1, \
         mcp__filesystem.read_file, mcp__filesystem.write_file",
    );
    let plan = planned(&[filesystem()], search_on);
    let text = spec(&plan, "tool_search")["description"].as_str().unwrap_or_default().to_owned();
    let sources: Vec<&str> = text.lines().filter(|line| line.starts_with("- ")).collect();
    let expected = ["- Multi-agent tools: Spawn and manage sub-agents.", "- filesystem"];
    assert_eq!(sources, expected, "MX-02");
}

#[test]
fn mx_03_visibility() {
    let listing = server_of(
        "s",
        vec![
            tool("absent"),
            shown_to(json!(["app"]), tool("app_only")),
            shown_to(json!([]), tool("nobody")),
            shown_to(json!(["app", "model"]), tool("both")),
        ],
    );
    let app = shown_to(json!(["app"]), app_tool(Some("c"), "Calendar", "calendar_hidden"));
    check(
        "MX-03",
        &[listing, server_of(APPS, vec![app])],
        |_| {},
        "visible: @shell, @resources, @utility, @v1, mcp__s{absent, both}, web_search",
    );
}

#[test]
fn mx_04_and_05_apps() {
    let calendar = || {
        let tools = ["calendar_create_event", "calendar_delete_event"];
        let tools = tools.map(|raw| app_tool(Some("conn1"), "Calendar", raw));
        server_of(APPS, tools.into())
    };
    let settings = AppSettings {
        default_tools_enabled: Some(false),
        tools: [("calendar_create_event".to_owned(), AppToolSettings { enabled: Some(true) })]
            .into(),
        ..AppSettings::default()
    };
    let policy =
        AppPolicy { apps: [("conn1".to_owned(), settings)].into(), ..AppPolicy::default() };
    check(
        "MX-04",
        &[calendar()],
        |i| i.app_policy = Arc::new(policy),
        "visible: @shell, @resources, @utility, @v1, mcp__codex_apps__calendar{_create_event}, \
         web_search",
    );
    check(
        "MX-05, and apps come last",
        &[calendar(), server("zebra", &["run"])],
        search_without_agents,
        "visible: @shell, @resources, @utility, tool_search, web_search | deferred: \
         mcp__zebra.run, mcp__codex_apps__calendar._create_event, \
         mcp__codex_apps__calendar._delete_event",
    );
    check("5.3: apps off", &[calendar()], |i| i.apps_enabled = false, WITHOUT_TOOLS);
    let anonymous = server_of(APPS, vec![app_tool(None, "Calendar", "calendar_list")]);
    check("5.3: no connector id", &[anonymous], |_| {}, WITHOUT_TOOLS);
}

/// The hosted apps obey the policy of the moment even when their handlers are old.
#[test]
fn the_app_policy_is_applied_at_every_plan() {
    let destructive = McpTool {
        hints: ToolHints { destructive: Some(true), ..ToolHints::default() },
        ..app_tool(Some("conn1"), "Calendar", "calendar_wipe")
    };
    let listing = server_of(APPS, vec![destructive]);
    let careful = AppPolicy { default_destructive_enabled: Some(false), ..AppPolicy::default() };
    check("5.3", &[listing], |i| i.app_policy = Arc::new(careful), WITHOUT_TOOLS);
}

#[test]
fn mx_06_five_hundred_are_still_direct() {
    let names: Vec<String> = (0..500).map(|n| format!("tool_{n:03}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let plan = planned(&[server("big", &names)], |_| {});
    let direct = names
        .iter()
        .filter(|name| exposure(&plan.registry, &format!("mcp__big.{name}")) == "Direct");
    assert_eq!(direct.count(), 500, "MX-06");
    assert_eq!(shown(&plan, "mcp__big")["tools"].as_array().map(Vec::len), Some(500), "MX-06");
}

#[test]
fn mx_13_to_15_servers_and_tools() {
    let broken = McpTool { input_schema: Arc::new(json!({"properties": []})), ..tool("broken") };
    check("MX-13", &[server_of("s", vec![broken])], |_| {}, WITHOUT_TOOLS);
    check("MX-14", &[server("s", &[])], |_| {}, WITHOUT_TOOLS);
    check("MX-15", &[], search_without_agents, "visible: @shell, @utility, web_search");
    let left_out = |why| ServerListing { source: ListSource::LeftOut(why), ..filesystem() };
    let failed = left_out(LeftOut::StartFailed("no".into()));
    check("5.1: state does not matter", &[failed], |_| {}, WITHOUT_TOOLS);
    let disabled = left_out(LeftOut::Disabled);
    check(
        "5.1: being enabled does",
        &[disabled],
        |_| {},
        "visible: @shell, @utility, @v1, web_search",
    );
}

#[test]
fn mx_17_and_18_descriptions_of_namespaces() {
    let app = app_tool(Some("conn1"), "Calendar", "calendar_list");
    let app = McpTool { connector_description: Some("  ".into()), ..app };
    let listing =
        under(server_of(APPS, vec![app]), |terms| terms.instructions = Some("Apps.".into()));
    let plan = planned(&[listing], search_on);
    let path = "mcp__codex_apps__calendar._list";
    assert_eq!(spec(&plan, path)["description"], "Tools for working with Calendar.", "MX-17");
    let entry = plan.registry.get(&ToolName::parse_dotted(path)).expect("registered");
    let source =
        entry.runtime.search.as_ref().and_then(|info| info.source.clone()).expect("source");
    assert_eq!((&*source.name, source.description), ("Calendar", None), "MX-17");

    let plan = planned(&[server("x", &["t"])], |_| {});
    assert_eq!(shown(&plan, "mcp__x")["description"], "Tools in the mcp__x namespace.", "MX-18");
}

#[test]
fn mx_21_properties_are_inserted() {
    let plan = planned(&[server("s", &["t"])], |_| {});
    let expected = json!({"type": "object", "properties": {}});
    assert_eq!(parameters(&plan, "mcp__s.t"), expected, "MX-21");
    let null = McpTool {
        input_schema: Arc::new(json!({"type": "object", "properties": null})),
        ..tool("t")
    };
    let plan = planned(&[server_of("s", vec![null])], |_| {});
    assert_eq!(parameters(&plan, "mcp__s.t"), expected, "5.5: null counts as missing");
}

#[test]
fn mx_23_parallel_by_exact_name() {
    let fast = under(server("fast", &["get"]), |terms| terms.parallel = true);
    let plan = planned(&[fast, server("slow", &["get"])], |_| {});
    let parallel = |namespace: &str, name: &str| {
        plan.registry.supports_parallel_tool_calls(&ToolName::namespaced(namespace, name))
    };
    assert_eq!(parallel("mcp__fast", "get"), Some(true), "MX-23");
    assert_eq!(parallel("mcp__slow", "get"), Some(false), "MX-23");
    assert_eq!(parallel("fast", "get"), None, "MX-23");
}

#[test]
fn mx_25_to_28_filters_read_raw_names() {
    let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect();
    let filtered = |enabled: Option<&[&str]>, disabled: &[&str], offers: &[&str]| {
        let listing = under(server("s", offers), |terms| {
            terms.filter.enabled = enabled.map(names);
            terms.filter.disabled = names(disabled);
        });
        let plan = planned(&[listing], |_| {});
        let found: Vec<String> = plan
            .registry
            .iter()
            .filter(|(name, _)| name.canonical_namespace() == "mcp__s")
            .map(|(name, _)| name.name.to_string())
            .collect();
        found.join(" ")
    };
    let offers = ["keep", "remove", "unknown"];
    assert_eq!(filtered(Some(&["keep", "remove"]), &["remove"], &offers), "keep", "MX-25");
    assert_eq!(filtered(None, &["blocked"], &["blocked", "open"]), "open", "MX-26");
    assert_eq!(filtered(Some(&["tool-name"]), &[], &["tool-name"]), "tool_name", "MX-28");
}

// Agent plugins: reference 5.3 and 5.5.

/// A tool of an agent plugin whose namespace spec has exactly `bytes` bytes of JSON.
fn plugin(name: &str, sizes: &[usize]) -> ServerListing {
    let tools = sizes.iter().enumerate().map(|(n, &bytes)| {
        let raw = format!("t{n:02}");
        let empty = prepared_bytes(name, &raw, 0);
        // Text inside a property name costs a byte a character and is never cut.
        sized(&raw, bytes.checked_sub(empty).expect("larger than the empty tool"))
    });
    under(server_of(name, tools.collect()), |terms| terms.agent_plugin = true)
}

fn sized(raw: &str, padding: usize) -> McpTool {
    let property = format!("p{}", "x".repeat(padding));
    let schema = json!({"type": "object", "properties": {property: {"type": "string"}}});
    McpTool { input_schema: Arc::new(schema), ..tool(raw) }
}

fn prepared_bytes(server: &str, raw: &str, padding: usize) -> usize {
    let plan = planned(&[server_of(server, vec![sized(raw, padding)])], |i| {
        i.config.schema_budget = usize::MAX;
    });
    let name = ToolName::namespaced(&format!("mcp__{server}"), raw);
    plan.registry.get(&name).expect("registered").runtime.spec.wire_json().len()
}

fn hidden(servers: &[ServerListing], change: impl Fn(&mut PlanInputs)) -> String {
    let plan = planned(servers, |i| {
        i.config.schema_budget = usize::MAX;
        change(i);
    });
    let hidden = plan.registry.iter().filter(|(_, e)| e.exposure.label() == "Hidden");
    hidden.map(|(name, _)| name.dotted()).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_agent_plugin_has_a_budget_for_each_tool() {
    // The child alone stays under its own bound, so nothing is replaced.
    assert_eq!(hidden(&[plugin("p", &[8_000])], |_| {}), "");
    assert_eq!(hidden(&[plugin("p", &[8_001])], |_| {}), "mcp__p.t00");
    assert_eq!(hidden(&[plugin("p", &[8_001, 8_000])], search_on), "mcp__p.t00");
    let ordinary = under(plugin("p", &[8_001]), |terms| terms.agent_plugin = false);
    assert_eq!(hidden(&[ordinary], |_| {}), "");
}

#[test]
fn all_agent_plugins_share_one_budget_and_hidden_tools_do_not_count() {
    let first = plugin("a", &[8_000, 8_000, 8_000, 8_000, 8_001]);
    let second = plugin("b", &[8_000, 8_000, 8_000, 7_999, 700, 300]);
    // a: 32 000, b: 63 999, then nothing fits any more.
    assert_eq!(hidden(&[first.clone(), second], |_| {}), "mcp__a.t04 mcp__b.t04 mcp__b.t05");
    let exact = plugin("b", &[8_000, 8_000, 8_000, 8_000]);
    assert_eq!(hidden(&[first, exact], |_| {}), "mcp__a.t04");
}

#[test]
fn the_policy_leaves_an_over_budget_tool_alone() {
    let listing = under(plugin("p", &[8_001, 1_000]), |terms| {
        terms.omit_tools_from = freezeframe::tool::ToolExposures::DEFERRED;
    });
    let plan = planned(&[listing], |i| {
        i.config.schema_budget = usize::MAX;
        search_on(i);
    });
    assert_eq!(exposure(&plan.registry, "mcp__p.t00"), "Hidden");
    assert_eq!(exposure(&plan.registry, "mcp__p.t01"), "Direct");
}
