//! What a script gets back from a nested call: [`ToolOutput::value`] fulfils its promise,
//! [`CallFailure::rejection`] rejects it.
//!
//! Knows: kinds of tool outputs. May not know: the tools themselves.
//!
//! Upstream: `codex-rs/core/src/tools/code_mode/` and `codex-rs/tools/src/code_mode.rs`.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::engine::protocol::{ImageDetail, Item};
use super::unified_exec::ExecResult;

/// What a tool put out. Failure of the work it did (an exit code, `isError`, an output flagged as
/// unsuccessful, an aborted call with a text) is an output too, and never rejects.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolOutput {
    /// Plain text.
    Text(Arc<str>),
    /// Texts, pictures and sounds.
    Content(Vec<Item>),
    /// A value.
    Json(Value),
    /// The result of an MCP tool: an object with `content` and more.
    Mcp(Value),
    /// Tools that a search found.
    Found(Vec<Value>),
    /// Success of `apply_patch` or `update_plan`, which have nothing to say.
    Done,
    /// A shell command.
    Shell(ExecResult),
    /// A picture from a file. `detail` is none under the unified image budget.
    Picture {
        /// A `data:` URL.
        url: String,
        /// How closely the model looks at it.
        detail: Option<ImageDetail>,
    },
    /// A picture that was drawn.
    Drawing {
        /// A `data:` URL.
        url: String,
        /// What to say about it.
        output_hint: Option<String>,
    },
    /// Tokens left in the context window, if that is known.
    TokensLeft(Option<u64>),
    /// What the clock shows.
    CurrentTime(String),
    /// Notes about the history, which scripts do not get.
    HistoryNotes,
}

/// What scripts get instead of history notes.
pub const NO_HISTORY: &str = "History tools are unavailable in code mode.";

impl ToolOutput {
    /// The value the script gets.
    pub fn value(&self) -> Value {
        match self {
            Self::Text(text) => Value::from(&**text),
            Self::Content(items) => Value::from(join_content(items)),
            Self::Json(value) => value.clone(),
            Self::Mcp(result) => without_meta(result),
            Self::Found(tools) => Value::from(tools.clone()),
            Self::Done => json!({}),
            Self::Shell(result) => result.value(),
            Self::Picture { url, detail: None } => json!({ "image_url": url }),
            Self::Picture { url, detail: Some(detail) } => {
                json!({ "image_url": url, "detail": detail.label() })
            }
            Self::Drawing { url, output_hint: None } => json!({ "image_url": url }),
            Self::Drawing { url, output_hint: Some(hint) } => {
                json!({ "image_url": url, "output_hint": hint })
            }
            Self::TokensLeft(tokens) => json!({ "tokens_left": tokens }),
            Self::CurrentTime(time) => json!({ "current_time": time }),
            Self::HistoryNotes => Value::from(NO_HISTORY),
        }
    }
}

/// One text of everything that is not blank, a line each.
fn join_content(items: &[Item]) -> String {
    let texts = items.iter().map(|item| match item {
        Item::Text { text } => text.as_str(),
        Item::Image { url, .. } | Item::Audio { url } => url.as_str(),
    });
    texts.filter(|text| !text.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

/// The three members of an MCP result that scripts see. `content` is always there.
fn without_meta(result: &Value) -> Value {
    let content = result.get("content").cloned().unwrap_or_else(|| json!([]));
    let mut seen = Map::from_iter([("content".to_owned(), content)]);
    for key in ["structuredContent", "isError"] {
        if let Some(value) = result.get(key).filter(|value| !value.is_null()) {
            seen.insert(key.to_owned(), value.clone());
        }
    }
    Value::Object(seen)
}

/// Why a nested call came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallFailure {
    /// The handler has a message for the model.
    ForModel(String),
    /// The handler gave up for good.
    Fatal(String),
    /// There is no such function.
    UnknownFunction(ToolLabel),
    /// There is no such freeform tool.
    UnknownFreeform(ToolLabel),
    /// A text for a function, or arguments for a freeform tool.
    IncompatiblePayload(ToolLabel),
    /// The task that ran the call died.
    Panicked,
    /// The call was cancelled; its script is ending and does not see this.
    Cancelled,
    /// The queue of nested calls is closed.
    Unavailable,
    /// The worker that took the call is gone.
    Stopped,
    /// The session has nobody to run nested calls. Such a call stays pending; this is what its
    /// cancellation says.
    NoDelegate,
}

/// The name of a tool as messages print it.
pub type ToolLabel = Arc<str>;

impl CallFailure {
    /// The plain string the promise is rejected with.
    pub fn rejection(&self) -> String {
        match self {
            Self::ForModel(message) => message.clone(),
            Self::Fatal(message) => format!("Fatal error: {message}"),
            Self::UnknownFunction(name) => format!("unsupported call: {name}"),
            Self::UnknownFreeform(name) => format!("unsupported custom tool call: {name}"),
            Self::IncompatiblePayload(name) => {
                format!("Fatal error: tool {name} invoked with incompatible payload")
            }
            Self::Panicked => "code mode tool task panicked".to_owned(),
            Self::Cancelled => "code mode nested tool call cancelled".to_owned(),
            Self::Unavailable => "code mode nested tool dispatcher is unavailable".to_owned(),
            Self::Stopped => "code mode nested tool dispatcher stopped".to_owned(),
            Self::NoDelegate => "code mode nested tools are unavailable".to_owned(),
        }
    }
}

/// The text of a call that the user aborted after `wall_ms`. It is an output, not a failure.
pub fn aborted(tool: &str, wall_ms: u64) -> String {
    // A call is never said to have taken no time at all.
    let tenths = (wall_ms.saturating_add(50) / 100).max(1);
    let seconds = format!("{}.{}", tenths / 10, tenths % 10);
    match tool {
        "exec_command" => format!("Wall time: {seconds} seconds\naborted by user"),
        _ => format!("aborted by user after {seconds}s"),
    }
}
