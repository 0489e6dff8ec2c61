//! Code Mode: `exec` runs a JavaScript cell that calls the agent's tools, `wait` goes back to it.
//!
//! Knows: the vocabulary below, virtual time, JSON. May not know: sessions of the planner, scenario
//! files, trace forms, windows, files or processes. Everything here is a state machine that its owner
//! moves: nothing waits, nothing sleeps.
//! Start reading at [`engine`] (the contract between a cell and whatever runs its JavaScript), then
//! [`service`] (the cells of a session) and [`log`] (what is kept of each). Around them stand the texts:
//! [`pragma`] and [`wait_args`] read calls, [`response`] writes answers within a [`budget`], and [`picture`] makes their pictures fit; [`payload`]
//! and [`result`](mod@result) are the two ends of a nested call, [`unified_exec`] plays processes.
//!
//! Upstream: `codex-rs/code-mode-runtime/src/`, `codex-rs/code-mode-protocol/src/` and
//! `codex-rs/core/src/tools/code_mode/` on main of 2026-08-22 (commit 343074d4).

pub mod answer;
pub mod audio;
pub mod base64;
#[cfg(feature = "boa")]
pub mod boa;
pub mod budget;
pub mod engine;
pub mod log;
pub mod payload;
pub mod picture;
pub mod pragma;
pub mod response;
pub mod result;
pub mod rules;
pub mod service;
pub mod unified_exec;
#[cfg(feature = "v8")]
pub mod v8;
pub mod wait_args;
pub mod yield_time;

mod cell;

use std::sync::Arc;

use engine::CellEngine;
use engine::none::NoEngine;

/// The engine that cells run on when nobody chose one: boa where it is built in, else V8, else one
/// that refuses every cell.
pub fn default_engine() -> Arc<dyn CellEngine> {
    #[cfg(feature = "boa")]
    return Arc::new(boa::BoaEngine::new());
    #[cfg(all(feature = "v8", not(feature = "boa")))]
    return Arc::new(v8::V8Engine::default());
    #[cfg(not(any(feature = "boa", feature = "v8")))]
    return no_engine();
}

/// An engine that refuses every cell, for runs that have none.
pub fn no_engine() -> Arc<dyn CellEngine> {
    Arc::new(NoEngine)
}
