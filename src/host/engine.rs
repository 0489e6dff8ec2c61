//! [`HostEngine`]: cells that run in a child process, so that none of them can take us along.
//!
//! Knows: processes, real time, journals. May not know: which engine the child runs.
//! Start reading at [`HostCell::turn`].
//!
//! A child ends when a script bursts its memory, and it is killed when a turn does not end. The cell
//! whose turn it was has met a limit; every other one is moved to the next child by repeating all it
//! was told so far: a cell is deterministic, so it comes out where it was. That it did is checked.
//!
//! Whether a cell meets a limit must not depend on its neighbours. A death is therefore only taken
//! for the cell's own doing when it happens in a child that was started for this very turn;
//! otherwise the turn is tried once more in a new child that holds nothing else.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::journal::Journal;
use super::message::{FromHost, ToHost};
use super::patience::Patience;
use super::process::{Death, Fault, Process, Program, StartError};
use super::verdict::verdict;
use crate::code_mode::engine::limits::{EngineLimits, Limit};
use crate::code_mode::engine::protocol::{CellStart, Command, EngineEvent, EngineState, Turn};
use crate::code_mode::engine::{CellEngine, EngineCell};

/// What a turn may take beyond its own limit before its child is killed: the engine's watchdog, if
/// it has one, goes first.
pub const MARGIN: Duration = Duration::from_secs(2);
/// Most bytes of the answers of one turn.
pub const MAX_TURN_BYTES: usize = 128 * 1024 * 1024;

/// Takes a line that somebody should read: a fallback, or a fault of the engine. Never a limit.
pub type Notice = Arc<dyn Fn(&str) + Send + Sync>;

/// What a host engine needs.
#[derive(Clone)]
pub struct HostOptions {
    /// The child.
    pub program: Program,
    /// [`MARGIN`], or less in tests.
    pub margin: Duration,
    /// Runs the cells here if no child could ever be started. Without it they die.
    pub fallback: Option<Arc<dyn CellEngine>>,
    /// Where notices go.
    pub notice: Notice,
}

/// An engine in a child process. The child is started with the first cell, and ends when the engine
/// and all its cells are dropped. Clones share it.
#[derive(Clone)]
pub struct HostEngine(Arc<Client>);

struct Client {
    options: HostOptions,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    process: Option<Process>,
    /// Counts children: a cell of an earlier one has to be moved.
    generation: u64,
    next_cell: u64,
    /// No child could be started; said once.
    local: bool,
    last_death: Option<Death>,
}

impl HostEngine {
    /// An engine without a child yet.
    pub fn new(options: HostOptions) -> HostEngine {
        HostEngine(Arc::new(Client { options, inner: Mutex::default() }))
    }

    /// How many children there have been.
    pub fn children(&self) -> u64 {
        self.0.lock().generation
    }

    /// The child's number in the system, while there is one.
    pub fn child_id(&self) -> Option<u32> {
        self.0.lock().process.as_ref().map(Process::id)
    }

    /// How the last child ended that did; for diagnosis, not for traces.
    pub fn last_death(&self) -> Option<Death> {
        self.0.lock().last_death.clone()
    }
}

impl fmt::Debug for HostEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostEngine").field("program", &self.0.options.program).finish()
    }
}

impl CellEngine for HostEngine {
    fn name(&self) -> &'static str {
        "host"
    }

    fn open(&self, start: CellStart) -> (Box<dyn EngineCell>, Turn) {
        let mut cell = HostCell {
            client: self.0.clone(),
            number: 0,
            generation: 0,
            journal: Journal::new(start),
            local: None,
            over: false,
        };
        let turn = cell.turn(None);
        (Box::new(cell), turn)
    }
}

