//! [`Room`]: where the cells of a session live, and everything between them and the tools.
//!
//! Knows: the service of cells, the frozen tables of samples, scripted answers. May not know: how a
//! sample streams, scenario files, trace forms. The room lies in the [`World`], because its time
//! passes wherever time passes: during samples and captures, and between them.
//!
//! Start reading at [`Room::progress`], which does what is due now. `ask` is the way of `exec` and
//! `wait` in, `tell` the way of their answers out, `queue` hands nested calls to the worker of the
//! running sample, `nested` runs them, `notice` delivers notifications, `book` keeps the record.
//!
//! At one instant: ends of nested calls and notifications are reported, the queue is handed over,
//! calls of the model come in (the sample sees to that), and then the service does one thing; and so
//! on until nothing is left to do.
//!
//! Upstream: `codex-rs/core/src/tools/code_mode/`.

mod ask;
mod book;
mod nested;
mod nested_result;
mod notice;
mod queue;
pub mod rules;
mod tell;
mod tools;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::call::End;
use super::gate::Gate;
use super::record_cells::Exchange;
use super::script::Settings;
use super::script_cells::CellOptions;
use super::world::World;
use crate::code_mode::answer::{CellId, ObserverId, Out};
use crate::code_mode::engine::CellEngine;
use crate::code_mode::service::{Service, ServiceOptions};
use crate::planner::Plan;
use book::Book;
use nested::Nested;
use notice::Delivery;
use queue::Message;
use tell::Caller;
use tools::KnownTools;

pub(in crate::session) use book::Records;

/// What `Date` shows in a cell at virtual time 0, in ms since 1970: the first moment of 2026 in UTC.
pub const EPOCH_MS: u64 = 1_767_225_600_000;

/// Takes nested calls from the queue while a sample lasts, and dispatches them by its table.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The sample, from 1.
    pub step: u32,
    /// Its table. Under the per-call policy the sample puts a fresh one here before every look.
    pub table: Arc<Plan>,
    /// Settings of its turn, shared by the calls it took; filled in at the first one.
    pub turn: Option<Arc<Settings>>,
}

/// The cells of a session and their surroundings.
#[derive(Debug)]
pub struct Room {
    service: Service,
    next_observer: u64,
    /// Callers that wait, by observer.
    callers: BTreeMap<ObserverId, Caller>,
    /// Answers that the calls of the sample have not fetched yet.
    answers: BTreeMap<ObserverId, End>,
    books: Vec<Book>,
    /// Cells whose outcome is not written down yet.
    open: BTreeSet<usize>,
    strays: Vec<Exchange>,
    queue: VecDeque<Message>,
    delivery: Option<Delivery>,
    /// Notifications that the next request carries.
    unread: Vec<(usize, u32)>,
    /// On the heap, since they are large and a step takes them out and puts them back.
    flights: Vec<Option<Box<Nested>>>,
    /// Flights by cell and call.
    places: BTreeMap<(usize, u32), usize>,
    /// When flights move on by themselves.
    timers: BTreeSet<(u64, usize)>,
    /// Flights that the world can move on: their server starts, or its transport may close.
    watching: BTreeSet<usize>,
    /// Flights that work on a scripted process.
    shells: BTreeSet<usize>,
    /// State of the world when `watching` was last looked at.
    seen: u64,
    /// The gate of each worker that still has calls under way, and how many.
    gates: BTreeMap<u32, (Gate, usize)>,
    tools: KnownTools,
}

