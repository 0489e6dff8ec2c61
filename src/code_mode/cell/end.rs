//! Ends: completion, termination, closing. Exactly one of completion and termination wins.

use super::observe::Told;
use super::{Cell, End, Engine, Outcome, Shared, Stage, count};
use crate::code_mode::answer::{Answer, ObserverId, Out};
use crate::code_mode::engine::limits::Limit;
use crate::code_mode::engine::protocol::Command;
use crate::code_mode::log::{CellEvent, TurnCause};
use crate::code_mode::rules::*;
use crate::planner::rule::{Decision, Reason};

impl Cell {
    /// The script has ended. From here on nobody is told that the cell goes on.
    pub(super) fn finish(
        &mut self,
        at: u64,
        shared: &mut Shared,
        error: Option<String>,
        limit: Option<Limit>,
        commit: bool,
        reason: &'static Reason,
    ) {
        let first_line =
            error.as_deref().and_then(|error| error.lines().next()).unwrap_or_default();
        let why = reason.with([("error", first_line.to_owned().into())]);
        self.record(at, CellEvent::Finished { error: error.clone(), why });
        self.leave_engine(at, &TOO_LATE);
        self.stage =
            Stage::Finishing(Outcome { error, limit, commit, cancelled: false, at_ms: at });
        self.go_on_ending(at, shared);
    }

    /// The script does nothing any more: what it was still to get is lost.
    fn leave_engine(&mut self, at: u64, reason: &'static Reason) {
        self.engine = Engine::Gone;
        for (_, command) in std::mem::take(&mut self.inbox) {
            let why = reason.decide();
            let event = match command {
                Command::Resolve { call, .. } | Command::Reject { call, .. } => {
                    CellEvent::CallUnread { call, why }
                }
                Command::Fire { timeout } => CellEvent::TimeoutLost { id: timeout, why },
            };
            self.record(at, event);
        }
        self.timeouts.clear();
    }

    /// Takes an ending cell as far as it can go now.
    pub(super) fn go_on_ending(&mut self, at: u64, shared: &mut Shared) {
        match &mut self.stage {
            Stage::Finishing(outcome) => {
                if !self.notices.is_empty() {
                    return;
                }
                if !outcome.cancelled {
                    outcome.cancelled = true;
                    self.cancel_calls(at, shared, &NOT_AWAITED);
                }
                if self.calls.is_empty() {
                    self.complete(at, shared);
                }
            }
            Stage::Terminating { .. } if self.notices.is_empty() && self.calls.is_empty() => {
                self.terminated(at, shared);
            }
            _ => {}
        }
    }

    fn cancel_calls(&mut self, at: u64, shared: &mut Shared, reason: &'static Reason) {
        let running: Vec<u32> =
            self.calls.iter().filter(|(_, call)| !call.cancelled).map(|(call, _)| *call).collect();
        for call in running {
            if let Some(in_flight) = self.calls.get_mut(&call) {
                in_flight.cancelled = true;
            }
            self.record(at, CellEvent::CallCancelled { call, why: reason.decide() });
            shared.out.push(Out::CancelCall { cell: self.log.id.clone(), call });
        }
    }

    fn cancel_notices(&mut self, at: u64, shared: &mut Shared, reason: &'static Reason) {
        let running: Vec<u32> = self.notices.keys().copied().collect();
        for number in running {
            if let Some(in_flight) = self.notices.get_mut(&number) {
                in_flight.cancelled = true;
            }
            self.record(at, CellEvent::NotifyCancelled { number, why: reason.decide() });
            shared.out.push(Out::CancelNotify { cell: self.log.id.clone(), number });
        }
    }

    /// A cancelled call has ended.
    pub fn call_stopped(&mut self, at: u64, call: u32) {
        if let Some(in_flight) = self.calls.get(&call) {
            self.ends.insert((at, in_flight.sequence), End::CallStopped(call));
        }
    }

    /// A notification was accepted.
    pub fn notified(&mut self, at: u64, number: u32) {
        let Some(in_flight) = self.notices.get(&number) else { return };
        let end = match in_flight.cancelled {
            true => End::NotifyStopped(number),
            false => End::NotifyAccepted(number),
        };
        self.ends.insert((at, in_flight.sequence), end);
    }

