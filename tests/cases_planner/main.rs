//! The planner cases through the public API: conditions in, the whole table out.
//!
//! Every row changes the fixture of the case list and states the table in one line of notation:
//! `visible: exec_command, ns{a, b} | deferred: ns.a | hidden: x(Hidden)`. Start reading at
//! [`fixture`], then [`shell`], the shortest group.

mod code_mode;
mod collaboration;
mod environments;
mod exposure;
mod fixture;
mod hosted;
mod identity;
mod ids;
mod ledger;
mod mcp;
mod mcp_spec;
mod namespaces;
mod registry;
mod reuse;
mod search;
mod shell;
mod utility;
mod web_search;
mod wire;
mod worlds;
