//! How a cell ends, from the value its main promise was rejected with.

use super::{EXIT_SENTINEL, convert};
use crate::code_mode::engine::js::{Js, Thrown};
use crate::code_mode::engine::limits::Limit;
use crate::code_mode::engine::protocol::{EngineEventKind, EngineState};

/// Text of a dynamic import, thrown as a string.
pub const DYNAMIC_IMPORT: &str = "unsupported import in exec";
/// Error text of a failure that carries nothing.
pub const NOTHING_THROWN: &str = "unknown code mode exception";
/// Error text of a cell whose functions called each other too deeply.
pub const STACK_EXCEEDED: &str = "RangeError: Maximum call stack size exceeded";

/// Error text of a cell with a static import.
pub fn static_import(specifier: &str) -> String {
    format!("Unsupported import in exec: {specifier}")
}

/// Error text of a cell that was told about a call it never made.
pub fn unknown_call(call: u32) -> String {
    format!("unknown tool call `tool-{call}`")
}

/// The main promise is fulfilled.
pub fn fulfilled() -> EngineState {
    EngineState::Finished { error: None }
}

/// The main promise is rejected with `reason`: a success if that is the string `exit()` throws and
/// `exit()` has been called, however long ago.
pub fn rejected<J: Js>(js: &mut J, reason: &J::Value) -> EngineState {
    let exits = js.state().exit_called && js.string(reason).as_deref() == Some(EXIT_SENTINEL);
    if exits { fulfilled() } else { failed(js, reason) }
}

/// The cell failed with `reason`, whatever that is: a timer callback threw it, or the source did
/// not compile.
pub fn failed<J: Js>(js: &mut J, reason: &J::Value) -> EngineState {
    match convert::error_text(js, reason) {
        Ok(text) => EngineState::Finished { error: Some(text) },
        Err(_) => stopped(js),
    }
}

/// A bound was reached: the one that was noted, else the steps.
pub fn stopped<J: Js>(js: &mut J) -> EngineState {
    EngineState::Stopped { limit: js.state().limit.unwrap_or(Limit::Steps) }
}

/// Reports a promise that was still rejected and unhandled when the turn ended.
///
/// # Errors
/// Only [`Thrown::Stop`].
pub fn unhandled<J: Js>(js: &mut J, reason: &J::Value) -> Result<(), Thrown<J::Value>> {
    let text = convert::error_text(js, reason)?;
    let reason = text.lines().next().unwrap_or_default().to_owned();
    js.state().push(None, EngineEventKind::Unhandled { reason }).map_err(|_| Thrown::Stop)
}