impl Room {
    /// An empty room.
    pub fn new(engine: Arc<dyn CellEngine>, options: &CellOptions) -> Self {
        let options = ServiceOptions {
            max_yield_time_ms: options.max_yield_time_ms,
            epoch_ms: EPOCH_MS,
            seed: options.seed,
            limits: options.limits,
            generation: 1,
            failing_starts: options.failing_starts.clone(),
        };
        Self {
            service: Service::new(engine, options),
            next_observer: 1,
            callers: BTreeMap::new(),
            answers: BTreeMap::new(),
            books: Vec::new(),
            open: BTreeSet::new(),
            strays: Vec::new(),
            queue: VecDeque::new(),
            delivery: None,
            unread: Vec::new(),
            flights: Vec::new(),
            places: BTreeMap::new(),
            timers: BTreeSet::new(),
            watching: BTreeSet::new(),
            shells: BTreeSet::new(),
            seen: 0,
            gates: BTreeMap::new(),
            tools: KnownTools::default(),
        }
    }

    /// Does what is due now, up to and including one thing of the service. Was there anything?
    pub fn progress(&mut self, world: &mut World) -> bool {
        // What calls of the model have led to comes first: it may end a cell.
        if self.take_out(world) {
            return true;
        }
        let mut progress = self.end_delivery(world);
        progress |= self.move_flights(world);
        progress |= self.hand_over(world);
        progress |= self.admit(world);
        if progress {
            return true;
        }
        let settled = self.service.settle(world.now_ms);
        self.take_out(world) || settled
    }

    /// When something happens next by itself, in virtual ms. Only times after now.
    pub fn next_ms(&self, now_ms: u64) -> Option<u64> {
        let delivery = self.delivery.as_ref().map(|delivery| delivery.until_ms);
        let timer = self.timers.first().map(|(at, _)| *at);
        let times = [self.service.next_ms(), delivery, timer];
        times.into_iter().flatten().filter(|at| *at > now_ms && *at < u64::MAX).min()
    }

    /// Is a message waiting that the running worker could take?
    pub fn has_queue(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Does what the service has asked for. Was there anything?
    pub(super) fn take_out(&mut self, world: &mut World) -> bool {
        let out = self.service.take_out();
        let any = !out.is_empty();
        for out in out {
            match out {
                Out::Answer { observer, answer, why } => self.tell(world, observer, answer, why),
                Out::Call { cell, call, tool, input } => {
                    self.issued(world, &cell, call, tool, input)
                }
                Out::CancelCall { cell, call } => self.cancel_call(world, &cell, call),
                Out::Notify { cell, number, exec_call, text } => {
                    self.notify(world, &cell, number, exec_call, text);
                }
                Out::CancelNotify { cell, number } => self.cancel_notice(world, &cell, number),
                Out::Closed { .. } | Out::Down => {}
            }
        }
        self.write_ends(world);
        any
    }

    /// The place of a cell in the books: cells stand there in the order they were started.
    fn index_of(&self, cell: &CellId) -> Option<usize> {
        self.service.place(&cell.0)
    }

    fn observer(&mut self) -> ObserverId {
        let id = ObserverId(self.next_observer);
        self.next_observer += 1;
        id
    }

    /// The session is over: every cell is ended, and whatever is under way is cancelled.
    pub fn shut_down(&mut self, world: &mut World) {
        self.service.shutdown(world.now_ms);
        self.take_out(world);
    }

    /// Has everything ended?
    pub fn is_down(&self) -> bool {
        self.service.is_down() && self.places.is_empty()
    }

    /// The engine host is gone. Was there one to lose?
    pub fn lose_host(&mut self, world: &mut World) -> bool {
        let lost = self.service.lose_host(world.now_ms);
        self.take_out(world);
        lost
    }

    /// How many cells are not closed.
    pub fn running(&self) -> usize {
        self.service.live().count()
    }

    /// How many values the session has stored.
    pub fn stored(&self) -> usize {
        self.service.stored().len()
    }

    /// The user interrupts the turn and wants the cells ended: all of them, also those of earlier
    /// turns.
    pub fn interrupt(&mut self, world: &mut World) {
        let live: Vec<CellId> = self.service.live().cloned().collect();
        for cell in live {
            let nobody = self.observer();
            self.service.terminate(world.now_ms, &cell.0, nobody);
        }
        self.take_out(world);
    }
}