impl Client {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One cell, wherever it runs at the moment.
struct HostCell {
    client: Arc<Client>,
    /// Its number in the child of `generation`.
    number: u64,
    generation: u64,
    journal: Journal,
    local: Option<Box<dyn EngineCell>>,
    over: bool,
}

impl EngineCell for HostCell {
    fn command(&mut self, now_ms: u64, command: &Command) -> Turn {
        if let Some(local) = &mut self.local {
            return local.command(now_ms, command);
        }
        if self.over {
            return Turn { events: Vec::new(), state: EngineState::Died };
        }
        self.turn(Some((now_ms, command.clone())))
    }
}

impl Drop for HostCell {
    fn drop(&mut self) {
        let inner = self.client.lock();
        if self.over || self.generation != inner.generation {
            return;
        }
        if let Some(process) = &inner.process {
            let _ = process.send(&ToHost::Close { cell: self.number });
        }
    }
}

impl HostCell {
    /// One turn: the first without a question, then one for every command.
    fn turn(&mut self, question: Option<(u64, Command)>) -> Turn {
        let client = self.client.clone();
        let mut inner = client.lock();
        let turn = match self.attempt(&client, &mut inner, question.as_ref()) {
            Ok(turn) => turn,
            Err(End::Here) => return self.open_here(&client.options, inner),
            Err(End::Cell(turn)) => turn,
        };
        self.over = turn.state != EngineState::Pending;
        if !self.over {
            self.journal.push(question, &turn);
        }
        turn
    }

    fn attempt(
        &mut self,
        client: &Client,
        inner: &mut Inner,
        question: Option<&(u64, Command)>,
    ) -> Result<Turn, End> {
        loop {
            let fresh = inner.ready(&client.options)?;
            let failed = match self.settle(client, inner) {
                Ok(()) => match self.ask(client, inner, question) {
                    Ok(turn) => return Ok(turn),
                    Err(failed) => failed,
                },
                Err(failed) => failed,
            };
            if let Some(turn) = inner.bury(failed, fresh, &client.options) {
                return Err(End::Cell(turn));
            }
        }
    }

    /// Makes sure that the cell is in the present child.
    fn settle(&mut self, client: &Client, inner: &mut Inner) -> Result<(), Failed> {
        if self.generation == inner.generation {
            return Ok(());
        }
        self.generation = inner.generation;
        self.number = inner.next_cell;
        inner.next_cell += 1;
        let margin = client.options.margin;
        for (question, expected) in self.journal.replay(self.number) {
            let came = inner.exchange(&question, self.journal.limits(), margin);
            let turn = came.map_err(|failed| failed.while_moving())?;
            if !expected.is(&turn) {
                return Err(Failed::moving(Fault::Garbled(String::from(
                    "something else when it was asked again",
                ))));
            }
        }
        Ok(())
    }

    fn ask(
        &self,
        client: &Client,
        inner: &mut Inner,
        question: Option<&(u64, Command)>,
    ) -> Result<Turn, Failed> {
        let question = match question {
            None => self.journal.open(self.number),
            Some((now_ms, command)) => {
                ToHost::Command { cell: self.number, now_ms: *now_ms, command: command.clone() }
            }
        };
        inner.exchange(&question, self.journal.limits(), client.options.margin)
    }

    /// Runs the cell in this process, because there is no child.
    fn open_here(&mut self, options: &HostOptions, inner: MutexGuard<'_, Inner>) -> Turn {
        drop(inner);
        let Some(engine) = &options.fallback else {
            self.over = true;
            return Turn { events: Vec::new(), state: EngineState::Died };
        };
        let (cell, turn) = engine.open(self.journal.start().clone());
        self.local = Some(cell);
        self.over = true;
        turn
    }
}

/// Why there is no ordinary answer.
enum End {
    /// There is no child and never was one: the cell runs here.
    Here,
    /// The cell has ended, with this.
    Cell(Turn),
}

/// A turn that the child did not finish.
struct Failed {
    events: Vec<EngineEvent>,
    fault: Fault,
    /// It was an old turn, repeated in a new child.
    moving: bool,
}

impl Failed {
    fn moving(fault: Fault) -> Failed {
        Failed { events: Vec::new(), fault, moving: true }
    }

