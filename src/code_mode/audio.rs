//! What a sound costs in tokens: by its length in seconds where that can be read, else by its bytes.
//!
//! Only WAV is looked into, and only the first [`MAX_HEADER_BYTES`] of it.

use super::base64::decode_start;
use super::budget::estimated_tokens;

/// Tokens of a second of sound.
pub const AUDIO_TOKENS_PER_SECOND: u64 = 10;
/// How far into a clip its format and length are looked for.
pub const MAX_HEADER_BYTES: usize = 4 * 1024;

/// Tokens a sound costs, rounded up. A URL that is no WAV with a readable header costs what its own
/// bytes would cost as text.
pub fn audio_tokens(url: &str) -> u64 {
    wav_tokens(url).unwrap_or_else(|| estimated_tokens(url.len()))
}

fn wav_tokens(url: &str) -> Option<u64> {
    let (head, payload) = url.split_once(',')?;
    let (media, parameters) = head.split_at_checked("data:".len())?;
    let mut parts = parameters.split(';');
    let mime = parts.next()?;
    let wav = ["audio/wav", "audio/wave", "audio/x-wav", "audio/vnd.wave"];
    let is_wav = wav.iter().any(|name| mime.eq_ignore_ascii_case(name));
    let is_base64 = parts.any(|part| part.eq_ignore_ascii_case("base64"));
    if !media.eq_ignore_ascii_case("data:") || !is_wav || !is_base64 {
        return None;
    }
    let payload = payload.trim_end_matches('=');
    let clip = decode_start(payload, MAX_HEADER_BYTES)?;
    clip_tokens(&clip, payload.len() as u64 * 3 / 4)
}

/// Walks the chunks of a RIFF file: `fmt ` has the bytes of a second, `data` the bytes of the clip.
fn clip_tokens(clip: &[u8], total: u64) -> Option<u64> {
    if clip.get(..4)? != b"RIFF" || clip.get(8..12)? != b"WAVE" {
        return None;
    }
    let mut at = 12_usize;
    let mut bytes_per_second = 0_u64;
    loop {
        let size = little_endian(clip, at + 4)?;
        let body = at + 8;
        match clip.get(at..at + 4)? {
            b"fmt " => bytes_per_second = little_endian(clip, body + 8)?,
            b"data" if bytes_per_second == 0 => return None,
            // A stream writes a size it does not know yet: what is there counts.
            b"data" => {
                let played = size.min(total.saturating_sub(body as u64));
                return Some((played * AUDIO_TOKENS_PER_SECOND).div_ceil(bytes_per_second));
            }
            _ => {}
        }
        // Chunks start at even places.
        at = body.checked_add(usize::try_from(size + size % 2).ok()?)?;
        if at > MAX_HEADER_BYTES {
            return None;
        }
    }
}

fn little_endian(bytes: &[u8], at: usize) -> Option<u64> {
    let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    Some(u64::from(u32::from_le_bytes(four)))
}
