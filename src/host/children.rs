//! [`Children`]: the one child there is at a time, how it is started, asked and buried.
//!
//! Knows: processes, faults, real time. May not know: journals. Start reading at
//! [`Children::exchange`].

use std::sync::Arc;
use std::time::Duration;

use super::message::{FromHost, ToHost};
use super::process::{Death, Fault, Process, Program, StartError};
use super::verdict::verdict;
use crate::code_mode::engine::CellEngine;
use crate::code_mode::engine::limits::{EngineLimits, Limit};
use crate::code_mode::engine::protocol::{EngineEvent, EngineState, Turn};

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

/// The present child and its predecessors.
#[derive(Default)]
pub(super) struct Children {
    pub(super) process: Option<Process>,
    /// Counts children: a cell of an earlier one has to be moved.
    pub(super) generation: u64,
    pub(super) next_cell: u64,
    /// No child could be started; said once.
    local: bool,
    pub(super) last_death: Option<Death>,
}

/// Why there is no ordinary answer.
pub(super) enum End {
    /// There is no child and never was one: the cell runs here.
    Here,
    /// The cell has ended, with this.
    Cell(Turn),
}

/// A turn that the child did not finish.
pub(super) struct Failed {
    events: Vec<EngineEvent>,
    fault: Fault,
    /// It was an old turn, repeated in a new child.
    moving: bool,
}

impl Failed {
    pub(super) fn moving(fault: Fault) -> Failed {
        Failed { events: Vec::new(), fault, moving: true }
    }

    pub(super) fn while_moving(self) -> Failed {
        Failed::moving(self.fault)
    }
}

impl Children {
    /// Makes sure there is a child. Tells whether it is a new one.
    pub(super) fn ready(&mut self, options: &HostOptions) -> Result<bool, End> {
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
    pub(super) fn exchange(
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
        process.begin(Duration::from_millis(limits.real_ms).saturating_add(margin));
        let done = converse(process, question, limits, events);
        process.finish();
        done
    }

    /// Ends the child after a failure. The cell's last turn, or none if it is tried once more.
    pub(super) fn bury(
        &mut self,
        failed: Failed,
        fresh: bool,
        options: &HostOptions,
    ) -> Option<Turn> {
        let process = self.process.take()?;
        let death = process.end();
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

/// Sends one question and takes its answers, up to the state that ends them.
fn converse(
    process: &mut Process,
    question: &ToHost,
    limits: EngineLimits,
    events: &mut Vec<EngineEvent>,
) -> Result<EngineState, Fault> {
    let asked = match question {
        ToHost::Open { cell, .. } | ToHost::Command { cell, .. } | ToHost::Close { cell } => {
            Some(*cell)
        }
        ToHost::Hello { .. } => None,
    };
    process.send(question)?;
    let mut bytes = 0;
    loop {
        let (answer, length) = process.receive()?;
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
