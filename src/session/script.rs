//! [`Script`]: a scenario in engine terms. The scenario floor lowers files into it.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::script_cells::{CellScripts, ContentItem};
use crate::lang::Caption;
use crate::mcp::binding::{McpTool, ServerTerms};
use crate::planner::inputs::{Environment, PlanInputs};

/// Everything one run reads.
#[derive(Clone, Debug)]
pub struct Script {
    /// How long a tool table stays in force.
    pub policy: FreezePolicy,
    /// Settings before the first beat.
    pub start: Settings,
    /// Servers configured before the first beat.
    pub servers: Vec<Arc<ServerConfig>>,
    /// Grace for optional servers at a capture, in virtual ms; 0 waits for their start-up timeout.
    pub grace_ms: u64,
    /// What happens, in order.
    pub beats: Vec<Beat>,
    /// Events at absolute virtual times, in ms.
    pub events: Vec<(u64, Event)>,
    /// How cells and their tools behave.
    pub cells: CellScripts,
}

/// Default grace for optional servers at a capture, in ms.
///
/// Upstream: `codex-rs/core/src/session/mcp.rs` 310-358.
pub const DEFAULT_GRACE_MS: u64 = 1_000;

/// How long a tool table stays in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FreezePolicy {
    /// Until the sample ends.
    #[default]
    Step,
    /// Until the turn ends.
    Turn,
    /// Until the next call.
    Call,
}

impl FreezePolicy {
    /// The word on the command line.
    pub fn label(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Turn => "turn",
            Self::Call => "call",
        }
    }
}

/// The session's settings. `plan.binding` and `plan.environments` are filled in at each capture.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The planner inputs.
    pub plan: PlanInputs,
    /// Selected environments and whether each is ready.
    pub environments: Vec<SelectedEnvironment>,
    /// Is the session in Plan mode?
    pub plan_mode: bool,
    /// Hooks around calls, in order.
    pub hooks: Arc<[Hook]>,
}

impl Default for Settings {
    /// The fixture of the planner cases.
    fn default() -> Self {
        let mut plan = PlanInputs::fixture();
        let environments = std::mem::take(&mut plan.environments)
            .into_iter()
            .map(|environment| SelectedEnvironment { environment, ready: true })
            .collect();
        Self { plan, environments, plan_mode: false, hooks: Arc::default() }
    }
}

/// A selected environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedEnvironment {
    /// What it is.
    pub environment: Environment,
    /// Can tools run in it now?
    pub ready: bool,
}

/// A hook around calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hook {
    /// Hook name of the tools it watches; empty watches all.
    pub matches: Arc<str>,
    /// Before the handler: refuse with this message.
    pub block: Option<Arc<str>>,
    /// Before the handler: replace the arguments.
    pub rewrite: Option<Arc<str>>,
    /// After success: replace the result; empty uses the standard message.
    pub block_result: Option<Arc<str>>,
    /// After success: replace only the text the model sees.
    pub feedback: Option<Arc<str>>,
}

/// When a setting takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Belongs to the turn: the next turn sees it.
    Turn,
    /// Re-read at every capture: the next sample sees it.
    Step,
}

/// One setting that changes.
#[derive(Clone)]
pub struct Setting {
    /// Its name, as in scenario files (`SupportsSearch`, `Feature token_budget`).
    pub key: Arc<str>,
    /// Its new value, for people.
    pub value: Arc<str>,
    /// When it takes effect.
    pub level: Level,
    /// The change itself.
    pub apply: Arc<dyn Fn(&mut Settings) + Send + Sync>,
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={} ({:?})", self.key, self.value, self.level)
    }
}

/// One thing that happens.
#[derive(Clone, Debug)]
pub enum Beat {
    /// A user message starts a turn.
    Turn(Caption),
    /// The model is asked once.
    Sample(SampleScript),
    /// Something happens now, between samples.
    Event(Event),
    /// Virtual time passes, in ms.
    Wait(u64),
}

/// One request to the model and what the model does with it.
#[derive(Clone, Debug, Default)]
pub struct SampleScript {
    /// Caption.
    pub say: Caption,
    /// A question to answer before the sample is shown.
    pub ask: Caption,
    /// How long the response streams, in ms.
    pub lasts_ms: u64,
    /// Servers the capture waits for because the user's input mentions them.
    pub mentions: Vec<Arc<str>>,
    /// Times inside the stream at which the request is sent again.
    pub retries_at_ms: Vec<u64>,
    /// Calls the model makes.
    pub calls: Vec<CallScript>,
    /// Events, at times counted from the sample's start.
    pub during: Vec<(u64, Event)>,
}