    /// A notification was not delivered and has ended.
    pub fn notify_stopped(&mut self, at: u64, number: u32) {
        if let Some(in_flight) = self.notices.get(&number) {
            self.ends.insert((at, in_flight.sequence), End::NotifyStopped(number));
        }
    }

    pub(super) fn ended(&mut self, at: u64, end: End) {
        let event = match end {
            End::CallStopped(call) => {
                self.calls.remove(&call);
                CellEvent::CallStopped { call }
            }
            End::NotifyAccepted(number) => {
                self.notices.remove(&number);
                CellEvent::NotifyAccepted { number }
            }
            End::NotifyStopped(number) => {
                self.notices.remove(&number);
                CellEvent::NotifyStopped { number }
            }
        };
        self.record(at, event);
    }

    /// The completion is committed, and delivered or kept.
    fn complete(&mut self, at: u64, shared: &mut Shared) {
        let Stage::Finishing(mut outcome) = std::mem::replace(&mut self.stage, Stage::Closed)
        else {
            return;
        };
        outcome.at_ms = at;
        self.log.ended_ms = Some(at);
        match outcome.commit {
            true => self.commit(at, shared, outcome.error.is_some()),
            false => self.discard(at, &NO_COMMIT_ENGINE),
        }
        self.stage = Stage::Completed(outcome.clone());
        if let Some(observer) = self.observer.take() {
            let (error, limit) = (outcome.error.clone(), outcome.limit);
            let why = HANDED_OVER.decide();
            let told = self.tell(at, shared, &observer, &why, |cell, items| Answer::Result {
                cell,
                items,
                error,
                limit,
            });
            match told {
                Told::Nobody => {}
                Told::Lost => return self.close(at, shared),
                Told::Items(items) => {
                    let observer = observer.id;
                    let error = outcome.error;
                    self.record(at, CellEvent::Delivered { observer, items, error, why });
                    return self.close(at, shared);
                }
            }
        }
        if !self.queued.is_empty() {
            let observer = self.queued.remove(0);
            return self.hand_over(at, shared, observer, HANDED_OVER.decide());
        }
        self.record(at, CellEvent::Buffered { why: WAITS_FOR_CALLER.decide() });
    }

    fn commit(&mut self, at: u64, shared: &mut Shared, failed: bool) {
        let writes = std::mem::take(&mut self.writes);
        let keys: Vec<String> = writes.keys().cloned().collect();
        if !keys.is_empty() {
            std::sync::Arc::make_mut(&mut shared.stored).extend(writes);
        }
        let reason = if failed { &COMMITTED_FAILED } else { &COMMITTED };
        let why = reason.with([("keys", keys.len().into())]);
        self.record(at, CellEvent::Committed { keys, why });
    }

    fn discard(&mut self, at: u64, reason: &'static Reason) {
        let writes = std::mem::take(&mut self.writes);
        if writes.is_empty() {
            return;
        }
        let keys = writes.into_keys().collect();
        self.record(at, CellEvent::Discarded { keys, why: reason.decide() });
    }

    /// The kept result goes to whoever asks, be it to end the cell.
    pub(super) fn hand_over_kept(&mut self, at: u64, shared: &mut Shared, observer: ObserverId) {
        let Stage::Completed(outcome) = &self.stage else { return };
        let why = WAS_WAITING.with([("ms", outcome.at_ms.into())]);
        self.hand_over(at, shared, observer, why);
    }

    fn hand_over(&mut self, at: u64, shared: &mut Shared, observer: ObserverId, why: Decision) {
        let Stage::Completed(outcome) = &self.stage else { return };
        let outcome = outcome.clone();
        let items = std::mem::take(&mut self.buffer);
        let handed = count(items.len());
        let (cell, error) = (self.log.id.clone(), outcome.error);
        let answer = Answer::Result { cell, items, error: error.clone(), limit: outcome.limit };
        shared.out.push(Out::Answer { observer, answer, why: why.clone() });
        self.record(at, CellEvent::Delivered { observer, items: handed, error, why });
        self.close(at, shared);
    }

    /// A caller ends the cell.
    pub fn terminate(&mut self, at: u64, shared: &mut Shared, by: ObserverId) {
        match &self.stage {
            Stage::Closed => self.missing(at, shared, by, GONE.decide()),
            Stage::Completed(_) => self.hand_over_kept(at, shared, by),
            Stage::Terminating { .. } => {
                let message = format!("exec cell {} is already terminating", self.log.id);
                self.refuse(at, shared, by, message, ALREADY.decide());
            }
            Stage::Running => self.claim(at, shared, Some(by), &CLAIMED),
            Stage::Finishing(_) => self.claim(at, shared, Some(by), &CLAIMED_FINISHING),
        }
    }

