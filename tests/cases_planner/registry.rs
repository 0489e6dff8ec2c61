//! RG: the registry and its collisions.

use std::sync::Arc;

use crate::fixture::*;
use freezeframe::builtin::PayloadKinds;
use freezeframe::mcp::binding::{BoundTool, ListSource, McpBinding, ServerTerms};
use freezeframe::mcp::names::NameChanges;
use freezeframe::mcp::spec::PreparedTool;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::planner::registry::*;
use freezeframe::tool::{ToolExposure, ToolExposures, ToolName};

fn entry(name: ToolName, marker: u32) -> RegisteredTool {
    let runtime = Runtime {
        spec: Arc::new(spec_of(&name, "")),
        name,
        exposure: ToolExposure::Direct,
        parallel: false,
        payload: PayloadKinds::FunctionOnly,
        search: None,
        origin: Origin::Extension,
    };
    RegisteredTool { runtime, exposure: ToolExposure::Direct, candidate: marker }
}

fn spelled(path: &str) -> ToolName {
    match path.split_once('.') {
        Some((namespace, name)) => ToolName::namespaced(namespace, name),
        None => ToolName::plain(path),
    }
}

fn external(registry: &mut Registry, path: &str, marker: u32) -> bool {
    registry.register_external(entry(spelled(path), marker)) == External::Registered
}

fn collision(registry: &Registry) -> Option<String> {
    registry.first_collision().map(ToolName::strict)
}

fn order(registry: &Registry) -> String {
    registry.iter().map(|(name, _)| name.dotted()).collect::<Vec<_>>().join(" ")
}

#[test]
fn rg_01_the_first_owner_keeps_the_name() {
    let mut registry = Registry::new();
    assert!(external(&mut registry, "first", 1));
    assert!(!external(&mut registry, "first", 2), "RG-01");
    assert_eq!(collision(&registry).as_deref(), Some("functions.first"), "RG-01");
    assert!(external(&mut registry, "second", 3));
    registry.prepend_trusted(entry(spelled("synthetic"), 4)).expect("free");
    assert_eq!(order(&registry), "synthetic first second", "RG-01");
    let removed = registry.remove(&spelled("first")).expect("was there");
    assert_eq!(removed.candidate, 1, "RG-01: the original");
    assert_eq!(order(&registry), "synthetic second");
    assert!(!external(&mut registry, "second", 5));
    assert_eq!(collision(&registry).as_deref(), Some("functions.first"), "only the first is kept");
}

#[test]
fn rg_02_one_canonical_key() {
    for (winner, loser) in [("lookup", "functions.lookup"), ("functions.lookup", "lookup")] {
        let mut registry = Registry::new();
        assert!(external(&mut registry, winner, 1));
        assert!(!external(&mut registry, loser, 2), "RG-02");
        for spelling in ["lookup", "functions.lookup", ".lookup"] {
            let found = registry.get(&spelled(spelling)).map(|entry| entry.candidate);
            assert_eq!(found, Some(1), "RG-02 {spelling}");
            assert!(registry.get_mut(&spelled(spelling)).is_some(), "RG-02 {spelling}");
        }
    }
}

#[test]
fn rg_03_two_namespaces() {
    let mut registry = Registry::new();
    assert!(external(&mut registry, "first.lookup", 1));
    assert!(external(&mut registry, "second.lookup", 2), "RG-03");
    assert_eq!(collision(&registry), None, "RG-03");
}

#[test]
fn rg_04_and_06_reserved_names() {
    let mut registry = Registry::new();
    for name in ["exec_command", "shell_command"] {
        for path in [name.to_owned(), format!("functions.{name}"), format!(".{name}")] {
            assert!(!external(&mut registry, &path, 1), "RG-04 {path}");
        }
        let hidden = RegisteredTool { exposure: ToolExposure::Hidden, ..entry(spelled(name), 1) };
        let refused = External::Reserved { recorded: false };
        assert_eq!(registry.register_external(hidden), refused, "RG-04, with an exposure");
    }
    assert!(registry.is_empty(), "RG-04");
    assert_eq!(collision(&registry), None, "RG-04");
    assert!(external(&mut registry, "client.exec_command", 1), "RG-06");
    assert!(external(&mut registry, "client.shell_command", 1), "RG-06");
}

#[test]
fn a_taken_reserved_name_is_a_collision() {
    let mut registry = Registry::new();
    registry.register_trusted(entry(spelled("exec_command"), 1)).expect("free");
    let refused = registry.register_external(entry(spelled("functions.exec_command"), 2));
    assert_eq!(refused, External::Reserved { recorded: true });
    assert_eq!(collision(&registry).as_deref(), Some("functions.exec_command"));
}

#[test]
fn rg_09_sources_in_order() {
    let world = |i: &mut PlanInputs| {
        set(i, Feature::MultiAgent, false);
        i.extensions =
            [extension("mcp__registry.lookup"), extension("registry_extension.lookup")].into();
        i.dynamic_tools = [dynamic("registry_dynamic.lookup")].into();
    };
    let mcp = under(server("registry", &["lookup"]), |t| t.instructions = Some("From MCP.".into()));
    check(
        "RG-09",
        std::slice::from_ref(&mcp),
        world,
        "visible: @shell, @resources, @utility, mcp__registry{lookup}, \
         registry_extension{lookup}, registry_dynamic{lookup}, web_search",
    );
    assert_eq!(
        shown(&planned(&[mcp], world), "mcp__registry")["description"],
        "From MCP.",
        "RG-09"
    );
}

fn strict(inputs: &mut PlanInputs) {
    inputs.config.error_on_tool_collisions = true;
}

