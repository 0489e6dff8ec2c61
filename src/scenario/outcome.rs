//! From a loaded scenario to its trace: the way that app, command line and tests share.

use std::sync::Arc;

use super::file::{Bilingual, ScenarioFile};
use super::load::Loaded;
use crate::code_mode::default_engine;
use crate::code_mode::engine::CellEngine;
use crate::lang::Caption;
use crate::session::run_with;
use crate::session::script::FreezePolicy;
use crate::trace::{Head, Trace};

/// What a scenario says about itself, for the head of a trace.
pub fn head(file: &ScenarioFile) -> Head {
    Head {
        title: caption(&file.title),
        question: caption(&file.question),
        answer: caption(&file.answer),
        source: file.source.as_str().into(),
        notes: file.notes.iter().map(caption).collect(),
    }
}

/// Runs what was loaded, under the scenario's own freeze policy or another one, its cells on the
/// default engine. `None` when an error among the problems keeps it from running.
pub fn trace(loaded: &Loaded, policy: Option<FreezePolicy>) -> Option<Trace> {
    trace_with(loaded, policy, &default_engine())
}

/// The same with another engine for its cells.
pub fn trace_with(
    loaded: &Loaded,
    policy: Option<FreezePolicy>,
    engine: &Arc<dyn CellEngine>,
) -> Option<Trace> {
    let script = loaded.script.as_ref()?;
    let record = match policy {
        Some(policy) if policy != script.policy => {
            let mut script = script.clone();
            script.policy = policy;
            run_with(&script, engine)
        }
        _ => run_with(script, engine),
    };
    Some(Trace::new(head(&loaded.file), record))
}

fn caption(text: &Bilingual) -> Caption {
    Caption { en: text.en.as_str().into(), ko: text.ko.as_str().into() }
}
