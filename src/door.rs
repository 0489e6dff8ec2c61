//! Texts in, texts out: the engine for callers that have no Rust types, such as the web edition's
//! engine module.
//!
//! Knows: the loader, the trace's forms, links, the pack, recordings. May not know: who calls.
//! Start reading at [`run`].

use std::sync::Arc;

use crate::code_mode::engine::CellEngine;
use crate::code_mode::engine::recording::recorder::Recorder;
use crate::link;
use crate::pack::{SCENARIOS, resolve};
use crate::scenario::{Loaded, Severity, load, outcome};
use crate::trace::{Trace, json, text};

/// Version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What cells run on.
pub type Engine = Arc<dyn CellEngine>;

/// The trace of a scenario, as JSON ([`crate::trace::json`]).
///
/// # Errors
/// Every problem in words, with its place, when an error keeps it from running.
pub fn run(scenario: &str, file_name: &str, cells: &Engine) -> Result<String, String> {
    let trace = trace(scenario, file_name, cells)?;
    Ok(json::write(&trace))
}

/// The trace of a scenario, as the text that people review.
///
/// # Errors
/// As [`run`].
pub fn transcript(scenario: &str, file_name: &str, cells: &Engine) -> Result<String, String> {
    trace(scenario, file_name, cells).map(|trace| text::write(&trace))
}

/// The content hash of a scenario's trace.
///
/// # Errors
/// As [`run`].
pub fn hash(scenario: &str, file_name: &str, cells: &Engine) -> Result<String, String> {
    trace(scenario, file_name, cells).map(|trace| trace.hash.to_string())
}

/// Everything its cells did, as recordings in their JSON form
/// ([`crate::code_mode::engine::recording`]), and what `recorder` knew before.
///
/// # Errors
/// As [`run`], and when it is too much to be kept.
pub fn record(scenario: &str, file_name: &str, recorder: &Recorder) -> Result<String, String> {
    let cells: Engine = Arc::new(recorder.clone());
    trace(scenario, file_name, &cells)?;
    let recordings = recorder.recordings().map_err(|full| full.to_string())?;
    Ok(recordings.write())
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

fn trace(scenario: &str, file_name: &str, cells: &Engine) -> Result<Trace, String> {
    let loaded = load(scenario, file_name, &resolve);
    outcome::trace_with(&loaded, None, cells).ok_or_else(|| errors(&loaded))
}

fn errors(loaded: &Loaded) -> String {
    let errors = loaded.problems.iter().filter(|problem| problem.severity == Severity::Error);
    errors.map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
