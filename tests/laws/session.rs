//! Laws of the freeze: what a captured table is, and what cannot change it.

use std::sync::Arc;

use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::laws::proptest::test_runner::TestCaseError;
use freezeframe::laws::scenarios::{lowered, played, scenario};
use freezeframe::planner::{Plan, plan};
use freezeframe::scenario::file::{BeatFile, EventFile, FreezePolicy};
use freezeframe::scenario::setting::SettingFile;
use freezeframe::scenario::{ScenarioFile, level};
use freezeframe::session::record::{Record, SampleRecord};
use freezeframe::session::run;
use freezeframe::session::script::{Beat, FreezePolicy as Policy, Level};
use freezeframe::tool::{ToolName, ToolSpec};

use crate::common::table;

fn tables(record: &Record) -> Vec<String> {
    record.samples.iter().map(table).collect()
}

#[test]
fn a_captured_table_is_what_its_inputs_give() {
    law("a_captured_table_is_what_its_inputs_give", scenario(), |file| {
        let record = played(&file)?;
        for sample in &record.samples {
            // Planned again after everything has happened: nothing the table was made of changed.
            let Ok(boundary) = &sample.boundary else { continue };
            let again = plan(&sample.inputs).map_err(|f| TestCaseError::fail(f.to_string()))?;
            prop_assert_eq!(again.digest(), boundary.digest());
            prop_assert_eq!(again.registry.len(), boundary.registry.len());
        }
        Ok(())
    });
}

#[test]
fn every_call_of_a_sample_has_the_sample_s_table() {
    law("every_call_of_a_sample_has_the_sample_s_table", scenario(), |mut file| {
        file.policy = FreezePolicy::Step;
        let record = played(&file)?;
        prop_assert_eq!(record.anomalies.total(), 0);
        for sample in &record.samples {
            let Ok(plan) = &sample.plan else {
                prop_assert!(sample.calls.is_empty(), "nothing was sent");
                continue;
            };
            prop_assert!(sample.boundary.as_ref().is_ok_and(|edge| Arc::ptr_eq(edge, plan)));
            for call in &sample.calls {
                prop_assert_eq!(&call.table, plan.digest());
            }
        }
        Ok(())
    });
}

#[test]
fn under_the_turn_policy_a_turn_has_one_table() {
    law("under_the_turn_policy_a_turn_has_one_table", scenario(), |mut file| {
        file.policy = FreezePolicy::Turn;
        let record = played(&file)?;
        prop_assert_eq!(record.policy, Policy::Turn);
        for pair in record.samples.windows(2) {
            if pair[0].turn == pair[1].turn {
                prop_assert_eq!(table(&pair[0]), table(&pair[1]));
            }
        }
        prop_assert_eq!(record.anomalies.split_tables, 0);
        Ok(())
    });
}

#[test]
fn a_longer_script_changes_no_earlier_sample() {
    law("a_longer_script_changes_no_earlier_sample", scenario(), |file| {
        let mut script = lowered(&file)?;
        let whole = run(&script);
        script.beats.pop();
        let part = run(&script);
        let common = part.samples.len();
        prop_assert_eq!(&tables(&part)[..], &tables(&whole)[..common]);
        for (part, whole) in part.samples.iter().zip(&whole.samples) {
            prop_assert_eq!(part.shot_ms, whole.shot_ms);
            prop_assert_eq!(&part.live, &whole.live);
            let outputs = |sample: &SampleRecord| -> Vec<(Arc<str>, u64)> {
                sample.calls.iter().map(|call| (call.output.clone(), call.finished_ms)).collect()
            };
            prop_assert_eq!(outputs(part), outputs(whole));
        }
        Ok(())
    });
}

