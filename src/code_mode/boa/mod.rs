//! Cells on `boa_engine`: the engine that every build has, natively and in a browser.
//!
//! Knows: the contract of [`super::engine`], and boa. May not know: real time, threads, who observes
//! a cell. A cell lives on the thread that opened it, inside one boa context of its own.
//! Start reading at [`BoaEngine`], then `cell` (a turn) and `bridge` (what the helpers ask for).
//!
//! # What holds inside this process
//!
//! Instructions of a whole cell (`steps` times [`INSTRUCTIONS_PER_STEP`]), microtasks of one turn
//! (`steps` by [`MICROTASK_STEPS`]), depth of calls (`recursion`), arguments and registers in use ([`MAX_REGISTERS`]), nesting of brackets in sources ([`nesting::MAX_NESTING`]), nesting of
//! values in JSON ([`json::MAX_DEPTH`]), single buffers and repeated strings (`heap_bytes`), and
//! everything put out ([`super::engine::state::CellState::push`]). None of these can be caught by a
//! script, save the sizes, which are RangeErrors.
//!
//! # What does not
//!
//! boa offers no bound for the heap as a whole, for one native call that works long (a regular
//! expression that backtracks, arithmetic on huge bigints, strings grown by appending) or for native
//! recursion along data (a prototype chain, proxies around proxies, bound functions around each other,
//! arrays in arrays turned to text, each a hundred thousand deep). Such a script ends the process or
//! hangs it. Strangers' cells therefore run behind a boundary, in a process or a Worker that may die.
//!
//! # Where it differs from V8
//!
//! No `Intl`, no `Temporal`, no disposable stacks; wording of engine errors; `line` of an event that
//! spans lines; an object that is being turned to a primitive counts as empty inside that conversion.
//! Dates as text do not name their zone, on either engine. Weak references never die within a cell and
//! finalisers never run, so that no trace depends on when garbage is collected.

mod bounds;
mod bridge;
mod cell;
mod errors;
mod globals;
mod host;
mod json;
mod nesting;
mod source;

use std::fmt;

use super::engine::protocol::{CellStart, Turn};
use super::engine::state::Tap;
use super::engine::{CellEngine, EngineCell};

pub use bounds::MAX_ITEMS;
pub use bridge::panicked;
pub use json::{MAX_DEPTH, MAX_REVIVED};
pub use nesting::MAX_NESTING;

/// Instructions that a cell may use over its whole life, for every step of its limit.
pub const INSTRUCTIONS_PER_STEP: u64 = 50;
/// Steps that a microtask counts for.
pub const MICROTASK_STEPS: u64 = 10;
/// Values on boa's stack: arguments of a call and registers of all functions that run.
pub const MAX_REGISTERS: usize = 200_000;

/// Runs cells on boa.
#[derive(Clone, Default)]
pub struct BoaEngine {
    tap: Option<Tap>,
}

impl BoaEngine {
    /// An engine whose events are seen when a turn is over.
    pub fn new() -> BoaEngine {
        BoaEngine::default()
    }

    /// An engine that shows every event to `tap` the moment it happens.
    pub fn with_tap(tap: Tap) -> BoaEngine {
        BoaEngine { tap: Some(tap) }
    }
}

impl fmt::Debug for BoaEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoaEngine").field("tap", &self.tap.is_some()).finish()
    }
}

impl CellEngine for BoaEngine {
    fn name(&self) -> &'static str {
        "boa"
    }

    fn open(&self, start: CellStart) -> (Box<dyn EngineCell>, Turn) {
        let (cell, turn) = cell::BoaCell::open(start, self.tap.clone());
        (Box::new(cell), turn)
    }
}
