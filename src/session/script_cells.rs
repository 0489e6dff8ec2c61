//! What a script says about Code Mode: how tools answer calls, scripted processes, options of cells.

use std::sync::Arc;

use super::script::ScriptedResult;
use crate::code_mode::engine::limits::EngineLimits;
use crate::code_mode::unified_exec::ProcessScript;
use crate::tool::ToolName;

/// Everything a script says about Code Mode.
#[derive(Clone, Debug, Default)]
pub struct CellScripts {
    /// How tools answer, in the order they were written.
    pub handlers: Vec<HandlerScript>,
    /// Processes that `exec_command` starts.
    pub processes: Arc<[ProcessScript]>,
    /// Options of the session's cells.
    pub options: CellOptions,
}

/// How a tool answers, call by call.
#[derive(Clone, Debug)]
pub struct HandlerScript {
    /// The tool, in canonical spelling.
    pub tool: ToolName,
    /// Answers to the first call, the second, and so on; the last one repeats. Never empty.
    pub answers: Arc<[AnswerScript]>,
    /// How long a call takes to stop after it was cancelled, in virtual ms.
    pub cancel_delay_ms: u64,
}

/// One answer.
#[derive(Clone, Debug, Default)]
pub struct AnswerScript {
    /// How long the handler runs, in ms, if the script says so.
    pub latency_ms: Option<u64>,
    /// How long an MCP call waits for approval after it was prepared, in ms.
    pub approval_ms: u64,
    /// What it answers.
    pub result: ScriptedResult,
}

/// A content item of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentItem {
    /// Text.
    Text(Arc<str>),
    /// An image, by its URL.
    Image(Arc<str>),
    /// A sound, by its URL.
    Audio(Arc<str>),
}

/// Options of the session that cells run in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellOptions {
    /// Longest time an observer waits, in ms, whatever it asked for.
    pub max_yield_time_ms: Option<u64>,
    /// How long the host takes to accept a notification, in ms.
    pub notify_latency_ms: u64,
    /// Seed of `Math.random`; each cell gets its own number from it.
    pub seed: u64,
    /// Bounds that the engine keeps.
    pub limits: EngineLimits,
    /// Executions whose engine does not start, counted from 1.
    pub failing_starts: Arc<[u32]>,
}

/// Content items as one text: texts that are not blank, and URLs, one a line.
pub fn content_text(items: &[ContentItem]) -> String {
    let line = |item: &ContentItem| match item {
        ContentItem::Text(text) if text.trim().is_empty() => None,
        ContentItem::Text(text) | ContentItem::Image(text) | ContentItem::Audio(text) => {
            Some(text.to_string())
        }
    };
    items.iter().filter_map(line).collect::<Vec<_>>().join("\n")
}
