//! Tools about the agent's own resources: context window and time.

use super::params::{number, object};
use super::{FunctionSpec, JsonSchema, ToolSpec, function, namespace_of_one};

/// Wire namespace of the clock tools.
pub const CLOCK_NAMESPACE: &str = "clock";

/// Longest sleep, in milliseconds (twelve hours).
pub const MAX_SLEEP_MS: u64 = 43_200_000;

/// The spec of `new_context`.
pub fn new_context() -> ToolSpec {
    ToolSpec::Function(function("new_context", NEW_CONTEXT, nothing()))
}

const NEW_CONTEXT: &str = "Starts a fresh context window for the same task. Write down first what \
must survive: whatever is not in files or in the plan is gone afterwards. For long work whose \
history is no longer of use.";

/// The spec of `get_context_remaining`.
pub fn get_context_remaining() -> ToolSpec {
    ToolSpec::Function(function("get_context_remaining", CONTEXT_REMAINING, nothing()))
}

const CONTEXT_REMAINING: &str = "Tells how many tokens are left in the context window. Look \
before reading something large, and when deciding whether to begin a new window.";

/// The spec of `clock.curr_time`.
pub fn clock_curr_time() -> ToolSpec {
    clock(function("curr_time", CURR_TIME, nothing()))
}

const CURR_TIME: &str = "Tells the current date and time. The conversation itself carries no \
clock, so look here before reasoning about deadlines or elapsed time.";

/// The spec of `clock.sleep`.
pub fn clock_sleep() -> ToolSpec {
    let duration = format!("Milliseconds to sleep, from 1 to {MAX_SLEEP_MS}.");
    let parameters = object(Some(&["duration_ms"]), vec![number("duration_ms", &duration)]);
    clock(function("sleep", SLEEP, parameters))
}

const SLEEP: &str = "Does nothing for a given time and then returns. Use it to come back to \
something that finishes by itself; a new message from the user ends the sleep early.";

/// Both tools give the namespace the same text, so that they merge without a dispute.
fn clock(child: FunctionSpec) -> ToolSpec {
    namespace_of_one(CLOCK_NAMESPACE, "Tools to tell the time and to let it pass.", child)
}

fn nothing() -> JsonSchema {
    object(None, Vec::new())
}
