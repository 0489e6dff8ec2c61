//! The process that cells run in is lost, and engines that do not start: what the model is told.

use super::room::{check, exec, record, sample, text, wait};

const LOST: &str = "Event(CodeModeHostLost)";

#[test]
fn open_calls_fail_and_the_next_exec_connects_anew() {
    let script = [
        sample(&[exec(
            0,
            "// @exec: {\"yield_time_ms\": 5}\ntext(\"a\"); store(\"k\", 1); await tools.update_plan({ plan: [] });",
        )]),
        format!(
            "Sample(lasts_ms: 60, calls: [{}, {}], during: [(at_ms: 20, event: CodeModeHostLost)])",
            wait(0, r#"{"cell_id":"1"}"#),
            wait(30, r#"{"cell_id":"1"}"#)
        ),
        sample(&[
            exec(0, "text(load(\"k\")); store(\"n\", 2);"),
            wait(0, r#"{"cell_id":"1"}"#),
            wait(0, r#"{"cell_id":"1","terminate":true}"#),
            wait(0, r#"{"cell_id":"g2:9"}"#),
        ]),
        LOST.to_owned(),
        LOST.to_owned(),
        sample(&[exec(0, "text(\"again\");"), wait(0, r#"{"cell_id":"g2:1"}"#)]),
    ];
    let start =
        r#"handlers: [(tool: "update_plan", answers: [(result: Hang)], cancel_delay_ms: 40)]"#;
    check(
        &text(start, &script.join(", ")),
        r#"
        0 exec -> 5 yielded "a"
        10 wait -> 30 refused "code-mode host closed its stdout"
        40 wait -> 40 refused "cell 1 belongs to a stale code-mode host generation"
        70 exec -> 70 completed "undefined"
        70 wait -> 70 refused "cell 1 belongs to a stale code-mode host generation"
        70 terminate -> 70 refused "cell 1 belongs to a stale code-mode host generation"
        70 wait -> 70 missing "Script error:\nexec cell g2:9 not found"
        80 exec -> 80 completed "again"
        80 wait -> 80 refused "cell g2:1 belongs to a stale code-mode host generation"
        1/1 update_plan {"plan":[]}: 0 0@1 0 70 cancelled
        cell 1 lost at 30
        cell g2:1 completed at 70
        cell g3:1 completed at 80"#,
    );
}

#[test]
fn what_was_stored_is_gone_with_the_host() {
    let script = [
        sample(&[exec(0, "store(\"k\", 1);")]),
        LOST.to_owned(),
        sample(&[exec(0, "text(String(load(\"k\"))); store(\"n\", 2);")]),
    ];
    check(
        &text("", &script.join(", ")),
        r#"
        0 exec -> 0 completed
        10 exec -> 10 completed "undefined"
        cell 1 completed at 0
        cell g2:1 completed at 10
        stored n=2"#,
    );
}

#[test]
fn a_result_that_nobody_had_asked_for_is_lost() {
    let script = [
        sample(&[exec(0, "// @exec: {\"yield_time_ms\": 0}\ntext(\"done\");")]),
        LOST.to_owned(),
        sample(&[wait(0, r#"{"cell_id":"1"}"#)]),
    ];
    check(
        &text("", &script.join(", ")),
        r#"
        0 exec -> 0 yielded
        10 wait -> 10 refused "cell 1 belongs to a stale code-mode host generation"
        cell 1 completed at 0"#,
    );
}

#[test]
fn calls_and_notifications_in_the_queue_go_with_the_host() {
    let script = [
        sample(&[exec(
            0,
            "// @exec: {\"yield_time_ms\": 1}\nawait new Promise((r) => setTimeout(r, 30));\ntools.update_plan({}); notify(\"n\"); await new Promise(() => {});",
        )]),
        "Wait(40)".to_owned(),
        LOST.to_owned(),
        sample(&[]),
    ];
    check(
        &text("", &script.join(", ")),
        r#"
        0 exec -> 1 yielded
        1/1 update_plan -: 30 -@- - 50 cancelled
        1#1 cancelled "n" nobody
        cell 1 lost at 50"#,
    );
}

#[test]
fn a_host_that_does_not_run_cannot_be_lost() {
    let script = [LOST.to_owned(), sample(&[exec(0, "text(\"a\");")])];
    check(
        &text("", &script.join(", ")),
        r#"
        0 exec -> 0 completed "a"
        cell 1 completed at 0"#,
    );
    let record = record(&text("", &format!("{LOST}, {}", sample(&[]))));
    assert!(format!("{:?}", record.events).contains("No engine host is running"), "no reason");
}

#[test]
fn an_engine_that_does_not_start_uses_up_an_id() {
    let script = sample(&[
        exec(0, "text(\"a\");"),
        exec(0, "text(\"b\");"),
        exec(0, "  "),
        exec(0, "text(\"c\");"),
        wait(0, r#"{"cell_id":"1"}"#),
    ]);
    check(
        &text("cells: (failing_starts: [1, 3])", &script),
        r#"
        0 exec -> 0 refused "failed to initialize code mode runtime"
        0 exec -> 0 completed "b"
        0 exec -> 0 refused "exec expects raw JavaScript source text (non-empty). Provide JS only, optionally with first-line `// @exec: {\"yield_time_ms\": 10000, \"max_output_tokens\": 1000}`."
        0 exec -> 0 refused "failed to initialize code mode runtime"
        0 wait -> 0 missing "Script error:\nexec cell 1 not found"
        cell 2 completed at 0"#,
    );
}
