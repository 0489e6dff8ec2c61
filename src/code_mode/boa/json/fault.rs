//! What is wrong with a JSON text, in the words of V8, since scripts put them out.

use boa_engine::{JsError, JsNativeError};

/// A text is shown whole up to twice this length, else this much around the place.
const SHOWN: usize = 10;
/// Texts that are shown whole, without a token: scripts parse what is no text at all.
const NO_TEXTS: [&str; 4] = ["undefined", "NaN", "Infinity", "[object Object]"];

pub const TRAILING: &str = "Unexpected non-whitespace character after JSON";
pub const AFTER_ITEM: &str = "Expected ',' or ']' after array element in JSON";
pub const AFTER_MEMBER: &str = "Expected ',' or '}' after property value in JSON";
pub const FIRST_KEY: &str = "Expected property name or '}' in JSON";
pub const NEXT_KEY: &str = "Expected double-quoted property name in JSON";
pub const COLON: &str = "Expected ':' after property name in JSON";
pub const CONTROL: &str = "Bad control character in string literal in JSON";
pub const STRING: &str = "Unterminated string in JSON";
pub const ESCAPE: &str = "Bad escaped character in JSON";
pub const UNICODE: &str = "Bad Unicode escape in JSON";
pub const MINUS: &str = "No number after minus sign in JSON";
pub const FRACTION: &str = "Unterminated fractional number in JSON";
pub const EXPONENT: &str = "Exponent part is missing a number in JSON";

/// `what` is wrong at a place.
pub fn at(what: &str, text: &[u16], at: usize) -> JsError {
    let end = u16::from(b'\n');
    let before = text.get(..at).unwrap_or(text);
    let line = before.iter().filter(|unit| **unit == end).count() + 1;
    let start = before.iter().rposition(|unit| *unit == end).map_or(0, |end| end + 1);
    let column = at.saturating_sub(start) + 1;
    syntax(format!("{what} at position {at} (line {line} column {column})"))
}

/// A value should be at a place, and something else is.
pub fn unexpected(text: &[u16], place: usize) -> JsError {
    let lossy = |part: Option<&[u16]>| String::from_utf16_lossy(part.unwrap_or_default());
    let Some(unit) = text.get(place) else {
        return syntax("Unexpected end of JSON input".to_owned());
    };
    match u8::try_from(*unit) {
        Ok(b'-' | b'0'..=b'9') => return at("Unexpected number in JSON", text, place),
        Ok(b'"') => return at("Unexpected string in JSON", text, place),
        _ => {}
    }
    let (from, to) = match text.len() <= 2 * SHOWN {
        true => (0, text.len()),
        false => (place.saturating_sub(SHOWN), (place + SHOWN).min(text.len())),
    };
    let part = lossy(text.get(from..to));
    if NO_TEXTS.contains(&part.as_str()) && to - from == text.len() {
        return syntax(format!("\"{part}\" is not valid JSON"));
    }
    let token = lossy(text.get(place..=place));
    let before = if from > 0 { "..." } else { "" };
    let after = if to < text.len() { "..." } else { "" };
    syntax(format!("Unexpected token '{token}', {before}\"{part}\"{after} is not valid JSON"))
}

fn syntax(text: String) -> JsError {
    JsNativeError::syntax().with_message(text).into()
}
