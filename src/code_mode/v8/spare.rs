//! An isolate made ahead: making one takes longer than most cells run.
//!
//! From the second cell of a process on there is a spare one, on a thread of its own that waits to be
//! told which cell it is. Nothing has run in it, so that a cell cannot tell whether it was made ahead.

use std::mem;
use std::sync::{Mutex, PoisonError};

use super::thread::V8Cell;

struct Spares {
    /// Cells so far.
    cells: u64,
    /// The spare one and the bytes of its heap.
    spare: Option<(u64, V8Cell)>,
}

static SPARES: Mutex<Spares> = Mutex::new(Spares { cells: 0, spare: None });

/// The spare one, if it has a heap of this size.
pub(super) fn take(heap_bytes: u64) -> Option<V8Cell> {
    let mut spares = SPARES.lock().unwrap_or_else(PoisonError::into_inner);
    spares.cells += 1;
    let fits = spares.spare.as_ref().is_some_and(|(bytes, _)| *bytes == heap_bytes);
    if fits { spares.spare.take().map(|(_, cell)| cell) } else { None }
}

/// Makes another one for the next cell, which is likely to have a heap of the same size.
pub(super) fn keep(heap_bytes: u64, make: impl FnOnce() -> Option<V8Cell>) {
    let mut spares = SPARES.lock().unwrap_or_else(PoisonError::into_inner);
    if spares.cells < 2 {
        return;
    }
    let made = match &spares.spare {
        Some((bytes, _)) if *bytes == heap_bytes => return,
        _ => make().map(|cell| (heap_bytes, cell)),
    };
    let unfit = mem::replace(&mut spares.spare, made);
    drop(spares);
    // Taking an isolate down waits for others at times.
    drop(unfit);
}
