//! The vocabulary every other floor speaks: what a tool is called, what the model is told about it,
//! and how it may be reached.
//!
//! Knows: names, specs and their wire JSON, exposure values. May not know: where a tool comes from
//! (that is the planner's business), sessions, traces, files or windows.
//! Start reading at [`ToolName`], then [`ToolSpec`], then [`ToolExposure`].

mod definition;
mod exposure;
mod name;
mod spec;

pub use definition::ToolDefinition;
pub use exposure::{ToolExposure, ToolExposures};
pub use name::{DEFAULT_NAMESPACE, ToolName};
pub use spec::{
    FreeformFormat, FreeformSpec, FunctionSpec, NamespaceSpec, NamespaceTool, SearchContextSize,
    ToolSearchSpec, ToolSpec, UserLocation, WebSearchFilters, WebSearchSpec,
};

/// The text a namespace shows when nobody described it: `Tools in the {name} namespace.`, and
/// nothing at all for the default namespace.
///
/// Upstream: `codex-rs/core/src/tools/spec_plan.rs` 814-864.
pub fn default_namespace_description(name: &str) -> String {
    if name == DEFAULT_NAMESPACE {
        return String::new();
    }
    format!("Tools in the {name} namespace.")
}
