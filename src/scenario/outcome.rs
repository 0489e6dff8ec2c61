//! From a loaded scenario to its trace: the way that app, command line and tests share.

use super::file::{Bilingual, ScenarioFile};
use super::load::Loaded;
use crate::lang::Caption;
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

/// Runs what was loaded, under the scenario's own freeze policy or another one. `None` when an
/// error among the problems keeps it from running.
pub fn trace(loaded: &Loaded, policy: Option<FreezePolicy>) -> Option<Trace> {
    let script = loaded.script.as_ref()?;
    let record = match policy {
        Some(policy) if policy != script.policy => {
            let mut script = script.clone();
            script.policy = policy;
            crate::session::run(&script)
        }
        _ => crate::session::run(script),
    };
    Some(Trace::new(head(&loaded.file), record))
}

fn caption(text: &Bilingual) -> Caption {
    Caption { en: text.en.as_str().into(), ko: text.ko.as_str().into() }
}
