//! The Code Mode case list, one file a group, through the public API.

mod budget;
mod cells;
mod description;
mod determinism;
mod driver;
mod exec_buffers;
mod exec_calls;
mod exposure;
#[allow(dead_code, reason = "the planner cases use the rest")]
#[path = "../cases_planner/fixture.rs"]
mod fixture;
mod globals;
mod handler;
mod host;
mod ids;
mod lifecycle;
mod limits;
mod names;
mod nested;
mod pragma;
mod response;
mod typescript;
mod wait_args;
mod yield_time;
