//! How long an observer waits at most.

use super::rules::{AS_ASKED, CAPPED, GRACE};
use crate::planner::rule::Decision;

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
