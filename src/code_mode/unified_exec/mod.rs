//! Unified exec: a scripted peer for `exec_command` and `write_stdin`.
//!
//! No process is started. A [`ProcessScript`] says what a command would print and when it would end;
//! everything else is as upstream: sessions, yield times, what one call collects, which process goes
//! when there are too many, what a call answers.
//!
//! Knows: virtual time, budgets. May not know: cells, turns, who calls.
//! Start reading at [`UnifiedExec`]. [`args`] reads the two argument texts, [`script`] is what a
//! process does, [`process`] plays one, [`buffer`] keeps what it printed, [`yields`] and [`evict`]
//! are the two rules with numbers, [`result`] is the answer.
//!
//! Choices where the reference leaves room: at one instant a deadline comes before output and exit; an
//! interrupt without a terminal has no pause; a process whose call was cancelled lives on.
//!
//! Upstream: `codex-rs/core/src/unified_exec/`.

pub mod args;
pub mod buffer;
pub mod evict;
pub mod peer;
pub mod process;
pub mod result;
pub mod script;
pub mod yields;

pub use args::{ExecCommandArgs, WriteStdinArgs};
pub use peer::{CallId, ShellCall, UnifiedExec};
pub use result::ExecResult;
pub use script::{Answer, CommandMatch, Exit, Print, ProcessScript};
