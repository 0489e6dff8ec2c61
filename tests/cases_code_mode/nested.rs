//! B: what a nested call is made of, and what comes back from it.

use freezeframe::code_mode::engine::protocol::{ImageDetail, Item};
use freezeframe::code_mode::payload::{NestedKind, NestedPayload, nested_payload};
use freezeframe::code_mode::result::{CallFailure, NO_HISTORY, ToolOutput, aborted};
use freezeframe::code_mode::unified_exec::buffer::Collected;
use freezeframe::code_mode::unified_exec::result::ProcessState;
use freezeframe::code_mode::unified_exec::{ExecCommandArgs, ExecResult};
use freezeframe::tool::ToolName;
use serde_json::{Value, json};

#[test]
fn b_01_to_b_07_arguments_become_payloads() {
    use NestedKind::{Freeform, Function};
    let rows = [
        ("B-01", Function, "weather", None, "arguments {}"),
        ("B-02", Function, "weather", Some(json!({"value": 1})), r#"arguments {"value":1}"#),
        (
            "B-03",
            Function,
            "weather",
            Some(json!("s")),
            "tool `weather` expects a JSON object for arguments",
        ),
        (
            "B-04",
            Function,
            "weather",
            Some(Value::Null),
            "tool `weather` expects a JSON object for arguments",
        ),
        (
            "an array",
            Function,
            "m__.w",
            Some(json!([1])),
            "tool `m__w` expects a JSON object for arguments",
        ),
        ("B-05", Freeform, "apply_patch", Some(json!("hello")), "input hello"),
        ("B-06", Freeform, "apply_patch", None, "tool `apply_patch` expects a string input"),
        (
            "an object",
            Freeform,
            "apply_patch",
            Some(json!({})),
            "tool `apply_patch` expects a string input",
        ),
        ("B-07", Freeform, "exec", Some(json!("text(1)")), "exec cannot invoke itself"),
        ("B-07", Function, "functions.exec", None, "exec cannot invoke itself"),
        ("another exec", Function, "mine.exec", None, "arguments {}"),
        ("key order", Function, "w", Some(json!({"b": 1, "a": 2})), r#"arguments {"b":1,"a":2}"#),
    ];
    for (id, kind, tool, input, expected) in rows {
        let tool = ToolName::parse_dotted(tool);
        let outcome = match nested_payload(&tool, kind, input.as_ref()) {
            Ok(NestedPayload::Function { arguments }) => format!("arguments {arguments}"),
            Ok(NestedPayload::Custom { input }) => format!("input {input}"),
            Err(rejection) => rejection,
        };
        assert_eq!(outcome, expected, "{id}");
    }
}

#[test]
fn b_08_to_b_13_failures_become_strings() {
    let ghost = || "ghost".into();
    let bad = ExecCommandArgs::parse("{}").expect_err("a command needs a command line");
    let rows = [
        ("B-08", CallFailure::ForModel("m".to_owned()), "m"),
        ("B-09", CallFailure::Fatal("m".to_owned()), "Fatal error: m"),
        ("B-10", CallFailure::UnknownFunction(ghost()), "unsupported call: ghost"),
        ("freeform", CallFailure::UnknownFreeform(ghost()), "unsupported custom tool call: ghost"),
        (
            "payload kind",
            CallFailure::IncompatiblePayload(ghost()),
            "Fatal error: tool ghost invoked with incompatible payload",
        ),
        (
            "B-11",
            CallFailure::ForModel(bad),
            "failed to parse function arguments: missing field `cmd` at line 1 column 2",
        ),
        ("B-12", CallFailure::NoDelegate, "code mode nested tools are unavailable"),
        ("B-13", CallFailure::Cancelled, "code mode nested tool call cancelled"),
        ("panic", CallFailure::Panicked, "code mode tool task panicked"),
        ("queue", CallFailure::Unavailable, "code mode nested tool dispatcher is unavailable"),
        ("worker", CallFailure::Stopped, "code mode nested tool dispatcher stopped"),
    ];
    for (id, failure, expected) in rows {
        assert_eq!(failure.rejection(), expected, "{id}");
    }
}

fn shell(code: i32) -> ToolOutput {
    let output = Collected { text: "hi".to_owned(), omitted: 0, bytes: 2 };
    ToolOutput::Shell(ExecResult {
        chunk_id: "00000a".to_owned(),
        wall_ms: 1_250,
        state: ProcessState::Exited(code),
        output,
        max_output_tokens: None,
    })
}

#[test]
fn b_14_to_b_22_outputs_become_values() {
    let image = |url: &str| Item::Image { url: url.to_owned(), detail: ImageDetail::High };
    let mixed = vec![Item::text("a"), Item::text(" \n"), image("data:,I"), Item::text("b")];
    let picture = |detail| ToolOutput::Picture { url: "data:,p".to_owned(), detail };
    let drawing = |hint: Option<&str>| ToolOutput::Drawing {
        url: "data:,d".to_owned(),
        output_hint: hint.map(str::to_owned),
    };
    let result = |is_error: bool| {
        ToolOutput::Mcp(json!({
            "_meta": {"k": 1},
            "content": [{"type": "text", "text": "t", "_meta": {}}],
            "structuredContent": {"n": 1},
            "isError": is_error,
        }))
    };
    let seen = r#"{"content":[{"type":"text","text":"t","_meta":{}}],"structuredContent":{"n":1},"isError":"#;
    let ran = |code: i32| {
        format!(
            r#"{{"chunk_id":"00000a","wall_time_seconds":1.25,"exit_code":{code},"original_token_count":1,"output":"hi"}}"#
        )
    };
    let rows = [
        ("B-14", ToolOutput::Text("ok".into()), r#""ok""#.to_owned()),
        ("B-15", ToolOutput::Content(mixed), r#""a\ndata:,I\nb""#.to_owned()),
        ("B-16", ToolOutput::Json(json!({"n": 1})), r#"{"n":1}"#.to_owned()),
        ("B-17", result(false), format!("{seen}false}}")),
        ("B-18", result(true), format!("{seen}true}}")),
        (
            "MCP without content",
            ToolOutput::Mcp(json!({"isError": null})),
            r#"{"content":[]}"#.to_owned(),
        ),
        ("B-19", ToolOutput::Done, "{}".to_owned()),
        ("B-20", shell(0), ran(0)),
        ("B-21", shell(1), ran(1)),
        (
            "B-22",
            picture(Some(ImageDetail::High)),
            r#"{"image_url":"data:,p","detail":"high"}"#.to_owned(),
        ),
        ("B-22", picture(None), r#"{"image_url":"data:,p"}"#.to_owned()),
        ("drawing", drawing(None), r#"{"image_url":"data:,d"}"#.to_owned()),
        ("hint", drawing(Some("h")), r#"{"image_url":"data:,d","output_hint":"h"}"#.to_owned()),
        ("search", ToolOutput::Found(vec![json!({"name": "a"})]), r#"[{"name":"a"}]"#.to_owned()),
        ("tokens", ToolOutput::TokensLeft(Some(5)), r#"{"tokens_left":5}"#.to_owned()),
        ("time", ToolOutput::CurrentTime("t".to_owned()), r#"{"current_time":"t"}"#.to_owned()),
        ("history", ToolOutput::HistoryNotes, format!("{NO_HISTORY:?}")),
    ];
    for (id, output, expected) in rows {
        assert_eq!(output.value().to_string(), expected, "{id}");
    }
}

#[test]
fn an_aborted_call_resolves_with_a_text() {
    assert_eq!(aborted("apply_patch", 1_260), "aborted by user after 1.3s");
    assert_eq!(aborted("exec_command", 0), "Wall time: 0.1 seconds\naborted by user");
}
