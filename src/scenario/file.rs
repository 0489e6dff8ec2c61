//! The scenario file, as it is written in RON: serde types and nothing else.
//!
//! These types are the public format. They are separate from the engine's types on purpose: a
//! derive is a promise. `lower` turns them into a [`crate::session::script::Script`].
//! Format version: [`FORMAT`]. Every field has a default, and the default of the whole is the
//! fixture of the planner cases with an empty script.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cells::{CellOptionsFile, ExpectCellFile, HandlerFile, ProcessFile, StoredFile};
use super::server::ServerFile;
use super::setting::SettingFile;

/// The only format version so far.
pub const FORMAT: u32 = 1;

/// A scenario: what is true at the start, what happens, and what is expected of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Scenario", default, deny_unknown_fields)]
pub struct ScenarioFile {
    /// Format version; must be 1.
    pub format: u32,
    /// Title, in both languages.
    pub title: Bilingual,
    /// Which shelf of the gallery it stands on.
    pub theme: Theme,
    /// Place inside its theme; smaller comes first, ties by file name.
    pub order: u32,
    /// The question it asks.
    pub question: Bilingual,
    /// The answer, shown after the question.
    pub answer: Bilingual,
    /// The public issue or the lecture section it comes from.
    pub source: String,
    /// Choices made where the reference leaves room, and other things a reader could stumble over.
    pub notes: Vec<Bilingual>,
    /// How long a tool table stays in force.
    pub policy: FreezePolicy,
    /// What is true before the first beat.
    pub start: StartFile,
    /// What happens, in order.
    pub script: Vec<BeatFile>,
    /// Events at absolute virtual times, on top of the script. A flipped switch in the app lands here.
    pub events: Vec<TimedEventFile>,
    /// What must come out.
    pub expect: ExpectFile,
}

impl Default for ScenarioFile {
    fn default() -> Self {
        Self {
            format: FORMAT,
            title: Bilingual::default(),
            theme: Theme::default(),
            order: 0,
            question: Bilingual::default(),
            answer: Bilingual::default(),
            source: String::new(),
            notes: Vec::new(),
            policy: FreezePolicy::default(),
            start: StartFile::default(),
            script: Vec::new(),
            events: Vec::new(),
            expect: ExpectFile::default(),
        }
    }
}

/// A text in English and Korean.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// Korean; the English text is shown when this one is empty.
    pub ko: String,
}

/// A shelf of the gallery.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub enum Theme {
    /// The lecture: its widget, its ideas, its exercise.
    #[default]
    Lecture,
    /// Names and how they are kept apart.
    Names,
    /// Servers that come, go and change.
    Servers,
    /// Search and deferral.
    Search,
    /// Input schemas.
    Schemas,
    /// Namespaces, dynamic tools, identity.
    Identity,
    /// Code Mode.
    CodeMode,
    /// Anything else.
    Other,
}

/// How long a tool table stays in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum FreezePolicy {
    /// Until the sample ends. This is what Codex does.
    #[default]
    Step,
    /// Until the turn ends. Wrong: a new server waits for the next user message.
    Turn,
    /// Until the next call. Wrong: two calls of one sample can see two tables.
    Call,
}

/// What is true before the first beat. Unset things are as in the fixture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Start", default, deny_unknown_fields)]
pub struct StartFile {
    /// Settings that differ from the fixture, applied in order.
    pub set: Vec<SettingFile>,
    /// MCP servers that are configured from the start.
    pub servers: Vec<ServerFile>,
    /// How long a step waits for optional servers, in virtual ms; 0 waits for their start-up timeout.
    pub grace_ms: Option<u64>,
    /// How tools answer the calls of cells.
    pub handlers: Vec<HandlerFile>,
    /// Processes that `exec_command` starts.
    pub processes: Vec<ProcessFile>,
    /// Options of the session that cells run in.
    pub cells: CellOptionsFile,
}

/// One thing that happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Beat")]
pub enum BeatFile {
    /// A user message starts a turn.
    Turn(TurnFile),
    /// The model is asked once.
    Sample(SampleFile),
    /// Something happens between samples, now.
    Event(EventFile),
    /// Virtual time passes, in ms.
    Wait(u64),
}

/// A user message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Turn", default, deny_unknown_fields)]
pub struct TurnFile {
    /// What the user says, or a caption.
    pub say: Bilingual,
}

