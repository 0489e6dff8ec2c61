//! The one door to the engine: a text becomes a scenario with problems, a scenario a trace.
//!
//! Knows: the loader, the session, the trace, the pack's captured tool lists.

pub use crate::scenario::{Loaded, Problem, Severity};

use crate::lang::Caption;
use crate::scenario::file::{Bilingual, ScenarioFile};
use crate::trace::{Head, Trace};

/// Reads a text.
pub fn load(text: &str, file_name: &str) -> Loaded {
    crate::scenario::load(text, file_name, &crate::pack::resolve)
}

/// Runs what was read; `None` when an error keeps it from running.
pub fn run(loaded: &Loaded) -> Option<Trace> {
    let script = loaded.script.as_ref()?;
    Some(Trace::new(head(&loaded.file), crate::session::run(script)))
}

/// Prints a scenario.
pub fn print(file: &ScenarioFile) -> String {
    crate::scenario::print(file)
}

/// What a scenario says about itself, in the words of a trace.
pub fn head(file: &ScenarioFile) -> Head {
    let caption =
        |text: &Bilingual| Caption { en: text.en.as_str().into(), ko: text.ko.as_str().into() };
    Head {
        title: caption(&file.title),
        question: caption(&file.question),
        answer: caption(&file.answer),
        source: file.source.as_str().into(),
        notes: file.notes.iter().map(caption).collect(),
    }
}
