//! [`CellLog`]: everything that happened to one cell, in order. It is the trace of a cell and what a
//! stepper walks; nothing else of a cell has to be kept.
//!
//! Items never move between answers: an answer takes the next N items that no answer took before, so
//! counting is enough to know what each caller was given.

use std::sync::Arc;

use serde_json::Value;

use super::answer::{CellId, Observe, ObserverId};
use super::engine::limits::Limit;
use super::engine::protocol::{CellTool, Item, StoredValues};
use crate::planner::rule::Decision;

/// The record of one cell.
#[derive(Clone, Debug)]
pub struct CellLog {
    /// Its id.
    pub id: CellId,
    /// Id of the model's `exec` call.
    pub exec_call: Arc<str>,
    /// Its JavaScript.
    pub source: Arc<str>,
    /// Functions on `tools`.
    pub tools: Arc<[CellTool]>,
    /// Virtual time of its start, in ms.
    pub started_ms: u64,
    /// Virtual time at which its outcome was final (committed, terminated or dropped).
    pub ended_ms: Option<u64>,
    /// Engine turns begun: the evaluation and every command after it.
    pub turns: u32,
    /// Stored values of the session when it started: what `load` sees beside its own writes.
    pub stored_before: Arc<StoredValues>,
    /// What happened, in order of time.
    pub entries: Vec<CellEntry>,
}

/// Something that happened to a cell.
#[derive(Clone, Debug)]
pub struct CellEntry {
    /// Virtual ms.
    pub at_ms: u64,
    /// Engine turn that had begun last: 0 is the evaluation.
    pub turn: u32,
    /// Line of the source (from 1), where a script's statement did it and the engine knows.
    pub line: Option<u32>,
    /// Did the script do it while microtasks were drained?
    pub microtask: bool,
    /// What.
    pub event: CellEvent,
}

/// Why the engine was given control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnCause {
    /// The module is evaluated.
    Evaluate,
    /// A nested call succeeded.
    Resolve {
        /// N of `tool-N`.
        call: u32,
    },
    /// A nested call failed.
    Reject {
        /// N of `tool-N`.
        call: u32,
    },
    /// A timeout is due.
    Timer {
        /// Its id.
        id: u32,
    },
}

/// Kinds of entries: what the script did, what came from outside, what the cell made of both.
#[derive(Clone, Debug)]
pub enum CellEvent {
    /// The engine was given control. What the script did in this turn follows.
    TurnBegan {
        /// Why.
        cause: TurnCause,
    },

    // The script:
    /// An output item was appended.
    Item {
        /// The item.
        item: Item,
    },
    /// A nested call was issued.
    CallIssued {
        /// N of `tool-N`.
        call: u32,
        /// Index into [`CellLog::tools`].
        tool: u32,
        /// The argument; none when the function was called without any.
        input: Option<Value>,
    },
    /// A notification was sent to the model.
    NotifySent {
        /// From 1 per cell.
        number: u32,
        /// Its text.
        text: String,
    },
    /// `yield_control()` was called.
    YieldRequested {
        /// Did anybody hear it?
        heard: bool,
        /// Why.
        why: Decision,
    },
    /// A value was kept, for this cell only so far.
    Stored {
        /// Key.
        key: String,
        /// Snapshot.
        value: Value,
    },
    /// A kept value was read.
    Loaded {
        /// Key.
        key: String,
        /// Was there one?
        found: bool,
    },
    /// A timeout was scheduled.
    TimeoutSet {
        /// From 1 per cell.
        id: u32,
        /// Delay in virtual ms.
        delay_ms: u64,
        /// When it is due.
        due_ms: u64,
    },
    /// A timeout was cleared in time.
    TimeoutCleared {
        /// Its id.
        id: u32,
    },
    /// `exit()` was called.
    ExitCalled,
    /// Something was rejected and nobody handled it; the cell goes on.
    Unhandled {
        /// First line of the reason.
        reason: String,
    },

    // From outside:
    /// A nested call ended by itself. The script sees it in the turn that follows, if one does.
    CallEnded {
        /// N of `tool-N`.
        call: u32,
        /// Value, or text of the rejection.
        result: Result<Value, Arc<str>>,
    },
    /// A cancelled call has ended.
    CallStopped {
        /// N of `tool-N`.
        call: u32,
    },
    /// A notification was accepted.
    NotifyAccepted {
        /// Its number.
        number: u32,
    },
    /// A cancelled notification has ended.
    NotifyStopped {
        /// Its number.
        number: u32,
    },
    /// A caller now waits for this cell.
    ObserverAttached {
        /// Who.
        observer: ObserverId,
        /// For what.
        mode: Observe,
        /// When it is answered at the latest: grace and the session's cap included.
        deadline_ms: Option<u64>,
        /// How the deadline came about, or what the frontier does.
        why: Decision,
    },
    /// A caller has to wait until the cell has finished ending.
    ObserverQueued {
        /// Who.
        observer: ObserverId,
        /// Why.
        why: Decision,
    },
    /// A caller was turned away at once: busy, closing or closed.
    ObserverRefused {
        /// Who.
        observer: ObserverId,
        /// Why.
        why: Decision,
    },
    /// A caller has vanished without an answer.
    ObserverGone {
        /// Who.
        observer: ObserverId,
        /// What that means for its place.
        why: Decision,
    },
    /// Somebody ends the cell; the outcome is theirs from here on.
    Terminating {
        /// Who; none is the session itself.
        by: Option<ObserverId>,
        /// Why.
        why: Decision,
    },
    /// The engine host was lost, and the cell with it.
    HostLost {
        /// Had the cell completed? Then only its kept result is lost.
        completed: bool,
        /// Why.
        why: Decision,
    },

