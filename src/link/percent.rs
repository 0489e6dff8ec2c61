//! Percent encoding of one value. Only letters, digits and `-_.~` stay as they are.

use std::fmt::Write as _;

/// Appends the encoded text.
pub(super) fn encode(text: &str, out: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(byte.into());
            }
            // Writing into a string cannot fail.
            _ => _ = write!(out, "%{byte:02X}"),
        }
    }
}

/// The decoded text; `None` for a broken escape and for bytes that are not UTF-8. Characters that
/// needed an escape and have none are taken as they are: people type links.
pub(super) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let high = char::from(rest.next()?).to_digit(16)?;
        let low = char::from(rest.next()?).to_digit(16)?;
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}
