//! D: what `exec` tells the model, and the declarations in descriptions.

use std::sync::Arc;

use freezeframe::builtin::code_mode::{
    ExecTextOptions, NamespaceText, NamespaceTexts, NestedTool, all_tools_text, code_mode_exec,
    code_mode_wait, in_prompt_order,
};
use freezeframe::builtin::edit::apply_patch;
use freezeframe::builtin::shell::{ExecCommandOptions, exec_command, write_stdin};
use freezeframe::schema::JsonSchema;
use freezeframe::tool::{
    FreeformFormat, FreeformSpec, FunctionSpec, NamespaceSpec, NamespaceTool, ToolName, ToolSpec,
};
use serde_json::{Value, json};

/// A function without schemas of its own; its parameters say nothing.
fn function(name: &str, description: &str, output: Option<Value>) -> FunctionSpec {
    FunctionSpec {
        name: name.into(),
        description: description.into(),
        strict: false,
        defer_loading: None,
        parameters: Arc::new(JsonSchema::default()),
        output_schema: output.map(Arc::new),
    }
}

fn freeform(name: &str, description: &str) -> ToolSpec {
    let format = FreeformFormat {
        r#type: "grammar".into(),
        syntax: "lark".into(),
        definition: "start: /.+/".into(),
    };
    let (name, description) = (name.into(), description.into());
    ToolSpec::Freeform(FreeformSpec { name, description, defer_loading: None, format })
}

fn nested(name: &ToolName, spec: &ToolSpec) -> Arc<NestedTool> {
    Arc::new(NestedTool::declare(name, spec).expect("a tool for cells"))
}

fn plain(name: &str, description: &str, output: Option<Value>) -> Arc<NestedTool> {
    nested(&ToolName::plain(name), &ToolSpec::Function(function(name, description, output)))
}

fn member(namespace: &str, name: &str, output: Option<Value>) -> Arc<NestedTool> {
    let spec = ToolSpec::Namespace(NamespaceSpec {
        name: namespace.into(),
        description: "Its own words.".into(),
        tools: vec![Arc::new(NamespaceTool::Function(function(name, "Does it.", output)))],
    });
    nested(&ToolName::namespaced(namespace, name), &spec)
}

/// The text behind the template that a text with these options has.
#[track_caller]
fn sections(options: ExecTextOptions<'_>) -> String {
    let template = ExecTextOptions { unified_image_budget: false, ..ExecTextOptions::default() };
    let template = code_mode_exec(&template).description().to_owned();
    let text = code_mode_exec(&options).description().to_owned();
    text.strip_prefix(&template).expect("begins with the template").to_owned()
}

fn only(enabled: &[Arc<NestedTool>]) -> ExecTextOptions<'_> {
    ExecTextOptions { code_mode_only: true, enabled, ..Default::default() }
}

fn decl(name: &str, parameter: &str, output: &str) -> String {
    format!(
        "\n\nexec tool declaration:\n```ts\ndeclare const tools: {{ {name}({parameter}): \
         Promise<{output}>; }};\n```"
    )
}

#[test]
fn sections_by_mode() {
    let foo = [plain("foo", "bar", None)];
    let mixed = ExecTextOptions { code_mode_only: false, ..only(&foo) };
    assert_eq!(sections(mixed.clone()), "", "D-01");

    let text = code_mode_exec(&ExecTextOptions { default_yield_ms: 30_000, ..mixed.clone() });
    let text = text.description();
    assert!(text.contains("Defaults to 30000 ms."), "D-02");
    assert!(!text.contains("Defaults to 10000 ms."), "D-02");
    assert!(text.contains("Defaults to 10000 tokens."), "D-02");

    let guided = sections(ExecTextOptions { deferred: true, ..mixed });
    assert!(guided.starts_with("\n\nSome deferred nested tools may be omitted"), "D-03");
    assert!(!guided[2..].contains("\n\n"), "D-03: one section");
    for word in ["`ALL_TOOLS`", "`name`", "`description`"] {
        assert!(guided.contains(word), "D-03: {word}");
    }
}

