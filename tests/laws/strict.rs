//! Laws of strict mode: it fails on exactly what relaxed mode let pass.

use std::collections::BTreeMap;

use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::laws::scenarios::{still, with_inputs};
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::planner::{Plan, plan};
use freezeframe::tool::{ToolExposure, ToolSpec};

use crate::common::relaxed;

#[test]
fn strict_mode_fails_on_what_relaxed_mode_let_pass() {
    law("strict_mode_fails_on_what_relaxed_mode_let_pass", still(), |file| {
        let (inputs, relaxed) = relaxed(&file)?;
        let strict = with_inputs(&inputs, |inputs| inputs.config.error_on_tool_collisions = true);
        let expected = match relaxed.registry.first_collision() {
            Some(name) => Some(name.strict()),
            None => clash(&inputs, &relaxed),
        };
        match (plan(&strict), expected) {
            (Err(failure), Some(name)) => {
                prop_assert_eq!(&*failure.message, format!("duplicate tool: {name}"));
            }
            (Ok(strict), None) => {
                prop_assert_eq!(strict.wire_json(), relaxed.wire_json());
                let names = |plan: &Plan| -> Vec<_> {
                    plan.registry.iter().map(|(name, e)| (name.clone(), e.exposure)).collect()
                };
                prop_assert_eq!(names(&strict), names(&relaxed));
            }
            (Err(failure), None) => {
                return Err(TestCaseError::fail(format!("{failure}, but nothing clashes")));
            }
            (Ok(_), Some(name)) => {
                return Err(TestCaseError::fail(format!("{name} clashes, and nobody noticed")));
            }
        }
        Ok(())
    });
}

/// The first namespace with two owners or two descriptions, by looking at each pair of entries.
fn clash(inputs: &PlanInputs, plan: &Plan) -> Option<String> {
    let inventory = inputs.config.turn_metadata_includes_tool_info && inputs.model.responses_lite;
    let mut owners: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (_, entry) in plan.registry.iter() {
        let (namespace, text) = match &*entry.runtime.spec {
            ToolSpec::Namespace(spec) => (spec.name.to_string(), spec.description.to_string()),
            ToolSpec::ToolSearch(_) => ("tool_search".to_owned(), String::new()),
            _ => ("functions".to_owned(), String::new()),
        };
        if inventory && entry.exposure != ToolExposure::Hidden {
            let owner = entry.runtime.origin.server().map(|server| server.to_string());
            let known = owners.entry(namespace.clone()).or_default();
            known.push(owner);
            if known.first() != known.last() {
                return Some(namespace);
            }
        }
        if !text.trim().is_empty() {
            let known = texts.entry(namespace.clone()).or_default();
            known.push(text);
            if known.first() != known.last() {
                return Some(namespace);
            }
        }
    }
    None
}
