//! Code Mode in a scenario file: how tools answer the calls of cells, scripted processes, bounds of
//! cells, and what must come out of them. Serde types and nothing else, as in [`super::file`].
//!
//! The source of a cell is the input of a custom call of `exec`; going back to a cell is a function
//! call of `wait`. Both run when their result is left unset.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a tool answers, call by call: the calls of cells, and calls of the model that do not say
/// their own result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Handler", default, deny_unknown_fields)]
pub struct HandlerFile {
    /// Dotted name of the tool.
    pub tool: String,
    /// Answers to the first call, the second, and so on; the last one repeats.
    pub answers: Vec<AnswerFile>,
    /// How long a call takes to stop after its cell has cancelled it, in virtual ms.
    pub cancel_delay_ms: u64,
}

/// One answer of a tool.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Answer", default, deny_unknown_fields)]
pub struct AnswerFile {
    /// How long the handler runs, in virtual ms. A server's tool uses the server's own latency when
    /// this is unset.
    pub latency_ms: Option<u64>,
    /// How long an MCP call waits for approval after it was prepared, in virtual ms.
    pub approval_ms: u64,
    /// What it answers.
    pub result: AnswerResultFile,
}

/// What a tool answers. In a cell a success fulfils the promise and a failure rejects it with a
/// plain string.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "AnswerResult")]
pub enum AnswerResultFile {
    /// A plausible success of this tool.
    #[default]
    Default,
    /// Success with this text.
    Ok(String),
    /// Success with this JSON value.
    Json(String),
    /// An MCP result: JSON text of an object with `content`, and maybe `structuredContent`,
    /// `isError` and `_meta`. One that is flagged as an error still fulfils the promise.
    Mcp(String),
    /// Success with content items.
    Content(Vec<ContentFile>),
    /// The handler answers, but reports failure. The promise is fulfilled all the same.
    Unsuccessful(String),
    /// The handler fails with a message for the model.
    Error(String),
    /// The handler fails fatally.
    Fatal(String),
    /// Success with the arguments themselves.
    Echo,
    /// No answer by itself: the call ends with its cell, or when the user interrupts.
    Hang,
}

/// A content item of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Content")]
pub enum ContentFile {
    /// Text.
    Text(String),
    /// An image, by its URL.
    Image(String),
    /// A sound, by its URL.
    Audio(String),
}

/// A process that `exec_command` starts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Process", default, deny_unknown_fields)]
pub struct ProcessFile {
    /// The command it stands for. Of several processes of one command the first stands for its first
    /// run, and so on; the last one repeats. A command runs the first process that fits.
    pub cmd: String,
    /// `cmd` is only how the command begins; an empty one then stands for every command.
    pub begins_with: bool,
    /// What it puts out, at times counted from its start.
    pub output: Vec<ChunkFile>,
    /// When it exits by itself, and how. It runs on for ever when this is unset.
    pub exit: Option<ExitFile>,
    /// Does its terminal show what is typed?
    pub echo: bool,
    /// What it does with text on its standard input: of the entries that fit, each is used once, in
    /// order, and the last one repeats.
    pub stdin: Vec<StdinFile>,
    /// What it does when it is interrupted, instead of all that was still to come. Unset, it ends at
    /// once.
    pub interrupt: Option<BehaviourFile>,
    /// `exec_command` fails with this text instead of starting it.
    pub fails: Option<String>,
}

/// A piece of output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Chunk", default, deny_unknown_fields)]
pub struct ChunkFile {
    /// Virtual ms, counted from the start of the process or from what it answers.
    pub at_ms: u64,
    /// The text.
    pub text: String,
}

/// How a process exits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Exit", default, deny_unknown_fields)]
pub struct ExitFile {
    /// Virtual ms, counted from the start of the process or from what it answers.
    pub at_ms: u64,
    /// Exit code.
    pub code: i32,
}

