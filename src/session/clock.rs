//! [`Clock`]: the scripted events still to come, merged into one order of virtual time.

use super::script::Event;
use super::world::World;

/// Scripted events in order of time; equal times keep the order they were written in, and the
/// script's own absolute events come before those of the running sample.
#[derive(Debug, Default)]
pub struct Clock {
    absolute: Vec<(u64, Event)>,
    next_absolute: usize,
    during: Vec<(u64, Event)>,
    next_during: usize,
}

impl Clock {
    /// A clock over the absolute events of a script.
    pub fn new(events: &[(u64, Event)]) -> Self {
        let mut absolute = events.to_vec();
        absolute.sort_by_key(|(at, _)| *at);
        Self { absolute, ..Self::default() }
    }

    /// Adds the events of a sample, at times counted from `start_ms`.
    pub fn enter_sample(&mut self, start_ms: u64, during: &[(u64, Event)]) {
        let rest = self.during.split_off(self.next_during);
        self.next_during = 0;
        self.during = rest;
        self.during
            .extend(during.iter().map(|(at, event)| (start_ms.saturating_add(*at), event.clone())));
        self.during.sort_by_key(|(at, _)| *at);
    }

    /// When the next scripted event is due.
    pub fn next_ms(&self) -> Option<u64> {
        let absolute = self.absolute.get(self.next_absolute).map(|(at, _)| *at);
        let during = self.during.get(self.next_during).map(|(at, _)| *at);
        match (absolute, during) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (one, other) => one.or(other),
        }
    }

    /// Lets everything happen that is due by now: events and starts, then what cells do.
    pub fn settle(&mut self, world: &mut World) {
        loop {
            self.settle_events(world);
            if !world.settle_room() {
                return;
            }
        }
    }

    /// Lets all events happen that are due by now, starts included. Returns whether any did.
    pub fn settle_events(&mut self, world: &mut World) -> bool {
        let mut changed = world.settle_starts();
        while let Some(event) = self.pop_due(world.now_ms) {
            world.happen(&event);
            world.settle_starts();
            changed = true;
        }
        changed
    }

    /// Advances to `to_ms`, stopping nowhere: everything on the way happens at its own time.
    pub fn advance(&mut self, world: &mut World, to_ms: u64) {
        self.settle(world);
        while let Some(next) = self.next_change_ms(world).filter(|next| *next <= to_ms) {
            world.now_ms = world.now_ms.max(next);
            self.settle(world);
        }
        world.now_ms = world.now_ms.max(to_ms);
    }

    /// When anything changes next by itself: a scripted event, the end of a start, a cell.
    pub fn next_change_ms(&self, world: &World) -> Option<u64> {
        let times = [self.next_ms(), world.runtime.next_start_ms(), world.next_cell_ms()];
        times.into_iter().flatten().min()
    }

    fn pop_due(&mut self, now_ms: u64) -> Option<Event> {
        let absolute = self.absolute.get(self.next_absolute).map(|(at, _)| *at);
        let during = self.during.get(self.next_during).map(|(at, _)| *at);
        let absolute_first = match (absolute, during) {
            (Some(a), Some(b)) => a <= b,
            (Some(_), None) => true,
            _ => false,
        };
        let (list, index) = match absolute_first {
            true => (&self.absolute, &mut self.next_absolute),
            false => (&self.during, &mut self.next_during),
        };
        let (at, event) = list.get(*index)?;
        if *at > now_ms {
            return None;
        }
        *index += 1;
        Some(event.clone())
    }

    /// Events that no beat was left for, in order.
    pub fn rest_ms(&self) -> Option<u64> {
        let last = |list: &[(u64, Event)], from: usize| {
            list.get(from..).and_then(|l| l.last().map(|(at, _)| *at))
        };
        match (last(&self.absolute, self.next_absolute), last(&self.during, self.next_during)) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (one, other) => one.or(other),
        }
    }
}
