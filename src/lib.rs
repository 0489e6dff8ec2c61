//! Deterministic simulator of an agent's tool planner.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod builtin;
pub mod explore;
pub mod lang;
pub mod mcp;
pub mod pack;
pub mod planner;
pub mod scenario;
pub mod schema;
pub mod search;
pub mod session;
pub mod tool;
pub mod trace;
