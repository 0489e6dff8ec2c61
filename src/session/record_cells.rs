//! What a run leaves behind of its cells, as plain data with public fields.
//!
//! [`CellRecord::log`] is what the cell itself did, turn by turn; the rest is what the session made of
//! it: nested calls on their way through the frozen table, notifications, and the exchanges with the
//! model. Start reading at [`CellRecord`].

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::record::{CallStatus, Record};
use crate::code_mode::answer::ObserverId;
use crate::code_mode::engine::protocol::{Item, StoredValues};
use crate::code_mode::log::{CellEvent, CellLog};
use crate::planner::rule::Decision;
use crate::tool::ToolName;

impl Record {
    /// The cell of this id.
    pub fn cell(&self, id: &str) -> Option<&CellRecord> {
        let is_it = |cell: &&CellRecord| &*cell.log.id.0 == id;
        let likely = id.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let likely = likely.and_then(|index| self.cells.get(index)).filter(is_it);
        likely.or_else(|| self.cells.iter().find(is_it))
    }

    /// Every exchange with the model about cells, in order of time, each with its cell if it has one.
    pub fn exchanges(&self) -> Vec<(Option<&CellRecord>, &Exchange)> {
        let of_cells = self
            .cells
            .iter()
            .flat_map(|cell| cell.exchanges.iter().map(move |exchange| (Some(cell), exchange)));
        let strays = self.strays.iter().map(|exchange| (None, exchange));
        let mut all: Vec<_> = of_cells.chain(strays).collect();
        all.sort_by_key(|(_, exchange)| (exchange.asked_ms, exchange.step, exchange.call));
        all
    }
}

/// One cell.
#[derive(Clone, Debug)]
pub struct CellRecord {
    /// What it did, and what its callers were told.
    pub log: CellLog,
    /// Step and call of the `exec` that started it, both from 1.
    pub step: u32,
    /// See `step`.
    pub call: u32,
    /// Lines of the call's input before the source: 1 behind a pragma, else 0.
    pub pragma_lines: u32,
    /// Digest of the table whose tools it sees.
    pub table: Arc<str>,
    /// The tools behind [`CellLog::tools`], in the same order.
    pub tools: Arc<[NestedTool]>,
    /// How it stands.
    pub state: CellState,
    /// Text of its failure.
    pub error: Option<Arc<str>>,
    /// Nested calls; N of `tool-N` is the index plus one.
    pub calls: Vec<NestedCall>,
    /// Notifications; the number is the index plus one.
    pub notices: Vec<NoticeRecord>,
    /// Every `exec` and `wait` that touched it, in order of their answers.
    pub exchanges: Vec<Exchange>,
}

impl CellRecord {
    /// Everything it put out, in order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.log.items()
    }

    /// What it wrote with `store`: last values, in order of first writing.
    pub fn writes(&self) -> StoredValues {
        let mut writes = StoredValues::new();
        for entry in &self.log.entries {
            if let CellEvent::Stored { key, value } = &entry.event {
                writes.insert(key.clone(), value.clone());
            }
        }
        writes
    }

    /// Work that was under way when the script ended, and whose outcome it never saw.
    pub fn dropped(&self) -> impl Iterator<Item = &NestedCall> {
        self.calls.iter().filter(|call| call.status == NestedStatus::Cancelled || call.unread)
    }
}

/// How a cell stands when the run is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CellState {
    /// It still ran when the session ended.
    Running,
    /// It completed.
    Completed,
    /// It failed.
    Failed,
    /// It was terminated.
    Terminated,
    /// Its engine host was lost first.
    Lost,
}

impl CellState {
    /// The word in text and JSON.
    pub fn label(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Terminated => "terminated",
            Self::Lost => "lost",
        }
    }

    /// How a log says that its cell stands, and the text of its failure.
    pub fn of(log: &CellLog) -> (CellState, Option<Arc<str>>) {
        let mut state = CellState::Running;
        let mut error: Option<Arc<str>> = None;
        for entry in &log.entries {
            match &entry.event {
                CellEvent::Finished { error: failure, .. } => {
                    error = failure.as_deref().map(Arc::from);
                    state = if error.is_some() { Self::Failed } else { Self::Completed };
                }
                // Whoever ends a cell that is finishing takes its outcome away.
                CellEvent::Terminating { by, .. } => {
                    error = None;
                    state = if by.is_some() { Self::Terminated } else { Self::Running };
                }
                CellEvent::HostLost { completed: false, .. } => {
                    error = None;
                    state = Self::Lost;
                }
                _ => {}
            }
        }
        (state, error)
    }
}

/// A tool as a cell gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedTool {
    /// Key on `tools`.
    pub identifier: Arc<str>,
    /// The tool behind it.
    pub tool: ToolName,
    /// Does it take a text instead of an object?
    pub freeform: bool,
}

