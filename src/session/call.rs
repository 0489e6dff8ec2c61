//! [`Flight`]: one call from its response item to its outcome.
//!
//! The sample drives it: `issued`, admitted by the gate, `begin`, then whatever the handler waits
//! for. A flight holds the table it was handed over with; only an MCP handler looks at the world.

use std::sync::Arc;

use super::call_rules::*;
use super::hooks::{self, HookName, PreVerdict};
use super::live_call::{Attempt, prepare};
use super::record::{CallStatus, Lifecycle};
use super::route::{Payload, Routed, route, unsupported};
use super::script::{CallScript, ScriptedResult, Settings};
use super::world::World;
use crate::builtin::arguments::{CallContext, check_arguments};
use crate::builtin::user::CollaborationMode;
use crate::code_mode::answer::ObserverId;
use crate::code_mode::unified_exec::{CallId as ShellCallId, ExecResult};
use crate::planner::Plan;
use crate::planner::features::Feature;
use crate::planner::registry::{Origin, RegisteredTool};
use crate::planner::rule::Decision;
use crate::tool::ToolName;

/// How long a built-in handler runs when the script does not say, in ms.
pub const DEFAULT_LATENCY_MS: u64 = 20;

/// One call on its way.
#[derive(Debug)]
pub struct Flight {
    /// What the script says about it.
    pub script: CallScript,
    /// Step and call, both from 1. A nested call has those of its cell's `exec`.
    pub place: (u32, u32),
    /// Settings of the turn it belongs to, if that is not the running one.
    pub turn: Option<Arc<Settings>>,
    /// Its id.
    pub id: Arc<str>,
    /// The name the model wrote.
    pub name: ToolName,
    /// Raw arguments or input, as the model wrote them.
    pub arguments: Arc<str>,
    /// What it carries, if it is a call at all.
    pub payload: Option<Payload>,
    /// The table it is dispatched by.
    pub table: Arc<Plan>,
    /// When it was handed over, in virtual ms.
    pub issued_ms: u64,
    /// When it passed the gate, in virtual ms.
    pub started_ms: Option<u64>,
    /// Does it take the shared side of the gate?
    pub parallel: bool,
    /// Where it is.
    pub phase: Phase,
    /// What was decided along the way.
    pub decisions: Vec<Decision>,
    /// Loaded names and scores of a search.
    pub loaded: Vec<(ToolName, f32)>,
    /// Names kept and dropped at a tie.
    pub tie_cut: Option<(Vec<ToolName>, Vec<ToolName>)>,
    /// Text of a fatal end; the model is never told it, a cell is.
    pub fault: Option<Arc<str>>,
    /// What a scripted process gave it.
    pub shell: Option<ExecResult>,
}

/// Where a call is.
#[derive(Debug)]
pub enum Phase {
    /// Its handler waits for its server's start, before the gate.
    AwaitServer(Arc<str>),
    /// Waits at the gate.
    Queued,
    /// An MCP handler waits for its server inside the gate, with the arguments the hooks left it.
    AwaitServerInside { server: Arc<str>, arguments: Arc<str> },
    /// Waits for approval, prepared at this catalog revision.
    Approving { until_ms: u64, revision: u64 },
    /// The handler runs.
    Running { until_ms: u64, end: End, server: Option<Arc<str>> },
    /// It works on a scripted process.
    Shell(ShellCallId),
    /// Its cell, or the end of its cell, is waited for.
    Cell(ObserverId),
    /// Over.
    Done { at_ms: u64, end: End },
}

/// How a call ends.
#[derive(Clone, Debug)]
pub struct End {
    /// Status.
    pub status: CallStatus,
    /// What the model is told.
    pub output: Arc<str>,
    /// Finish notification.
    pub lifecycle: Option<Lifecycle>,
}

impl End {
    /// An ending with its output and its notification.
    pub fn new(
        status: CallStatus,
        output: impl Into<Arc<str>>,
        lifecycle: Option<Lifecycle>,
    ) -> Self {
        Self { status, output: output.into(), lifecycle }
    }

    /// The handler answered without success.
    pub fn unsuccessful(output: impl Into<Arc<str>>) -> Self {
        Self::new(CallStatus::Failed, output, Some(Lifecycle::Completed { success: false }))
    }

    /// The handler failed with a message for the model.
    pub fn error(output: impl Into<Arc<str>>) -> Self {
        Self::new(CallStatus::Failed, output, Some(Lifecycle::Failed { handler_executed: true }))
    }
}

