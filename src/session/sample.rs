//! One sample from the shot to the last drained call: a loop over everything that can happen next.
//!
//! Upstream: `codex-rs/core/src/session/turn.rs` 301 and following, 2130.

use std::sync::Arc;

use super::call::{Flight, Phase};
use super::call_step::Step;
use super::capture::Camera;
use super::clock::Clock;
use super::gate::Gate;
use super::live::{LiveWatch, advertised};
use super::record::{CallRecord, LiveState, TraceEventKind};
use super::room::Worker;
use super::script::{FreezePolicy, ResponseItem, SampleScript};
use super::world::World;
use crate::planner::Plan;
use crate::tool::ToolName;

/// What the response phase of a sample left behind.
#[derive(Debug)]
pub struct Response {
    /// When the response had streamed, in virtual ms.
    pub streamed_ms: u64,
    /// Calls in call order.
    pub calls: Vec<CallRecord>,
    /// The live lane.
    pub live: Vec<LiveState>,
    /// The table each call was dispatched by, in call order.
    pub tables: Vec<TableSeen>,
}

/// What is remembered of the table that a call was dispatched by. The table itself is let go with
/// the call: under the wrong policy each of ten thousand calls may have its own.
#[derive(Clone, Debug)]
pub struct TableSeen {
    /// It was the frozen table itself.
    pub frozen: bool,
    /// The called name was in it.
    pub found: bool,
    /// Its digest.
    pub digest: Arc<str>,
}

impl TableSeen {
    fn of(flight: &Flight, frozen: &Arc<Plan>) -> Self {
        Self {
            frozen: Arc::ptr_eq(&flight.table, frozen),
            found: flight.table.registry.get(&flight.name).is_some(),
            digest: flight.table.digest().clone(),
        }
    }
}

/// The running response.
struct Run<'a, 'w> {
    world: &'w mut World,
    clock: &'w mut Clock,
    camera: &'w mut Camera,
    script: &'a SampleScript,
    policy: FreezePolicy,
    plan: &'w Arc<Plan>,
    step: u32,
    shot_ms: u64,
    flights: Vec<Option<Flight>>,
    seen: Vec<Option<TableSeen>>,
    gate: Gate,
    watch: LiveWatch,
}

/// Streams the response of a sample and drains its calls.
pub fn respond(
    world: &mut World,
    clock: &mut Clock,
    camera: &mut Camera,
    script: &SampleScript,
    policy: FreezePolicy,
    plan: &Arc<Plan>,
    step: u32,
) -> Response {
    let shot_ms = world.now_ms;
    clock.enter_sample(shot_ms, &script.during);
    let worker = || Worker { step, table: plan.clone(), turn: None };
    world.worker = plan.gates.code_mode().then(worker);
    if let Some(room) = world.room.as_mut() {
        room.request_sent(step);
    }
    let watch = LiveWatch::new(step, advertised(plan), policy != FreezePolicy::Turn);
    let flights = script.calls.iter().map(|_| None).collect();
    let seen = vec![None; script.calls.len()];
    let gate = Gate::default();
    let mut run = Run {
        world,
        clock,
        camera,
        script,
        policy,
        plan,
        step,
        shot_ms,
        flights,
        seen,
        gate,
        watch,
    };
    run.watch.look(run.world, run.camera, run.plan);
    run.drive();
    run.world.worker = None;
    run.into_response()
}

impl Run<'_, '_> {
    fn drive(&mut self) {
        let streamed_ms = self.shot_ms.saturating_add(self.script.lasts_ms);
        let mut resent: Vec<u64> =
            self.script.retries_at_ms.iter().map(|at| self.shot_ms.saturating_add(*at)).collect();
        resent.sort_unstable();
        let mut resent = resent.into_iter().peekable();
        loop {
            while let Some(_at) = resent.next_if(|at| *at <= self.world.now_ms) {
                self.world.log(TraceEventKind::Resent { step: self.step });
            }
            self.settle();
            if self.is_stuck(streamed_ms) {
                continue;
            }
            let over = self.world.now_ms >= streamed_ms && self.all_done();
            if over {
                return;
            }
            let times = [
                self.clock.next_change_ms(self.world),
                self.next_issue_ms(),
                self.next_flight_ms(),
                resent.peek().copied(),
                Some(streamed_ms),
            ];
            let now = self.world.now_ms;
            let next = times.into_iter().flatten().filter(|at| *at > now).min();
            let Some(next) = next else { return };
            self.world.now_ms = next;
        }
    }