#[test]
fn what_happens_inside_a_sample_cannot_change_its_table() {
    law("what_happens_inside_a_sample_cannot_change_its_table", scenario(), |file| {
        let mut script = lowered(&file)?;
        let eventful = run(&script);
        let last = script.beats.iter_mut().rev().find_map(|beat| match beat {
            Beat::Sample(sample) => Some(sample),
            _ => None,
        });
        let Some(last) = last else { return Ok(()) };
        last.during.clear();
        last.calls.clear();
        last.retries_at_ms.clear();
        // What is due at the very shot has happened before it.
        let shot_ms = eventful.samples.last().map_or(0, |sample| sample.shot_ms);
        script.events.retain(|(at_ms, _)| *at_ms <= shot_ms);
        prop_assert_eq!(tables(&run(&script)), tables(&eventful));
        Ok(())
    });
}

/// Takes away every turn-level setting that changes after the only turn has begun. Environments
/// stay: their readiness belongs to the step.
fn without_turn_settings(file: &mut ScenarioFile, turn_at_ms: u64) {
    let strip = |event: &mut EventFile| {
        if let EventFile::Set(settings) = event {
            settings.retain(|setting| {
                matches!(setting, SettingFile::Environments(_)) || level(setting) == Level::Step
            });
        }
    };
    let mut in_turn = false;
    for beat in &mut file.script {
        match beat {
            BeatFile::Turn(_) => in_turn = true,
            BeatFile::Event(event) if in_turn => strip(event),
            BeatFile::Sample(sample) => {
                sample.during.iter_mut().for_each(|timed| strip(&mut timed.event));
            }
            BeatFile::Event(_) | BeatFile::Wait(_) => {}
        }
    }
    for timed in file.events.iter_mut().filter(|timed| timed.at_ms > turn_at_ms) {
        strip(&mut timed.event);
    }
}

#[test]
fn a_turn_level_setting_changes_nothing_inside_its_turn() {
    law("a_turn_level_setting_changes_nothing_inside_its_turn", scenario(), |mut file| {
        let mut turns = 0;
        file.script.retain(|beat| {
            turns += u32::from(matches!(beat, BeatFile::Turn(_)));
            !matches!(beat, BeatFile::Turn(_)) || turns == 1
        });
        let record = played(&file)?;
        let Some(turn) = record.turns.first() else { return Ok(()) };
        without_turn_settings(&mut file, turn.at_ms);
        prop_assert_eq!(tables(&played(&file)?), tables(&record));
        Ok(())
    });
}

#[test]
fn what_a_search_has_loaded_stays_loaded() {
    law("what_a_search_has_loaded_stays_loaded", scenario(), |file| {
        let record = played(&file)?;
        let mut known: Vec<ToolName> = Vec::new();
        for sample in &record.samples {
            prop_assert_eq!(&sample.loaded[..], &known[..], "before step {}", sample.step);
            for (name, _) in sample.calls.iter().flat_map(|call| &call.loaded) {
                if !known.contains(name) {
                    known.push(name.clone());
                }
            }
        }
        Ok(())
    });
}

#[test]
fn changes_lead_from_one_list_to_the_next() {
    law("changes_lead_from_one_list_to_the_next", scenario(), |file| {
        let record = played(&file)?;
        for pair in record.samples.windows(2) {
            let (Ok(before), Ok(now)) = (&pair[0].plan, &pair[1].plan) else { continue };
            let (before, now) = (lines(before), lines(now));
            let changes = &pair[1].changes;
            let fits = |list: &[Arc<str>], here: &[(String, bool)], there: &[(String, bool)]| {
                let expected = here.iter().filter(|line| !there.contains(line));
                list.iter().map(|name| &**name).eq(expected.map(|(name, _)| name.as_str()))
            };
            prop_assert!(fits(&changes.appeared, &now, &before), "{:?}", changes);
            prop_assert!(fits(&changes.vanished, &before, &now), "{:?}", changes);
            let stayed = before == now;
            prop_assert!(!stayed || changes.moved.is_empty(), "{:?}", changes);
        }
        Ok(())
    });
}

/// Visible names in order, and which of them the provider runs.
fn lines(plan: &Plan) -> Vec<(String, bool)> {
    let lines = plan.visible.iter().flat_map(|entry| {
        let hosted = matches!(*entry.spec, ToolSpec::WebSearch(_));
        entry.members.iter().map(move |name| (name.dotted(), hosted))
    });
    lines.collect()
}
