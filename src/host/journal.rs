//! [`Journal`]: all a cell was told so far, and a digest of what it answered.
//!
//! Knows: messages. May not know: processes. A cell is deterministic: told the same, it answers the
//! same and stands where it stood.

use sha2::{Digest, Sha256};

use super::message::ToHost;
use crate::code_mode::engine::limits::EngineLimits;
use crate::code_mode::engine::protocol::{CellStart, Command, Turn};

/// A recording of one cell.
#[derive(Debug)]
pub struct Journal {
    start: CellStart,
    commands: Vec<(u64, Command)>,
    /// One for the start, one for every command.
    answers: Vec<Answer>,
}

/// A digest of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer([u8; 32]);

impl Answer {
    /// The digest of this turn.
    pub fn of(turn: &Turn) -> Answer {
        // Plain data with text keys: it always has a JSON form.
        let json = serde_json::to_vec(turn).unwrap_or_default();
        Answer(Sha256::digest(json).into())
    }

    /// Is it this turn?
    pub fn is(self, turn: &Turn) -> bool {
        self == Answer::of(turn)
    }
}

impl Journal {
    /// The journal of a cell that was not opened yet.
    pub fn new(start: CellStart) -> Journal {
        Journal { start, commands: Vec::new(), answers: Vec::new() }
    }

    /// What the cell starts with.
    pub fn start(&self) -> &CellStart {
        &self.start
    }

    /// The cell's bounds.
    pub fn limits(&self) -> EngineLimits {
        self.start.limits
    }

    /// The question that opens the cell under a number.
    pub fn open(&self, cell: u64) -> ToHost {
        ToHost::Open { cell, start: self.start.clone() }
    }

    /// Records a turn: the opening without a question, then the commands.
    pub fn push(&mut self, question: Option<(u64, Command)>, turn: &Turn) {
        self.commands.extend(question);
        self.answers.push(Answer::of(turn));
    }

    /// All questions so far for a cell under a number, with the answers that must come.
    pub fn replay(&self, cell: u64) -> impl Iterator<Item = (ToHost, Answer)> {
        let commands = self.commands.iter().map(move |(now_ms, command)| ToHost::Command {
            cell,
            now_ms: *now_ms,
            command: command.clone(),
        });
        std::iter::once(self.open(cell)).chain(commands).zip(self.answers.iter().copied())
    }
}