#[test]
fn rg_10_and_11_recorded_collisions() {
    check(
        "RG-10",
        &[server("registry", &["lookup"])],
        |i| {
            strict(i);
            i.extensions = [extension("mcp__registry.lookup")].into();
        },
        "error: duplicate tool: mcp__registry.lookup",
    );
    check(
        "RG-11",
        &[],
        |i| {
            strict(i);
            i.dynamic_tools = [dynamic("update_plan")].into();
        },
        "error: duplicate tool: functions.update_plan",
    );
}

/// Two servers in one namespace. Normalization would tell them apart by a hash, so the binding is
/// put together by hand, as the upstream tests do.
fn shared(descriptions: [&str; 2], omit_deferred: [bool; 2]) -> Arc<McpBinding> {
    let mut binding = McpBinding { has_servers: true, ..McpBinding::default() };
    for ((server, description), omits) in
        ["first", "second"].into_iter().zip(descriptions).zip(omit_deferred)
    {
        let name = ToolName::namespaced("shared", server);
        let terms =
            ServerTerms { instructions: Some(description.into()), ..ServerTerms::default() };
        let raw = Arc::new(tool(server));
        let limits = PlanInputs::fixture().bind_rules().schemas;
        let prepared = PreparedTool::prepare(server, &terms, &raw, &name, &limits).map(Arc::new);
        let omitted = if omits { ToolExposures::DEFERRED } else { ToolExposures::NONE };
        binding.catalog.insert(server.into(), omitted);
        binding.sources.push((server.into(), ListSource::Live));
        binding.tools.push(Arc::new(BoundTool {
            name,
            server: server.into(),
            terms: Arc::new(terms),
            tool: raw,
            changes: NameChanges::default(),
            prepared,
            cached: false,
        }));
    }
    Arc::new(binding)
}

#[track_caller]
fn check_shared(case: &str, binding: Arc<McpBinding>, change: fn(&mut PlanInputs), expected: &str) {
    let mut inputs = PlanInputs::fixture();
    change(&mut inputs);
    inputs.binding = binding;
    let found = match freezeframe::planner::plan(&inputs) {
        Ok(_) => "no error".to_owned(),
        Err(failure) => failure.to_string(),
    };
    assert_eq!(found, expected, "{case}");
}

fn inventory(inputs: &mut PlanInputs) {
    strict(inputs);
    inputs.model.responses_lite = true;
    inputs.config.turn_metadata_includes_tool_info = true;
}

#[test]
fn rg_15_to_21_strict_namespaces() {
    let clash = "duplicate tool: shared";
    check_shared("RG-15", shared(["One.", "Two."], [false; 2]), strict, clash);
    let searching = |i: &mut PlanInputs| {
        strict(i);
        search_on(i);
    };
    check_shared("RG-16", shared(["One.", "Two."], [true, false]), searching, clash);
    check_shared("RG-20", shared(["One.", "One."], [false; 2]), strict, "no error");
    check_shared("RG-21", shared(["One.", "One."], [false; 2]), inventory, clash);
    check_shared(
        "4e: a blank text is no text",
        shared(["One.", " "], [false; 2]),
        strict,
        "no error",
    );
    let only_lite = |i: &mut PlanInputs| {
        inventory(i);
        i.config.turn_metadata_includes_tool_info = false;
    };
    check_shared(
        "4e: inventory needs both",
        shared(["One."; 2], [false; 2]),
        only_lite,
        "no error",
    );
}

/// Reference 4e: a Hidden entry has no owner, but it still has a description.
#[test]
fn hidden_entries_and_ownership() {
    let hide_second = |mut binding: Arc<McpBinding>| {
        let changed = Arc::make_mut(&mut binding);
        changed.catalog.insert("second".into(), ToolExposures::ALL);
        binding
    };
    let same = hide_second(shared(["One.", "One."], [false; 2]));
    check_shared("4e", same, inventory, "no error");
    let different = hide_second(shared(["One.", "Two."], [false; 2]));
    check_shared("4e", different, inventory, "duplicate tool: shared");
}

/// Reference 4e: the wire namespace of plain tools is `functions`, owned by the agent.
#[test]
fn a_server_may_not_share_the_default_namespace_under_inventory() {
    let world = |i: &mut PlanInputs| {
        inventory(i);
        i.config.non_prefixed_servers = ["functions".to_owned()].into();
    };
    check("4e", &[server("functions", &["lookup"])], world, "error: duplicate tool: functions");
}

#[test]
fn rg_23_relaxed_descriptions() {
    let text = |descriptions: [&str; 2]| {
        let mut inputs = PlanInputs::fixture();
        inputs.binding = shared(descriptions, [false; 2]);
        let plan = freezeframe::planner::plan(&inputs).expect("relaxed");
        shown(&plan, "shared")["description"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(text(["One.", "Two."]), "One.", "RG-23");
    assert_eq!(text(["", "Two."]), "Two.", "RG-23");
}

/// The engine neither panics nor logs: the fault is a value that names the tool.
#[test]
fn rg_25_a_trusted_tool_twice_is_a_fault() {
    let mut registry = Registry::new();
    registry.register_trusted(entry(spelled("update_plan"), 1)).expect("free");
    let twice = registry.register_trusted(entry(spelled("functions.update_plan"), 2));
    assert_eq!(twice.map_err(|e| e.0.dotted()), Err("update_plan".to_owned()), "RG-25");
    let front = registry.prepend_trusted(entry(spelled("update_plan"), 3));
    let text = front.expect_err("RG-25").to_string();
    assert_eq!(text, "tool update_plan already registered", "RG-25");
    assert_eq!(registry.get(&spelled("update_plan")).map(|e| e.candidate), Some(1), "RG-25");
}