impl Flight {
    /// Hands a response item over. Items that are no calls are over at once.
    pub fn issue(
        script: CallScript,
        place: (u32, u32),
        id: Arc<str>,
        table: Arc<Plan>,
        world: &World,
        name: ToolName,
        arguments: Arc<str>,
    ) -> Flight {
        let now = world.now_ms;
        let routed = route(&script.item);
        let mut flight = Flight {
            script,
            place,
            turn: None,
            id,
            name,
            arguments,
            payload: None,
            table,
            issued_ms: now,
            started_ms: None,
            parallel: false,
            phase: Phase::Queued,
            decisions: Vec::new(),
            loaded: Vec::new(),
            tie_cut: None,
            fault: None,
            shell: None,
        };
        match routed {
            Routed::Call(name, payload) => {
                flight.name = name;
                flight.payload = Some(payload);
                flight.parallel = flight
                    .table
                    .registry
                    .supports_parallel_tool_calls(&flight.name)
                    .unwrap_or(false);
                if let Some(server) = flight.starting_server(world) {
                    flight.phase = Phase::AwaitServer(server);
                }
            }
            Routed::Foreign(execution) => {
                flight.decisions.push(NOT_OURS.with([("execution", execution.into())]));
                flight.finish(now, End::new(CallStatus::Ignored, "", None));
            }
            Routed::BadSearch(message) => {
                flight.id = "".into();
                flight.decisions.push(SEARCH_ARGUMENTS.decide());
                flight.finish(now, End::new(CallStatus::Failed, message, None));
            }
        }
        flight
    }

    /// Ends the call now.
    pub fn finish(&mut self, at_ms: u64, end: End) {
        self.phase = Phase::Done { at_ms, end };
    }

    /// Is it over?
    pub fn is_done(&self) -> bool {
        matches!(self.phase, Phase::Done { .. })
    }

    pub(super) fn entry(&self) -> Option<&RegisteredTool> {
        self.table.registry.get(&self.name)
    }

    fn starting_server(&self, world: &World) -> Option<Arc<str>> {
        let server = self.entry()?.runtime.origin.server()?;
        world.runtime.is_starting(server).then(|| server.clone())
    }

    /// The gate let it in: look up, check, ask hooks, start the handler.
    pub fn begin(&mut self, world: &mut World) {
        let now = world.now_ms;
        self.started_ms = Some(now);
        let waited = ("waited", (now - self.issued_ms).into());
        let reason = if self.parallel { &GATE_SHARED } else { &GATE_EXCLUSIVE };
        self.decisions.push(reason.with([waited]));
        let Some(payload) = self.payload.clone() else { return };
        let Some(entry) = self.entry() else {
            let message = unsupported(&self.name, &payload);
            self.decisions.push(MISSING.with([("message", message.clone().into())]));
            let output = self.shaped(message);
            return self.finish(now, End::new(CallStatus::Unsupported, output, None));
        };
        let found = FOUND.with([("exposure", entry.exposure.label().into())]);
        let (origin, kinds) = (entry.runtime.origin.clone(), entry.runtime.payload);
        self.decisions.push(found);
        if let Some(message) = self.payload_fault(&payload, &origin, payload.fits(kinds)) {
            let message: Arc<str> = message.into();
            self.fault = Some(message.clone());
            self.decisions.push(WRONG_PAYLOAD.with([("message", message.into())]));
            return self.finish(now, End::new(CallStatus::Fatal, "", None));
        }
        let turn = self.turn.clone();
        let turn = turn.as_deref().unwrap_or(&world.turn);
        let Some(arguments) = self.ask_hooks(&payload, &origin, turn, now) else { return };
        let checked = match (&origin, &payload) {
            (Origin::Builtin, Payload::Function(_)) => self.check(turn, &arguments),
            // A cell says by itself what is wrong with its arguments.
            (Origin::CodeMode, Payload::Function(_)) if self.is_scripted() => {
                self.check(turn, &arguments)
            }
            _ => Ok(()),
        };
        if let Err(message) = checked {
            self.decisions.push(ARGUMENTS_REFUSED.decide());
            return self.finish(now, End::error(message));
        }
        if !matches!(origin, Origin::CodeMode | Origin::Search) {
            self.take_answer(world);
        }
        match (&origin, payload) {
            (Origin::CodeMode, _) if !self.is_scripted() => self.begin_cell(world, &arguments),
            (Origin::Builtin, _) if !self.is_scripted() && self.is_shell(world) => {
                self.begin_shell(world, &arguments);
            }
            (Origin::Mcp(_), _) => self.begin_mcp(world, &arguments),
            (Origin::Search, Payload::ToolSearch(search)) => {
                let end = self.search(&search);
                self.run(now, self.script.latency_ms.unwrap_or(DEFAULT_LATENCY_MS), end);
            }
            _ => {
                let latency = self.latency(DEFAULT_LATENCY_MS);
                let end = self.scripted();
                self.run(now, latency, end);
            }
        }
    }

