//! The sources a plan walks, in order. Each file owns one source: its gate, its tools, its reasons.
//!
//! A source asks its rules, writes their decisions down and registers what is left. It may not look
//! at another source's tools. Start reading at [`shell`], the shortest complete one.

pub mod agent_version;
pub mod collab;
pub mod dynamic;
pub mod extensions;
pub mod guardian;
pub mod hosted;
pub mod image_gate;
pub mod listed;
pub mod mcp;
pub mod mcp_reasons;
pub mod resources;
pub mod shell;
pub mod utility;
pub mod utility_gates;
pub mod web_mode;
