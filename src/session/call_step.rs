//! One step of a call that is under way: its server, its approval, its handler, an interruption. Part
//! of [`super::call`]; used for calls of the model and for nested calls alike.

use std::sync::Arc;

use super::call::{End, Flight, Phase};
use super::live_call::{revision_changed, transport_closed};
use super::record::{CallStatus, Lifecycle};
use super::world::World;
use crate::code_mode::unified_exec::{ExecCommandArgs, ShellCall, WriteStdinArgs};
use crate::planner::features::Feature;
use crate::planner::registry::Origin;

/// What a step led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing to do now.
    Nothing,
    /// It may line up at its gate.
    Enqueue,
    /// It is somewhere else now.
    Moved,
    /// It is over. It held its gate if it had begun.
    Over,
}

impl Flight {
    /// Moves on, if it can at this moment.
    pub fn step(&mut self, world: &mut World) -> Step {
        let now = world.now_ms;
        let interrupted = self
            .script
            .cancelled_after_ms
            .is_some_and(|after| self.issued_ms.saturating_add(after) <= now);
        if matches!(self.phase, Phase::Cell(_) | Phase::Shell(_)) && self.fetch(world) {
            return Step::Over;
        }
        match &self.phase {
            Phase::Done { .. } => return Step::Nothing,
            // A call that reaches its outcome at this very moment keeps it.
            Phase::Running { until_ms, end, .. } if *until_ms <= now => {
                let end = end.clone();
                self.end_well(world, end);
            }
            _ if interrupted => self.break_off(world),
            Phase::Running { server: Some(server), .. } if world.runtime.is_closed(server) => {
                let (server, raw) = (server.clone(), self.raw_name());
                let end = transport_closed(&server, &raw, &mut self.decisions);
                self.finish(now, end);
            }
            Phase::AwaitServer(server) if !world.runtime.is_starting(server) => {
                self.phase = Phase::Queued;
                return Step::Enqueue;
            }
            Phase::AwaitServerInside { server, arguments }
                if !world.runtime.is_starting(server) =>
            {
                let arguments = arguments.clone();
                self.begin_mcp(world, &arguments);
            }
            Phase::Approving { until_ms, revision } if *until_ms <= now => {
                if *revision == world.runtime.revision {
                    self.send_mcp(world);
                } else if let Some(Origin::Mcp(tool)) = self.origin() {
                    let end = revision_changed(&tool, &mut self.decisions);
                    self.finish(now, end);
                }
            }
            _ => return Step::Nothing,
        }
        if self.is_done() { Step::Over } else { Step::Moved }
    }

    /// The user interrupts it: whatever it waits for is given up.
    pub(super) fn break_off(&mut self, world: &mut World) {
        match self.phase {
            Phase::Cell(observer) => world.leave_room(observer),
            Phase::Shell(id) => {
                if let Some(shell) = world.shell.as_mut() {
                    shell.cancel(world.now_ms, id);
                }
            }
            _ => {}
        }
        if world.turn.plan.feature(Feature::CodeModeInterrupt) {
            world.interrupt_cells();
        }
        self.interrupt(world.now_ms);
    }

    /// Fetches an answer that somebody else has made, if there is one.
    fn fetch(&mut self, world: &mut World) -> bool {
        match self.phase {
            Phase::Cell(observer) => {
                let answer = world.room.as_mut().and_then(|room| room.answer(observer));
                let Some(end) = answer else { return false };
                self.end_well(world, end);
            }
            Phase::Shell(id) => {
                let now = world.now_ms;
                let answer = world.shell.as_mut().and_then(|shell| shell.poll(now, id));
                let end = match answer {
                    None => return false,
                    Some(Err(message)) => End::error(message),
                    Some(Ok(result)) => {
                        let text = result.response_text(None);
                        self.shell = Some(result);
                        let lifecycle = Some(Lifecycle::Completed { success: true });
                        End::new(CallStatus::Ok, text, lifecycle)
                    }
                };
                self.end_well(world, end);
            }
            _ => return false,
        }
        true
    }

    fn end_well(&mut self, world: &World, end: End) {
        let turn = self.turn.clone();
        let end = self.conclude(turn.as_deref().unwrap_or(&world.turn), end);
        self.finish(world.now_ms, end);
    }

    fn origin(&self) -> Option<Origin> {
        self.table.registry.get(&self.name).map(|entry| entry.runtime.origin.clone())
    }

    fn raw_name(&self) -> Arc<str> {
        match self.origin() {
            Some(Origin::Mcp(tool)) => tool.tool.name.clone(),
            _ => self.name.name.clone(),
        }
    }

    /// Does a scripted process answer this call?
    pub(super) fn is_shell(&self, world: &World) -> bool {
        world.shell.is_some()
            && self.name.is_default_namespace()
            && matches!(&*self.name.name, "exec_command" | "write_stdin")
    }

    /// The call works on a scripted process.
    pub(super) fn begin_shell(&mut self, world: &mut World, arguments: &str) {
        let call = match &*self.name.name {
            "exec_command" => ExecCommandArgs::parse(arguments).map(ShellCall::Exec),
            _ => WriteStdinArgs::parse(arguments).map(ShellCall::Write),
        };
        let now = world.now_ms;
        match (call, world.shell.as_mut()) {
            (Ok(call), Some(shell)) => self.phase = Phase::Shell(shell.start(now, call)),
            (Err(message), _) => self.finish(now, End::error(message)),
            (Ok(_), None) => self.finish(now, End::error("no process is scripted")),
        }
    }
}
