//! Whole scenarios: a start state, a script, and what happens beside it. Every one of them runs.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::events::{RawEvent, event};
use super::repair::repair;
use super::swarm::{self, Swarm, on, swarm, thin};
use super::{calls, names, servers, settings};
use crate::planner::inputs::PlanInputs;
use crate::scenario::file::*;
use crate::scenario::script_of;
use crate::scenario::server::ServerFile;
use crate::scenario::setting::SettingFile;
use crate::session::capture::start_inputs;
use crate::session::record::Record;
use crate::session::run;
use crate::session::script::Script;

/// A scenario in which anything can happen.
pub fn scenario() -> BoxedStrategy<ScenarioFile> {
    let policy = prop_oneof![
        6 => Just(FreezePolicy::Step),
        1 => Just(FreezePolicy::Turn),
        1 => Just(FreezePolicy::Call),
    ];
    let story = (vec(beat(), 0..8), vec((names::time(), event()), 0..3));
    (swarm(), policy, start(), story)
        .prop_map(|(swarm, policy, start, (beats, events))| {
            let mut file = assemble(swarm, start);
            file.policy = policy;
            file.script = script(beats, swarm);
            file.events = timed(events, swarm);
            repair(&mut file);
            file
        })
        .boxed()
}

/// A scenario of one sample without events: what one plan reads. See [`plan_inputs`].
pub fn still() -> BoxedStrategy<ScenarioFile> {
    (swarm(), start())
        .prop_map(|(swarm, start)| {
            let mut file = assemble(swarm, start);
            file.script =
                vec![BeatFile::Turn(TurnFile::default()), BeatFile::Sample(SampleFile::default())];
            repair(&mut file);
            file
        })
        .boxed()
}

/// The script of a scenario that the strategies made.
///
/// # Errors
/// The words of the first problem, if the repair of such scenarios is not complete after all.
pub fn lowered(file: &ScenarioFile) -> Result<Script, TestCaseError> {
    let no_captures = |path: &str| Err(format!("there is no file {path}"));
    script_of(file, &no_captures).map_err(|problems| {
        let words = problems.first().map_or_else(String::new, |problem| problem.message.clone());
        TestCaseError::fail(format!("the scenario does not run: {words}"))
    })
}

/// Runs a scenario that the strategies made.
///
/// # Errors
/// See [`lowered`].
pub fn played(file: &ScenarioFile) -> Result<Record, TestCaseError> {
    Ok(run(&lowered(file)?))
}

/// What the first sample of a scenario plans over.
///
/// # Errors
/// See [`lowered`].
pub fn plan_inputs(file: &ScenarioFile) -> Result<PlanInputs, TestCaseError> {
    Ok(start_inputs(&lowered(file)?))
}

/// The same inputs with another configuration; everything that is shared stays shared.
pub fn with_inputs(inputs: &PlanInputs, change: impl FnOnce(&mut PlanInputs)) -> Arc<PlanInputs> {
    let mut inputs = inputs.clone();
    change(&mut inputs);
    Arc::new(inputs)
}

#[derive(Clone, Debug)]
struct RawStart {
    set: Vec<(usize, SettingFile)>,
    servers: Vec<ServerFile>,
    grace_ms: Option<u64>,
}

fn start() -> BoxedStrategy<RawStart> {
    let set = vec(settings::setting(), 0..20);
    let grace = option::weighted(0.3, names::time());
    (set, vec(servers::server(), 0..4), grace)
        .prop_map(|(set, servers, grace_ms)| RawStart { set, servers, grace_ms })
        .boxed()
}

fn assemble(swarm: Swarm, start: RawStart) -> ScenarioFile {
    let mut servers = start.servers;
    servers.iter_mut().for_each(|server| servers::thin(server, swarm.traits));
    ScenarioFile {
        start: StartFile {
            set: thin(start.set, swarm.settings),
            servers,
            grace_ms: start.grace_ms,
            ..StartFile::default()
        },
        ..ScenarioFile::default()
    }
}

