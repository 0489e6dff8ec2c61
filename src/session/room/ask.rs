//! The way in: `exec` and `wait` calls of the model.

use std::sync::Arc;

use super::Room;
use super::book::Book;
use super::rules::{ASKED, CONNECTED_ANEW, ENDED, NO_HOST, REFUSED, STARTED};
use super::tell::Caller;
use crate::code_mode::answer::{Execute, Observe, ObserverId};
use crate::code_mode::pragma::parse_exec;
use crate::code_mode::wait_args::parse_wait;
use crate::lang::Text;
use crate::planner::Plan;
use crate::planner::gates::host_fault;
use crate::planner::rule::Decision;
use crate::session::call::{End, Flight, Phase};
use crate::session::record::TraceEventKind;
use crate::session::record_cells::{Ask, ExchangeKind};
use crate::session::script::Settings;
use crate::session::world::World;

/// What a caller holds after it has asked.
#[derive(Debug)]
pub(super) enum Ticket {
    /// Its number; the answer comes later.
    Waits(ObserverId),
    /// There was nothing to wait for.
    Over(End),
}

/// A call of the model as the room takes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    /// Step and call, both from 1.
    place: (u32, u32),
    id: &'a Arc<str>,
    /// Source with its pragma, or arguments.
    input: &'a str,
    table: &'a Arc<Plan>,
    turn: &'a Settings,
}

impl Flight {
    /// `exec` or `wait` goes into the room.
    pub(in crate::session) fn begin_cell(&mut self, world: &mut World, input: &Arc<str>) {
        let mut room = world.take_room();
        let turn = self.turn.clone().unwrap_or_else(|| Arc::new(world.turn.clone()));
        let asked =
            Asked { place: self.place, id: &self.id, input, table: &self.table, turn: &turn };
        let (ticket, why) = match &*self.name.name {
            "exec" => room.exec(world, asked),
            _ => room.wait(world, asked),
        };
        world.put_back(room);
        self.decisions.push(why);
        match ticket {
            Ticket::Waits(observer) => self.phase = Phase::Cell(observer),
            Ticket::Over(end) => self.finish(world.now_ms, end),
        }
    }
}

impl Room {
    fn exec(&mut self, world: &mut World, asked: Asked<'_>) -> (Ticket, Decision) {
        let config = &asked.turn.plan.config.code_mode;
        let mut caller = caller(world, &asked, Ask::Exec);
        caller.yield_ms = config.default_exec_yield_time_ms;
        let request = match parse_exec(asked.input) {
            Ok(request) => request,
            Err(message) => return self.refuse(caller, message),
        };
        caller.yield_ms = request.yield_time_ms.unwrap_or(caller.yield_ms);
        caller.budget = request.max_output_tokens;
        if let Some(fault) = host_fault(&asked.turn.plan) {
            return self.no_host(caller, fault);
        }
        let (tools, nested) = self.tools.of(asked.table);
        let observer = self.observer();
        let execute = Execute {
            exec_call: asked.id.clone(),
            source: request.code.into(),
            tools: tools.clone(),
            mode: Observe::Yield { requested_ms: caller.yield_ms },
        };
        let before = self.service.generation();
        let cell = self.service.execute(world.now_ms, execute, observer);
        let generation = self.service.generation();
        if generation != before {
            let why = CONNECTED_ANEW.with([("generation", generation.into())]);
            world.log(TraceEventKind::HostConnected { generation, why });
        }
        let cell = match cell {
            Ok(cell) => cell,
            Err(refused) => {
                return self.fail(caller, refused.message(), refused.why());
            }
        };
        let (step, call) = asked.place;
        world.log(TraceEventKind::CellStarted { cell: cell.0.clone(), step, call });
        let why = STARTED.with([
            ("cell", cell.0.clone().into()),
            ("tools", tools.len().into()),
            ("ms", caller.yield_ms.into()),
        ]);
        let index = self.books.len();
        caller.cell = Some(index);
        self.open.insert(index);
        self.books.push(Book {
            id: cell,
            place: asked.place,
            pragma_lines: u32::from(request.code.len() < asked.input.len()),
            table: asked.table.digest().clone(),
            tools: nested,
            calls: Vec::new(),
            notices: Vec::new(),
            exchanges: Vec::new(),
        });
        self.callers.insert(observer, caller);
        (Ticket::Waits(observer), why)
    }

    fn wait(&mut self, world: &mut World, asked: Asked<'_>) -> (Ticket, Decision) {
        let mut caller = caller(world, &asked, Ask::Wait);
        let request = match parse_wait(asked.input) {
            Ok(request) => request,
            Err(message) => return self.refuse(caller, message),
        };
        caller.yield_ms = request.yield_time_ms;
        caller.budget = request.max_tokens;
        if let Some(fault) = host_fault(&asked.turn.plan) {
            return self.no_host(caller, fault);
        }
        caller.cell = self.service.place(&request.cell_id);
        let observer = self.observer();
        let cell = ("cell", request.cell_id.clone().into());
        let why = match request.terminate {
            true => {
                caller.ask = Ask::Terminate;
                self.service.terminate(world.now_ms, &request.cell_id, observer);
                ENDED.with([cell])
            }
            false => {
                let mode = Observe::Yield { requested_ms: request.yield_time_ms };
                self.service.observe(world.now_ms, &request.cell_id, mode, observer);
                ASKED.with([cell, ("ms", request.yield_time_ms.into())])
            }
        };
        self.callers.insert(observer, caller);
        (Ticket::Waits(observer), why)
    }

    /// The handler refuses its input.
    fn refuse(&mut self, caller: Caller, message: String) -> (Ticket, Decision) {
        self.write_refusal(caller, &message, REFUSED.decide());
        (Ticket::Over(End::error(message)), REFUSED.decide())
    }

    /// Nobody is there to run cells.
    fn no_host(&mut self, caller: Caller, fault: &'static Text) -> (Ticket, Decision) {
        self.fail(caller, fault.en, NO_HOST.with([("reason", fault.into())]))
    }

    /// The operation itself fails: one plain text.
    fn fail(&mut self, caller: Caller, message: &str, why: Decision) -> (Ticket, Decision) {
        self.write_refusal(caller, message, why.clone());
        (Ticket::Over(End::unsuccessful(message)), why)
    }

    fn write_refusal(&mut self, caller: Caller, message: &str, why: Decision) {
        let answered = Some(caller.asked_ms);
        let mut exchange = caller.exchange(None, ExchangeKind::Refused, answered);
        exchange.body = message.into();
        exchange.decisions.push(why);
        self.keep(caller.cell, exchange);
    }

    /// The caller has gone: its answer, when it comes, is nobody's.
    pub(in crate::session) fn give_up(&mut self, world: &World, observer: ObserverId) {
        self.service.give_up(world.now_ms, observer);
        self.answers.remove(&observer);
        if let Some(caller) = self.callers.remove(&observer) {
            let exchange = caller.exchange(Some(observer), ExchangeKind::GaveUp, None);
            self.keep(caller.cell, exchange);
        }
    }

    /// The answer to this caller, once there is one.
    pub(in crate::session) fn answer(&mut self, observer: ObserverId) -> Option<End> {
        self.answers.remove(&observer)
    }
}

fn caller(world: &World, asked: &Asked<'_>, ask: Ask) -> Caller {
    Caller {
        place: asked.place,
        id: asked.id.clone(),
        ask,
        cell: None,
        yield_ms: 0,
        budget: None,
        asked_ms: world.now_ms,
        original_images: asked.turn.plan.model.original_image_detail,
    }
}
