//! Golden traces: `NAME.trace.txt` beside `NAME.ron`.

use std::fs;
use std::path::{Path, PathBuf};

use similar::{ChangeTag, TextDiff};

/// Ending of a golden trace.
pub const ENDING: &str = ".trace.txt";
/// Most lines of a printed difference.
pub const MAX_DIFF_LINES: usize = 200;
/// Unchanged lines around a change.
const CONTEXT: usize = 3;

/// Where the golden trace of a scenario stands.
pub fn path_of(scenario: &Path) -> PathBuf {
    let mut name = scenario.file_stem().unwrap_or_default().to_owned();
    name.push(ENDING);
    scenario.with_file_name(name)
}

/// The scenario that a golden trace belongs to; `None` for other files.
pub fn scenario_of(golden: &Path) -> Option<PathBuf> {
    let name = golden.file_name()?.to_str()?.strip_suffix(ENDING)?;
    Some(golden.with_file_name(format!("{name}.ron")))
}

/// How a trace compares with its golden one.
#[derive(Debug, PartialEq, Eq)]
pub enum Compared {
    /// Alike.
    Same,
    /// There is no golden trace.
    Missing,
    /// The golden trace cannot be read.
    Unreadable(String),
    /// Different.
    Different(String),
}

/// Compares; line ends of the golden file may be those of another system.
pub fn compare(golden: &Path, came: &str) -> Compared {
    let expected = match fs::read(golden) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).replace("\r\n", "\n"),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Compared::Missing,
        Err(error) => return Compared::Unreadable(error.to_string()),
    };
    match expected == came {
        true => Compared::Same,
        false => Compared::Different(diff(&expected, came)),
    }
}

/// Writes the golden trace, unless it is already the same. Tells whether it was written.
///
/// # Errors
///
/// When the file cannot be written.
pub fn bless(golden: &Path, came: &str) -> std::io::Result<bool> {
    if fs::read(golden).is_ok_and(|bytes| bytes == came.as_bytes()) {
        return Ok(false);
    }
    fs::write(golden, came).map(|()| true)
}

/// The changed lines with a little context: `-` is the golden trace, `+` is what came.
fn diff(expected: &str, came: &str) -> String {
    let diff = TextDiff::from_lines(expected, came);
    let mut lines: Vec<String> = Vec::new();
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        lines.push(hunk.header().to_string());
        for change in hunk.iter_changes() {
            let line = change.value().trim_end_matches('\n');
            let mark = match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            lines.push(format!("{mark}{line}"));
        }
    }
    if lines.len() > MAX_DIFF_LINES {
        let more = lines.len() - MAX_DIFF_LINES;
        lines.truncate(MAX_DIFF_LINES);
        lines.push(format!("... and {more} more lines"));
    }
    lines.join("\n")
}
