//! The one helper of this directory, [`check`], and the small builders its rows use.

use std::sync::Arc;

use freezeframe::mcp::binding::{ListSource, McpTool, ServerListing, ServerTerms, bind};
use freezeframe::mcp::cache::BindCache;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{DynamicTool, ExtensionTool, PlanInputs};
use freezeframe::planner::ledger::Standing;
use freezeframe::planner::registry::Registry;
use freezeframe::planner::{Plan, PlanFailure, plan};
use freezeframe::schema::JsonSchema;
use freezeframe::tool::*;
use serde_json::{Value, json};

/// Parts of expected tables that many rows share.
const SHORTHANDS: [(&str, &str); 5] = [
    ("@shell", "exec_command, write_stdin"),
    ("@resources", "list_mcp_resources, list_mcp_resource_templates, read_mcp_resource"),
    ("@utility", "update_plan, request_user_input, view_image"),
    (
        "@deferred-v1",
        "multi_agent_v1.spawn_agent, multi_agent_v1.send_input, multi_agent_v1.resume_agent, \
         multi_agent_v1.wait_agent, multi_agent_v1.close_agent",
    ),
    ("@v1", "multi_agent_v1{close_agent, resume_agent, send_input, spawn_agent, wait_agent}"),
];

/// Changes the fixture, binds `servers`, plans, and compares the whole table with `expected`.
///
/// Sections without entries are left out; a plan that fails is `error: {text}`. Members of a
/// namespace stand in wire order, deferred and hidden tools in registry order.
#[track_caller]
pub fn check(
    case: &str,
    servers: &[ServerListing],
    change: impl FnOnce(&mut PlanInputs),
    expected: &str,
) {
    let found = match try_plan(servers, change) {
        Ok(plan) => table(&plan),
        Err(failure) => format!("error: {failure}"),
    };
    let expected = SHORTHANDS
        .iter()
        .fold(expected.to_owned(), |text, (short, long)| text.replace(short, long));
    assert_eq!(found, expected, "{case}");
}

/// The plan of a changed fixture.
#[track_caller]
pub fn planned(servers: &[ServerListing], change: impl FnOnce(&mut PlanInputs)) -> Arc<Plan> {
    try_plan(servers, change).expect("this fixture plans")
}

/// The inputs of a changed fixture over the binding of `servers`.
pub fn inputs(servers: &[ServerListing], change: impl FnOnce(&mut PlanInputs)) -> PlanInputs {
    let mut inputs = PlanInputs::fixture();
    change(&mut inputs);
    inputs.binding = Arc::new(bind(servers, &inputs.bind_rules(), &mut BindCache::default()));
    inputs
}

fn try_plan(
    servers: &[ServerListing],
    change: impl FnOnce(&mut PlanInputs),
) -> Result<Arc<Plan>, PlanFailure> {
    plan(&inputs(servers, change))
}

fn table(plan: &Plan) -> String {
    let entry = |spec: &ToolSpec| match spec {
        ToolSpec::Namespace(spec) => {
            let members: Vec<&str> = spec.tools.iter().map(|tool| tool.name()).collect();
            format!("{}{{{}}}", spec.name, members.join(", "))
        }
        other => other.name().to_owned(),
    };
    let visible = plan.visible.iter().map(|shown| entry(&shown.spec)).collect();
    let deferred = plan.standing(Standing::Deferred).map(|c| c.name.dotted()).collect();
    let hidden = plan
        .standing(Standing::Hidden)
        .map(|c| format!("{}({})", c.name.dotted(), c.exposure.map_or("?", |e| e.label())))
        .collect();
    let section = |(title, names): (&str, Vec<String>)| {
        (!names.is_empty()).then(|| format!("{title}: {}", names.join(", ")))
    };
    let sections: Vec<String> = [("visible", visible), ("deferred", deferred), ("hidden", hidden)]
        .into_iter()
        .filter_map(section)
        .collect();
    sections.join(" | ")
}

// Switches that many rows turn.

/// Turns a feature.
pub fn set(inputs: &mut PlanInputs, feature: Feature, on: bool) {
    inputs.features.set(feature, on);
}

/// "search on": the model understands `tool_search`.
pub fn search_on(inputs: &mut PlanInputs) {
    inputs.model.supports_search_tool = true;
}

/// Search on, agent tools off: nothing but the row's own tools can be deferred.
pub fn search_without_agents(inputs: &mut PlanInputs) {
    search_on(inputs);
    set(inputs, Feature::MultiAgent, false);
}

// Servers.

/// A connected server whose tools take no arguments.
pub fn server(name: &str, tools: &[&str]) -> ServerListing {
    server_of(name, tools.iter().map(|name| tool(name)).collect())
}

