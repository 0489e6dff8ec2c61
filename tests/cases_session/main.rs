//! The session's rows of the planner cases: freeze (FZ) and dispatch (RT).

mod dispatch;
mod effects;
mod freeze;
mod world;
