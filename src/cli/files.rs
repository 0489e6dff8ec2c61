//! Scenario files: found, read within a bound, loaded with the tool lists beside them.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::output::tell;
use super::problems::{Bad, report};
use crate::code_mode::engine::CellEngine;
use crate::explore::nearest;
use crate::pack;
use crate::scenario::bounds::MAX_FILE_BYTES;
use crate::scenario::outcome;
use crate::scenario::{Loaded, load, load_bytes};
use crate::session::script::FreezePolicy;
use crate::trace::Trace;

/// A scenario that can run.
pub struct Ready {
    /// What was loaded.
    pub loaded: Loaded,
    /// Its text, for quoting.
    pub source: String,
    /// Where captured tool lists stand; none is the pack.
    pub folder: Option<PathBuf>,
}

impl Ready {
    /// Runs it, its cells on this engine.
    ///
    /// # Errors
    ///
    /// Never for what [`open`] gave; the words are for the impossible case.
    pub fn trace(
        &self,
        policy: Option<FreezePolicy>,
        engine: &Arc<dyn CellEngine>,
    ) -> Result<Trace, Bad> {
        outcome::trace_with(&self.loaded, policy, engine)
            .ok_or_else(|| Bad::words("the scenario could not be turned into a script"))
    }
}

/// Opens a scenario: a file, or a name of the pack. Warnings are told at once.
///
/// # Errors
///
/// When it is neither, cannot be read, or has errors.
pub fn open(file: &Path) -> Result<Ready, Bad> {
    let ready = read(file)?;
    if !ready.loaded.is_ok() {
        return Err(Bad::Scenario { source: ready.source, problems: ready.loaded.problems });
    }
    report(&ready.source, &ready.loaded.problems);
    Ok(ready)
}

/// Reads a scenario, whatever its problems are.
///
/// # Errors
///
/// When there is no such file and no such name.
pub fn read(file: &Path) -> Result<Ready, Bad> {
    if file.is_dir() {
        let words = format!("{} is a folder; `freezeframe check` takes folders", file.display());
        return Err(Bad::words(words));
    }
    if !file.exists() {
        return from_pack(file);
    }
    let bytes =
        bounded(file).map_err(|words| Bad::words(format!("{}: {words}", file.display())))?;
    let folder = Some(file.parent().unwrap_or(Path::new("")).to_owned());
    let name = file.display().to_string();
    let loaded = load_bytes(&bytes, &name, &|path| resolve(folder.as_deref(), path));
    Ok(Ready { loaded, source: String::from_utf8_lossy(&bytes).into_owned(), folder })
}

/// A captured tool list of a scenario from this folder, or from the pack.
///
/// # Errors
///
/// In words, when it is not there or cannot be read.
pub fn resolve(folder: Option<&Path>, path: &str) -> Result<String, String> {
    match folder {
        Some(folder) => beside(folder, path),
        None => pack::resolve(path),
    }
}

/// A scenario of the pack, by name.
///
/// # Errors
///
/// When the pack has none of that name.
pub fn from_pack(file: &Path) -> Result<Ready, Bad> {
    let name = file.to_string_lossy();
    if let Some(text) = pack::scenario(&name) {
        let loaded = load(text, &name, &pack::resolve);
        return Ok(Ready { loaded, source: text.to_owned(), folder: None });
    }
    let near = nearest(&name, pack::SCENARIOS.iter().map(|(file, _)| stem(file).to_owned()));
    let hint = match near.is_empty() {
        true => String::from("see `freezeframe list`"),
        false => format!("nearest: {}", near.join(", ")),
    };
    Err(Bad::words(format!(
        "there is no file `{name}` and no scenario of that name in the pack; {hint}"
    )))
}

/// A file name of the pack without its ending.
pub fn stem(file: &'static str) -> &'static str {
    file.strip_suffix(".ron").unwrap_or(file)
}

/// At most one byte more than a scenario may have, so that too large a file is noticed.
fn bounded(file: &Path) -> Result<Vec<u8>, String> {
    // Opening a pipe that nobody writes to would wait for ever.
    if !file.metadata().map_err(|error| error.to_string())?.is_file() {
        return Err(String::from("this is no ordinary file"));
    }
    let opened = File::open(file).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    let bound = MAX_FILE_BYTES as u64 + 1;
    opened.take(bound).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// A captured tool list in the scenario's folder or below it.
fn beside(folder: &Path, path: &str) -> Result<String, String> {
    let inside = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if path.is_empty() || !inside {
        return Err(String::from("the file must be in the scenario's folder or below it"));
    }
    let file = folder.join(path);
    if !file.is_file() {
        return Err(String::from("there is no such file beside the scenario"));
    }
    let bytes = bounded(&file)?;
    if bytes.len() > MAX_FILE_BYTES {
        return Err(format!("the file has more than {MAX_FILE_BYTES} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| String::from("the file is not UTF-8 text"))
}

/// Tells that nothing can be compared or shown, and goes on.
pub fn note(words: &str) {
    tell(&format!("freezeframe: {words}"));
}
