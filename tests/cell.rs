//! `freezeframe cell`: a text in, an exchange out, through the real program and its child process.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use expect_test::{Expect, expect};
use freezeframe::host::EngineKind;
use serde_json::Value;
use tempfile::TempDir;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_freezeframe"));
    command.args(arguments).stdin(Stdio::null()).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn folder(source: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cell.js");
    fs::write(&file, source).expect("a file");
    (folder, file)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn parts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Exit 0, nothing on standard error.
#[track_caller]
fn fine(source: &str, arguments: &[&str]) -> String {
    let (_folder, file) = folder(source);
    let mut all = vec!["cell", text(&file)];
    all.extend(arguments);
    let (code, out, err) = parts(&command(&all).output().expect("it starts"));
    assert_eq!((code, &*err), (Some(0), ""), "{out}");
    out
}

#[track_caller]
fn check(source: &str, arguments: &[&str], expected: Expect) {
    expected.assert_eq(&fine(source, arguments));
}

/// Exit 2, nothing on standard output, these words on standard error.
#[track_caller]
fn check_bad(arguments: &[&str], words: &[&str]) {
    let (code, out, err) = parts(&command(arguments).output().expect("it starts"));
    assert_eq!((code, &*out), (Some(2), ""), "{err}");
    for word in words {
        assert!(err.contains(word), "`{word}` is not in: {err}");
    }
    assert!(err.lines().count() <= 5, "one clear error: {err}");
}

#[test]
fn calls_yields_waits_and_stored_values() {
    let source = fs::read_to_string("docs/first-cell.js").expect("the cell of README");
    check(
        &source,
        &[],
        expect![[r#"
        0 ms: the model calls exec, yields after 30000 ms
          > // Two calls at once, one message back: what would have been three round trips.
          > const found = await tools.mcp__notes__find({ word: "plan" });
          > text(found.content[0].text);
          > yield_control();
          > const notes = await Promise.all(
          >   found.structuredContent.ids.map((id) => tools.mcp__notes__read({ id })),
          > );
          > for (const note of notes) text(note.content[0].text);
          > store("read", notes.length);
        300 ms: it reads (yielded)
          < Script running with cell ID 1
          < Wall time 0.3 seconds
          < Output:
          < 2 notes

        1000 ms: the model calls wait for cell 1, yields after 10000 ms
        1000 ms: it reads (completed)
          < Script completed
          < Wall time 0.0 seconds
          < Output:
          < Water the plants on Friday.
          < The plan hangs behind the door.

        cell 1: completed, began 0 ms, ended 800 ms
        nested calls
          tool-1 mcp__notes__find: resolved; issued 0 ms, started 0 ms, ended 300 ms
            > {"word":"plan"}
            < {"content":[{"type":"text","text":"2 notes"}],"structuredContent":{"ids":[3,8]}}
          tool-2 mcp__notes__read: resolved; issued 300 ms, started 300 ms, ended 500 ms
            > {"id":3}
            < {"content":[{"type":"text","text":"Water the plants on Friday."}]}
          tool-3 mcp__notes__read: resolved; issued 300 ms, started 300 ms, ended 800 ms
            > {"id":8}
            < {"content":[{"type":"text","text":"The plan hangs behind the door."}]}
        stored for later cells
          read = 2
    "#]],
    );
}

#[test]
fn a_cell_that_runs_for_ever_is_terminated() {
    check(
        "text('before');\nfor (;;);",
        &["--yield-ms", "2000"],
        expect![[r#"
        0 ms: the model calls exec, yields after 2000 ms
          > // @exec: {"yield_time_ms": 2000}
          > text('before');
          > for (;;);
        2000 ms: it reads (yielded)
          < Script running with cell ID 1
          < Wall time 2.0 seconds
          < Output:
          < before

        2000 ms: the model calls wait for cell 1, which terminates it
        2000 ms: it reads (terminated)
          < Script terminated
          < Wall time 0.0 seconds
          < Output:

        cell 1: terminated, began 0 ms, ended 2000 ms
          limit at 0 ms: steps (The script passed its bound of 1000000 steps in one turn and counts as running for ever: it yields at its deadline and has to be terminated.)
    "#]],
    );
}

#[test]
fn a_cell_that_fills_the_memory_meets_a_limit() {
    check(
        "text('before'); let s = 'x'; for (;;) s += s",
        &[],
        expect![[r#"
        0 ms: the model calls exec, yields after 30000 ms
          > text('before'); let s = 'x'; for (;;) s += s
        0 ms: it reads (failed)
          < Script failed
          < Wall time 0.0 seconds
          < Output:
          < before
          < Script error:
          < exec cell stopped: it passed its bound of 67108864 bytes of heap

        cell 1: failed, began 0 ms, ended 0 ms
          limit at 0 ms: heap (The script passed its bound of 67108864 bytes of heap: the cell has failed.)
    "#]],
    );
}

#[test]
fn waits_are_bounded_and_their_time_can_be_chosen() {
    let source =
        "let n = 0; for (;;) { text(`tick ${n++}`); await new Promise(f => setTimeout(f, 400)) }";
    let arguments = ["--yield-ms", "500", "--wait-ms", "1000", "--waits", "2"];
    check(
        source,
        &arguments,
        expect![[r#"
        0 ms: the model calls exec, yields after 500 ms
          > // @exec: {"yield_time_ms": 500}
          > let n = 0; for (;;) { text(`tick ${n++}`); await new Promise(f => setTimeout(f, 400)) }
        500 ms: it reads (yielded)
          < Script running with cell ID 1
          < Wall time 0.5 seconds
          < Output:
          < tick 0
          < tick 1

        1000 ms: the model calls wait for cell 1, yields after 1000 ms
        2000 ms: it reads (yielded)
          < Script running with cell ID 1
          < Wall time 1.0 seconds
          < Output:
          < tick 2
          < tick 3
          < tick 4

        2000 ms: the model calls wait for cell 1, yields after 1000 ms
        3000 ms: it reads (yielded)
          < Script running with cell ID 1
          < Wall time 1.0 seconds
          < Output:
          < tick 5
          < tick 6
          < tick 7

        cell 1: running, began 0 ms, cut off at 3000 ms by the end
    "#]],
    );
}

#[test]
fn a_text_that_is_no_cell_is_answered_all_the_same() {
    check(
        " \n",
        &[],
        expect![[r#"
        0 ms: the model calls exec, yields after 30000 ms
          >
        0 ms: it reads (refused)
          < exec expects raw JavaScript source text (non-empty). Provide JS only, optionally with first-line `// @exec: {"yield_time_ms": 10000, "max_output_tokens": 1000}`.

    "#]],
    );
}

#[test]
fn tools_come_from_a_scenario() {
    let scenario = r#"#![enable(implicit_some, unwrap_variant_newtypes)]
    Scenario(
        start: (
            set: [ModelToolMode(CodeModeOnly)],
            servers: [(name: "sky", tools_from: "sky.json")],
            handlers: [(tool: "mcp__sky.look", answers: [(latency_ms: 70, result: Json("{\"stars\": 3}"))])],
        ),
        script: [Turn(()), Sample(())],
    )"#;
    let (folder, file) = folder("text((await tools.mcp__sky__look({})).stars)");
    let stage = folder.path().join("stage.ron");
    fs::write(&stage, scenario).expect("a file");
    let list = r#"{"tools": [{"name": "look", "inputSchema": {"type": "object"}}]}"#;
    fs::write(folder.path().join("sky.json"), list).expect("a file");
    let arguments = ["cell", text(&file), "--tools", text(&stage)];
    let (code, out, err) = parts(&command(&arguments).output().expect("it starts"));
    assert_eq!((code, &*err), (Some(0), ""), "{out}");
    assert!(out.contains("70 ms: it reads (completed)") && out.contains("  < 3\n"), "{out}");
}

#[test]
fn a_scenario_without_exec_gets_one_and_a_note() {
    let (_folder, file) = folder("text(ALL_TOOLS.map(tool => tool.name).join())");
    let arguments = ["cell", text(&file), "--tools", "lecture-widget"];
    let (code, out, err) = parts(&command(&arguments).output().expect("it starts"));
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("< exec_command,"), "{out}");
    assert!(err.contains("CodeModeOnly"), "{err}");
}

#[test]
fn standard_input_is_a_cell_too() {
    let mut child = command(&["cell", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("a pipe").write_all(b"text(6 * 7)").expect("it reads");
    let (code, out, err) = parts(&child.wait_with_output().expect("it ends"));
    assert_eq!((code, &*err), (Some(0), ""));
    assert!(out.contains("  < 42\n"), "{out}");
}

/// Where cells run changes nothing.
#[test]
fn the_child_process_leaves_no_trace() {
    let source = fs::read_to_string("docs/first-cell.js").expect("the cell of README");
    let [hosted, here] = [&["--json"][..], &["--json", "--in-process"]].map(|arguments| {
        let trace: Value = serde_json::from_str(&fine(&source, arguments)).expect("JSON");
        trace
    });
    assert_eq!(hosted, here);
    assert_eq!(hosted["hash"].as_str().map(str::len), Some(64));
}

#[test]
fn text_for_terminals_is_harmless() {
    let out = fine("text('\\u001b[2J'); tools['\\u001b[1m'] = 1; throw '\\u009b31m'", &[]);
    assert!(!out.contains(['\u{1b}', '\u{9b}']), "{out}");
}

#[test]
fn hostile_input_is_one_clear_error() {
    check_bad(&["cell", "no-such.js"], &["no-such.js", "No such file", "`-`"]);
    check_bad(&["cell", "docs"], &["docs", "folder", "`-`"]);
    let (_folder, file) = folder(b"text(1)\n \xff");
    check_bad(&["cell", text(&file)], &["cell.js:2:2:", "0xFF", "UTF-8"]);
    let (_folder, file) = folder("x".repeat(256 * 1024 + 1));
    check_bad(&["cell", text(&file)], &["cell.js", "262144 bytes"]);
    let (_folder, file) = folder("// @exec: {\"yield_time_ms\": 5}\ntext(1)");
    check_bad(&["cell", text(&file), "--yield-ms", "5"], &["cell.js:1:", "--yield-ms"]);
    let (_folder, file) = folder("text(1)");
    check_bad(&["cell", text(&file), "--tools", "no-such"], &["no-such"]);
    check_bad(&["cell", text(&file), "--tools", "docs"], &["docs"]);
    check_bad(&["cell", text(&file), "--yield-ms", "soon"], &["--yield-ms", "soon"]);
    check_bad(&["cell", text(&file), "--waits", "101"], &["101"]);
    check_bad(&["cell", text(&file), "--engine", "spidermonkey"], &["spidermonkey", "boa"]);
    if !EngineKind::V8.is_built() {
        let words = ["no engine `v8`", "--features v8"];
        check_bad(&["cell", text(&file), "--engine", "v8"], &words);
        check_bad(&["run", "lecture-widget", "--engine", "v8"], &words);
        check_bad(&["check", "scenarios/lecture-widget.ron", "--engine", "v8"], &words);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_file_system_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    check_bad(&["cell", text(&pipe)], &["no ordinary file", "`-`"]);
    check_bad(&["cell", "/dev/zero"], &["no ordinary file"]);
}

/// The hidden command is not for people, and says so.
#[test]
fn the_child_refuses_what_is_no_frame() {
    let mut child = command(&["cell-host", "--engine", "boa"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("a pipe").write_all(b"hello there, what is this?").expect("a pipe");
    let (code, out, err) = parts(&child.wait_with_output().expect("it ends"));
    assert_eq!((code, &*out), (Some(2), ""));
    assert!(err.contains("bytes") && err.contains("for freezeframe itself"), "{err}");
}
