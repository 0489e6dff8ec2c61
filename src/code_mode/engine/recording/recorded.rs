//! [`Recorded`]: an engine that has no JavaScript and answers from recordings.
//!
//! Knows: recordings. A turn that is not among them is a miss: the cell ends with [`NEEDS_ENGINE`],
//! and the miss is counted, so that the owner can ask an engine and run again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Full, Recordings, Told};
use crate::code_mode::engine::protocol::{CellStart, Command, EngineState, Turn};
use crate::code_mode::engine::{CellEngine, EngineCell};

/// Error text of a cell one of whose turns was never recorded.
pub const NEEDS_ENGINE: &str = "no recording of this cell: a JavaScript engine has to run it first";

/// Plays recordings. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Recorded(Arc<Mutex<Tape>>);

#[derive(Debug, Default)]
struct Tape {
    recordings: Recordings,
    missed: usize,
}

impl Recorded {
    /// An engine that knows these turns.
    pub fn new(recordings: Recordings) -> Recorded {
        Recorded(Arc::new(Mutex::new(Tape { recordings, missed: 0 })))
    }

    /// Learns more of them.
    ///
    /// # Errors
    /// When there is no room for all of them; then the earlier ones are forgotten instead.
    pub fn add(&self, more: Recordings) -> Result<(), Full> {
        let mut tape = self.tape();
        let added = tape.recordings.add(more.clone());
        if added.is_err() {
            tape.recordings = more;
        }
        added
    }

    /// How many cells ended for want of a recording since the last question.
    pub fn take_missed(&self) -> usize {
        std::mem::take(&mut self.tape().missed)
    }

    fn tape(&self) -> MutexGuard<'_, Tape> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn turn(&self, told: Told) -> Turn {
        let mut tape = self.tape();
        if let Some(turn) = tape.recordings.get(told) {
            return turn.clone();
        }
        tape.missed += 1;
        let state = EngineState::Finished { error: Some(NEEDS_ENGINE.to_owned()) };
        Turn { events: Vec::new(), state }
    }
}

impl CellEngine for Recorded {
    fn name(&self) -> &'static str {
        "recorded"
    }

    fn open(&self, start: CellStart) -> (Box<dyn EngineCell>, Turn) {
        let told = Told::start(&start);
        let turn = self.turn(told);
        (Box::new(RecordedCell { engine: self.clone(), told }), turn)
    }
}

struct RecordedCell {
    engine: Recorded,
    told: Told,
}

impl EngineCell for RecordedCell {
    fn command(&mut self, now_ms: u64, command: &Command) -> Turn {
        self.told = self.told.then(now_ms, command);
        self.engine.turn(self.told)
    }
}
