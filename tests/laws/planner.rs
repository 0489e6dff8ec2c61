//! Laws of one plan.

use std::collections::{BTreeMap, BTreeSet};

use freezeframe::lang::Lang;
use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::laws::scenarios::{plan_inputs, played, scenario, still};
use freezeframe::planner::inputs::{PermissionProfile, ToolMode};
use freezeframe::planner::ledger::Standing;
use freezeframe::planner::registry::Origin;
use freezeframe::planner::{Plan, Planner, plan};
use freezeframe::tool::{ToolExposure, ToolName, ToolSpec};

use crate::common::{Verdict, plain, relaxed, shown};

#[test]
fn standings_partition_the_candidates() {
    law("standings_partition_the_candidates", still(), |file| {
        let (_, plan) = relaxed(&file)?;
        let all = [Standing::Visible, Standing::Deferred, Standing::Hidden, Standing::Absent];
        let counts = all.map(|standing| plan.standing(standing).count());
        prop_assert_eq!(counts.iter().sum::<usize>(), plan.ledger.candidates.len());
        let registered: BTreeSet<u32> = plan.registry.iter().map(|(_, e)| e.candidate).collect();
        prop_assert_eq!(registered.len(), plan.registry.len(), "an entry without a candidate");
        for (id, candidate) in (0..).zip(&plan.ledger.candidates) {
            let absent = candidate.standing == Standing::Absent;
            let hosted = candidate.origin == Origin::Hosted.label();
            let here = registered.contains(&id);
            prop_assert!(if hosted { !here } else { here != absent }, "{}", candidate.name);
            prop_assert!(!candidate.chain.is_empty(), "no reason for {}", candidate.name);
        }
        Ok(())
    });
}

#[test]
fn visible_and_deferred_are_disjoint() {
    law("visible_and_deferred_are_disjoint", still(), |file| {
        let (_, plan) = relaxed(&file)?;
        let visible = shown(&plan);
        for (name, entry) in plan.registry.iter() {
            let both = visible.contains(name) && entry.exposure.is_deferred();
            prop_assert!(!both, "{} is visible and deferred", name);
            prop_assert!(!visible.contains(name) || entry.exposure.is_direct(), "{}", name);
        }
        Ok(())
    });
}

#[test]
fn visible_names_dispatch() {
    law("visible_names_dispatch", still(), |file| {
        let (_, plan) = relaxed(&file)?;
        for entry in &plan.visible {
            for name in &entry.members {
                let hosted = matches!(*entry.spec, ToolSpec::WebSearch(_));
                prop_assert!(hosted || plan.registry.get(name).is_some(), "{} is not there", name);
            }
        }
        Ok(())
    });
}

#[test]
fn tool_search_hangs_exactly_when_something_can_be_found() {
    law("tool_search_hangs_exactly_when_something_can_be_found", still(), |file| {
        let (inputs, plan) = relaxed(&file)?;
        let supported = inputs.model.supports_search_tool && inputs.provider.namespace_tools;
        let own = ToolName::plain("tool_search");
        let findable = plan.registry.iter().any(|(_, entry)| {
            entry.exposure.is_deferred()
                && entry.runtime.search.is_some()
                && entry.runtime.name != own
        });
        // Whoever held the name was thrown out after having been counted.
        let evicted = plan.ledger.candidates.iter().any(|candidate| {
            plan.ledger.chain(candidate).any(|decision| decision.rule().id == "search.names")
        });
        let hangs = plan
            .registry
            .get(&own)
            .is_some_and(|entry| matches!(entry.runtime.origin, Origin::Search));
        prop_assert!(hangs || !(supported && findable), "something could be found");
        prop_assert!(!hangs || supported && (findable || evicted), "nothing could be found");
        let visible = plan.visible_names().any(|name| *name == own);
        if hangs {
            prop_assert_eq!(visible, plan.gates.mode != ToolMode::CodeModeOnly);
            let specs = plan.registry.iter().filter(|(_, entry)| {
                matches!(&*entry.runtime.spec, ToolSpec::Namespace(n) if &*n.name == "tool_search")
            });
            prop_assert_eq!(specs.count(), 0, "a namespace of the search's own name");
        }
        Ok(())
    });
}

