//! [`parse_wait`]: the argument text of a `wait` call.
//!
//! Knows: JSON. May not know: whether there is such a cell.
//!
//! Upstream: `codex-rs/core/src/tools/code_mode/` (the `wait` handler).

use serde::Deserialize;

use super::yield_time::DEFAULT_WAIT_YIELD_MS;
use crate::builtin::count::Count;

/// A `wait` call as it is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitRequest {
    /// Which cell; compared letter by letter.
    pub cell_id: String,
    /// Requested yield time in ms; [`DEFAULT_WAIT_YIELD_MS`] when left out.
    pub yield_time_ms: u64,
    /// Requested output budget in tokens.
    pub max_tokens: Option<u64>,
    /// End the cell instead of waiting for it.
    pub terminate: bool,
}

/// The order of the members is the order in which an array would give them.
#[derive(Deserialize)]
struct WaitArguments {
    cell_id: String,
    #[serde(default = "default_yield_time")]
    yield_time_ms: u64,
    #[serde(default)]
    max_tokens: Option<Count>,
    #[serde(default)]
    terminate: bool,
}

fn default_yield_time() -> u64 {
    DEFAULT_WAIT_YIELD_MS
}

/// Reads the arguments of a `wait` call. Unknown members are ignored.
///
/// # Errors
///
/// The text the model gets: `failed to parse function arguments: ...` with line and column.
pub fn parse_wait(arguments: &str) -> Result<WaitRequest, String> {
    let arguments: WaitArguments = serde_json::from_str(arguments)
        .map_err(|error| format!("failed to parse function arguments: {error}"))?;
    Ok(WaitRequest {
        cell_id: arguments.cell_id,
        yield_time_ms: arguments.yield_time_ms,
        max_tokens: arguments.max_tokens.map(|count| count.0),
        terminate: arguments.terminate,
    })
}
