//! [`Service`]: the cells of one agent session, their ids and their stored values.
//!
//! A pure, synchronous state machine over virtual time. Its owner calls it at a virtual instant with
//! what callers want and with what calls and notifications came to, takes out what it has to do, and
//! moves time:
//!
//! ```text
//! at an instant:  1. ends of calls and notifications that are due now (tool_finished, notified, …)
//!                 2. what callers want (execute, observe, terminate, …), in their order
//!                 3. settle(now) once, take_out(), do it; again from 1 until settle is false
//! then:           on to the earlier of next_ms() and the owner's own next instant
//! ```
//!
//! [`Service::settle`] does one thing at a time, so that a call which ends at the instant it was
//! issued keeps its place in the order of creation.
//!
//! Upstream: `codex-rs/code-mode-runtime/src/`, session runtime and in-process session.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::answer::{Answer, CellId, Execute, Observe, ObserverId, Out, Refused};
use super::cell::{Cell, Shared};
use super::engine::CellEngine;
use super::engine::limits::{EngineLimits, Limit, MAX_CELLS, MAX_SOURCE_BYTES};
use super::engine::protocol::{CellStart, EngineState, StoredValues, Turn};
use super::log::CellLog;
use super::rules::{NO_SUCH_CELL, STALE};

/// What open calls are told when the engine host is lost. The wording is that of the client that
/// started the host itself.
pub const HOST_LOST: &str = "code-mode host closed its stdout";

/// Settings of a session.
#[derive(Clone, Debug)]
pub struct ServiceOptions {
    /// Cap of every yield time in ms, after grace; none is none.
    pub max_yield_time_ms: Option<u64>,
    /// What `Date` shows at virtual time 0, in ms since 1970.
    pub epoch_ms: u64,
    /// Seed of `Math.random`; every cell gets its own from it.
    pub seed: u64,
    /// Bounds of each cell.
    pub limits: EngineLimits,
    /// How often the engine host was connected, from 1. Ids of later ones are prefixed, and ids of
    /// earlier ones are stale.
    pub generation: u32,
    /// Executions whose engine does not start, counted from 1 over all of the session.
    pub failing_starts: Arc<[u32]>,
}

impl Default for ServiceOptions {
    fn default() -> Self {
        Self {
            max_yield_time_ms: None,
            epoch_ms: 0,
            seed: 0,
            limits: EngineLimits::default(),
            generation: 1,
            failing_starts: Arc::default(),
        }
    }
}

/// The cells of one agent session.
#[derive(Debug)]
pub struct Service {
    engine: Arc<dyn CellEngine>,
    shared: Shared,
    cells: Vec<Cell>,
    /// Places of cells by their ids, which are compared as exact text.
    places: BTreeMap<CellId, usize>,
    /// Number that the last cell of this connection was given.
    last_number: u32,
    /// Executions so far, over all connections.
    executions: u32,
    /// The engine host is gone; the next execution connects anew.
    lost: bool,
    /// Indexes of cells that are not closed.
    live: Vec<usize>,
    now_ms: u64,
    down: Down,
}

#[derive(Debug, PartialEq, Eq)]
enum Down {
    No,
    Begun,
    Done,
}

impl Service {
    /// A session without cells.
    pub fn new(engine: Arc<dyn CellEngine>, options: ServiceOptions) -> Service {
        let stored = Arc::default();
        Service {
            engine,
            shared: Shared { options, stored, out: Vec::new(), sequence: 0 },
            cells: Vec::new(),
            places: BTreeMap::new(),
            last_number: 0,
            executions: 0,
            lost: false,
            live: Vec::new(),
            now_ms: 0,
            down: Down::No,
        }
    }

    /// Starts a cell with `observer` waiting for it. What it did is looked at by
    /// [`Service::settle`].
    ///
    /// # Errors
    /// When the session is ending, has no id left, or the engine does not start.
    pub fn execute(
        &mut self,
        now_ms: u64,
        request: Execute,
        observer: ObserverId,
    ) -> Result<CellId, Refused> {
        let at = self.arrive(now_ms);
        if self.down != Down::No {
            return Err(Refused::ShuttingDown);
        }
        if self.executions >= MAX_CELLS {
            return Err(Refused::NoIds);
        }
        self.connect();
        self.executions += 1;
        self.last_number += 1;
        let number = self.last_number;
        if self.shared.options.failing_starts.contains(&self.executions) {
            return Err(Refused::NoEngine);
        }
        let id = match self.shared.options.generation {
            0 | 1 => number.to_string(),
            generation => format!("g{generation}:{number}"),
        };
        let id = CellId(id.into());
        let opened = self.open(at, &request);
        let mut cell = Cell::new(id.clone(), at, &mut self.shared, &request, opened);
        cell.attach(at, &mut self.shared, observer, request.mode, true);
        self.places.insert(id.clone(), self.cells.len());
        self.live.push(self.cells.len());
        self.cells.push(cell);
        Ok(id)
    }

