//! A call, as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::decision::DecisionJson;
use crate::session::record::{CallRecord, Lifecycle};
use crate::tool::ToolName;
use crate::trace::words;

/// One call.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "Call")]
pub struct CallJson {
    /// From 1, inside the sample.
    pub call: u32,
    /// `call_{step}_{call}`.
    pub id: String,
    /// Dotted name as the model wrote it; `tool_search` for a search.
    pub tool: String,
    /// `ok`, `failed`, `unsupported`, `blocked`, `aborted`, `fatal` or `ignored`.
    pub status: &'static str,
    /// What the model is told; empty when it is told nothing.
    pub output: String,
    /// Raw arguments or input.
    pub arguments: String,
    /// When its item streamed in, in virtual ms.
    pub issued_ms: u64,
    /// When its handler began, in virtual ms; null if it never did.
    pub started_ms: Option<u64>,
    /// When it was over, in virtual ms.
    pub finished_ms: u64,
    /// Did it take the shared side of the parallel gate?
    pub parallel: bool,
    /// Which finish notification contributors got; null when no call object existed.
    pub lifecycle: Option<LifecycleJson>,
    /// Decisions along the way.
    pub decisions: Vec<DecisionJson>,
    /// Tools a search loaded, in rank order.
    pub loaded: Vec<HitJson>,
    /// A cut through equal scores of a search.
    pub tie_cut: Option<TieCutJson>,
    /// Digest of the table the call was dispatched by.
    pub table: String,
}

/// The finish notification of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename = "Lifecycle")]
pub struct LifecycleJson {
    /// `blocked`, `completed`, `failed` or `aborted`.
    pub kind: &'static str,
    /// Completed: does the result count as successful?
    pub success: Option<bool>,
    /// Failed: had the handler begun?
    pub handler_executed: Option<bool>,
}

impl From<Lifecycle> for LifecycleJson {
    fn from(lifecycle: Lifecycle) -> Self {
        let (success, handler_executed) = match lifecycle {
            Lifecycle::Blocked | Lifecycle::Aborted => (None, None),
            Lifecycle::Completed { success } => (Some(success), None),
            Lifecycle::Failed { handler_executed } => (None, Some(handler_executed)),
        };
        Self { kind: words::lifecycle(lifecycle), success, handler_executed }
    }
}

/// A tool that a search found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "Hit")]
pub struct HitJson {
    /// Dotted name.
    pub tool: String,
    /// BM25 score, rounded to four decimals.
    pub score: f64,
}

/// A cut through equal scores: upstream leaves it to chance who is kept.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "TieCut")]
pub struct TieCutJson {
    /// Kept names of the tie.
    pub kept: Vec<String>,
    /// Dropped names of the tie.
    pub dropped: Vec<String>,
}

impl From<&CallRecord> for CallJson {
    fn from(call: &CallRecord) -> Self {
        Self {
            call: call.call,
            id: call.id.to_string(),
            tool: call.tool.dotted(),
            status: call.status.label(),
            output: call.output.to_string(),
            arguments: call.arguments.to_string(),
            issued_ms: call.issued_ms,
            started_ms: call.started_ms,
            finished_ms: call.finished_ms,
            parallel: call.parallel,
            lifecycle: call.lifecycle.map(Into::into),
            decisions: call.decisions.iter().map(Into::into).collect(),
            loaded: call.loaded.iter().map(hit).collect(),
            tie_cut: call
                .tie_cut
                .as_ref()
                .map(|(kept, dropped)| TieCutJson { kept: dotted(kept), dropped: dotted(dropped) }),
            table: call.table.to_string(),
        }
    }
}

fn hit((tool, score): &(ToolName, f32)) -> HitJson {
    HitJson { tool: tool.dotted(), score: rounded(*score) }
}

/// Four decimals: enough to compare, too few for the noise of a platform's logarithm.
fn rounded(score: f32) -> f64 {
    (f64::from(score) * 10_000.0).round() / 10_000.0
}

fn dotted(names: &[ToolName]) -> Vec<String> {
    names.iter().map(ToolName::dotted).collect()
}
