//! [`Patience`]: how long a parent waits for a turn.
//!
//! Real time is a poor measure of work: on a busy machine an honest turn takes many times longer.
//! Where the system tells how much processor time the child has used, a turn is only given up when
//! it has used what it may, or has taken [`STRETCH`] times as long.

use std::time::{Duration, Instant};

/// How many times longer a turn may take while its child gets too little of the processor.
pub const STRETCH: u32 = 4;
/// Longest deadline that is taken seriously.
const MOST: Duration = Duration::from_secs(3600);
/// A tick of `/proc`, the same on every Linux.
const TICK: Duration = Duration::from_millis(10);

/// A deadline that gives way while the child has had no chance.
#[derive(Debug)]
pub struct Patience {
    process: u32,
    allowed: Duration,
    used_before: Option<Duration>,
    deadline: Instant,
    last: Instant,
}

impl Patience {
    /// A turn of this process begins now.
    pub fn new(process: u32, allowed: Duration) -> Patience {
        let (now, allowed) = (Instant::now(), allowed.min(MOST));
        Patience {
            process,
            allowed,
            used_before: used(process),
            deadline: now + allowed,
            last: now + allowed * STRETCH,
        }
    }

    /// The same without giving way.
    pub fn strict(allowed: Duration) -> Patience {
        let now = Instant::now();
        let deadline = now + allowed.min(MOST);
        Patience { process: 0, allowed, used_before: None, deadline, last: deadline }
    }

    /// Until when to wait for now.
    pub fn deadline(&self) -> Instant {
        self.deadline
    }

    /// The deadline has passed. Is there another one?
    pub fn extend(&mut self) -> bool {
        let now = Instant::now();
        let (Some(before), Some(used)) = (self.used_before, used(self.process)) else {
            return false;
        };
        let left = self.allowed.saturating_sub(used.saturating_sub(before));
        if left <= TICK || now >= self.last {
            return false;
        }
        self.deadline = self.last.min(now + left);
        true
    }
}

/// Processor time of all threads of a process so far; none where that is not known.
fn used(process: u32) -> Option<Duration> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    ticks(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
        .map(|ticks| TICK.saturating_mul(ticks))
}

/// User and system time, the 14th and 15th field. The second, in brackets, may hold anything.
fn ticks(stat: &str) -> Option<u32> {
    let (_, after) = stat.rsplit_once(')')?;
    let mut fields = after.split_ascii_whitespace().skip(11);
    let mut field = || fields.next()?.parse::<u32>().ok();
    Some(field()?.saturating_add(field()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fields_are_found_behind_an_odd_name() {
        let stat = "7 (a) b (c)) S 1 7 7 0 -1 4194560 99 0 0 0 120 30 0 0 20 0 3 0 5 1 2";
        assert_eq!(ticks(stat), Some(150));
        assert_eq!(ticks("7 (cut"), None);
        assert_eq!(ticks("7 (cut) S 1"), None);
    }
}
