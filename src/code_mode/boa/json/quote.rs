//! Strings in JSON text.

use std::fmt::Write;

use boa_engine::JsString;
use boa_engine::string::CodePoint;

/// Appends a string in quotes; lone surrogates become escapes, so that the text is well-formed.
pub fn quote(text: &JsString, out: &mut String) {
    out.push('"');
    for point in text.code_points() {
        match point {
            CodePoint::Unicode('"') => out.push_str("\\\""),
            CodePoint::Unicode('\\') => out.push_str("\\\\"),
            CodePoint::Unicode('\n') => out.push_str("\\n"),
            CodePoint::Unicode('\r') => out.push_str("\\r"),
            CodePoint::Unicode('\t') => out.push_str("\\t"),
            CodePoint::Unicode('\u{8}') => out.push_str("\\b"),
            CodePoint::Unicode('\u{c}') => out.push_str("\\f"),
            CodePoint::Unicode(letter) if letter < ' ' => escape(letter as u16, out),
            CodePoint::Unicode(letter) => out.push(letter),
            CodePoint::UnpairedSurrogate(unit) => escape(unit, out),
        }
    }
    out.push('"');
}

fn escape(unit: u16, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\u{unit:04x}");
}
