//! Texts in quotes.

use crate::scenario::problem::is_invisible;

/// A text with quotes around it: raw where that reads better, escaped where it must be.
pub(super) fn quote(text: &str) -> String {
    let hostile = |c: char| c != '\n' && is_invisible(c);
    if text.contains(hostile) || !text.contains(['"', '\\', '\n']) {
        return escaped(text);
    }
    let mut hashes = String::new();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    format!("r{hashes}\"{text}\"{hashes}")
}

fn escaped(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_invisible(c) => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
