//! Settings, as a scenario file writes them: one enum whose variants are the planner's inputs.
//!
//! The same enum serves the start state, a `Set` event and a flipped switch in the app.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::planner::features::Feature;
use crate::planner::inputs::{
    AgentVersion, ImageAuth, PermissionProfile, SessionAgents, SuggestionPresentation, ToolMode,
    WebSearchMode,
};
use crate::tool::ToolExposure;

/// One planner input and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Setting")]
pub enum SettingFile {
    /// Who the session is. Next turn.
    Identity(IdentityFile),
    /// Kind of the permission profile. Next turn.
    Permission(PermissionProfile),
    /// Multi-agent version fixed for the session. Next turn.
    SessionAgents(SessionAgents),
    /// The selected environments. Selection: next turn; readiness: next sample.
    Environments(Vec<EnvironmentFile>),
    /// Unix, zsh and absolute paths: the forked shell is possible. Next turn.
    ZshForkPossible(bool),

    /// The model opts out of command tools. Next turn, like every model setting.
    ShellDisabled(bool),
    /// The model understands `tool_search`.
    SupportsSearch(bool),
    /// The model knows `apply_patch`.
    ApplyPatch(bool),
    /// Experimental tools the model supports.
    ExperimentalTools(Vec<String>),
    /// The model takes images.
    ImageInput(bool),
    /// Web search may return images.
    WebSearchImages(bool),
    /// The model can look at images in original detail.
    OriginalImageDetail(bool),
    /// The compact wire form.
    ResponsesLite(bool),
    /// The tool mode the model insists on.
    ModelToolMode(Option<ToolMode>),
    /// The agent version the model declares.
    ModelAgents(Option<AgentVersion>),

    /// The provider understands namespaces. Next turn, like every provider setting.
    NamespaceTools(bool),
    /// The provider searches the web.
    ProviderWebSearch(bool),
    /// The provider generates images.
    ProviderImageGeneration(bool),
    /// The provider may fetch live pages.
    ExternalWebAccess(bool),
    /// Credentials as the image gate sees them.
    ImageAuth(ImageAuth),

    /// A feature switch. Next turn.
    Feature(Feature, bool),

    /// Offers `update_plan`. Next turn, like every configuration entry.
    UpdatePlan(bool),
    /// Offers `request_user_input`.
    RequestUserInput(bool),
    /// The explicit web search setting.
    WebSearch(Option<WebSearchMode>),
    /// Options of the hosted web search.
    WebSearchOptions(WebSearchOptionsFile),
    /// Web search modes the administrator allows.
    AllowedWebSearch(Option<Vec<WebSearchMode>>),
    /// Adds `clock.sleep`.
    SleepTool(bool),
    /// Master switch of agent tools.
    AgentsEnabled(bool),
    /// How deep first-generation agents may spawn.
    AgentMaxDepth(u32),
    /// Configured agent roles.
    AgentRoles(Vec<RoleFile>),
    /// Model presets a spawn may choose from.
    ModelPresets(Vec<PresetFile>),
    /// Namespace of second-generation agent tools; `None` leaves them plain.
    AgentsV2Namespace(Option<String>),
    /// Second generation offers `wait_agent`.
    AgentsV2Wait(bool),
    /// Second-generation tools stay away from cells.
    AgentsV2NonCodeModeOnly(bool),
    /// Second generation hides the service tier of a spawn.
    AgentsV2HideSpawnMetadata(bool),
    /// Second generation lets a spawn override the model.
    AgentsV2ModelOverrides(bool),
    /// Second-generation wait times.
    AgentsV2WaitMs {
        /// Used when a call says nothing.
        default: u64,
        /// Shortest.
        min: u64,
        /// Longest.
        max: u64,
    },
    /// Namespaces only the model may call.
    DirectOnlyNamespaces(Vec<String>),
    /// Namespaces cells do not get.
    ExcludedNamespaces(Vec<String>),
    /// Yield of a cell, in ms.
    DefaultYieldMs(u64),
    /// Keep Code Mode when its service is missing.
    DisableInProcessFallback(bool),
    /// A name clash fails the plan.
    ErrorOnToolCollisions(bool),
    /// Publish tool info to turn metadata.
    TurnMetadataIncludesToolInfo(bool),
    /// Longest MCP name, in bytes.
    NameLimit(u32),
    /// Budget of an input schema, in bytes.
    SchemaBudget(u32),
    /// Servers without the `mcp__` prefix.
    NonPrefixedServers(Vec<String>),