/// What a process does with text on its standard input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Stdin", default, deny_unknown_fields)]
pub struct StdinFile {
    /// The text, a line break at its end aside; an empty one fits every text.
    pub chars: String,
    /// What it puts out, at times counted from the write.
    pub output: Vec<ChunkFile>,
    /// When it exits because of the text, and how.
    pub exit: Option<ExitFile>,
}

/// Output and end of a process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Behaviour", default, deny_unknown_fields)]
pub struct BehaviourFile {
    /// What it puts out.
    pub output: Vec<ChunkFile>,
    /// When it exits, and how.
    pub exit: Option<ExitFile>,
}

/// Options of the session that cells run in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "CellOptions", default, deny_unknown_fields)]
pub struct CellOptionsFile {
    /// Longest time an observer waits, in virtual ms, whatever it asked for.
    pub max_yield_time_ms: Option<u64>,
    /// How long the host takes to accept a notification, in virtual ms.
    pub notify_latency_ms: u64,
    /// Seed of `Math.random`.
    pub seed: u64,
    /// Executions of `exec` whose engine thread does not start, counted from 1 over the whole
    /// session: the call fails and there is no cell, but its id is used up.
    pub failing_starts: Vec<u32>,
    /// Narrower bounds of the engine.
    pub limits: CellLimitsFile,
}

/// Bounds of one cell, where a scenario wants them narrower than they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "CellLimits", default, deny_unknown_fields)]
pub struct CellLimitsFile {
    /// Turns of one loop, and microtasks of one turn.
    pub steps: Option<u64>,
    /// Depth of calls of script functions.
    pub recursion: Option<u32>,
    /// Bytes of items, notifications, tool inputs and stored values together.
    pub output_bytes: Option<u64>,
    /// Items, notifications, tool calls, timeouts and stores together.
    pub effects: Option<u32>,
}

/// What one cell must look like when the run is over. Unset things are not checked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "ExpectCell", default, deny_unknown_fields)]
pub struct ExpectCellFile {
    /// Its id: `1`, `2`, …; `g2:1` for the first one after the code-mode host was lost once.
    pub cell: String,
    /// How it stands.
    pub state: Option<CellStateFile>,
    /// Everything it put out, in order: texts as they are, other items as their URL.
    pub items: Option<Vec<String>>,
    /// Pieces that its output must contain, in one item each.
    pub items_has: Vec<String>,
    /// A piece of its error text.
    pub error_has: Option<String>,
    /// Everything it wrote with `store`, last values only.
    pub stored: Option<Vec<StoredFile>>,
    /// Its nested calls.
    pub calls: Vec<ExpectNestedFile>,
}

/// How a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "CellState")]
pub enum CellStateFile {
    /// It still ran when the session ended.
    Running,
    /// It completed.
    Completed,
    /// It failed.
    Failed,
    /// It was terminated.
    Terminated,
    /// Its engine host was lost first.
    Lost,
}

/// A stored value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Stored", default, deny_unknown_fields)]
pub struct StoredFile {
    /// Its key.
    pub key: String,
    /// The value, as JSON text.
    pub json: String,
}

/// What a nested call must have come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "ExpectNested", default, deny_unknown_fields)]
pub struct ExpectNestedFile {
    /// N of `tool-N`, from 1.
    pub call: u32,
    /// Its status.
    pub status: Option<NestedStatusFile>,
    /// The value its promise was fulfilled with, as JSON text: every member must be found in it,
    /// recursively.
    pub value_has: Option<String>,
    /// A piece of the text its promise was rejected with.
    pub rejected_has: Option<String>,
    /// The step whose table dispatched it.
    pub step: Option<u32>,
}

/// How a nested call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "NestedStatus")]
pub enum NestedStatusFile {
    /// It had not ended when the session ended.
    Pending,
    /// Its promise was fulfilled.
    Resolved,
    /// Its promise was rejected.
    Rejected,
    /// Its cell ended first; the script never saw an answer.
    Cancelled,
}
