//! [`Trace`]: a run with its title and its hash; text, JSON and seeking.
//!
//! Knows: the session's record. May not know: how scenario files are written, files, time, windows.
//! Start reading at [`Trace`], then [`text`] for the reviewable form.

pub mod cell_words;
pub mod coverage;
pub mod hash;
mod hash_cells;
pub mod json;
pub mod schema;
pub mod text;
pub mod words;

use std::sync::Arc;

use crate::lang::Caption;
use crate::session::record::{Record, SampleRecord};

/// A finished run, ready to be shown, compared and stored.
#[derive(Clone, Debug)]
pub struct Trace {
    /// What the scenario says about itself.
    pub head: Head,
    /// Everything that happened.
    pub record: Record,
    /// SHA-256 of the content, 64 lower-case hex digits. Independent of platform, thread and engine;
    /// prose (titles, captions, reasons in words) is not part of it.
    pub hash: Arc<str>,
}

impl Trace {
    /// A trace of a run, with its hash.
    pub fn new(head: Head, record: Record) -> Self {
        let hash = hash::content_hash(&record);
        Self { head, record, hash }
    }

    /// The sample of `step`, counted from 1. Takes the same time for every step.
    pub fn sample(&self, step: u32) -> Option<&SampleRecord> {
        let index = usize::try_from(step).ok()?.checked_sub(1)?;
        self.record.samples.get(index)
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.record.samples.len()
    }

    /// True when no sample was taken.
    pub fn is_empty(&self) -> bool {
        self.record.samples.is_empty()
    }
}

/// What a scenario says about itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    /// Title.
    pub title: Caption,
    /// The question it asks.
    pub question: Caption,
    /// The answer.
    pub answer: Caption,
    /// The public issue or lecture section it comes from.
    pub source: Arc<str>,
    /// Choices made, and other things a reader could stumble over.
    pub notes: Vec<Caption>,
}
