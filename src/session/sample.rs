//! One sample from the shot to the last drained call: a loop over everything that can happen next.
//!
//! Upstream: `codex-rs/core/src/session/turn.rs` 301 and following, 2130.

use std::sync::Arc;

use super::call::{Flight, Phase};
use super::capture::Camera;
use super::clock::Clock;
use super::gate::Gate;
use super::live::{LiveWatch, advertised};
use super::live_call::{revision_changed, transport_closed};
use super::record::{CallRecord, LiveState, TraceEventKind};
use super::script::{FreezePolicy, ResponseItem, SampleScript};
use super::world::World;
use crate::planner::Plan;
use crate::planner::registry::Origin;
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
    fn of(flight: &Flight<'_>, frozen: &Arc<Plan>) -> Self {
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
    flights: Vec<Option<Flight<'a>>>,
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
            let mut progress = self.clock.settle(self.world);
            progress |= self.finish_flights();
            progress |= self.issue_due();
            progress |= self.admit();
            self.watch.look(self.world, self.camera, self.plan);
            if !progress {
                return;
            }
        }
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
            let flight = Flight::issue(call, id, table, self.world, name, arguments);
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
        let now = self.world.now_ms;
        let Some(flight) = self.flights[index].as_mut() else { return false };
        if flight.is_done() {
            return false;
        }
        let interrupted = flight
            .script
            .cancelled_after_ms
            .is_some_and(|after| flight.issued_ms.saturating_add(after) <= now);
        match &flight.phase {
            // A call that reaches its outcome at this very moment keeps it.
            Phase::Running { until_ms, end, .. } if *until_ms <= now => {
                let end = end.clone();
                let end = flight.conclude(&self.world.turn, end);
                flight.finish(now, end);
                self.let_go(index);
            }
            _ if interrupted => {
                let inside = flight.started_ms.is_some();
                flight.interrupt(now);
                match inside {
                    true => self.let_go(index),
                    false => {
                        self.gate.leave(index);
                        self.log_done(index);
                    }
                }
            }
            Phase::Running { server: Some(server), .. } if self.world.runtime.is_closed(server) => {
                let (server, raw) = (server.clone(), raw_name(flight));
                let end = transport_closed(&server, &raw, &mut flight.decisions);
                flight.finish(now, end);
                self.let_go(index);
            }
            Phase::AwaitServer(server) if !self.world.runtime.is_starting(server) => {
                flight.phase = Phase::Queued;
                let parallel = flight.parallel;
                self.gate.enqueue(index, parallel);
            }
            Phase::AwaitServerInside { server, arguments }
                if !self.world.runtime.is_starting(server) =>
            {
                let arguments = arguments.clone();
                flight.begin_mcp(self.world, &arguments);
                if flight.is_done() {
                    self.let_go(index);
                }
            }
            Phase::Approving { until_ms, revision } if *until_ms <= now => {
                if *revision != self.world.runtime.revision {
                    let tool = flight.table.registry.get(&flight.name);
                    if let Some(Origin::Mcp(tool)) = tool.map(|entry| entry.runtime.origin.clone())
                    {
                        let end = revision_changed(&tool, &mut flight.decisions);
                        flight.finish(now, end);
                        self.let_go(index);
                    }
                } else {
                    flight.send_mcp(self.world);
                }
            }
            _ => return false,
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

    fn log_finished(&mut self, index: usize, flight: &Flight<'_>) {
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
fn times_of(flight: &Flight<'_>) -> impl Iterator<Item = u64> + use<> {
    let own = match &flight.phase {
        Phase::Running { until_ms, .. } | Phase::Approving { until_ms, .. } => Some(*until_ms),
        _ => None,
    };
    let cancel =
        flight.script.cancelled_after_ms.map(|after| flight.issued_ms.saturating_add(after));
    own.into_iter().chain(cancel)
}

fn raw_name(flight: &Flight<'_>) -> Arc<str> {
    match flight.table.registry.get(&flight.name).map(|entry| &entry.runtime.origin) {
        Some(Origin::Mcp(tool)) => tool.tool.name.clone(),
        _ => flight.name.name.clone(),
    }
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
