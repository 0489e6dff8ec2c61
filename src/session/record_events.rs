//! Events of a run: what happened, and when its effects show. Part of [`super::record`].

use std::sync::Arc;

use serde::Serialize;

use super::record::{CallStatus, ServerState};
use super::record_cells::{CellState, NestedStatus, NoticeFate};
use crate::planner::rule::Decision;
use crate::tool::ToolName;

/// One thing that happened.
#[derive(Clone, Debug, Serialize)]
pub struct TraceEvent {
    /// Virtual ms.
    pub at_ms: u64,
    /// What.
    #[serde(flatten)]
    pub kind: TraceEventKind,
}

/// What happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TraceEventKind {
    /// A turn started.
    TurnStarted {
        /// From 1.
        turn: u32,
    },
    /// A capture began.
    CaptureStarted {
        /// From 1.
        step: u32,
    },
    /// The table was frozen and sent.
    Captured {
        /// From 1.
        step: u32,
        /// Digest of the plan.
        plan: Arc<str>,
        /// Visible entries, namespace members counted.
        visible: u32,
        /// Deferred entries.
        deferred: u32,
    },
    /// A capture failed; the sample is not sent.
    CaptureFailed {
        /// From 1.
        step: u32,
        /// The planner's error.
        error: Arc<str>,
    },
    /// The request was sent again with the same table.
    Resent {
        /// From 1.
        step: u32,
    },
    /// Something happened in the world.
    Happened {
        /// What, in words: `server filesystem disconnected`.
        what: Arc<str>,
        /// When and why it takes effect, one entry for each part.
        effects: Vec<Effect>,
    },
    /// A server changed its state by itself or because of an event.
    Server {
        /// The server.
        server: Arc<str>,
        /// Its state from now on.
        state: ServerState,
    },
    /// Photograph and world stopped agreeing, or agree again.
    Tear {
        /// From 1.
        step: u32,
        /// Advertised names that cannot be called any more.
        gone: Vec<Arc<str>>,
        /// Callable names that are not advertised.
        fresh: Vec<Arc<str>>,
    },
    /// A call was handed over.
    CallIssued {
        /// From 1.
        step: u32,
        /// From 1, inside the step.
        call: u32,
        /// Dotted name.
        tool: ToolName,
    },
    /// A call ended.
    CallFinished {
        /// From 1.
        step: u32,
        /// From 1, inside the step.
        call: u32,
        /// How.
        status: CallStatus,
    },
    /// The sample ended.
    SampleEnded {
        /// From 1.
        step: u32,
    },
    /// A call of the model started a cell.
    CellStarted {
        /// Its id.
        cell: Arc<str>,
        /// Step of the call, from 1.
        step: u32,
        /// The call, from 1, inside the step.
        call: u32,
    },
    /// A caller was told that a cell goes on.
    CellYielded {
        /// Its id.
        cell: Arc<str>,
        /// Items handed over.
        items: u32,
    },
    /// The outcome of a cell is final.
    CellEnded {
        /// Its id.
        cell: Arc<str>,
        /// How it stands; `running` when the session ended first.
        state: CellState,
    },
    /// A call of the model found the engine host gone and connected to a fresh one.
    HostConnected {
        /// From 1; this is 2 or more.
        generation: u32,
        /// What that means.
        why: Decision,
    },
    /// A cell called a tool.
    NestedIssued {
        /// Its id.
        cell: Arc<str>,
        /// N of `tool-N`.
        call: u32,
        /// Dotted name.
        tool: ToolName,
    },
    /// A nested call was handed to the router of a step.
    NestedDispatched {
        /// Id of its cell.
        cell: Arc<str>,
        /// N of `tool-N`.
        call: u32,
        /// The step, from 1.
        step: u32,
    },
    /// A nested call ended.
    NestedFinished {
        /// Id of its cell.
        cell: Arc<str>,
        /// N of `tool-N`.
        call: u32,
        /// How.
        status: NestedStatus,
    },
    /// A notification of a cell ended.
    Notified {
        /// Id of the cell.
        cell: Arc<str>,
        /// From 1, inside the cell.
        number: u32,
        /// How.
        fate: NoticeFate,
    },
    /// The freeze policy broke something.
    Broken {
        /// From 1.
        step: u32,
        /// Which kind.
        anomaly: Anomaly,
        /// Dotted name, if it is about one tool.
        tool: Option<ToolName>,
    },
}

/// When a part of an event takes effect, and why.
#[derive(Clone, Debug, Serialize)]
pub struct Effect {
    /// The part: a setting, a server, an environment.
    pub part: Arc<str>,
    /// When.
    pub when: When,
    /// The rule that says so.
    pub why: Decision,
    /// Step at which it did take effect, filled in once that is known.
    pub step: Option<u32>,
}

/// When something takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// A running call already meets it.
    Now,
    /// The next capture sees it.
    NextSample,
    /// The first capture of the next turn sees it.
    NextTurn,
    /// Only after the MCP runtime has been refreshed.
    AfterRefresh,
    /// Never by itself.
    Never,
}

/// What a wrong policy can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Anomaly {
    /// A call names a tool that the right table has and the advertised one lacks.
    CalledNotAdvertised,
    /// An advertised tool is gone from the table that executes, or should not be advertised.
    AdvertisedButGone,
    /// Two calls of one sample saw different tables.
    SplitTables,
}
