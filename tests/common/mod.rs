//! Records made by hand from real plans, for tests that need no session.
#![allow(dead_code, reason = "every test target uses its own part")]

use std::sync::Arc;

use freezeframe::lang::Caption;
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::planner::rule::{Outcome, Reason, Rule, Stage, upstream};
use freezeframe::planner::{Plan, plan};
use freezeframe::session::record::*;
use freezeframe::session::script::FreezePolicy;

static RULE: Rule = Rule::new("test.rule", Stage::Freeze, upstream("a.rs", "1-2"), "en", "ko");
pub static NEXT: Reason =
    Reason::new(&RULE, "next", Outcome::Noted, "The {what} belongs to the turn.", "ko");

pub fn caption(text: &str) -> Caption {
    Caption { en: text.into(), ko: "".into() }
}

/// A sample over `inputs` that began at `at_ms`.
pub fn sample(step: u32, turn: u32, at_ms: u64, inputs: PlanInputs) -> SampleRecord {
    let plan: Arc<Plan> = plan(&inputs).expect("fixture variants plan");
    SampleRecord {
        step,
        turn,
        capture_started_ms: at_ms,
        shot_ms: at_ms + 5,
        streamed_ms: at_ms + 1_000,
        ended_ms: at_ms + 1_040,
        say: Caption::default(),
        ask: Caption::default(),
        inputs: Arc::new(inputs),
        boundary: Ok(plan.clone()),
        plan: Ok(plan),
        handlers_reused: step > 1,
        search_reused: false,
        omitted_servers: vec![("gh".into(), NEXT.with([("what", "server".into())]))],
        capture: vec![NEXT.with([("what", "capture".into())])],
        calls: vec![],
        live: vec![],
        loaded: [].into(),
        changes: Changes::default(),
        events: 0..0,
    }
}

/// A run of one turn with one sample for each of `inputs`, and nothing else.
pub fn record_of(inputs: impl IntoIterator<Item = PlanInputs>) -> Record {
    let samples: Vec<SampleRecord> = (1..)
        .zip(inputs)
        .map(|(step, inputs)| sample(step, 1, step as u64 * 2_000, inputs))
        .collect();
    Record {
        policy: FreezePolicy::Step,
        turns: vec![TurnRecord {
            turn: 1,
            at_ms: 0,
            ended_ms: 10_000,
            say: Caption::default(),
            first_step: 1,
            steps: samples.len() as u32,
        }],
        samples,
        events: vec![],
        anomalies: Anomalies::default(),
        cells: Vec::new(),
        strays: Vec::new(),
        stored: Default::default(),
        ended_ms: 10_000,
    }
}
