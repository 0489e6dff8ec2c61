//! [`PreparedTool`]: the spec and the search document of an MCP tool.
//!
//! Upstream: `codex-rs/codex-mcp/src/tools.rs` and the MCP handler of `codex-rs/core`.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value, json};

use super::apps::CODEX_APPS_SERVER;
use super::binding::{McpTool, ServerTerms};
use super::file_params::{declared_file_params, rewrite_file_params};
use crate::schema::{
    AdditionalProperties, CompactPass, JsonSchema, SchemaError, SchemaLimits,
    parse_tool_input_schema,
};
use crate::search::{McpDocument, SearchInfo, SearchSource, mcp_document};
use crate::tool::{FunctionSpec, NamespaceSpec, NamespaceTool, ToolName, ToolSpec};

/// Longest namespace description of an ordinary server, in bytes.
pub const NAMESPACE_DESCRIPTION_BOUND: usize = 512 * 1024;
/// Longest description of an agent plugin's namespace or tool, in bytes.
pub const PLUGIN_DESCRIPTION_BOUND: usize = 1_000;
/// An agent plugin's tool whose spec is larger is registered Hidden, in bytes.
pub const PLUGIN_SPEC_BUDGET: usize = 8_000;
/// All agent plugins of a plan together, in bytes.
pub const PLUGIN_TOTAL_BUDGET: usize = 64_000;

/// The spec and the search document of an MCP tool.
#[derive(Clone, Debug, PartialEq)]
pub struct PreparedTool {
    /// A namespace with one function.
    pub spec: Arc<ToolSpec>,
    /// Length of the spec's JSON, in bytes.
    pub spec_bytes: usize,
    /// How a search finds it.
    pub search: Arc<SearchInfo>,
    /// Passes that shortened the schema.
    pub compacted: Vec<CompactPass>,
    /// True when an agent plugin's parameters were replaced because the child was too large.
    pub parameters_replaced: bool,
}

impl PreparedTool {
    /// Prepares a tool under its final name.
    ///
    /// # Errors
    /// The input schema cannot be used; the tool is then skipped, alone.
    pub fn prepare(
        server: &str,
        terms: &ServerTerms,
        tool: &McpTool,
        name: &ToolName,
        limits: &SchemaLimits,
    ) -> Result<PreparedTool, SchemaError> {
        let raw_schema = input_schema(server, tool);
        let prepared = parse_tool_input_schema(&raw_schema, limits)?;
        let namespace_text = namespace_text(server, terms, tool);
        let namespace_description = namespace_description(server, terms, tool, namespace_text);
        let whole_description =
            with_plugin_note(tool.description.as_deref().unwrap_or(""), &plugins(terms, tool));
        let mut child = FunctionSpec {
            name: name.name.clone(),
            description: description_for_spec(terms, &whole_description),
            strict: false,
            defer_loading: None,
            parameters: Arc::new(prepared.schema),
            output_schema: Some(Arc::new(output_schema(tool))),
        };
        let parameters_replaced = terms.agent_plugin && child_bytes(&child) > PLUGIN_SPEC_BUDGET;
        if parameters_replaced {
            child.parameters = Arc::new(open_object());
        }
        let spec = ToolSpec::Namespace(NamespaceSpec {
            name: name.canonical_namespace().into(),
            description: namespace_description.clone().into(),
            tools: vec![Arc::new(NamespaceTool::Function(child))],
        });
        let source_text = match terms.agent_plugin {
            true => Some(cut(namespace_text.unwrap_or(""), PLUGIN_DESCRIPTION_BOUND)),
            false => namespace_text,
        };
        let search = search_info(
            server,
            tool,
            name,
            &raw_schema,
            &spec,
            source_text,
            &whole_description,
            &plugins(terms, tool),
        );
        Ok(PreparedTool {
            spec_bytes: spec.wire_json().len(),
            spec: Arc::new(spec),
            search: Arc::new(search),
            compacted: prepared.passes,
            parameters_replaced,
        })
    }
}

/// The raw schema with file parameters rewritten and a usable `properties` member.
fn input_schema<'a>(server: &str, tool: &'a McpTool) -> Cow<'a, Value> {
    let file_params = match server == CODEX_APPS_SERVER {
        true => declared_file_params(tool.meta.as_deref()),
        false => Vec::new(),
    };
    let Value::Object(members) = &*tool.input_schema else {
        return Cow::Borrowed(&tool.input_schema);
    };
    let lacks_properties = members.get("properties").is_none_or(Value::is_null);
    if !lacks_properties && file_params.is_empty() {
        return Cow::Borrowed(&tool.input_schema);
    }
    let mut schema = (*tool.input_schema).clone();
    if lacks_properties {
        schema["properties"] = json!({});
    }
    rewrite_file_params(&mut schema, &file_params);
    Cow::Owned(schema)
}

/// The text that describes the namespace, before any bound.
fn namespace_text<'a>(server: &str, terms: &'a ServerTerms, tool: &'a McpTool) -> Option<&'a str> {
    if server == CODEX_APPS_SERVER && tool.has_connector() {
        return tool.connector_description.as_deref();
    }
    terms.instructions.as_deref()
}