    /// The session ends, and the cell with it.
    pub fn shut_down(&mut self, at: u64, shared: &mut Shared) {
        match &self.stage {
            Stage::Closed | Stage::Terminating { .. } => {}
            Stage::Running | Stage::Finishing(_) => self.claim(at, shared, None, &BY_SHUTDOWN),
            Stage::Completed(_) => {
                let items = count(std::mem::take(&mut self.buffer).len());
                self.record(at, CellEvent::Lost { items, why: NOT_WANTED.decide() });
                self.close(at, shared);
            }
        }
    }

    /// The engine host is gone, and the cell with it: whoever waits is told `message`.
    pub fn lose(&mut self, at: u64, shared: &mut Shared, message: &str) {
        if self.is_closed() {
            return;
        }
        let completed = matches!(self.stage, Stage::Completed(_));
        let why = if completed { RESULT_LOST.decide() } else { HOST_GONE.decide() };
        self.record(at, CellEvent::HostLost { completed, why: why.clone() });
        self.first = None;
        self.leave_engine(at, &HOST_GONE);
        self.cancel_calls(at, shared, &HOST_GONE);
        self.cancel_notices(at, shared, &HOST_GONE);
        let items = count(std::mem::take(&mut self.buffer).len());
        if items > 0 {
            self.record(at, CellEvent::Lost { items, why });
        }
        self.discard(at, &NO_COMMIT_ENGINE);
        let by = match self.stage {
            Stage::Terminating { by } => by,
            _ => None,
        };
        let observer = self.observer.take().filter(|observer| !observer.gone);
        let open = by.into_iter().chain(observer.map(|observer| observer.id));
        for caller in open.chain(std::mem::take(&mut self.queued)) {
            self.refuse(at, shared, caller, message.to_owned(), CALL_FAILED.decide());
        }
        self.log.ended_ms.get_or_insert(at);
        self.close(at, shared);
    }

    /// The outcome belongs to the terminator from here on.
    fn claim(
        &mut self,
        at: u64,
        shared: &mut Shared,
        by: Option<ObserverId>,
        reason: &'static Reason,
    ) {
        self.stage = Stage::Terminating { by };
        self.record(at, CellEvent::Terminating { by, why: reason.decide() });
        // What the script did before it was stopped still counts, its result does not.
        if let Some(turn) = self.first.take() {
            self.begin_turn(at, TurnCause::Evaluate);
            for event in turn.events {
                if self.script_did(at, shared, event).is_err() {
                    break;
                }
            }
        }
        self.leave_engine(at, &WITH_CELL);
        self.cancel_calls(at, shared, &WITH_CELL);
        self.cancel_notices(at, shared, &WITH_CELL);
        for observer in std::mem::take(&mut self.queued) {
            self.missing(at, shared, observer, CLOSING.decide());
        }
        self.go_on_ending(at, shared);
    }

    /// Everything of the terminated cell has ended.
    fn terminated(&mut self, at: u64, shared: &mut Shared) {
        let Stage::Terminating { by } = self.stage else { return };
        self.log.ended_ms = Some(at);
        let observer = self.observer.take().filter(|observer| !observer.gone);
        let observers: Vec<ObserverId> =
            by.into_iter().chain(observer.map(|observer| observer.id)).collect();
        let items = std::mem::take(&mut self.buffer);
        let handed = count(items.len());
        for observer in &observers {
            let answer = Answer::Terminated { cell: self.log.id.clone(), items: items.clone() };
            let why = TERMINATED.with([("items", handed.into())]);
            shared.out.push(Out::Answer { observer: *observer, answer, why });
        }
        self.discard(at, &NO_COMMIT_TERMINATED);
        self.record(at, CellEvent::Terminated { observers, items: handed });
        self.close(at, shared);
    }

    fn close(&mut self, at: u64, shared: &mut Shared) {
        self.stage = Stage::Closed;
        self.record(at, CellEvent::Closed);
        shared.out.push(Out::Closed { cell: self.log.id.clone() });
        for observer in std::mem::take(&mut self.queued) {
            self.missing(at, shared, observer, ANSWER_TAKEN.decide());
        }
    }
}
