//! [`Response`]: what the model reads after an `exec` or a `wait`.
//!
//! Knows: items, budgets and the wire form of a tool output. May not know: how a cell came to its
//! outcome, nor the clock; the caller gives the wall time.
//! Start reading at [`respond`].
//!
//! Upstream: `codex-rs/core/src/tools/code_mode/` (response formatting).

use serde_json::{Value, json};

use super::answer::Answer;
use super::budget::{Budget, fit_items, pay_items, truncate_middle};
use super::engine::protocol::{ImageDetail, Item};

/// Refusal of an answer that only embedders ask for.
const UNEXPECTED_FRONTIER: &str = "cell returned a pending frontier unexpectedly";

/// What the caller knows about the call that is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseContext {
    /// Time since the arguments of this very call were parsed, in ms.
    pub wall_ms: u64,
    /// Budget the call asked for, in tokens.
    pub max_output_tokens: Option<u64>,
    /// Does the model take pictures in their original size?
    pub original_images: bool,
}

/// The answer to one `exec` or `wait`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// What the model reads.
    pub body: Body,
    /// Did the call succeed?
    pub success: bool,
}

/// The output of a tool call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A plain string.
    Text(String),
    /// A list of parts.
    Items(Vec<Item>),
}

/// Puts an answer together: items, error, budget, header.
///
/// The error is an item like any other and can be cut; the header never is. A cell that is not there
/// looks like a failed script; a refused operation is one plain string.
pub fn respond(answer: Answer, context: ResponseContext) -> Response {
    let error = answer.error();
    let (status, items) = match answer {
        Answer::Yielded { cell, items } => (format!("Script running with cell ID {cell}"), items),
        Answer::Result { items, error: None, .. } => ("Script completed".to_owned(), items),
        Answer::Result { items, .. } => ("Script failed".to_owned(), items),
        Answer::Missing { .. } => ("Script failed".to_owned(), Vec::new()),
        Answer::Terminated { items, .. } => ("Script terminated".to_owned(), items),
        Answer::Refused(message) => return Response::refusal(message),
        Answer::Pending { .. } => return Response::refusal(UNEXPECTED_FRONTIER),
    };
    let success = error.is_none();
    let supported = |item| supported(item, context.original_images);
    let mut items: Vec<Item> = items.into_iter().map(supported).collect();
    items.extend(error.map(|error| Item::Text { text: format!("Script error:\n{error}") }));
    let mut items = fit_items(items, Budget::requested(context.max_output_tokens));
    let seconds = tenths(context.wall_ms);
    let header = format!("{status}\nWall time {seconds} seconds\nOutput:\n");
    items.insert(0, Item::Text { text: header });
    Response { body: Body::from_items(items), success }
}

/// The header's seconds: one decimal, half up.
fn tenths(ms: u64) -> String {
    let tenths = ms.saturating_add(50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn supported(item: Item, original_images: bool) -> Item {
    match item {
        Item::Image { url, detail: ImageDetail::Original } if !original_images => {
            Item::Image { url, detail: ImageDetail::High }
        }
        other => other,
    }
}

impl Response {
    /// A refusal: one plain string, without a header. Arguments that cannot be read, a cell that is
    /// busy or already terminating, a session that shuts down.
    pub fn refusal(text: impl Into<String>) -> Response {
        Response { body: Body::Text(text.into()), success: false }
    }

    /// The answer to an `exec` as an item of the conversation.
    pub fn exec_json(&self, call_id: &str) -> Value {
        json!({ "type": "custom_tool_call_output", "call_id": call_id, "output": self.body.json() })
    }

    /// The answer to a `wait` as an item of the conversation.
    pub fn wait_json(&self, call_id: &str) -> Value {
        json!({ "type": "function_call_output", "call_id": call_id, "output": self.body.json() })
    }
}

impl Body {
    /// One text alone is a plain string, everything else a list.
    fn from_items(mut items: Vec<Item>) -> Body {
        match items.as_mut_slice() {
            [Item::Text { text }] => Body::Text(std::mem::take(text)),
            _ => Body::Items(items),
        }
    }

    /// The value of `output` on the wire.
    pub fn json(&self) -> Value {
        match self {
            Self::Text(text) => Value::from(text.as_str()),
            Self::Items(items) => items.iter().map(part).collect(),
        }
    }

    /// The output as the conversation history keeps it, where `policy` is the model's own limit for
    /// a tool output. No warning is added here.
    pub fn in_history(self, policy: Budget) -> Body {
        let limit = policy.for_history();
        match self {
            Self::Text(text) => Self::Text(truncate_middle(&text, limit)),
            Self::Items(items) => Self::Items(pay_items(items, limit)),
        }
    }
}

fn part(item: &Item) -> Value {
    match item {
        Item::Text { text } => json!({ "type": "input_text", "text": text }),
        Item::Image { url, detail } => {
            json!({ "type": "input_image", "image_url": url, "detail": detail.label() })
        }
        Item::Audio { url } => json!({ "type": "input_audio", "audio_url": url }),
    }
}

/// The extra item that `notify` adds to the pending input of the running turn; none for blank text.
/// `call_id` is that of the `exec` call the cell came from.
pub fn notify_item(call_id: &str, text: &str) -> Option<Value> {
    let item = json!({
        "type": "custom_tool_call_output",
        "call_id": call_id,
        "name": "exec",
        "output": text,
    });
    (!text.trim().is_empty()).then_some(item)
}

/// Why a notification was lost: the cell spoke while no turn was running. Only logged.
pub fn notify_failure(cell_id: &str) -> String {
    format!("failed to inject exec notify message for cell {cell_id}: no active turn")
}
