//! [`Edit`]: how a text differs from the one everybody has, small enough for an address.
//!
//! A list of operations (copy lines of the base, insert a text), deflated, in base64url. Without a
//! base it is simply the compressed text. Start reading at [`Edit::between`].

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// Largest text an edit may stand for, in bytes.
pub const MAX_TEXT_BYTES: usize = 512 * 1024;
/// Largest list of operations that is unpacked, in bytes.
const MAX_OPERATION_BYTES: usize = 2 * MAX_TEXT_BYTES;
/// Shortest run of equal lines that is copied, in bytes; shorter ones cost more than they save.
const MIN_COPY_BYTES: usize = 12;
/// Places of the base that are tried for one line.
const MAX_TRIES: usize = 32;
/// How hard deflate tries, 0 to 10.
const LEVEL: u8 = 9;

/// An edit, compressed and written. Reading checks everything but the base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    written: String,
    operations: Vec<u8>,
}

/// Why an edit cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditFault {
    /// Not base64url, or not deflated data: part of the link is missing.
    Damaged,
    /// Unpacks to more than [`MAX_TEXT_BYTES`].
    TooLarge,
    /// Belongs to another base text.
    OtherBase,
}

impl Edit {
    /// What has to be done to `base` to get `text`. `None` when the text is longer than
    /// [`MAX_TEXT_BYTES`].
    pub fn between(base: &str, text: &str) -> Option<Edit> {
        if MAX_TEXT_BYTES < text.len() {
            return None;
        }
        let operations = operations(base, text);
        let written = base64(&compress_to_vec(&operations, LEVEL));
        Some(Edit { written, operations })
    }

    /// The form for a link: letters, digits, `-` and `_`.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// Reads what [`Edit::written`] gave.
    ///
    /// # Errors
    /// When it is damaged or unpacks to too much.
    pub fn read(written: &str) -> Result<Edit, EditFault> {
        let packed = unbase64(written).filter(|packed| !packed.is_empty());
        let packed = packed.ok_or(EditFault::Damaged)?;
        let unpacked = decompress_to_vec_with_limit(&packed, MAX_OPERATION_BYTES);
        let operations = unpacked.map_err(|error| match error.status {
            miniz_oxide::inflate::TINFLStatus::HasMoreOutput => EditFault::TooLarge,
            _ => EditFault::Damaged,
        })?;
        Ok(Edit { written: written.to_owned(), operations })
    }

    /// The edited text.
    ///
    /// # Errors
    /// When the operations do not fit this base, or the text becomes too large.
    pub fn apply(&self, base: &str) -> Result<String, EditFault> {
        let lines: Vec<&str> = base.split_inclusive('\n').collect();
        let mut text = String::new();
        let mut rest = self.operations.as_slice();
        while !rest.is_empty() {
            let head = number(&mut rest).ok_or(EditFault::Damaged)?;
            let count = head / 2;
            if head % 2 == INSERT {
                let piece = rest.split_at_checked(count).ok_or(EditFault::Damaged)?;
                text.push_str(str::from_utf8(piece.0).map_err(|_| EditFault::Damaged)?);
                rest = piece.1;
            } else {
                let first = number(&mut rest).ok_or(EditFault::Damaged)?;
                let end = first.checked_add(count).ok_or(EditFault::Damaged)?;
                let copied = lines.get(first..end).ok_or(EditFault::OtherBase)?;
                for line in copied {
                    text.push_str(line);
                    // Checked inside as well: few operations can copy a large base many times.
                    if MAX_TEXT_BYTES < text.len() {
                        return Err(EditFault::TooLarge);
                    }
                }
            }
            if MAX_TEXT_BYTES < text.len() {
                return Err(EditFault::TooLarge);
            }
        }
        Ok(text)
    }
}

/// The lowest bit of an operation's first number says which one it is.
const INSERT: usize = 1;

/// Copies of runs of lines of the base, wherever they stand there, and inserted texts.
fn operations(base: &str, text: &str) -> Vec<u8> {
    let base: Vec<&str> = base.split_inclusive('\n').collect();
    let text: Vec<&str> = text.split_inclusive('\n').collect();
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, line) in base.iter().enumerate() {
        let list = places.entry(*line).or_default();
        if list.len() < MAX_TRIES {
            list.push(index);
        }
    }
    let mut out = Vec::new();
    let mut inserted = String::new();
    let mut at = 0;
    let mut expected = 0;
    while let Some(line) = text.get(at) {
        // The line after the last copy first: long runs of equal lines go on where they were.
        let known = places.get(line).map_or(&[][..], Vec::as_slice);
        let tries = Some(expected).into_iter().chain(known.iter().copied());
        let length = |from: usize| {
            let pairs = base.get(from..).unwrap_or_default().iter().zip(&text[at..]);
            pairs.take_while(|(a, b)| a == b).count()
        };
        let mut best = (0, 0);
        for from in tries {
            let run = length(from);
            if best.0 < run {
                best = (run, from);
            }
        }
        let (run, from) = best;
        let bytes: usize = text[at..at + run].iter().map(|line| line.len()).sum();
        if bytes < MIN_COPY_BYTES {
            inserted.push_str(line);
            at += 1;
            continue;
        }
        insert(&mut out, &mut inserted);
        push(&mut out, run * 2);
        push(&mut out, from);
        at += run;
        expected = from + run;
    }
    insert(&mut out, &mut inserted);
    out
}

fn insert(out: &mut Vec<u8>, inserted: &mut String) {
    if inserted.is_empty() {
        return;
    }
    push(out, inserted.len() * 2 + INSERT);
    out.extend_from_slice(inserted.as_bytes());
    inserted.clear();
}

/// Seven bits a byte, the lowest first; the top bit says that more follow.
fn push(out: &mut Vec<u8>, mut number: usize) {
    while 0x7f < number {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number of at most 28 bits, which is more than any bound here.
fn number(rest: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for shift in [0, 7, 14, 21] {
        let (first, after) = rest.split_first()?;
        *rest = after;
        number |= usize::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, byte| (word << 8) | u32::from(*byte));
        let word = word << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            let digit = (word >> (18 - 6 * place)) & 63;
            out.push(char::from(DIGITS[digit as usize]));
        }
    }
    out
}

fn unbase64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    for chunk in text.as_bytes().chunks(4) {
        if chunk.len() == 1 {
            return None;
        }
        let mut word = 0_u32;
        for byte in chunk {
            let digit = DIGITS.iter().position(|digit| digit == byte)?;
            word = (word << 6) | digit as u32;
        }
        word <<= 6 * (4 - chunk.len());
        let bytes = word.to_be_bytes();
        out.extend_from_slice(bytes.get(1..chunk.len())?);
    }
    Some(out)
}