/// One request to the model and what the model does with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Sample", default, deny_unknown_fields)]
pub struct SampleFile {
    /// Caption.
    pub say: Bilingual,
    /// A question to answer before the sample is shown.
    pub ask: Bilingual,
    /// How long the response streams, in virtual ms.
    pub lasts_ms: u64,
    /// Servers the freshly drained user input mentions; the capture waits for them.
    pub mentions: Vec<String>,
    /// Times inside the stream at which the transport fails and the request is sent again.
    pub retries_at_ms: Vec<u64>,
    /// Calls the model makes.
    pub calls: Vec<CallFile>,
    /// Events during the sample, at times counted from its start.
    pub during: Vec<TimedEventFile>,
}

impl Default for SampleFile {
    fn default() -> Self {
        Self {
            say: Bilingual::default(),
            ask: Bilingual::default(),
            lasts_ms: 1_000,
            mentions: Vec::new(),
            retries_at_ms: Vec::new(),
            calls: Vec::new(),
            during: Vec::new(),
        }
    }
}

/// An event and its time: absolute in `events`, counted from the sample's start in `during`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "TimedEvent", deny_unknown_fields)]
pub struct TimedEventFile {
    /// Virtual ms.
    pub at_ms: u64,
    /// What happens.
    pub event: EventFile,
}

/// Something that happens in the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Event")]
pub enum EventFile {
    /// Settings change. Each one says by itself when it takes effect.
    Set(Vec<SettingFile>),
    /// A selected environment becomes ready.
    EnvironmentReady(String),
    /// A ready environment is lost.
    EnvironmentLost(String),
    /// A server is configured, or its configuration replaced.
    ServerConfigured(ServerFile),
    /// A server is taken out of the configuration.
    ServerRemoved(String),
    /// A server that is starting finishes now.
    ServerReady(String),
    /// A server that is starting fails now.
    ServerFailed(String),
    /// A server announces another tool list.
    ListChanged(ListChangedFile),
    /// A server's transport closes. Names stay until the runtime is refreshed.
    Disconnected(String),
    /// A server can be reached again.
    Reconnected(String),
    /// The MCP runtime is marked stale: the next capture or call refreshes it.
    RuntimeStale,
    /// The process that cells run in is gone: open `exec` and `wait` calls fail, cells and stored
    /// values are lost. The next `exec` connects to a fresh one.
    CodeModeHostLost,
    /// A server that failed authentication has new credentials.
    NewCredentials(String),
}

/// Another tool list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "ListChanged", default, deny_unknown_fields)]
pub struct ListChangedFile {
    /// The server.
    pub server: String,
    /// Its tools from now on.
    pub tools: Vec<super::server::ToolFile>,
    /// A captured `tools/list` file next to the scenario, instead of `tools`.
    pub tools_from: Option<String>,
    /// True when the client misses the notice: the old list stays until a refresh.
    pub unnoticed: bool,
}

/// A call the model makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Call", default, deny_unknown_fields)]
pub struct CallFile {
    /// When its item streams in, counted from the sample's start.
    pub at_ms: u64,
    /// What is called.
    pub call: CallKindFile,
    /// How long the handler runs, in virtual ms. A server's tool uses the server's own latency
    /// when this is unset.
    pub latency_ms: Option<u64>,
    /// How long an MCP call waits for approval after it was prepared, in virtual ms.
    pub approval_ms: u64,
    /// What the handler answers. Unset, the tool's handler in `start` answers, or there is a
    /// plausible `ok`; `tool_search` answers by itself, and `exec` and `wait` run.
    pub result: ResultFile,
    /// The user interrupts the turn this long after the hand-over of the call.
    pub cancelled_after_ms: Option<u64>,
}

impl Default for CallFile {
    fn default() -> Self {
        Self {
            at_ms: 0,
            call: CallKindFile::Function { name: String::new(), arguments: no_arguments() },
            latency_ms: None,
            approval_ms: 0,
            result: ResultFile::default(),
            cancelled_after_ms: None,
        }
    }
}

