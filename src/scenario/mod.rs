//! Scenario files: a documented, versioned format in RON, read with all its problems at once.
//!
//! Knows: the format ([`mod@file`], [`mod@server`], [`mod@setting`], [`mod@cells`]), its bounds, and how to turn a file into an
//! engine [`Script`](crate::session::script::Script). May not know: where files come from (the caller hands over text and
//! a closure that finds captured tool lists), how problems are shown, or how a script runs.
//!
//! Start reading at [`load`]. The way of a file: `parse` reads brackets and words into a tree,
//! `decode` fits the tree into the serde types, `check` looks for what types cannot say, `lower`
//! makes the script. [`print()`] goes back.

pub mod bounds;
mod brackets;
mod capture;
pub mod cells;
mod check;
mod decode;
pub mod expect;
mod expect_cells;
pub mod file;
mod indent;
mod json;
mod lex;
mod load;
mod lower;
mod nearest;
pub mod outcome;
mod parse;
mod place;
mod print;
pub mod problem;
mod repair;
pub mod server;
pub mod setting;
mod syntax;

pub use file::ScenarioFile;
pub use load::{Loaded, Resolve, load, load_bytes, script_of};
pub use lower::{level, words};
pub use nearest::nearest as nearest_name;
pub use print::{one_line, print, print_part};
pub use problem::{Problem, Severity};

/// The JSON schema of the format, for editors and other tools.
pub fn json_schema() -> serde_json::Value {
    schemars::schema_for!(ScenarioFile).to_value()
}