    fn open(
        &self,
        at: u64,
        request: &Execute,
    ) -> (Option<Box<dyn super::engine::EngineCell>>, Turn) {
        if request.source.len() > MAX_SOURCE_BYTES {
            let state = EngineState::Stopped { limit: Limit::Source };
            return (None, Turn { events: Vec::new(), state });
        }
        let options = &self.shared.options;
        let (cell, turn) = self.engine.open(CellStart {
            source: request.source.clone(),
            tools: request.tools.clone(),
            stored: (*self.shared.stored).clone(),
            now_ms: options.epoch_ms.saturating_add(at),
            seed: options.seed.wrapping_add(u64::from(self.executions)),
            limits: options.limits,
        });
        (Some(cell), turn)
    }

    /// A caller asks for the next event of a cell.
    pub fn observe(&mut self, now_ms: u64, cell: &str, mode: Observe, observer: ObserverId) {
        let at = self.arrive(now_ms);
        let Some(index) = self.find(cell) else { return self.not_found(cell, observer) };
        self.cells[index].observe(at, &mut self.shared, observer, mode);
        self.sweep();
    }

    /// A caller ends a cell.
    pub fn terminate(&mut self, now_ms: u64, cell: &str, observer: ObserverId) {
        let at = self.arrive(now_ms);
        let Some(index) = self.find(cell) else { return self.not_found(cell, observer) };
        self.cells[index].terminate(at, &mut self.shared, observer);
        self.sweep();
    }

    /// Ends the session: no new cells, every cell is terminated, kept results are dropped.
    /// [`Out::Down`] says when it is complete.
    pub fn shutdown(&mut self, now_ms: u64) {
        let at = self.arrive(now_ms);
        if self.down != Down::No {
            return;
        }
        self.down = Down::Begun;
        for index in self.live.clone() {
            self.cells[index].shut_down(at, &mut self.shared);
        }
        self.sweep();
    }

    /// The engine host is gone: open calls fail, cells end where they are, stored values are lost.
    /// The next [`Service::execute`] connects anew. False when there is no host to lose.
    pub fn lose_host(&mut self, now_ms: u64) -> bool {
        let at = self.arrive(now_ms);
        if self.lost || self.down != Down::No {
            return false;
        }
        self.lost = true;
        for index in self.live.clone() {
            self.cells[index].lose(at, &mut self.shared, HOST_LOST);
        }
        self.shared.stored = Arc::default();
        self.sweep();
        true
    }

    /// Connects to a fresh host when the last one is gone.
    fn connect(&mut self) {
        if std::mem::take(&mut self.lost) {
            self.shared.options.generation = self.generation().saturating_add(1);
            self.last_number = 0;
        }
    }

    /// How often an engine host was connected, from 1.
    pub fn generation(&self) -> u32 {
        self.shared.options.generation.max(1)
    }

    /// Is the host gone, and has nobody connected anew?
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// A caller has vanished and will take no answer.
    pub fn give_up(&mut self, now_ms: u64, observer: ObserverId) {
        let at = self.arrive(now_ms);
        let cells = &mut self.cells;
        self.live.iter().find(|index| cells[**index].give_up(at, observer));
    }

    /// A nested call ended by itself. One that is not in flight is ignored.
    pub fn tool_finished(
        &mut self,
        now_ms: u64,
        cell: &CellId,
        call: u32,
        result: Result<Value, Arc<str>>,
    ) {
        self.report(now_ms, cell, |cell, at| cell.call_ended(at, call, result));
    }

    /// A cancelled call has ended.
    pub fn tool_stopped(&mut self, now_ms: u64, cell: &CellId, call: u32) {
        self.report(now_ms, cell, |cell, at| cell.call_stopped(at, call));
    }

    /// A notification was accepted.
    pub fn notified(&mut self, now_ms: u64, cell: &CellId, number: u32) {
        self.report(now_ms, cell, |cell, at| cell.notified(at, number));
    }

