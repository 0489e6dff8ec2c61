//! What callers ask of a [`Service`](super::service::Service), what they are told, and what its owner
//! has to do for it.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::engine::limits::Limit;
use super::engine::protocol::{CellTool, Item};
use super::rules::{NO_ENGINE, NO_IDS, SHUTTING_DOWN};
use crate::planner::rule::Decision;

/// Name of a cell inside its session: `1`, `2`, …; compared as exact text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub Arc<str>);

impl Borrow<str> for CellId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CellId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A caller that waits for an answer; the owner chooses the number, and never the same one twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObserverId(pub u64);

/// What a caller wants to see before it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observe {
    /// The end of the cell, a yield, or the end of this time in ms (grace not included).
    Yield {
        /// As requested.
        requested_ms: u64,
    },
    /// The next moment at which the script can do nothing by itself; the cell pauses there.
    Frontier,
}

/// A cell to start.
#[derive(Clone, Debug)]
pub struct Execute {
    /// Id of the model's `exec` call; notifications carry it.
    pub exec_call: Arc<str>,
    /// JavaScript, without the pragma line.
    pub source: Arc<str>,
    /// Functions on `tools`, in order.
    pub tools: Arc<[CellTool]>,
    /// What the first observer waits for.
    pub mode: Observe,
}

/// Why a cell was not started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The session is ending.
    ShuttingDown,
    /// The session has started as many cells as it may
    /// ([`MAX_CELLS`](super::engine::limits::MAX_CELLS)).
    NoIds,
    /// Its engine's thread did not start. The id is used up.
    NoEngine,
}

impl Refused {
    /// What the model is told.
    pub fn message(self) -> &'static str {
        match self {
            Self::ShuttingDown => "code mode session is shutting down",
            Self::NoIds => "code mode session exhausted its cell ID space",
            Self::NoEngine => "failed to initialize code mode runtime",
        }
    }

    /// The rule behind it.
    pub fn why(self) -> Decision {
        match self {
            Self::ShuttingDown => SHUTTING_DOWN.decide(),
            Self::NoIds => NO_IDS.decide(),
            Self::NoEngine => NO_ENGINE.decide(),
        }
    }
}

/// What a caller is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The cell goes on.
    Yielded {
        /// Which.
        cell: CellId,
        /// Output since the previous answer.
        items: Vec<Item>,
    },
    /// The script has ended.
    Result {
        /// Which.
        cell: CellId,
        /// Output since the previous answer.
        items: Vec<Item>,
        /// Text of the failure; none is success.
        error: Option<String>,
        /// The bound that ended it, if one did.
        limit: Option<Limit>,
    },
    /// The cell was ended from outside.
    Terminated {
        /// Which.
        cell: CellId,
        /// Output that nobody had been given.
        items: Vec<Item>,
    },
    /// The script can do nothing by itself and is paused.
    Pending {
        /// Which.
        cell: CellId,
        /// Output since the previous answer.
        items: Vec<Item>,
        /// Calls issued since the previous frontier: N of `tool-N`.
        calls: Vec<u32>,
    },
    /// There is no such cell, or it is closed or closing.
    Missing {
        /// The text that was looked up.
        cell: Arc<str>,
    },
    /// The operation itself failed; the model gets this one text.
    Refused(String),
}

impl Answer {
    /// The error text of an answer that reports one.
    pub fn error(&self) -> Option<String> {
        match self {
            Self::Result { error, .. } => error.clone(),
            Self::Missing { cell } => Some(format!("exec cell {cell} not found")),
            Self::Refused(message) => Some(message.clone()),
            _ => None,
        }
    }

    /// Output of an answer.
    pub fn items(&self) -> &[Item] {
        match self {
            Self::Yielded { items, .. }
            | Self::Result { items, .. }
            | Self::Terminated { items, .. }
            | Self::Pending { items, .. } => items,
            Self::Missing { .. } | Self::Refused(_) => &[],
        }
    }
}

/// What the owner of a service has to do, in this order.
#[derive(Clone, Debug)]
pub enum Out {
    /// Tell a caller.
    Answer {
        /// Who.
        observer: ObserverId,
        /// What.
        answer: Answer,
        /// Why now, and why this.
        why: Decision,
    },
    /// Start a nested call; report its end with
    /// [`tool_finished`](super::service::Service::tool_finished).
    Call {
        /// Whose call.
        cell: CellId,
        /// N of `tool-N`.
        call: u32,
        /// Index into [`Execute::tools`].
        tool: u32,
        /// The argument; none when the function was called without any.
        input: Option<Value>,
    },
    /// Stop a nested call; report that it has ended with
    /// [`tool_stopped`](super::service::Service::tool_stopped).
    CancelCall {
        /// Whose call.
        cell: CellId,
        /// N of `tool-N`.
        call: u32,
    },
    /// Hand a notification to the model; report with
    /// [`notified`](super::service::Service::notified).
    Notify {
        /// Whose.
        cell: CellId,
        /// From 1 per cell.
        number: u32,
        /// Id of the `exec` call it belongs to.
        exec_call: Arc<str>,
        /// The text, not blank.
        text: String,
    },
    /// Stop handing over a notification; report with
    /// [`notify_stopped`](super::service::Service::notify_stopped).
    CancelNotify {
        /// Whose.
        cell: CellId,
        /// Its number.
        number: u32,
    },
    /// A cell is gone.
    Closed {
        /// Which.
        cell: CellId,
    },
    /// The shutdown is complete: every cell has ended.
    Down,
}
