//! [`Cell`]: the actor of one cell. It owns the output nobody has been given yet, the observer, the
//! calls and notifications in flight and the timeouts, and it alone decides which event answers whom.
//!
//! Knows: the engine contract, the log. May not know: other cells, who the callers are, what a tool
//! does. [`Cell::due`] says what comes next and when, [`Cell::step`] does it; [`observe`] answers
//! callers, [`script`] takes what an engine turn did, [`end`] completes, terminates and closes.

mod end;
mod observe;
mod script;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::answer::{CellId, Execute, Observe, ObserverId, Out};
use super::engine::EngineCell;
use super::engine::limits::Limit;
use super::engine::protocol::{Command, Item, StoredValues, Turn};
use super::log::{CellEntry, CellEvent, CellLog};
use super::service::ServiceOptions;

/// What the cells of a session share.
#[derive(Debug)]
pub(super) struct Shared {
    pub options: ServiceOptions,
    pub stored: Arc<StoredValues>,
    pub out: Vec<Out>,
    pub sequence: u64,
}

impl Shared {
    /// The place of something new in the order of creation.
    fn next(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence
    }
}

/// One cell.
#[derive(Debug)]
pub(super) struct Cell {
    pub log: CellLog,
    stage: Stage,
    born: u64,
    engine: Engine,
    /// The evaluation, until its events are looked at.
    first: Option<Turn>,
    /// Output that nobody has been given.
    buffer: Vec<Item>,
    observer: Option<Observer>,
    /// Callers that came while the cell was finishing.
    queued: Vec<ObserverId>,
    /// Calls issued since the last frontier.
    frontier_calls: Vec<u32>,
    pause: Pause,
    /// Nothing for the engine happens earlier than this: a paused cell reads its inbox late.
    floor_ms: u64,
    /// Commands for the engine, by time and order of creation.
    inbox: BTreeMap<(u64, u64), Command>,
    /// Ends of calls and notifications that the script does not see.
    ends: BTreeMap<(u64, u64), End>,
    calls: BTreeMap<u32, InFlight>,
    notices: BTreeMap<u32, InFlight>,
    next_notice: u32,
    next_call: u32,
    last_timeout: u32,
    /// Keys of timeouts in the inbox.
    timeouts: BTreeMap<u32, (u64, u64)>,
    writes: StoredValues,
    exit_called: bool,
    /// Instant of the last turn, and turns at it.
    turns_at: (u64, u32),
}

/// Value of a nested call, or text of its rejection.
pub(super) type CallResult = Result<serde_json::Value, Arc<str>>;

/// Where a cell stands.
#[derive(Debug)]
enum Stage {
    /// The script may still do something; so may one that counts as running for ever.
    Running,
    /// The script has ended; notifications are waited for, then calls are cancelled.
    Finishing(Outcome),
    /// Somebody ends the cell; calls and notifications are coming to their ends.
    Terminating {
        by: Option<ObserverId>,
    },
    /// Committed, and nobody has received it.
    Completed(Outcome),
    Closed,
}

/// How a script ended.
#[derive(Clone, Debug)]
struct Outcome {
    error: Option<String>,
    limit: Option<Limit>,
    /// Are the writes committed?
    commit: bool,
    /// Have the calls been cancelled?
    cancelled: bool,
    /// When the completion was committed.
    at_ms: u64,
}

#[derive(Debug)]
struct Observer {
    id: ObserverId,
    mode: Observe,
    /// Is it the `exec` call itself?
    first: bool,
    gone: bool,
    attached_ms: u64,
    deadline_ms: Option<u64>,
    sequence: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pause {
    /// The engine gets its commands as they come.
    No,
    /// Commands queue up until the next observation.
    Paused,
    /// Paused, and nobody received the frontier.
    Kept,
}

#[derive(Debug)]
struct InFlight {
    sequence: u64,
    cancelled: bool,
}

#[derive(Debug)]
enum End {
    CallStopped(u32),
    NotifyAccepted(u32),
    NotifyStopped(u32),
}

/// The script, while it can go on.
enum Engine {
    Alive(Box<dyn EngineCell>),
    /// A bound was reached; the script counts as running for ever.
    Busy,
    Gone,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alive(_) => "Alive",
            Self::Busy => "Busy",
            Self::Gone => "Gone",
        })
    }
}

