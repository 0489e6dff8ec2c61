//! Texts in, texts out: the engine for callers that have no Rust types, such as the web edition's
//! engine module.
//!
//! Knows: the loader, the trace's forms, links, the pack. May not know: who calls.
//! Start reading at [`run`].

use crate::link;
use crate::pack::{SCENARIOS, resolve};
use crate::scenario::{Loaded, Severity, load, outcome};
use crate::trace::{Trace, json, text};

/// Version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The trace of a scenario, as JSON ([`crate::trace::json`]).
///
/// # Errors
/// Every problem in words, with its place, when an error keeps it from running.
pub fn run(scenario: &str, file_name: &str) -> Result<String, String> {
    let trace = trace(scenario, file_name)?;
    Ok(json::write(&trace))
}

/// The trace of a scenario, as the text that people review.
///
/// # Errors
/// As [`run`].
pub fn transcript(scenario: &str, file_name: &str) -> Result<String, String> {
    trace(scenario, file_name).map(|trace| text::write(&trace))
}

/// The content hash of a scenario's trace.
///
/// # Errors
/// As [`run`].
pub fn hash(scenario: &str, file_name: &str) -> Result<String, String> {
    trace(scenario, file_name).map(|trace| trace.hash.to_string())
}

/// File name and text of what a link means, one after the other; nothing when it means nothing
/// that is here. What is stale about a link is the window's to tell.
pub fn linked(link: &str) -> Option<[String; 2]> {
    let (link, _) = link::read(link);
    let (name, text) = link::resolve(&link, SCENARIOS).text?;
    Some([name, text])
}

/// File names of the pack's scenarios, in order.
pub fn scenarios() -> Vec<String> {
    SCENARIOS.iter().map(|(name, _)| (*name).to_owned()).collect()
}

fn trace(scenario: &str, file_name: &str) -> Result<Trace, String> {
    let loaded = load(scenario, file_name, &resolve);
    outcome::trace(&loaded, None).ok_or_else(|| errors(&loaded))
}

fn errors(loaded: &Loaded) -> String {
    let errors = loaded.problems.iter().filter(|problem| problem.severity == Severity::Error);
    errors.map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
