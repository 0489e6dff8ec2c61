//! The one queue between cells and the worker of the running sample, first come first served.
//!
//! Between samples, and during samples without Code Mode, there is no worker: messages wait. A call
//! that was taken goes through the table of the worker that took it, and goes on when the sample is
//! over.

use std::sync::Arc;

use serde_json::Value;

use super::rules::{BAD_ARGUMENT, DISPATCHED};
use super::{Room, Worker};
use crate::code_mode::answer::CellId;
use crate::code_mode::payload::{NestedKind, NestedPayload, nested_payload};
use crate::session::call::Flight;
use crate::session::record::TraceEventKind;
use crate::session::record_cells::{NestedCall, NestedStatus};
use crate::session::script::{CallScript, ResponseItem, ScriptedResult};
use crate::session::world::World;

/// Something that a cell wants from the host.
#[derive(Clone, Copy, Debug)]
pub(super) enum Message {
    /// A nested call: place of the cell, N of `tool-N`.
    Call(usize, u32),
    /// A notification: place of the cell, its number.
    Notice(usize, u32),
}

impl Room {
    /// A script called a tool.
    pub(super) fn issued(
        &mut self,
        world: &mut World,
        cell: &CellId,
        call: u32,
        tool: u32,
        input: Option<Value>,
    ) {
        let Some(index) = self.index_of(cell) else { return };
        let Some(book) = self.books.get_mut(index) else { return };
        let Some(known) = book.tools.get(tool as usize).cloned() else { return };
        world.log(TraceEventKind::NestedIssued {
            cell: cell.0.clone(),
            call,
            tool: known.tool.clone(),
        });
        book.calls.push(NestedCall {
            call,
            // Upstream this is a random UUID.
            id: format!("exec-{cell}-{call}").into(),
            identifier: known.identifier,
            tool: known.tool,
            input,
            payload: None,
            issued_ms: world.now_ms,
            dispatched_ms: None,
            step: None,
            started_ms: None,
            finished_ms: None,
            parallel: false,
            status: NestedStatus::Pending,
            handler: None,
            result: None,
            unread: false,
            decisions: Vec::new(),
            table: "".into(),
        });
        self.queue.push_back(Message::Call(index, call));
    }

    /// The record of a nested call.
    pub(super) fn call(&mut self, cell: usize, call: u32) -> Option<&mut NestedCall> {
        let calls = &mut self.books.get_mut(cell)?.calls;
        calls.get_mut((call as usize).checked_sub(1)?)
    }

    /// The worker takes what is in the queue; a notification holds it up until it is delivered.
    pub(super) fn hand_over(&mut self, world: &mut World) -> bool {
        let mut progress = false;
        while self.delivery.is_none() && !self.queue.is_empty() {
            let Some(worker) = world.worker.as_mut() else { break };
            worker.turn.get_or_insert_with(|| Arc::new(world.turn.clone()));
            let worker = worker.clone();
            match self.queue.pop_front() {
                Some(Message::Call(cell, call)) => self.dispatch(world, worker, cell, call),
                Some(Message::Notice(cell, number)) => self.take_notice(world, cell, number),
                None => break,
            }
            progress = true;
        }
        progress
    }

    fn dispatch(&mut self, world: &mut World, worker: Worker, cell: usize, call: u32) {
        let now = world.now_ms;
        let Some(book) = self.books.get(cell) else { return };
        let (id, place) = (book.id.clone(), book.place);
        let freeform =
            (call as usize).checked_sub(1).and_then(|at| book.calls.get(at)).and_then(|record| {
                let tool = book.tools.iter().find(|tool| tool.identifier == record.identifier);
                tool.map(|tool| tool.freeform)
            });
        let Some(record) = self.call(cell, call) else { return };
        // Its cell ended while it waited.
        if record.status == NestedStatus::Cancelled {
            return;
        }
        let step = worker.step;
        record.dispatched_ms = Some(now);
        record.step = Some(step);
        record.table = worker.table.digest().clone();
        let waited = now.saturating_sub(record.issued_ms);
        record.decisions.push(DISPATCHED.with([("step", step.into()), ("ms", waited.into())]));
        let kind = if freeform == Some(true) { NestedKind::Freeform } else { NestedKind::Function };
        let payload = nested_payload(&record.tool, kind, record.input.as_ref());
        let (namespace, name) = (record.tool.namespace.clone(), record.tool.name.clone());
        let item = match payload {
            Ok(NestedPayload::Function { arguments }) => {
                let arguments: Arc<str> = arguments.into();
                record.payload = Some(arguments.clone());
                ResponseItem::Function { namespace, name, arguments }
            }
            Ok(NestedPayload::Custom { input }) => {
                let input: Arc<str> = input.into();
                record.payload = Some(input.clone());
                ResponseItem::Custom { namespace, name, input }
            }
            Err(message) => {
                record.decisions.push(BAD_ARGUMENT.decide());
                world.log(TraceEventKind::NestedDispatched { cell: id.0, call, step });
                return self.settle_call(world, cell, call, Err(message.into()));
            }
        };
        let (tool, arguments) = (record.tool.clone(), record.payload.clone().unwrap_or_default());
        let exec_id = record.id.clone();
        world.log(TraceEventKind::NestedDispatched { cell: id.0, call, step });
        let script = CallScript {
            at_ms: 0,
            item,
            latency_ms: None,
            approval_ms: 0,
            result: ScriptedResult::Default,
            cancelled_after_ms: None,
        };
        let mut flight =
            Flight::issue(script, place, exec_id, worker.table, world, tool, arguments);
        flight.turn = worker.turn;
        self.take_off(cell, call, step, flight);
    }
}