#[test]
fn a_reviewer_gets_at_most_three_tools() {
    law("a_reviewer_gets_at_most_three_tools", (still(), any::<bool>()), |(file, labelled)| {
        let inputs = plan_inputs(&file)?;
        let inputs = freezeframe::laws::scenarios::with_inputs(&inputs, |inputs| {
            inputs.config.error_on_tool_collisions = false;
            if labelled {
                inputs.identity =
                    freezeframe::planner::inputs::Identity::SubAgent("guardian".into());
            }
        });
        let plan = plan(&inputs).map_err(|failure| TestCaseError::fail(failure.to_string()))?;
        if !inputs.identity.is_guardian() {
            return Ok(());
        }
        let own: Vec<&str> = plan
            .registry
            .iter()
            .filter(|(_, entry)| !matches!(entry.runtime.origin, Origin::CodeMode))
            .map(|(name, _)| &*name.name)
            .collect();
        let managed = inputs.permission == PermissionProfile::Managed;
        let expected = match managed && !inputs.environments.is_empty() {
            false => &[][..],
            true if own.len() == 2 => &["exec_command", "write_stdin"],
            true => &["exec_command", "write_stdin", "view_image"],
        };
        prop_assert_eq!(&own, expected);
        prop_assert!(plan.search.is_none());
        let entries = usize::from(plan.gates.code_mode()) * 2;
        prop_assert!(plan.visible.len() <= 3 + entries);
        Ok(())
    });
}

#[test]
fn code_mode_only_withholds_what_cells_can_call() {
    law("code_mode_only_withholds_what_cells_can_call", still(), |file| {
        let (inputs, _) = relaxed(&file)?;
        let inputs = freezeframe::laws::scenarios::with_inputs(&inputs, |inputs| {
            inputs.model.tool_mode = Some(ToolMode::CodeModeOnly);
        });
        let plan = plan(&inputs).map_err(|failure| TestCaseError::fail(failure.to_string()))?;
        let first: Vec<String> = plan.visible_names().take(2).map(ToolName::dotted).collect();
        prop_assert_eq!(first, ["exec", "wait"]);
        for name in shown(&plan).iter().filter(|name| !["exec", "wait"].contains(&&*name.name)) {
            let Some(entry) = plan.registry.get(name) else { continue };
            prop_assert_eq!(entry.exposure, ToolExposure::DirectModelOnly, "{}", name);
        }
        Ok(())
    });
}

#[test]
fn cells_get_every_identifier_once() {
    law("cells_get_every_identifier_once", still(), |file| {
        let (inputs, plan) = relaxed(&file)?;
        prop_assert!(plan.gates.code_mode() || plan.nested.is_empty());
        let mut tools = BTreeSet::new();
        for (identifier, name) in &plan.nested {
            prop_assert!(tools.insert(name.canonical()), "{} has two identifiers", name);
            prop_assert_eq!(&**identifier, name.code_mode_name());
            let first = identifier.chars().next();
            let starts = first.is_some_and(|c| c.is_ascii_alphabetic() || "_$".contains(c));
            let goes_on = identifier.chars().all(|c| c.is_ascii_alphanumeric() || "_$".contains(c));
            prop_assert!(starts && goes_on, "{} is no identifier", identifier);
            let Some(entry) = plan.registry.get(name) else {
                return Err(TestCaseError::fail(format!("{name} is not registered")));
            };
            prop_assert!(entry.exposure.is_available_in_code_mode());
            let excluded = &inputs.config.code_mode.excluded_tool_namespaces;
            prop_assert!(!excluded.contains(name.canonical_namespace()));
        }
        Ok(())
    });
}