/// What is called. Names are written `namespace.name`; the last dot separates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "CallKind")]
pub enum CallKindFile {
    /// A function call with JSON arguments.
    Function {
        /// Dotted name.
        name: String,
        /// Raw argument text; an empty object when unset.
        #[serde(default = "no_arguments")]
        arguments: String,
    },
    /// A custom tool call with free text.
    Custom {
        /// Dotted name.
        name: String,
        /// Input text.
        input: String,
    },
    /// A search for deferred tools.
    ToolSearch {
        /// Raw argument text, as for a function: `{"query":"…","limit":8}`.
        arguments: String,
    },
    /// A search item the client does not own: no call id, or executed by somebody else.
    ForeignSearch {
        /// Raw argument text.
        arguments: String,
        /// `client`, `server`, …
        execution: String,
        /// Does the item carry a call id?
        has_call_id: bool,
    },
}

/// The argument text of a call that says nothing.
pub(super) fn no_arguments() -> String {
    String::from("{}")
}

/// What a handler answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Result")]
pub enum ResultFile {
    /// A plausible success.
    #[default]
    Default,
    /// Success with this text.
    Ok(String),
    /// The handler answers, but reports failure.
    Unsuccessful(String),
    /// The handler fails with a message for the model.
    Error(String),
    /// The task dies without an answer.
    Dies(String),
}

/// What must come out of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Expect", default, deny_unknown_fields)]
pub struct ExpectFile {
    /// The whole trace, by hash.
    pub hash: Option<String>,
    /// Single samples.
    pub samples: Vec<ExpectSampleFile>,
    /// What the freeze policy breaks.
    pub anomalies: Option<ExpectAnomaliesFile>,
    /// Single cells.
    pub cells: Vec<ExpectCellFile>,
    /// Everything the session has stored when the run is over.
    pub stored: Option<Vec<StoredFile>>,
}

/// What one sample must look like. Unset lists are not checked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "ExpectSample", default, deny_unknown_fields)]
pub struct ExpectSampleFile {
    /// Which sample, from 1.
    pub step: u32,
    /// The whole visible list, in request order, as dotted names.
    pub visible: Option<Vec<String>>,
    /// Names that must be visible.
    pub visible_has: Vec<String>,
    /// Names that must not be visible.
    pub visible_lacks: Vec<String>,
    /// The whole deferred list, in registry order.
    pub deferred: Option<Vec<String>>,
    /// Names that must be deferred.
    pub deferred_has: Vec<String>,
    /// The whole hidden list.
    pub hidden: Option<Vec<String>>,
    /// Names that must be hidden.
    pub hidden_has: Vec<String>,
    /// Names that some source could offer and that must be absent.
    pub absent_has: Vec<String>,
    /// Names that must raise the orphan alarm; the whole list.
    pub orphans: Option<Vec<String>>,
    /// Pieces of the wire JSON.
    pub wire: Vec<ExpectWireFile>,
    /// Results of calls.
    pub calls: Vec<ExpectCallFile>,
    /// The capture must fail with this text.
    pub error: Option<String>,
}

/// A piece of the wire JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "ExpectWire", default, deny_unknown_fields)]
pub struct ExpectWireFile {
    /// Dotted name of a visible tool, or a namespace.
    pub tool: String,
    /// JSON text; every member must be found in the tool's wire JSON, recursively.
    pub has: String,
}

/// What a call must answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "ExpectCall", default, deny_unknown_fields)]
pub struct ExpectCallFile {
    /// Which call of the sample, from 1.
    pub call: u32,
    /// Its status.
    pub status: Option<CallStatusFile>,
    /// A piece of its output.
    pub output_has: Option<String>,
    /// Loaded names of a search, in rank order.
    pub loaded: Option<Vec<String>>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "CallStatus")]
pub enum CallStatusFile {
    /// The handler answered with success.
    Ok,
    /// The handler answered without success, or the model was told about an error.
    Failed,
    /// No such name in the table.
    Unsupported,
    /// A hook blocked the call.
    Blocked,
    /// The user interrupted it.
    Aborted,
    /// A fault that never becomes an output.
    Fatal,
    /// Not a call at all.
    Ignored,
}

/// What the freeze policy must break.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "ExpectAnomalies", default, deny_unknown_fields)]
pub struct ExpectAnomaliesFile {
    /// Calls that name a tool the table in force should have advertised, and did not.
    pub called_not_advertised: u32,
    /// Advertised tools that are gone.
    pub advertised_but_gone: u32,
    /// Pairs of calls of one sample that saw different tables.
    pub split_tables: u32,
}
