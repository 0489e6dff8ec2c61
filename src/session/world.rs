//! [`World`]: the state that events change, and the rule that says when each change takes effect.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::handlers::Handlers;
use super::record::{Effect, TraceEvent, TraceEventKind, When};
use super::room::{Room, Worker};
use super::rules::*;
use super::runtime::{McpRuntime, Notice};
use super::script::{Event, Level, Script, Setting, Settings};
use super::script_cells::CellOptions;
use super::world_cells::shell;
use crate::code_mode::engine::CellEngine;
use crate::code_mode::unified_exec::UnifiedExec;
use crate::planner::rule::{Decision, Fact};

/// Everything that lives beside the photographs.
#[derive(Debug)]
pub struct World {
    /// Virtual now, in ms.
    pub now_ms: u64,
    /// Settings as they are at this moment.
    pub settings: Settings,
    /// Settings as the current turn took them. The readiness of its environments is kept up to date.
    pub turn: Settings,
    /// Servers and connections.
    pub runtime: McpRuntime,
    /// Everything that happened so far.
    pub events: Vec<TraceEvent>,
    /// Counts changes that a capture now would see.
    pub version: u64,
    /// How tools answer calls that do not say so themselves.
    pub handlers: Handlers,
    /// Scripted processes, if there are any.
    pub shell: Option<UnifiedExec>,
    /// How long the host takes to accept a notification, in ms.
    pub notify_latency_ms: u64,
    /// Where cells live; made when the first one is asked for.
    pub room: Option<Box<Room>>,
    /// Who takes nested calls, while a sample with Code Mode lasts.
    pub worker: Option<Worker>,
    /// Is a turn running? It ends with its last sample.
    pub in_turn: bool,
    pub(super) engine: Arc<dyn CellEngine>,
    pub(super) cell_options: CellOptions,
    pending: Vec<Pending>,
    /// Number of events at the last refresh of the runtime, and at the beginning of the turn:
    /// what came later was not part of it.
    refreshed_at: usize,
    turn_began_at: usize,
}

/// An effect that has been announced and has not been seen yet.
#[derive(Debug)]
struct Pending {
    event: usize,
    effect: usize,
    waits_for: WaitsFor,
}

/// What has to come after an event before a capture sees its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WaitsFor {
    Capture,
    Turn,
    Refresh,
}

impl WaitsFor {
    fn of(effect: &Effect) -> Option<WaitsFor> {
        match effect.when {
            When::Now | When::Never => None,
            When::NextTurn => Some(WaitsFor::Turn),
            When::AfterRefresh => Some(WaitsFor::Refresh),
            // Such an event asks for the refresh itself, but a capture that is under way has done
            // its own already.
            When::NextSample if std::ptr::eq(effect.why.reason, &RUNTIME_STALE) => {
                Some(WaitsFor::Refresh)
            }
            When::NextSample => Some(WaitsFor::Capture),
        }
    }
}

impl World {
    /// The world before the first beat, its servers starting.
    pub fn new(script: &Script, engine: &Arc<dyn CellEngine>) -> World {
        let mut runtime = McpRuntime { grace_ms: script.grace_ms, ..McpRuntime::default() };
        for server in &script.servers {
            runtime.configure(server.clone());
        }
        runtime.refresh(0);
        runtime.revision = 0;
        World {
            now_ms: 0,
            settings: script.start.clone(),
            turn: script.start.clone(),
            runtime,
            events: Vec::new(),
            version: 0,
            handlers: Handlers::new(&script.cells.handlers),
            shell: shell(&script.cells.processes),
            notify_latency_ms: script.cells.options.notify_latency_ms,
            room: None,
            worker: None,
            in_turn: false,
            engine: engine.clone(),
            cell_options: script.cells.options.clone(),
            pending: Vec::new(),
            refreshed_at: 0,
            turn_began_at: 0,
        }
    }

    /// A turn takes the settings of this moment.
    pub fn begin_turn(&mut self) {
        self.turn = self.settings.clone();
        self.turn_began_at = self.events.len();
    }

    /// Writes down that something happened now. Returns its index.
    pub fn log(&mut self, kind: TraceEventKind) -> usize {
        self.events.push(TraceEvent { at_ms: self.now_ms, kind });
        self.events.len() - 1
    }

    /// Ends every start whose time has come and writes it down.
    pub fn settle_starts(&mut self) -> bool {
        let due = self.runtime.settle_due(self.now_ms);
        for server in &due {
            self.log_server(server.clone());
        }
        self.version += u64::from(!due.is_empty());
        !due.is_empty()
    }