    /// A notification has ended without being accepted: cancelled, or refused by the host.
    pub fn notify_stopped(&mut self, now_ms: u64, cell: &CellId, number: u32) {
        self.report(now_ms, cell, |cell, at| cell.notify_stopped(at, number));
    }

    fn report(&mut self, now_ms: u64, cell: &CellId, end: impl FnOnce(&mut Cell, u64)) {
        let at = self.arrive(now_ms);
        if let Some(index) = self.find(&cell.0) {
            end(&mut self.cells[index], at);
        }
    }

    /// When something happens next by itself: a yield deadline, a timeout, an end that was reported.
    pub fn next_ms(&self) -> Option<u64> {
        self.next().map(|(due, _)| due.at_ms)
    }

    /// Does the one next thing that is due by `now_ms`. Was there one?
    ///
    /// At one instant: yield deadlines, then ends of calls and notifications and timeouts in order
    /// of creation, each with everything it leads to, then frontiers.
    pub fn settle(&mut self, now_ms: u64) -> bool {
        let Some((due, index)) = self.next().filter(|(due, _)| due.at_ms <= now_ms) else {
            self.now_ms = self.now_ms.max(now_ms);
            return false;
        };
        self.now_ms = self.now_ms.max(due.at_ms);
        self.cells[index].step(due, &mut self.shared);
        self.sweep();
        true
    }

    fn next(&self) -> Option<(super::cell::Due, usize)> {
        self.live.iter().filter_map(|index| Some((self.cells[*index].due()?, *index))).min()
    }

    /// What the owner has to do since the last call.
    pub fn take_out(&mut self) -> Vec<Out> {
        std::mem::take(&mut self.shared.out)
    }

    /// Records of all cells, in order of their ids.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = &CellLog> {
        self.cells.iter().map(|cell| &cell.log)
    }

    /// The record of the cell that was started as number `index`, counted from 0.
    pub fn log(&self, index: usize) -> Option<&CellLog> {
        self.cells.get(index).map(|cell| &cell.log)
    }

    /// The records themselves; the session is over.
    pub fn into_logs(self) -> Vec<CellLog> {
        self.cells.into_iter().map(|cell| cell.log).collect()
    }

    /// The record of one cell.
    pub fn cell(&self, id: &str) -> Option<&CellLog> {
        Some(&self.cells[self.place(id)?].log)
    }

    /// Ids of cells that are not closed: running, ending, or finished and not asked for.
    pub fn live(&self) -> impl Iterator<Item = &CellId> {
        self.live.iter().map(|index| &self.cells[*index].log.id)
    }

    /// Values that a cell would see if it started now.
    pub fn stored(&self) -> &StoredValues {
        &self.shared.stored
    }

    /// Is the shutdown complete?
    pub fn is_down(&self) -> bool {
        self.down == Down::Done
    }

    /// Whatever should have happened before `now_ms` happens first. Returns the instant.
    fn arrive(&mut self, now_ms: u64) -> u64 {
        while self.next_ms().is_some_and(|next| next < now_ms) {
            self.settle(now_ms - 1);
        }
        self.now_ms = self.now_ms.max(now_ms);
        self.now_ms
    }

    fn sweep(&mut self) {
        self.live.retain(|index| !self.cells[*index].is_closed());
        if self.down == Down::Begun && self.live.is_empty() {
            self.down = Down::Done;
            self.shared.out.push(Out::Down);
        }
    }

    /// The place of a cell in the order of starting, from 0.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// A cell of this connection that may still answer.
    fn find(&self, id: &str) -> Option<usize> {
        let index = self.place(id)?;
        (!self.is_stale(id)).then_some(index)
    }

    /// Was an id given by another host than the one that is connected? The first one gives plain
    /// numbers, every later one its own number in front.
    fn is_stale(&self, id: &str) -> bool {
        let prefix = id.strip_prefix('g').and_then(|rest| rest.split_once(':'));
        match (self.lost, self.generation(), prefix) {
            (true, ..) => true,
            (false, 1, prefix) => prefix.is_some(),
            (false, own, Some((given, _))) => own.to_string() != given,
            (false, _, None) => true,
        }
    }

    fn not_found(&mut self, cell: &str, observer: ObserverId) {
        let (answer, why) = match self.is_stale(cell) {
            true => {
                let message = format!("cell {cell} belongs to a stale code-mode host generation");
                (Answer::Refused(message), STALE.decide())
            }
            false => (Answer::Missing { cell: cell.into() }, NO_SUCH_CELL.decide()),
        };
        self.shared.out.push(Out::Answer { observer, answer, why });
    }
}
