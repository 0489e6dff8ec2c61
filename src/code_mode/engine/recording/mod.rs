//! [`Recordings`]: turns of cells that ran before, found again by everything their cells were told.
//!
//! Knows: messages. May not know: who keeps the text of a recording, or where. A cell is
//! deterministic: told the same, it does the same. So a turn needs no other name than [`Told`], the
//! digest of the cell's start and of every command up to the turn; cells that begin alike share
//! their turns, and sets of recordings can be put together.
//! Start reading at [`Told`], then [`recorder`] (makes them) and [`recorded`] (plays them).

pub mod recorded;
pub mod recorder;

use std::fmt;

use indexmap::IndexMap;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::protocol::{CellStart, Command, Turn};

/// Version of the JSON form.
pub const VERSION: u32 = 1;
/// Most turns of one set.
pub const MAX_TURNS: usize = 200_000;
/// Most bytes of the turns of one set, as JSON.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;
/// Deepest nesting of brackets in the JSON form: the 127 levels that a value of a script may have
/// when it leaves the cell, and room around it.
pub const MAX_DEPTH: usize = 160;

/// All that a cell was told up to a turn, as a digest: 128 bits, 32 hex digits in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Told(u128);

impl Told {
    /// Only its start: the name of the evaluation.
    pub fn start(start: &CellStart) -> Told {
        Told::digest(&[&json(start)])
    }

    /// One command more.
    pub fn then(self, now_ms: u64, command: &Command) -> Told {
        Told::digest(&[&self.0.to_be_bytes(), &now_ms.to_be_bytes(), &json(command)])
    }

    fn digest(parts: &[&[u8]]) -> Told {
        let mut digest = Sha256::new();
        for part in parts {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest.finalize()[..16]);
        Told(u128::from_be_bytes(bytes))
    }
}

/// Plain data with text keys: it always has a JSON form.
fn json(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).unwrap_or_default()
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Serialize for Told {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Told {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let right = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u128::from_str_radix(&text, 16).ok().filter(|_| right);
        number.map(Told).ok_or_else(|| D::Error::custom("a turn is named by 32 hex digits"))
    }
}

/// A set of recorded turns, in the order in which they were put in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recordings {
    turns: IndexMap<Told, Turn>,
    bytes: usize,
}

/// The set has as many turns or bytes as it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the cells put out more than a recording may hold: {MAX_TURNS} turns, {MAX_BYTES} bytes"
        )
    }
}

impl std::error::Error for Full {}

impl Recordings {
    /// The turn that followed.
    pub fn get(&self, told: Told) -> Option<&Turn> {
        self.turns.get(&told)
    }

    /// Number of turns.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Bytes of the turns, as JSON.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Puts a turn in. One that is there already stays.
    ///
    /// # Errors
    /// When there is no room for it.
    pub fn insert(&mut self, told: Told, turn: Turn) -> Result<(), Full> {
        if self.turns.contains_key(&told) {
            return Ok(());
        }
        let bytes = self.bytes + json(&turn).len();
        if self.turns.len() >= MAX_TURNS || bytes > MAX_BYTES {
            return Err(Full);
        }
        self.bytes = bytes;
        self.turns.insert(told, turn);
        Ok(())
    }

    /// Puts another set in, as far as there is room.
    ///
    /// # Errors
    /// When there was none for some of it.
    pub fn add(&mut self, other: Recordings) -> Result<(), Full> {
        other.turns.into_iter().try_for_each(|(told, turn)| self.insert(told, turn))
    }

    /// The JSON form: `{"version": 1, "turns": {"<32 hex digits>": {"events": [..], "state": ..}}}`.
    pub fn write(&self) -> String {
        let form = Form { version: VERSION, turns: &self.turns };
        serde_json::to_string(&form).unwrap_or_default()
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// In words, when it is none, is of another version, or is over a bound.
    pub fn read(text: &str) -> Result<Recordings, String> {
        // Names, commas and the frame need no more than as much again.
        if text.len() > MAX_BYTES * 2 {
            return Err(format!("recordings of more than {} bytes", MAX_BYTES * 2));
        }
        if depth(text.as_bytes()) > MAX_DEPTH {
            return Err(format!("recordings nested deeper than {MAX_DEPTH} levels"));
        }
        let form: Form<IndexMap<Told, Turn>> =
            parse(text).map_err(|error| format!("no recordings: {error}"))?;
        if form.version != VERSION {
            return Err(format!("recordings of version {}, not {VERSION}", form.version));
        }
        let mut recordings = Recordings::default();
        for (told, turn) in form.turns {
            recordings.insert(told, turn).map_err(|full| full.to_string())?;
        }
        Ok(recordings)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form<T> {
    version: u32,
    turns: T,
}

fn parse<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    let mut json = serde_json::Deserializer::from_str(text);
    // Its own bound is lower than what a script may put out; ours was checked.
    json.disable_recursion_limit();
    let value = T::deserialize(&mut json)?;
    json.end()?;
    Ok(value)
}

/// The most brackets that are open at once, outside of texts.
fn depth(json: &[u8]) -> usize {
    let (mut open, mut most) = (0usize, 0usize);
    let (mut text, mut escaped) = (false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if text => escaped = true,
            b'"' => text = !text,
            _ if text => {}
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}
