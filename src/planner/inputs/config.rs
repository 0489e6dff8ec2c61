//! The configuration the planner reads, with its defaults at the baseline.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::builtin::collab::{AgentRole, ModelPreset};
use crate::tool::{SearchContextSize, UserLocation};

/// The configuration the planner reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Offers `update_plan`.
    pub update_plan: bool,
    /// Offers `request_user_input`.
    pub request_user_input: bool,
    /// The explicit `web_search` setting, if there is one.
    pub web_search: Option<WebSearchMode>,
    /// Options of the hosted web search.
    pub web_search_options: WebSearchConfig,
    /// Web search modes the administrator allows; `None` allows all.
    pub allowed_web_search: Option<BTreeSet<WebSearchMode>>,
    /// Adds `clock.sleep` to the clock.
    pub sleep_tool: bool,
    /// Master switch of agent tools.
    pub agents_enabled: bool,
    /// How deep first-generation agents may spawn.
    pub agent_max_depth: u32,
    /// Configured agent roles.
    pub agent_roles: Arc<[AgentRole]>,
    /// Model presets that a spawn may choose from.
    pub model_presets: Arc<[ModelPreset]>,
    /// Options of second-generation agents.
    pub agents_v2: AgentsV2,
    /// Options of Code Mode.
    pub code_mode: CodeModeConfig,
    /// A name clash is an error instead of a warning.
    pub error_on_tool_collisions: bool,
    /// Namespace inventory is published to turn metadata.
    pub turn_metadata_includes_tool_info: bool,
    /// Longest model-visible MCP name, in bytes.
    pub name_limit: usize,
    /// Budget of a prepared input schema, in bytes.
    pub schema_budget: usize,
    /// Servers that keep their name without the `mcp__` prefix.
    pub non_prefixed_servers: BTreeSet<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            update_plan: true,
            request_user_input: true,
            web_search: None,
            web_search_options: WebSearchConfig::default(),
            allowed_web_search: None,
            sleep_tool: false,
            agents_enabled: true,
            agent_max_depth: 1,
            agent_roles: Arc::default(),
            model_presets: Arc::default(),
            agents_v2: AgentsV2::default(),
            code_mode: CodeModeConfig::default(),
            error_on_tool_collisions: false,
            turn_metadata_includes_tool_info: false,
            name_limit: 128,
            schema_budget: 5_000,
            non_prefixed_servers: BTreeSet::new(),
        }
    }
}

/// Mode of the hosted web search.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
pub enum WebSearchMode {
    /// From the provider's cache.
    Cached,
    /// Live, but only pages that are indexed.
    Indexed,
    /// Live.
    Live,
    /// No web search.
    Disabled,
}

impl WebSearchMode {
    /// The name as written in scenarios.
    pub fn label(self) -> &'static str {
        match self {
            Self::Cached => "Cached",
            Self::Indexed => "Indexed",
            Self::Live => "Live",
            Self::Disabled => "Disabled",
        }
    }
}

/// Options of the hosted web search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WebSearchConfig {
    /// Allowed domains.
    pub allowed_domains: Option<Vec<String>>,
    /// Rough user location.
    pub user_location: Option<UserLocation>,
    /// Context size.
    pub context_size: Option<SearchContextSize>,
}

/// Options of second-generation agents.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentsV2 {
    /// Namespace of the tools; `None` leaves them plain.
    pub tool_namespace: Option<Arc<str>>,
    /// Offers `wait_agent`.
    pub wait_agent: bool,
    /// Keeps the tools away from nested code.
    pub non_code_mode_only: bool,
    /// Hides the service tier of a spawn.
    pub hide_spawn_agent_metadata: bool,
    /// Lets a spawn override the model.
    pub expose_spawn_agent_model_overrides: bool,
    /// Default wait, in ms.
    pub wait_default_ms: u64,
    /// Shortest wait, in ms.
    pub wait_min_ms: u64,
    /// Longest wait, in ms.
    pub wait_max_ms: u64,
}

impl Default for AgentsV2 {
    fn default() -> Self {
        Self {
            tool_namespace: Some("collaboration".into()),
            wait_agent: true,
            non_code_mode_only: true,
            hide_spawn_agent_metadata: true,
            expose_spawn_agent_model_overrides: true,
            wait_default_ms: 30_000,
            wait_min_ms: 10_000,
            wait_max_ms: 3_600_000,
        }
    }
}

/// Options of Code Mode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeModeConfig {
    /// Namespaces that only the model may call.
    pub direct_only_tool_namespaces: BTreeSet<Arc<str>>,
    /// Namespaces that cells do not get.
    pub excluded_tool_namespaces: BTreeSet<Arc<str>>,
    /// Yield of a cell, in ms.
    pub default_exec_yield_time_ms: u64,
    /// Keep Code Mode even when its service is missing.
    pub disable_in_process_fallback: bool,
}

impl Default for CodeModeConfig {
    fn default() -> Self {
        Self {
            direct_only_tool_namespaces: BTreeSet::new(),
            excluded_tool_namespaces: BTreeSet::new(),
            default_exec_yield_time_ms: 30_000,
            disable_in_process_fallback: false,
        }
    }
}
