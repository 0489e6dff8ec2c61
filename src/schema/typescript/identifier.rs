//! [`identifier`]: any text as a JavaScript identifier.

/// The identifier made of `text`: whatever an identifier cannot hold becomes `_`, one for each
/// character, and an empty text becomes `_` as well.
///
/// Only ASCII letters, `_`, `$` and, after the first place, ASCII digits stay. Reserved words are
/// not looked at: the result is always used as a member name.
pub fn identifier(text: &str) -> String {
    if text.is_empty() {
        return "_".to_owned();
    }
    let fits = |index: usize, c: char| {
        c == '_' || c == '$' || c.is_ascii_alphabetic() || (index > 0 && c.is_ascii_digit())
    };
    // Most names are identifiers already.
    if text.bytes().enumerate().all(|(index, byte)| fits(index, byte.into())) {
        return text.to_owned();
    }
    text.chars().enumerate().map(|(index, c)| if fits(index, c) { c } else { '_' }).collect()
}