#[test]
fn the_wire_carries_what_is_visible() {
    law("the_wire_carries_what_is_visible", still(), |file| {
        let (inputs, plan) = relaxed(&file)?;
        let mut visible = BTreeMap::new();
        for name in plan.visible_names() {
            *visible.entry(name.canonical()).or_insert(0) += 1;
        }
        prop_assert_eq!(on_the_wire(&plan), visible);
        if !inputs.provider.namespace_tools {
            let namespaces = plan.wire().iter().filter(|s| matches!(***s, ToolSpec::Namespace(_)));
            prop_assert_eq!(namespaces.count(), 0);
        }
        for json in plan.wire_json() {
            let value: serde_json::Value = serde_json::from_str(json)
                .map_err(|error| TestCaseError::fail(format!("{error}: {json}")))?;
            prop_assert!(value.get("type").is_some());
        }
        Ok(())
    });
}

/// Names on the wire and how often; a search entry is known by its type.
fn on_the_wire(plan: &Plan) -> BTreeMap<ToolName, i32> {
    let mut names = BTreeMap::new();
    for spec in plan.wire() {
        let members: Vec<ToolName> = match &**spec {
            ToolSpec::Namespace(namespace) => namespace
                .tools
                .iter()
                .map(|tool| ToolName::namespaced(&namespace.name, tool.name()).canonical())
                .collect(),
            other => vec![plain(other.name())],
        };
        for name in members {
            *names.entry(name).or_insert(0) += 1;
        }
    }
    names
}

#[test]
fn every_decision_fills_the_holes_of_its_sentence() {
    law("every_decision_fills_the_holes_of_its_sentence", scenario(), |file| {
        let record = played(&file)?;
        for sample in &record.samples {
            let planned: Box<dyn Iterator<Item = _>> = match &sample.plan {
                Ok(plan) => Box::new(plan.ledger.decisions.iter()),
                Err(failure) => Box::new(failure.ledger.decisions.iter()),
            };
            let calls = sample.calls.iter().flat_map(|call| &call.decisions);
            let omitted = sample.omitted_servers.iter().map(|(_, decision)| decision);
            for decision in planned.chain(&sample.capture).chain(calls).chain(omitted) {
                holes_are_filled(decision)?;
            }
        }
        Ok(())
    });
}

fn holes_are_filled(decision: &freezeframe::planner::rule::Decision) -> Verdict {
    for lang in [Lang::En, Lang::Ko] {
        let template = decision.reason.text.get(lang);
        for hole in template.split('{').skip(1) {
            let key = hole.split('}').next().unwrap_or_default();
            let filled = decision.facts.iter().any(|(name, _)| *name == key);
            prop_assert!(filled, "{} of {} in {:?}", key, decision.rule().id, lang);
        }
        // A fact may hold brackets of its own; without any the sentence has none either.
        let clean = decision.facts.iter().all(|(_, fact)| !fact.to_string().contains('{'));
        prop_assert!(!clean || !decision.sentence(lang).contains('{'), "{}", template);
    }
    Ok(())
}

#[test]
fn a_planner_that_remembers_plans_the_same() {
    let order = proptest::collection::vec(any::<proptest::sample::Index>(), 0..6);
    law("a_planner_that_remembers_plans_the_same", (scenario(), order), |(file, order)| {
        let record = played(&file)?;
        let inputs: Vec<_> = record.samples.iter().map(|sample| &sample.inputs).collect();
        if inputs.is_empty() {
            return Ok(());
        }
        let mut planner = Planner::new();
        let more = order.iter().map(|index| *index.get(&inputs));
        for inputs in inputs.iter().copied().chain(more) {
            let remembered = planner.plan(inputs).plan;
            match (remembered, plan(inputs)) {
                (Ok(remembered), Ok(fresh)) => {
                    prop_assert_eq!(remembered.digest(), fresh.digest());
                    prop_assert_eq!(remembered.wire_json(), fresh.wire_json());
                }
                (Err(remembered), Err(fresh)) => {
                    prop_assert_eq!(remembered.message, fresh.message);
                }
                (remembered, fresh) => {
                    let words = format!("{} but {}", remembered.is_ok(), fresh.is_ok());
                    return Err(TestCaseError::fail(words));
                }
            }
        }
        Ok(())
    });
}
