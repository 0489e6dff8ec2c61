//! The one door to the engine: a text becomes a scenario with problems, a scenario a trace.
//!
//! Knows: the loader, the session, the trace. Everything above reads the results.

mod stub;

pub use crate::scenario::{Loaded, Problem};
use crate::trace::Trace;

/// Reads a text.
pub fn load(text: &str, file_name: &str) -> Loaded {
    crate::scenario::load(text, file_name, &super::pack::tools_list)
}

/// Runs what was read; `None` when an error keeps it from running.
pub fn run(loaded: &Loaded) -> Option<Trace> {
    loaded.is_ok().then(|| stub::run(&loaded.file))
}

/// Prints a scenario.
pub fn print(file: &crate::scenario::ScenarioFile) -> String {
    crate::scenario::print(file)
}
