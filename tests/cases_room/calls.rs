//! Group B inside a session: payloads, rejections and values of nested calls.

use super::room::{check, exec, sample, text};

/// One cell that prints what `source` gives, over servers and handlers.
fn cell(start: &str, source: &str, expected: &str) {
    check(&text(start, &sample(&[exec(0, source)])), expected);
}

#[test]
fn b_02_b_03_b_04_arguments_of_functions() {
    cell(
        "",
        "for (const bad of ['s', null, [1]]) try { await tools.update_plan(bad) } catch (e) { text(e) }",
        r#"
        0 exec -> 0 completed "tool `update_plan` expects a JSON object for arguments" "tool `update_plan` expects a JSON object for arguments" "tool `update_plan` expects a JSON object for arguments"
        1/1 update_plan -: 0 0@1 - 0 rejected "tool `update_plan` expects a JSON object for arguments"
        1/2 update_plan -: 0 0@1 - 0 rejected "tool `update_plan` expects a JSON object for arguments"
        1/3 update_plan -: 0 0@1 - 0 rejected "tool `update_plan` expects a JSON object for arguments"
        cell 1 completed at 0"#,
    );
}

#[test]
fn b_08_b_09_errors_and_fatal_errors() {
    cell(
        r#"handlers: [(tool: "update_plan", answers: [(result: Error("m")), (result: Fatal("m")), (result: Dies("x"))])]"#
            .replace(", (result: Dies(\"x\"))", "").as_str(),
        "for (let i = 0; i < 2; i++) try { await tools.update_plan({plan: []}) } catch (e) { text(e) }",
        r#"
        0 exec -> 40 completed "m" "Fatal error: m"
        1/1 update_plan {"plan":[]}: 0 0@1 0 20 rejected "m"
        1/2 update_plan {"plan":[]}: 20 20@1 20 40 rejected "Fatal error: m"
        cell 1 completed at 40"#,
    );
}

#[test]
fn b_11_arguments_that_the_handler_refuses() {
    cell(
        "",
        "try { await tools.exec_command({}) } catch (e) { text(e) }",
        r#"
        0 exec -> 0 completed "failed to parse function arguments: missing field `cmd` at line 1 column 2"
        1/1 exec_command {}: 0 0@1 0 0 rejected "failed to parse function arguments: missing field `cmd` at line 1 column 2"
        cell 1 completed at 0"#,
    );
}

#[test]
fn b_15_b_16_b_17_b_18_b_19_values() {
    cell(
        r##"servers: [(name: "fs", tools: [(name: "read")])], handlers: [
            (tool: "mcp__fs.read", answers: [
                (result: Mcp(r#"{"content":[],"structuredContent":{"n":1},"isError":false,"_meta":{"x":1}}"#)),
                (result: Mcp(r#"{"content":[],"isError":true}"#)),
                (result: Unsuccessful("no")),
                (result: Content([Text("a"), Text(" "), Image("data:,I"), Text("b")])),
                (result: Json(r#"{"n":1}"#)),
            ]),
        ]"##,
        "for (let i = 0; i < 5; i++) text(await tools.mcp__fs__read()); text(await tools.update_plan({plan: []}))",
        r#"
        0 exec -> 120 completed "{\"content\":[],\"structuredContent\":{\"n\":1},\"isError\":false}" "{\"content\":[],\"isError\":true}" "{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}" "a\ndata:,I\nb" "{\"n\":1}" "{}"
        1/1 mcp__fs__read {}: 0 0@1 0 20 resolved {"content":[],"structuredContent":{"n":1},"isError":false}
        1/2 mcp__fs__read {}: 20 20@1 20 40 resolved {"content":[],"isError":true}
        1/3 mcp__fs__read {}: 40 40@1 40 60 resolved {"content":[{"type":"text","text":"no"}],"isError":true}
        1/4 mcp__fs__read {}: 60 60@1 60 80 resolved "a\ndata:,I\nb"
        1/5 mcp__fs__read {}: 80 80@1 80 100 resolved {"n":1}
        1/6 update_plan {"plan":[]}: 100 100@1 100 120 resolved {}
        cell 1 completed at 120"#,
    );
}

#[test]
fn b_20_b_21_scripted_processes() {
    cell(
        r#"processes: [(cmd: "make", output: [(at_ms: 10, text: "hi")], exit: (at_ms: 50, code: 1))]"#,
        "const r = await tools.exec_command({cmd: 'make'}); text(r.exit_code); text(r.output);",
        r#"
        0 exec -> 50 completed "1" "hi"
        1/1 exec_command {"cmd":"make"}: 0 0@1 0 50 resolved {"chunk_id":"9e3779","wall_time_seconds":0.05,"exit_code":1,"original_token_count":1,"output":"hi"}
        cell 1 completed at 50"#,
    );
}

#[test]
fn b_13_a_call_under_way_ends_with_its_cell() {
    cell(
        r#"handlers: [(tool: "update_plan", answers: [(result: Hang)], cancel_delay_ms: 30)]"#,
        "tools.update_plan({plan: []}); await new Promise((r) => setTimeout(r, 100)); text('end');",
        r#"
        0 exec -> 130 completed "end"
        1/1 update_plan {"plan":[]}: 0 0@1 0 130 cancelled
        cell 1 completed at 130"#,
    );
}

#[test]
fn hooks_apply_to_nested_calls_but_feedback_does_not_change_the_value() {
    let start = r#"handlers: [(tool: "update_plan", answers: [(result: Json("7"))])]"#;
    let whole = text(start, &sample(&[exec(0, "text(await tools.update_plan({plan: []}))")])).replace(
        "Feature(code_mode, true)",
        r#"Feature(code_mode, true), Hooks([(matches: "update_plan", feedback: "seen by the model")])"#,
    );
    check(
        &whole,
        r#"
        0 exec -> 20 completed "7"
        1/1 update_plan {"plan":[]}: 0 0@1 0 20 resolved 7
        cell 1 completed at 20"#,
    );
    let blocked = whole.replace(r#"feedback: "seen by the model""#, r#"block: "not today""#);
    check(
        &blocked,
        r#"
        0 exec -> 0 failed "Script error:\nnot today"
        1/1 update_plan {"plan":[]}: 0 0@1 0 0 rejected "not today"
        cell 1 failed at 0 "not today""#,
    );
}
