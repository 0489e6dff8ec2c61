//! [`ToolExposure`]: through which surfaces a registered tool can be reached.

use serde::{Deserialize, Serialize};

/// How a registered tool is advertised. Exposure controls advertising, never execution: the
/// dispatcher finds all six.
///
/// Upstream: `codex-rs/tools/src/tool_executor.rs` 51-80.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
pub enum ToolExposure {
    /// In the first list, and callable from nested code.
    Direct,
    /// In the first list only.
    DirectModelOnly,
    /// Found through `tool_search`, and callable from nested code.
    Deferred,
    /// Found through `tool_search` only.
    DeferredModelOnly,
    /// Callable from nested code only.
    CodeModeOnly,
    /// Dispatchable, never shown anywhere.
    Hidden,
}

impl ToolExposure {
    /// All six, in the order of the reference.
    pub const ALL: [ToolExposure; 6] = [
        ToolExposure::Direct,
        ToolExposure::DirectModelOnly,
        ToolExposure::Deferred,
        ToolExposure::DeferredModelOnly,
        ToolExposure::CodeModeOnly,
        ToolExposure::Hidden,
    ];

    /// Part of the first request list.
    pub fn is_direct(self) -> bool {
        matches!(self, Self::Direct | Self::DirectModelOnly)
    }

    /// Searchable, if it also carries search info.
    pub fn is_deferred(self) -> bool {
        matches!(self, Self::Deferred | Self::DeferredModelOnly)
    }

    /// Callable from a Code Mode cell.
    pub fn is_available_in_code_mode(self) -> bool {
        matches!(self, Self::Direct | Self::Deferred | Self::CodeModeOnly)
    }

    /// The name as written in scenarios and traces.
    pub fn label(self) -> &'static str {
        match self {
            Self::Direct => "Direct",
            Self::DirectModelOnly => "DirectModelOnly",
            Self::Deferred => "Deferred",
            Self::DeferredModelOnly => "DeferredModelOnly",
            Self::CodeModeOnly => "CodeModeOnly",
            Self::Hidden => "Hidden",
        }
    }
}

/// A set of surfaces, as `omit_tools_from` names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ToolExposures(u8);

impl ToolExposures {
    /// No surface.
    pub const NONE: ToolExposures = ToolExposures(0);
    /// The first request list.
    pub const DIRECT: ToolExposures = ToolExposures(1);
    /// `tool_search`.
    pub const DEFERRED: ToolExposures = ToolExposures(2);
    /// Nested code.
    pub const CODE_MODE: ToolExposures = ToolExposures(4);
    /// All three.
    pub const ALL: ToolExposures = ToolExposures(7);

    /// Both sets together.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without `other`.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// True when every surface of `other` is in this set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// True when nothing is left.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The surfaces by their configuration names, for reasons and screens.
    pub fn labels(self) -> Vec<&'static str> {
        [(Self::DIRECT, "direct"), (Self::DEFERRED, "deferred"), (Self::CODE_MODE, "code_mode")]
            .into_iter()
            .filter(|(set, _)| self.contains(*set))
            .map(|(_, label)| label)
            .collect()
    }
}
