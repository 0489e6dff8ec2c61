//! The laws of the ledger: every tool that any source could offer stands in it, with a chain of
//! decisions that explains where the tool is.

use std::collections::{BTreeMap, BTreeSet};

use crate::fixture::*;
use crate::worlds::{plans, worlds};
use freezeframe::builtin::collab::V2_NAMES;
use freezeframe::lang::Lang;
use freezeframe::planner::Plan;
use freezeframe::planner::catalogue::planner_rules;
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::planner::ledger::{Candidate, Ledger, Standing};
use freezeframe::planner::reach::Reach;
use freezeframe::planner::rule::{Outcome, Stage};
use freezeframe::tool::ToolName;

/// Plans every world and hands each plan with its inputs to `law`.
fn for_all_plans(mut law: impl FnMut(usize, &PlanInputs, &Plan)) {
    let mut planned = 0;
    for (number, (inputs, plan)) in worlds().iter().zip(plans()).enumerate() {
        if let Ok(plan) = plan {
            planned += 1;
            law(number, inputs, plan);
        }
    }
    assert!(planned > 300, "most worlds plan: {planned}");
}

fn chain(ledger: &Ledger, candidate: &Candidate) -> String {
    let rules = ledger.chain(candidate).map(|d| format!("{}/{}", d.rule().id, d.reason.id));
    format!("{} [{}]", candidate.name, rules.collect::<Vec<_>>().join(" > "))
}

#[test]
fn every_sentence_is_complete_in_both_languages() {
    let mut failures = 0;
    for plan in plans() {
        failures += usize::from(plan.is_err());
        let ledger = match plan {
            Ok(plan) => &plan.ledger,
            Err(failure) => &*failure.ledger,
        };
        for decision in &ledger.decisions {
            for lang in [Lang::En, Lang::Ko] {
                let sentence = decision.sentence(lang);
                assert!(!sentence.contains('{'), "{}: {sentence}", decision.rule().id);
                assert!(!sentence.is_empty(), "{}", decision.rule().id);
            }
        }
    }
    assert!(failures > 5, "failing plans leave a ledger too: {failures}");
}

/// A Korean sentence may quote names, but no English phrase.
#[test]
fn korean_sentences_are_korean() {
    let english = [" the ", " is ", " are ", "the model", "the provider", " by ", " on ", " off"];
    for_all_plans(|_, _, plan| {
        // The text of an error stays what it is.
        let quotes_an_error = |name: &&str| *name == "error";
        for decision in &plan.ledger.decisions {
            if decision.facts.iter().any(|(name, _)| quotes_an_error(name)) {
                continue;
            }
            let sentence = decision.sentence(Lang::Ko);
            for words in english {
                assert!(!sentence.contains(words), "{}: {sentence}", decision.rule().id);
            }
        }
    });
}

#[test]
fn decisions_and_chains_stand_in_pipeline_order() {
    for_all_plans(|world, _, plan| {
        let ledger = &plan.ledger;
        let stages: Vec<Stage> = ledger.decisions.iter().map(|d| d.rule().stage).collect();
        assert!(stages.is_sorted(), "world {world}: {stages:?}");
        for candidate in &ledger.candidates {
            let stages = ledger.chain(candidate).map(|decision| decision.rule().stage);
            assert!(stages.is_sorted(), "world {world}: {}", chain(ledger, candidate));
            // Only what the binding left out ends before anybody asks who is planning.
            let identity = ledger.chain(candidate).any(|d| d.rule().stage == Stage::Identity);
            let left_out =
                ledger.chain(candidate).last().map(|d| d.rule().stage) < Some(Stage::Identity);
            assert!(identity != left_out, "world {world}: {}", chain(ledger, candidate));
        }
    });
}

#[test]
fn every_chain_ends_with_the_decision_that_explains_the_standing() {
    for_all_plans(|world, _, plan| {
        for candidate in &plan.ledger.candidates {
            let text = || format!("world {world}: {}", chain(&plan.ledger, candidate));
            let last = plan.ledger.chain(candidate).last().expect("a chain").outcome();
            let expected: &[Outcome] = match candidate.standing {
                Standing::Visible => &[Outcome::Shown],
                Standing::Deferred | Standing::Hidden => &[Outcome::NotShown],
                Standing::Absent => &[Outcome::Absent, Outcome::Removed],
            };
            assert!(expected.contains(&last), "{}: {last:?}", text());
            let registered = plan
                .ledger
                .chain(candidate)
                .filter(|decision| decision.outcome() == Outcome::Registered)
                .count();
            let removed = last == Outcome::Removed;
            let hosted = candidate.reach == Reach::HostedOnly;
            let expected = candidate.standing != Standing::Absent && !hosted || removed;
            assert_eq!(registered, usize::from(expected), "{}", text());
        }
    });
}

#[test]
fn candidates_and_registry_agree() {
    for_all_plans(|world, _, plan| {
        let mut registered = 0;
        for (name, entry) in plan.registry.iter() {
            let candidate = &plan.ledger.candidates[entry.candidate as usize];
            assert_eq!(candidate.name.canonical(), *name, "world {world}");
            assert_eq!(candidate.exposure, Some(entry.exposure), "world {world}: {name}");
            registered += 1;
        }
        let standing = |candidate: &&Candidate| {
            candidate.standing != Standing::Absent && candidate.reach != Reach::HostedOnly
        };
        let counted = plan.ledger.candidates.iter().filter(standing).count();
        assert_eq!(counted, registered, "world {world}");
        for candidate in &plan.ledger.candidates {
            let shown = matches!(candidate.reach, Reach::CallableNow | Reach::HostedOnly);
            assert_eq!(shown, candidate.standing == Standing::Visible, "{}", candidate.name);
            let absent = candidate.reach == Reach::Absent;
            assert_eq!(absent, candidate.standing == Standing::Absent, "{}", candidate.name);
        }
    });
}

