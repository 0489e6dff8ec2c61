//! Callers: who may wait, when a waiting one is answered, what becomes of one that vanishes.

use super::{Cell, Engine, Observer, Pause, Shared, Stage, count};
use crate::code_mode::answer::{Answer, CellId, Observe, ObserverId, Out};
use crate::code_mode::engine::protocol::{Command, Item};
use crate::code_mode::log::CellEvent;
use crate::code_mode::rules::*;
use crate::code_mode::yield_time::yield_timeout;
use crate::planner::rule::Decision;

impl Cell {
    /// A caller asks for the next event of the cell.
    pub fn observe(&mut self, at: u64, shared: &mut Shared, observer: ObserverId, mode: Observe) {
        match &self.stage {
            Stage::Closed => self.missing(at, shared, observer, GONE.decide()),
            Stage::Terminating { .. } => self.missing(at, shared, observer, CLOSING.decide()),
            Stage::Completed(_) => self.hand_over_kept(at, shared, observer),
            Stage::Finishing(_) => {
                self.queued.push(observer);
                self.record(
                    at,
                    CellEvent::ObserverQueued { observer, why: AFTER_THE_END.decide() },
                );
            }
            Stage::Running => match &self.observer {
                Some(attached) if attached.first || !attached.gone => {
                    let message =
                        format!("exec cell {} already has an active observer", self.log.id);
                    self.refuse(at, shared, observer, message, BUSY.decide());
                }
                _ => self.attach(at, shared, observer, mode, false),
            },
        }
    }

    /// The caller takes the observer's place.
    pub fn attach(
        &mut self,
        at: u64,
        shared: &mut Shared,
        id: ObserverId,
        mode: Observe,
        first: bool,
    ) {
        let (deadline_ms, why) = match mode {
            Observe::Yield { requested_ms } => {
                let (timeout, why) = yield_timeout(requested_ms, shared.options.max_yield_time_ms);
                (Some(at.saturating_add(timeout)), why)
            }
            Observe::Frontier => (None, TO_FRONTIER.decide()),
        };
        self.record(at, CellEvent::ObserverAttached { observer: id, mode, deadline_ms, why });
        let sequence = shared.next();
        let observer =
            Observer { id, mode, first, gone: false, attached_ms: at, deadline_ms, sequence };
        self.observer = Some(observer);
        let resumed = match (self.pause, mode) {
            (Pause::No, _) => return,
            (Pause::Kept, Observe::Frontier) => return self.pending(at, shared, KEPT.decide()),
            (Pause::Paused, Observe::Frontier) => TO_NEXT.decide(),
            (_, Observe::Yield { .. }) => {
                self.frontier_calls.clear();
                FREE.decide()
            }
        };
        self.pause = Pause::No;
        self.floor_ms = at;
        self.record(at, CellEvent::Resumed { why: resumed });
    }

    /// The yield time of the observer is over.
    pub fn deadline_passed(&mut self, at: u64, shared: &mut Shared) {
        let why = self.why_now(at);
        self.yield_now(at, shared, why);
    }

    fn why_now(&self, at: u64) -> Decision {
        let asked_for_none =
            self.observer.as_ref().is_some_and(|o| o.deadline_ms == Some(o.attached_ms));
        if asked_for_none {
            return AT_ONCE.decide();
        }
        if matches!(self.engine, Engine::Busy) {
            return STILL_BURNING.decide();
        }
        let waiting = self.inbox.iter().next().filter(|((due, _), _)| *due <= at);
        match waiting {
            Some((_, command)) => DEADLINE_FIRST.with([("what", name(command).into())]),
            None => ON_TIME.decide(),
        }
    }

    /// The script asks for a yield.
    pub fn yield_requested(
        &mut self,
        at: u64,
        shared: &mut Shared,
        line: Option<u32>,
        micro: bool,
    ) {
        let (heard, why) = match &self.observer {
            None => (false, NOBODY.decide()),
            Some(observer) if observer.mode == Observe::Frontier => (false, FRONTIER_DEAF.decide()),
            Some(observer) if observer.gone => (true, CALLER_GONE.decide()),
            Some(_) => (true, HEARD.decide()),
        };
        self.record_at(at, line, micro, CellEvent::YieldRequested { heard, why });
        if heard {
            self.yield_now(at, shared, ON_REQUEST.decide());
        }
    }

