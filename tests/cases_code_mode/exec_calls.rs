//! Unified exec as a whole: scripts of processes and calls at given times in, answers out.

use std::sync::Arc;

use freezeframe::code_mode::unified_exec::script::Behaviour;
use freezeframe::code_mode::unified_exec::{
    Answer, CallId, CommandMatch, ExecCommandArgs, ExecResult, Exit, Print, ProcessScript,
    ShellCall, UnifiedExec, WriteStdinArgs,
};

fn behaviour(prints: &[(u64, &str)], exit: Option<(u64, i32)>) -> Behaviour {
    let print =
        |(after_ms, text): &(u64, &str)| Print { after_ms: *after_ms, text: (*text).into() };
    Behaviour {
        prints: prints.iter().map(print).collect(),
        exit: exit.map(|(after_ms, code)| Exit { after_ms, code }),
    }
}

fn script(cmd: &str, prints: &[(u64, &str)], exit: Option<(u64, i32)>) -> ProcessScript {
    ProcessScript {
        command: CommandMatch::Exact(cmd.into()),
        fails: None,
        run: behaviour(prints, exit),
        echo: false,
        answers: Vec::new(),
        interrupt: None,
    }
}

/// A peer and the calls that were made on it, by number.
struct Peer {
    exec: UnifiedExec,
    calls: Vec<CallId>,
}

impl Peer {
    fn new(scripts: Vec<ProcessScript>) -> Peer {
        Peer { exec: UnifiedExec::new(Arc::from(scripts)), calls: Vec::new() }
    }

    /// Starts a call; its text is the arguments of the tool that it fits. Gives its number.
    fn start(&mut self, at: u64, arguments: &str) -> usize {
        let call = match ExecCommandArgs::parse(arguments) {
            Ok(args) => ShellCall::Exec(args),
            Err(_) => ShellCall::Write(WriteStdinArgs::parse(arguments).expect("one of the two")),
        };
        self.calls.push(self.exec.start(at, call));
        self.calls.len() - 1
    }

    /// Lets the time pass until a call is over. Gives when that was, and the answer.
    fn end(&mut self, number: usize) -> (u64, Result<ExecResult, String>) {
        loop {
            let at = self.exec.next_ms().expect("the call is under way");
            if let Some(answer) = self.exec.poll(at, self.calls[number]) {
                return (at, answer);
            }
        }
    }

    /// Starts a call, waits for its end and writes it in one line.
    fn run(&mut self, at: u64, arguments: &str) -> String {
        let number = self.start(at, arguments);
        line(self.end(number))
    }
}

/// `end wall state output`
fn line((at, answer): (u64, Result<ExecResult, String>)) -> String {
    let result = match answer {
        Ok(result) => result,
        Err(error) => return format!("{at} {error}"),
    };
    let value = result.value();
    let state = match (value.get("exit_code"), value.get("session_id")) {
        (Some(code), None) => format!("exit {code}"),
        (None, Some(id)) => format!("runs {id}"),
        other => panic!("exactly one of the two: {other:?}"),
    };
    format!("{at} {} {state} {}", value["wall_time_seconds"], value["output"])
}

