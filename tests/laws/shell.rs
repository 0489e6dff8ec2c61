//! Laws of unified exec: buffers, processes, calls on them.

use freezeframe::code_mode::unified_exec::buffer::HeadTail;
use freezeframe::code_mode::unified_exec::process::Process;
use freezeframe::code_mode::unified_exec::result::ProcessState;
use freezeframe::code_mode::unified_exec::yields::{exec_yield_ms, write_yield_ms};
use freezeframe::code_mode::unified_exec::{CallId, ExecResult, ShellCall, UnifiedExec};
use freezeframe::laws::cells::{ShellCase, buffer_case, shell_case};
use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::laws::proptest::test_runner::TestCaseError;

#[test]
fn a_buffer_keeps_both_ends_and_counts_the_rest() {
    law("a_buffer_keeps_both_ends_and_counts_the_rest", buffer_case(), |case| {
        let mut buffer = HeadTail::new(case.capacity);
        let mut whole = Vec::new();
        for (piece, look) in &case.pieces {
            buffer.push(piece);
            whole.extend_from_slice(piece);
            let (head, tail, omitted) = buffer.parts();
            let (head_room, room) = (case.capacity / 2, case.capacity);
            prop_assert_eq!(head, &whole[..whole.len().min(head_room)]);
            prop_assert_eq!(tail.len(), (whole.len() - head.len()).min(room - head_room));
            prop_assert!(whole.ends_with(&tail));
            prop_assert_eq!(omitted as usize, whole.len() - head.len() - tail.len());
            if *look {
                let taken = buffer.take();
                prop_assert_eq!(taken.bytes as usize, whole.len());
                prop_assert_eq!(taken.omitted, omitted);
                whole.clear();
            }
        }
        Ok(())
    });
}

/// An answer, and when it came.
type Answered = (u64, Result<ExecResult, String>);

/// Plays a case to its end: the answer of each call, none for one whose caller has vanished.
fn played(case: &ShellCase) -> Result<Vec<Option<Answered>>, TestCaseError> {
    let mut exec = UnifiedExec::new(case.scripts.clone().into());
    let mut calls: Vec<(CallId, u64, bool)> = Vec::new();
    let mut answers: Vec<Option<Answered>> = Vec::new();
    let mut upcoming = case.calls.iter().peekable();
    let mut now = 0;
    loop {
        let starts = upcoming.peek().map(|(at, _, _)| *at);
        let vanishes = calls.iter().filter(|(_, _, under_way)| *under_way).map(|call| call.1).min();
        let due = exec.next_ms();
        let Some(next) = [starts, vanishes, due].into_iter().flatten().min() else { break };
        if next == u64::MAX {
            break;
        }
        prop_assert!(next >= now, "time runs backwards: {} {}", now, next);
        now = next;
        if let Some((_, call, vanishes)) = upcoming.next_if(|(at, _, _)| *at == now) {
            let gone = vanishes.map_or(u64::MAX, |after| now + after);
            calls.push((exec.start(now, call.clone()), gone, true));
            answers.push(None);
        }
        for ((id, gone, under_way), answer) in calls.iter_mut().zip(&mut answers) {
            if *under_way && *gone <= now {
                exec.cancel(now, *id);
                *under_way = false;
            } else if let Some(outcome) = exec.poll(now, *id) {
                *answer = Some((now, outcome));
                *under_way = false;
            }
        }
    }
    prop_assert!(calls.iter().all(|(_, _, under_way)| !under_way), "a call never ends");
    Ok(answers)
}

#[test]
fn a_call_ends_in_time_and_says_how_the_process_stands() {
    law("a_call_ends_in_time_and_says_how_the_process_stands", shell_case(), |case| {
        for ((at, call, _), answer) in case.calls.iter().zip(played(&case)?) {
            let Some((end, Ok(result))) = answer else { continue };
            let longest = match call {
                ShellCall::Exec(args) => exec_yield_ms(args.yield_time_ms),
                ShellCall::Write(args) => {
                    write_yield_ms(args.yield_time_ms, !args.chars.is_empty(), 300_000)
                }
            };
            prop_assert!(result.wall_ms <= longest);
            prop_assert!(end >= at + result.wall_ms);
            let early = result.wall_ms < longest;
            prop_assert!(!early || matches!(result.state, ProcessState::Exited(_)));
            if let (ShellCall::Write(args), ProcessState::Running(id)) = (call, result.state) {
                prop_assert_eq!(id, args.session_id);
            }
        }
        Ok(())
    });
}

#[test]
fn what_a_process_prints_is_told_once_and_in_order() {
    law("what_a_process_prints_is_told_once_and_in_order", shell_case(), |case| {
        for script in &case.scripts {
            let mut process = Process::start(7, "a", true, script.clone().into());
            let mut told = String::new();
            let mut typed_at = 0;
            for (at, _, _) in &case.calls {
                let at = at + 7;
                told.push_str(&process.collect_through(at).text);
                typed_at = at;
            }
            let end = script.run.prints.iter().map(|print| print.after_ms + 7).max();
            told.push_str(&process.collect_through(typed_at.max(end.unwrap_or(0))).text);
            let mut prints: Vec<_> = script.run.prints.iter().collect();
            prints.sort_by_key(|print| print.after_ms);
            let printed: String = prints.iter().map(|print| &*print.text).collect();
            prop_assert_eq!(told, printed);
        }
        Ok(())
    });
}

/// Without typing, what calls on one process report together is what it printed until then.
#[test]
fn calls_on_a_process_share_its_output() {
    law("calls_on_a_process_share_its_output", shell_case(), |case| {
        let mut case = case;
        case.scripts.truncate(1);
        let mut started = false;
        case.calls.retain_mut(|(_, call, vanishes)| {
            *vanishes = None;
            match call {
                ShellCall::Exec(args) => {
                    args.cmd = "a".to_owned();
                    !std::mem::replace(&mut started, true)
                }
                ShellCall::Write(args) => {
                    args.chars.clear();
                    args.session_id = 1_000;
                    started
                }
            }
        });
        let Some(script) = case.scripts.first() else { return Ok(()) };
        let began = case.calls.first().map_or(0, |(at, _, _)| *at);
        let mut told = String::new();
        let (mut last, mut exited) = (0, false);
        let mut bytes = 0;
        for answer in played(&case)? {
            let Some((end, Ok(result))) = answer else { continue };
            prop_assert!(!exited, "a process that has ended answers again");
            told.push_str(&result.output.text);
            bytes += result.output.bytes;
            last = end;
            exited = matches!(result.state, ProcessState::Exited(_));
        }
        prop_assert_eq!(bytes as usize, told.len());
        let mut prints: Vec<_> = script.run.prints.iter().collect();
        prints.sort_by_key(|print| print.after_ms);
        let printed = |until: u64| -> String {
            let seen = prints.iter().filter(|print| began + print.after_ms <= until);
            seen.map(|print| &*print.text).collect()
        };
        // At a deadline what is printed in the same ms waits for the next call.
        if let Some(before) = last.checked_sub(1) {
            prop_assert!(told.starts_with(&printed(before)), "{:?} is incomplete", told);
            prop_assert!(printed(last).starts_with(&told), "{:?} was not printed", told);
        }
        Ok(())
    });
}
