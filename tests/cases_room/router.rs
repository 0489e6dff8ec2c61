//! The frozen router: a nested call goes through the table of the sample whose worker takes it, and
//! that table never changes.

use super::room::{check, exec, record, sample, text, wait};

const FS: &str =
    r#"servers: [(name: "fs", tools: [(name: "read"), (name: "stat")], latency_ms: 50)]"#;

#[test]
fn between_samples_a_call_waits_for_the_next_worker() {
    let script = [
        sample(&[exec(
            0,
            "yield_control(); await new Promise((r) => setTimeout(r, 100)); text(await tools.update_plan({plan: []}));",
        )]),
        "Wait(490)".to_owned(),
        sample(&[wait(0, r#"{"cell_id":"1"}"#)]),
    ];
    check(
        &text("", &script.join(", ")),
        r#"
        0 exec -> 0 yielded
        500 wait -> 520 completed "{}"
        1/1 update_plan {"plan":[]}: 100 500@2 500 520 resolved {}
        cell 1 completed at 520"#,
    );
}

#[test]
fn a_call_that_was_handed_over_goes_on_after_its_sample() {
    let script = [
        sample(&[exec(
            0,
            "yield_control(); text(await tools.mcp__fs__read()); store('done', true);",
        )]),
        "Wait(490)".to_owned(),
    ];
    check(
        &text(FS, &script.join(", ")),
        r#"
        0 exec -> 0 yielded
        1/1 mcp__fs__read {}: 0 0@1 0 50 resolved {"content":[{"type":"text","text":"ok"}],"isError":false}
        cell 1 completed at 50
        stored done=true"#,
    );
}

#[test]
fn a_tool_that_vanished_is_missing_in_the_table_of_the_next_step() {
    let script = [
        sample(&[exec(
            0,
            "yield_control(); await new Promise((r) => setTimeout(r, 100)); try { await tools.mcp__fs__read() } catch (e) { text(e) }",
        )]),
        r#"Wait(40), Event(ServerRemoved("fs")), Wait(200)"#.to_owned(),
        sample(&[wait(0, r#"{"cell_id":"1"}"#)]),
    ];
    check(
        &text(FS, &script.join(", ")),
        r#"
        0 exec -> 0 yielded
        250 wait -> 250 completed "unsupported call: mcp__fsread"
        1/1 mcp__fs__read {}: 100 250@2 250 250 rejected "unsupported call: mcp__fsread"
        cell 1 completed at 250"#,
    );
}

#[test]
fn a_removed_server_stays_in_the_frozen_table_and_the_live_check_refuses() {
    let during = r#"during: [(at_ms: 50, event: ServerRemoved("fs"))]"#;
    let source = "await new Promise((r) => setTimeout(r, 100)); const r = await tools.mcp__fs__read(); text(r.isError); text(r.content[0].text);";
    let script = format!("Sample(lasts_ms: 10, calls: [{}], {during})", exec(0, source));
    check(
        &text(FS, &script),
        r#"
        0 exec -> 100 completed "true" "MCP tool `fs/read` is not available to the model"
        1/1 mcp__fs__read {}: 100 100@1 100 100 resolved {"content":[{"type":"text","text":"MCP tool `fs/read` is not available to the model"}],"isError":true}
        cell 1 completed at 100"#,
    );
}

#[test]
fn the_table_of_a_nested_call_is_the_table_of_its_step() {
    let script = [
        sample(&[exec(
            0,
            "yield_control(); for (let i = 0; i < 4; i++) { await tools.update_plan({plan: []}); await new Promise((r) => setTimeout(r, 30)); }",
        )]),
        "Event(Set([UpdatePlan(true), SleepTool(true)])), Wait(25)".to_owned(),
        sample(&[]),
        "Wait(25), Turn()".to_owned(),
        sample(&[wait(0, r#"{"cell_id":"1"}"#)]),
    ];
    let record = record(&text("", &script.join(", ")));
    let cell = &record.cells[0];
    assert_eq!(cell.calls.len(), 4);
    for call in &cell.calls {
        let step = call.step.expect("every call was dispatched");
        let plan = record.samples[step as usize - 1].plan.as_ref().expect("planned");
        assert_eq!(call.table, *plan.digest(), "tool-{}", call.call);
    }
    assert!(cell.calls.windows(2).any(|pair| pair[0].step != pair[1].step));
}

#[test]
fn the_end_of_the_session_ends_what_is_left() {
    let script = sample(&[exec(
        0,
        "text('a'); yield_control(); await tools.mcp__fs__read(); await new Promise(() => {});",
    )]);
    check(
        &text(FS, &script),
        r#"
        0 exec -> 0 yielded "a"
        1/1 mcp__fs__read {}: 0 0@1 0 10 cancelled
        cell 1 running at 10"#,
    );
}
