//! The text a tool is found by: [`mcp_document`] for MCP tools, [`default_document`] for the rest.
//!
//! Parts are trimmed, blank ones dropped, the others joined with one space.

use std::sync::Arc;

use super::info::non_blank;
use crate::schema::JsonSchema;
use crate::tool::{FreeformSpec, FunctionSpec, NamespaceTool, ToolSpec};

/// Everything the document of an MCP tool is made of.
///
/// Upstream: `codex-rs/core/src/tools/handlers/mcp.rs`, search text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct McpDocument<'a> {
    /// Namespace and callable name with nothing between them.
    pub flat_name: &'a str,
    /// The bare name the model calls.
    pub callable_name: &'a str,
    /// The name the server gave.
    pub raw_name: &'a str,
    /// The configured name of the server.
    pub server_name: &'a str,
    /// The server's title of the tool.
    pub title: Option<&'a str>,
    /// The server's description of the tool.
    pub description: Option<&'a str>,
    /// The connector behind the server.
    pub connector_name: Option<&'a str>,
    /// The description of the tool's namespace.
    pub namespace_description: Option<&'a str>,
    /// Display names of the plugins that brought the server.
    pub plugin_names: &'a [Arc<str>],
    /// Top-level properties of the server's own input schema, before compaction; any order.
    pub property_names: Vec<&'a str>,
}

/// The BM25 document of an MCP tool.
///
/// The four names in front and the property names go in exactly as they are, even blank; only the
/// prose between them is trimmed. There is no variant of the name with spaces for underscores.
pub fn mcp_document(document: &McpDocument<'_>) -> String {
    let names =
        [document.flat_name, document.callable_name, document.raw_name, document.server_name];
    let prose = [
        document.title,
        document.description,
        document.connector_name,
        document.namespace_description,
    ];
    let plugins = document.plugin_names.iter().map(|name| Some(&**name));
    let mut properties = document.property_names.clone();
    properties.sort_unstable();

    let mut parts = names.to_vec();
    parts.extend(prose.into_iter().chain(plugins).filter_map(non_blank));
    parts.extend(properties);
    parts.join(" ")
}

/// The BM25 document of a tool that brings none of its own. `None` for the search tools.
pub(super) fn default_document(spec: &ToolSpec) -> Option<String> {
    let mut parts = Parts::default();
    match spec {
        ToolSpec::Function(spec) => parts.function(spec),
        ToolSpec::Freeform(spec) => parts.freeform(spec),
        ToolSpec::Namespace(spec) => {
            parts.push(&spec.name);
            parts.push(&spec.description);
            for tool in &spec.tools {
                match &**tool {
                    NamespaceTool::Function(spec) => parts.function(spec),
                    NamespaceTool::Freeform(spec) => parts.freeform(spec),
                }
            }
        }
        ToolSpec::ToolSearch(_) | ToolSpec::WebSearch(_) => return None,
    }
    Some(parts.text)
}

#[derive(Default)]
struct Parts {
    text: String,
}

impl Parts {
    fn push(&mut self, part: &str) {
        let Some(part) = non_blank(Some(part)) else {
            return;
        };
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(part);
    }

    fn function(&mut self, spec: &FunctionSpec) {
        self.push(&spec.name);
        self.push(&spec.name.replace('_', " "));
        self.push(&spec.description);
        self.schema(&spec.parameters);
    }

    fn freeform(&mut self, spec: &FreeformSpec) {
        self.push(&spec.name);
        self.push(&spec.description);
        self.push(&spec.format.syntax);
    }

    /// Property names stand before their own text. Enum values, `oneOf`, `allOf` and
    /// `additionalProperties` are not searchable upstream and so not here.
    fn schema(&mut self, schema: &JsonSchema) {
        if let Some(description) = &schema.description {
            self.push(description);
        }
        for (name, property) in schema.properties.iter().flatten() {
            self.push(name);
            self.schema(property);
        }
        if let Some(items) = &schema.items {
            self.schema(items);
        }
        for member in schema.any_of.iter().flatten() {
            self.schema(member);
        }
    }
}
