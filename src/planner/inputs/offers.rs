//! Tools and suggestions that others offer to the planner.

use std::sync::Arc;

use crate::tool::{ToolExposure, ToolName, ToolSpec};

/// A tool that an in-process contributor offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtensionTool {
    /// Its identity, as the contributor spells it.
    pub name: ToolName,
    /// Its spec.
    pub spec: Arc<ToolSpec>,
    /// Declared exposure.
    pub exposure: ToolExposure,
    /// Declared parallel flag.
    pub parallel: bool,
    /// Search source, if it declares one.
    pub search_source: Option<Arc<str>>,
}

/// A tool that the client supplies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DynamicTool {
    /// Namespace and its description, if it stands in one.
    pub namespace: Option<(Arc<str>, Arc<str>)>,
    /// Bare name.
    pub name: Arc<str>,
    /// Description.
    pub description: Arc<str>,
    /// Raw input schema.
    pub input_schema: Arc<serde_json::Value>,
    /// Deferred instead of direct.
    pub defer_loading: bool,
}

impl DynamicTool {
    /// Its identity, as the client spells it.
    pub fn tool_name(&self) -> ToolName {
        ToolName {
            namespace: self.namespace.as_ref().map(|(name, _)| name.clone()),
            name: self.name.clone(),
        }
    }
}

/// Plugin suggestions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestions {
    /// Candidate plugin ids; `None` when none were collected.
    pub candidates: Option<Arc<[Arc<str>]>>,
    /// How they are presented.
    pub presentation: SuggestionPresentation,
}

/// How plugin suggestions are presented.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
pub enum SuggestionPresentation {
    /// Through a listing tool.
    #[default]
    ListTool,
    /// In the context of the turn.
    RecommendationContext,
}