    /// Hosted apps are connected. Next sample.
    AppsEnabled(bool),
    /// Which app tools are allowed. Next sample; a running call already sees it.
    AppPolicy(AppPolicyFile),
    /// The Code Mode service is available. Next turn.
    CodeModeService(bool),
    /// Extension tools. Next sample.
    Extensions(Vec<ExtensionFile>),
    /// Client tools. Next turn.
    DynamicTools(Vec<DynamicToolFile>),
    /// Plugin suggestions. Next sample.
    Suggestions(SuggestionsFile),
    /// Host texts of `wait_for_environment`. Next sample.
    WaitForEnvironmentTexts(Option<HostTextsFile>),
    /// Collaboration mode of the session. Next turn.
    CollaborationMode(CollaborationModeFile),
    /// Hooks around calls. Next turn.
    Hooks(Vec<HookFile>),
}

/// Who a session is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Identity")]
pub enum IdentityFile {
    /// The user's own session.
    Root,
    /// A session the host started for itself.
    Internal,
    /// A spawned agent.
    ThreadSpawn {
        /// 1 for a child of the root session.
        depth: u32,
        /// Agent path, if it carries one.
        path: Option<String>,
    },
    /// A sub-agent known by its label; exactly `guardian` is the reviewer.
    SubAgent(String),
}

/// A selected environment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Environment", default, deny_unknown_fields)]
pub struct EnvironmentFile {
    /// Its id.
    pub id: String,
    /// Remote?
    pub remote: bool,
    /// May a login shell run here?
    pub login_shell: bool,
    /// Ready from the start?
    pub ready: bool,
}

impl Default for EnvironmentFile {
    fn default() -> Self {
        Self { id: String::from("local"), remote: false, login_shell: true, ready: true }
    }
}

/// Options of the hosted web search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "WebSearchOptions", default, deny_unknown_fields)]
pub struct WebSearchOptionsFile {
    /// Allowed domains.
    pub allowed_domains: Option<Vec<String>>,
    /// Country code.
    pub country: Option<String>,
    /// Region.
    pub region: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Time zone.
    pub timezone: Option<String>,
    /// Context size.
    pub context_size: Option<ContextSizeFile>,
}

/// Context size of the hosted web search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "ContextSize")]
pub enum ContextSizeFile {
    /// Small.
    Low,
    /// Usual.
    Medium,
    /// Large.
    High,
}

/// An agent role.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Role", default, deny_unknown_fields)]
pub struct RoleFile {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
}

/// A model preset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Preset", default, deny_unknown_fields)]
pub struct PresetFile {
    /// Model name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Shown in the picker?
    pub picker_visible: bool,
    /// Agent version it declares.
    pub agents: Option<AgentVersion>,
}

impl Default for PresetFile {
    fn default() -> Self {
        Self { name: String::new(), description: String::new(), picker_visible: true, agents: None }
    }
}

/// Which app tools are allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "AppPolicy", default, deny_unknown_fields)]
pub struct AppPolicyFile {
    /// All apps are on unless said otherwise.
    pub enabled: bool,
    /// Destructive tools are on unless said otherwise.
    pub destructive: bool,
    /// Open-world tools are on unless said otherwise.
    pub open_world: bool,
    /// Single apps.
    pub apps: Vec<AppFile>,
}

