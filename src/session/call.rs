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
use super::script_cells::content_text;
use super::world::World;
use crate::builtin::arguments::{CallContext, check_arguments};
use crate::builtin::user::CollaborationMode;
use crate::planner::Plan;
use crate::planner::features::Feature;
use crate::planner::registry::{Origin, RegisteredTool};
use crate::planner::rule::Decision;
use crate::search::{answer, tool_search_output};
use crate::tool::ToolName;

/// How long a built-in handler runs when the script does not say, in ms.
pub const DEFAULT_LATENCY_MS: u64 = 20;

/// One call on its way.
#[derive(Debug)]
pub struct Flight<'a> {
    /// What the script says about it.
    pub script: &'a CallScript,
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

impl<'a> Flight<'a> {
    /// Hands a response item over. Items that are no calls are over at once.
    pub fn issue(
        script: &'a CallScript,
        id: Arc<str>,
        table: Arc<Plan>,
        world: &World,
        name: ToolName,
        arguments: Arc<str>,
    ) -> Flight<'a> {
        let now = world.now_ms;
        let mut flight = Flight {
            script,
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
        };
        match route(&script.item) {
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

    fn entry(&self) -> Option<&RegisteredTool> {
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
            self.decisions.push(WRONG_PAYLOAD.with([("message", message.into())]));
            return self.finish(now, End::new(CallStatus::Fatal, "", None));
        }
        let Some(arguments) = self.ask_hooks(&payload, &origin, &world.turn, now) else { return };
        match (&origin, payload) {
            (Origin::Mcp(_), _) => self.begin_mcp(world, &arguments),
            (Origin::Search, Payload::ToolSearch(search)) => {
                let end = self.search(&search);
                self.run(now, self.script.latency_ms.unwrap_or(DEFAULT_LATENCY_MS), end);
            }
            (Origin::Builtin | Origin::CodeMode, Payload::Function(_)) => {
                let end = match self.check(&world.turn, &arguments) {
                    Ok(()) => self.scripted(),
                    Err(message) => {
                        self.decisions.push(ARGUMENTS_REFUSED.decide());
                        return self.finish(now, End::error(message));
                    }
                };
                self.run(now, self.script.latency_ms.unwrap_or(DEFAULT_LATENCY_MS), end);
            }
            _ => {
                let end = self.scripted();
                self.run(now, self.script.latency_ms.unwrap_or(DEFAULT_LATENCY_MS), end);
            }
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

    /// What the script lets the handler answer.
    pub fn scripted(&mut self) -> End {
        let done = |output: &str| {
            End::new(CallStatus::Ok, output, Some(Lifecycle::Completed { success: true }))
        };
        match &self.script.result {
            ScriptedResult::Default if &*self.name.name == "send_user_message_async" => {
                done(r#"{"accepted":true}"#)
            }
            ScriptedResult::Default => done("ok"),
            ScriptedResult::Ok(text) => done(text),
            ScriptedResult::Json(value) | ScriptedResult::Mcp(value) => done(&value.to_string()),
            ScriptedResult::Content(items) => done(&content_text(items)),
            ScriptedResult::Echo => done(&self.arguments.clone()),
            ScriptedResult::Unsuccessful(text) => End::unsuccessful(text.clone()),
            ScriptedResult::Error(text) => End::error(text.clone()),
            ScriptedResult::Hang => done(""),
            ScriptedResult::Dies(error) | ScriptedResult::Fatal(error) => {
                self.decisions.push(DIED.with([("error", error.clone().into())]));
                let lifecycle = Some(Lifecycle::Failed { handler_executed: true });
                End::new(CallStatus::Fatal, "", lifecycle)
            }
        }
    }

    fn search(&mut self, search: &crate::search::SearchArguments) -> End {
        let Some(planned) = self.table.search.clone() else { return End::unsuccessful("") };
        let answered = match answer(&planned.tool.index, search) {
            Ok(answered) => answered,
            Err(error) => {
                self.decisions.push(SEARCH_REFUSED.with([("error", error.to_string().into())]));
                let output = tool_search_output(&self.id, &[]).to_string();
                return End::error(output);
            }
        };
        let name_at = |index: usize| planned.names.get(index).cloned();
        self.loaded = answered
            .outcome
            .hits
            .iter()
            .filter_map(|hit| Some((name_at(hit.index)?, hit.score)))
            .collect();
        self.decisions.push(SEARCH_ANSWERED.with([
            ("matched", answered.outcome.matched.into()),
            ("hits", answered.outcome.hits.len().into()),
        ]));
        if let Some(tie) = &answered.outcome.tie_cut {
            self.decisions.push(SEARCH_TIE.with([
                ("kept", tie.kept.len().into()),
                ("tied", (tie.kept.len() + tie.dropped.len()).into()),
            ]));
            let names = |indexes: &[usize]| indexes.iter().filter_map(|i| name_at(*i)).collect();
            self.tie_cut = Some((names(&tie.kept), names(&tie.dropped)));
        }
        let output = tool_search_output(&self.id, &answered.tools).to_string();
        End::new(CallStatus::Ok, output, Some(Lifecycle::Completed { success: true }))
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
        let latency = self.script.latency_ms.unwrap_or(server_latency);
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

    /// Hooks after a success; the final ending of a handler that ran to its end.
    pub fn conclude(&mut self, turn: &Settings, end: End) -> End {
        let success = end.lifecycle == Some(Lifecycle::Completed { success: true });
        let Some(origin) = self.entry().map(|entry| entry.runtime.origin.clone()) else {
            return end;
        };
        if !success || turn.hooks.is_empty() || matches!(origin, Origin::Search) {
            return end;
        }
        let hook = HookName::of(&self.name, &origin);
        let (output, replaced) = hooks::after(&turn.hooks, &hook, &end.output);
        if replaced {
            self.decisions.push(HOOK_REPLACED.with([("hook", hook.name.into())]));
        }
        End { output, ..end }
    }

    /// What a call that got no answer of its handler is answered with: a search gets an item without
    /// tools, whatever went wrong; the words reach the model for other payloads only.
    fn shaped(&self, message: String) -> Arc<str> {
        match self.payload {
            Some(Payload::ToolSearch(_)) => tool_search_output(&self.id, &[]).to_string().into(),
            _ => message.into(),
        }
    }

    /// The user interrupts: the output of section 7.6.
    pub fn interrupt(&mut self, now: u64) {
        let ms = now.saturating_sub(self.issued_ms);
        // At least a tenth of a second, and one decimal, without floating point.
        let tenths = (ms / 100 + u64::from(ms % 100 >= 50)).max(1);
        let seconds = format!("{}.{}", tenths / 10, tenths % 10);
        let shell = self.name.is_default_namespace() && &*self.name.name == "exec_command";
        let output = match shell {
            true => format!("Wall time: {seconds} seconds\naborted by user"),
            false => format!("aborted by user after {seconds}s"),
        };
        let output = self.shaped(output);
        self.decisions.push(INTERRUPTED.with([("ms", ms.into())]));
        self.finish(now, End::new(CallStatus::Aborted, output, Some(Lifecycle::Aborted)));
    }
}
