//! Events, as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::decision::DecisionJson;
use crate::session::record::{Effect, TraceEvent, TraceEventKind};
use crate::trace::words;

/// One thing that happened.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "Event")]
pub struct EventJson {
    /// Virtual ms.
    pub at_ms: u64,
    /// What.
    #[serde(flatten)]
    pub kind: EventKindJson,
}

/// What happened; the member `event` says which.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case", rename = "EventKind")]
pub enum EventKindJson {
    /// A turn started.
    TurnStarted {
        /// From 1.
        turn: u32,
    },
    /// A capture began.
    CaptureStarted {
        /// From 1.
        step: u32,
    },
    /// The table was frozen and sent.
    Captured {
        /// From 1.
        step: u32,
        /// Digest of the plan.
        plan: String,
        /// Visible entries, namespace members counted.
        visible: u32,
        /// Deferred entries.
        deferred: u32,
    },
    /// A capture failed; the sample is not sent.
    CaptureFailed {
        /// From 1.
        step: u32,
        /// The error.
        error: String,
    },
    /// The request was sent again with the same table.
    Resent {
        /// From 1.
        step: u32,
    },
    /// Something happened in the world.
    Happened {
        /// What, in words.
        what: String,
        /// When and why it takes effect, one entry for each part.
        effects: Vec<EffectJson>,
    },
    /// A server changed its state.
    Server {
        /// The server.
        server: String,
        /// `idle`, `starting`, `ready`, `failed`, `closed` or `removed`.
        state: &'static str,
        /// The message of a failure.
        error: Option<String>,
    },
    /// Photograph and world stopped agreeing, or agree again.
    Tear {
        /// From 1.
        step: u32,
        /// Advertised names that cannot be called any more.
        gone: Vec<String>,
        /// Callable names that are not advertised.
        fresh: Vec<String>,
    },
    /// A call was handed over.
    CallIssued {
        /// From 1.
        step: u32,
        /// From 1, inside the step.
        call: u32,
        /// Dotted name.
        tool: String,
    },
    /// A call ended.
    CallFinished {
        /// From 1.
        step: u32,
        /// From 1, inside the step.
        call: u32,
        /// How; see the status of a call.
        status: &'static str,
    },
    /// The sample ended.
    SampleEnded {
        /// From 1.
        step: u32,
    },
    /// A call of the model started a cell.
    CellStarted {
        /// Its id.
        cell: String,
        /// Step of the call, from 1.
        step: u32,
        /// The call, from 1, inside the step.
        call: u32,
    },
    /// A caller was told that a cell goes on.
    CellYielded {
        /// Its id.
        cell: String,
        /// Items handed over.
        items: u32,
    },
    /// The outcome of a cell is final.
    CellEnded {
        /// Its id.
        cell: String,
        /// `completed`, `failed`, `terminated`, `lost`, or `running` when the session ended first.
        state: &'static str,
    },
    /// A call of the model found the engine host gone and connected to a fresh one.
    HostConnected {
        /// 2 or more.
        generation: u32,
        /// The decision that says what follows.
        why: DecisionJson,
    },
    /// A cell called a tool.
    NestedIssued {
        /// Its id.
        cell: String,
        /// N of `tool-N`.
        call: u32,
        /// Dotted name.
        tool: String,
    },
    /// A nested call was handed to the router of a step.
    NestedDispatched {
        /// Id of its cell.
        cell: String,
        /// N of `tool-N`.
        call: u32,
        /// The step, from 1.
        step: u32,
    },
    /// A nested call ended.
    NestedFinished {
        /// Id of its cell.
        cell: String,
        /// N of `tool-N`.
        call: u32,
        /// `pending`, `resolved`, `rejected` or `cancelled`.
        status: &'static str,
    },
    /// A notification of a cell ended.
    Notified {
        /// Id of the cell.
        cell: String,
        /// From 1, inside the cell.
        number: u32,
        /// `pending`, `delivered`, `no_turn` or `cancelled`.
        fate: &'static str,
    },
    /// The freeze policy broke something.
    Broken {
        /// From 1.
        step: u32,
        /// `called_not_advertised`, `advertised_but_gone` or `split_tables`.
        anomaly: &'static str,
        /// Dotted name, if it is about one tool.
        tool: Option<String>,
    },
}

