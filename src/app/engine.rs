//! The one door to the engine: a text becomes a scenario with problems, a scenario a trace.
//!
//! Knows: the loader, the session, the trace, the pack's captured tool lists.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::code_mode::default_engine;
use crate::code_mode::engine::CellEngine;
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
pub struct Cells(pub Arc<dyn CellEngine>);

impl Default for Cells {
    fn default() -> Self {
        Cells(default_engine())
    }
}

/// Runs what was read; `None` when an error keeps it from running.
pub fn run(loaded: &Loaded, cells: &Cells) -> Option<Trace> {
    outcome::trace_with(loaded, None, &cells.0)
}

/// Prints a scenario.
pub fn print(file: &ScenarioFile) -> String {
    crate::scenario::print(file)
}
