//! What the two processes say to each other.
//!
//! The parent asks, the child answers: hello is answered by ready or rejected; open and command by
//! any number of events and then one state; close by nothing. There is one question at a time.

use serde::{Deserialize, Serialize};

use crate::code_mode::engine::protocol::{CellStart, Command, EngineEvent, EngineState};

/// Version of these messages; both sides must have the same one.
pub const VERSION: u32 = 1;

/// From the parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum ToHost {
    /// The first message.
    Hello {
        /// [`VERSION`] of the parent.
        version: u32,
        /// The engine it wants.
        engine: String,
    },
    /// Starts a cell.
    Open {
        /// Its number, not used before by this parent.
        cell: u64,
        /// What it starts with.
        start: CellStart,
    },
    /// Gives a cell a command.
    Command {
        /// Its number.
        cell: u64,
        /// Virtual time, ms since 1970.
        now_ms: u64,
        /// The command.
        command: Command,
    },
    /// Forgets a cell.
    Close {
        /// Its number.
        cell: u64,
    },
}

/// From the child.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum FromHost {
    /// The child can work.
    Ready {
        /// [`VERSION`] of the child.
        version: u32,
        /// The engine it runs.
        engine: String,
    },
    /// The child cannot work, and ends.
    Rejected {
        /// Why.
        reason: String,
    },
    /// A script did something, just now.
    Event {
        /// The cell.
        cell: u64,
        /// What it did.
        event: EngineEvent,
    },
    /// The turn is over.
    State {
        /// The cell.
        cell: u64,
        /// How it stands.
        state: EngineState,
    },
}
