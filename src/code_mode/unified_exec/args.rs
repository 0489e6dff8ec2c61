//! The arguments of the two tools, as far as the peer needs them. Sandbox fields are not its business.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::yields::{DEFAULT_EXEC_YIELD_MS, DEFAULT_WRITE_YIELD_MS};
use crate::builtin::count::Count;

/// An `exec_command` call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecCommandArgs {
    /// The command line.
    pub cmd: String,
    /// Keep stdin open behind a terminal?
    pub tty: bool,
    /// Requested yield time, in ms, the default filled in.
    pub yield_time_ms: u64,
    /// Requested output budget, in tokens.
    pub max_output_tokens: Option<u64>,
}

/// A `write_stdin` call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteStdinArgs {
    /// The process.
    pub session_id: i32,
    /// What to type; nothing only reads.
    pub chars: String,
    /// Requested yield time, in ms, the default filled in.
    pub yield_time_ms: u64,
    /// Requested output budget, in tokens.
    pub max_output_tokens: Option<u64>,
}

#[derive(Deserialize)]
struct RawExec {
    cmd: String,
    #[serde(default)]
    tty: bool,
    #[serde(default = "exec_default")]
    yield_time_ms: u64,
    max_output_tokens: Option<Count>,
}

#[derive(Deserialize)]
struct RawWrite {
    session_id: i32,
    #[serde(default)]
    chars: String,
    #[serde(default = "write_default")]
    yield_time_ms: u64,
    max_output_tokens: Option<Count>,
}

fn exec_default() -> u64 {
    DEFAULT_EXEC_YIELD_MS
}

fn write_default() -> u64 {
    DEFAULT_WRITE_YIELD_MS
}

impl ExecCommandArgs {
    /// Reads argument text.
    ///
    /// # Errors
    ///
    /// The text for the model: `failed to parse function arguments: ...`.
    pub fn parse(text: &str) -> Result<ExecCommandArgs, String> {
        let raw: RawExec = parse(text)?;
        Ok(ExecCommandArgs {
            cmd: raw.cmd,
            tty: raw.tty,
            yield_time_ms: raw.yield_time_ms,
            max_output_tokens: raw.max_output_tokens.map(|count| count.0),
        })
    }
}

impl WriteStdinArgs {
    /// Reads argument text.
    ///
    /// # Errors
    ///
    /// The text for the model: `failed to parse function arguments: ...`.
    pub fn parse(text: &str) -> Result<WriteStdinArgs, String> {
        let raw: RawWrite = parse(text)?;
        Ok(WriteStdinArgs {
            session_id: raw.session_id,
            chars: raw.chars,
            yield_time_ms: raw.yield_time_ms,
            max_output_tokens: raw.max_output_tokens.map(|count| count.0),
        })
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("failed to parse function arguments: {error}"))
}
