//! Deterministic simulator of an agent's tool planner.

pub mod schema;
