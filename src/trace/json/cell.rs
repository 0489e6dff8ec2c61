//! Cells, as JSON.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::decision::DecisionJson;
use crate::code_mode::engine::protocol::{Item, StoredValues};
use crate::code_mode::log::CellEntry;
use crate::session::record_cells::{CellRecord, Exchange, NestedCall, NestedTool, NoticeRecord};
use crate::trace::cell_words::parts;

/// One cell: a JavaScript source that an `exec` call ran.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "Cell")]
pub struct CellJson {
    /// Its id: `1`, `2`, …
    pub id: String,
    /// Step of the `exec` call, from 1.
    pub step: u32,
    /// The `exec` call, from 1, inside the step.
    pub call: u32,
    /// Id of the `exec` call.
    pub exec_id: String,
    /// Its JavaScript, without the pragma line.
    pub source: String,
    /// Lines of the call's input before the source: 1 behind a pragma, else 0.
    pub pragma_lines: u32,
    /// Digest of the table whose tools it sees.
    pub table: String,
    /// Functions on `tools`, in order.
    pub tools: Vec<NestedToolJson>,
    /// `completed`, `failed`, `terminated`, `lost`, or `running` when the session ended first.
    pub state: &'static str,
    /// Text of its failure.
    pub error: Option<String>,
    /// When it started, in virtual ms.
    pub started_ms: u64,
    /// When its outcome was final, in virtual ms.
    pub ended_ms: Option<u64>,
    /// Engine turns: the evaluation and every command after it.
    pub turns: u32,
    /// Stored values as they were when it started.
    pub stored_before: Vec<StoredJson>,
    /// Every `exec` and `wait` that touched it, in order of their answers.
    pub exchanges: Vec<ExchangeJson>,
    /// Its nested calls; N of `tool-N` is the place in this list, from 1.
    pub calls: Vec<NestedCallJson>,
    /// Its notifications.
    pub notices: Vec<NoticeJson>,
    /// Everything that happened to it, in order.
    pub log: Vec<CellEntryJson>,
}

/// A tool as a cell gets it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "NestedTool")]
pub struct NestedToolJson {
    /// Key on `tools`.
    pub identifier: String,
    /// Dotted name of the tool behind it.
    pub tool: String,
    /// Does it take a text instead of an object?
    pub freeform: bool,
}

/// A stored value.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "Stored")]
pub struct StoredJson {
    /// Its key.
    pub key: String,
    /// The value.
    pub value: Value,
}

/// One `exec` or `wait` of the model, and what it was told.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "Exchange")]
pub struct ExchangeJson {
    /// Step of the call, from 1.
    pub step: u32,
    /// The call, from 1, inside the step.
    pub call: u32,
    /// `call_{step}_{call}`.
    pub id: String,
    /// `exec`, `wait` or `terminate`.
    pub ask: &'static str,
    /// `yielded`, `completed`, `failed`, `terminated`, `missing`, `refused` or `gave_up`.
    pub kind: &'static str,
    /// Does it count as successful?
    pub success: bool,
    /// Requested yield time, in ms.
    pub yield_ms: u64,
    /// When it was asked, in virtual ms.
    pub asked_ms: u64,
    /// When it was answered, in virtual ms; null if the caller gave up.
    pub answered_ms: Option<u64>,
    /// The header of the answer; empty when it has none.
    pub header: String,
    /// What the model reads, as the value of `output`; null if it reads nothing.
    pub output: Value,
    /// Items of the cell that earlier answers took.
    pub items_before: u32,
    /// Items that this answer took.
    pub items: u32,
    /// Budget, in tokens.
    pub budget: u64,
    /// Tokens of items and error before the budget.
    pub tokens_before: u64,
    /// Tokens of what the model reads of them.
    pub tokens_after: u64,
    /// Why it was answered so.
    pub decisions: Vec<DecisionJson>,
}

