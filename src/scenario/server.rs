//! MCP servers and their tools, as a scenario file writes them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A configured MCP server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Server", default, deny_unknown_fields)]
pub struct ServerFile {
    /// Name in the configuration. `codex_apps` is the hosted apps server.
    pub name: String,
    /// Server instructions; they describe the namespace.
    pub instructions: Option<String>,
    /// Its tools.
    pub tools: Vec<ToolFile>,
    /// A captured `tools/list` JSON file next to the scenario, instead of `tools`.
    pub tools_from: Option<String>,
    /// False keeps the entry but starts nothing.
    pub enabled: bool,
    /// How its start goes.
    pub start: StartUpFile,
    /// A capture waits for it, however long.
    pub required: bool,
    /// Its start is postponed until somebody needs it.
    pub postponed: bool,
    /// A tool list from an earlier session is at hand.
    pub cached: bool,
    /// Bound of its start, in virtual ms.
    pub startup_timeout_ms: u64,
    /// Bound of a call, in virtual ms.
    pub tool_timeout_ms: u64,
    /// How long its calls take when the script does not say, in virtual ms.
    pub latency_ms: u64,
    /// Surfaces its tools stay away from.
    pub omit_tools_from: Vec<SurfaceFile>,
    /// Its calls may run beside others.
    pub parallel: bool,
    /// If set, only these raw names.
    pub enabled_tools: Option<Vec<String>>,
    /// Never these raw names.
    pub disabled_tools: Vec<String>,
    /// It belongs to an agent plugin and has a size budget.
    pub agent_plugin: bool,
    /// Display names of the plugins it belongs to.
    pub plugins: Vec<String>,
    /// Tools per page of `tools/list`; unset answers in one page.
    pub page_size: Option<u32>,
    /// Pages the client reads at most.
    pub page_cap: Option<u32>,
}

impl Default for ServerFile {
    fn default() -> Self {
        Self {
            name: String::new(),
            instructions: None,
            tools: Vec::new(),
            tools_from: None,
            enabled: true,
            start: StartUpFile::Ready,
            required: false,
            postponed: false,
            cached: false,
            startup_timeout_ms: 30_000,
            tool_timeout_ms: 300_000,
            latency_ms: 20,
            omit_tools_from: Vec::new(),
            parallel: false,
            enabled_tools: None,
            disabled_tools: Vec::new(),
            agent_plugin: false,
            plugins: Vec::new(),
            page_size: None,
            page_cap: None,
        }
    }
}

/// How a server's start goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "StartUp")]
pub enum StartUpFile {
    /// Up before the first beat, or at once when configured later.
    #[default]
    Ready,
    /// Up after this many virtual ms.
    After(u64),
    /// Fails after `after_ms`.
    Fails {
        /// Virtual ms from the beginning of the start.
        after_ms: u64,
        /// What the client is told.
        reason: String,
    },
    /// Never answers; ends at the start-up timeout.
    Never,
    /// Fails because it wants credentials; `NewCredentials` lets the next start succeed.
    NeedsCredentials,
}

/// A surface of `omit_tools_from`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename = "Surface", rename_all = "snake_case")]
pub enum SurfaceFile {
    /// The first request list.
    Direct,
    /// `tool_search`.
    Deferred,
    /// Nested code.
    CodeMode,
}

/// A tool of an MCP server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Tool", default, deny_unknown_fields)]
pub struct ToolFile {
    /// Raw name.
    pub name: String,
    /// Human title.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Input schema as JSON text; an object without properties when unset.
    pub input: Option<String>,
    /// Output schema as JSON text.
    pub output: Option<String>,
    /// Read-only hint.
    pub read_only: Option<bool>,
    /// Destructive hint.
    pub destructive: Option<bool>,
    /// Open-world hint.
    pub open_world: Option<bool>,
    /// `_meta.ui.visibility`; unset means visible.
    pub visibility: Option<Vec<String>>,
    /// Arguments that name files (`codex_apps` only).
    pub file_params: Vec<String>,
    /// Connector id (`codex_apps` only).
    pub connector_id: Option<String>,
    /// Connector name (`codex_apps` only).
    pub connector_name: Option<String>,
    /// Connector description (`codex_apps` only).
    pub connector_description: Option<String>,
    /// Display names of the plugins it belongs to.
    pub plugins: Vec<String>,
}