/// A connected server.
pub fn server_of(name: &str, tools: Vec<McpTool>) -> ServerListing {
    ServerListing {
        server: name.into(),
        terms: Arc::default(),
        tools: tools.into_iter().map(Arc::new).collect(),
        source: ListSource::Live,
    }
}

/// The same server under other terms.
pub fn under(listing: ServerListing, change: impl FnOnce(&mut ServerTerms)) -> ServerListing {
    let mut terms = ServerTerms::clone(&listing.terms);
    change(&mut terms);
    ServerListing { terms: Arc::new(terms), ..listing }
}

/// A tool without arguments.
pub fn tool(name: &str) -> McpTool {
    McpTool {
        name: name.into(),
        input_schema: Arc::new(json!({"type": "object"})),
        ..McpTool::default()
    }
}

/// The server `filesystem` of the case list.
pub fn filesystem() -> ServerListing {
    server("filesystem", &["read_file", "write_file"])
}

/// An app's tool of the hosted apps server.
pub fn app_tool(connector_id: Option<&str>, connector: &str, name: &str) -> McpTool {
    McpTool {
        connector_id: connector_id.map(Into::into),
        connector_name: Some(connector.into()),
        ..tool(name)
    }
}

// Tools of the client and of extensions. A path is `namespace.name`, or the name of a plain tool.

/// A client's tool that stands in the first list.
pub fn dynamic(path: &str) -> DynamicTool {
    let name = ToolName::parse_dotted(path);
    DynamicTool {
        namespace: name.namespace.map(|namespace| (namespace, "".into())),
        name: name.name,
        description: "A client's tool.".into(),
        input_schema: Arc::new(json!({"type": "object"})),
        defer_loading: false,
    }
}

/// A client's tool that asks to be deferred.
pub fn deferred_dynamic(path: &str) -> DynamicTool {
    DynamicTool { defer_loading: true, ..dynamic(path) }
}

/// An extension's direct tool.
pub fn extension(path: &str) -> ExtensionTool {
    described_extension(path, "An extension's namespace.")
}

/// An extension's direct tool in a namespace with a description.
pub fn described_extension(path: &str, description: &str) -> ExtensionTool {
    let name = ToolName::parse_dotted(path);
    ExtensionTool {
        spec: Arc::new(spec_of(&name, description)),
        name,
        exposure: ToolExposure::Direct,
        parallel: false,
        search_source: None,
    }
}

/// A function under `name`, wrapped in its namespace if it has one.
pub fn spec_of(name: &ToolName, description: &str) -> ToolSpec {
    let function = FunctionSpec {
        name: name.name.clone(),
        description: "An extension's tool.".into(),
        strict: false,
        defer_loading: None,
        parameters: Arc::new(JsonSchema::object([], &[], Some(false))),
        output_schema: None,
    };
    match &name.namespace {
        None => ToolSpec::Function(function),
        Some(namespace) => ToolSpec::Namespace(NamespaceSpec {
            name: namespace.clone(),
            description: description.into(),
            tools: vec![Arc::new(NamespaceTool::Function(function))],
        }),
    }
}

// Questions to a plan.

/// The registered exposure of a tool, or `absent`.
pub fn exposure(registry: &Registry, path: &str) -> &'static str {
    let entry = registry.get(&ToolName::parse_dotted(path));
    entry.map_or("absent", |entry| entry.exposure.label())
}

/// The wire form of a registered tool's own spec.
#[track_caller]
pub fn spec(plan: &Plan, path: &str) -> Value {
    let entry = plan.registry.get(&ToolName::parse_dotted(path)).expect(path);
    serde_json::from_str(&entry.runtime.spec.wire_json()).expect("wire JSON is JSON")
}

/// The wire form of a visible entry.
#[track_caller]
pub fn shown(plan: &Plan, name: &str) -> Value {
    let entry = plan.visible.iter().find(|entry| entry.spec.name() == name).expect(name);
    serde_json::from_str(&entry.spec.wire_json()).expect("wire JSON is JSON")
}

/// The parameters of a registered tool.
#[track_caller]
pub fn parameters(plan: &Plan, path: &str) -> Value {
    let spec = spec(plan, path);
    match spec["type"].as_str() {
        Some("namespace") => spec["tools"][0]["parameters"].clone(),
        _ => spec["parameters"].clone(),
    }
}

/// Does a registered tool take this argument?
#[track_caller]
pub fn takes(plan: &Plan, path: &str, argument: &str) -> bool {
    parameters(plan, path)["properties"].get(argument).is_some()
}
