//! What a scenario file says about cells: its problems, and what it becomes.

use expect_test::{Expect, expect};
use freezeframe::scenario::{self, Loaded};

fn load(text: &str) -> Loaded {
    scenario::load(text, "test.ron", &|_| Err("no files here".to_owned()))
}

/// Loads `text` and compares its problems, one block each.
fn check(text: &str, problems: Expect) {
    let found: Vec<String> = load(text).problems.iter().map(ToString::to_string).collect();
    problems.assert_eq(&found.join("\n"));
}

/// Loads a start state and shows what the engine reads of it.
fn check_lowered(start: &str, lowered: Expect) {
    let loaded = load(&format!("(start: ({start}))"));
    let script = loaded.script.unwrap_or_else(|| panic!("{:#?}", loaded.problems));
    let cells = &script.cells;
    let mut out = String::new();
    for handler in &cells.handlers {
        out.push_str(&format!(
            "{} stops after {}\n",
            handler.tool.dotted(),
            handler.cancel_delay_ms
        ));
        for answer in handler.answers.iter() {
            out.push_str(&format!(
                "    {:?} {} {:?}\n",
                answer.latency_ms, answer.approval_ms, answer.result
            ));
        }
    }
    for process in cells.processes.iter() {
        out.push_str(&format!("{process:?}\n"));
    }
    out.push_str(&format!("{:?}\n", cells.options));
    lowered.assert_eq(&out);
}