    /// How long the handler runs.
    fn latency(&self, usual_ms: u64) -> u64 {
        match self.script.result {
            ScriptedResult::Hang => u64::MAX,
            _ => self.script.latency_ms.unwrap_or(usual_ms),
        }
    }

    fn payload_fault(&self, payload: &Payload, origin: &Origin, fits: bool) -> Option<String> {
        match (origin, payload) {
            (Origin::Search, Payload::Function(_)) => {
                Some("tool_search handler received unsupported payload".to_owned())
            }
            _ if fits => None,
            _ => Some(format!("tool {} invoked with incompatible payload", self.name.display())),
        }
    }

    /// Hooks before the call. `None` when the call is over.
    fn ask_hooks(
        &mut self,
        payload: &Payload,
        origin: &Origin,
        turn: &Settings,
        now: u64,
    ) -> Option<Arc<str>> {
        let (arguments, is_function) = match payload {
            Payload::Function(arguments) => (arguments.clone(), true),
            Payload::Custom(input) => (input.clone(), false),
            Payload::ToolSearch(_) => return Some("".into()),
        };
        if turn.hooks.is_empty() || !hooks::has_pre_payload(&self.name, origin, is_function) {
            return Some(arguments);
        }
        let hook = HookName::of(&self.name, origin);
        let named = || ("hook", hook.name.clone().into());
        let shown = hooks::shown_arguments(&arguments);
        self.decisions.push(HOOK_SAW.with([named(), ("arguments", shown.into())]));
        match hooks::before(&turn.hooks, &hook, &arguments) {
            PreVerdict::Go(rewritten) => {
                if rewritten != arguments {
                    self.decisions.push(HOOK_REWROTE.with([named()]));
                }
                Some(rewritten)
            }
            PreVerdict::Block(message) => {
                self.decisions.push(HOOK_BLOCKED.with([named()]));
                self.finish(now, End::new(CallStatus::Blocked, message, Some(Lifecycle::Blocked)));
                None
            }
            PreVerdict::BadRewrite(text) => {
                self.decisions.push(HOOK_BAD_REWRITE.with([named()]));
                let message = format!("hook rewrite could not be applied: {text}");
                let lifecycle = Some(Lifecycle::Failed { handler_executed: false });
                self.finish(now, End::new(CallStatus::Failed, message, lifecycle));
                None
            }
        }
    }

    fn check(&self, turn: &Settings, arguments: &str) -> Result<(), String> {
        let Some(entry) = self.entry() else { return Ok(()) };
        let context = CallContext {
            root: turn.plan.identity.is_root(),
            mode: if turn.plan_mode { CollaborationMode::Plan } else { CollaborationMode::Default },
            default_mode_user_input: turn.plan.feature(Feature::DefaultModeRequestUserInput),
        };
        check_arguments(&self.name, &entry.runtime.spec, context, arguments).map(|_| ())
    }

    fn run(&mut self, now: u64, latency_ms: u64, end: End) {
        let until_ms = now.saturating_add(latency_ms);
        self.phase = Phase::Running { until_ms, end, server: None };
    }

    /// An MCP handler begins, or goes on after its server's start.
    pub fn begin_mcp(&mut self, world: &mut World, arguments: &Arc<str>) {
        let Some(Origin::Mcp(tool)) = self.entry().map(|entry| entry.runtime.origin.clone()) else {
            return;
        };
        match prepare(world, &tool, arguments, &mut self.decisions) {
            Attempt::Refused(end) => self.finish(world.now_ms, end),
            Attempt::Starting => {
                let (server, arguments) = (tool.server.clone(), arguments.clone());
                self.phase = Phase::AwaitServerInside { server, arguments };
            }
            Attempt::Prepared { revision } if self.script.approval_ms > 0 => {
                let until_ms = world.now_ms.saturating_add(self.script.approval_ms);
                self.phase = Phase::Approving { until_ms, revision };
            }
            Attempt::Prepared { .. } => self.send_mcp(world),
        }
    }

    /// The prepared call goes out.
    pub fn send_mcp(&mut self, world: &World) {
        let Some(Origin::Mcp(tool)) = self.entry().map(|entry| entry.runtime.origin.clone()) else {
            return;
        };
        let (server_latency, timeout) = world.runtime.call_times(&tool.server);
        let latency = self.latency(server_latency);
        let end = match latency > timeout {
            true => {
                self.decisions.push(LIVE_TIMEOUT.with([("ms", timeout.into())]));
                End::unsuccessful(format!("tool call timed out after {timeout} ms"))
            }
            false => self.scripted(),
        };
        let until_ms = world.now_ms.saturating_add(latency.min(timeout));
        self.phase = Phase::Running { until_ms, end, server: Some(tool.server.clone()) };
    }
}
