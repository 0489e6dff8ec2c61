//! [`PlanInputs`]: everything one plan reads, and nothing else.
//!
//! A plan is a pure function of this value. The `Default` of every type is the fixture of the
//! planner cases: a root session with one local environment and no MCP server.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::features::{Feature, Features};
use crate::builtin::collab::{AgentRole, ModelPreset};
use crate::builtin::environment::HostTexts;
use crate::mcp::apps::AppPolicy;
use crate::mcp::binding::McpBinding;
use crate::tool::{SearchContextSize, ToolExposure, ToolName, ToolSpec, UserLocation};

/// All inputs of one plan.
///
/// Equality compares the binding by identity, as upstream's caches do: an equal but rebuilt binding
/// is another binding.
#[derive(Clone, Debug, Default)]
pub struct PlanInputs {
    /// Who is asking.
    pub identity: Identity,
    /// Kind of the turn's permission profile.
    pub permission: PermissionProfile,
    /// Multi-agent version fixed for the session, if any.
    pub session_agents: SessionAgents,
    /// Ready environments, in order.
    pub environments: Vec<Environment>,
    /// Facts about the user's shell.
    pub shell_host: ShellHost,
    /// The model of the turn.
    pub model: ModelInfo,
    /// The provider of the turn.
    pub provider: Provider,
    /// Feature switches of the turn.
    pub features: Features,
    /// Configuration of the turn.
    pub config: Config,
    /// Resolved MCP binding of the step.
    pub binding: Arc<McpBinding>,
    /// Are hosted apps connected?
    pub apps_enabled: bool,
    /// Which app tools are allowed.
    pub app_policy: Arc<AppPolicy>,
    /// Is the Code Mode service available this turn?
    pub code_mode_service: bool,
    /// Extension executors, in contributor order.
    pub extensions: Arc<[ExtensionTool]>,
    /// Tools supplied by the client, in order.
    pub dynamic_tools: Arc<[DynamicTool]>,
    /// Plugin suggestion candidates.
    pub suggestions: Suggestions,
    /// Host texts of `wait_for_environment`.
    pub wait_for_environment: Option<HostTexts>,
}

impl PartialEq for PlanInputs {
    fn eq(&self, other: &Self) -> bool {
        // Taken apart field by field, so that a new field cannot be forgotten.
        let PlanInputs {
            identity,
            permission,
            session_agents,
            environments,
            shell_host,
            model,
            provider,
            features,
            config,
            binding,
            apps_enabled,
            app_policy,
            code_mode_service,
            extensions,
            dynamic_tools,
            suggestions,
            wait_for_environment,
        } = self;
        Arc::ptr_eq(binding, &other.binding)
            && *identity == other.identity
            && *permission == other.permission
            && *session_agents == other.session_agents
            && *environments == other.environments
            && *shell_host == other.shell_host
            && *features == other.features
            && *provider == other.provider
            && *apps_enabled == other.apps_enabled
            && *code_mode_service == other.code_mode_service
            && *model == other.model
            && (Arc::ptr_eq(app_policy, &other.app_policy) || *app_policy == other.app_policy)
            && *config == other.config
            && *suggestions == other.suggestions
            && *wait_for_environment == other.wait_for_environment
            && (Arc::ptr_eq(extensions, &other.extensions) || *extensions == other.extensions)
            && (Arc::ptr_eq(dynamic_tools, &other.dynamic_tools)
                || *dynamic_tools == other.dynamic_tools)
    }
}

impl PlanInputs {
    /// The fixture of the planner cases.
    pub fn fixture() -> Self {
        Self {
            environments: vec![Environment::local("local")],
            apps_enabled: true,
            code_mode_service: true,
            ..Self::default()
        }
    }

    /// Is a feature on?
    pub fn feature(&self, feature: Feature) -> bool {
        self.features.on(feature)
    }
}

/// Who a session is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Identity {
    /// The user's own session.
    #[default]
    Root,
    /// A session the host started for itself.
    Internal,
    /// A sub-agent that another agent spawned as a thread.
    ThreadSpawn {
        /// 1 for a child of the root session.
        depth: u32,
        /// The agent path of second-generation agents.
        path: Option<Arc<str>>,
    },
    /// A sub-agent of another kind, known by its label.
    SubAgent(Arc<str>),
}

impl Identity {
    /// The label that makes a sub-agent the approval reviewer.
    pub const GUARDIAN: &'static str = "guardian";

