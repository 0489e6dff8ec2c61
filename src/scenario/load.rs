//! [`load`]: the whole way of a file, from text to script and problems.

use std::ops::Range;
use std::sync::Arc;

use super::bounds::MAX_FILE_BYTES;
use super::decode::Spoiled;
use super::file::ScenarioFile;
use super::place::{Place, Tree};
use super::problem::{Fault, Faults, Lines, Problem, Severity};
use super::{check, decode, lower, parse};
use crate::session::script::Script;

/// A scenario as far as it could be understood.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What was understood; what was not has its default.
    pub file: ScenarioFile,
    /// What runs; `None` when there is an error among the problems.
    pub script: Option<Script>,
    /// All problems, in the order of the text.
    pub problems: Vec<Problem>,
    origin: Arc<Origin>,
}

/// The text a scenario came from, for places that are asked for later.
#[derive(Debug)]
struct Origin {
    file_name: String,
    text: String,
    lines: Lines,
    tree: Option<Tree>,
}

impl Loaded {
    /// True when nothing keeps the scenario from running.
    pub fn is_ok(&self) -> bool {
        self.problems.iter().all(|problem| problem.severity != Severity::Error)
    }

    /// The text that spans and lines count in.
    pub fn text(&self) -> &str {
        &self.origin.text
    }

    /// Bytes of a part of the scenario, by a path such as `script[3].Sample.calls[0].call.name` or
    /// `expect.samples[1].visible`. A part that is not written down has the place of the part around
    /// it.
    pub fn span_of(&self, path: &str) -> Range<usize> {
        self.origin.tree.as_ref().map_or(0..0, |tree| tree.find(path).span())
    }

    /// A problem at such a path that only came out later: an expectation that a run did not meet.
    pub fn problem_at(
        &self,
        path: &str,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> Problem {
        let Origin { file_name, text, lines, .. } = &*self.origin;
        let fault = Fault::error(self.span_of(path), message).expected(expected);
        fault.into_problem(text, lines, &file_name.as_str().into())
    }
}

/// Finds a captured `tools/list` file, by the path that the scenario gives. The words of an error
/// go into a problem.
pub type Resolve<'r> = &'r dyn Fn(&str) -> Result<String, String>;

/// Reads a scenario. `file_name` is only used to say where problems are.
pub fn load(text: &str, file_name: &str, resolve: Resolve<'_>) -> Loaded {
    load_with(text, file_name, resolve, Faults::default())
}

/// Reads a scenario that may not even be text. Spans count in the text with every invalid sequence
/// replaced by U+FFFD.
pub fn load_bytes(bytes: &[u8], file_name: &str, resolve: Resolve<'_>) -> Loaded {
    let mut faults = Faults::default();
    if bytes.len() > MAX_FILE_BYTES {
        faults.push(too_large());
        return nothing(file_name, faults);
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let fault = Fault::error(0..0, "this file is UTF-16");
        faults.push(fault.expected("UTF-8"));
        return nothing(file_name, faults);
    }
    let text = String::from_utf8_lossy(bytes);
    if let Err(error) = std::str::from_utf8(bytes) {
        let at = error.valid_up_to();
        let message = format!("the byte 0x{:02X} is not part of UTF-8 text", bytes[at]);
        faults.push(Fault::error(at..at + '\u{fffd}'.len_utf8(), message).expected("UTF-8"));
    }
    load_with(&text, file_name, resolve, faults)
}

/// The script of a scenario that was never text: one that a program made or changed. The same as
/// printing it and reading it back, without the bounds of single texts and times.
///
/// # Errors
/// Everything that keeps it from running. There are no places, so all spans are empty.
pub fn script_of(file: &ScenarioFile, resolve: Resolve<'_>) -> Result<Script, Vec<Problem>> {
    let spoiled = Spoiled::default();
    let nowhere = Place::nowhere(&spoiled);
    let mut faults = Faults::default();
    let (script, _) = lower::lower(file, &nowhere, "", resolve, &mut faults);
    check::relations_of_value(file, &script, &nowhere, &mut faults);
    if faults.any_error() {
        return Err(faults.into_problems("", &Lines::of(""), ""));
    }
    Ok(script)
}

fn load_with(text: &str, file_name: &str, resolve: Resolve<'_>, mut faults: Faults) -> Loaded {
    if text.len() > MAX_FILE_BYTES {
        faults.push(too_large());
        return nothing(file_name, faults);
    }
    if let Some(at) = text.find('\0') {
        let count = text.matches('\0').count();
        let message = match count {
            1 => "there is a NUL character here".to_owned(),
            _ => format!("there are {count} NUL characters, the first one here"),
        };
        faults.push(Fault::error(at..at + 1, message).expected("text; `\\0` inside of quotes"));
    }
    let lines = Lines::of(text);
    let parsed = parse::parse(text, &lines);
    faults.append(parsed.faults);
    let (file, spoiled) = decode::decode::<ScenarioFile>(&parsed.root, parsed.nodes, &mut faults);
    let tree = Tree { root: parsed.root, spoiled };
    check::values(&file, &tree, &mut faults);
    let (script, complete) = lower::lower(&file, &tree.place(), text, resolve, &mut faults);
    check::relations(&file, &script, &tree, text, complete, &mut faults);
    let script = (!faults.any_error()).then_some(script);
    finish(file, script, text, file_name, lines, Some(tree), faults)
}

/// Whoever reads a file may stop behind the bound, so its true size is not known here.
fn too_large() -> Fault {
    Fault::error(0..0, format!("the file has more than {MAX_FILE_BYTES} bytes"))
        .expected(format!("at most {MAX_FILE_BYTES} bytes"))
}

fn nothing(file_name: &str, faults: Faults) -> Loaded {
    let file = ScenarioFile::default();
    finish(file, None, "", file_name, Lines::of(""), None, faults)
}

fn finish(
    file: ScenarioFile,
    script: Option<Script>,
    text: &str,
    file_name: &str,
    lines: Lines,
    tree: Option<Tree>,
    faults: Faults,
) -> Loaded {
    let problems = faults.into_problems(text, &lines, file_name);
    let (file_name, text) = (file_name.to_owned(), text.to_owned());
    let origin = Arc::new(Origin { file_name, text, lines, tree });
    Loaded { file, script, problems, origin }
}