/// Names of the agent's own tools, sorted, with the second generation's namespace made the usual
/// one. A name that stands twice is two candidates.
fn own_names(plan: &Plan) -> Vec<String> {
    let second_generation = |name: &ToolName| {
        V2_NAMES.contains(&&*name.name) && name.canonical_namespace() != "multi_agent_v1"
    };
    let own = ["built-in", "search", "code mode", "hosted"];
    let mut names: Vec<String> = plan
        .ledger
        .candidates
        .iter()
        .filter(|candidate| own.contains(&candidate.origin))
        .map(|candidate| match second_generation(&candidate.name) {
            true => format!("collaboration.{}", candidate.name.name),
            false => candidate.name.dotted(),
        })
        .collect();
    names.sort();
    names
}

/// Every tool that a source could offer is a candidate, whoever asks and whatever is switched off.
#[test]
fn every_tool_any_source_could_offer_is_a_candidate() {
    let ordinary = own_names(&planned(&[], |_| {}));
    assert_eq!(ordinary.len(), 34, "{ordinary:?}");
    let unique: BTreeSet<&String> = ordinary.iter().collect();
    assert_eq!(unique.len(), ordinary.len(), "{ordinary:?}");
    for_all_plans(|world, inputs, plan| {
        assert_eq!(own_names(plan), ordinary, "world {world}");
        let mut expected: BTreeMap<(&str, String), usize> = BTreeMap::new();
        let binding = &inputs.binding;
        let listed =
            binding.tools.iter().map(|t| &t.name).chain(binding.dropped.iter().map(|t| &t.name));
        for name in listed {
            *expected.entry(("mcp", name.dotted())).or_default() += 1;
        }
        for tool in inputs.extensions.iter() {
            *expected.entry(("extension", tool.name.dotted())).or_default() += 1;
        }
        for tool in inputs.dynamic_tools.iter() {
            let namespace = tool.namespace.as_ref().map(|(name, _)| name.clone());
            let name = ToolName { namespace, name: tool.name.clone() };
            *expected.entry(("dynamic", name.dotted())).or_default() += 1;
        }
        let mut found: BTreeMap<(&str, String), usize> = BTreeMap::new();
        for candidate in &plan.ledger.candidates {
            if ["mcp", "extension", "dynamic"].contains(&candidate.origin) {
                *found.entry((candidate.origin, candidate.name.dotted())).or_default() += 1;
                let server = candidate.origin == "mcp";
                assert_eq!(candidate.server.is_some(), server, "world {world}");
            }
        }
        assert_eq!(found, expected, "world {world}");
    });
}

#[test]
fn every_rule_decides_somewhere() {
    let mut decided = BTreeSet::new();
    for plan in plans() {
        match plan {
            Ok(plan) => decided.extend(plan.ledger.decisions.iter().map(|d| d.rule().id)),
            Err(failure) => decided.extend(failure.ledger.decisions.iter().map(|d| d.rule().id)),
        }
    }
    let rules: BTreeSet<&str> = planner_rules().into_iter().map(|rule| rule.id).collect();
    let unknown: Vec<_> = decided.difference(&rules).collect();
    assert!(unknown.is_empty(), "not in the catalogue: {unknown:?}");
    let silent: Vec<_> = rules.difference(&decided).collect();
    assert!(silent.is_empty(), "never decided: {silent:?}");
    assert_eq!(rules.len(), planner_rules().len(), "rule ids are unique");
}

/// The deciding sentence of a tool in a world.
#[track_caller]
fn check_why(case: &str, path: &str, change: impl FnOnce(&mut PlanInputs), expected: &str) {
    let plan = planned(&[filesystem()], change);
    let candidate = plan.candidate(&ToolName::parse_dotted(path)).expect(path);
    let deciding = plan.ledger.deciding(candidate).expect("a chain");
    assert_eq!(deciding.sentence(Lang::En), expected, "{case}");
}

/// In CodeModeOnly a withheld tool is not always one that cells can call.
#[test]
fn a_withheld_tool_says_whether_cells_can_call_it() {
    use freezeframe::planner::features::Feature::CodeModeOnly;
    let world = |i: &mut PlanInputs| {
        set(i, CodeModeOnly, true);
        search_on(i);
        i.config.code_mode.excluded_tool_namespaces = ["n".into()].into();
        i.dynamic_tools = [dynamic("n.lookup")].into();
    };
    let inside = "Registered, not in the list: in CodeModeOnly cells call it instead.";
    let nowhere =
        "Registered, not in the list: CodeModeOnly withholds it, and cells cannot call it.";
    check_why("3.8", "exec_command", world, inside);
    check_why("3.8", "tool_search", world, nowhere);
    check_why("3.8", "n.lookup", world, nowhere);
}

/// Reference 4: the profile is asked before the environments are counted.
#[test]
fn a_reviewer_without_anything_hears_of_the_profile_first() {
    use freezeframe::planner::inputs::{Identity, PermissionProfile};
    let world = |i: &mut PlanInputs| {
        i.identity = Identity::SubAgent("guardian".into());
        i.permission = PermissionProfile::External;
        i.environments.clear();
    };
    let profile = "The reviewer gets nothing: its permission profile is External, not Managed.";
    check_why("4", "exec_command", world, profile);
    let skipped = "The source `MCP` was never asked: the session is a reviewer.";
    check_why("4", "mcp__filesystem.read_file", world, skipped);
}