/// One nested call.
#[derive(Clone, Debug)]
pub struct NestedCall {
    /// N of `tool-N`, from 1.
    pub call: u32,
    /// `exec-{cell}-{call}`: the id that the host knows it under. Upstream a random UUID.
    pub id: Arc<str>,
    /// Key on `tools`.
    pub identifier: Arc<str>,
    /// The tool behind it.
    pub tool: ToolName,
    /// The script's argument; none when the function was called without any.
    pub input: Option<Value>,
    /// Arguments or text that the tool is called with; none when the argument was refused.
    pub payload: Option<Arc<str>>,
    /// When the script issued it, in virtual ms.
    pub issued_ms: u64,
    /// When a worker took it from the queue, in virtual ms; none if none ever did.
    pub dispatched_ms: Option<u64>,
    /// The step whose worker took it.
    pub step: Option<u32>,
    /// When its handler began, after the worker's gate, in virtual ms; none if it never did.
    pub started_ms: Option<u64>,
    /// When it had ended, in virtual ms; none if it had not when the session ended.
    pub finished_ms: Option<u64>,
    /// Did it take the shared side of the gate?
    pub parallel: bool,
    /// How it ended for the script.
    pub status: NestedStatus,
    /// How the handler ended; none when none was called.
    pub handler: Option<CallStatus>,
    /// What the promise was settled with.
    pub result: Option<Result<Value, Arc<str>>>,
    /// It ended, but the script had ended before it could see how.
    pub unread: bool,
    /// Decisions along the way: queue, lookup, payload, hooks, gate, live check.
    pub decisions: Vec<Decision>,
    /// Digest of the table it was dispatched by; empty when it never was.
    pub table: Arc<str>,
}

/// How a nested call ended for its script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NestedStatus {
    /// It had not ended when the session ended.
    #[default]
    Pending,
    /// Its promise was fulfilled.
    Resolved,
    /// Its promise was rejected.
    Rejected,
    /// Its cell ended first.
    Cancelled,
}

impl NestedStatus {
    /// The word in text and JSON.
    pub fn label(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Resolved => "resolved",
            Self::Rejected => "rejected",
            Self::Cancelled => "cancelled",
        }
    }
}

/// A notification of a cell.
#[derive(Clone, Debug)]
pub struct NoticeRecord {
    /// From 1 per cell.
    pub number: u32,
    /// Id of the `exec` call that it is an extra output of.
    pub call_id: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// When the script sent it, in virtual ms.
    pub sent_ms: u64,
    /// When a worker took it from the queue, in virtual ms; none if none ever did.
    pub taken_ms: Option<u64>,
    /// When it was over, in virtual ms.
    pub ended_ms: Option<u64>,
    /// How.
    pub fate: NoticeFate,
    /// The step whose request carries it to the model; none if there was none.
    pub read_by: Option<u32>,
    /// Why it ended as it did.
    pub decisions: Vec<Decision>,
}

/// What became of a notification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeFate {
    /// It was under way when the session ended.
    #[default]
    Pending,
    /// It is an input item of the running turn.
    Delivered,
    /// There was no turn to deliver it to. Only logged.
    NoTurn,
    /// Its cell was terminated first.
    Cancelled,
}

impl NoticeFate {
    /// The word in text and JSON.
    pub fn label(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::NoTurn => "no_turn",
            Self::Cancelled => "cancelled",
        }
    }
}

/// One `exec` or `wait` of the model, and what it was told.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Step and call, both from 1.
    pub step: u32,
    /// See `step`.
    pub call: u32,
    /// `call_{step}_{call}`.
    pub id: Arc<str>,
    /// Its number in the log of its cell; none when no cell was asked.
    pub observer: Option<ObserverId>,
    /// What was asked for.
    pub ask: Ask,
    /// Requested yield time, in ms, defaults filled in.
    pub yield_ms: u64,
    /// Budget of the answer, in tokens.
    pub budget: u64,
    /// When it was asked, in virtual ms: the wall time of the header counts from here.
    pub asked_ms: u64,
    /// When it was answered, in virtual ms; none if the caller gave up.
    pub answered_ms: Option<u64>,
    /// What the answer was.
    pub kind: ExchangeKind,
    /// Does it count as successful?
    pub success: bool,
    /// The header of the answer; empty when it has none.
    pub header: Arc<str>,
    /// Text of the failure that the answer reports.
    pub error: Option<Arc<str>>,
    /// Items of the cell before this answer, and items in it.
    pub items_before: u32,
    /// See `items_before`.
    pub items: u32,
    /// What the model reads, header included, as the value of `output` on the wire. Pictures are as the
    /// conversation takes them; whether it cuts a long text once more stands in `decisions`.
    pub body: Value,
    /// Tokens of the items and the error before the budget, and of what the model reads of them.
    pub tokens_before: u64,
    /// See `tokens_before`.
    pub tokens_after: u64,
    /// Why it was answered now, and so.
    pub decisions: Vec<Decision>,
}

/// What the model asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// To run a cell.
    Exec,
    /// For more of a cell.
    Wait,
    /// To end a cell.
    Terminate,
}

impl Ask {
    /// The word in text and JSON.
    pub fn label(self) -> &'static str {
        match self {
            Self::Exec => "exec",
            Self::Wait => "wait",
            Self::Terminate => "terminate",
        }
    }
}

/// Kinds of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ExchangeKind {
    /// The cell goes on.
    Yielded,
    /// The script completed.
    Completed,
    /// The script failed.
    Failed,
    /// The cell was terminated.
    Terminated,
    /// There is no such cell.
    Missing,
    /// One plain text without a header: arguments that cannot be read, a cell that is busy.
    Refused,
    /// The caller gave up before there was an answer.
    GaveUp,
}

impl ExchangeKind {
    /// The word in text and JSON.
    pub fn label(self) -> &'static str {
        match self {
            Self::Yielded => "yielded",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Terminated => "terminated",
            Self::Missing => "missing",
            Self::Refused => "refused",
            Self::GaveUp => "gave_up",
        }
    }
}
