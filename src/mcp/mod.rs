//! What an MCP server's tools become before the planner sees them.
//!
//! Every module here is a pure function of plain data: no client, no clock,
//! no planner type. `spec` writes search documents; nothing else here imports `search`, and nothing
//! here may import `planner` or anything above it.
//!
//! Start with [`names`], the piece with the most rules: it turns the raw tool
//! lists of all servers into names that the model API accepts. [`filter`]
//! decides which raw tools take part, [`apps`] holds the rules that only
//! connector tools know, and [`file_params`] rewrites their file arguments.

pub mod apps;
pub mod binding;
pub mod cache;
pub mod file_params;
pub mod filter;
pub mod names;
pub mod policy;
pub mod spec;