#[derive(Clone, Debug)]
enum RawBeat {
    Turn(String),
    Sample(RawSample),
    Event((usize, RawEvent)),
    Wait(u64),
}

#[derive(Clone, Debug)]
struct RawSample {
    lasts_ms: u64,
    mentions: Vec<String>,
    retries_at_ms: Vec<u64>,
    calls: Vec<(usize, CallFile)>,
    during: Vec<(u64, (usize, RawEvent))>,
}

fn beat() -> BoxedStrategy<RawBeat> {
    prop_oneof![
        2 => names::prose().prop_map(RawBeat::Turn),
        6 => sample().prop_map(RawBeat::Sample),
        3 => event().prop_map(RawBeat::Event),
        1 => names::time().prop_map(RawBeat::Wait),
    ]
    .boxed()
}

fn sample() -> BoxedStrategy<RawSample> {
    (
        select(&[1_000_u64, 0, 100, 2_000][..]),
        vec(names::server(), 0..2),
        vec(names::time(), 0..2),
        vec(calls::call(), 0..4),
        vec((names::time(), event()), 0..3),
    )
        .prop_map(|(lasts_ms, mentions, retries_at_ms, calls, during)| RawSample {
            lasts_ms,
            mentions,
            retries_at_ms,
            calls,
            during,
        })
        .boxed()
}

/// Thins the beats out, and puts a turn before the first sample.
fn script(beats: Vec<RawBeat>, swarm: Swarm) -> Vec<BeatFile> {
    let mut script = Vec::with_capacity(beats.len() + 1);
    let mut in_turn = false;
    for beat in beats {
        match beat {
            RawBeat::Turn(text) => {
                in_turn = true;
                let say = Bilingual { en: text, ko: String::new() };
                script.push(BeatFile::Turn(TurnFile { say }));
            }
            RawBeat::Sample(sample) => {
                if !std::mem::replace(&mut in_turn, true) {
                    script.push(BeatFile::Turn(TurnFile::default()));
                }
                script.push(BeatFile::Sample(thin_sample(sample, swarm)));
            }
            RawBeat::Event(event) => script.extend(thin_event(event, swarm).map(BeatFile::Event)),
            RawBeat::Wait(ms) => script.push(BeatFile::Wait(ms)),
        }
    }
    script
}

fn thin_sample(sample: RawSample, swarm: Swarm) -> SampleFile {
    let mut calls = thin(sample.calls, swarm.calls);
    calls.iter_mut().for_each(|call| calls::thin(call, swarm.beats));
    SampleFile {
        lasts_ms: sample.lasts_ms,
        mentions: if on(swarm.beats, 8) { sample.mentions } else { Vec::new() },
        retries_at_ms: if on(swarm.beats, 9) { sample.retries_at_ms } else { Vec::new() },
        calls,
        during: if on(swarm.beats, 10) { timed(sample.during, swarm) } else { Vec::new() },
        ..SampleFile::default()
    }
}

fn timed(events: Vec<(u64, (usize, RawEvent))>, swarm: Swarm) -> Vec<TimedEventFile> {
    let thin = |(at_ms, event)| Some(TimedEventFile { at_ms, event: thin_event(event, swarm)? });
    events.into_iter().filter_map(thin).collect()
}

fn thin_event((kind, event): (usize, RawEvent), swarm: Swarm) -> Option<EventFile> {
    if !on(swarm.events, kind) {
        return None;
    }
    Some(match event {
        RawEvent::Set(settings) => EventFile::Set(swarm::thin(settings, swarm.settings)),
        RawEvent::Other(mut event) => {
            match &mut *event {
                EventFile::ServerConfigured(server) => servers::thin(server, swarm.traits),
                EventFile::ListChanged(change) => {
                    servers::thin_tools(&mut change.tools, swarm.traits);
                }
                _ => {}
            }
            *event
        }
    })
}