    fn while_moving(self) -> Failed {
        Failed::moving(self.fault)
    }
}

impl Inner {
    /// Makes sure there is a child. Tells whether it is a new one.
    fn ready(&mut self, options: &HostOptions) -> Result<bool, End> {
        if self.local {
            return Err(End::Here);
        }
        if let Some(process) = &mut self.process {
            if !process.has_ended() {
                return Ok(false);
            }
            self.last_death = self.process.take().map(Process::end);
        }
        match Process::start(&options.program) {
            Ok(process) => {
                self.process = Some(process);
                self.generation += 1;
                self.next_cell = 1;
                Ok(true)
            }
            Err(error) => Err(self.without_child(&error, options)),
        }
    }

    /// A child that cannot be started for the first time is a matter of this machine: cells run here.
    /// After a first child, it may be the doing of a script: no cell is let in then.
    fn without_child(&mut self, error: &StartError, options: &HostOptions) -> End {
        if self.generation > 0 {
            (options.notice)(&format!("the engine process could not be started again: {error}"));
            return End::Cell(Turn { events: Vec::new(), state: EngineState::Died });
        }
        self.local = true;
        let instead = match options.fallback {
            Some(_) => "cells run inside this process, where one that fills the memory ends it",
            None => "cells end at once",
        };
        (options.notice)(&format!("no engine process, so {instead}: {error}"));
        End::Here
    }

    /// One question, all its answers.
    fn exchange(
        &mut self,
        question: &ToHost,
        limits: EngineLimits,
        margin: Duration,
    ) -> Result<Turn, Failed> {
        let mut events = Vec::new();
        match self.collect(question, limits, margin, &mut events) {
            Ok(state) => Ok(Turn { events, state }),
            Err(fault) => Err(Failed { events, fault, moving: false }),
        }
    }

    fn collect(
        &mut self,
        question: &ToHost,
        limits: EngineLimits,
        margin: Duration,
        events: &mut Vec<EngineEvent>,
    ) -> Result<EngineState, Fault> {
        let process = self.process.as_mut().ok_or(Fault::Gone)?;
        let allowed = Duration::from_millis(limits.real_ms).saturating_add(margin);
        let mut patience = Patience::new(process.id(), allowed);
        let asked = match question {
            ToHost::Open { cell, .. } | ToHost::Command { cell, .. } | ToHost::Close { cell } => {
                Some(*cell)
            }
            ToHost::Hello { .. } => None,
        };
        process.send(question)?;
        let mut bytes = 0;
        loop {
            let (answer, length) = match process.receive(patience.deadline()) {
                Err(Fault::Slow) if patience.extend() => continue,
                received => received?,
            };
            bytes += length;
            match answer {
                FromHost::Event { cell, event } if Some(cell) == asked => events.push(event),
                FromHost::State { cell, state } if Some(cell) == asked => return Ok(state),
                _ => return Err(Fault::Garbled(String::from("a question nobody asked"))),
            }
            if bytes > MAX_TURN_BYTES || events.len() as u64 > limits.effects.into() {
                return Err(Fault::Garbled(String::from("more than a cell may put out")));
            }
        }
    }

    /// Ends the child after a failure. The cell's last turn, or none if it is tried once more.
    fn bury(&mut self, failed: Failed, fresh: bool, options: &HostOptions) -> Option<Turn> {
        let process = self.process.take()?;
        let death = match failed.fault {
            Fault::Slow => process.kill(),
            Fault::Gone | Fault::Garbled(_) => process.end(),
        };
        self.last_death = Some(death.clone());
        if !fresh && (failed.moving || !matches!(failed.fault, Fault::Slow)) {
            return None;
        }
        let state = match failed.fault {
            _ if failed.moving => EngineState::Died,
            Fault::Slow => EngineState::Stopped { limit: Limit::Steps },
            Fault::Gone => verdict(&death),
            Fault::Garbled(_) => EngineState::Died,
        };
        if state == EngineState::Died {
            let when = if failed.moving { "while a cell was moved to it" } else { "inside a turn" };
            (options.notice)(&format!(
                "the engine process failed {when}: {}; {death}",
                failed.fault
            ));
        }
        Some(Turn { events: failed.events, state })
    }
}
