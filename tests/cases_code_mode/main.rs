//! The Code Mode case list, one file a group, through the public API.

mod cells;
mod description;
mod determinism;
mod driver;
mod exposure;
#[allow(dead_code, reason = "the planner cases use the rest")]
#[path = "../cases_planner/fixture.rs"]
mod fixture;
mod globals;
mod names;
mod typescript;
