//! The session: turns, samples, servers that come and go, and the freeze.
//!
//! Knows: the planner below, virtual time, what takes effect when. May not know: scenario files,
//! text or JSON output, wall time, windows. [`run`] is a pure function of a script.
//! Start reading at [`run`], then [`script`] (what goes in), [`record`] (what comes out),
//! [`capture`] (the shot), [`sample`] (what happens after it) and [`room`] (where cells live).

pub mod call_rules;
pub mod capture;
pub mod clock;
pub mod gate;
pub mod hooks;
pub mod live;
pub mod record;
pub mod record_cells;
pub mod record_events;
pub mod room;
pub mod route;
pub mod rules;
pub mod runtime;
pub mod sample;
pub mod script;
pub mod script_cells;
pub mod world;

mod call;
mod call_answer;
mod call_step;
mod changes;
mod handlers;
mod listing;
mod live_call;
mod policy;
mod run;
mod world_cells;

pub use run::{run, run_with};

use crate::planner::rule::Rule;

/// Every rule of cells: those of the room, then those of the cells themselves.
pub fn cell_rules() -> Vec<&'static Rule> {
    room::rules::RULES
        .iter()
        .chain(&crate::code_mode::rules::RULES)
        .chain(&crate::code_mode::picture::RULES)
        .copied()
        .collect()
}

/// Every rule of the session, events and captures first, then calls.
pub fn session_rules() -> Vec<&'static Rule> {
    rules::RULES.iter().chain(&call_rules::RULES).copied().collect()
}
