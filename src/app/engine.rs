//! The one door to the engine: a text becomes a scenario with problems, a scenario a trace.
//!
//! Knows: the loader, the session, the trace, the pack's captured tool lists.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::code_mode::default_engine;
use crate::code_mode::engine::CellEngine;
use crate::code_mode::engine::recording::Recordings;
use crate::code_mode::engine::recording::recorded::Recorded;
pub use crate::scenario::{Loaded, Problem, Severity};
use crate::scenario::{ScenarioFile, outcome};
use crate::trace::Trace;

/// Captured tool lists that stand beside an opened file, by the path the scenario gives.
pub type Files = BTreeMap<String, String>;

/// Reads a text. Captured tool lists come from `files`, then from the pack.
pub fn load(text: &str, file_name: &str, files: &Files) -> Loaded {
    crate::scenario::load(text, file_name, &|path| match files.get(path) {
        Some(text) => Ok(text.clone()),
        None => crate::pack::resolve(path),
    })
}

/// What cells run on: inside this process, unless the program around the window has a better place.
#[derive(Clone, Debug)]
pub struct Cells {
    engine: Arc<dyn CellEngine>,
    recorded: Option<Recorded>,
}

impl Default for Cells {
    fn default() -> Self {
        Cells::on(default_engine())
    }
}

impl Cells {
    /// On an engine.
    pub fn on(engine: Arc<dyn CellEngine>) -> Cells {
        Cells { engine, recorded: None }
    }

    /// On recordings; what they lack has to run elsewhere first.
    pub fn recorded(recordings: Recordings) -> Cells {
        let recorded = Recorded::new(recordings);
        Cells { engine: Arc::new(recorded.clone()), recorded: Some(recorded) }
    }

    /// Did a cell end for want of a recording since the last question?
    pub fn take_missed(&self) -> bool {
        self.recorded.as_ref().is_some_and(|recorded| recorded.take_missed() > 0)
    }

    /// Takes more recordings, in their JSON form.
    ///
    /// # Errors
    /// In words, when they are none or too many.
    pub fn learn(&self, json: &str) -> Result<(), String> {
        let Some(recorded) = &self.recorded else { return Ok(()) };
        recorded.add(Recordings::read(json)?).map_err(|full| full.to_string())
    }
}

/// Runs what was read; `None` when an error keeps it from running.
pub fn run(loaded: &Loaded, cells: &Cells) -> Option<Trace> {
    outcome::trace_with(loaded, None, &cells.engine)
}

/// Prints a scenario.
pub fn print(file: &ScenarioFile) -> String {
    crate::scenario::print(file)
}
