//! What the end of a child means for the cell whose turn it was.
//!
//! A small table, from the exit status and the last words of the child to the state of the cell.

use super::process::Death;
use crate::code_mode::engine::limits::Limit;
use crate::code_mode::engine::protocol::EngineState;

/// Exit code of a Rust program that panicked.
const PANIC: i32 = 101;
/// What Rust says when a stack is full.
const STACK: &str = "has overflowed its stack";
/// What Rust says when an allocation is larger than any machine.
const CAPACITY: &str = "capacity overflow";

/// How the cell stands whose turn ended the child.
///
/// A crash is a full heap, unless the last words say that it was the stack: those two are what a
/// script can do to an engine. A program that ended in order, or panicked, is a fault of the engine.
pub fn verdict(death: &Death) -> EngineState {
    let limit = match death.status {
        _ if death.words.contains(STACK) => Limit::Stack,
        _ if death.words.contains(CAPACITY) => Limit::Heap,
        Some(status) if in_order(status.code()) => return EngineState::Died,
        _ => Limit::Heap,
    };
    EngineState::Stopped { limit }
}

/// Did the program end by itself? Windows reports crashes as codes as well, large ones.
fn in_order(code: Option<i32>) -> bool {
    code.is_some_and(|code| (0..=PANIC).contains(&code))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::*;

    fn check(wait_status: i32, words: &str, expected: EngineState) {
        let status = Some(ExitStatus::from_raw(wait_status));
        assert_eq!(verdict(&Death { status, words: words.to_owned() }), expected, "{words}");
    }

    #[test]
    fn the_table() {
        let stopped = |limit| EngineState::Stopped { limit };
        check(6, "memory allocation of 268435456 bytes failed", stopped(Limit::Heap));
        check(6, "thread 'cells' has overflowed its stack", stopped(Limit::Stack));
        check(9, "", stopped(Limit::Heap));
        check(11, "", stopped(Limit::Heap));
        check(101 << 8, "thread 'cells' panicked at x.rs: capacity overflow", stopped(Limit::Heap));
        check(101 << 8, "thread 'cells' panicked at x.rs: no entry", EngineState::Died);
        check(0, "", EngineState::Died);
        check(2 << 8, "freezeframe: a second hello", EngineState::Died);
        assert_eq!(verdict(&Death::default()), stopped(Limit::Heap), "killed");
    }
}