/// When a part of an event takes effect, and why.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "Effect")]
pub struct EffectJson {
    /// The part: a setting, a server, an environment.
    pub part: String,
    /// `now`, `next_sample`, `next_turn`, `after_refresh` or `never`.
    pub when: &'static str,
    /// The decision that says so.
    pub why: DecisionJson,
    /// Step at which it did take effect; null if it never did in this run.
    pub step: Option<u32>,
}

impl From<&Effect> for EffectJson {
    fn from(effect: &Effect) -> Self {
        Self {
            part: effect.part.to_string(),
            when: words::when(effect.when),
            why: (&effect.why).into(),
            step: effect.step,
        }
    }
}

impl From<&TraceEvent> for EventJson {
    fn from(event: &TraceEvent) -> Self {
        Self { at_ms: event.at_ms, kind: (&event.kind).into() }
    }
}

impl From<&TraceEventKind> for EventKindJson {
    fn from(kind: &TraceEventKind) -> Self {
        use TraceEventKind as Kind;
        let strings = |names: &[std::sync::Arc<str>]| -> Vec<String> {
            names.iter().map(ToString::to_string).collect()
        };
        match kind {
            Kind::TurnStarted { turn } => Self::TurnStarted { turn: *turn },
            Kind::CaptureStarted { step } => Self::CaptureStarted { step: *step },
            Kind::Captured { step, plan, visible, deferred } => Self::Captured {
                step: *step,
                plan: plan.to_string(),
                visible: *visible,
                deferred: *deferred,
            },
            Kind::CaptureFailed { step, error } => {
                Self::CaptureFailed { step: *step, error: error.to_string() }
            }
            Kind::Resent { step } => Self::Resent { step: *step },
            Kind::Happened { what, effects } => Self::Happened {
                what: what.to_string(),
                effects: effects.iter().map(Into::into).collect(),
            },
            Kind::Server { server, state } => Self::Server {
                server: server.to_string(),
                state: words::server_state(state),
                error: words::server_error(state).map(str::to_owned),
            },
            Kind::Tear { step, gone, fresh } => {
                Self::Tear { step: *step, gone: strings(gone), fresh: strings(fresh) }
            }
            Kind::CallIssued { step, call, tool } => {
                Self::CallIssued { step: *step, call: *call, tool: tool.dotted() }
            }
            Kind::CallFinished { step, call, status } => {
                Self::CallFinished { step: *step, call: *call, status: status.label() }
            }
            Kind::SampleEnded { step } => Self::SampleEnded { step: *step },
            Kind::CellStarted { cell, step, call } => {
                Self::CellStarted { cell: cell.to_string(), step: *step, call: *call }
            }
            Kind::CellYielded { cell, items } => {
                Self::CellYielded { cell: cell.to_string(), items: *items }
            }
            Kind::CellEnded { cell, state } => {
                Self::CellEnded { cell: cell.to_string(), state: state.label() }
            }
            Kind::HostConnected { generation, why } => {
                Self::HostConnected { generation: *generation, why: why.into() }
            }
            Kind::NestedIssued { cell, call, tool } => {
                Self::NestedIssued { cell: cell.to_string(), call: *call, tool: tool.dotted() }
            }
            Kind::NestedDispatched { cell, call, step } => {
                Self::NestedDispatched { cell: cell.to_string(), call: *call, step: *step }
            }
            Kind::NestedFinished { cell, call, status } => {
                Self::NestedFinished { cell: cell.to_string(), call: *call, status: status.label() }
            }
            Kind::Notified { cell, number, fate } => {
                Self::Notified { cell: cell.to_string(), number: *number, fate: fate.label() }
            }
            Kind::Broken { step, anomaly, tool } => Self::Broken {
                step: *step,
                anomaly: words::anomaly(*anomaly),
                tool: tool.as_ref().map(|tool| tool.dotted()),
            },
        }
    }
}
