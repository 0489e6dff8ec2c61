//! Wire JSON: the WJ rows and the hosted search.

use std::sync::Arc;

use freezeframe::builtin::code_mode::{ExecTextOptions, code_mode_exec};
use freezeframe::builtin::edit::apply_patch;
use freezeframe::builtin::hosted::{WebSearchMode, WebSearchOptions, web_search};
use freezeframe::builtin::mcp_resources::list_mcp_resources;
use freezeframe::builtin::shell::{ExecCommandOptions, exec_command};
use freezeframe::schema::JsonSchema;
use freezeframe::tool::{
    FunctionSpec, NamespaceSpec, NamespaceTool, SearchContextSize, ToolDefinition, ToolSearchSpec,
    ToolSpec, UserLocation, WebSearchFilters, WebSearchSpec,
};
use serde_json::{Value, json};

use super::wire;

#[track_caller]
fn check_wire(case: &str, spec: &ToolSpec, expected: Value) {
    let text = spec.wire_json();
    assert!(text.starts_with("{\"type\":"), "{case}: the tag comes first in {text}");
    assert_eq!(wire(spec), expected, "{case}");
}

fn function(name: &str, description: &str, property: &str) -> FunctionSpec {
    FunctionSpec {
        name: name.into(),
        description: description.into(),
        strict: false,
        defer_loading: None,
        parameters: Arc::new(JsonSchema::object([(property, JsonSchema::string(None))], &[], None)),
        output_schema: None,
    }
}

#[test]
fn wj_01_function() {
    check_wire(
        "WJ-01",
        &ToolSpec::Function(function("demo", "A demo tool", "foo")),
        json!({"type":"function","name":"demo","description":"A demo tool","strict":false,
            "parameters":{"type":"object","properties":{"foo":{"type":"string"}}}}),
    );
}

fn lookup_namespace() -> ToolSpec {
    let child = function("lookup_order", "Look up an order", "order_id");
    ToolSpec::Namespace(NamespaceSpec {
        name: "mcp__demo__".into(),
        description: "Demo tools".into(),
        tools: vec![Arc::new(NamespaceTool::Function(child))],
    })
}

#[test]
fn wj_02_namespace() {
    check_wire(
        "WJ-02",
        &lookup_namespace(),
        json!({"type":"namespace","name":"mcp__demo__","description":"Demo tools","tools":[
            {"type":"function","name":"lookup_order","description":"Look up an order","strict":false,
             "parameters":{"type":"object","properties":{"order_id":{"type":"string"}}}}]}),
    );
}

fn search_spec() -> ToolSpec {
    let query = JsonSchema::string("Tool search query");
    ToolSpec::ToolSearch(ToolSearchSpec {
        execution: "sync",
        description: "Search app tools".into(),
        parameters: Arc::new(JsonSchema::object([("query", query)], &["query"], Some(false))),
    })
}

#[test]
fn wj_03_tool_search() {
    check_wire(
        "WJ-03",
        &search_spec(),
        json!({"type":"tool_search","execution":"sync","description":"Search app tools","parameters":
            {"type":"object","properties":{"query":{"type":"string","description":"Tool search query"}},
             "required":["query"],"additionalProperties":false}}),
    );
}

#[test]
fn wj_05_names() {
    let specs = [
        ToolSpec::Function(function("lookup_order", "Look up an order", "order_id")),
        lookup_namespace(),
        search_spec(),
        ToolSpec::WebSearch(WebSearchSpec::default()),
        code_mode_exec(&ExecTextOptions::default()),
    ];
    let names: Vec<_> = specs.iter().map(ToolSpec::name).collect();
    assert_eq!(names, ["lookup_order", "mcp__demo__", "tool_search", "web_search", "exec"]);
}

fn definition(defer_loading: bool) -> ToolDefinition {
    ToolDefinition {
        name: "lookup_order".into(),
        description: "Look up an order".into(),
        input_schema: Arc::new(JsonSchema::object(
            [("order_id", JsonSchema::string(None))],
            &[],
            None,
        )),
        output_schema: Some(Arc::new(json!({"type":"object"}))),
        defer_loading,
    }
}

