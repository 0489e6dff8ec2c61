//! The final pass over the registry, in the order of the upstream function.
//!
//! Upstream: `codex-rs/core/src/tools/spec_plan.rs` 313-448.

pub mod code_mode;
pub mod direct_only;
pub mod inventory;
pub mod search;
pub mod strict;