#[test]
fn tool_sections() {
    let declared = decl("foo", "args: unknown", "unknown");
    let foo = [plain("foo", "bar", None)];
    assert_eq!(sections(only(&foo)), format!("\n\n### `foo`\nbar{declared}"), "D-04");

    let hidden = [plain("hidden-tool", "d", None)];
    let declared = decl("hidden_tool", "args: unknown", "unknown");
    let expected = format!("\n\n### `hidden_tool` (`hidden-tool`)\nd{declared}");
    assert_eq!(sections(only(&hidden)), expected, "D-05");

    let patch = nested(&ToolName::plain("apply_patch"), &freeform("apply_patch", "Apply a patch"));
    let declared = decl("apply_patch", "input: string", "unknown");
    assert_eq!(patch.description(), format!("Apply a patch{declared}"), "D-06");

    let blank = [plain("foo", "", None)];
    let declared = decl("foo", "args: unknown", "unknown");
    assert_eq!(sections(only(&blank)), format!("\n\n### `foo`\n{}", declared.trim()), "6.4");
}

#[test]
fn namespaces_are_introduced_once() {
    let namespaces: NamespaceTexts = [(
        "mcp__sample__".into(),
        NamespaceText { name: "mcp__sample".into(), text: " Shared namespace guidance.\n".into() },
    )]
    .into();
    let tools = [member("mcp__sample__", "alpha", None), member("mcp__sample__", "beta", None)];
    let options = ExecTextOptions { namespaces: &namespaces, ..only(&tools) };
    let [alpha, beta] = ["mcp__sample__alpha", "mcp__sample__beta"]
        .map(|name| format!("### `{name}`\nDoes it.{}", decl(name, "args: unknown", "unknown")));
    let expected = format!("\n\n## mcp__sample\nShared namespace guidance.\n\n{alpha}\n\n{beta}");
    assert_eq!(sections(options), expected, "D-07");
    assert_eq!(
        &*all_tools_text(&tools[0], &namespaces),
        format!("Shared namespace guidance.\n\n{}", tools[0].description()),
        "6.5"
    );
    assert_eq!(&*all_tools_text(&tools[0], &NamespaceTexts::new()), tools[0].description(), "6.5");
}

fn mcp_result(structured: Option<Value>) -> Option<Value> {
    let mut schema = json!({"type": "object", "properties": {
        "content": {"type": "array", "items": {"type": "object"}},
        "isError": {"type": "boolean"},
        "_meta": {"type": "object"},
    }, "required": ["content"], "additionalProperties": false});
    if let Some(structured) = structured {
        schema["properties"]["structuredContent"] = structured;
    }
    Some(schema)
}

#[test]
fn mcp_results_share_their_types() {
    let echo = json!({"type": "object", "properties": {"echo": {"type": "string"}},
        "required": ["echo"], "additionalProperties": false});
    let tools = [
        member("mcp__a", "one", mcp_result(Some(echo.clone()))),
        member("mcp__a", "two", mcp_result(None)),
        member("mcp__a", "three", mcp_result(Some(json!({})))),
    ];
    let declared = |tool: &NestedTool| tool.description().to_owned();
    assert!(declared(&tools[0]).contains("Promise<CallToolResult<{ echo: string; }>>;"), "D-08");
    assert!(declared(&tools[1]).contains("Promise<CallToolResult>;"), "6.4: missing");
    assert!(declared(&tools[2]).contains("Promise<CallToolResult>;"), "6.4: unknown");
    let text = sections(only(&tools));
    assert!(text.starts_with("\n\nShared MCP Types:\n```ts\ntype Role = "), "D-08");
    assert_eq!(text.matches("Shared MCP Types:").count(), 1, "D-08");

    let deferred = ExecTextOptions { deferred: true, deferred_mcp_result: true, ..only(&[]) };
    assert!(sections(deferred.clone()).contains("Shared MCP Types:"), "6.1: a deferred one too");
    let mixed = ExecTextOptions { code_mode_only: false, enabled: &tools, ..deferred };
    assert!(!sections(mixed).contains("Shared MCP Types:"), "6.1: not in mixed mode");

    let mut other = mcp_result(Some(echo)).expect("a schema");
    other["properties"]["isError"] = json!({"type": "string"});
    let other = plain("other", "", Some(other));
    assert!(!other.mcp_result && !other.description().contains("CallToolResult"), "6.4");
}

