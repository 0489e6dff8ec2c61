//! [`load`]: the whole way of a file, from text to script and problems.

use super::bounds::MAX_FILE_BYTES;
use super::file::ScenarioFile;
use super::problem::{Fault, Faults, Lines, Problem, Severity};
use super::{decode, parse};
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
}

impl Loaded {
    /// True when nothing keeps the scenario from running.
    pub fn is_ok(&self) -> bool {
        self.problems.iter().all(|problem| problem.severity != Severity::Error)
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
        faults.push(too_large(bytes.len()));
        return nothing("", file_name, faults);
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let fault = Fault::error(0..0, "this file is UTF-16");
        faults.push(fault.expected("UTF-8"));
        return nothing("", file_name, faults);
    }
    let text = String::from_utf8_lossy(bytes);
    if let Err(error) = std::str::from_utf8(bytes) {
        let at = error.valid_up_to();
        let message = format!("the byte 0x{:02X} is not part of UTF-8 text", bytes[at]);
        faults.push(Fault::error(at..at + '\u{fffd}'.len_utf8(), message).expected("UTF-8"));
    }
    load_with(&text, file_name, resolve, faults)
}

fn load_with(text: &str, file_name: &str, _resolve: Resolve<'_>, mut faults: Faults) -> Loaded {
    if text.len() > MAX_FILE_BYTES {
        faults.push(too_large(text.len()));
        return nothing("", file_name, faults);
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
    let (file, _spoiled) = decode::decode::<ScenarioFile>(&parsed.root, parsed.nodes, &mut faults);
    Loaded { file, script: None, problems: faults.into_problems(text, &lines, file_name) }
}

fn too_large(bytes: usize) -> Fault {
    Fault::error(0..0, format!("the file has {bytes} bytes"))
        .expected(format!("at most {MAX_FILE_BYTES} bytes"))
}

fn nothing(text: &str, file_name: &str, faults: Faults) -> Loaded {
    let problems = faults.into_problems(text, &Lines::of(text), file_name);
    Loaded { file: ScenarioFile::default(), script: None, problems }
}
