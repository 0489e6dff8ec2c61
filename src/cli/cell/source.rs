//! The source of a cell: a file or standard input, within bounds, and its pragma.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use super::super::problems::Bad;
use crate::code_mode::engine::limits::MAX_SOURCE_BYTES;
use crate::code_mode::pragma::{PRAGMA_PREFIX, parse_exec};

/// What the model puts into its call: the text, with a pragma if a yield time was asked for.
///
/// # Errors
///
/// When there is no such text, or it cannot be a cell.
pub fn input(file: &Path, yield_ms: Option<u64>) -> Result<String, Bad> {
    let (name, bytes) = match file.as_os_str() == "-" {
        true => (String::from("standard input"), bounded(std::io::stdin().lock())),
        false => (file.display().to_string(), open(file)?),
    };
    let bytes = bytes.map_err(|error| Bad::words(format!("{name}: {error}")))?;
    if bytes.len() > MAX_SOURCE_BYTES {
        return Err(Bad::words(format!(
            "{name}: more than {MAX_SOURCE_BYTES} bytes; a cell may not be longer"
        )));
    }
    let text = String::from_utf8(bytes).map_err(|error| not_text(&name, &error))?;
    match yield_ms {
        None => Ok(text),
        Some(_) if has_pragma(&text) => Err(Bad::words(format!(
            "{name}:1: the first line says how long the call waits; leave that line or `--yield-ms` out"
        ))),
        Some(ms) => Ok(format!("{PRAGMA_PREFIX} {{\"yield_time_ms\": {ms}}}\n{text}")),
    }
}

type Read1 = std::io::Result<Vec<u8>>;

fn open(file: &Path) -> Result<Read1, Bad> {
    let name = file.display();
    let found = match fs::metadata(file) {
        Ok(found) => found,
        Err(error) => {
            return Err(Bad::words(format!("{name}: {error}; `-` reads standard input")));
        }
    };
    let what = match () {
        () if found.is_dir() => "a folder",
        // Opening a pipe that nobody writes to would wait for ever.
        () if !found.is_file() => "no ordinary file",
        () => return Ok(File::open(file).and_then(bounded)),
    };
    Err(Bad::words(format!(
        "{name}: this is {what}; a cell is a file with JavaScript, and `-` reads standard input"
    )))
}

/// At most one byte more than a cell may have, so that too long a text is noticed.
fn bounded(from: impl Read) -> Read1 {
    let mut bytes = Vec::new();
    from.take(MAX_SOURCE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn not_text(name: &str, error: &std::string::FromUtf8Error) -> Bad {
    let at = error.utf8_error().valid_up_to();
    let (before, rest) = error.as_bytes().split_at(at);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column =
        String::from_utf8_lossy(before.rsplit(|byte| *byte == b'\n').next().unwrap_or(&[]))
            .chars()
            .count()
            + 1;
    let byte = rest.first().copied().unwrap_or_default();
    Bad::words(format!(
        "{name}:{line}:{column}: the byte 0x{byte:02X} is not part of UTF-8 text; save the cell as UTF-8"
    ))
}

fn has_pragma(text: &str) -> bool {
    text.trim_start_matches([' ', '\t']).starts_with(PRAGMA_PREFIX) || parse_exec(text).is_err()
}