    fn log_server(&mut self, server: Arc<str>) {
        let state = self.runtime.state_of(&server);
        self.log(TraceEventKind::Server { server, state });
    }

    /// Lets an event happen now.
    pub fn happen(&mut self, event: &Event) {
        let what = describe(event);
        let index = self.log(TraceEventKind::Happened { what: what.into(), effects: Vec::new() });
        let effects = self.apply(event);
        for (number, effect) in effects.iter().enumerate() {
            if let Some(waits_for) = WaitsFor::of(effect) {
                self.pending.push(Pending { event: index, effect: number, waits_for });
            }
        }
        if let Some(TraceEvent { kind: TraceEventKind::Happened { effects: slot, .. }, .. }) =
            self.events.get_mut(index)
        {
            *slot = effects;
        }
        self.version += 1;
    }

    /// A capture has seen what was waiting for it: fills in the step.
    pub fn seen(&mut self, step: u32) {
        let (turn, refresh) = (self.turn_began_at, self.refreshed_at);
        let (due, waiting): (Vec<Pending>, Vec<Pending>) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|pending| match pending.waits_for {
                WaitsFor::Capture => true,
                WaitsFor::Turn => pending.event < turn,
                WaitsFor::Refresh => pending.event < refresh,
            });
        self.pending = waiting;
        for pending in due {
            let Some(TraceEvent { kind: TraceEventKind::Happened { effects, .. }, .. }) =
                self.events.get_mut(pending.event)
            else {
                continue;
            };
            if let Some(effect) = effects.get_mut(pending.effect) {
                effect.step = Some(step);
            }
        }
    }

    /// Refreshes the MCP runtime if it is stale. Returns the reason it was.
    pub fn refresh_if_stale(&mut self) -> Option<&'static str> {
        let why = self.runtime.stale?;
        let before: BTreeMap<Arc<str>, _> = self
            .runtime
            .known
            .keys()
            .map(|name| (name.clone(), self.runtime.state_of(name)))
            .collect();
        self.runtime.refresh(self.now_ms);
        self.refreshed_at = self.events.len();
        for (server, state) in before {
            if self.runtime.state_of(&server) != state {
                self.log_server(server);
            }
        }
        self.version += 1;
        Some(why)
    }

    fn apply(&mut self, event: &Event) -> Vec<Effect> {
        match event {
            Event::Set(settings) => {
                let mut effects: Vec<Effect> = settings.iter().map(|s| self.set(s)).collect();
                effects.extend(self.copy_readiness());
                effects
            }
            Event::EnvironmentReady(id) => vec![self.set_ready(id, true)],
            Event::EnvironmentLost(id) => vec![self.set_ready(id, false)],
            Event::ServerConfigured(config) => {
                self.runtime.configure(config.clone());
                self.stale("a server was configured", format!("server {} configured", config.name))
            }
            Event::ServerRemoved(name) => {
                if self.runtime.configured.remove(name).is_none() {
                    return vec![nothing(name)];
                }
                self.stale("a server was removed", format!("server {name} removed"))
            }
            Event::ServerReady(name) => self.end_start(name, None),
            Event::ServerFailed(name) => self.end_start(name, Some("start failed".into())),
            Event::ListChanged { server, tools, unnoticed } => {
                let notice = self.runtime.change_list(server, tools.clone(), *unnoticed);
                let named = ("server", server.clone().into());
                vec![match notice {
                    Notice::Taken => effect(server, When::NextSample, LIST_NOTICED.with([named])),
                    Notice::AtStart => {
                        effect(server, When::NextSample, LIST_AT_START.with([named]))
                    }
                    Notice::Missed => {
                        effect(server, When::AfterRefresh, LIST_UNNOTICED.with([named]))
                    }
                }]
            }
            Event::Disconnected(name) => {
                if !self.runtime.disconnect(name) {
                    return vec![nothing(name)];
                }
                self.log_server(name.clone());
                let named = || ("server", name.clone().into());
                vec![
                    effect(format!("calls to {name}"), When::Now, TRANSPORT_CALLS.with([named()])),
                    effect(
                        format!("names of {name}"),
                        When::AfterRefresh,
                        TRANSPORT_NAMES.with([named()]),
                    ),
                ]
            }
            Event::Reconnected(name) => {
                if !self.runtime.reconnect(name, self.now_ms) {
                    return vec![nothing(name)];
                }
                self.log_server(name.clone());
                let why = RECONNECTED.with([("server", name.clone().into())]);
                vec![effect(name, When::NextSample, why)]
            }
            Event::RuntimeStale => {
                self.stale("it was marked stale", "the runtime marked stale".into())
            }
            Event::CodeModeHostLost => self.lose_host(),
            Event::NewCredentials(name) => {
                let Some(server) = self.runtime.servers.get_mut(name) else {
                    return vec![nothing(name)];
                };
                server.credentials = true;
                self.stale("new credentials arrived", format!("new credentials for {name}"))
            }
        }
    }

    fn stale(&mut self, why: &'static str, what: String) -> Vec<Effect> {
        self.runtime.stale.get_or_insert(why);
        let decision = RUNTIME_STALE.with([("what", what.clone().into())]);
        vec![effect(what, When::NextSample, decision)]
    }

    fn end_start(&mut self, name: &Arc<str>, fails: Option<Arc<str>>) -> Vec<Effect> {
        let how = if fails.is_some() { "failed" } else { "ready" };
        if !self.runtime.end_start(name, fails) {
            return vec![nothing(name)];
        }
        self.log_server(name.clone());
        let why = START_ENDED.with([("server", name.clone().into()), ("how", how.into())]);
        vec![effect(name, When::NextSample, why)]
    }

    fn set(&mut self, setting: &Setting) -> Effect {
        (setting.apply)(&mut self.settings);
        let part = format!("{} = {}", setting.key, setting.value);
        let key = ("setting", setting.key.clone().into());
        match setting.level {
            Level::Turn => effect(part, When::NextTurn, NEXT_TURN.with([key])),
            Level::Step => effect(part, When::NextSample, NEXT_SAMPLE.with([key])),
        }
    }

    /// The running turn keeps its selection of environments and follows their readiness. One that is
    /// not selected any more stays as it was last known.
    fn copy_readiness(&mut self) -> Vec<Effect> {
        let now = &self.settings.environments;
        let mut effects = Vec::new();
        for selected in &mut self.turn.environments {
            let id = &selected.environment.id;
            let Some(ready) = now.iter().find(|e| e.environment.id == *id).map(|e| e.ready) else {
                continue;
            };
            if std::mem::replace(&mut selected.ready, ready) != ready {
                effects.push(effect(id, When::NextSample, READINESS.with(readiness(id, ready))));
            }
        }
        effects
    }

    fn set_ready(&mut self, id: &Arc<str>, ready: bool) -> Effect {
        let mut changed = false;
        for selected in self.settings.environments.iter_mut().chain(&mut self.turn.environments) {
            if selected.environment.id == *id {
                changed |= std::mem::replace(&mut selected.ready, ready) != ready;
            }
        }
        let facts = readiness(id, ready);
        match changed {
            true => effect(id, When::NextSample, READINESS.with(facts)),
            false => effect(id, When::Never, READINESS_UNCHANGED.with(facts)),
        }
    }
}

