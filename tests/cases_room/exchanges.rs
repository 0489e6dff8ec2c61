//! Group W inside a session: what the model reads, and when.

use super::room::{check, exec, record, sample, text, wait};

const SLOW: &str =
    r#"handlers: [(tool: "update_plan", answers: [(latency_ms: 2000, result: Json("1"))])]"#;

#[test]
fn w_05_yield_then_wait() {
    let script = [
        sample(&[exec(
            0,
            "// @exec: {\"yield_time_ms\": 200}\ntext(\"a\");\nawait new Promise((r) => setTimeout(r, 2000)); text(\"v\");",
        )]),
        "Wait(800)".to_owned(),
        sample(&[wait(0, r#"{"cell_id":"1"}"#)]),
    ];
    check(
        &text("", &script.join(", ")),
        r#"
        0 exec -> 200 yielded "a"
        1000 wait -> 2000 completed "v"
        cell 1 completed at 2000"#,
    );
}

#[test]
fn w_06_terminate_through_wait() {
    let script = [
        sample(&[exec(0, "// @exec: {\"yield_time_ms\": 100}\nawait new Promise(() => {});")]),
        "Wait(100)".to_owned(),
        sample(&[wait(0, r#"{"cell_id":"1","terminate":true}"#)]),
    ];
    check(
        &text("", &script.join(", ")),
        "
        0 exec -> 100 yielded
        200 terminate -> 200 terminated
        cell 1 terminated at 200",
    );
}

#[test]
fn w_07_w_09_w_10_refusals_and_missing_cells() {
    let script = sample(&[
        wait(0, r#"{"cell_id":"999"}"#),
        wait(0, "{}"),
        exec(0, "  \n "),
        exec(0, "// @exec: {\"foo\": 1}\ntext(1);"),
    ]);
    check(
        &text("", &script),
        r#"
        0 wait -> 0 missing "Script error:\nexec cell 999 not found"
        0 wait -> 0 refused "failed to parse function arguments: missing field `cell_id` at line 1 column 2"
        0 exec -> 0 refused "exec expects raw JavaScript source text (non-empty). Provide JS only, optionally with first-line `// @exec: {\"yield_time_ms\": 10000, \"max_output_tokens\": 1000}`."
        0 exec -> 0 refused "exec pragma only supports `yield_time_ms` and `max_output_tokens`; got `foo`""#,
    );
}

#[test]
fn w_13_the_default_yield_is_30_seconds_and_the_grace_second() {
    let script = sample(&[exec(0, "await new Promise(() => {});")]);
    check(
        &text("", &script),
        "
        0 exec -> 31000 yielded
        cell 1 running at 31000",
    );
}

#[test]
fn w_16_a_notification_is_an_extra_output_of_the_running_turn() {
    let script = [sample(&[exec(0, "notify(\"m\"); text(\"done\");")]), sample(&[])];
    check(
        &text("", &script.join(", ")),
        r#"
        0 exec -> 0 completed "done"
        1#1 delivered "m" step 2
        cell 1 completed at 0"#,
    );
}

#[test]
fn a_notification_that_outlives_its_turn_is_only_logged() {
    let script = [
        sample(&[exec(
            0,
            "yield_control(); await new Promise((r) => setTimeout(r, 5)); notify(\"m\");",
        )]),
        "Wait(500)".to_owned(),
    ];
    check(
        &text("cells: (notify_latency_ms: 100)", &script.join(", ")),
        r#"
        0 exec -> 0 yielded
        1#1 no_turn "m" nobody
        cell 1 completed at 105"#,
    );
}

#[test]
fn the_direct_gate_lets_a_wait_in_when_its_exec_has_answered() {
    let script = sample(&[
        exec(0, "// @exec: {\"yield_time_ms\": 300}\ntext(await tools.update_plan({plan: []}));"),
        wait(5, r#"{"cell_id":"1","yield_time_ms":5000}"#),
    ]);
    check(
        &text(SLOW, &script),
        r#"
        0 exec -> 300 yielded
        300 wait -> 2000 completed "1"
        1/1 update_plan {"plan":[]}: 0 0@1 0 2000 resolved 1
        cell 1 completed at 2000"#,
    );
}

#[test]
fn an_interrupted_exec_leaves_its_cell_running() {
    let call = r#"(call: Custom(name: "exec", input: "await new Promise((r) => setTimeout(r, 500)); store('k', 1);"), cancelled_after_ms: 100)"#;
    let script = format!("Sample(lasts_ms: 10, calls: [{call}]), Wait(1000)");
    check(
        &text("", &script),
        "
        0 exec -> never gave_up
        cell 1 completed at 500
        stored k=1",
    );
    let interrupt = text("", &script).replace(
        "Feature(code_mode, true)",
        "Feature(code_mode, true), Feature(code_mode_interrupt, true)",
    );
    check(
        &interrupt,
        "
        0 exec -> never gave_up
        cell 1 terminated at 100",
    );
}

#[test]
fn a_scripted_result_stands_for_the_cell() {
    let call = r#"(call: Custom(name: "exec", input: "text(1)"), result: Ok("Script completed"))"#;
    let record = record(&text("", &format!("Sample(lasts_ms: 10, calls: [{call}])")));
    assert!(record.cells.is_empty() && record.strays.is_empty());
    assert_eq!(&*record.samples[0].calls[0].output, "Script completed");
}

#[test]
fn x_08_code_mode_only_without_its_host_fails_closed() {
    let whole = text("", &sample(&[exec(0, "text(1)"), exec(0, " "), wait(0, "{}")])).replace(
        "Feature(code_mode, true)",
        "Feature(code_mode_only, true), CodeModeService(false)",
    );
    check(
        &whole,
        r#"
        0 exec -> 0 refused "failed to spawn code-mode host codex-code-mode-host: No such file or directory (os error 2)"
        0 exec -> 0 refused "exec expects raw JavaScript source text (non-empty). Provide JS only, optionally with first-line `// @exec: {\"yield_time_ms\": 10000, \"max_output_tokens\": 1000}`."
        0 wait -> 0 refused "failed to parse function arguments: missing field `cell_id` at line 1 column 2""#,
    );
}
