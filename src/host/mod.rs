//! The boundary behind which untrusted cells run natively: a child process of the same program.
//!
//! An engine in pure Rust has no bound on memory, and a script that bursts it ends the process. So
//! the engine lives in a child: [`HostEngine`] is the parent's side and an ordinary
//! [`crate::code_mode::engine::CellEngine`]; [`serve`] is the child's side, which a program offers as
//! a hidden command. What crosses the pipe is `message`, wrapped as `frame` says.
//!
//! Knows: the engine contract, processes, threads and real time. May not know: sessions, scenarios,
//! traces, who shows them. In a browser a Worker is the boundary, so this module is not built there.
//! Start reading at `engine` (and its turn of a cell), then `serve`.
//!
//! Upstream: `codex-rs/code-mode-host/src/` and `codex-rs/code-mode/src/`.

mod children;
pub mod confine;
mod engine;
mod frame;
mod journal;
mod kind;
mod message;
mod patience;
mod process;
mod serve;
mod verdict;
mod watch;

pub use children::{HostOptions, MARGIN, MAX_TURN_BYTES, Notice};
pub use engine::HostEngine;
pub use frame::{FrameError, MAX_FRAME_BYTES, MAX_FRAME_DEPTH};
pub use kind::{COMMAND, EngineKind};
pub use message::{FromHost, ToHost, VERSION};
pub use patience::STRETCH;
pub use process::{Death, HANDSHAKE, Program, TAIL_BYTES};
pub use serve::{ServeError, serve};

/// The frames themselves, for tests that play a child.
pub mod wire {
    pub use super::frame::{encode, read, write};
}
