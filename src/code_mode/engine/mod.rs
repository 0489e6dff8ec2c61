//! The contract between a cell and its engine: commands in, events out, and whether the main promise
//! is settled. Script execution costs no virtual time, so one command is one answer.
//!
//! Knows: JSON values and bounds. May not know: who observes a cell, what a tool does.
//! Start reading at [`CellEngine`], then [`protocol`] (what crosses the border), [`js`] (what an
//! engine has to offer), [`helpers`] (every rule of the globals, written once over it) and [`state`]
//! (what a cell remembers between two commands).
//!
//! The border is plain data on purpose: the same messages cross a thread (V8), a process (the host)
//! or a Worker (a browser), and a list of them is a recording.

pub mod helpers;
pub mod js;
pub mod limits;
pub mod none;
pub mod normal;
pub mod protocol;
pub mod recording;
pub mod state;

use std::fmt;

use protocol::{CellStart, Command, Turn};

/// Something that runs JavaScript cells.
///
/// An engine is a factory: it keeps nothing of one cell for the next, so that a fresh cell never
/// sees globals of an earlier one.
pub trait CellEngine: fmt::Debug + Send + Sync {
    /// `boa`, `v8`, `host`, …: for people; never part of a trace's hash.
    fn name(&self) -> &'static str;

    /// Compiles and evaluates a cell up to its first quiescent point.
    ///
    /// A source that does not compile is a cell that has finished with an error, not a fault of the
    /// engine. Never panics and never blocks for longer than the limits of `start` allow.
    fn open(&self, start: CellStart) -> (Box<dyn EngineCell>, Turn);
}

/// One cell inside its engine. Dropping it ends the script at once; no `finally` block runs.
pub trait EngineCell {
    /// Handles one command, drains the microtasks and reports what happened.
    ///
    /// `now_ms` is the virtual time that `Date` shows during this turn. After a turn that did not
    /// report [`protocol::EngineState::Pending`] nothing more may be sent.
    fn command(&mut self, now_ms: u64, command: &Command) -> Turn;
}
