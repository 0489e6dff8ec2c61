//! The script: what an engine turn did, and how the cell stands after it.

use super::{Cell, Engine, InFlight, Shared, Stage};
use crate::code_mode::answer::{Observe, Out};
use crate::code_mode::engine::limits::{Limit, MAX_SOURCE_BYTES, MAX_TURNS, MAX_TURNS_AT_ONCE};
use crate::code_mode::engine::protocol::{
    Command, EngineEvent, EngineEventKind, EngineState, Turn,
};
use crate::code_mode::log::{CellEvent, TurnCause};
use crate::code_mode::rules::*;

/// What the model is told of an engine that ended without a result.
const DIED_TEXT: &str = "exec runtime ended unexpectedly";

impl Cell {
    /// Looks at the evaluation.
    pub fn evaluated(&mut self, at: u64, shared: &mut Shared) {
        let Some(turn) = self.first.take() else { return };
        self.begin_turn(at, TurnCause::Evaluate);
        self.take_turn(at, shared, turn);
    }

    /// Gives the engine its next command.
    pub fn command(&mut self, at: u64, shared: &mut Shared) {
        let at_once = match self.turns_at {
            (last, turns) if last == at => turns,
            _ => 0,
        };
        if self.log.turns >= MAX_TURNS || at_once >= MAX_TURNS_AT_ONCE {
            return self.runs_for_ever(at, shared, Limit::Turns);
        }
        let Some((_, command)) = self.inbox.pop_first() else { return };
        let cause = match &command {
            Command::Resolve { call, .. } => TurnCause::Resolve { call: *call },
            Command::Reject { call, .. } => TurnCause::Reject { call: *call },
            Command::Fire { timeout } => {
                self.timeouts.remove(timeout);
                TurnCause::Timer { id: *timeout }
            }
        };
        self.begin_turn(at, cause);
        let Engine::Alive(engine) = &mut self.engine else { return };
        let turn = engine.command(shared.options.epoch_ms.saturating_add(at), &command);
        self.take_turn(at, shared, turn);
    }

    pub(super) fn begin_turn(&mut self, at: u64, cause: TurnCause) {
        self.turns_at = match self.turns_at {
            (last, turns) if last == at => (at, turns + 1),
            _ => (at, 1),
        };
        self.log.turns += 1;
        self.record(at, CellEvent::TurnBegan { cause });
    }

    fn take_turn(&mut self, at: u64, shared: &mut Shared, turn: Turn) {
        for event in turn.events {
            if self.script_did(at, shared, event).is_err() {
                return self.finish(
                    at,
                    shared,
                    Some(DIED_TEXT.into()),
                    None,
                    false,
                    &BROKE_CONTRACT,
                );
            }
        }
        match turn.state {
            EngineState::Pending => {
                let listed = self.observer.as_ref().is_some_and(|o| o.mode == Observe::Frontier);
                if !listed {
                    self.frontier_calls.clear();
                }
            }
            EngineState::Finished { error: None } if self.exit_called => {
                self.finish(at, shared, None, None, true, &EXITED);
            }
            EngineState::Finished { error: None } => {
                self.finish(at, shared, None, None, true, &FULFILLED);
            }
            EngineState::Finished { error } => self.finish(at, shared, error, None, true, &FAILED),
            EngineState::Stopped { limit } if limit.keeps_running() => {
                self.runs_for_ever(at, shared, limit);
            }
            EngineState::Stopped { limit } => {
                let bound = bound(limit, shared);
                let why = OVER_BOUND.with([("bound", bound.clone().into())]);
                self.record(at, CellEvent::LimitReached { limit, why });
                let error = format!("exec cell stopped: it passed {bound}");
                // A full heap takes the engine with it.
                let commit = limit != Limit::Heap;
                self.finish(at, shared, Some(error), Some(limit), commit, &BOUNDED);
            }
            EngineState::Died => {
                self.finish(at, shared, Some(DIED_TEXT.into()), None, false, &DIED);
            }
        }
    }

    /// From here on the script does nothing any more, and yet it has not ended.
    fn runs_for_ever(&mut self, at: u64, shared: &mut Shared, limit: Limit) {
        self.engine = Engine::Busy;
        let why = RUNS_FOR_EVER.with([("bound", bound(limit, shared).into())]);
        self.record(at, CellEvent::LimitReached { limit, why });
    }

