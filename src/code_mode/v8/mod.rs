//! The engine on real V8, as upstream has it: one thread, one fresh isolate and one context per
//! cell, commands over one channel and answers over another.
//!
//! Knows: the contract of `engine`, threads and real time. They never reach a turn: the caller waits
//! for every answer, and real time decides only when a script that does not end is given up.
//! Start reading at [`V8Engine`], then `thread` (the caller's side), `cell` (the script's side) and
//! `snapshot` (what a cell starts with).
//!
//! What boa counts, V8 measures. boa ends a loop after [`EngineLimits::steps`] turns; V8 has no such
//! count, so here a turn that needs more processor time than [`EngineLimits::real_ms`] is stopped.
//! Both report [`Limit::Steps`]: the script did not come to rest within its budget.
//!
//! The zone of dates is UTC. V8 asks the process for it, so one that runs cells is started with
//! `TZ=UTC` (`.cargo/config.toml` under cargo, the host process otherwise); in any other zone a cell
//! ends with an error that says so.
//!
//! Upstream: `codex-rs/code-mode-runtime/src/`.
//!
//! [`EngineLimits::steps`]: super::engine::limits::EngineLimits::steps
//! [`EngineLimits::real_ms`]: super::engine::limits::EngineLimits::real_ms
//! [`Limit::Steps`]: super::engine::limits::Limit::Steps

#![allow(unsafe_code)]

mod cell;
mod cpu;
mod globals;
mod heap;
mod js;
mod looks;
mod native;
mod process;
mod slot;
mod snapshot;
mod spare;
mod thread;

use std::fmt;

use super::engine::protocol::{CellStart, EngineState, Turn};
use super::engine::state::Tap;
use super::engine::{CellEngine, EngineCell};

/// Cells on V8.
#[derive(Clone, Default)]
pub struct V8Engine {
    /// Sees every event as it happens, on the thread of the cell.
    pub tap: Option<Tap>,
}

impl fmt::Debug for V8Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("V8Engine").field("tap", &self.tap.is_some()).finish()
    }
}

impl CellEngine for V8Engine {
    fn name(&self) -> &'static str {
        "v8"
    }

    fn open(&self, start: CellStart) -> (Box<dyn EngineCell>, Turn) {
        match process::ready() {
            Ok(ready) => thread::open(ready, start, self.tap.clone()),
            Err(why) => {
                let error = Some(why.to_owned());
                let turn = Turn { events: Vec::new(), state: EngineState::Finished { error } };
                (Box::new(Over), turn)
            }
        }
    }
}

/// A cell that ended before it began.
struct Over;

impl EngineCell for Over {
    fn command(&mut self, _now_ms: u64, _command: &super::engine::protocol::Command) -> Turn {
        Turn { events: Vec::new(), state: EngineState::Died }
    }
}
