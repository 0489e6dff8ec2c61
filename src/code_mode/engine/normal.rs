//! What of an engine's own wording counts: the same cell gives the same hash on every engine.
//!
//! Engines agree on what a cell does and on the class of an error they throw by themselves. They
//! differ in the words of that error, in stack lines, and in the line of a statement that spans
//! several. So a hash takes [`hashed_error`] of an error text, and no lines of events.

/// Classes of errors that engines throw by themselves, in words of their own. `Error` is not one of
/// them: only scripts throw it, and its words are theirs.
const NATIVE_ERRORS: [&str; 8] = [
    "TypeError",
    "RangeError",
    "SyntaxError",
    "ReferenceError",
    "URIError",
    "EvalError",
    "AggregateError",
    "InternalError",
];

/// The part of an error text that all engines agree on: its first line, and of that only the class
/// when it is one of the classes engines throw by themselves.
///
/// ```
/// # use freezeframe::code_mode::engine::normal::hashed_error;
/// assert_eq!(hashed_error("Error: boom\n    at exec_main.mjs:1:7"), "Error: boom");
/// assert_eq!(hashed_error("TypeError: x is not a function"), "TypeError");
/// assert_eq!(hashed_error("TypeErrors everywhere"), "TypeErrors everywhere");
/// ```
pub fn hashed_error(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let class = NATIVE_ERRORS.into_iter().find(|class| {
        line.strip_prefix(class).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    });
    class.unwrap_or(line).to_owned()
}
