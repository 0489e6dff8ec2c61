//! [`PlanInputs`]: everything one plan reads, and nothing else.
//!
//! A plan is a pure function of this value. The `Default` of every type is the fixture of the
//! planner cases: a root session with one local environment and no MCP server.

mod config;
mod identity;
mod model;
mod offers;

pub use config::{AgentsV2, CodeModeConfig, Config, WebSearchConfig, WebSearchMode};
pub use identity::{
    AgentVersion, Environment, Identity, PermissionProfile, SessionAgents, ShellHost,
};
pub use model::{ImageAuth, ModelInfo, Provider, ToolMode};
pub use offers::{DynamicTool, ExtensionTool, SuggestionPresentation, Suggestions};

use std::sync::Arc;

use super::features::{Feature, Features};
use crate::builtin::environment::HostTexts;
use crate::mcp::apps::AppPolicy;
use crate::mcp::binding::{BindRules, McpBinding};
use crate::mcp::names::NameRules;
use crate::schema::SchemaLimits;

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

    /// The rules a binding of this turn is made by.
    pub fn bind_rules(&self) -> BindRules {
        BindRules {
            names: NameRules {
                limit: self.config.name_limit,
                prefix: !self.feature(Feature::NonPrefixedMcpToolNames),
                non_prefixed_servers: self.config.non_prefixed_servers.clone(),
            },
            schemas: self.schema_limits(),
        }
    }

    /// The limits schemas of this turn are prepared under.
    pub fn schema_limits(&self) -> SchemaLimits {
        SchemaLimits { budget_bytes: self.config.schema_budget, ..SchemaLimits::default() }
    }
}