    /// Lets everything happen that happens at this moment.
    fn settle(&mut self) {
        loop {
            let mut progress = self.clock.settle_events(self.world);
            progress |= self.finish_flights();
            progress |= self.issue_due();
            progress |= self.admit();
            self.watch.look(self.world, self.camera, self.plan);
            if progress {
                continue;
            }
            // Calls of the model come before what cells do at the same moment.
            self.renew_worker();
            if !self.world.settle_room() {
                return;
            }
        }
    }

    /// Nested calls see the table that calls of the model would see now.
    fn renew_worker(&mut self) {
        let waiting = self.world.room.as_ref().is_some_and(|room| room.has_queue());
        if !waiting || self.policy != FreezePolicy::Call {
            return;
        }
        let table = self.table();
        if let Some(worker) = self.world.worker.as_mut() {
            worker.table = table;
        }
    }

    /// A call that never answers by itself is ended by the user, when nothing else can happen.
    fn is_stuck(&mut self, streamed_ms: u64) -> bool {
        let now = self.world.now_ms;
        if now < streamed_ms || self.all_done() {
            return false;
        }
        let times =
            [self.clock.next_change_ms(self.world), self.next_issue_ms(), self.next_flight_ms()];
        if times.into_iter().flatten().any(|at| at > now) {
            return false;
        }
        let mut broken = false;
        for index in 0..self.flights.len() {
            let Some(mut flight) = self.flights[index].take() else { continue };
            let open = !flight.is_done();
            if open {
                flight.break_off(self.world);
            }
            let inside = flight.started_ms.is_some();
            self.flights[index] = Some(flight);
            match (open, inside) {
                (false, _) => continue,
                (true, true) => self.let_go(index),
                (true, false) => {
                    self.gate.leave(index);
                    self.log_done(index);
                }
            }
            broken = true;
        }
        broken
    }

    fn all_done(&self) -> bool {
        self.flights.iter().all(|flight| flight.as_ref().is_some_and(Flight::is_done))
    }

    fn next_issue_ms(&self) -> Option<u64> {
        self.flights
            .iter()
            .zip(&self.script.calls)
            .filter(|(flight, _)| flight.is_none())
            .map(|(_, call)| self.shot_ms.saturating_add(call.at_ms))
            .min()
    }

    fn next_flight_ms(&self) -> Option<u64> {
        self.flights.iter().flatten().filter(|flight| !flight.is_done()).flat_map(times_of).min()
    }

    /// Hands over every call whose item has streamed in.
    fn issue_due(&mut self) -> bool {
        let mut progress = false;
        for index in 0..self.script.calls.len() {
            let call = &self.script.calls[index];
            let due = self.shot_ms.saturating_add(call.at_ms) <= self.world.now_ms;
            if self.flights[index].is_some() || !due {
                continue;
            }
            let number = index as u32 + 1;
            let (name, arguments) = named(&call.item);
            self.world.log(TraceEventKind::CallIssued {
                step: self.step,
                call: number,
                tool: name.clone(),
            });
            let table = self.table();
            let id = format!("call_{}_{number}", self.step).into();
            let flight = Flight::issue(
                call.clone(),
                (self.step, number),
                id,
                table,
                self.world,
                name,
                arguments,
            );
            self.seen[index] = Some(TableSeen::of(&flight, self.plan));
            match &flight.phase {
                Phase::Queued => self.gate.enqueue(index, flight.parallel),
                Phase::Done { .. } => self.log_finished(index, &flight),
                _ => {}
            }
            self.flights[index] = Some(flight);
            progress = true;
        }
        progress
    }

    /// The table a call is dispatched by: the frozen one, or under the wrong policy one made now.
    fn table(&mut self) -> Arc<Plan> {
        match self.policy {
            FreezePolicy::Step | FreezePolicy::Turn => self.plan.clone(),
            FreezePolicy::Call => {
                // A table made now is made like any capture: over a refreshed runtime.
                self.world.refresh_if_stale();
                self.camera.table_now(self.world).unwrap_or_else(|_| self.plan.clone())
            }
        }
    }

