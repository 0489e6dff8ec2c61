//! Bounds of cells. Upstream has none of them; a simulator that runs strangers' code needs all.
//!
//! Reaching one is never a crash: it is a line of the trace, and the next cell is not harmed.

use serde::{Deserialize, Serialize};

/// Longest source of a cell, in bytes.
pub const MAX_SOURCE_BYTES: usize = 256 * 1024;
/// Cells a session may start.
pub const MAX_CELLS: u32 = 10_000;
/// Commands one cell may be given before it counts as running for ever.
pub const MAX_TURNS: u32 = 100_000;
/// Commands one cell may be given at one virtual instant before it counts as running for ever.
pub const MAX_TURNS_AT_ONCE: u32 = 10_000;

/// Last moment that a date can show, in ms since 1970. Virtual time may go on beyond it; in a cell it
/// stands still there.
pub const MAX_DATE_MS: u64 = 8_640_000_000_000_000;

/// Bounds that the engine itself keeps while a cell runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineLimits {
    /// Turns of one loop, and microtasks of one turn of the cell.
    pub steps: u64,
    /// Depth of calls of script functions.
    pub recursion: u32,
    /// Heap, in bytes.
    pub heap_bytes: u64,
    /// Bytes of all items, notifications, tool inputs and stored values of a cell together.
    pub output_bytes: u64,
    /// Items, notifications, tool calls, timeouts and stores of a cell together.
    pub effects: u32,
    /// Time one turn may take, in ms, where somebody watches (V8, the host process): processor time
    /// where the system tells it, else real time.
    /// Large, so that it is met only by work that does not end: a slow machine gives the same trace.
    pub real_ms: u64,
}

impl Default for EngineLimits {
    fn default() -> Self {
        Self {
            steps: 1_000_000,
            recursion: 400,
            heap_bytes: 64 * 1024 * 1024,
            output_bytes: 8 * 1024 * 1024,
            effects: 100_000,
            real_ms: 5_000,
        }
    }
}

/// A bound that a cell reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// The script did not come to rest within its budget: a loop, or a chain of microtasks, that
    /// does not end. boa counts turns and microtasks; V8 cannot, and measures processor time.
    Steps,
    /// One turn took too much real time.
    Time,
    /// Too many commands, for instance a timer that sets itself again.
    Turns,
    /// The heap is full.
    Heap,
    /// Script functions called each other too deeply.
    Stack,
    /// Too many bytes were put out.
    Output,
    /// Too many effects.
    Effects,
    /// The source is too long.
    Source,
}

impl Limit {
    /// The word in text and JSON.
    pub fn label(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Time => "time",
            Self::Turns => "turns",
            Self::Heap => "heap",
            Self::Stack => "stack",
            Self::Output => "output",
            Self::Effects => "effects",
            Self::Source => "source",
        }
    }

    /// Does the script count as running for ever? Then it yields at its deadline and has to be
    /// terminated, as a busy loop upstream. Otherwise the cell has failed.
    pub fn keeps_running(self) -> bool {
        matches!(self, Self::Steps | Self::Time | Self::Turns)
    }
}
