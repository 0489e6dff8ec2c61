//! [`Looks`]: how a thread waits for another that will answer in a moment.
//!
//! Putting a thread to sleep and waking it costs more than most turns of a cell, and so does asking
//! the system whether somebody else wants to run. So a thread first just looks, again and again. That
//! helps only while the other one really runs: how often it looks follows from how it went before.

use std::hint;
use std::thread;

/// Looks at most and at least before others are let run; one takes some twenty nanoseconds.
const MOST: u32 = 1_024;
const LEAST: u32 = 16;
/// Looks after that, each of which lets others run: where there is one core for both threads, the
/// other one answers during these.
const YIELDS: u32 = 50;

/// The patience of one end of a channel.
pub(super) struct Looks {
    most: u32,
}

impl Default for Looks {
    fn default() -> Self {
        Self { most: MOST }
    }
}

impl Looks {
    /// What `look` finds; none if it is time to sleep.
    pub(super) fn until<T>(&mut self, mut look: impl FnMut() -> Option<T>) -> Option<T> {
        for _ in 0..self.most {
            if let Some(found) = look() {
                self.most = (self.most * 2).min(MOST);
                return Some(found);
            }
            hint::spin_loop();
        }
        self.most = (self.most / 2).max(LEAST);
        for _ in 0..YIELDS {
            if let Some(found) = look() {
                return Some(found);
            }
            thread::yield_now();
        }
        None
    }
}
