//! What ends calls and cells that would never end by themselves, and what many cells share.

use freezeframe::scenario;
use freezeframe::session::run;

use super::room::{check, exec, record, sample, text, wait};

#[test]
fn an_endless_loop_yields_at_its_deadline_and_can_be_terminated() {
    let script = [
        sample(&[exec(0, "// @exec: {\"yield_time_ms\": 50}\ntext('a'); for (;;) {}")]),
        sample(&[wait(0, r#"{"cell_id":"1","terminate":true}"#), exec(0, "text('next')")]),
    ];
    check(
        &text("cells: (limits: (steps: 1000))", &script.join(", ")),
        r#"
        0 exec -> 50 yielded "a"
        50 terminate -> 50 terminated
        50 exec -> 50 completed "next"
        cell 1 terminated at 50
        cell 2 completed at 50"#,
    );
}

#[test]
fn too_much_output_fails_the_cell() {
    let script = sample(&[exec(0, "for (let i = 0; i < 100; i++) text('0123456789');")]);
    let record = record(&text("cells: (limits: (output_bytes: 200))", &script));
    let cell = &record.cells[0];
    assert_eq!(cell.state.label(), "failed");
    assert!(cell.error.as_deref().is_some_and(|error| error.contains("exec cell stopped")));
    assert_eq!(cell.items().count(), 20);
}

#[test]
fn a_direct_call_that_hangs_is_ended_by_the_user_when_nothing_else_can_happen() {
    let script = r#"Sample(lasts_ms: 10, calls: [
        (call: Function(name: "update_plan", arguments: "{\"plan\":[]}")),
    ]), Sample(lasts_ms: 10, calls: [(call: Function(name: "mcp__fs.read"))])"#;
    let start = r#"servers: [(name: "fs", tools: [(name: "read")], tool_timeout_ms: 700)],
        handlers: [(tool: "update_plan", answers: [(result: Hang)]), (tool: "mcp__fs.read", answers: [(result: Hang)])]"#;
    let record = record(&text(start, script));
    let calls: Vec<String> = record
        .samples
        .iter()
        .flat_map(|sample| &sample.calls)
        .map(|call| format!("{} {} {}", call.finished_ms, call.status.label(), call.output))
        .collect();
    assert_eq!(
        calls,
        ["10 aborted aborted by user after 0.1s", "710 failed tool call timed out after 700 ms"]
    );
}

#[test]
fn handlers_answer_calls_of_the_model_too_and_count_them() {
    let start = r#"handlers: [(tool: "update_plan", answers: [(latency_ms: 5, result: Ok("first")), (result: Error("second"))])]"#;
    let call = r#"(call: Function(name: "update_plan", arguments: "{\"plan\":[]}"))"#;
    let script = format!(
        "Sample(lasts_ms: 10, calls: [{call}, {}, {call}])",
        exec(0, "try { await tools.update_plan({plan: []}) } catch (e) { text(e) }")
    );
    let record = record(&text(start, &script));
    let outputs: Vec<&str> = record.samples[0].calls.iter().map(|call| &*call.output).collect();
    assert_eq!(outputs[0], "first");
    assert!(outputs[1].ends_with("\nsecond"), "{outputs:?}");
    assert_eq!(outputs[2], "second");
}

#[test]
fn many_cells_share_what_one_run_may_use() {
    let steps = |cells: usize| {
        let calls: Vec<String> = (0..cells).map(|_| exec(0, "1")).collect();
        let whole = text("", &sample(&calls));
        let loaded = scenario::load(&whole, "test.ron", &|_| Err(String::new()));
        loaded.script.map(|script| script.cells.options.limits)
    };
    let one = steps(1).expect("it loads");
    assert_eq!((one.steps, one.effects), (1_000_000, 100_000));
    let many = steps(1_000).expect("it loads");
    assert_eq!((many.steps, many.effects), (50_000, 1_000));
    assert!(steps(1_001).is_none(), "too many cells");
}

#[test]
fn under_the_wrong_policy_a_nested_call_sees_a_table_of_its_own() {
    let during = r#"during: [(at_ms: 50, event: Set([Extensions([(name: "late")])]))]"#;
    let source =
        "await new Promise((r) => setTimeout(r, 100)); text(await tools.update_plan({plan: []}));";
    let script = format!("Sample(lasts_ms: 10, calls: [{}], {during})", exec(0, source));
    let whole = text("", &script);
    for (policy, same) in [("Step", true), ("Turn", true), ("Call", false)] {
        let file = whole.replacen("(start", &format!("(policy: {policy}, start"), 1);
        let loaded = scenario::load(&file, "test.ron", &|_| Err(String::new()));
        let record = run(&loaded.script.expect("it loads"));
        let cell = &record.cells[0];
        assert_eq!(cell.calls[0].table == cell.table, same, "{policy}");
    }
}

#[test]
fn processes_live_across_cells_and_calls_of_the_model() {
    let start = r#"processes: [(cmd: "sh", output: [(at_ms: 5, text: "$ ")], stdin: [(output: [(at_ms: 10, text: "done")], exit: (at_ms: 20, code: 3))])]"#;
    let script = [
        sample(&[exec(
            0,
            "const r = await tools.exec_command({cmd: 'sh', tty: true, yield_time_ms: 250}); text(r.session_id + r.output);",
        )]),
        r#"Sample(lasts_ms: 10, calls: [(call: Function(name: "write_stdin", arguments: "{\"session_id\":1000,\"chars\":\"go\"}"))])"#.to_owned(),
    ];
    let record = record(&text(start, &script.join(", ")));
    assert!(record.samples[0].calls[0].output.ends_with("1000$ "));
    let output = &record.samples[1].calls[0].output;
    assert!(output.contains("Process exited with code 3") && output.ends_with("done"), "{output}");
}
