//! [`Record`]: everything a run leaves behind, as plain data with public fields.
//!
//! App, command line, tests and quizzes read this and nothing else. Plans and inputs are shared
//! (`Arc`), so ten thousand samples of one plan cost little, and any sample is one index away.

use std::sync::Arc;

use serde::Serialize;

use super::record_cells::{CellRecord, Exchange};
pub use super::record_events::{Anomaly, Effect, TraceEvent, TraceEventKind, When};
use super::script::FreezePolicy;
use crate::code_mode::engine::protocol::StoredValues;
use crate::lang::Caption;
use crate::planner::inputs::PlanInputs;
use crate::planner::rule::Decision;
use crate::planner::{Plan, PlanFailure};
use crate::tool::ToolName;

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Record {
    /// The policy the script ran under.
    pub policy: FreezePolicy,
    /// Turns, in order.
    pub turns: Vec<TurnRecord>,
    /// Samples, in order; `step` is the index plus one.
    pub samples: Vec<SampleRecord>,
    /// Everything that happened, in order of virtual time, then of cause.
    pub events: Vec<TraceEvent>,
    /// What the freeze policy broke.
    pub anomalies: Anomalies,
    /// Cells, in order of their ids.
    pub cells: Vec<CellRecord>,
    /// Exchanges that touched no cell: an `exec` that was refused, a `wait` for a cell that is not
    /// there.
    pub strays: Vec<Exchange>,
    /// What the cells have stored when the run is over.
    pub stored: StoredValues,
    /// When the last thing happened, in virtual ms.
    pub ended_ms: u64,
}

/// A turn.
#[derive(Clone, Debug)]
pub struct TurnRecord {
    /// From 1.
    pub turn: u32,
    /// When it started, in virtual ms.
    pub at_ms: u64,
    /// When its last sample ended, in virtual ms.
    pub ended_ms: u64,
    /// Caption.
    pub say: Caption,
    /// First step of the turn, from 1, and the number of its steps.
    pub first_step: u32,
    /// Number of steps.
    pub steps: u32,
}

/// A sample: one capture, one request, its calls.
#[derive(Clone, Debug)]
pub struct SampleRecord {
    /// From 1, over the whole run.
    pub step: u32,
    /// Its turn, from 1.
    pub turn: u32,
    /// When the capture began, in virtual ms.
    pub capture_started_ms: u64,
    /// When the table was frozen (the shot) and the request was sent, in virtual ms.
    pub shot_ms: u64,
    /// When the response had streamed, in virtual ms.
    pub streamed_ms: u64,
    /// When the last call was drained, in virtual ms.
    pub ended_ms: u64,
    /// Caption.
    pub say: Caption,
    /// A question to answer before the sample is shown.
    pub ask: Caption,
    /// What the plan read.
    pub inputs: Arc<PlanInputs>,
    /// The frozen plan that was advertised, or why the capture failed.
    pub plan: Result<Arc<Plan>, PlanFailure>,
    /// What a capture at this boundary gives; differs from `plan` only under a wrong policy.
    pub boundary: Result<Arc<Plan>, PlanFailure>,
    /// Was the MCP handler set reused from the previous step?
    pub handlers_reused: bool,
    /// Was the search index reused from the previous plan that had one?
    pub search_reused: bool,
    /// Servers that did not make it into the binding, with the reason.
    pub omitted_servers: Vec<(Arc<str>, Decision)>,
    /// Decisions of the capture itself: environments, runtime refresh, binding, freeze, prompt.
    pub capture: Vec<Decision>,
    /// Calls of the response, in call order.
    pub calls: Vec<CallRecord>,
    /// The world beside the photograph, at the shot and at every change until the end.
    pub live: Vec<LiveState>,
    /// Tools that earlier searches have loaded into history, in order of loading.
    pub loaded: Arc<[ToolName]>,
    /// Names of this step's visible list against the previous step's.
    pub changes: Changes,
    /// Range of `Record::events` from the capture to the end of the sample.
    pub events: std::ops::Range<usize>,
}

