//! [`NestedTool`]: a tool as cells call it, and the TypeScript declaration its description gets.
//!
//! Upstream: `codex-rs/code-mode-protocol/src` (description builder), `codex-rs/tools/src/code_mode.rs`.

use std::sync::Arc;

use serde_json::Value;

use crate::schema::typescript::{identifier, render};
use crate::tool::{FreeformSpec, FunctionSpec, NamespaceSpec, NamespaceTool, ToolName, ToolSpec};

/// What a nested call sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NestedKind {
    /// A JSON object.
    Function,
    /// Free text.
    Freeform,
}

impl NestedKind {
    /// The name of the parameter in the declaration.
    fn parameter(self) -> &'static str {
        match self {
            NestedKind::Function => "args",
            NestedKind::Freeform => "input",
        }
    }
}

/// A tool as cells know it. Everything here follows from its name and its spec.
#[derive(Clone, Debug, PartialEq)]
pub struct NestedTool {
    /// The agent's name of the tool.
    pub name: ToolName,
    /// The code-mode name before it was made an identifier.
    pub raw_name: Arc<str>,
    /// The member of `tools`.
    pub identifier: Arc<str>,
    /// What a call sends.
    pub kind: NestedKind,
    /// The spec whose description ends with the declaration; in a namespace, every member's does.
    pub spec: Arc<ToolSpec>,
    /// Its declaration mentions the shared MCP types.
    pub mcp_result: bool,
}

impl NestedTool {
    /// The tool under `name`. `None` for a spec that a cell can never call.
    ///
    /// Of a namespace with several members the one of that name counts, else the first.
    pub fn declare(name: &ToolName, spec: &ToolSpec) -> Option<NestedTool> {
        let raw_name = name.raw_code_mode_name();
        let mcp_result = has_mcp_result(spec);
        let (kind, spec) = match spec {
            ToolSpec::Function(function) => {
                (NestedKind::Function, ToolSpec::Function(augmented_function(name, function)))
            }
            ToolSpec::Freeform(freeform) => {
                (NestedKind::Freeform, ToolSpec::Freeform(augmented_freeform(name, freeform)))
            }
            ToolSpec::Namespace(namespace) => {
                let kind = match own_member(name, namespace)? {
                    NamespaceTool::Function(_) => NestedKind::Function,
                    NamespaceTool::Freeform(_) => NestedKind::Freeform,
                };
                (kind, ToolSpec::Namespace(augmented_namespace(namespace)))
            }
            ToolSpec::ToolSearch(_) | ToolSpec::WebSearch(_) => return None,
        };
        Some(NestedTool {
            name: name.clone(),
            identifier: identifier(&raw_name).into(),
            raw_name: raw_name.into(),
            kind,
            spec: Arc::new(spec),
            mcp_result,
        })
    }

    /// The augmented description of the tool itself.
    pub fn description(&self) -> &str {
        match &*self.spec {
            ToolSpec::Namespace(spec) => {
                own_member(&self.name, spec).map_or("", NamespaceTool::description)
            }
            spec => spec.description(),
        }
    }

    /// Name and text of its namespace, as its own spec words them.
    pub fn namespace(&self) -> Option<(&Arc<str>, &Arc<str>)> {
        match &*self.spec {
            ToolSpec::Namespace(spec) => Some((&spec.name, &spec.description)),
            _ => None,
        }
    }
}

fn own_member<'a>(name: &ToolName, spec: &'a NamespaceSpec) -> Option<&'a NamespaceTool> {
    let own = spec.tools.iter().find(|tool| tool.name() == &*name.name);
    own.or_else(|| spec.tools.first()).map(|tool| &**tool)
}

fn augmented_namespace(spec: &NamespaceSpec) -> NamespaceSpec {
    let augmented = |tool: &Arc<NamespaceTool>| {
        let name =
            ToolName { namespace: Some(spec.name.clone()), name: tool.shared_name().clone() };
        Arc::new(match &**tool {
            NamespaceTool::Function(tool) => {
                NamespaceTool::Function(augmented_function(&name, tool))
            }
            NamespaceTool::Freeform(tool) => {
                NamespaceTool::Freeform(augmented_freeform(&name, tool))
            }
        })
    };
    NamespaceSpec { tools: spec.tools.iter().map(augmented).collect(), ..spec.clone() }
}

fn augmented_function(name: &ToolName, function: &FunctionSpec) -> FunctionSpec {
    // A schema is plain data with text keys, so this cannot fail.
    let input = serde_json::to_value(&*function.parameters).unwrap_or(Value::Null);
    let output = function.output_schema.as_deref().map_or_else(unknown, result_type);
    let description =
        augmented(name, &function.description, NestedKind::Function, &render(&input), &output);
    FunctionSpec { description, ..function.clone() }
}

fn augmented_freeform(name: &ToolName, freeform: &FreeformSpec) -> FreeformSpec {
    let description =
        augmented(name, &freeform.description, NestedKind::Freeform, "string", &unknown());
    FreeformSpec { description, ..freeform.clone() }
}

fn unknown() -> String {
    render(&Value::Null)
}

/// The description with the declaration behind it. The tool that runs cells never gets one.
fn augmented(
    name: &ToolName,
    description: &Arc<str>,
    kind: NestedKind,
    input: &str,
    output: &str,
) -> Arc<str> {
    let raw_name = name.raw_code_mode_name();
    if raw_name == "exec" {
        return description.clone();
    }
    let (name, parameter) = (identifier(&raw_name), kind.parameter());
    format!(
        "{description}\n\nexec tool declaration:\n```ts\n\
         declare const tools: {{ {name}({parameter}: {input}): Promise<{output}>; }};\n```"
    )
    .into()
}

/// The type of a result. One that wraps an MCP result is named; only what it wraps is spelled out.
///
/// The structured part is rendered as a document of its own: a server's references speak of the
/// schema that the server wrote, not of the wrapper around it.
fn result_type(schema: &Value) -> String {
    if !is_mcp_shaped(schema) {
        return render(schema);
    }
    let structured = schema.pointer("/properties/structuredContent").map(render);
    match structured.filter(|structured| *structured != unknown()) {
        Some(structured) => format!("CallToolResult<{structured}>"),
        None => "CallToolResult".to_owned(),
    }
}

/// Does a tool (or a member of the namespace) declare a result that wraps an MCP result?
pub fn has_mcp_result(spec: &ToolSpec) -> bool {
    match spec {
        ToolSpec::Function(tool) => has_mcp_output(tool),
        ToolSpec::Namespace(spec) => spec.tools.iter().any(|tool| match &**tool {
            NamespaceTool::Function(tool) => has_mcp_output(tool),
            NamespaceTool::Freeform(_) => false,
        }),
        _ => false,
    }
}

fn has_mcp_output(function: &FunctionSpec) -> bool {
    function.output_schema.as_deref().is_some_and(is_mcp_shaped)
}

fn is_mcp_shaped(schema: &Value) -> bool {
    let is = |pointer: &str, kind: &str| {
        schema.pointer(pointer).and_then(Value::as_str).is_some_and(|found| found == kind)
    };
    is("/properties/content/type", "array")
        && is("/properties/content/items/type", "object")
        && is("/properties/isError/type", "boolean")
        && is("/properties/_meta/type", "object")
}
