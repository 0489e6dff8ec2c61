//! [`ToolSpec`]: what the model is told about a tool, and the exact JSON it is told it in.

use std::sync::Arc;

use serde::Serialize;

use crate::schema::JsonSchema;

/// One entry of a request's tool list. The JSON member `type` comes first; members that are unset
/// are left out, never written as `null`.
///
/// Upstream: `codex-rs/tools/src` (`tool_spec`), read at the baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type")]
pub enum ToolSpec {
    /// A plain function.
    #[serde(rename = "function")]
    Function(FunctionSpec),
    /// A named group of functions and custom tools.
    #[serde(rename = "namespace")]
    Namespace(NamespaceSpec),
    /// The entry to deferred tools.
    #[serde(rename = "tool_search")]
    ToolSearch(ToolSearchSpec),
    /// A search the provider runs by itself.
    #[serde(rename = "web_search")]
    WebSearch(WebSearchSpec),
    /// A tool that takes free text in a grammar.
    #[serde(rename = "custom")]
    Freeform(FreeformSpec),
}

impl ToolSpec {
    /// The function, namespace or custom name, or the fixed literal of the other two.
    pub fn name(&self) -> &str {
        match self {
            Self::Function(spec) => &spec.name,
            Self::Namespace(spec) => &spec.name,
            Self::Freeform(spec) => &spec.name,
            Self::ToolSearch(_) => "tool_search",
            Self::WebSearch(_) => "web_search",
        }
    }

    /// The description the model reads; empty for the hosted search, which has none.
    pub fn description(&self) -> &str {
        match self {
            Self::Function(spec) => &spec.description,
            Self::Namespace(spec) => &spec.description,
            Self::Freeform(spec) => &spec.description,
            Self::ToolSearch(spec) => &spec.description,
            Self::WebSearch(_) => "",
        }
    }

    /// Characters of description this entry costs, children included.
    pub fn description_chars(&self) -> usize {
        let own = self.description().chars().count();
        match self {
            Self::Namespace(spec) => {
                own + spec
                    .tools
                    .iter()
                    .map(|tool| tool.description().chars().count())
                    .sum::<usize>()
            }
            _ => own,
        }
    }

    /// The compact JSON exactly as a request carries it.
    pub fn wire_json(&self) -> String {
        // Serializing plain owned data into a string cannot fail: no maps with non-string keys.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A function the model calls with a JSON object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FunctionSpec {
    /// Bare name; a namespace, if any, wraps the spec.
    pub name: Arc<str>,
    /// What the model reads.
    pub description: Arc<str>,
    /// Always written; only extensions may supply `true`.
    pub strict: bool,
    /// Written as `true` in a search result, otherwise left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defer_loading: Option<bool>,
    /// The input schema.
    pub parameters: Arc<JsonSchema>,
    /// Kept for nested code; never part of the wire JSON.
    #[serde(skip)]
    pub output_schema: Option<Arc<serde_json::Value>>,
}

/// A named group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamespaceSpec {
    /// Wire name of the group.
    pub name: Arc<str>,
    /// What the model reads about the group.
    pub description: Arc<str>,
    /// The members, each with a type tag of its own.
    pub tools: Vec<Arc<NamespaceTool>>,
}

/// A member of a namespace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type")]
pub enum NamespaceTool {
    /// A function.
    #[serde(rename = "function")]
    Function(FunctionSpec),
    /// A custom tool.
    #[serde(rename = "custom")]
    Freeform(FreeformSpec),
}

impl NamespaceTool {
    /// The member's bare name.
    pub fn name(&self) -> &str {
        self.shared_name()
    }

    /// The member's bare name, to be shared.
    pub fn shared_name(&self) -> &Arc<str> {
        match self {
            Self::Function(spec) => &spec.name,
            Self::Freeform(spec) => &spec.name,
        }
    }

    /// The member's description.
    pub fn description(&self) -> &str {
        match self {
            Self::Function(spec) => &spec.description,
            Self::Freeform(spec) => &spec.description,
        }
    }

    /// The same member as it is loaded from a search result: deferred, without output schema.
    pub fn into_deferred(mut self) -> Self {
        match &mut self {
            Self::Function(spec) => {
                spec.defer_loading = Some(true);
                spec.output_schema = None;
            }
            Self::Freeform(spec) => spec.defer_loading = Some(true),
        }
        self
    }
}

/// The `tool_search` entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolSearchSpec {
    /// Who runs the search: `client` for the planner's own.
    pub execution: &'static str,
    /// What the model reads, with the list of sources.
    pub description: Arc<str>,
    /// `query` and `limit`.
    pub parameters: Arc<JsonSchema>,
}

/// A custom tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FreeformSpec {
    /// Bare name.
    pub name: Arc<str>,
    /// What the model reads.
    pub description: Arc<str>,
    /// Written as `true` in a search result, otherwise left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defer_loading: Option<bool>,
    /// The grammar of the input.
    pub format: FreeformFormat,
}

/// The grammar of a custom tool's input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FreeformFormat {
    /// Kind of format, `grammar` for the planner's own tools.
    pub r#type: Arc<str>,
    /// Grammar language, `lark` for the planner's own tools.
    pub syntax: Arc<str>,
    /// The grammar text.
    pub definition: Arc<str>,
}

/// The hosted web search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WebSearchSpec {
    /// May the provider fetch live pages?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_web_access: Option<bool>,
    /// Is live access limited to indexed pages?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexed_web_access: Option<bool>,
    /// Allowed domains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filters: Option<WebSearchFilters>,
    /// Where the user roughly is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_location: Option<UserLocation>,
    /// How much context a result may bring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search_context_size: Option<SearchContextSize>,
    /// Kinds of result, for models that also take images.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search_content_types: Option<Vec<&'static str>>,
}

/// Domain filter of the hosted web search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WebSearchFilters {
    /// The only domains that may be searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_domains: Option<Vec<String>>,
}

/// Rough user location of the hosted web search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UserLocation {
    /// Always `approximate`.
    pub r#type: &'static str,
    /// ISO country code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Region or state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// City.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// IANA time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// Context size of the hosted web search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchContextSize {
    /// Small.
    Low,
    /// The usual.
    Medium,
    /// Large.
    High,
}
