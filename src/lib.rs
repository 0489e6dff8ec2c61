//! Deterministic simulator of an agent's tool planner.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod builtin;
pub mod mcp;
pub mod schema;
pub mod search;
pub mod tool;
