//! Scenario files: a documented, versioned format in RON, read with all its problems at once.
//!
//! Knows: the format ([`file`], [`server`], [`setting`]), its bounds, and how to turn a file into an
//! engine [`Script`](crate::session::script::Script). May not know: where files come from (the caller hands over text and
//! a closure that finds captured tool lists), how problems are shown, or how a script runs.
//!
//! Start reading at [`load`]. The way of a file: `parse` reads brackets and words into a tree,
//! `decode` fits the tree into the serde types, `check` looks for what types cannot say, `lower`
//! makes the script. [`print()`] goes back.

pub mod bounds;
mod brackets;
mod decode;
pub mod file;
mod indent;
mod lex;
mod nearest;
mod parse;
mod print;
pub mod problem;
pub mod server;
pub mod setting;
mod syntax;

pub use file::ScenarioFile;
pub use print::print;
pub use problem::{Problem, Severity};

use problem::{Fault, Faults, Lines};

/// A scenario as far as it could be understood.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What was understood; what was not has its default.
    pub file: ScenarioFile,
    /// All problems, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Reads a scenario.
pub fn load(text: &str, file_name: &str) -> Loaded {
    let lines = Lines::of(text);
    if text.len() > bounds::MAX_FILE_BYTES {
        let mut faults = Faults::default();
        faults.push(Fault::error(
            0..0,
            format!(
                "the file has {} bytes, the bound is {}",
                text.len(),
                bounds::MAX_FILE_BYTES
            ),
        ));
        let problems = faults.into_problems(text, &lines, file_name);
        return Loaded { file: ScenarioFile::default(), problems };
    }
    let parsed = parse::parse(text, &lines);
    let mut faults = parsed.faults;
    let (file, _spoiled) = decode::decode::<ScenarioFile>(&parsed.root, parsed.nodes, &mut faults);
    Loaded { file, problems: faults.into_problems(text, &lines, file_name) }
}

/// The JSON schema of the format.
pub fn json_schema() -> serde_json::Value {
    schemars::schema_for!(ScenarioFile).to_value()
}