    /// True only for a sub-agent labelled exactly `guardian`.
    ///
    /// Upstream: `codex-rs/core/src/guardian/review.rs` 212-220.
    pub fn is_guardian(&self) -> bool {
        matches!(self, Identity::SubAgent(label) if &**label == Self::GUARDIAN)
    }

    /// Internal sessions and sub-agents cannot talk to the user.
    pub fn is_root(&self) -> bool {
        matches!(self, Identity::Root)
    }

    /// How it is shown.
    pub fn label(&self) -> String {
        match self {
            Identity::Root => "root session".to_owned(),
            Identity::Internal => "internal session".to_owned(),
            Identity::ThreadSpawn { depth, .. } => format!("spawned agent, depth {depth}"),
            Identity::SubAgent(label) => format!("sub-agent `{label}`"),
        }
    }
}

/// Kind of permission profile.
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
pub enum PermissionProfile {
    /// The sandbox is managed by the agent.
    #[default]
    Managed,
    /// No sandbox.
    Disabled,
    /// The sandbox is somebody else's.
    External,
}

impl PermissionProfile {
    /// The name as written in scenarios.
    pub fn label(self) -> &'static str {
        match self {
            Self::Managed => "Managed",
            Self::Disabled => "Disabled",
            Self::External => "External",
        }
    }
}

pub use crate::builtin::collab::MultiAgentVersion as AgentVersion;

/// What is already fixed for the session.
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
pub enum SessionAgents {
    /// A fresh session without a record.
    #[default]
    Fresh,
    /// Resumed or forked without a record: the first generation.
    ResumedWithoutRecord,
    /// Recorded in history, or inherited from the parent.
    Fixed(AgentVersion),
}

/// A ready environment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Environment {
    /// Its id.
    pub id: Arc<str>,
    /// Remote environments keep the shell choice open.
    pub remote: bool,
    /// May a login shell run here?
    pub login_shell: bool,
}

impl Environment {
    /// A local environment with login shells.
    pub fn local(id: &str) -> Self {
        Self { id: id.into(), remote: false, login_shell: true }
    }
}

/// Facts that decide between the two unified-exec shell modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ShellHost {
    /// A Unix machine whose user shell is zsh, with absolute zsh and wrapper paths configured.
    pub zsh_fork_possible: bool,
}

/// The model's declared abilities.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ModelInfo {
    /// The model opts out of command tools.
    pub shell_disabled: bool,
    /// The model understands `tool_search`.
    pub supports_search_tool: bool,
    /// The model knows `apply_patch`.
    pub apply_patch: bool,
    /// Names of experimental tools the model supports.
    pub experimental_tools: BTreeSet<Arc<str>>,
    /// The model takes images.
    pub image_input: bool,
    /// Web search may return images too.
    pub web_search_images: bool,
    /// `view_image` may ask for the original detail.
    pub original_image_detail: bool,
    /// The compact wire form.
    pub responses_lite: bool,
    /// The model insists on a tool mode.
    pub tool_mode: Option<ToolMode>,
    /// The model declares an agent version.
    pub agents: Option<AgentVersion>,
}

/// How the model reaches tools.
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
pub enum ToolMode {
    /// Ordinary tool calls.
    #[default]
    Direct,
    /// Ordinary tool calls, and cells.
    CodeMode,
    /// Cells, and the few tools that only the model may call.
    CodeModeOnly,
}

impl ToolMode {
    /// The name as written in scenarios.
    pub fn label(self) -> &'static str {
        match self {
            Self::Direct => "Direct",
            Self::CodeMode => "CodeMode",
            Self::CodeModeOnly => "CodeModeOnly",
        }
    }
}

/// What the provider's API can carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Provider {
    /// Understands namespace entries.
    pub namespace_tools: bool,
    /// Runs web searches.
    pub web_search: bool,
    /// Generates images.
    pub image_generation: bool,
    /// May fetch live pages.
    pub external_web_access: bool,
    /// The image extension finds suitable credentials.
    pub image_auth: ImageAuth,
}

impl Default for Provider {
    fn default() -> Self {
        Self {
            namespace_tools: true,
            web_search: true,
            image_generation: true,
            external_web_access: true,
            image_auth: ImageAuth::CodexBackend,
        }
    }
}

/// Credentials as the image extension's gate reads them.
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
pub enum ImageAuth {
    /// OpenAI sign-in through the agent's own backend.
    #[default]
    CodexBackend,
    /// The provider authorizes the actor itself.
    ActorAuthorized,
    /// An API key: not enough.
    ApiKey,
    /// Signed in, but on the free plan: refused.
    FreePlan,
}

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

/// A tool that an in-process contributor offers.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
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
