//! How long an observer waits at most.

use super::rules::{AS_ASKED, CAPPED, GRACE};
use crate::planner::rule::Decision;

/// Yield time of an `exec` without a pragma, in ms, unless the configuration names another.
pub const DEFAULT_EXEC_YIELD_MS: u64 = 30_000;
/// Yield time of an execution that reaches a session without any, in ms.
pub const PROTOCOL_EXEC_YIELD_MS: u64 = 10_000;
/// Yield time of a `wait` that names none, in ms.
pub const DEFAULT_WAIT_YIELD_MS: u64 = 10_000;
/// Requests of at least this many ms get grace.
pub const GRACE_FROM_MS: u64 = 10_000;
/// The grace, in ms.
pub const GRACE_MS: u64 = 1_000;

/// The time in ms after which an observer is answered, and why it is that long.
///
/// `limit_ms` is the session's cap and comes after the grace.
///
/// Upstream: `codex-rs/code-mode-runtime/src/`, in-process session.
pub fn yield_timeout(requested_ms: u64, limit_ms: Option<u64>) -> (u64, Decision) {
    let graced = match requested_ms >= GRACE_FROM_MS {
        true => requested_ms.saturating_add(GRACE_MS),
        false => requested_ms,
    };
    let timeout = graced.min(limit_ms.unwrap_or(u64::MAX));
    let facts = [("requested", requested_ms.into()), ("timeout", timeout.into())];
    let reason = match timeout {
        _ if timeout < graced => &CAPPED,
        _ if timeout > requested_ms => &GRACE,
        _ => &AS_ASKED,
    };
    (timeout, reason.with(facts))
}