#[test]
fn shared_types_are_declared_once_in_order() {
    let tools = [member("mcp__a", "one", mcp_result(None))];
    let text = sections(only(&tools));
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("type "))
        .filter_map(|line| line.split([' ', '<']).next())
        .collect();
    let expected = [
        "Role",
        "MetaObject",
        "Annotations",
        "Icon",
        "TextResourceContents",
        "BlobResourceContents",
        "TextContent",
        "ImageContent",
        "AudioContent",
        "ResourceLink",
        "EmbeddedResource",
        "ContentBlock",
        "CallToolResult",
    ];
    assert_eq!(names, expected, "6.3");
}

#[test]
fn prompt_order() {
    let mut tools = [
        member("zeta", "a", None),
        member("alpha", "c", None),
        plain("y", "", None),
        member("alpha", "b", None),
        plain("x", "", None),
    ];
    in_prompt_order(&mut tools);
    let order: Vec<&str> = tools.iter().map(|tool| &*tool.raw_name).collect();
    assert_eq!(order, ["x", "y", "alpha__b", "alpha__c", "zeta__a"], "D-09");
}

#[test]
fn exec_is_never_augmented() {
    let exec = freeform("exec", "Runs cells.");
    assert_eq!(*nested(&ToolName::plain("exec"), &exec).spec, exec, "D-10");
    let spec = apply_patch(false);
    let patch = nested(&ToolName::plain("apply_patch"), &spec);
    assert_ne!(*patch.spec, spec, "D-10: others are");
}

#[test]
fn shell_tools_declare_their_result() {
    let specs = [exec_command(ExecCommandOptions::default()), write_stdin()];
    for (name, spec) in ["exec_command", "write_stdin"].into_iter().zip(specs) {
        let text = nested(&ToolName::plain(name), &spec).description().to_owned();
        let (_, result) = text.split_once("): Promise<").expect("a declaration");
        let members: Vec<&str> = result
            .lines()
            .filter(|line| line.starts_with("  ") && !line.contains("//"))
            .map(str::trim)
            .collect();
        let expected = [
            "chunk_id?: string;",
            "exit_code?: number;",
            "original_token_count?: number;",
            "output: string;",
            "session_id?: number;",
            "wall_time_seconds: number;",
        ];
        assert_eq!(members, expected, "26: {name}");
    }
}

#[test]
fn wire_specs() {
    let exec: Value =
        serde_json::from_str(&code_mode_exec(&ExecTextOptions::default()).wire_json())
            .expect("JSON");
    let grammar = "\nstart: pragma_source | plain_source\n\
        pragma_source: PRAGMA_LINE NEWLINE SOURCE\nplain_source: SOURCE\n\n\
        PRAGMA_LINE: /[ \\t]*\\/\\/ @exec:[^\\r\\n]*/\nNEWLINE: /\\r?\\n/\nSOURCE: /[\\s\\S]+/\n";
    assert_eq!(
        exec["format"],
        json!({"type": "grammar", "syntax": "lark", "definition": grammar}),
        "4.1"
    );
    let text = exec["description"].as_str().expect("a text");
    assert!(text.contains("`// @exec: {") && !text.to_lowercase().contains("avoid"), "6.2");

    let spec = code_mode_wait();
    let (first, bullets) = spec.description().split_once('\n').expect("lines");
    let expected = "Waits on a yielded `exec` cell and returns new output or completion.";
    assert_eq!(first, expected, "5");
    assert_eq!(bullets.lines().filter(|line| line.starts_with("- ")).count(), 8, "5");
    assert_eq!(bullets.lines().count(), 8, "5");
}
