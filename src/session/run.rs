//! [`run`]: a script in, a record out.

use std::sync::Arc;

use super::capture::{Camera, Captured};
use super::changes::changes;
use super::clock::Clock;
use super::policy;
use super::record::*;
use super::room::Records;
use super::rules::{FROZEN_CALL, FROZEN_STEP, FROZEN_TURN, PROMPTED};
use super::sample::{Response, respond};
use super::script::{Beat, FreezePolicy, SampleScript, Script};
use super::world::World;
use crate::code_mode::default_engine;
use crate::code_mode::engine::CellEngine;
use crate::lang::Caption;
use crate::planner::rule::Decision;
use crate::planner::{Plan, PlanFailure};
use crate::tool::ToolName;

/// Replays a script. Same script, same record: on every platform, in every thread, every time.
/// Cells run on the [default engine](default_engine).
pub fn run(script: &Script) -> Record {
    run_with(script, &default_engine())
}

/// Replays a script with its cells on this engine. No engine changes what a record says, its own
/// wording of errors and lines of statements aside.
pub fn run_with(script: &Script, engine: &Arc<dyn CellEngine>) -> Record {
    let mut replay = Replay::new(script, engine);
    replay.clock.settle(&mut replay.world);
    for (at, beat) in script.beats.iter().enumerate() {
        match beat {
            Beat::Turn(say) => replay.begin_turn(say.clone()),
            Beat::Sample(sample) => {
                replay.sample(sample);
                replay.world.in_turn = goes_on(&script.beats[at + 1..]);
            }
            Beat::Event(event) => {
                replay.world.happen(event);
                replay.world.settle_starts();
            }
            Beat::Wait(ms) => {
                let until = replay.world.now_ms.saturating_add(*ms);
                replay.clock.advance(&mut replay.world, until);
            }
        }
    }
    replay.finish()
}

/// Does the turn have another sample?
fn goes_on(rest: &[Beat]) -> bool {
    let next = rest.iter().find(|beat| matches!(beat, Beat::Turn(_) | Beat::Sample(_)));
    matches!(next, Some(Beat::Sample(_)))
}

struct Replay {
    policy: FreezePolicy,
    world: World,
    clock: Clock,
    camera: Camera,
    turns: Vec<TurnRecord>,
    samples: Vec<SampleRecord>,
    anomalies: Anomalies,
    loaded: Arc<[ToolName]>,
    turn_plan: Option<Result<Arc<Plan>, PlanFailure>>,
}

impl Replay {
    fn new(script: &Script, engine: &Arc<dyn CellEngine>) -> Self {
        Self {
            policy: script.policy,
            world: World::new(script, engine),
            clock: Clock::new(&script.events),
            camera: Camera::default(),
            turns: Vec::new(),
            samples: Vec::new(),
            anomalies: Anomalies::default(),
            loaded: Arc::default(),
            turn_plan: None,
        }
    }

    /// A turn takes the settings of this moment and keeps them.
    fn begin_turn(&mut self, say: Caption) {
        self.clock.settle(&mut self.world);
        let turn = self.turns.len() as u32 + 1;
        let at_ms = self.world.now_ms;
        self.world.log(TraceEventKind::TurnStarted { turn });
        self.world.begin_turn();
        self.world.in_turn = true;
        self.turn_plan = None;
        let first_step = self.samples.len() as u32 + 1;
        self.turns.push(TurnRecord { turn, at_ms, ended_ms: at_ms, say, first_step, steps: 0 });
    }

    fn sample(&mut self, script: &SampleScript) {
        if self.turns.is_empty() {
            self.begin_turn(Caption::default());
        }
        self.clock.settle(&mut self.world);
        let step = self.samples.len() as u32 + 1;
        let capture_started_ms = self.world.now_ms;
        let first_event = self.world.log(TraceEventKind::CaptureStarted { step });
        let captured = self.camera.capture(&mut self.world, &mut self.clock, &script.mentions);
        self.world.seen(step);
        let boundary = captured.planned.plan.clone();
        let plan = self.table_in_force(&boundary);
        let mut capture = captured.decisions.clone();
        let response = self.shoot(step, script, &plan, &boundary, &mut capture);
        self.world.log(TraceEventKind::SampleEnded { step });
        self.push_sample(
            script,
            step,
            capture_started_ms,
            captured,
            capture,
            plan,
            boundary,
            response,
            first_event,
        );
    }

    /// The table that stays in force: this capture's, or under the per-turn policy the first one's.
    fn table_in_force(
        &mut self,
        boundary: &Result<Arc<Plan>, PlanFailure>,
    ) -> Result<Arc<Plan>, PlanFailure> {
        match self.policy {
            FreezePolicy::Step | FreezePolicy::Call => boundary.clone(),
            FreezePolicy::Turn => self.turn_plan.get_or_insert_with(|| boundary.clone()).clone(),
        }
    }