/// A call the model makes.
#[derive(Clone, Debug)]
pub struct CallScript {
    /// When its item streams in, counted from the sample's start, in ms.
    pub at_ms: u64,
    /// The response item.
    pub item: ResponseItem,
    /// How long the handler runs, in ms, if the script says so.
    pub latency_ms: Option<u64>,
    /// How long an MCP call waits for approval after it was prepared, in ms.
    pub approval_ms: u64,
    /// What the handler answers.
    pub result: ScriptedResult,
    /// The user interrupts this long after the hand-over.
    pub cancelled_after_ms: Option<u64>,
}

/// A response item that may be a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResponseItem {
    /// A function call.
    Function {
        /// Namespace member, if the item has one.
        namespace: Option<Arc<str>>,
        /// Name member.
        name: Arc<str>,
        /// Raw argument text.
        arguments: Arc<str>,
    },
    /// A custom tool call.
    Custom {
        /// Namespace member, if the item has one.
        namespace: Option<Arc<str>>,
        /// Name member.
        name: Arc<str>,
        /// Input text.
        input: Arc<str>,
    },
    /// A tool search call.
    ToolSearch {
        /// Raw argument text.
        arguments: Arc<str>,
        /// Who executes it.
        execution: Arc<str>,
        /// Does the item carry a call id?
        has_call_id: bool,
    },
}

/// What a handler answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ScriptedResult {
    /// A plausible success.
    #[default]
    Default,
    /// Success with this text.
    Ok(Arc<str>),
    /// Success with this JSON value.
    Json(Arc<Value>),
    /// This MCP result, whether or not it is flagged as an error.
    Mcp(Arc<Value>),
    /// Success with these content items.
    Content(Arc<[ContentItem]>),
    /// The handler answers, but reports failure.
    Unsuccessful(Arc<str>),
    /// The handler fails with a message for the model.
    Error(Arc<str>),
    /// The task dies without an answer.
    Dies(Arc<str>),
    /// The handler fails fatally.
    Fatal(Arc<str>),
    /// Success with the arguments themselves.
    Echo,
    /// No answer by itself.
    Hang,
}

/// Something that happens in the world.
#[derive(Clone, Debug)]
pub enum Event {
    /// Settings change.
    Set(Vec<Setting>),
    /// A selected environment becomes ready.
    EnvironmentReady(Arc<str>),
    /// A ready environment is lost.
    EnvironmentLost(Arc<str>),
    /// A server is configured, or its configuration replaced.
    ServerConfigured(Arc<ServerConfig>),
    /// A server is taken out of the configuration.
    ServerRemoved(Arc<str>),
    /// A server that is starting finishes now.
    ServerReady(Arc<str>),
    /// A server that is starting fails now.
    ServerFailed(Arc<str>),
    /// A server announces another tool list.
    ListChanged {
        /// The server.
        server: Arc<str>,
        /// Its tools from now on.
        tools: Arc<[Arc<McpTool>]>,
        /// The client misses the notice.
        unnoticed: bool,
    },
    /// A server's transport closes.
    Disconnected(Arc<str>),
    /// A server can be reached again.
    Reconnected(Arc<str>),
    /// The MCP runtime is marked stale.
    RuntimeStale,
    /// The process that cells run in is gone.
    CodeModeHostLost,
    /// A server that failed authentication has new credentials.
    NewCredentials(Arc<str>),
}

/// A configured MCP server.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerConfig {
    /// Its name.
    pub name: Arc<str>,
    /// What the planner reads about it.
    pub terms: Arc<ServerTerms>,
    /// Its tools, as the server would list them.
    pub tools: Arc<[Arc<McpTool>]>,
    /// False keeps the entry but starts nothing.
    pub enabled: bool,
    /// How its start goes.
    pub start: StartUp,
    /// A capture waits for it.
    pub required: bool,
    /// Its start is postponed until somebody needs it.
    pub postponed: bool,
    /// A tool list from an earlier session is at hand.
    pub cached: bool,
    /// Bound of its start, in ms.
    pub startup_timeout_ms: u64,
    /// Bound of a call, in ms.
    pub tool_timeout_ms: u64,
    /// Latency of its calls when the script does not say, in ms.
    pub latency_ms: u64,
    /// Tools per page of `tools/list`.
    pub page_size: Option<u32>,
    /// Pages the client reads at most.
    pub page_cap: Option<u32>,
}

/// How a server's start goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartUp {
    /// At once.
    Ready,
    /// After this many ms.
    After(u64),
    /// Fails after so many ms, with this message.
    Fails(u64, Arc<str>),
    /// Never answers.
    Never,
    /// Fails because it wants credentials.
    NeedsCredentials,
}