#[test]
fn wj_06_wj_07_defer_loading() {
    let direct = definition(false).to_spec();
    assert!(direct.output_schema.is_some(), "WJ-06: kept internally");
    let text = ToolSpec::Function(direct).wire_json();
    assert!(!text.contains("defer_loading") && !text.contains("output_schema"), "WJ-06: {text}");

    let deferred = wire(&ToolSpec::Function(definition(true).to_spec()));
    assert_eq!(deferred["defer_loading"], true, "WJ-07");
}

#[test]
fn wj_10_renamed() {
    let renamed = definition(true).renamed("mcp__orders__lookup_order");
    assert_eq!(&*renamed.name, "mcp__orders__lookup_order");
    assert_eq!(ToolDefinition { name: "lookup_order".into(), ..renamed }, definition(true));
}

#[test]
fn wj_12_encrypted_string() {
    let schema = JsonSchema::string("Secret value").encrypted();
    assert_eq!(
        schema.to_json(),
        r#"{"type":"string","description":"Secret value","encrypted":true}"#
    );
}

#[test]
fn wj_13_custom_tools() {
    for spec in [apply_patch(false), apply_patch(true), code_mode_exec(&ExecTextOptions::default())]
    {
        let wire = wire(&spec);
        let members: Vec<_> =
            wire.as_object().into_iter().flat_map(|object| object.keys()).collect();
        assert_eq!(members, ["type", "name", "description", "format"], "WJ-13");
        assert_eq!(wire["type"], "custom");
        assert_eq!(wire["format"]["type"], "grammar");
        assert_eq!(wire["format"]["syntax"], "lark");
    }
}

#[test]
fn wj_15_no_required_member() {
    let wire = wire(&list_mcp_resources());
    let parameters = wire["parameters"].as_object().expect("an object");
    assert!(!parameters.contains_key("required"));
    assert_eq!(parameters["additionalProperties"], false);
    let names: Vec<_> =
        parameters["properties"].as_object().into_iter().flat_map(|o| o.keys()).collect();
    assert_eq!(names, ["cursor", "server"]);
}

#[test]
fn shell_output_is_declared_but_never_sent() {
    let spec = exec_command(ExecCommandOptions::default());
    assert!(!spec.wire_json().contains("wall_time_seconds"));
    let ToolSpec::Function(function) = spec else { panic!("a function") };
    let output = function.output_schema.expect("declared for nested code");
    assert_eq!(output["required"], json!(["wall_time_seconds", "output"]));
}

#[test]
fn hosted_search_by_mode() {
    let none = WebSearchOptions::default();
    let rows = [
        ("HO-01", WebSearchMode::Cached, json!({"type":"web_search","external_web_access":false})),
        (
            "3.7 Indexed",
            WebSearchMode::Indexed,
            json!({"type":"web_search","external_web_access":true,"indexed_web_access":true}),
        ),
        ("HO-03", WebSearchMode::Live, json!({"type":"web_search","external_web_access":true})),
    ];
    for (case, mode, expected) in rows {
        check_wire(case, &web_search(mode, &none), expected);
    }
}

#[test]
fn hosted_search_with_everything() {
    let options = WebSearchOptions {
        filters: Some(WebSearchFilters { allowed_domains: Some(vec!["example.com".into()]) }),
        user_location: Some(UserLocation {
            r#type: "approximate",
            country: Some("US".into()),
            region: Some("California".into()),
            city: Some("San Francisco".into()),
            timezone: Some("America/Los_Angeles".into()),
        }),
        search_context_size: Some(SearchContextSize::High),
        images: true,
    };
    check_wire(
        "planner 1.2",
        &web_search(WebSearchMode::Indexed, &options),
        json!({"type":"web_search","external_web_access":true,"indexed_web_access":true,
            "filters":{"allowed_domains":["example.com"]},
            "user_location":{"type":"approximate","country":"US","region":"California",
                "city":"San Francisco","timezone":"America/Los_Angeles"},
            "search_context_size":"high","search_content_types":["text","image"]}),
    );
}
