//! [`NoEngine`]: what runs cells in a build that has no JavaScript engine. It says so.

use super::protocol::{CellStart, Command, EngineState, Turn};
use super::{CellEngine, EngineCell};

/// Error text of every cell in such a build.
pub const NO_ENGINE: &str =
    "this build has no JavaScript engine: build it with the feature `boa` or `v8`";

/// Refuses every cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEngine;

impl CellEngine for NoEngine {
    fn name(&self) -> &'static str {
        "none"
    }

    fn open(&self, _start: CellStart) -> (Box<dyn EngineCell>, Turn) {
        (Box::new(NoCell), refusal())
    }
}

struct NoCell;

impl EngineCell for NoCell {
    fn command(&mut self, _now_ms: u64, _command: &Command) -> Turn {
        refusal()
    }
}

fn refusal() -> Turn {
    let state = EngineState::Finished { error: Some(NO_ENGINE.to_owned()) };
    Turn { events: Vec::new(), state }
}