    fn admit(&mut self) -> bool {
        let mut progress = false;
        while let Some(index) = self.gate.admit() {
            progress = true;
            let Some(flight) = self.flights[index].as_mut() else { continue };
            flight.begin(self.world);
            if flight.is_done() {
                self.let_go(index);
            }
        }
        progress
    }

    /// Moves every flight on that can move at this moment.
    fn finish_flights(&mut self) -> bool {
        let mut progress = false;
        for index in 0..self.flights.len() {
            progress |= self.move_on(index);
        }
        progress
    }

    fn move_on(&mut self, index: usize) -> bool {
        // Taken out, because a step may look at everything.
        let Some(mut flight) = self.flights[index].take() else { return false };
        let step = flight.step(self.world);
        let (parallel, inside) = (flight.parallel, flight.started_ms.is_some());
        self.flights[index] = Some(flight);
        match step {
            Step::Nothing => return false,
            Step::Enqueue => self.gate.enqueue(index, parallel),
            Step::Moved => {}
            Step::Over if inside => self.let_go(index),
            Step::Over => {
                self.gate.leave(index);
                self.log_done(index);
            }
        }
        true
    }

    /// A call that held the gate is over.
    fn let_go(&mut self, index: usize) {
        if let Some(flight) = self.flights[index].as_ref() {
            self.gate.release(flight.parallel);
        }
        self.log_done(index);
    }

    fn log_done(&mut self, index: usize) {
        if let Some(mut flight) = self.flights[index].take() {
            self.log_finished(index, &flight);
            flight.table = self.plan.clone();
            self.flights[index] = Some(flight);
        }
    }

    fn log_finished(&mut self, index: usize, flight: &Flight) {
        let Phase::Done { end, .. } = &flight.phase else { return };
        let (step, call, status) = (self.step, index as u32 + 1, end.status);
        self.world.log(TraceEventKind::CallFinished { step, call, status });
    }

    fn into_response(self) -> Response {
        let streamed_ms = self.shot_ms.saturating_add(self.script.lasts_ms);
        let mut calls = Vec::with_capacity(self.flights.len());
        let mut tables = Vec::with_capacity(self.flights.len());
        for (index, (flight, seen)) in self.flights.into_iter().zip(self.seen).enumerate() {
            let (Some(flight), Some(seen)) = (flight, seen) else { continue };
            let Phase::Done { at_ms, end } = flight.phase else { continue };
            calls.push(CallRecord {
                call: index as u32 + 1,
                id: flight.id,
                tool: flight.name,
                arguments: flight.arguments,
                issued_ms: flight.issued_ms,
                started_ms: flight.started_ms,
                finished_ms: at_ms,
                parallel: flight.parallel,
                lifecycle: end.lifecycle,
                status: end.status,
                output: end.output,
                decisions: flight.decisions,
                loaded: flight.loaded,
                tie_cut: flight.tie_cut,
                table: seen.digest.clone(),
            });
            tables.push(seen);
        }
        Response { streamed_ms, calls, live: self.watch.states, tables }
    }
}

/// Times at which a flight may move by itself.
fn times_of(flight: &Flight) -> impl Iterator<Item = u64> + use<> {
    let own = match &flight.phase {
        Phase::Running { until_ms, .. } | Phase::Approving { until_ms, .. } => {
            Some(*until_ms).filter(|at| *at < u64::MAX)
        }
        _ => None,
    };
    let cancel =
        flight.script.cancelled_after_ms.map(|after| flight.issued_ms.saturating_add(after));
    own.into_iter().chain(cancel)
}

fn named(item: &ResponseItem) -> (ToolName, Arc<str>) {
    match item {
        ResponseItem::Function { namespace, name, arguments } => {
            (ToolName { namespace: namespace.clone(), name: name.clone() }, arguments.clone())
        }
        ResponseItem::Custom { namespace, name, input } => {
            (ToolName { namespace: namespace.clone(), name: name.clone() }, input.clone())
        }
        ResponseItem::ToolSearch { arguments, .. } => {
            (ToolName::plain("tool_search"), arguments.clone())
        }
    }
}