    fn yield_now(&mut self, at: u64, shared: &mut Shared, why: Decision) {
        let Some(observer) = self.observer.take() else { return };
        let told =
            self.tell(at, shared, &observer, &why, |cell, items| Answer::Yielded { cell, items });
        if let Told::Items(items) = told {
            self.record(at, CellEvent::Yielded { observer: observer.id, items, why });
        }
    }

    /// Nothing is queued for the engine while a frontier observer waits: it pauses here.
    pub fn frontier(&mut self, at: u64, shared: &mut Shared) {
        self.pending(at, shared, QUIESCENT.decide());
    }

    fn pending(&mut self, at: u64, shared: &mut Shared, why: Decision) {
        let Some(observer) = self.observer.take() else { return };
        let calls = self.frontier_calls.clone();
        let told = self.tell(at, shared, &observer, &why, |cell, items| Answer::Pending {
            cell,
            items,
            calls: calls.clone(),
        });
        self.pause = Pause::Paused;
        match told {
            Told::Nobody => self.pause = Pause::Kept,
            Told::Lost => self.frontier_calls.clear(),
            Told::Items(items) => {
                self.frontier_calls.clear();
                self.record(at, CellEvent::Frontier { observer: observer.id, items, calls, why });
            }
        }
    }

    /// Gives the observer what has gathered, if it is still there.
    pub(super) fn tell(
        &mut self,
        at: u64,
        shared: &mut Shared,
        observer: &Observer,
        why: &Decision,
        answer: impl FnOnce(CellId, Vec<Item>) -> Answer,
    ) -> Told {
        let items = count(self.buffer.len());
        if observer.gone && !observer.first {
            self.record(at, CellEvent::PutBack { items, why: PUT_BACK.decide() });
            return Told::Nobody;
        }
        let taken = std::mem::take(&mut self.buffer);
        if observer.gone {
            self.record(at, CellEvent::Lost { items, why: LOST.decide() });
            return Told::Lost;
        }
        shared.out.push(Out::Answer {
            observer: observer.id,
            answer: answer(self.log.id.clone(), taken),
            why: why.clone(),
        });
        Told::Items(items)
    }

    /// A caller has vanished. Was it one of this cell?
    pub fn give_up(&mut self, at: u64, gone: ObserverId) -> bool {
        if let Some(place) = self.queued.iter().position(|queued| *queued == gone) {
            self.queued.remove(place);
            self.record(at, CellEvent::ObserverGone { observer: gone, why: PLACE_FREE.decide() });
            return true;
        }
        if let Stage::Terminating { by } = &mut self.stage
            && *by == Some(gone)
        {
            *by = None;
            self.record(at, CellEvent::ObserverGone { observer: gone, why: LOST.decide() });
            return true;
        }
        let Some(observer) = self.observer.as_mut().filter(|o| o.id == gone && !o.gone) else {
            return false;
        };
        observer.gone = true;
        let why = match observer.first {
            true => PLACE_HELD.decide(),
            false => PLACE_FREE.decide(),
        };
        self.record(at, CellEvent::ObserverGone { observer: gone, why });
        true
    }

    /// Turns a caller away because the cell is not to be found.
    pub(super) fn missing(
        &mut self,
        at: u64,
        shared: &mut Shared,
        observer: ObserverId,
        why: Decision,
    ) {
        let answer = Answer::Missing { cell: self.log.id.0.clone() };
        shared.out.push(Out::Answer { observer, answer, why: why.clone() });
        self.record(at, CellEvent::ObserverRefused { observer, why });
    }

    /// Turns a caller away with an error of the operation.
    pub(super) fn refuse(
        &mut self,
        at: u64,
        shared: &mut Shared,
        observer: ObserverId,
        message: String,
        why: Decision,
    ) {
        let answer = Answer::Refused(message);
        shared.out.push(Out::Answer { observer, answer, why: why.clone() });
        self.record(at, CellEvent::ObserverRefused { observer, why });
    }
}

/// What became of an answer.
pub(super) enum Told {
    /// Delivered, with so many items.
    Items(u32),
    /// Its caller is gone and its items with it.
    Lost,
    /// Its caller is gone; nothing was taken.
    Nobody,
}

/// A queued command as a sentence names it.
fn name(command: &Command) -> String {
    match command {
        Command::Resolve { call, .. } | Command::Reject { call, .. } => format!("tool-{call}"),
        Command::Fire { timeout } => format!("timeout {timeout}"),
    }
}
