//! Group Q: the parallel gate of nested calls.

use super::room::{Tool, check, exec, sample, text, tools};

/// One cell over these tools; its nested calls, as `show` writes them.
fn gate(list: &[Tool], source: &str, expected: &str) {
    let start = tools(list);
    let script = sample(&[exec(0, &format!("// @exec: {{\"yield_time_ms\": 8000}}\n{source}"))]);
    let whole = text("", &script);
    let whole = whole.replace("set: [Feature(code_mode, true)], ", &start);
    check(&whole, expected);
}

const fn tool(name: &'static str, parallel: bool, answers: &'static str) -> Tool {
    Tool(name, parallel, answers)
}

#[test]
fn q_01_parallel_calls_overlap() {
    gate(
        &[
            tool("p1", true, r#"(latency_ms: 300, result: Ok("p1"))"#),
            tool("p2", true, r#"(latency_ms: 100, result: Ok("p2"))"#),
            tool("p3", true, r#"(latency_ms: 200, result: Ok("p3"))"#),
        ],
        "text(await Promise.all([tools.p1({}), tools.p2({}), tools.p3({})]));",
        r#"
        0 exec -> 300 completed "[\"p1\",\"p2\",\"p3\"]"
        1/1 p1 {}: 0 0@1 0 300 resolved "p1"
        1/2 p2 {}: 0 0@1 0 100 resolved "p2"
        1/3 p3 {}: 0 0@1 0 200 resolved "p3"
        cell 1 completed at 300"#,
    );
}

#[test]
fn q_02_serial_calls_run_one_after_another() {
    gate(
        &[
            tool("s1", false, r#"(latency_ms: 300, result: Ok("s1"))"#),
            tool("s2", false, r#"(latency_ms: 100, result: Ok("s2"))"#),
            tool("s3", false, r#"(latency_ms: 200, result: Ok("s3"))"#),
        ],
        "text(await Promise.all([tools.s1({}), tools.s2({}), tools.s3({})]));",
        r#"
        0 exec -> 600 completed "[\"s1\",\"s2\",\"s3\"]"
        1/1 s1 {}: 0 0@1 0 300 resolved "s1"
        1/2 s2 {}: 0 0@1 300 400 resolved "s2"
        1/3 s3 {}: 0 0@1 400 600 resolved "s3"
        cell 1 completed at 600"#,
    );
}

#[test]
fn q_03_a_waiting_serial_call_holds_back_later_parallel_ones() {
    gate(
        &[
            tool("p", true, r#"(latency_ms: 300, result: Ok("p"))"#),
            tool("s", false, r#"(latency_ms: 100, result: Ok("s"))"#),
            tool("q", true, r#"(latency_ms: 50, result: Ok("q"))"#),
        ],
        "await Promise.all([tools.p({}), tools.s({}), tools.q({})]);\ntext(\"done\");",
        r#"
        0 exec -> 450 completed "done"
        1/1 p {}: 0 0@1 0 300 resolved "p"
        1/2 s {}: 0 0@1 300 400 resolved "s"
        1/3 q {}: 0 0@1 400 450 resolved "q"
        cell 1 completed at 450"#,
    );
}

#[test]
fn q_04_awaiting_in_a_loop_is_serial() {
    gate(
        &[tool("p", true, r#"(latency_ms: 100, result: Ok("p"))"#)],
        "for (let i = 0; i < 3; i++) await tools.p({ i });\ntext(\"done\");",
        r#"
        0 exec -> 300 completed "done"
        1/1 p {"i":0}: 0 0@1 0 100 resolved "p"
        1/2 p {"i":1}: 100 100@1 100 200 resolved "p"
        1/3 p {"i":2}: 200 200@1 200 300 resolved "p"
        cell 1 completed at 300"#,
    );
}