/// A tool call of a cell.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "NestedCall")]
pub struct NestedCallJson {
    /// N of `tool-N`.
    pub call: u32,
    /// The id that the host knows it under.
    pub id: String,
    /// Key on `tools`.
    pub identifier: String,
    /// Dotted name of the tool.
    pub tool: String,
    /// Arguments or text the tool is called with; null when the argument was refused.
    pub payload: Option<String>,
    /// When the script issued it, in virtual ms.
    pub issued_ms: u64,
    /// When a worker took it from the queue, in virtual ms.
    pub dispatched_ms: Option<u64>,
    /// The step whose worker took it.
    pub step: Option<u32>,
    /// When its handler began, in virtual ms.
    pub started_ms: Option<u64>,
    /// When it had ended, in virtual ms.
    pub finished_ms: Option<u64>,
    /// Did it take the shared side of the gate?
    pub parallel: bool,
    /// `pending`, `resolved`, `rejected` or `cancelled`.
    pub status: &'static str,
    /// Value of a promise that was fulfilled.
    pub value: Option<Value>,
    /// Text of a promise that was rejected.
    pub rejection: Option<String>,
    /// It ended, but the script had ended before it could see how.
    pub unread: bool,
    /// Decisions along the way.
    pub decisions: Vec<DecisionJson>,
    /// Digest of the table it was dispatched by; empty when it never was.
    pub table: String,
}

/// A notification of a cell.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "Notice")]
pub struct NoticeJson {
    /// From 1 per cell.
    pub number: u32,
    /// Id of the `exec` call that it is an extra output of.
    pub call_id: String,
    /// Its text.
    pub text: String,
    /// When it was sent, in virtual ms.
    pub sent_ms: u64,
    /// When a worker took it, in virtual ms.
    pub taken_ms: Option<u64>,
    /// When it was over, in virtual ms.
    pub ended_ms: Option<u64>,
    /// `pending`, `delivered`, `no_turn` or `cancelled`.
    pub fate: &'static str,
    /// The step whose request carries it.
    pub read_by: Option<u32>,
    /// Why it ended so.
    pub decisions: Vec<DecisionJson>,
}

/// One entry of a cell's log. Members that an entry does not have are left out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "CellEntry")]
pub struct CellEntryJson {
    /// Virtual ms.
    pub at_ms: u64,
    /// Engine turn that had begun last; 0 is the evaluation.
    pub turn: u32,
    /// Line of the source, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Did the script do it while microtasks were drained?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub microtask: bool,
    /// What: `evaluate`, `item`, `call`, `yielded`, …
    pub event: &'static str,
    /// N of `tool-N`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<u32>,
    /// Number of a notification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<u32>,
    /// Id of a timeout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<u32>,
    /// When something is due, in virtual ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_ms: Option<u64>,
    /// An output item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemJson>,
    /// A key of stored values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Keys of stored values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// An argument, a result, a stored value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Text of a notification, a rejection, a failure; the name of a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Items handed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<u32>,
    /// Was it found, was it heard?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yes: Option<bool>,
    /// Id of the model's call that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asker: Option<String>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<DecisionJson>,
}

/// An output item.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename = "Item")]
pub enum ItemJson {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// An image.
    Image {
        /// A `data:` URL.
        url: String,
        /// `auto`, `low`, `high` or `original`.
        detail: &'static str,
    },
    /// A sound.
    Audio {
        /// A `data:` URL.
        url: String,
    },
}

impl From<&CellRecord> for CellJson {
    fn from(cell: &CellRecord) -> Self {
        let log = &cell.log;
        Self {
            id: log.id.to_string(),
            step: cell.step,
            call: cell.call,
            exec_id: log.exec_call.to_string(),
            source: log.source.to_string(),
            pragma_lines: cell.pragma_lines,
            table: cell.table.to_string(),
            tools: cell.tools.iter().map(Into::into).collect(),
            state: cell.state.label(),
            error: cell.error.as_ref().map(ToString::to_string),
            started_ms: log.started_ms,
            ended_ms: log.ended_ms,
            turns: log.turns,
            stored_before: stored(&log.stored_before),
            exchanges: cell.exchanges.iter().map(Into::into).collect(),
            calls: cell.calls.iter().map(Into::into).collect(),
            notices: cell.notices.iter().map(Into::into).collect(),
            log: log.entries.iter().map(|entry| entry_of(cell, entry)).collect(),
        }
    }
}

