//! How deeply brackets are nested in a source, before boa's recursive parser sees it.

use boa_engine::error::RuntimeLimitError;
use boa_engine::{JsError, JsResult};

/// Brackets that may be open at once in a source, also in strings and comments of it.
///
/// Counted without parsing, so a source that has more of them only in a string is refused too.
pub const MAX_NESTING: usize = 256;

/// Is the text nested too deeply for the parser?
pub fn too_deep(text: impl Iterator<Item = u32>) -> bool {
    let mut open = 0usize;
    for unit in text {
        match char::from_u32(unit) {
            Some('(' | '[' | '{') => {
                open += 1;
                if open > MAX_NESTING {
                    return true;
                }
            }
            Some(')' | ']' | '}') => open = open.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// Refuses a text that is nested too deeply, as an overflow of the stack.
pub fn check(text: impl Iterator<Item = u32>) -> JsResult<()> {
    if too_deep(text) { Err(JsError::from(RuntimeLimitError::Recursion)) } else { Ok(()) }
}
