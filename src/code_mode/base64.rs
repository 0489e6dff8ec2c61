//! base64 in its standard alphabet, as `data:` URLs carry pictures and sounds.

/// The bytes of a text with its padding. None if it is not base64 down to the last bit.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let letters = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
    let (bytes, rest) = read(letters.bytes())?;
    (rest == 0).then_some(bytes)
}

/// The first `most` bytes or a few less, padding or not. None if anything up to there is not base64.
pub fn decode_start(text: &str, most: usize) -> Option<Vec<u8>> {
    let letters = text.trim_end_matches('=').bytes();
    read(letters.take(most / 3 * 4)).map(|(bytes, _)| bytes)
}

/// Bytes, and the bits that are left over.
fn read(letters: impl ExactSizeIterator<Item = u8>) -> Option<(Vec<u8>, u32)> {
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3 + 2);
    let (mut buffer, mut bits) = (0_u32, 0_u32);
    for letter in letters {
        buffer = (buffer << 6) | u32::from(sextet(letter)?);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits) as u8);
            buffer &= (1 << bits) - 1;
        }
    }
    Some((bytes, buffer))
}

fn sextet(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}