    /// Freezes the table and lets the response run, unless the capture failed.
    fn shoot(
        &mut self,
        step: u32,
        script: &SampleScript,
        plan: &Result<Arc<Plan>, PlanFailure>,
        boundary: &Result<Arc<Plan>, PlanFailure>,
        decisions: &mut Vec<Decision>,
    ) -> (u64, Response) {
        let shot_ms = self.world.now_ms;
        let plan = match plan {
            Ok(plan) => plan,
            Err(failure) => {
                let error = failure.message.clone();
                self.world.log(TraceEventKind::CaptureFailed { step, error });
                let response = Response {
                    streamed_ms: shot_ms,
                    calls: Vec::new(),
                    live: Vec::new(),
                    tables: Vec::new(),
                };
                return (shot_ms, response);
            }
        };
        let visible = plan.visible_names().count();
        decisions.push(match self.policy {
            FreezePolicy::Step => FROZEN_STEP
                .with([("visible", visible.into()), ("registered", plan.registry.len().into())]),
            FreezePolicy::Turn => FROZEN_TURN.decide(),
            FreezePolicy::Call => FROZEN_CALL.decide(),
        });
        decisions.push(
            PROMPTED.with([
                ("entries", plan.wire().len().into()),
                ("tokens", plan.wire_tokens().into()),
            ]),
        );
        self.world.log(TraceEventKind::Captured {
            step,
            plan: plan.digest().clone(),
            visible: visible as u32,
            deferred: plan.standing(crate::planner::ledger::Standing::Deferred).count() as u32,
        });
        let response = respond(
            &mut self.world,
            &mut self.clock,
            &mut self.camera,
            script,
            self.policy,
            plan,
            step,
        );
        let edge = boundary.as_ref().unwrap_or(plan);
        let counted = policy::count(&mut self.world, step, plan, edge, &response);
        self.anomalies.called_not_advertised += counted.called_not_advertised;
        self.anomalies.advertised_but_gone += counted.advertised_but_gone;
        self.anomalies.split_tables += counted.split_tables;
        (shot_ms, response)
    }

    #[expect(clippy::too_many_arguments, reason = "one call site; the parts of a record by name")]
    fn push_sample(
        &mut self,
        script: &SampleScript,
        step: u32,
        capture_started_ms: u64,
        captured: Captured,
        capture: Vec<Decision>,
        plan: Result<Arc<Plan>, PlanFailure>,
        boundary: Result<Arc<Plan>, PlanFailure>,
        (shot_ms, response): (u64, Response),
        first_event: usize,
    ) {
        let ended_ms = self.world.now_ms;
        let before = self.samples.last().and_then(|sample| sample.plan.as_ref().ok());
        let changes = plan.as_ref().map_or_else(|_| Changes::default(), |now| changes(before, now));
        let loaded = self.loaded.clone();
        self.load(&response);
        let turn = self.turns.last_mut().map_or(1, |turn| {
            turn.steps += 1;
            turn.ended_ms = ended_ms;
            turn.turn
        });
        self.samples.push(SampleRecord {
            step,
            turn,
            capture_started_ms,
            shot_ms,
            streamed_ms: response.streamed_ms,
            ended_ms,
            say: script.say.clone(),
            ask: script.ask.clone(),
            inputs: captured.inputs,
            plan,
            boundary,
            handlers_reused: captured.planned.handlers_reused,
            search_reused: captured.planned.search_reused,
            omitted_servers: captured.omitted,
            capture,
            calls: response.calls,
            live: response.live,
            loaded,
            changes,
            events: first_event..self.world.events.len(),
        });
    }

    /// Hits of this sample's searches go into history; the next request carries them.
    fn load(&mut self, response: &Response) {
        let hits = response.calls.iter().flat_map(|call| &call.loaded).map(|(name, _)| name);
        let mut loaded: Vec<ToolName> = Vec::new();
        for name in hits {
            if !self.loaded.contains(name) && !loaded.contains(name) {
                loaded.push(name.clone());
            }
        }
        if !loaded.is_empty() {
            self.loaded = self.loaded.iter().cloned().chain(loaded).collect();
        }
    }

    /// Events that no sample was left for still happen, at their own times.
    fn finish(mut self) -> Record {
        if let Some(last) = self.clock.rest_ms() {
            self.clock.advance(&mut self.world, last);
        }
        let Records { cells, strays, stored } = self.end_cells();
        Record {
            policy: self.policy,
            turns: self.turns,
            samples: self.samples,
            events: self.world.events,
            anomalies: self.anomalies,
            cells,
            strays,
            stored,
            ended_ms: self.world.now_ms,
        }
    }
    /// The session ends: cells that are left are ended, and time passes until they are.
    fn end_cells(&mut self) -> Records {
        let Some(mut room) = self.world.room.take() else { return Records::default() };
        room.shut_down(&mut self.world);
        self.world.room = Some(room);
        self.clock.settle(&mut self.world);
        while let Some(next) = self.world.next_cell_ms() {
            if self.world.room.as_ref().is_none_or(|room| room.is_down()) {
                break;
            }
            self.clock.advance(&mut self.world, next);
        }
        self.world.room.take().map(|room| room.into_records()).unwrap_or_default()
    }
}
