//! The exposure policy that is laid over MCP tools once they are registered.
//!
//! Upstream: `codex-rs/core/src/tools/spec_plan.rs` 173-246.

use crate::tool::{ToolExposure, ToolExposures};

/// What the policy reads about one server's namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyInputs {
    /// The server's `omit_tools_from`.
    pub omitted: ToolExposures,
    /// Only the model may call this namespace.
    pub direct_only: bool,
    /// Model and provider both support search.
    pub search_enabled: bool,
    /// The effective tool mode is CodeModeOnly.
    pub code_mode_only: bool,
}

/// The exposure of a server's tools.
pub fn exposure(inputs: PolicyInputs) -> ToolExposure {
    let mut left = ToolExposures::ALL.without(inputs.omitted);
    if inputs.direct_only {
        left = left.without(ToolExposures::DEFERRED.union(ToolExposures::CODE_MODE));
    }
    let can_defer = inputs.search_enabled
        && left.contains(ToolExposures::DEFERRED)
        && (!inputs.code_mode_only || left.contains(ToolExposures::CODE_MODE));
    left = match can_defer {
        true => left.without(ToolExposures::DIRECT),
        false => left.without(ToolExposures::DEFERRED),
    };
    let has = |surface| left.contains(surface);
    match (has(ToolExposures::DIRECT), has(ToolExposures::DEFERRED), has(ToolExposures::CODE_MODE))
    {
        (true, _, true) => ToolExposure::Direct,
        (true, _, false) => ToolExposure::DirectModelOnly,
        (false, true, true) => ToolExposure::Deferred,
        (false, true, false) => ToolExposure::DeferredModelOnly,
        (false, false, true) => ToolExposure::CodeModeOnly,
        (false, false, false) => ToolExposure::Hidden,
    }
}