#[test]
fn handlers_processes_and_cells() {
    check(
        r##"(
    start: (
        servers: [(name: "fs", tools: [(name: "read")])],
        handlers: [
            (tool: "mcp__fs.raed", answers: [(result: Json("{"))]),
            (tool: "mcp__fs.read", answers: [(result: Mcp("[1]")), (latency: 3)]),
            (tool: "functions.exec", answers: [(result: Hang)]),
            (tool: "update_plan", answers: []),
            (tool: "functions.update_plan", answers: [(result: Ook("a"))]),
            (answers: [()]),
        ],
        processes: [(cmd: "ls"), (cmd: "ls", exit: (code: "1"))],
        cells: (limits: (steps: 0, effects: 1_000_000), max_yield_time_ms: 2_000_000_000_000, failing_starts: [2, 0]),
    ),
    script: [Turn(), Sample(calls: [
        (call: Custom(name: "exec", input: "1"), latency_ms: 5),
        (call: Custom(name: "exec", input: "1"), latency_ms: 5, result: Ok("scripted")),
    ])],
    expect: (
        cells: [(cell: "1"), (cell: "1"), (cell: "01"), (cell: "g2:1"), (cell: "g1:1"), (cell: "2", state: Done, calls: [(value_has: "{a")])],
        stored: [(key: "k", json: "nope")],
    ),
)"##,
        expect![[r#"
            test.ron:5:20: warning: no source of this scenario ever offers `mcp__fs.raed`
                | "mcp__fs.raed"
                hint: did you mean `mcp__fs.read`?
            test.ron:5:61: error: this is not JSON: EOF while parsing an object
                | {
                expected: JSON text
            test.ron:6:59: error: this is not an MCP result
                | "[1]"
                expected: an object such as `{"content":[{"type":"text","text":"…"}]}`
            test.ron:6:69: error: Answer has no field `latency`
                | latency
                expected: one of `latency_ms`, `approval_ms`, `result`
                hint: did you mean `latency_ms`?
            test.ron:7:20: error: `exec` runs by itself; nobody else answers for it
                | "functions.exec"
                expected: another tool
            test.ron:8:13: error: this handler has no answer
                | (tool: "update_plan", answers: [])
                expected: at least one in `answers`
            test.ron:9:20: error: the tool `update_plan` has two handlers
                | "functions.update_plan"
                expected: one handler with several answers
            test.ron:9:64: error: there is no AnswerResult `Ook`
                | Ook
                expected: one of `Default`, `Ok`, `Json`, `Mcp`, `Content`, `Unsuccessful`, `Error`, `Fatal`, `Echo`, `Hang`
                hint: did you mean `Ok`?
            test.ron:10:13: error: this handler does not say whose calls it answers
                | (answers: [()])
                expected: a tool's name
            test.ron:12:59: error: the text "1" does not fit here
                | "1"
                expected: a whole number from -2147483648 to 2147483647
                hint: without quotes: 1
            test.ron:13:33: error: this bound of a cell is out of range
                | 0
                expected: 1 to 1000000
            test.ron:13:45: error: this bound of a cell is out of range
                | 1_000_000
                expected: 1 to 100000
            test.ron:13:76: error: this time is too long
                | 2_000_000_000_000
                expected: at most 1000000000000 ms
            test.ron:13:115: error: executions are counted from 1
                | 0
                expected: 1 or more
            test.ron:16:62: warning: this latency says nothing: the call lasts until its cell answers
                | 5
            test.ron:20:37: error: cell 1 stands here twice
                | "1"
                expected: each cell once
            test.ron:20:50: error: `01` is not the id of a cell
                | "01"
                expected: a number from 1 on, in quotes; `g2:1` after a lost host
            test.ron:20:80: error: `g1:1` is not the id of a cell
                | "g1:1"
                expected: a number from 1 on, in quotes; `g2:1` after a lost host
            test.ron:20:108: error: there is no CellState `Done`
                | Done
                expected: one of `Running`, `Completed`, `Failed`, `Terminated`, `Lost`
            test.ron:20:122: error: nested calls are counted from 1
                | (value_has: "{a")
                expected: 1 or more
            test.ron:20:136: error: this is not JSON: key must be a string
                | a
                expected: JSON text
            test.ron:21:37: error: this is not JSON: expected ident
                | o
                expected: JSON text"#]],
    );
}

#[test]
fn what_the_engine_reads() {
    check_lowered(
        r##"
        handlers: [(
            tool: "mcp__fs.read",
            answers: [
                (latency_ms: 3, approval_ms: 4, result: Mcp(r#"{"content":[]}"#)),
                (result: Content([Text("a"), Image("b"), Audio("c")])),
                (result: Echo), (result: Hang), (result: Fatal("f")), (result: Json("[1]")),
            ],
            cancel_delay_ms: 9,
        )],
        processes: [
            (cmd: "ls", output: [(at_ms: 2, text: "b"), (at_ms: 1, text: "a")], exit: (at_ms: 3, code: -1)),
            (begins_with: true, echo: true, stdin: [(chars: "x"), (exit: (code: 2))], interrupt: (), fails: "no"),
        ],
        cells: (max_yield_time_ms: 5, notify_latency_ms: 6, seed: 7, failing_starts: [2, 5], limits: (steps: 8)),
        "##,
        expect![[r#"
            mcp__fs.read stops after 9
                Some(3) 4 Mcp(Object {"content": Array []})
                None 0 Content([Text("a"), Image("b"), Audio("c")])
                None 0 Echo
                None 0 Hang
                None 0 Fatal("f")
                None 0 Json(Array [Number(1)])
            ProcessScript { command: Exact("ls"), fails: None, run: Behaviour { prints: [Print { after_ms: 1, text: "a" }, Print { after_ms: 2, text: "b" }], exit: Some(Exit { after_ms: 3, code: -1 }) }, echo: false, answers: [], interrupt: None }
            ProcessScript { command: Prefix(""), fails: Some("no"), run: Behaviour { prints: [], exit: None }, echo: true, answers: [Answer { input: Some("x"), then: Behaviour { prints: [], exit: None } }, Answer { input: None, then: Behaviour { prints: [], exit: Some(Exit { after_ms: 0, code: 2 }) } }], interrupt: Some(Behaviour { prints: [], exit: None }) }
            CellOptions { max_yield_time_ms: Some(5), notify_latency_ms: 6, seed: 7, limits: EngineLimits { steps: 8, recursion: 400, heap_bytes: 67108864, output_bytes: 8388608, effects: 100000, real_ms: 5000 }, failing_starts: [2, 5] }
        "#]],
    );
}
