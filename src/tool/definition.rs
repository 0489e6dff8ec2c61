//! [`ToolDefinition`]: neutral metadata of a tool, before it becomes a spec.

use std::sync::Arc;

use serde_json::Value;

use super::FunctionSpec;
use crate::schema::JsonSchema;

/// What MCP and dynamic tools are described by before a [`FunctionSpec`] is made of it.
///
/// Upstream: `codex-rs/tools/src` (`tool_definition`, `responses_api`).
#[derive(Clone, Debug, PartialEq)]
pub struct ToolDefinition {
    /// Bare name.
    pub name: Arc<str>,
    /// Description, empty when the source gave none.
    pub description: Arc<str>,
    /// Prepared input schema.
    pub input_schema: Arc<JsonSchema>,
    /// Kept for nested code, never sent.
    pub output_schema: Option<Arc<Value>>,
    /// True when the tool may only be loaded through a search.
    pub defer_loading: bool,
}

impl ToolDefinition {
    /// The same tool under another name.
    pub fn renamed(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// The form a search result carries: no output schema, loading deferred.
    pub fn into_deferred(mut self) -> Self {
        self.output_schema = None;
        self.defer_loading = true;
        self
    }

    /// The function spec; a `false` deferral is never written.
    pub fn to_spec(&self) -> FunctionSpec {
        FunctionSpec {
            name: self.name.clone(),
            description: self.description.clone(),
            strict: false,
            defer_loading: self.defer_loading.then_some(true),
            parameters: self.input_schema.clone(),
            output_schema: self.output_schema.clone(),
        }
    }
}
