//! Expectations of a scenario against a trace: mismatches in words.

mod common;

use common::{caption, record_of};
use expect_test::{Expect, expect};
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::scenario::expect::compare;
use freezeframe::scenario::file::*;
use freezeframe::session::record::{CallRecord, CallStatus};
use freezeframe::tool::ToolName;
use freezeframe::trace::{Head, Trace};

/// The fixture once, with one failed call.
fn trace() -> Trace {
    let mut record = record_of([PlanInputs::fixture()]);
    record.samples[0].calls = vec![CallRecord {
        call: 1,
        id: "call_1_1".into(),
        tool: ToolName::plain("tool_search"),
        arguments: "{}".into(),
        issued_ms: 0,
        started_ms: None,
        finished_ms: 0,
        parallel: true,
        lifecycle: None,
        status: CallStatus::Unsupported,
        output: "unsupported call: tool_search".into(),
        decisions: vec![],
        loaded: vec![(ToolName::plain("a"), 1.0), (ToolName::plain("b"), 0.5)],
        tie_cut: None,
        table: "".into(),
    }];
    Trace::new(Head { title: caption("t"), ..Head::default() }, record)
}

fn check(expect: ExpectFile, mismatches: Expect) {
    let found: Vec<String> = compare(&trace(), &expect).iter().map(ToString::to_string).collect();
    mismatches.assert_eq(&found.join("\n").replace(&*trace().hash, "HASH"));
}

fn check_sample(expect: ExpectSampleFile, mismatches: Expect) {
    check(ExpectFile { samples: vec![expect], ..ExpectFile::default() }, mismatches);
}

fn step_1() -> ExpectSampleFile {
    ExpectSampleFile { step: 1, ..ExpectSampleFile::default() }
}

fn names(list: &str) -> Vec<String> {
    list.split_whitespace().map(str::to_owned).collect()
}

const VISIBLE: &str = "exec_command write_stdin update_plan request_user_input view_image \
    multi_agent_v1.close_agent multi_agent_v1.resume_agent multi_agent_v1.send_input \
    multi_agent_v1.spawn_agent multi_agent_v1.wait_agent web_search";

#[test]
fn what_came_as_expected_says_nothing() {
    check(ExpectFile::default(), expect![""]);
    check_sample(
        ExpectSampleFile {
            visible: Some(names(VISIBLE)),
            visible_has: names("web_search"),
            visible_lacks: names("tool_search"),
            deferred: Some(vec![]),
            hidden: Some(vec![]),
            absent_has: names("tool_search clock.sleep"),
            orphans: Some(vec![]),
            wire: vec![
                wire("exec_command", r#"{"type":"function","parameters":{"required":["cmd"]}}"#),
                wire("multi_agent_v1", r#"{"type":"namespace"}"#),
                wire("multi_agent_v1.wait_agent", r#"{"strict":false}"#),
                wire("web_search", "{}"),
            ],
            calls: vec![ExpectCallFile {
                call: 1,
                status: Some(CallStatusFile::Unsupported),
                output_has: Some(String::from("unsupported call")),
                loaded: Some(names("a b")),
            }],
            ..step_1()
        },
        expect![""],
    );
}

#[test]
fn lists_name_the_nearest_difference() {
    let mut visible = names(VISIBLE);
    visible[0] = String::from("exec_comand");
    check_sample(
        ExpectSampleFile { visible: Some(visible), ..step_1() },
        expect![[r#"
            step 1: visible: expected 11 names, came 11
                missing:    exec_comand (nearest that came: exec_command)
                unexpected: exec_command"#]],
    );
    let mut visible = names(VISIBLE);
    visible.swap(1, 2);
    check_sample(
        ExpectSampleFile { visible: Some(visible), ..step_1() },
        expect![[r#"
            step 1: visible: expected 11 names, came 11
                order: place 2 has write_stdin, expected update_plan"#]],
    );
    check_sample(
        ExpectSampleFile {
            visible_has: names("view_imagee"),
            visible_lacks: names("web_search"),
            deferred_has: names("x"),
            absent_has: names("web_search clock.slep"),
            ..step_1()
        },
        expect![[r#"
            step 1: visible lacks view_imagee
                nearest: view_image
            step 1: visible has web_search, which must not be there
            step 1: deferred lacks x
            step 1: absent lacks web_search: it is visible
            step 1: absent lacks clock.slep: no source could offer it
                nearest: clock.sleep"#]],
    );
}

fn wire(tool: &str, has: &str) -> ExpectWireFile {
    ExpectWireFile { tool: tool.to_owned(), has: has.to_owned() }
}

#[test]
fn wire_pieces_are_found_at_any_depth() {
    check_sample(
        ExpectSampleFile {
            wire: vec![
                wire("exec_command", r#"{"parameters":{"required":["cmd","x"]}}"#),
                wire("exec_command", r#"{"parameters":{"nothing":1}}"#),
                wire("exec_command", "{"),
                wire("exec_comman", "{}"),
            ],
            ..step_1()
        },
        expect![[r#"
            step 1: wire of exec_command differs at $.parameters.required
                expected: ["cmd","x"]
                came:     ["cmd"]
            step 1: wire of exec_command differs at $.parameters.nothing
                expected: 1
                came:     nothing
            step 1: wire of exec_command: not JSON: EOF while parsing an object at line 1 column 1
            step 1: wire of exec_comman: it is not in the request
                nearest: exec_command"#]],
    );
}

#[test]
fn calls_steps_errors_and_the_whole_are_compared() {
    let call = |call| ExpectCallFile { call, ..ExpectCallFile::default() };
    check(
        ExpectFile {
            hash: Some(String::from("00")),
            samples: vec![
                ExpectSampleFile {
                    calls: vec![
                        ExpectCallFile {
                            status: Some(CallStatusFile::Ok),
                            output_has: Some(String::from("fine")),
                            loaded: Some(names("b a")),
                            ..call(1)
                        },
                        call(2),
                    ],
                    ..step_1()
                },
                ExpectSampleFile { step: 2, ..step_1() },
                ExpectSampleFile { error: Some(String::from("duplicate tool: x")), ..step_1() },
            ],
            anomalies: Some(ExpectAnomaliesFile { split_tables: 1, ..Default::default() }),
            ..ExpectFile::default()
        },
        expect![[r#"
            hash differs
                expected: 00
                came:     HASH
            step 1: status of call 1 differs
                expected: ok
                came:     unsupported
            step 1: output of call 1 lacks a piece
                expected: fine
                came:     unsupported call: tool_search
            step 1: loaded by call 1: expected 2 names, came 2
                order: place 1 has a, expected b
            step 1: there is no call 2; the sample has 1
            step 2: there is no such step; the run has 1
            step 1: the capture was expected to fail
                expected: duplicate tool: x
            anomalies differs
                expected: called_not_advertised 0, advertised_but_gone 0, split_tables 1
                came:     called_not_advertised 0, advertised_but_gone 0, split_tables 0"#]],
    );
}
