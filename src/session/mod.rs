//! The session: turns, samples, servers that come and go, and the freeze.
//!
//! Knows: the planner below, virtual time, what takes effect when. May not know: scenario files,
//! text or JSON output, wall time, windows. `run` is a pure function of a script.
//! Start reading at [`script`] (what goes in), then [`record`] (what comes out).

pub mod record;
pub mod script;