    // The cell's own decisions:
    /// The observer was told that the cell goes on.
    Yielded {
        /// Who.
        observer: ObserverId,
        /// Items handed over.
        items: u32,
        /// On request or on time.
        why: Decision,
    },
    /// The observer was told that the script can do nothing by itself; the cell is paused.
    Frontier {
        /// Who.
        observer: ObserverId,
        /// Items handed over.
        items: u32,
        /// Calls listed.
        calls: Vec<u32>,
        /// Why.
        why: Decision,
    },
    /// A paused cell goes on.
    Resumed {
        /// How.
        why: Decision,
    },
    /// An answer could not be delivered; its items stay in front for the next one.
    PutBack {
        /// Items kept.
        items: u32,
        /// Why.
        why: Decision,
    },
    /// An answer went to a caller that no longer exists, and its items with it.
    Lost {
        /// Items lost.
        items: u32,
        /// Why.
        why: Decision,
    },
    /// A bound was reached.
    LimitReached {
        /// Which.
        limit: Limit,
        /// What follows from it.
        why: Decision,
    },
    /// The script has ended. No yield any more; notifications are waited for, calls cancelled.
    Finished {
        /// Text of the failure; none is success.
        error: Option<String>,
        /// How it ended.
        why: Decision,
    },
    /// A call in flight was told to stop.
    CallCancelled {
        /// N of `tool-N`.
        call: u32,
        /// Why.
        why: Decision,
    },
    /// A call had ended, and the script will never see how.
    CallUnread {
        /// N of `tool-N`.
        call: u32,
        /// Why.
        why: Decision,
    },
    /// A notification in flight was told to stop.
    NotifyCancelled {
        /// Its number.
        number: u32,
        /// Why.
        why: Decision,
    },
    /// A timeout never fired.
    TimeoutLost {
        /// Its id.
        id: u32,
        /// Why.
        why: Decision,
    },
    /// The cell's writes are visible to cells that start from now on.
    Committed {
        /// Keys, in order of first writing; maybe none.
        keys: Vec<String>,
        /// Why.
        why: Decision,
    },
    /// The cell's writes are gone.
    Discarded {
        /// Keys.
        keys: Vec<String>,
        /// Why.
        why: Decision,
    },
    /// The result waits for the next caller.
    Buffered {
        /// Why.
        why: Decision,
    },
    /// The result was handed over.
    Delivered {
        /// To whom.
        observer: ObserverId,
        /// Items handed over.
        items: u32,
        /// Text of the failure; none is success.
        error: Option<String>,
        /// Why now.
        why: Decision,
    },
    /// The cell was ended from outside; these callers were told.
    Terminated {
        /// Terminator first, then the observer.
        observers: Vec<ObserverId>,
        /// Items handed over, the same to each.
        items: u32,
    },
    /// The cell is gone.
    Closed,
}

impl CellLog {
    /// Output items, in order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.entries.iter().filter_map(|entry| match &entry.event {
            CellEvent::Item { item } => Some(item),
            _ => None,
        })
    }

    /// The stored values as `load` showed them to this cell after entry number `upto` (exclusive):
    /// the snapshot of the start, overlaid with its own writes.
    pub fn stored_at(&self, upto: usize) -> StoredValues {
        let mut stored = (*self.stored_before).clone();
        for entry in self.entries.iter().take(upto) {
            if let CellEvent::Stored { key, value } = &entry.event {
                stored.insert(key.clone(), value.clone());
            }
        }
        stored
    }
}

impl CellEvent {
    /// The decision behind an entry that has one.
    pub fn why(&self) -> Option<&Decision> {
        match self {
            Self::YieldRequested { why, .. }
            | Self::ObserverAttached { why, .. }
            | Self::ObserverQueued { why, .. }
            | Self::ObserverRefused { why, .. }
            | Self::ObserverGone { why, .. }
            | Self::Terminating { why, .. }
            | Self::HostLost { why, .. }
            | Self::Yielded { why, .. }
            | Self::Frontier { why, .. }
            | Self::Resumed { why }
            | Self::PutBack { why, .. }
            | Self::Lost { why, .. }
            | Self::LimitReached { why, .. }
            | Self::Finished { why, .. }
            | Self::CallCancelled { why, .. }
            | Self::CallUnread { why, .. }
            | Self::NotifyCancelled { why, .. }
            | Self::TimeoutLost { why, .. }
            | Self::Committed { why, .. }
            | Self::Discarded { why, .. }
            | Self::Buffered { why }
            | Self::Delivered { why, .. } => Some(why),
            Self::TurnBegan { .. }
            | Self::Item { .. }
            | Self::CallIssued { .. }
            | Self::NotifySent { .. }
            | Self::Stored { .. }
            | Self::Loaded { .. }
            | Self::TimeoutSet { .. }
            | Self::TimeoutCleared { .. }
            | Self::ExitCalled
            | Self::Unhandled { .. }
            | Self::CallEnded { .. }
            | Self::CallStopped { .. }
            | Self::NotifyAccepted { .. }
            | Self::NotifyStopped { .. }
            | Self::Terminated { .. }
            | Self::Closed => None,
        }
    }
}
