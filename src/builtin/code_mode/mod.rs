//! The two entry points of Code Mode: `exec` takes a JavaScript source, `wait` goes back to a cell
//! that yielded.
//!
//! Here are their specs, what `exec` tells the model ([`ExecTextOptions`]), and how a tool is
//! declared to it ([`NestedTool`]). Which tools are nested is the planner's business; running cells
//! is that of higher floors.
//!
//! Upstream: `codex-rs/code-mode-protocol/src`, main of 2026-08-22.

mod declaration;
mod text;

pub use declaration::{NestedKind, NestedTool, has_mcp_result};
pub use text::{ExecTextOptions, NamespaceText, NamespaceTexts, all_tools_text, in_prompt_order};

use super::params::{flag, number, object, text as string};
use super::{ToolSpec, function, grammar_tool};

/// The yield time of `exec` unless configured otherwise, in milliseconds.
pub const DEFAULT_EXEC_YIELD_MS: u64 = 30_000;
/// The yield time of `wait` when the call names none, in milliseconds.
pub const DEFAULT_WAIT_YIELD_MS: u64 = 10_000;
/// The output budget of both when the call names none, in tokens.
pub const DEFAULT_OUTPUT_TOKENS: u64 = 10_000;

/// The spec of `exec`.
///
/// Upstream: `codex-rs/core/src/tools/spec_plan.rs` 706 and following.
pub fn code_mode_exec(options: &ExecTextOptions<'_>) -> ToolSpec {
    grammar_tool("exec", text::exec_text(options), EXEC_GRAMMAR)
}

/// The spec of `wait`.
pub fn code_mode_wait() -> ToolSpec {
    let yield_time = format!(
        "Milliseconds to wait before handing back a cell that still runs. Defaults to \
         {DEFAULT_WAIT_YIELD_MS}."
    );
    let budget =
        format!("Upper bound for the output, in tokens. Defaults to {DEFAULT_OUTPUT_TOKENS}.");
    let properties = vec![
        string("cell_id", "Id of the cell, from the answer in which it yielded."),
        number("yield_time_ms", &yield_time),
        number("max_tokens", &budget),
        flag("terminate", "End the cell now instead of waiting for it. Defaults to false."),
    ];
    ToolSpec::Function(function("wait", wait_text(), object(Some(&["cell_id"]), properties)))
}

fn wait_text() -> String {
    format!(
        "Waits on a yielded `exec` cell and returns new output or completion.\n\
         - Use it after an `exec` whose answer names a cell that still runs.\n\
         - `cell_id` is the id in that answer.\n\
         - `yield_time_ms` is how long to wait for the cell to finish. Defaults to \
         {DEFAULT_WAIT_YIELD_MS} ms.\n\
         - `max_tokens` bounds the output of this answer. Defaults to {DEFAULT_OUTPUT_TOKENS} \
         tokens.\n\
         - `terminate` ends the cell instead of waiting for it. Defaults to false.\n\
         - Only what the cell has put out since the last answer is returned.\n\
         - The cell may yield again; then call this once more with the same id.\n\
         - A finished cell is answered once, after which its id is no longer known."
    )
}

/// A first line with options is told apart from plain source by its prefix alone.
const EXEC_GRAMMAR: &str = r"
start: pragma_source | plain_source
pragma_source: PRAGMA_LINE NEWLINE SOURCE
plain_source: SOURCE

PRAGMA_LINE: /[ \t]*\/\/ @exec:[^\r\n]*/
NEWLINE: /\r?\n/
SOURCE: /[\s\S]+/
";