impl Default for AppPolicyFile {
    fn default() -> Self {
        Self { enabled: true, destructive: true, open_world: true, apps: Vec::new() }
    }
}

/// Settings of one app.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "App", default, deny_unknown_fields)]
pub struct AppFile {
    /// Connector id.
    pub id: String,
    /// The user's own setting.
    pub enabled: Option<bool>,
    /// A managed requirement.
    pub managed: Option<bool>,
    /// Default of its tools.
    pub default_tools_enabled: Option<bool>,
    /// Destructive tools.
    pub destructive: Option<bool>,
    /// Open-world tools.
    pub open_world: Option<bool>,
    /// Single tools, by raw name or title.
    pub tools: Vec<AppToolFile>,
}

/// A single tool of an app.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "AppTool", default, deny_unknown_fields)]
pub struct AppToolFile {
    /// Raw name or title.
    pub name: String,
    /// On or off.
    pub enabled: bool,
}

/// An extension tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Extension", default, deny_unknown_fields)]
pub struct ExtensionFile {
    /// Namespace, if any.
    pub namespace: Option<String>,
    /// Description of the namespace.
    pub namespace_description: String,
    /// Bare name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Input schema as JSON text.
    pub input: String,
    /// A Lark grammar makes it a custom tool instead.
    pub grammar: Option<String>,
    /// Strict schema?
    pub strict: bool,
    /// Declared exposure.
    pub exposure: ToolExposure,
    /// Declared parallel flag.
    pub parallel: bool,
    /// Search source, if it names one.
    pub search_source: Option<String>,
}

impl Default for ExtensionFile {
    fn default() -> Self {
        Self {
            namespace: None,
            namespace_description: String::new(),
            name: String::new(),
            description: String::new(),
            input: String::from(r#"{"type":"object","properties":{}}"#),
            grammar: None,
            strict: false,
            exposure: ToolExposure::Direct,
            parallel: false,
            search_source: None,
        }
    }
}

/// A client tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "DynamicTool", default, deny_unknown_fields)]
pub struct DynamicToolFile {
    /// Namespace, if any.
    pub namespace: Option<String>,
    /// Description of the namespace.
    pub namespace_description: String,
    /// Bare name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Input schema as JSON text.
    pub input: String,
    /// Deferred instead of direct.
    pub defer_loading: bool,
}

impl Default for DynamicToolFile {
    fn default() -> Self {
        Self {
            namespace: None,
            namespace_description: String::new(),
            name: String::new(),
            description: String::new(),
            input: String::from(r#"{"type":"object","properties":{}}"#),
            defer_loading: false,
        }
    }
}

/// Plugin suggestions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Suggestions", default, deny_unknown_fields)]
pub struct SuggestionsFile {
    /// Candidates; unset means none were collected.
    pub candidates: Option<Vec<String>>,
    /// How they are presented.
    pub presentation: SuggestionPresentation,
}

/// Host texts of `wait_for_environment`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "HostTexts", default, deny_unknown_fields)]
pub struct HostTextsFile {
    /// Text of the tool.
    pub tool: String,
    /// Text of its parameter.
    pub parameter: String,
}

/// Collaboration mode of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "CollaborationMode")]
pub enum CollaborationModeFile {
    /// The usual mode.
    #[default]
    Default,
    /// Planning with the user.
    Plan,
}

/// A hook around calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Hook", default, deny_unknown_fields)]
pub struct HookFile {
    /// Hook name of the tools it watches, such as `Bash` or `mcp__fs__read`; empty watches all.
    pub matches: String,
    /// Before the handler: refuse with this message.
    pub block: Option<String>,
    /// Before the handler: replace the arguments.
    pub rewrite: Option<String>,
    /// After success: replace the result; an empty text uses the standard message.
    pub block_result: Option<String>,
    /// After success: replace only the text the model sees.
    pub feedback: Option<String>,
}