fn readiness(id: &Arc<str>, ready: bool) -> [(&'static str, Fact); 2] {
    let state = if ready { "ready" } else { "lost" };
    [("environment", id.clone().into()), ("state", state.into())]
}

pub(super) fn effect(part: impl AsRef<str>, when: When, why: Decision) -> Effect {
    Effect { part: part.as_ref().into(), when, why, step: None }
}

fn nothing(server: &Arc<str>) -> Effect {
    let why = TRANSPORT_NOTHING.with([("server", server.clone().into())]);
    effect(server, When::Never, why)
}

/// The event in words, for the trace.
fn describe(event: &Event) -> String {
    match event {
        Event::Set(settings) => {
            let parts: Vec<String> =
                settings.iter().map(|s| format!("{} = {}", s.key, s.value)).collect();
            format!("set {}", parts.join(", "))
        }
        Event::EnvironmentReady(id) => format!("environment {id} ready"),
        Event::EnvironmentLost(id) => format!("environment {id} lost"),
        Event::ServerConfigured(config) => format!("server {} configured", config.name),
        Event::ServerRemoved(name) => format!("server {name} removed"),
        Event::ServerReady(name) => format!("server {name} finishes its start"),
        Event::ServerFailed(name) => format!("server {name} fails its start"),
        Event::ListChanged { server, tools, .. } => {
            format!("server {server} lists {} tool(s) now", tools.len())
        }
        Event::Disconnected(name) => format!("server {name} disconnected"),
        Event::Reconnected(name) => format!("server {name} reconnected"),
        Event::CodeModeHostLost => "code-mode host lost".to_owned(),
        Event::RuntimeStale => "MCP runtime marked stale".to_owned(),
        Event::NewCredentials(name) => format!("new credentials for server {name}"),
    }
}
