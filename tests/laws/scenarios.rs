//! Laws of scenario files and of traces as texts.

use std::collections::BTreeSet;

use freezeframe::laws::expectations::of_trace;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::laws::scenarios::{lowered, scenario};
use freezeframe::laws::{law, proptest};
use freezeframe::planner::catalogue::planner_rules;
use freezeframe::scenario::expect::compare;
use freezeframe::scenario::{ScenarioFile, load, print, words};
use freezeframe::session::{run, session_rules};
use freezeframe::trace::coverage::rules;
use freezeframe::trace::{Head, Trace, json, text};

use crate::common::trace;

fn no_files(path: &str) -> Result<String, String> {
    Err(format!("there is no file {path}"))
}

#[test]
fn a_printed_scenario_reads_back_the_same_and_runs_the_same() {
    law("a_printed_scenario_reads_back_the_same_and_runs_the_same", scenario(), |file| {
        let loaded = load(&print(&file), "law.ron", &no_files);
        prop_assert_eq!(&loaded.file, &file);
        let Some(script) = &loaded.script else {
            let words = loaded.problems.first().map(|problem| problem.message.clone());
            return Err(TestCaseError::fail(words.unwrap_or_default()));
        };
        let read = Trace::new(Head::default(), run(script));
        prop_assert_eq!(read.hash, trace(&file)?.hash);
        Ok(())
    });
}

#[test]
fn a_run_leaves_the_same_bytes_every_time() {
    law("a_run_leaves_the_same_bytes_every_time", scenario(), |file| {
        let (first, second) = (trace(&file)?, trace(&file)?);
        prop_assert_eq!(&first.hash, &second.hash);
        prop_assert_eq!(text::write(&first), text::write(&second));
        prop_assert_eq!(json::write(&first), json::write(&second));
        Ok(())
    });
}

#[test]
fn a_trace_meets_what_it_says_of_itself() {
    law("a_trace_meets_what_it_says_of_itself", scenario(), |file| {
        let trace = trace(&file)?;
        let found = compare(&trace, &of_trace(&trace));
        prop_assert!(found.is_empty(), "{}", found[0]);
        Ok(())
    });
}

#[test]
fn every_step_can_be_looked_at_alone() {
    law("every_step_can_be_looked_at_alone", scenario(), |file| {
        let trace = trace(&file)?;
        let steps = trace.len() as u32;
        for step in 1..=steps {
            prop_assert_eq!(trace.sample(step).map(|sample| sample.step), Some(step));
            prop_assert!(text::step(&trace, step).is_some_and(|page| !page.is_empty()));
        }
        for beyond in [0, steps + 1, u32::MAX] {
            prop_assert!(trace.sample(beyond).is_none() && text::step(&trace, beyond).is_none());
        }
        Ok(())
    });
}

/// Not a law of scenarios but of the strategies: no variant is forgotten.
#[test]
fn strategies_make_every_setting_and_event() {
    let schema = freezeframe::scenario::json_schema();
    let variants = |name: &str| -> BTreeSet<String> {
        let list = schema["$defs"][name]["oneOf"].as_array().cloned().unwrap_or_default();
        let name_of = |variant: &serde_json::Value| -> Vec<String> {
            let listed = variant["enum"].as_array().cloned().unwrap_or_default();
            let words = listed.iter().chain(variant.get("const")).filter_map(|w| w.as_str());
            let keys = variant["properties"].as_object().into_iter().flat_map(|o| o.keys());
            words.map(str::to_owned).chain(keys.cloned()).collect()
        };
        list.iter().flat_map(name_of).collect()
    };
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut settings = BTreeSet::new();
    let mut events = BTreeSet::new();
    let (any_setting, any_event) =
        (freezeframe::laws::settings::setting(), freezeframe::laws::events::event());
    for _ in 0..2_000 {
        let setting = any_setting.new_tree(&mut runner);
        let key = words(&setting.expect("makes a setting").current().1).0;
        settings.insert(key.split(' ').next().unwrap_or_default().to_owned());
        let event = any_event.new_tree(&mut runner);
        events.insert(event.expect("makes an event").current().0);
    }
    assert_eq!(settings, variants("Setting"));
    assert_eq!(events.len(), variants("Event").len());
}

/// A law says little about a rule that no scenario meets.
#[test]
fn scenarios_meet_every_rule() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = scenario();
    let mut met = BTreeSet::new();
    for _ in 0..2_000 {
        let file: ScenarioFile = strategy.new_tree(&mut runner).expect("makes one").current();
        met.extend(rules(&run(&lowered(&file).expect("runs"))));
    }
    // It takes tools of thousands of bytes.
    met.insert("mcp.plugin_budget");
    let all = planner_rules().into_iter().chain(session_rules()).map(|rule| rule.id);
    let missed: Vec<&str> = all.filter(|rule| !met.contains(rule)).collect();
    assert!(missed.is_empty(), "{missed:?}");
}