/// What a cell does next by itself. Ordered by time; at one instant deadlines come first, then
/// everything else in order of creation, then the check for a frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Due {
    pub at_ms: u64,
    rank: Rank,
    sequence: u64,
    step: Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Deadline,
    Event,
    Frontier,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Deadline,
    Evaluated,
    Command,
    End,
    Frontier,
}

impl Cell {
    /// A cell whose evaluation is done and not looked at.
    pub fn new(
        id: CellId,
        at: u64,
        shared: &mut Shared,
        request: &Execute,
        opened: (Option<Box<dyn EngineCell>>, Turn),
    ) -> Cell {
        let log = CellLog {
            id,
            exec_call: request.exec_call.clone(),
            source: request.source.clone(),
            tools: request.tools.clone(),
            started_ms: at,
            ended_ms: None,
            turns: 0,
            stored_before: shared.stored.clone(),
            entries: Vec::new(),
        };
        Cell {
            log,
            stage: Stage::Running,
            born: shared.next(),
            engine: opened.0.map_or(Engine::Gone, Engine::Alive),
            first: Some(opened.1),
            buffer: Vec::new(),
            observer: None,
            queued: Vec::new(),
            frontier_calls: Vec::new(),
            pause: Pause::No,
            floor_ms: at,
            inbox: BTreeMap::new(),
            ends: BTreeMap::new(),
            calls: BTreeMap::new(),
            notices: BTreeMap::new(),
            next_notice: 1,
            next_call: 1,
            last_timeout: 0,
            timeouts: BTreeMap::new(),
            writes: StoredValues::new(),
            exit_called: false,
            turns_at: (at, 0),
        }
    }

    /// Is there nothing left to happen to this cell?
    pub fn is_closed(&self) -> bool {
        matches!(self.stage, Stage::Closed)
    }

    /// What the cell does next by itself.
    pub fn due(&self) -> Option<Due> {
        let end = self.ends.keys().next().map(|(at, sequence)| Due {
            at_ms: *at,
            rank: Rank::Event,
            sequence: *sequence,
            step: Step::End,
        });
        match self.stage {
            Stage::Running => [end, self.deadline(), self.engine_due()].into_iter().flatten().min(),
            Stage::Finishing(_) | Stage::Terminating { .. } => end,
            Stage::Completed(_) | Stage::Closed => None,
        }
    }

    fn deadline(&self) -> Option<Due> {
        let observer = self.observer.as_ref()?;
        Some(Due {
            at_ms: observer.deadline_ms?,
            rank: Rank::Deadline,
            sequence: observer.sequence,
            step: Step::Deadline,
        })
    }

    /// What the engine gets next, or the frontier that nothing for it is queued.
    fn engine_due(&self) -> Option<Due> {
        let event = |at: u64, sequence, step| Due {
            at_ms: at.max(self.floor_ms),
            rank: Rank::Event,
            sequence,
            step,
        };
        if self.first.is_some() {
            return Some(event(self.log.started_ms, self.born, Step::Evaluated));
        }
        if !matches!(self.engine, Engine::Alive(_)) || self.pause != Pause::No {
            return None;
        }
        let command = self.inbox.keys().next();
        let command = command.map(|(at, sequence)| event(*at, *sequence, Step::Command));
        let observer = self.observer.as_ref().filter(|o| o.mode == Observe::Frontier);
        let frontier = observer.map(|observer| Due {
            at_ms: observer.attached_ms.max(self.floor_ms),
            rank: Rank::Frontier,
            sequence: observer.sequence,
            step: Step::Frontier,
        });
        [command, frontier].into_iter().flatten().min()
    }

    /// Does what was due.
    pub fn step(&mut self, due: Due, shared: &mut Shared) {
        let at = due.at_ms;
        match due.step {
            Step::Deadline => self.deadline_passed(at, shared),
            Step::Evaluated => self.evaluated(at, shared),
            Step::Command => self.command(at, shared),
            Step::Frontier => self.frontier(at, shared),
            Step::End => {
                let Some((_, end)) = self.ends.pop_first() else { return };
                self.ended(at, end);
                self.go_on_ending(at, shared);
            }
        }
    }

    /// Writes something down that the script itself did not do.
    fn record(&mut self, at_ms: u64, event: CellEvent) {
        self.record_at(at_ms, None, false, event);
    }

    fn record_at(&mut self, at_ms: u64, line: Option<u32>, microtask: bool, event: CellEvent) {
        let turn = self.log.turns.saturating_sub(1);
        self.log.entries.push(CellEntry { at_ms, turn, line, microtask, event });
    }
}

/// A length as the log counts it.
fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