#[test]
fn a_call_ends_with_the_process_or_at_its_deadline() {
    let mut peer = Peer::new(vec![
        script("quick", &[(0, "a"), (300, "b\n")], Some((400, 3))),
        script("slow", &[(100, "one "), (600, "two "), (20_000, "three")], Some((20_000, 0))),
        script("tie", &[(250, "late")], Some((250, 0))),
        script("pipes", &[(10, "x"), (130, "y"), (5_000, "z")], Some((100, 0))),
        script("child", &[(120, "y")], Some((100, 0))),
    ]);
    assert_eq!(peer.run(0, r#"{"cmd":"quick"}"#), r#"400 0.4 exit 3 "ab\n""#);
    let slow = r#"{"cmd":"slow","yield_time_ms":500}"#;
    assert_eq!(peer.run(1_000, slow), r#"1500 0.5 runs 1000 "one ""#);
    // Nothing new is no reason to come back early.
    let read = r#"{"session_id":1000}"#;
    assert_eq!(peer.run(2_000, read), r#"7000 5.0 runs 1000 "two ""#);
    let long = r#"{"session_id":1000,"yield_time_ms":60000}"#;
    assert_eq!(peer.run(8_000, long), r#"21000 13.0 exit 0 "three""#);
    assert_eq!(peer.run(21_500, read), "21500 write_stdin failed: Unknown process id 1000");
    // The deadline comes first; the end is told by the next call, at once.
    assert_eq!(
        peer.run(30_000, r#"{"cmd":"tie","yield_time_ms":1}"#),
        r#"30250 0.25 runs 1000 """#
    );
    assert_eq!(peer.run(31_000, read), r#"31000 0.0 exit 0 "late""#);
    assert_eq!(peer.run(40_000, r#"{"cmd":"pipes"}"#), r#"40150 0.15 exit 0 "xy""#);
    assert_eq!(peer.run(41_000, r#"{"cmd":"child"}"#), r#"41120 0.12 exit 0 "y""#);
}

#[test]
fn a_terminal_is_typed_into() {
    let mut shell = script("python", &[(0, ">>> ")], None);
    shell.echo = true;
    let answer = |input: Option<&str>, prints: &[(u64, &str)], exit| Answer {
        input: input.map(Into::into),
        then: behaviour(prints, exit),
    };
    shell.answers = vec![
        answer(Some("1+1"), &[(30, "2\n"), (30, ">>> ")], None),
        answer(Some("exit()"), &[], Some((20, 0))),
        answer(None, &[(0, "?\n")], None),
    ];
    let mut peer = Peer::new(vec![shell, script("tail", &[(0, "log\n")], None)]);
    let start = r#"{"cmd":"python","tty":true,"yield_time_ms":300}"#;
    assert_eq!(peer.run(0, start), r#"300 0.3 runs 1000 ">>> ""#);
    // 100 ms pause, then 250 ms of watching; only the watching is counted.
    let sum = r#"{"session_id":1000,"chars":"1+1\n"}"#;
    assert_eq!(peer.run(1_000, sum), r#"1350 0.25 runs 1000 "1+1\n2\n>>> ""#);
    let other = r#"{"session_id":1000,"chars":"x\n"}"#;
    assert_eq!(peer.run(2_000, other), r#"2350 0.25 runs 1000 "x\n?\n""#);
    let leave = r#"{"session_id":1000,"chars":"exit()\n"}"#;
    assert_eq!(peer.run(3_000, leave), r#"3100 0.0 exit 0 "exit()\n""#);

    assert_eq!(peer.run(4_000, r#"{"cmd":"tail"}"#), r#"14000 10.0 runs 1000 "log\n""#);
    let closed = "write_stdin failed: stdin is closed for this session; rerun exec_command with \
                  tty=true to keep stdin open";
    let typed = r#"{"session_id":1000,"chars":"q"}"#;
    assert_eq!(peer.run(15_000, typed), format!("15000 {closed}"));
    let interrupt = "{\"session_id\":1000,\"chars\":\"\\u0003\"}";
    assert_eq!(peer.run(16_000, interrupt), r#"16000 0.0 exit 130 """#);
}

#[test]
fn an_interrupt_can_be_answered() {
    let mut server = script("serve", &[(0, "up\n"), (9_000, "never\n")], None);
    server.interrupt = Some(behaviour(&[(50, "bye\n")], Some((80, 0))));
    let mut stubborn = script("stubborn", &[], None);
    stubborn.interrupt = Some(behaviour(&[(0, "no\n")], None));
    stubborn.echo = true;
    let mut peer = Peer::new(vec![server, stubborn]);
    let quick = |cmd: &str| format!(r#"{{"cmd":"{cmd}","tty":true,"yield_time_ms":250}}"#);
    let interrupt = |id: i32| format!("{{\"session_id\":{id},\"chars\":\"\\u0003\"}}");
    assert_eq!(peer.run(0, &quick("serve")), r#"250 0.25 runs 1000 "up\n""#);
    assert_eq!(peer.run(250, &quick("stubborn")), r#"500 0.25 runs 1001 """#);
    assert_eq!(peer.run(1_000, &interrupt(1_000)), r#"1100 0.0 exit 0 "bye\n""#);
    assert_eq!(peer.run(2_000, &interrupt(1_001)), r#"2350 0.25 runs 1001 "^Cno\n""#);
}

#[test]
fn calls_on_one_process_wait_for_each_other() {
    let mut shell = script("cat", &[(1_300, "tick\n")], Some((12_000, 0)));
    shell.echo = true;
    let mut peer = Peer::new(vec![shell]);
    peer.run(0, r#"{"cmd":"cat","tty":true,"yield_time_ms":250}"#);
    let first = peer.start(1_000, r#"{"session_id":1000,"chars":"a","yield_time_ms":250}"#);
    let second = peer.start(1_000, r#"{"session_id":1000,"chars":"b","yield_time_ms":250}"#);
    let third = peer.start(1_100, r#"{"session_id":1000,"yield_time_ms":20000}"#);
    let fourth = peer.start(1_200, r#"{"session_id":1000}"#);
    assert_eq!(line(peer.end(first)), r#"1350 0.25 runs 1000 "atick\n""#);
    assert_eq!(line(peer.end(second)), r#"1700 0.25 runs 1000 "b""#);
    assert_eq!(line(peer.end(third)), r#"12000 10.3 exit 0 """#);
    assert_eq!(line(peer.end(fourth)), "12000 write_stdin failed: Unknown process id 1000");
    assert_eq!(peer.exec.next_ms(), None);
}

#[test]
fn a_cancelled_call_leaves_its_process_and_output() {
    let mut peer = Peer::new(vec![script("job", &[(100, "a"), (500, "b")], None)]);
    let call = peer.start(0, r#"{"cmd":"job"}"#);
    let waiting = peer.start(50, r#"{"session_id":1000}"#);
    let also = peer.start(60, r#"{"session_id":1000}"#);
    peer.exec.cancel(200, peer.calls[waiting]);
    peer.exec.cancel(200, peer.calls[call]);
    assert_eq!(line(peer.end(also)), r#"5200 5.0 runs 1000 "ab""#);
    assert_eq!(peer.exec.poll(9_000, peer.calls[call]), None);
}

#[test]
fn runs_of_one_command_are_told_apart() {
    let mut broken = script("make", &[], None);
    broken.fails = Some("no such file".into());
    let mut peer = Peer::new(vec![
        script("test", &[(0, "red")], Some((0, 1))),
        ProcessScript {
            command: CommandMatch::Prefix("te".into()),
            ..script("", &[], Some((0, 9)))
        },
        script("test", &[(0, "green")], Some((0, 0))),
        broken,
    ]);
    let run = |peer: &mut Peer, cmd: &str| peer.run(0, &format!(r#"{{"cmd":"{cmd}"}}"#));
    assert_eq!(run(&mut peer, "test"), r#"0 0.0 exit 1 "red""#);
    assert_eq!(run(&mut peer, "test"), r#"0 0.0 exit 0 "green""#);
    assert_eq!(run(&mut peer, "test"), r#"0 0.0 exit 0 "green""#);
    assert_eq!(run(&mut peer, "tests"), r#"0 0.0 exit 9 """#);
    let failed = |cmd: &str, why: &str| {
        format!("0 exec_command failed for `{cmd}`: CreateProcess {{ message: \"{why}\" }}")
    };
    assert_eq!(run(&mut peer, "make"), failed("make", "no such file"));
    assert_eq!(run(&mut peer, "ls"), failed("ls", "no process script fits this command"));
}

#[test]
fn the_sixty_fifth_process_makes_one_go() {
    let mut peer = Peer::new(vec![script("a", &[], None), script("b", &[], Some((300, 0)))]);
    for n in 0..64_u64 {
        let cmd = if n == 20 { "b" } else { "a" };
        peer.run(n * 1_000, &format!(r#"{{"cmd":"{cmd}","yield_time_ms":250}}"#));
    }
    peer.run(70_000, r#"{"session_id":1000}"#);
    peer.run(80_000, r#"{"cmd":"a","yield_time_ms":250}"#);
    peer.run(81_000, r#"{"cmd":"a","yield_time_ms":250}"#);
    let ids: Vec<i32> = peer.exec.processes().map(|(id, _)| id).collect();
    // 1020 had ended, 1000 was used again, 1001 is the oldest after that.
    let gone: Vec<i32> = (1_000..=1_065).filter(|id| !ids.contains(id)).collect();
    assert_eq!(gone, [1_001, 1_020]);
}

#[test]
fn what_the_model_reads_after_a_direct_call() {
    let long = "0123456789".repeat(4);
    let mut peer = Peer::new(vec![script("p", &[(0, &long)], Some((1_234, 0)))]);
    let mut answer = |arguments: &str| {
        let call = peer.start(0, arguments);
        peer.end(call).1.expect("it runs")
    };
    let plain = answer(r#"{"cmd":"p"}"#);
    assert_eq!(
        plain.response_text(None),
        format!(
            "Chunk ID: 9e3779\nWall time: 1.2340 seconds\nProcess exited with code 0\n\
             Original token count: 10\nOutput:\n{long}"
        )
    );
    assert_eq!(plain.value()["output"], long);
    let cut = "Warning: truncated output (original token count: 10)\nTotal output lines: 1\n\n\
               0123456789…5 tokens truncated…0123456789";
    assert!(plain.response_text(Some(5)).ends_with(&format!("Output:\n{cut}")));
    let short = answer(r#"{"cmd":"p","max_output_tokens":5,"yield_time_ms":250}"#);
    assert_eq!(short.value()["output"], cut);
    assert!(short.response_text(Some(9)).ends_with(cut));
    let text = short.response_text(None);
    assert!(text.contains("\nProcess running with session ID 1000\n"), "{text}");
    assert_ne!(short.chunk_id, plain.chunk_id);
}

#[test]
fn missing_bytes_are_told_also_after_the_cut() {
    let mib = 1024 * 1024;
    let flood = "x".repeat(mib + 8);
    let mut peer = Peer::new(vec![script("flood", &[(0, &flood)], Some((0, 0)))]);
    let mut output = |more: &str| {
        let call = peer.start(0, &format!(r#"{{"cmd":"flood"{more}}}"#));
        peer.end(call).1.expect("it runs")
    };
    let whole = output("");
    assert_eq!(whole.original_token_count(), (mib as u64 + 8) / 4);
    let half = "x".repeat(mib / 2);
    assert_eq!(whole.value()["output"], format!("{half}\n... 8 bytes omitted ...\n{half}"));
    let cut = output(r#","max_output_tokens":2"#);
    let head = "Warning: truncated output (original token count: 262146)\n";
    let marker = "xxxx…262149 tokens truncated…xxxx";
    let expected = format!("{head}... 8 bytes omitted ...\n\n{marker}");
    assert_eq!(cut.value()["output"], expected);
    // A text that still shows the note does not get it twice.
    let said = format!("... 8 bytes omitted ...{}", "x".repeat(mib - 15));
    let mut peer = Peer::new(vec![script("flood", &[(0, &said)], Some((0, 0)))]);
    let call = peer.start(0, r#"{"cmd":"flood","max_output_tokens":20}"#);
    let value = peer.end(call).1.expect("it runs").value();
    let text = value["output"].as_str().unwrap_or_default();
    assert!(text.starts_with(&format!("{head}\n... 8 bytes omitted ...xxx")), "{text}");
}
