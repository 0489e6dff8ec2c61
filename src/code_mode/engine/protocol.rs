//! What crosses the border between a cell and its engine, as plain data.

use std::sync::Arc;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::limits::{EngineLimits, Limit};

/// Values kept with `store`, by key, in order of first writing.
pub type StoredValues = IndexMap<String, Value>;

/// What a cell starts with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellStart {
    /// JavaScript source of the module `exec_main.mjs`, without its pragma line.
    pub source: Arc<str>,
    /// Functions on `tools` and entries of `ALL_TOOLS`, in this order.
    pub tools: Arc<[CellTool]>,
    /// Snapshot of the session's stored values.
    pub stored: StoredValues,
    /// What `Date` shows, in ms since 1970.
    pub now_ms: u64,
    /// Seed of `Math.random`.
    pub seed: u64,
    /// Bounds that the engine keeps.
    pub limits: EngineLimits,
}

/// A nested tool as a cell sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellTool {
    /// Normalised identifier: key on `tools`, `name` in `ALL_TOOLS`. Of two equal ones the later
    /// overwrites the property, and both are listed.
    pub identifier: Arc<str>,
    /// Text in `ALL_TOOLS`.
    pub description: Arc<str>,
}

/// What a cell is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// A nested call succeeded with this value.
    Resolve {
        /// N of `tool-N`.
        call: u32,
        /// The value its promise is fulfilled with.
        value: Value,
    },
    /// A nested call failed; its promise is rejected with this plain string.
    Reject {
        /// N of `tool-N`.
        call: u32,
        /// The text.
        message: Arc<str>,
    },
    /// A timeout is due. One that was cleared meanwhile does nothing.
    Fire {
        /// Its id.
        timeout: u32,
    },
}

/// What one command led to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// In program order.
    pub events: Vec<EngineEvent>,
    /// How the cell stands after its microtasks were drained.
    pub state: EngineState,
}

/// How a cell stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum EngineState {
    /// The main promise is pending.
    #[default]
    Pending,
    /// The main promise is settled, or a timer callback threw.
    Finished {
        /// Error text of the failure; none is success.
        error: Option<String>,
    },
    /// A bound was reached. [`Limit::keeps_running`] says whether the script is thought to go on.
    Stopped {
        /// Which.
        limit: Limit,
    },
    /// The engine ended without a result.
    Died,
}

/// One effect of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineEvent {
    /// Line of the source (from 1) whose statement caused it, if the engine knows. Not part of the
    /// hash: engines place a call that spans lines differently.
    pub line: Option<u32>,
    /// Did it happen while microtasks were drained, and not in the synchronous part of the turn?
    pub microtask: bool,
    /// What.
    #[serde(flatten)]
    pub kind: EngineEventKind,
}

/// What a script did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EngineEventKind {
    /// An output item.
    Item {
        /// The item.
        item: Item,
    },
    /// A nested call was issued.
    ToolCall {
        /// N of `tool-N`, from 1.
        call: u32,
        /// Index into [`CellStart::tools`].
        tool: u32,
        /// The argument as JSON; none when the function was called without any.
        #[serde(default, with = "present")]
        input: Option<Value>,
    },
    /// A notification for the model.
    Notify {
        /// Its text, not blank.
        text: String,
    },
    /// `yield_control()` was called.
    YieldRequested,
    /// A value was kept.
    Store {
        /// Key.
        key: String,
        /// Snapshot.
        value: Value,
    },
    /// A kept value was read.
    Load {
        /// Key.
        key: String,
        /// Was there one?
        found: bool,
    },
    /// A timeout was scheduled.
    TimeoutSet {
        /// From 1 per cell.
        id: u32,
        /// Delay in virtual ms, at least 0, truncated.
        delay_ms: u64,
    },
    /// A timeout was cleared before it was due.
    TimeoutCleared {
        /// Its id.
        id: u32,
    },
    /// `exit()` was called.
    Exit,
    /// A microtask or promise was left rejected and nobody handled it. The cell goes on.
    Unhandled {
        /// First line of the reason's error text.
        reason: String,
    },
}

/// An output item.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Item {
    /// Text.
    Text {
        /// The text, maybe empty.
        text: String,
    },
    /// An image.
    Image {
        /// A `data:` URL.
        url: String,
        /// How closely the model looks at it.
        detail: ImageDetail,
    },
    /// A sound.
    Audio {
        /// A `data:` URL.
        url: String,
    },
}

impl Item {
    /// A text item.
    pub fn text(text: impl Into<String>) -> Item {
        Item::Text { text: text.into() }
    }
}

/// How closely the model looks at an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageDetail {
    /// The model's choice.
    Auto,
    /// Coarse.
    Low,
    /// Fine; the default.
    #[default]
    High,
    /// As it is.
    Original,
}

impl ImageDetail {
    /// The word on the wire.
    pub fn label(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Low => "low",
            Self::High => "high",
            Self::Original => "original",
        }
    }
}

/// Tells "no argument" from `null` in JSON: an absent member is none, `null` is a value.
mod present {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value;

    pub fn serialize<S: Serializer>(value: &Option<Value>, out: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => [value].serialize(out),
            None => [(); 0].serialize(out),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
        Ok(Vec::<Value>::deserialize(from)?.into_iter().next())
    }
}
