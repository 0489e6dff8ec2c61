//! Nested calls under way: the same flights as those of the model, behind a gate of their own.
//!
//! Each worker has its own fair lock, and none of them is the lock of the model's own calls: a nested
//! call never waits for the `exec` around it.

use super::Room;
use super::nested_result::result_of;
use crate::code_mode::answer::CellId;
use crate::session::call::{Flight, Phase};
use crate::session::call_step::Step;
use crate::session::gate::Gate;
use crate::session::record::TraceEventKind;
use crate::session::record_cells::NestedStatus;
use crate::session::world::World;

/// One nested call under way.
#[derive(Debug)]
pub(super) struct Nested {
    pub cell: usize,
    pub call: u32,
    /// Step of the worker that took it: whose gate it stands at.
    pub step: u32,
    pub flight: Flight,
    /// Cancelled, and stops then.
    pub stops_ms: Option<u64>,
}

impl Room {
    /// A call that was handed over starts on its way.
    pub(super) fn take_off(&mut self, cell: usize, call: u32, step: u32, flight: Flight) {
        let index = self.flights.len();
        let nested = Nested { cell, call, step, flight, stops_ms: None };
        self.flights.push(Some(Box::new(nested)));
        self.places.insert((cell, call), index);
        self.gates.entry(step).or_insert_with(|| (Gate::default(), 0)).1 += 1;
        self.follow(index, true);
    }

    /// Notes what a flight waits for. `fresh`: it has just come to where it is.
    fn follow(&mut self, index: usize, fresh: bool) {
        let Some(Some(nested)) = self.flights.get(index) else { return };
        match &nested.flight.phase {
            Phase::Queued if fresh => {
                if let Some((gate, _)) = self.gates.get_mut(&nested.step) {
                    gate.enqueue(index, nested.flight.parallel);
                }
            }
            Phase::AwaitServer(_) | Phase::AwaitServerInside { .. } => {
                self.watching.insert(index);
            }
            Phase::Approving { until_ms, .. } => {
                self.timers.insert((*until_ms, index));
            }
            Phase::Running { until_ms, server, .. } => {
                self.timers.insert((*until_ms, index));
                if server.is_some() {
                    self.watching.insert(index);
                }
            }
            Phase::Shell(_) => {
                self.shells.insert(index);
            }
            _ => {}
        }
    }

    fn unfollow(&mut self, index: usize) {
        let Some(Some(nested)) = self.flights.get(index) else { return };
        if let Phase::Approving { until_ms, .. } | Phase::Running { until_ms, .. } =
            nested.flight.phase
        {
            self.timers.remove(&(until_ms, index));
        }
        self.watching.remove(&index);
        self.shells.remove(&index);
    }

    /// Moves on every flight that can move now.
    pub(super) fn move_flights(&mut self, world: &mut World) -> bool {
        let mut progress = false;
        while let Some((at, index)) =
            self.timers.first().copied().filter(|(at, _)| *at <= world.now_ms)
        {
            self.timers.remove(&(at, index));
            self.move_on(world, index);
            progress = true;
        }
        if !self.watching.is_empty() && self.seen != world.version {
            for index in self.watching.clone() {
                progress |= self.move_on(world, index);
            }
        }
        self.seen = world.version;
        let due = world.shell.as_ref().and_then(|shell| shell.next_ms());
        if !self.shells.is_empty() && due.is_some_and(|due| due <= world.now_ms) {
            for index in self.shells.clone() {
                progress |= self.move_on(world, index);
            }
        }
        progress
    }

    fn move_on(&mut self, world: &mut World, index: usize) -> bool {
        let Some(Some(nested)) = self.flights.get_mut(index) else { return false };
        if nested.stops_ms.is_some_and(|at| at <= world.now_ms) {
            self.stop(world, index);
            return true;
        }
        if nested.stops_ms.is_some() {
            return false;
        }
        // Taken out, because a step may look at everything.
        let Some(mut nested) = self.flights.get_mut(index).and_then(Option::take) else {
            return false;
        };
        let before = match nested.flight.phase {
            Phase::Approving { until_ms, .. } | Phase::Running { until_ms, .. } => Some(until_ms),
            _ => None,
        };
        let step = nested.flight.step(world);
        if let Some(slot) = self.flights.get_mut(index) {
            *slot = Some(nested);
        }
        if matches!(step, Step::Nothing) {
            self.follow(index, false);
            return false;
        }
        if let Some(until) = before {
            self.timers.remove(&(until, index));
        }
        self.watching.remove(&index);
        self.shells.remove(&index);
        match step {
            Step::Over => self.over(world, index),
            _ => self.follow(index, true),
        }
        true
    }

