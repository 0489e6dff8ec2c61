//! [`SearchInfo`]: what a deferred tool brings to the index, and [`SearchSource`]: who it comes from.

use std::sync::Arc;

use super::document::default_document;
use crate::tool::{DEFAULT_NAMESPACE, NamespaceSpec, NamespaceTool, ToolSpec};

/// A tool without search info is never indexed, however deferred it is.
///
/// Upstream: `ToolSearchInfo`, `codex-rs/core/src/tools/handlers/tool_search.rs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchInfo {
    /// The BM25 document.
    pub text: Arc<str>,
    /// What a hit loads: always a namespace, members deferred and without output schema. A plain
    /// tool stands alone in the default namespace, which then has no description.
    pub output: Arc<NamespaceSpec>,
    /// The line this tool contributes to the source list, if any.
    pub source: Option<SearchSource>,
}

impl SearchInfo {
    /// The default document of `spec`. `None` for the search tools themselves.
    pub fn from_spec(spec: &ToolSpec, source: Option<SearchSource>) -> Option<SearchInfo> {
        Self::with_text(default_document(spec)?, spec, source)
    }

    /// A document of the owner's own making. `None` for the search tools themselves.
    pub fn with_text(
        text: impl Into<Arc<str>>,
        spec: &ToolSpec,
        source: Option<SearchSource>,
    ) -> Option<SearchInfo> {
        let output = Arc::new(loadable(spec)?);
        Some(SearchInfo { text: text.into(), output, source })
    }
}

/// One line of the source list in the `tool_search` description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSource {
    /// Lines are sorted and de-duplicated by this name.
    pub name: Arc<str>,
    /// What the source is good for; the first source of a name that has one wins.
    pub description: Option<Arc<str>>,
}

impl SearchSource {
    /// The source of all client-supplied tools.
    pub const DYNAMIC: &'static str = "Dynamic tools";

    /// A source without trimming or any other ceremony.
    pub fn new(name: &str, description: Option<&str>) -> Self {
        Self { name: name.into(), description: description.map(Into::into) }
    }

    /// The source of an MCP tool: its connector, else its server, described by its namespace. All
    /// three are trimmed; `None` when neither name says anything.
    pub fn for_mcp(
        connector_name: Option<&str>,
        server_name: &str,
        namespace_description: Option<&str>,
    ) -> Option<Self> {
        let name = non_blank(connector_name).or_else(|| non_blank(Some(server_name)))?;
        Some(Self::new(name, non_blank(namespace_description)))
    }
}

/// The trimmed text, unless nothing is left of it.
pub(super) fn non_blank(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

fn loadable(spec: &ToolSpec) -> Option<NamespaceSpec> {
    let alone = |tool: NamespaceTool| NamespaceSpec {
        name: DEFAULT_NAMESPACE.into(),
        description: "".into(),
        tools: vec![Arc::new(tool.into_deferred())],
    };
    match spec {
        ToolSpec::Function(spec) => Some(alone(NamespaceTool::Function(spec.clone()))),
        ToolSpec::Freeform(spec) => Some(alone(NamespaceTool::Freeform(spec.clone()))),
        ToolSpec::Namespace(spec) => Some(NamespaceSpec {
            name: spec.name.clone(),
            description: spec.description.clone(),
            tools: spec
                .tools
                .iter()
                .map(|tool| Arc::new(NamespaceTool::clone(tool).into_deferred()))
                .collect(),
        }),
        ToolSpec::ToolSearch(_) | ToolSpec::WebSearch(_) => None,
    }
}
