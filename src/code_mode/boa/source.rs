//! From the text of a cell to its module.

use std::path::Path;

use boa_engine::{Context, JsError, JsNativeError, JsResult, Module, Source};

use super::nesting;
use crate::code_mode::engine::limits::MAX_SOURCE_BYTES;

/// Name of the module that a cell is.
pub const MODULE: &str = "exec_main.mjs";

/// Put before the script. boa panics when a module that awaits is stopped before its first `await`;
/// after one, it only forgets the module. Nothing of a script runs before it, so nothing can tell.
const PREFIX: &str = "await 0;";

/// Why a text is not given to boa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// More than [`MAX_SOURCE_BYTES`].
    Long,
    /// Nested too deeply, see [`nesting`].
    Deep,
}

/// The text that boa is given.
pub fn prepare(text: &str) -> Result<String, Refused> {
    if text.len() > MAX_SOURCE_BYTES {
        return Err(Refused::Long);
    }
    if nesting::too_deep(&text.encode_utf16().collect::<Vec<_>>()) {
        return Err(Refused::Deep);
    }
    // A line `#!…` must stay the first one; it is a comment to the end of the line.
    let (first, rest) = match text.strip_prefix("#!") {
        Some(_) => text.split_at(text.find('\n').map_or(text.len(), |end| end + 1)),
        None => ("", text),
    };
    Ok(format!("{first}{PREFIX}{rest}"))
}

/// Parses what [`prepare`] gave.
pub fn parse(text: &str, context: &mut Context) -> JsResult<Module> {
    let source = Source::from_bytes(text).with_path(Path::new(MODULE));
    Module::parse(source, None, context).map_err(|error| match error.as_native() {
        Some(native) => {
            let message = own_columns(native.message(), "line 1, col ");
            JsError::from(JsNativeError::syntax().with_message(message))
        }
        None => error,
    })
}

/// Columns of the first line in a text, as they were without [`PREFIX`]; `mark` comes before them.
pub fn own_columns(text: &str, mark: &str) -> String {
    let mut parts = text.split(mark);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(mark);
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let (column, rest) = part.split_at(digits);
        match column.parse::<usize>() {
            Ok(column) => out.push_str(&column.saturating_sub(PREFIX.len()).max(1).to_string()),
            Err(_) => out.push_str(column),
        }
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_the_script() {
        assert_eq!(own_columns("x at line 1, col 17 y", "line 1, col "), "x at line 1, col 9 y");
        assert_eq!(own_columns("x at line 2, col 17", "line 1, col "), "x at line 2, col 17");
    }

    #[test]
    fn a_hashbang_stays_first() {
        assert_eq!(prepare("#!x\ntext(1)").as_deref(), Ok("#!x\nawait 0;text(1)"));
        assert_eq!(prepare("#!x").as_deref(), Ok("#!xawait 0;"));
    }
}