    /// Takes one effect of the script. An error is an event that no engine may send.
    pub(super) fn script_did(
        &mut self,
        at: u64,
        shared: &mut Shared,
        event: EngineEvent,
    ) -> Result<(), ()> {
        let EngineEvent { line, microtask, kind } = event;
        let event = match kind {
            EngineEventKind::YieldRequested => {
                self.yield_requested(at, shared, line, microtask);
                return Ok(());
            }
            EngineEventKind::ToolCall { call, tool, input } => {
                if call != self.next_call || tool as usize >= self.log.tools.len() {
                    return Err(());
                }
                let issued = CellEvent::CallIssued { call, tool, input: input.clone() };
                self.record_at(at, line, microtask, issued);
                self.start_call(at, shared, call, tool, input);
                return Ok(());
            }
            EngineEventKind::Notify { text } => {
                let number = self.next_notice;
                let sent = CellEvent::NotifySent { number, text: text.clone() };
                self.record_at(at, line, microtask, sent);
                self.start_notice(at, shared, number, text);
                return Ok(());
            }
            EngineEventKind::TimeoutSet { id, delay_ms } => {
                if id <= self.last_timeout {
                    return Err(());
                }
                self.last_timeout = id;
                let key = (at.saturating_add(delay_ms), shared.next());
                self.timeouts.insert(id, key);
                self.inbox.insert(key, Command::Fire { timeout: id });
                CellEvent::TimeoutSet { id, delay_ms, due_ms: key.0 }
            }
            EngineEventKind::TimeoutCleared { id } => {
                if let Some(key) = self.timeouts.remove(&id) {
                    self.inbox.remove(&key);
                }
                CellEvent::TimeoutCleared { id }
            }
            EngineEventKind::Item { item } => {
                self.buffer.push(item.clone());
                CellEvent::Item { item }
            }
            EngineEventKind::Store { key, value } => {
                self.writes.insert(key.clone(), value.clone());
                CellEvent::Stored { key, value }
            }
            EngineEventKind::Load { key, found } => CellEvent::Loaded { key, found },
            EngineEventKind::Exit => {
                self.exit_called = true;
                CellEvent::ExitCalled
            }
            EngineEventKind::Unhandled { reason } => CellEvent::Unhandled { reason },
        };
        self.record_at(at, line, microtask, event);
        Ok(())
    }

    fn start_call(
        &mut self,
        at: u64,
        shared: &mut Shared,
        call: u32,
        tool: u32,
        input: Option<serde_json::Value>,
    ) {
        self.next_call = call.saturating_add(1);
        self.frontier_calls.push(call);
        if matches!(self.stage, Stage::Terminating { .. }) {
            let why = NEVER_STARTED.decide();
            return self.record(at, CellEvent::CallCancelled { call, why });
        }
        let in_flight = InFlight { sequence: shared.next(), cancelled: false };
        self.calls.insert(call, in_flight);
        shared.out.push(Out::Call { cell: self.log.id.clone(), call, tool, input });
    }

    fn start_notice(&mut self, at: u64, shared: &mut Shared, number: u32, text: String) {
        self.next_notice = number.saturating_add(1);
        if matches!(self.stage, Stage::Terminating { .. }) {
            let why = NEVER_STARTED.decide();
            return self.record(at, CellEvent::NotifyCancelled { number, why });
        }
        let in_flight = InFlight { sequence: shared.next(), cancelled: false };
        self.notices.insert(number, in_flight);
        let (cell, exec_call) = (self.log.id.clone(), self.log.exec_call.clone());
        shared.out.push(Out::Notify { cell, number, exec_call, text });
    }

    /// A nested call ended by itself.
    pub fn call_ended(&mut self, at: u64, call: u32, result: super::CallResult) {
        let Some(in_flight) = self.calls.get(&call) else { return };
        let key = (at, in_flight.sequence);
        if in_flight.cancelled {
            self.ends.insert(key, super::End::CallStopped(call));
            return;
        }
        self.calls.remove(&call);
        self.record(at, CellEvent::CallEnded { call, result: result.clone() });
        if !matches!(self.stage, Stage::Running) {
            let why = TOO_LATE.decide();
            return self.record(at, CellEvent::CallUnread { call, why });
        }
        let command = match result {
            Ok(value) => Command::Resolve { call, value },
            Err(message) => Command::Reject { call, message },
        };
        self.inbox.insert(key, command);
    }
}

/// A bound in words, with its size.
fn bound(limit: Limit, shared: &Shared) -> String {
    let limits = &shared.options.limits;
    match limit {
        Limit::Steps => format!("its bound of {} steps in one turn", limits.steps),
        Limit::Time => format!("its bound of {} ms of real time in one turn", limits.real_ms),
        Limit::Turns => {
            format!("its bound of {MAX_TURNS} turns, {MAX_TURNS_AT_ONCE} at one instant")
        }
        Limit::Heap => format!("its bound of {} bytes of heap", limits.heap_bytes),
        Limit::Stack => format!("its bound of {} nested script calls", limits.recursion),
        Limit::Output => format!("its bound of {} bytes of output", limits.output_bytes),
        Limit::Effects => format!("its bound of {} effects", limits.effects),
        Limit::Source => format!("the bound of {MAX_SOURCE_BYTES} bytes of source"),
    }
}
