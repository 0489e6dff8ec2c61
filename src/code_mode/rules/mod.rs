//! Rules of cells: when a caller is answered, what ends a cell, what becomes of its work.
//!
//! Upstream places refer to main of 2026-08-22 (commit 343074d4), not to the planner's baseline.

mod callers;
mod ends;

pub(super) use callers::*;
pub(super) use ends::*;

use crate::planner::rule::{Outcome, Reason, Rule, Upstream, upstream};

const ACTOR: Upstream = upstream("codex-rs/code-mode-runtime/src/", "cell actor");
const SESSION: Upstream = upstream("codex-rs/code-mode-runtime/src/", "session runtime");
const CLIENT: Upstream = upstream("codex-rs/code-mode/src/", "remote session");
const SERVICE: Upstream = upstream("codex-rs/code-mode-runtime/src/", "in-process session");

/// A reason that only explains.
const fn noted(
    rule: &'static Rule,
    id: &'static str,
    en: &'static str,
    ko: &'static str,
) -> Reason {
    Reason::new(rule, id, Outcome::Noted, en, ko)
}

/// Rules of cells, for the catalogue.
pub static RULES: [&Rule; 13] = [
    &EXECUTE,
    &YIELD_TIME,
    &OBSERVE,
    &YIELD,
    &REQUEST,
    &FRONTIER,
    &CALLER,
    &COMPLETE,
    &BOUND,
    &CANCEL,
    &COMMIT,
    &TERMINATE,
    &HOST,
];

/// Every reason of these rules, in the order of the rules.
pub static REASONS: [&Reason; 59] = [
    &SHUTTING_DOWN,
    &NO_IDS,
    &NO_ENGINE,
    &AS_ASKED,
    &GRACE,
    &CAPPED,
    &TO_FRONTIER,
    &BUSY,
    &NO_SUCH_CELL,
    &STALE,
    &GONE,
    &CLOSING,
    &AFTER_THE_END,
    &ANSWER_TAKEN,
    &ON_REQUEST,
    &ON_TIME,
    &DEADLINE_FIRST,
    &AT_ONCE,
    &STILL_BURNING,
    &HEARD,
    &NOBODY,
    &FRONTIER_DEAF,
    &CALLER_GONE,
    &QUIESCENT,
    &KEPT,
    &TO_NEXT,
    &FREE,
    &PLACE_FREE,
    &PLACE_HELD,
    &PUT_BACK,
    &LOST,
    &FULFILLED,
    &EXITED,
    &FAILED,
    &DIED,
    &BROKE_CONTRACT,
    &BOUNDED,
    &HANDED_OVER,
    &WAITS_FOR_CALLER,
    &WAS_WAITING,
    &NOT_WANTED,
    &RUNS_FOR_EVER,
    &OVER_BOUND,
    &NOT_AWAITED,
    &WITH_CELL,
    &NEVER_STARTED,
    &TOO_LATE,
    &COMMITTED,
    &COMMITTED_FAILED,
    &NO_COMMIT_TERMINATED,
    &NO_COMMIT_ENGINE,
    &CLAIMED,
    &CLAIMED_FINISHING,
    &BY_SHUTDOWN,
    &ALREADY,
    &TERMINATED,
    &HOST_GONE,
    &CALL_FAILED,
    &RESULT_LOST,
];