/// Stored values, in order of first writing.
pub(super) fn stored(values: &StoredValues) -> Vec<StoredJson> {
    let entry =
        |(key, value): (&String, &Value)| StoredJson { key: key.clone(), value: value.clone() };
    values.iter().map(entry).collect()
}

impl From<&NestedTool> for NestedToolJson {
    fn from(tool: &NestedTool) -> Self {
        Self {
            identifier: tool.identifier.to_string(),
            tool: tool.tool.dotted(),
            freeform: tool.freeform,
        }
    }
}

impl From<&Exchange> for ExchangeJson {
    fn from(exchange: &Exchange) -> Self {
        Self {
            step: exchange.step,
            call: exchange.call,
            id: exchange.id.to_string(),
            ask: exchange.ask.label(),
            kind: exchange.kind.label(),
            success: exchange.success,
            yield_ms: exchange.yield_ms,
            asked_ms: exchange.asked_ms,
            answered_ms: exchange.answered_ms,
            header: exchange.header.to_string(),
            output: exchange.body.clone(),
            items_before: exchange.items_before,
            items: exchange.items,
            budget: exchange.budget,
            tokens_before: exchange.tokens_before,
            tokens_after: exchange.tokens_after,
            decisions: exchange.decisions.iter().map(Into::into).collect(),
        }
    }
}

impl From<&NestedCall> for NestedCallJson {
    fn from(call: &NestedCall) -> Self {
        let result = call.result.as_ref().map(Result::as_ref);
        Self {
            call: call.call,
            id: call.id.to_string(),
            identifier: call.identifier.to_string(),
            tool: call.tool.dotted(),
            payload: call.payload.as_ref().map(ToString::to_string),
            issued_ms: call.issued_ms,
            dispatched_ms: call.dispatched_ms,
            step: call.step,
            started_ms: call.started_ms,
            finished_ms: call.finished_ms,
            parallel: call.parallel,
            status: call.status.label(),
            value: result.and_then(Result::ok).cloned(),
            rejection: result.and_then(Result::err).map(ToString::to_string),
            unread: call.unread,
            decisions: call.decisions.iter().map(Into::into).collect(),
            table: call.table.to_string(),
        }
    }
}

impl From<&NoticeRecord> for NoticeJson {
    fn from(notice: &NoticeRecord) -> Self {
        Self {
            number: notice.number,
            call_id: notice.call_id.to_string(),
            text: notice.text.to_string(),
            sent_ms: notice.sent_ms,
            taken_ms: notice.taken_ms,
            ended_ms: notice.ended_ms,
            fate: notice.fate.label(),
            read_by: notice.read_by,
            decisions: notice.decisions.iter().map(Into::into).collect(),
        }
    }
}

impl From<&Item> for ItemJson {
    fn from(item: &Item) -> Self {
        match item {
            Item::Text { text } => Self::Text { text: text.clone() },
            Item::Image { url, detail } => Self::Image { url: url.clone(), detail: detail.label() },
            Item::Audio { url } => Self::Audio { url: url.clone() },
        }
    }
}

fn entry_of(cell: &CellRecord, entry: &CellEntry) -> CellEntryJson {
    let parts = parts(cell, &entry.event);
    CellEntryJson {
        at_ms: entry.at_ms,
        turn: entry.turn,
        line: entry.line,
        microtask: entry.microtask,
        event: parts.event,
        call: parts.call,
        notice: parts.notice,
        timeout: parts.timeout,
        due_ms: parts.due_ms,
        item: parts.item.map(Into::into),
        key: parts.key.map(str::to_owned),
        keys: parts.keys.map(<[String]>::to_vec),
        value: parts.value.cloned(),
        text: parts.text.map(str::to_owned),
        items: parts.items,
        yes: parts.yes,
        asker: parts.asker.map(|asker| asker.to_string()),
        why: parts.why.map(Into::into),
    }
}
