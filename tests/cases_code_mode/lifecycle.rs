//! L, F, LC and the worked timelines: what callers do to cells, and what they are told.

mod bounds;
mod text;

use std::sync::Arc;

use freezeframe::code_mode::engine::CellEngine;
use freezeframe::laws::lifecycle::played::Played;

/// Engines that run JavaScript: every one has to pass the same cases.
pub fn engines() -> Vec<Arc<dyn CellEngine>> {
    vec![
        #[cfg(feature = "boa")]
        Arc::new(freezeframe::code_mode::boa::BoaEngine::new()),
        #[cfg(feature = "v8")]
        Arc::new(freezeframe::code_mode::v8::V8Engine::default()),
    ]
}

fn check(cases: &str, expected_ids: &[String], engines: &[Arc<dyn CellEngine>]) {
    let cases = text::parse(cases);
    let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    for id in expected_ids {
        assert!(ids.contains(&id.as_str()), "no case {id}");
    }
    let faults: Vec<String> = engines
        .iter()
        .flat_map(|engine| cases.iter().filter_map(|case| text::fault(case, engine.clone())))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n\n"));
}

fn numbered(group: &str, last: u32) -> Vec<String> {
    (1..=last).map(|number| format!("{group}-{number:02}")).collect()
}

#[test]
fn l_01_to_l_38_the_life_of_a_cell() {
    check(include_str!("lifecycle/lifecycle.txt"), &numbered("L", 38), &engines());
}

#[test]
fn f_01_to_f_06_frontiers() {
    check(include_str!("lifecycle/frontier.txt"), &numbered("F", 6), &engines());
}

#[test]
fn worked_timelines() {
    check(include_str!("lifecycle/timelines.txt"), &[], &engines());
}

#[test]
fn lc_4_dead_engines_bounds_and_races() {
    check(include_str!("lifecycle/played.txt"), &["LC-4".into()], &[Arc::new(Played)]);
}
