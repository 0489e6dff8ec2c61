//! Frames: four bytes of little-endian length, then that many bytes of JSON.
//!
//! Knows: bytes and JSON. May not know: processes, cells. The other side is not trusted: a length
//! over the bound is refused before anything is allocated, and so is JSON that is nested too deeply.
//!
//! Upstream: `codex-rs/code-mode-protocol/src/`, the wire format of the stand-alone host.

use std::fmt;
use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Most bytes of JSON in one frame.
pub const MAX_FRAME_BYTES: usize = 64 * 1024 * 1024;
/// Deepest JSON in a frame. Values of scripts are at most 128 deep; a message wraps them a few times.
pub const MAX_FRAME_DEPTH: usize = 160;

/// Why a frame could not be read or written.
#[derive(Debug)]
pub enum FrameError {
    /// The other side has ended, between two frames.
    End,
    /// The other side has ended inside a frame.
    Cut,
    /// More bytes than [`MAX_FRAME_BYTES`].
    TooLong(u64),
    /// More nesting than [`MAX_FRAME_DEPTH`].
    TooDeep,
    /// Not the JSON of a message.
    Json(serde_json::Error),
    /// The pipe is broken.
    Io(io::Error),
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => write!(f, "the other side has ended"),
            Self::Cut => write!(f, "the other side has ended inside a frame"),
            Self::TooLong(bytes) => {
                write!(f, "a frame of {bytes} bytes; at most {MAX_FRAME_BYTES} are allowed")
            }
            Self::TooDeep => write!(f, "a frame nested deeper than {MAX_FRAME_DEPTH}"),
            Self::Json(error) => write!(f, "a frame that is no message: {error}"),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for FrameError {}

/// The bytes of a frame, length included.
///
/// # Errors
///
/// When the message is longer than a frame may be.
pub fn encode(message: &impl Serialize) -> Result<Vec<u8>, FrameError> {
    let mut bytes = vec![0; 4];
    serde_json::to_writer(&mut bytes, message).map_err(FrameError::Json)?;
    let length = bytes.len() - 4;
    if length > MAX_FRAME_BYTES {
        return Err(FrameError::TooLong(length as u64));
    }
    bytes[..4].copy_from_slice(&(length as u32).to_le_bytes());
    Ok(bytes)
}

/// Writes one frame, in one piece, and flushes it.
///
/// # Errors
///
/// When the message is too long or the pipe is broken.
pub fn write(to: &mut impl Write, message: &impl Serialize) -> Result<(), FrameError> {
    let bytes = encode(message)?;
    to.write_all(&bytes).and_then(|()| to.flush()).map_err(FrameError::Io)
}

/// Reads one frame, and tells how many bytes of JSON it had.
///
/// # Errors
///
/// When the other side ends, or sends something that is no message.
pub fn read<T: DeserializeOwned>(from: &mut impl Read) -> Result<(T, usize), FrameError> {
    let bytes = read_bytes(from)?;
    if depth(&bytes) > MAX_FRAME_DEPTH {
        return Err(FrameError::TooDeep);
    }
    let mut json = serde_json::Deserializer::from_slice(&bytes);
    // Its own bound is lower than what a script may put into a message; ours was checked above.
    json.disable_recursion_limit();
    let message = T::deserialize(&mut json).map_err(FrameError::Json)?;
    json.end().map_err(FrameError::Json)?;
    Ok((message, bytes.len()))
}

fn read_bytes(from: &mut impl Read) -> Result<Vec<u8>, FrameError> {
    let mut length = Vec::with_capacity(4);
    from.by_ref().take(4).read_to_end(&mut length).map_err(FrameError::Io)?;
    let length = match <[u8; 4]>::try_from(length.as_slice()) {
        Ok(bytes) => u32::from_le_bytes(bytes),
        Err(_) if length.is_empty() => return Err(FrameError::End),
        Err(_) => return Err(FrameError::Cut),
    };
    if length as usize > MAX_FRAME_BYTES {
        return Err(FrameError::TooLong(length.into()));
    }
    // Grows with what comes, so that a length alone costs nothing.
    let mut bytes = Vec::new();
    from.by_ref().take(length.into()).read_to_end(&mut bytes).map_err(FrameError::Io)?;
    match bytes.len() == length as usize {
        true => Ok(bytes),
        false => Err(FrameError::Cut),
    }
}

/// How deep the brackets of JSON text are nested, text of strings left out.
fn depth(json: &[u8]) -> usize {
    let (mut now, mut most, mut in_string, mut escaped) = (0usize, 0, false, false);
    for byte in json {
        match (in_string, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'[' | b'{') => {
                now += 1;
                most = most.max(now);
            }
            (false, b']' | b'}') => now = now.saturating_sub(1),
            _ => {}
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn check(bytes: &[u8], expected: Result<Value, &str>) {
        let came = read::<Value>(&mut &*bytes).map(|(value, _)| value).map_err(|e| e.to_string());
        assert_eq!(came, expected.map_err(str::to_owned));
    }

    fn framed(text: &str) -> Vec<u8> {
        [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let odd = json!({"text": "\u{0}\u{fffd}\"[[[\\", "float": 0.1 + 0.2, "tiny": 5e-324});
        check(&encode(&odd).expect("short"), Ok(odd));
    }

    #[test]
    fn every_float_survives() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..10_000 {
            bits = bits.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            let float = f64::from_bits(bits);
            if float.is_finite() {
                check(&encode(&float).expect("short"), Ok(json!(float)));
            }
        }
    }

    #[test]
    fn hostile_bytes_are_refused() {
        check(b"", Err("the other side has ended"));
        check(b"\x01\x00", Err("the other side has ended inside a frame"));
        check(b"\x09\x00\x00\x00{}", Err("the other side has ended inside a frame"));
        check(b"\nrunning", Err("a frame of 1853190666 bytes; at most 67108864 are allowed"));
        check(
            &framed("nothing"),
            Err("a frame that is no message: expected ident at line 1 column 2"),
        );
        check(
            &framed("1 2"),
            Err("a frame that is no message: trailing characters at line 1 column 3"),
        );
        check(&framed(&"[".repeat(1_000_000)), Err("a frame nested deeper than 160"));
    }

    #[test]
    fn a_value_as_deep_as_scripts_may_make_it_passes() {
        let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read::<Value>(&mut &*framed(&deep(MAX_FRAME_DEPTH))).is_ok());
        check(&framed(&deep(MAX_FRAME_DEPTH + 1)), Err("a frame nested deeper than 160"));
    }
}
