//! [`HeadTail`]: output of bounded size that keeps its beginning and its end.

use std::collections::VecDeque;

/// Bytes kept of what a process prints between two looks, and of what one call collects.
pub const OUTPUT_CAPACITY: usize = 1024 * 1024;

/// Half of the capacity, rounded down, holds the first bytes; the rest holds the newest ones.
#[derive(Clone, Debug)]
pub struct HeadTail {
    head_capacity: usize,
    tail_capacity: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    omitted: u64,
}

/// What was taken out of a buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// The text, with a note where bytes are missing. A character cut in two shows as U+FFFD.
    pub text: String,
    /// Bytes that are missing.
    pub omitted: u64,
    /// Bytes that were printed, missing ones included.
    pub bytes: u64,
}

impl HeadTail {
    /// An empty buffer for this many bytes.
    pub fn new(capacity: usize) -> HeadTail {
        let head_capacity = capacity / 2;
        HeadTail {
            head_capacity,
            tail_capacity: capacity - head_capacity,
            head: Vec::new(),
            tail: VecDeque::new(),
            omitted: 0,
        }
    }

    /// Adds bytes at the end.
    pub fn push(&mut self, bytes: &[u8]) {
        let room = self.head_capacity - self.head.len();
        let (first, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(first);
        // Of a long chunk only its end can stay.
        let rest_kept = &rest[rest.len().saturating_sub(self.tail_capacity)..];
        let surplus = (self.tail.len() + rest_kept.len()).saturating_sub(self.tail_capacity);
        self.tail.drain(..surplus);
        self.tail.extend(rest_kept);
        self.omitted += (rest.len() - rest_kept.len() + surplus) as u64;
    }

    /// First bytes, newest bytes, and how many are missing between them.
    pub fn parts(&self) -> (&[u8], Vec<u8>, u64) {
        (&self.head, self.tail.iter().copied().collect(), self.omitted)
    }

    /// Empties the buffer.
    pub fn take(&mut self) -> Collected {
        let head = std::mem::take(&mut self.head);
        let tail = Vec::from(std::mem::take(&mut self.tail));
        let omitted = std::mem::take(&mut self.omitted);
        let bytes = (head.len() + tail.len()) as u64 + omitted;
        if omitted == 0 {
            let text = String::from_utf8_lossy(&[head, tail].concat()).into_owned();
            return Collected { text, omitted, bytes };
        }
        let note = omission_note(omitted);
        let (head, tail) = (String::from_utf8_lossy(&head), String::from_utf8_lossy(&tail));
        Collected { text: format!("{head}\n{note}\n{tail}"), omitted, bytes }
    }
}

/// The line that stands where bytes are missing.
pub fn omission_note(bytes: u64) -> String {
    format!("... {bytes} bytes omitted ...")
}