fn namespace_description(
    server: &str,
    terms: &ServerTerms,
    tool: &McpTool,
    text: Option<&str>,
) -> String {
    let bound = match terms.agent_plugin {
        true => PLUGIN_DESCRIPTION_BOUND,
        false => NAMESPACE_DESCRIPTION_BOUND,
    };
    // An agent plugin's text is cut before it is trimmed, an ordinary server's after.
    let bounded = match terms.agent_plugin {
        true => cut(text.unwrap_or(""), bound).trim(),
        false => cut(text.unwrap_or("").trim(), bound),
    };
    if !bounded.is_empty() {
        return bounded.to_owned();
    }
    match tool.connector_name.as_deref().map(str::trim) {
        Some(connector) if server == CODEX_APPS_SERVER && !connector.is_empty() => {
            format!("Tools for working with {connector}.")
        }
        _ => String::new(),
    }
}

/// Plugins by connector when the tool has some of its own, else by server.
fn plugins(terms: &ServerTerms, tool: &McpTool) -> Arc<[Arc<str>]> {
    if tool.plugins.is_empty() { terms.plugins.clone() } else { tool.plugins.clone() }
}

fn with_plugin_note(description: &str, plugins: &[Arc<str>]) -> String {
    let names: Vec<String> = plugins
        .iter()
        .map(|name| name.trim())
        .filter(|name| !name.is_empty())
        .map(|name| format!("`{name}`"))
        .collect();
    let note = match names.as_slice() {
        [] => return description.to_owned(),
        [one] => format!("This tool is part of plugin {one}."),
        many => format!("This tool is part of plugins {}.", many.join(", ")),
    };
    let text = description.trim();
    if text.is_empty() {
        return note;
    }
    let joint = if text.ends_with(['.', '!', '?']) { " " } else { ". " };
    format!("{text}{joint}{note}")
}

fn description_for_spec(terms: &ServerTerms, whole: &str) -> Arc<str> {
    match terms.agent_plugin {
        true => cut(whole, PLUGIN_DESCRIPTION_BOUND).into(),
        false => whole.into(),
    }
}

/// Bytes of the child, measured without its `type` member.
fn child_bytes(child: &FunctionSpec) -> usize {
    serde_json::to_string(child).map_or(0, |text| text.len())
}

fn open_object() -> JsonSchema {
    JsonSchema {
        additional_properties: Some(AdditionalProperties::Bool(true)),
        ..JsonSchema::object([], &[], None)
    }
}

/// What nested code gets back: the MCP result wrapper around the server's own schema.
fn output_schema(tool: &McpTool) -> Value {
    let structured = tool.output_schema.as_deref().cloned().unwrap_or_else(|| json!({}));
    json!({
        "type": "object",
        "properties": {
            "content": {"type": "array", "items": {"type": "object"}},
            "structuredContent": structured,
            "isError": {"type": "boolean"},
            "_meta": {"type": "object"},
        },
        "required": ["content"],
        "additionalProperties": false,
    })
}

#[expect(clippy::too_many_arguments, reason = "one call site; each part of the document by name")]
fn search_info(
    server: &str,
    tool: &McpTool,
    name: &ToolName,
    raw_schema: &Value,
    spec: &ToolSpec,
    namespace_text: Option<&str>,
    description: &str,
    plugins: &[Arc<str>],
) -> SearchInfo {
    let is_app = server == CODEX_APPS_SERVER;
    let connector = tool.connector_name.as_deref().filter(|_| is_app);
    let flat_name = format!("{}{}", name.canonical_namespace(), name.name);
    let mut property_names: Vec<&str> = match raw_schema.get("properties") {
        Some(Value::Object(properties)) => properties.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    property_names.sort_unstable();
    let title = title_without_connector(tool.title.as_deref(), connector);
    let text = mcp_document(&McpDocument {
        flat_name: &flat_name,
        callable_name: &name.name,
        raw_name: &tool.name,
        server_name: server,
        title,
        description: Some(description),
        connector_name: connector,
        namespace_description: namespace_text,
        plugin_names: plugins,
        property_names,
    });
    let source = SearchSource::for_mcp(connector, server, namespace_text);
    // A namespace spec always yields search info; the fallback keeps this total.
    SearchInfo::with_text(text.clone(), spec, source.clone()).unwrap_or_else(|| SearchInfo {
        text: text.into(),
        output: Arc::new(NamespaceSpec {
            name: name.canonical_namespace().into(),
            description: "".into(),
            tools: Vec::new(),
        }),
        source,
    })
}

/// An app's title loses a leading `{connector}_`.
fn title_without_connector<'a>(title: Option<&'a str>, connector: Option<&str>) -> Option<&'a str> {
    let title = title?;
    let Some(connector) = connector else { return Some(title) };
    Some(title.strip_prefix(&format!("{connector}_")).unwrap_or(title))
}

/// The longest prefix of at most `bound` bytes that ends at a character boundary.
fn cut(text: &str, bound: usize) -> &str {
    if text.len() <= bound {
        return text;
    }
    let mut end = bound;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
