//! [`Features`]: the feature switches the planner reads, with their defaults at the baseline.

use serde::{Deserialize, Serialize};

/// A feature switch. The scenario key is the snake-case name.
///
/// Upstream: `codex-rs/features/src/lib.rs` 829 and following.
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
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each key is described by `Feature::meaning`")]
pub enum Feature {
    ShellTool,
    UnifiedExec,
    ViewImage,
    MultiAgent,
    Apps,
    ToolSuggest,
    Plugins,
    ImageGeneration,
    UnifiedExecZshFork,
    CodeModeHost,
    MultiAgentV2,
    CodeMode,
    CodeModeOnly,
    DeferredExecutor,
    RequestPermissionsTool,
    ExecPermissionApprovals,
    TokenBudget,
    CurrentTimeReminder,
    StandaloneWebSearch,
    DefaultModeRequestUserInput,
    DeferredToolWorldState,
    UnifiedImageBudget,
    ShellZshFork,
    RecommendedPlugins,
    NonPrefixedMcpToolNames,
    WebSearchRequest,
    WebSearchCached,
    CodeModeInterrupt,
}

impl Feature {
    /// Every switch, the ones that are on by default first.
    pub const ALL: [Feature; 28] = [
        Feature::ShellTool,
        Feature::UnifiedExec,
        Feature::ViewImage,
        Feature::MultiAgent,
        Feature::Apps,
        Feature::ToolSuggest,
        Feature::Plugins,
        Feature::ImageGeneration,
        Feature::UnifiedExecZshFork,
        Feature::CodeModeHost,
        Feature::MultiAgentV2,
        Feature::CodeMode,
        Feature::CodeModeOnly,
        Feature::DeferredExecutor,
        Feature::RequestPermissionsTool,
        Feature::ExecPermissionApprovals,
        Feature::TokenBudget,
        Feature::CurrentTimeReminder,
        Feature::StandaloneWebSearch,
        Feature::DefaultModeRequestUserInput,
        Feature::DeferredToolWorldState,
        Feature::UnifiedImageBudget,
        Feature::ShellZshFork,
        Feature::RecommendedPlugins,
        Feature::NonPrefixedMcpToolNames,
        Feature::WebSearchRequest,
        Feature::WebSearchCached,
        Feature::CodeModeInterrupt,
    ];

    const ON_BY_DEFAULT: usize = 10;

    /// The key as written in scenarios.
    pub fn key(self) -> &'static str {
        match self {
            Feature::ShellTool => "shell_tool",
            Feature::UnifiedExec => "unified_exec",
            Feature::ViewImage => "view_image",
            Feature::MultiAgent => "multi_agent",
            Feature::Apps => "apps",
            Feature::ToolSuggest => "tool_suggest",
            Feature::Plugins => "plugins",
            Feature::ImageGeneration => "image_generation",
            Feature::UnifiedExecZshFork => "unified_exec_zsh_fork",
            Feature::CodeModeHost => "code_mode_host",
            Feature::MultiAgentV2 => "multi_agent_v2",
            Feature::CodeMode => "code_mode",
            Feature::CodeModeOnly => "code_mode_only",
            Feature::DeferredExecutor => "deferred_executor",
            Feature::RequestPermissionsTool => "request_permissions_tool",
            Feature::ExecPermissionApprovals => "exec_permission_approvals",
            Feature::TokenBudget => "token_budget",
            Feature::CurrentTimeReminder => "current_time_reminder",
            Feature::StandaloneWebSearch => "standalone_web_search",
            Feature::DefaultModeRequestUserInput => "default_mode_request_user_input",
            Feature::DeferredToolWorldState => "deferred_tool_world_state",
            Feature::UnifiedImageBudget => "unified_image_budget",
            Feature::ShellZshFork => "shell_zsh_fork",
            Feature::RecommendedPlugins => "recommended_plugins",
            Feature::NonPrefixedMcpToolNames => "non_prefixed_mcp_tool_names",
            Feature::WebSearchRequest => "web_search_request",
            Feature::WebSearchCached => "web_search_cached",
            Feature::CodeModeInterrupt => "code_mode_interrupt",
        }
    }

    /// What the switch does, in one sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Feature::ShellTool => "Offers the command tools at all.",
            Feature::UnifiedExec => "Offers the command tools in their session form.",
            Feature::ViewImage => "Offers the image viewer when an environment is ready.",
            Feature::MultiAgent => "Offers the first generation of agent tools (Collab).",
            Feature::Apps => "Connects the hosted apps server and allows suggestions.",
            Feature::ToolSuggest => "Allows plugin suggestions.",
            Feature::Plugins => "Allows plugins and their suggestions.",
            Feature::ImageGeneration => "Lets the image extension register its tool.",
            Feature::UnifiedExecZshFork => "Retired; matters only with shell_zsh_fork on.",
            Feature::CodeModeHost => "Runs cells in a host process.",
            Feature::MultiAgentV2 => "Offers the second generation of agent tools.",
            Feature::CodeMode => "Adds exec and wait beside the ordinary tools.",
            Feature::CodeModeOnly => "Leaves exec and wait as the only way to most tools.",
            Feature::DeferredExecutor => "Offers wait_for_environment.",
            Feature::RequestPermissionsTool => "Offers request_permissions.",
            Feature::ExecPermissionApprovals => "Lets a command ask for extra permissions.",
            Feature::TokenBudget => "Offers the two context-budget tools.",
            Feature::CurrentTimeReminder => "Offers the clock.",
            Feature::StandaloneWebSearch => "Lets an extension replace the hosted web search.",
            Feature::DefaultModeRequestUserInput => "Allows questions to the user in Default mode.",
            Feature::DeferredToolWorldState => "Lists deferred sources outside tool_search.",
            Feature::UnifiedImageBudget => "Takes the detail choice away from view_image.",
            Feature::ShellZshFork => "Runs commands in a forked zsh.",
            Feature::RecommendedPlugins => "Puts plugin suggestions into the context.",
            Feature::NonPrefixedMcpToolNames => "Drops the mcp__ prefix from server names.",
            Feature::WebSearchRequest => "Old switch for live web search.",
            Feature::WebSearchCached => "Old switch for cached web search.",
            Feature::CodeModeInterrupt => "Ends running cells when the user interrupts the turn.",
        }
    }

    fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// A set of feature switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features(u32);

impl Default for Features {
    /// The baseline defaults.
    fn default() -> Self {
        let mut features = Features(0);
        for feature in &Feature::ALL[..Feature::ON_BY_DEFAULT] {
            features.0 |= feature.bit();
        }
        features
    }
}

impl Features {
    /// Is the switch on?
    pub fn on(self, feature: Feature) -> bool {
        self.0 & feature.bit() != 0
    }

    /// Turns a switch. Turning `code_mode_only` on turns `code_mode` on as well.
    pub fn set(&mut self, feature: Feature, on: bool) {
        if !on {
            self.0 &= !feature.bit();
            return;
        }
        self.0 |= feature.bit();
        if feature == Feature::CodeModeOnly {
            self.0 |= Feature::CodeMode.bit();
        }
    }

    /// The same set with one switch turned.
    pub fn with(mut self, feature: Feature, on: bool) -> Self {
        self.set(feature, on);
        self
    }
}
