//! [`Gate`]: the reader/writer lock of one sampling request.
//!
//! Parallel-safe calls share it, others hold it alone. It is fair: whoever came first goes first,
//! so a waiting exclusive call holds back the shared ones behind it.
//!
//! Upstream: `codex-rs/core/src/tools/parallel.rs` (section 7.6 of the reference).

use std::collections::VecDeque;

/// The lock, with call indexes as holders.
#[derive(Debug, Default)]
pub struct Gate {
    shared: usize,
    exclusive: bool,
    queue: VecDeque<(usize, bool)>,
}

impl Gate {
    /// Lines a call up.
    pub fn enqueue(&mut self, call: usize, parallel: bool) {
        self.queue.push_back((call, parallel));
    }

    /// The next call that may go in, if any; it then holds the lock.
    pub fn admit(&mut self) -> Option<usize> {
        let (call, parallel) = *self.queue.front()?;
        let free = !self.exclusive && (parallel || self.shared == 0);
        if !free {
            return None;
        }
        self.queue.pop_front();
        match parallel {
            true => self.shared += 1,
            false => self.exclusive = true,
        }
        Some(call)
    }

    /// A call that held the lock lets go.
    pub fn release(&mut self, parallel: bool) {
        match parallel {
            true => self.shared = self.shared.saturating_sub(1),
            false => self.exclusive = false,
        }
    }

    /// A call that was still waiting gives up.
    pub fn leave(&mut self, call: usize) {
        self.queue.retain(|(waiting, _)| *waiting != call);
    }
}

#[cfg(test)]
mod tests {
    use super::Gate;

    #[test]
    fn an_exclusive_call_waits_for_shared_ones_and_holds_back_later_ones() {
        let mut gate = Gate::default();
        for (call, parallel) in [(0, true), (1, true), (2, false), (3, true)] {
            gate.enqueue(call, parallel);
        }
        assert_eq!((gate.admit(), gate.admit(), gate.admit()), (Some(0), Some(1), None));
        gate.release(true);
        assert_eq!(gate.admit(), None);
        gate.release(true);
        assert_eq!((gate.admit(), gate.admit()), (Some(2), None));
        gate.release(false);
        assert_eq!(gate.admit(), Some(3));
    }
}