/// What changed against the previous sample. Names are dotted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// Visible now, not before.
    pub appeared: Vec<Arc<str>>,
    /// Visible before, not now.
    pub vanished: Vec<Arc<str>>,
    /// Visible in both, on another place relative to the common ones.
    pub moved: Vec<Arc<str>>,
    /// Visible in both, with other wire JSON.
    pub rewritten: Vec<Arc<str>>,
    /// Deferred now, not before.
    pub newly_deferred: Vec<Arc<str>>,
    /// Deferred before, not now.
    pub no_longer_deferred: Vec<Arc<str>>,
}

/// The state of the world at one moment of a sample.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LiveState {
    /// Virtual ms.
    pub at_ms: u64,
    /// Configured servers in name order.
    pub servers: Vec<LiveServer>,
    /// Advertised (visible or deferred) names that cannot be called any more, dotted.
    pub gone: Vec<Arc<str>>,
    /// Names that could be called if they were planned now, dotted.
    pub fresh: Vec<Arc<str>>,
}

impl LiveState {
    /// True when photograph and world disagree.
    pub fn is_torn(&self) -> bool {
        !self.gone.is_empty() || !self.fresh.is_empty()
    }
}

/// A server at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LiveServer {
    /// Its name.
    pub name: Arc<str>,
    /// Its state.
    pub state: ServerState,
    /// Number of tools it offers at this moment.
    pub tools: usize,
}

/// The state of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerState {
    /// Its start is postponed, or it is switched off.
    Idle,
    /// Starting.
    Starting,
    /// Connected.
    Ready,
    /// Its start failed, with this message.
    Failed(Arc<str>),
    /// It was connected and its transport has closed.
    Closed,
    /// Taken out of the configuration; an old runtime may still hold it.
    Removed,
}

/// One call.
#[derive(Clone, Debug)]
pub struct CallRecord {
    /// From 1, inside the sample.
    pub call: u32,
    /// `call_{step}_{call}`.
    pub id: Arc<str>,
    /// The name as the model wrote it, dotted; `tool_search` for a search.
    pub tool: ToolName,
    /// Raw arguments or input.
    pub arguments: Arc<str>,
    /// When its item streamed in, in virtual ms.
    pub issued_ms: u64,
    /// When its handler began, after the parallel gate, in virtual ms; `None` if it never did.
    pub started_ms: Option<u64>,
    /// When it was over, in virtual ms.
    pub finished_ms: u64,
    /// Did it take the shared side of the gate?
    pub parallel: bool,
    /// Which finish notification contributors got; `None` when no call object existed.
    pub lifecycle: Option<Lifecycle>,
    /// How it ended.
    pub status: CallStatus,
    /// What the model is told, empty when it is told nothing.
    pub output: Arc<str>,
    /// Decisions along the way: lookup, payload, hooks, gate, live check.
    pub decisions: Vec<Decision>,
    /// Tools a search loaded, in rank order, with their scores.
    pub loaded: Vec<(ToolName, f32)>,
    /// Was a tie cut in that search? Names kept and dropped.
    pub tie_cut: Option<(Vec<ToolName>, Vec<ToolName>)>,
    /// Fingerprint of the table the call was dispatched by.
    pub table: Arc<str>,
}

/// The finish notification of a call: at most one each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lifecycle {
    /// A hook ended the call before its handler.
    Blocked,
    /// The handler answered.
    Completed {
        /// Does the result count as successful?
        success: bool,
    },
    /// The call failed with an error.
    Failed {
        /// Had the handler begun?
        handler_executed: bool,
    },
    /// The user interrupted it.
    Aborted,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallStatus {
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
    /// Not a call of the client.
    Ignored,
}

impl CallStatus {
    /// The word in JSON and text.
    pub fn label(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Failed => "failed",
            Self::Unsupported => "unsupported",
            Self::Blocked => "blocked",
            Self::Aborted => "aborted",
            Self::Fatal => "fatal",
            Self::Ignored => "ignored",
        }
    }
}

/// How often the freeze policy broke something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Anomalies {
    /// See [`Anomaly::CalledNotAdvertised`].
    pub called_not_advertised: u32,
    /// See [`Anomaly::AdvertisedButGone`].
    pub advertised_but_gone: u32,
    /// See [`Anomaly::SplitTables`].
    pub split_tables: u32,
}

impl Anomalies {
    /// All of them together.
    pub fn total(self) -> u32 {
        self.called_not_advertised + self.advertised_but_gone + self.split_tables
    }
}
