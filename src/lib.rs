//! A deterministic simulator and teaching visualizer of how an LLM coding agent (OpenAI Codex is the
//! model case) plans its tool list for every sampling request, and freezes it.
//!
//! Everything is a scenario, and `run(scenario) -> trace` is a pure function: no wall clock, no
//! thread race, no hash-map order and no unseeded randomness reaches a trace.
//!
//! # Map of the house
//!
//! Each floor imports only from those below it (`tests/floors.rs` checks that).
//!
//! - [`tool`], [`schema`], [`lang`]: the vocabulary.
//! - [`search`], [`mcp`], [`builtin`]: deferred discovery, server lists and names, built-in specs.
//! - [`planner`]: one function from inputs to a tool table, with a reason for every line of it.
//! - [`code_mode`]: cells that call tools, yield and are resumed; the engines that run them.
//! - [`session`]: turns, samples and servers over virtual time; the freeze; dispatch.
//! - [`trace`], [`scenario`], [`pack`]: forms and hash of a run, the file format, the embedded pack.
//! - [`link`]: a place of a scenario, as the end of an address.
//! - [`explore`]: why a tool is where it is, and what would change it.
//! - `host`: the process behind which untrusted cells run natively.
//!
//! # A first run
//!
//! ```
//! use freezeframe::planner::{inputs::PlanInputs, plan};
//!
//! let plan = plan(&PlanInputs::fixture()).expect("the fixture has no name clash");
//! let first = plan.visible_names().next().map(|name| name.dotted());
//! assert_eq!(first.as_deref(), Some("exec_command"));
//! ```
//!
//! Where to read next: [`planner::Planner::plan`] for what is planned, [`session::run`] for when it
//! is planned and how long it holds.
#![warn(missing_docs)]
#![deny(unsafe_code)]

#[cfg(feature = "app")]
pub mod app;
pub mod builtin;
#[cfg(feature = "cli")]
pub mod cli;
pub mod code_mode;
pub mod door;
pub mod explore;
#[cfg(not(target_arch = "wasm32"))]
pub mod host;
pub mod lang;
#[cfg(feature = "laws")]
pub mod laws;
pub mod link;
pub mod mcp;
pub mod pack;
pub mod planner;
pub mod scenario;
pub mod schema;
pub mod search;
pub mod session;
pub mod tool;
pub mod trace;
