//! A sample, as JSON.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::BilingualJson;
use super::call::CallJson;
use super::decision::DecisionJson;
use super::plan::{AbsentJson, PlanJson, PlanParts, ReachJson};
use crate::session::record::{Changes, LiveServer, LiveState, SampleRecord};
use crate::trace::words;

/// One sample: a capture, a request, its calls.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "Sample")]
pub struct SampleJson {
    /// From 1, over the whole run.
    pub step: u32,
    /// Its turn, from 1.
    pub turn: u32,
    /// When the table was frozen and sent (the shot), in virtual ms.
    pub virtual_ms: u64,
    /// When the capture began, in virtual ms.
    pub capture_started_ms: u64,
    /// When the response had streamed, in virtual ms.
    pub streamed_ms: u64,
    /// When the last call was drained, in virtual ms.
    pub ended_ms: u64,
    /// Caption.
    pub say: BilingualJson,
    /// A question to answer before the sample is shown.
    pub ask: BilingualJson,
    /// Why the capture failed; null when it did not. A failed sample has empty lists.
    pub error: Option<String>,
    /// Digest of the frozen plan; empty when the capture failed.
    pub plan: Arc<str>,
    /// Digest of the plan that a capture at this boundary gives. Differs from `plan` only under a
    /// wrong freeze policy.
    pub boundary: String,
    /// Dotted names in request order, namespace members one by one.
    pub visible: Arc<[String]>,
    /// Dotted names of deferred tools, in registry order.
    pub deferred: Arc<[String]>,
    /// Dotted names of tools that are registered and in no list.
    pub hidden: Arc<[String]>,
    /// Tools that some source could offer and that are not registered.
    pub absent: Arc<[AbsentJson]>,
    /// Planned tools that no path reaches although nobody hid them.
    pub orphans: Arc<[String]>,
    /// Every tool that any source could offer, in the order the sources were walked.
    pub reach: Arc<[ReachJson]>,
    /// The tool list exactly as the request carries it.
    pub tools: Arc<[Value]>,
    /// Characters of all descriptions in `tools`.
    pub chars: usize,
    /// Bytes of the compact JSON of `tools`, each entry by itself.
    pub bytes: usize,
    /// Tokens of `tools`: bytes by four, rounded up for each entry.
    pub tokens: usize,
    /// Calls of the response, in call order.
    pub calls: Vec<CallJson>,
    /// What changed against the previous sample.
    pub changes: ChangesJson,
    /// The world beside the photograph: at the shot, and at every change until the end.
    pub live: Vec<LiveJson>,
    /// Servers that did not make it into the binding.
    pub omitted_servers: Vec<OmittedServerJson>,
    /// Decisions of the capture itself.
    pub capture: Vec<DecisionJson>,
    /// Tools that earlier searches have loaded into history, in order of loading.
    pub loaded: Vec<String>,
    /// Were the MCP handlers reused from the previous step?
    pub handlers_reused: bool,
    /// Was the search index reused from the previous plan that had one?
    pub search_reused: bool,
    /// Index of the first event of the sample in `events` of the trace.
    pub first_event: usize,
    /// Index behind the last event of the sample.
    pub end_event: usize,
}

/// What changed against the previous sample. Dotted names.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "Changes")]
pub struct ChangesJson {
    /// Visible now, not before.
    pub appeared: Vec<String>,
    /// Visible before, not now.
    pub vanished: Vec<String>,
    /// Visible in both, on another place.
    pub moved: Vec<String>,
    /// Visible in both, with other wire JSON.
    pub rewritten: Vec<String>,
    /// Deferred now, not before.
    pub newly_deferred: Vec<String>,
    /// Deferred before, not now.
    pub no_longer_deferred: Vec<String>,
}

/// The world at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "Live")]
pub struct LiveJson {
    /// Virtual ms.
    pub at_ms: u64,
    /// Do photograph and world disagree?
    pub torn: bool,
    /// Configured servers in name order.
    pub servers: Vec<LiveServerJson>,
    /// Advertised names that cannot be called any more.
    pub gone: Vec<String>,
    /// Names that could be called if they were planned now.
    pub fresh: Vec<String>,
}

/// A server at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "LiveServer")]
pub struct LiveServerJson {
    /// Its name.
    pub name: String,
    /// `idle`, `starting`, `ready`, `failed`, `closed` or `removed`.
    pub state: &'static str,
    /// The message of a failure.
    pub error: Option<String>,
    /// Number of tools it offers at this moment.
    pub tools: usize,
}

/// A server that is not in the binding.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "OmittedServer")]
pub struct OmittedServerJson {
    /// Its name.
    pub server: String,
    /// Why.
    pub why: DecisionJson,
}

impl SampleJson {
    pub(super) fn of(sample: &SampleRecord, parts: &mut PlanParts) -> Self {
        let (plan, error) = match &sample.plan {
            Ok(plan) => (parts.of(plan), None),
            Err(failure) => (PlanJson::default(), Some(failure.message.to_string())),
        };
        let boundary = sample.boundary.as_ref().map(|plan| plan.digest().to_string());
        Self {
            step: sample.step,
            turn: sample.turn,
            virtual_ms: sample.shot_ms,
            capture_started_ms: sample.capture_started_ms,
            streamed_ms: sample.streamed_ms,
            ended_ms: sample.ended_ms,
            say: (&sample.say).into(),
            ask: (&sample.ask).into(),
            error,
            plan: plan.digest,
            boundary: boundary.unwrap_or_default(),
            visible: plan.visible,
            deferred: plan.deferred,
            hidden: plan.hidden,
            absent: plan.absent,
            orphans: plan.orphans,
            reach: plan.reach,
            tools: plan.tools,
            chars: plan.chars,
            bytes: plan.bytes,
            tokens: plan.tokens,
            calls: sample.calls.iter().map(Into::into).collect(),
            changes: (&sample.changes).into(),
            live: sample.live.iter().map(Into::into).collect(),
            omitted_servers: sample
                .omitted_servers
                .iter()
                .map(|(server, why)| OmittedServerJson {
                    server: server.to_string(),
                    why: why.into(),
                })
                .collect(),
            capture: sample.capture.iter().map(Into::into).collect(),
            loaded: sample.loaded.iter().map(|name| name.dotted()).collect(),
            handlers_reused: sample.handlers_reused,
            search_reused: sample.search_reused,
            first_event: sample.events.start,
            end_event: sample.events.end,
        }
    }
}

impl From<&Changes> for ChangesJson {
    fn from(changes: &Changes) -> Self {
        Self {
            appeared: strings(&changes.appeared),
            vanished: strings(&changes.vanished),
            moved: strings(&changes.moved),
            rewritten: strings(&changes.rewritten),
            newly_deferred: strings(&changes.newly_deferred),
            no_longer_deferred: strings(&changes.no_longer_deferred),
        }
    }
}

impl From<&LiveState> for LiveJson {
    fn from(state: &LiveState) -> Self {
        Self {
            at_ms: state.at_ms,
            torn: state.is_torn(),
            servers: state.servers.iter().map(Into::into).collect(),
            gone: strings(&state.gone),
            fresh: strings(&state.fresh),
        }
    }
}

impl From<&LiveServer> for LiveServerJson {
    fn from(server: &LiveServer) -> Self {
        Self {
            name: server.name.to_string(),
            state: words::server_state(&server.state),
            error: words::server_error(&server.state).map(str::to_owned),
            tools: server.tools,
        }
    }
}

fn strings(names: &[Arc<str>]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}
