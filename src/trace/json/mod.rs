//! The JSON form of a trace, for other programs.
//!
//! These types are the public format and are separate from the engine's types on purpose: a derive
//! is a promise. [`super::schema`] publishes their schema. Members are never renamed or removed
//! inside one [`FORMAT`]; new ones may appear. Order of members and lists is fixed.
//! Start reading at [`TraceJson`], then [`SampleJson`].

mod call;
mod cell;
mod decision;
mod event;
mod plan;
mod sample;

use schemars::JsonSchema;
use serde::Serialize;

pub use call::{CallJson, HitJson, LifecycleJson, TieCutJson};
pub use cell::{
    CellEntryJson, CellJson, ExchangeJson, ItemJson, NestedCallJson, NestedToolJson, NoticeJson,
    StoredJson,
};
pub use decision::DecisionJson;
pub use event::{EffectJson, EventJson, EventKindJson};
pub use plan::{AbsentJson, ReachJson};
pub use sample::{ChangesJson, LiveJson, LiveServerJson, OmittedServerJson, SampleJson};

use super::Trace;
use crate::lang::Caption;
use crate::planner::rule::BASELINE;
use crate::session::record::{Anomalies, TurnRecord};

/// Version of the JSON form.
pub const FORMAT: u32 = 1;

/// A whole trace.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "Trace")]
pub struct TraceJson {
    /// Version of this form.
    pub format: u32,
    /// Content hash: 64 lower-case hex digits of SHA-256. Prose is not part of it.
    pub hash: String,
    /// Title of the scenario.
    pub title: String,
    /// Title in both languages.
    pub titles: BilingualJson,
    /// The question the scenario asks.
    pub question: BilingualJson,
    /// Its answer.
    pub answer: BilingualJson,
    /// The public issue or lecture section it comes from; may be empty.
    pub source: String,
    /// Notes for readers.
    pub notes: Vec<BilingualJson>,
    /// Commit of the upstream repository that every rule refers to.
    pub baseline: &'static str,
    /// How long a tool table stayed in force: `step`, `turn` or `call`.
    pub policy: &'static str,
    /// When the last thing happened, in virtual ms.
    pub ended_ms: u64,
    /// Turns, in order.
    pub turns: Vec<TurnJson>,
    /// Samples, in order; `step` counts from 1.
    pub samples: Vec<SampleJson>,
    /// Everything that happened, in order of virtual time.
    pub events: Vec<EventJson>,
    /// What the freeze policy broke.
    pub anomalies: AnomaliesJson,
    /// Cells, in order of their ids.
    pub cells: Vec<CellJson>,
    /// Exchanges about cells that touched none.
    pub strays: Vec<ExchangeJson>,
    /// What the cells have stored when the run is over.
    pub stored: Vec<StoredJson>,
}

/// A text in both languages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "Bilingual")]
pub struct BilingualJson {
    /// English.
    pub en: String,
    /// Korean; empty when there is none.
    pub ko: String,
}

impl From<&Caption> for BilingualJson {
    fn from(caption: &Caption) -> Self {
        Self { en: caption.en.to_string(), ko: caption.ko.to_string() }
    }
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "Turn")]
pub struct TurnJson {
    /// From 1.
    pub turn: u32,
    /// When it started, in virtual ms.
    pub at_ms: u64,
    /// When its last sample ended, in virtual ms.
    pub ended_ms: u64,
    /// What the user says.
    pub say: BilingualJson,
    /// First step of the turn, from 1.
    pub first_step: u32,
    /// Number of its steps.
    pub steps: u32,
}

impl From<&TurnRecord> for TurnJson {
    fn from(turn: &TurnRecord) -> Self {
        Self {
            turn: turn.turn,
            at_ms: turn.at_ms,
            ended_ms: turn.ended_ms,
            say: (&turn.say).into(),
            first_step: turn.first_step,
            steps: turn.steps,
        }
    }
}

/// How often the freeze policy broke something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename = "Anomalies")]
pub struct AnomaliesJson {
    /// Calls of a tool that the right table has and the advertised one lacks.
    pub called_not_advertised: u32,
    /// Advertised tools that are gone.
    pub advertised_but_gone: u32,
    /// Pairs of calls of one sample that saw different tables.
    pub split_tables: u32,
    /// All of them together.
    pub total: u32,
}

impl From<Anomalies> for AnomaliesJson {
    fn from(anomalies: Anomalies) -> Self {
        Self {
            called_not_advertised: anomalies.called_not_advertised,
            advertised_but_gone: anomalies.advertised_but_gone,
            split_tables: anomalies.split_tables,
            total: anomalies.total(),
        }
    }
}

impl TraceJson {
    /// The JSON form of `trace`.
    pub fn of(trace: &Trace) -> Self {
        let record = &trace.record;
        let mut parts = plan::PlanParts::default();
        Self {
            format: FORMAT,
            hash: trace.hash.to_string(),
            title: trace.head.title.en.to_string(),
            titles: (&trace.head.title).into(),
            question: (&trace.head.question).into(),
            answer: (&trace.head.answer).into(),
            source: trace.head.source.to_string(),
            notes: trace.head.notes.iter().map(Into::into).collect(),
            baseline: BASELINE,
            policy: record.policy.label(),
            ended_ms: record.ended_ms,
            turns: record.turns.iter().map(Into::into).collect(),
            samples: record.samples.iter().map(|s| SampleJson::of(s, &mut parts)).collect(),
            events: record.events.iter().map(Into::into).collect(),
            anomalies: record.anomalies.into(),
            cells: record.cells.iter().map(Into::into).collect(),
            strays: record.strays.iter().map(Into::into).collect(),
            stored: cell::stored(&record.stored),
        }
    }
}

/// The whole trace as indented JSON, with a line break at the end.
pub fn write(trace: &Trace) -> String {
    pretty(&TraceJson::of(trace))
}

/// One sample as indented JSON, with a line break at the end. `None` when there is no such step.
pub fn write_step(trace: &Trace, step: u32) -> Option<String> {
    let sample = trace.sample(step)?;
    Some(pretty(&SampleJson::of(sample, &mut plan::PlanParts::default())))
}

/// Writes what [`write()`] gives, without holding it: a long run repeats its tool lists for every
/// sample, which can be a gigabyte.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write_to(trace: &Trace, mut out: impl std::io::Write) -> std::io::Result<()> {
    serde_json::to_writer_pretty(&mut out, &TraceJson::of(trace))?;
    out.write_all(b"\n")
}

fn pretty(value: &impl Serialize) -> String {
    // Plain owned data with string keys always serializes into memory.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
