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

use super::children::{Children, End, Failed, HostOptions};
use super::journal::Journal;
use super::message::ToHost;
use super::process::{Death, Fault, Process};
use crate::code_mode::engine::protocol::{CellStart, Command, EngineState, Turn};
use crate::code_mode::engine::{CellEngine, EngineCell};

/// How long a child may take to read that a cell is dropped.
const CLOSING: Duration = Duration::from_secs(1);

/// An engine in a child process. The child is started with the first cell, and ends when the engine
/// and all its cells are dropped. Clones share it.
#[derive(Clone)]
pub struct HostEngine(Arc<Client>);

struct Client {
    options: HostOptions,
    children: Mutex<Children>,
}

impl HostEngine {
    /// An engine without a child yet.
    pub fn new(options: HostOptions) -> HostEngine {
        HostEngine(Arc::new(Client { options, children: Mutex::default() }))
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
    fn lock(&self) -> MutexGuard<'_, Children> {
        self.children.lock().unwrap_or_else(PoisonError::into_inner)
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
        let mut children = self.client.lock();
        if self.over || self.generation != children.generation {
            return;
        }
        if let Some(process) = &mut children.process {
            process.begin(CLOSING);
            let _ = process.send(&ToHost::Close { cell: self.number });
            process.finish();
        }
    }
}

impl HostCell {
    /// One turn: the first without a question, then one for every command.
    fn turn(&mut self, question: Option<(u64, Command)>) -> Turn {
        let client = self.client.clone();
        let mut children = client.lock();
        let turn = match self.attempt(&client, &mut children, question.as_ref()) {
            Ok(turn) => turn,
            Err(End::Here) => return self.open_here(&client.options, children),
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
        children: &mut Children,
        question: Option<&(u64, Command)>,
    ) -> Result<Turn, End> {
        loop {
            let fresh = children.ready(&client.options)?;
            let failed = match self.settle(client, children) {
                Ok(()) => match self.ask(client, children, question) {
                    Ok(turn) => return Ok(turn),
                    Err(failed) => failed,
                },
                Err(failed) => failed,
            };
            if let Some(turn) = children.bury(failed, fresh, &client.options) {
                return Err(End::Cell(turn));
            }
        }
    }

    /// Makes sure that the cell is in the present child.
    fn settle(&mut self, client: &Client, children: &mut Children) -> Result<(), Failed> {
        if self.generation == children.generation {
            return Ok(());
        }
        self.generation = children.generation;
        self.number = children.next_cell;
        children.next_cell += 1;
        let margin = client.options.margin;
        for (question, expected) in self.journal.replay(self.number) {
            let came = children.exchange(&question, self.journal.limits(), margin);
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
        children: &mut Children,
        question: Option<&(u64, Command)>,
    ) -> Result<Turn, Failed> {
        let question = match question {
            None => self.journal.open(self.number),
            Some((now_ms, command)) => {
                ToHost::Command { cell: self.number, now_ms: *now_ms, command: command.clone() }
            }
        };
        children.exchange(&question, self.journal.limits(), client.options.margin)
    }

    /// Runs the cell in this process, because there is no child.
    fn open_here(&mut self, options: &HostOptions, children: MutexGuard<'_, Children>) -> Turn {
        drop(children);
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