    /// Lets calls in, gate by gate.
    pub(super) fn admit(&mut self, world: &mut World) -> bool {
        let mut progress = false;
        let steps: Vec<u32> = self.gates.keys().copied().collect();
        for step in steps {
            while let Some(index) = self.gates.get_mut(&step).and_then(|(gate, _)| gate.admit()) {
                progress = true;
                let Some(mut nested) = self.flights.get_mut(index).and_then(Option::take) else {
                    continue;
                };
                nested.flight.begin(world);
                let done = nested.flight.is_done();
                if let Some(slot) = self.flights.get_mut(index) {
                    *slot = Some(nested);
                }
                match done {
                    true => self.over(world, index),
                    false => self.follow(index, false),
                }
            }
        }
        progress
    }

    /// A call has ended by itself: its cell is told.
    fn over(&mut self, world: &mut World, index: usize) {
        let Some(nested) = self.land(index) else { return };
        let Phase::Done { end, .. } = &nested.flight.phase else { return };
        let result = result_of(&nested.flight, end, world);
        let status = end.status;
        if let Some(record) = self.call(nested.cell, nested.call) {
            record.handler = Some(status);
        }
        self.write(&nested);
        self.settle_call(world, nested.cell, nested.call, result);
    }

    /// Takes a flight off its gate and out of the room.
    fn land(&mut self, index: usize) -> Option<Nested> {
        let nested = self.flights.get_mut(index)?.take()?;
        self.places.remove(&(nested.cell, nested.call));
        if let Some((gate, calls)) = self.gates.get_mut(&nested.step) {
            match nested.flight.started_ms {
                Some(_) => gate.release(nested.flight.parallel),
                None => gate.leave(index),
            }
            *calls = calls.saturating_sub(1);
            if *calls == 0 {
                self.gates.remove(&nested.step);
            }
        }
        Some(*nested)
    }

    fn write(&mut self, nested: &Nested) {
        let flight = &nested.flight;
        let Some(record) = self.call(nested.cell, nested.call) else { return };
        record.started_ms = flight.started_ms;
        record.parallel = flight.parallel;
        record.decisions.extend(flight.decisions.iter().cloned());
    }

    /// The promise of a call is settled, if its script still sees it.
    pub(super) fn settle_call(
        &mut self,
        world: &mut World,
        cell: usize,
        call: u32,
        result: Result<serde_json::Value, std::sync::Arc<str>>,
    ) {
        let Some(id) = self.books.get(cell).map(|book| book.id.clone()) else { return };
        let Some(record) = self.call(cell, call) else { return };
        record.finished_ms = Some(world.now_ms);
        record.status = match &result {
            Ok(_) => NestedStatus::Resolved,
            Err(_) => NestedStatus::Rejected,
        };
        record.result = Some(result.clone());
        let status = record.status;
        world.log(TraceEventKind::NestedFinished { cell: id.0.clone(), call, status });
        self.service.tool_finished(world.now_ms, &id, call, result);
    }

    /// The cell has ended, or is being ended: its call stops, maybe after a while.
    pub(super) fn cancel_call(&mut self, world: &mut World, cell: &CellId, call: u32) {
        let Some(cell) = self.index_of(cell) else { return };
        let Some(index) = self.places.get(&(cell, call)).copied() else {
            return self.cancelled(world, cell, call);
        };
        let Some(Some(nested)) = self.flights.get(index) else { return };
        let delay = match nested.flight.started_ms {
            Some(_) => world.handlers.cancel_delay_ms(&nested.flight.name),
            None => 0,
        };
        if let (Phase::Shell(id), Some(shell)) = (&nested.flight.phase, world.shell.as_mut()) {
            shell.cancel(world.now_ms, *id);
        }
        self.unfollow(index);
        if delay == 0 {
            return self.stop(world, index);
        }
        let stops_ms = world.now_ms.saturating_add(delay);
        if let Some(Some(nested)) = self.flights.get_mut(index) {
            nested.stops_ms = Some(stops_ms);
            self.timers.insert((stops_ms, index));
        }
    }

    /// A cancelled call has stopped.
    fn stop(&mut self, world: &mut World, index: usize) {
        let Some(nested) = self.land(index) else { return };
        self.write(&nested);
        self.cancelled(world, nested.cell, nested.call);
    }

    fn cancelled(&mut self, world: &mut World, cell: usize, call: u32) {
        let Some(id) = self.books.get(cell).map(|book| book.id.clone()) else { return };
        let Some(record) = self.call(cell, call) else { return };
        if record.status == NestedStatus::Pending {
            record.status = NestedStatus::Cancelled;
            record.finished_ms = Some(world.now_ms);
            let status = record.status;
            world.log(TraceEventKind::NestedFinished { cell: id.0.clone(), call, status });
        }
        self.service.tool_stopped(world.now_ms, &id, call);
    }
}
