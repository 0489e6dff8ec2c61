//! The command line as other programs meet it: arguments in; exit code, output and errors out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The smallest scenario that takes a sample.
const SMALL: &str = r#"Scenario(
    format: 1,
    title: (en: "Small", ko: "작은 것"),
    script: [Turn(()), Sample(())],
)
"#;

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_freezeframe"));
    command.args(args).stdin(Stdio::null());
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command
}

/// What a run gave.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

fn run(args: &[&str]) -> Ran {
    command(args).output().expect("the program starts").into()
}

/// Exit 0, this on standard output, nothing on standard error.
fn fine(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{args:?}: {}", ran.out);
    ran.out
}

/// Exit 2, nothing on standard output, these words on standard error.
fn check_bad(args: &[&str], words: &[&str]) {
    let ran = run(args);
    assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{args:?}: {}", ran.err);
    for word in words {
        assert!(ran.err.contains(word), "`{word}` is not in: {}", ran.err);
    }
    assert!(!ran.err.contains('\u{1b}'), "{}", ran.err);
}

/// A folder with one file.
fn folder(name: &str, content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    fs::write(&file, content).expect("a file");
    (folder, file)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn run_writes_the_contract_as_json() {
    let trace: Value =
        serde_json::from_str(&fine(&["run", "lecture-widget", "--format", "json"])).expect("JSON");
    assert_eq!(trace["hash"].as_str().map(str::len), Some(64));
    let samples = trace["samples"].as_array().expect("samples");
    assert!(samples.len() > 1);
    for (index, sample) in samples.iter().enumerate() {
        assert_eq!(sample["step"], index as u64 + 1);
        for number in ["turn", "virtual_ms", "chars", "tokens"] {
            assert!(sample[number].is_u64(), "{number}");
        }
        for list in ["visible", "deferred", "hidden", "absent", "tools", "calls"] {
            assert!(sample[list].is_array(), "{list}");
        }
        for absent in sample["absent"].as_array().expect("a list") {
            for word in ["tool", "rule", "reason"] {
                assert!(absent[word].as_str().is_some_and(|word| !word.is_empty()), "{absent}");
            }
        }
        for call in sample["calls"].as_array().expect("a list") {
            for word in ["tool", "status", "output"] {
                assert!(call[word].is_string(), "{call}");
            }
        }
    }
    assert_eq!(samples[0]["visible"][0], "exec_command");
    assert_eq!(samples[0]["tools"][0]["name"], "exec_command");
    let step: Value =
        serde_json::from_str(&fine(&["run", "lecture-widget", "--format", "json", "--step", "2"]))
            .expect("JSON");
    assert_eq!(step, samples[1]);
}

#[test]
fn run_writes_text_of_the_whole_or_of_a_step() {
    let whole = fine(&["run", "lecture-widget"]);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/lecture-widget.trace.txt");
    assert_eq!(whole, fs::read_to_string(golden).expect("the golden trace"));
    let step = fine(&["run", "lecture-widget.ron", "--step", "2"]);
    assert!(step.contains("-- step 2 --") && !step.contains("-- step 1 --"), "{step}");
}

#[test]
fn run_takes_another_policy() {
    for policy in ["step", "turn", "call"] {
        let text = fine(&["run", "lecture-freeze-connect", "--policy", policy]);
        assert!(text.contains(&format!("policy    {policy}\n")), "{text}");
    }
    let own = fine(&["run", "lecture-freeze-connect", "--policy", "step"]);
    assert_eq!(own, fine(&["run", "lecture-freeze-connect"]));
    assert_ne!(own, fine(&["run", "lecture-freeze-connect", "--policy", "turn"]));
}

#[test]
fn why_tells_the_chain_and_the_switches_in_both_languages() {
    let english = fine(&["why", "lecture-freeze-connect", "--step", "1", "clock.curr_time"]);
    for words in [
        "clock.curr_time, step 1: absent\n",
        "the feature current_time_reminder is off",
        "codex-rs/",
        "Feature(current_time_reminder, true)",
    ] {
        assert!(english.contains(words), "`{words}` is not in: {english}");
    }
    let korean =
        fine(&["why", "lecture-freeze-connect", "--step", "1", "clock.curr_time", "--lang", "ko"]);
    assert!(korean.contains("결정한 규칙") && korean.contains("켜기"), "{korean}");
}

#[test]
fn check_compares_blesses_and_reports() {
    let (folder, file) = folder("small.ron", SMALL);
    let golden = folder.path().join("small.trace.txt");
    let junit = folder.path().join("junit.xml");
    let here = text(folder.path());

    let ran = run(&["check", here]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("small.trace.txt is missing"), "{}", ran.out);

    assert!(fine(&["check", here, "--bless"]).contains("(1 blessed)"));
    assert!(fine(&["check", here]).contains("1 ok, 0 failed"));
    assert!(fine(&["check", text(&file)]).contains("1 ok, 0 failed"));

    let blessed = fs::read_to_string(&golden).expect("it was written");
    assert_eq!(blessed, fine(&["run", text(&file)]));
    fs::write(&golden, blessed.replace('\n', "\r\n")).expect("written");
    assert!(fine(&["check", here]).contains("1 ok"));
    fs::write(&golden, blessed.replace("exec_command", "exec_other")).expect("written");
    let ran = run(&["check", here, "--junit", text(&junit)]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("-      1 exec_other"), "{}", ran.out);
    assert!(ran.out.contains("+      1 exec_command"), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}'), "{}", ran.out);
    let report = fs::read_to_string(&junit).expect("the report");
    assert!(report.contains("tests=\"1\"") && report.contains("<failure"), "{report}");

    fs::write(&golden, &blessed).expect("written");
    fs::write(folder.path().join("lost.trace.txt"), "").expect("written");
    let ran = run(&["check", here]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(
        ran.out.contains("lost.trace.txt\n    a golden trace without a scenario"),
        "{}",
        ran.out
    );
}

#[test]
fn check_compares_expectations() {
    let expecting = SMALL.replace(
        "\n)\n",
        "\n    expect: (samples: [(step: 1, visible_has: [\"exec_comand\"])]),\n)\n",
    );
    let (folder, _) = folder("small.ron", expecting);
    let ran = run(&["check", "--bless", text(folder.path())]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("step 1: visible lacks exec_comand"), "{}", ran.out);
    assert!(ran.out.contains("nearest: exec_command"), "{}", ran.out);
}

#[test]
fn check_goes_on_behind_an_unusable_file() {
    let (folder, _) = folder("a.ron", "Scenario(");
    fs::write(folder.path().join("b.ron"), SMALL).expect("written");
    let ran = run(&["check", "--bless", text(folder.path())]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(ran.out.contains("1 ok, 0 failed, 1 unusable"), "{}", ran.out);
    assert!(ran.err.contains("a.ron:1:"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn check_reports_a_link_that_leads_nowhere() {
    let (folder, _) = folder("a.ron", SMALL);
    fine(&["check", "--bless", text(folder.path())]);
    // An editor's lock.
    std::os::unix::fs::symlink("me@host.1", folder.path().join(".#a.ron")).expect("a link");
    fine(&["check", text(folder.path())]);
    std::os::unix::fs::symlink("gone.ron", folder.path().join("b.ron")).expect("a link");
    let ran = run(&["check", text(folder.path())]);
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    assert!(ran.out.contains("1 ok, 0 failed, 1 unusable"), "{}", ran.out);
    check_bad(&["check", "/dev/null"], &["/dev/null: neither a file nor a folder"]);
}

#[test]
fn the_pack_keeps_its_golden_traces() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    assert!(fine(&["check", text(&scenarios)]).contains(" 0 failed, 0 unusable"));
}

#[test]
fn bad_input_is_exit_2_and_nothing_on_standard_output() {
    check_bad(&["nonsense"], &["nonsense"]);
    check_bad(&["run"], &["FILE"]);
    check_bad(&["run", "lecture-widgte"], &["no file", "nearest: lecture-widget"]);
    check_bad(&["run", "lecture-widget", "--policy", "never"], &["never"]);
    check_bad(&["run", "lecture-widget", "--step", "0"], &["there is no step 0"]);
    check_bad(&["run", "lecture-widget", "--step", "99"], &["there is no step 99"]);
    check_bad(&["run", "lecture-widget", "--step", "-1"], &["-1", "counted from 1"]);
    check_bad(&["why", "lecture-widget", "--step", "-1", "x"], &["-1", "counted from 1"]);
    check_bad(&["app", "lecture-widget", "--at", "1.5"], &["1.5", "virtual ms"]);
    check_bad(&["cell", "docs/first-cell.js", "--yield-ms", "-1"], &["-1", "virtual ms"]);
    check_bad(&["run", env!("CARGO_MANIFEST_DIR")], &["is a folder"]);
    check_bad(&["why", "lecture-widget", "--step", "9", "exec_command"], &["no step 9"]);
    check_bad(&["why", "lecture-widget", "--step", "1", "exec_comand"], &["exec_command"]);
    check_bad(&["app", "lecture-widget", "--step", "99"], &["there is no step 99"]);
    check_bad(&["check", "/nowhere"], &["/nowhere: no such file"]);
    let empty = tempfile::tempdir().expect("a folder");
    check_bad(&["check", text(empty.path())], &["no scenario below it"]);
}

/// A pipe that nobody writes to would be waited for without end.
#[test]
fn what_is_no_file_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.ron");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for args in [
        &["run", text(&pipe)][..],
        &["why", text(&pipe), "--step", "1", "x"],
        &["fmt", text(&pipe)],
        &["app", text(&pipe)],
        &["cell", "docs/first-cell.js", "--tools", text(&pipe)],
    ] {
        check_bad(args, &["no ordinary file"]);
    }
    let list = "(start: (servers: [(name: \"s\", tools_from: Some(\"list.json\"))]))";
    fs::write(folder.path().join("a.ron"), list).expect("a file");
    fs::rename(&pipe, folder.path().join("list.json")).expect("it moves");
    check_bad(&["run", text(&folder.path().join("a.ron"))], &["no such file"]);
}

#[test]
fn hostile_files_are_problems_with_places() {
    let big = vec![b' '; 8 * 1024 * 1024 + 1];
    let deep = "(".repeat(100_000);
    let rows: [(&str, &[u8], &str); 9] = [
        ("empty", b"", "error"),
        ("binary", b"\x00\x01\x02\xff\xfe", "error"),
        ("utf16", b"\xff\xfeS\x00", "UTF-16"),
        ("latin", b"Scenario(format: 1, source: \"\xe9\")", "UTF-8"),
        ("big", &big, "at most 8388608 bytes"),
        ("deep", deep.as_bytes(), "error"),
        ("escape", b"Scenario(format: 1, \x1b[31m)", "error"),
        ("typo", b"Scenario(format: 1, scrpt: [])", "script"),
        ("version", b"Scenario(format: 99)", "format"),
    ];
    for (name, content, word) in rows {
        let (_folder, file) = folder(&format!("{name}.ron"), content);
        check_bad(&["run", text(&file)], &[&format!("{name}.ron:"), word]);
    }
}

#[test]
fn tool_lists_are_read_beside_the_scenario_and_nowhere_else() {
    let scenario = |path: &str| {
        SMALL.replace(
            "    script",
            &format!("    start: (servers: [(name: \"fs\", tools_from: \"{path}\")]),\n    script"),
        )
    };
    let (folder, file) = folder("small.ron", scenario("list.json"));
    let list = r#"{"tools":[{"name":"read","inputSchema":{"type":"object"}}]}"#;
    fs::write(folder.path().join("list.json"), list).expect("written");
    assert!(fine(&["run", text(&file)]).contains("mcp__fs.read"));
    for path in ["/etc/passwd", "../list.json", "none.json", ""] {
        fs::write(&file, scenario(path)).expect("written");
        let ran = run(&["run", text(&file)]);
        assert!(!ran.out.contains("mcp__fs.") && !ran.err.contains("root:"), "{path}: {}", ran.err);
    }
}

#[test]
fn without_a_display_the_text_is_printed() {
    let ran = run(&[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.starts_with("freezeframe trace 1\n"), "{}", ran.out);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    let ran = run(&["app", "lecture-freeze-drop", "--step", "1"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("-- step 1 --"), "{}", ran.out);
}

#[test]
fn the_small_commands_answer() {
    assert!(fine(&["list"]).contains("lecture-widget"));
    let list: Value = serde_json::from_str(&fine(&["list", "--format", "json"])).expect("JSON");
    assert!(list[0]["name"].is_string() && list[0]["title"]["ko"].is_string(), "{list}");
    for of in ["scenario", "trace"] {
        let schema: Value = serde_json::from_str(&fine(&["schema", of])).expect("JSON");
        assert!(schema["properties"].is_object(), "{of}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(fine(&["completions", shell]).contains("freezeframe"), "{shell}");
    }
    assert!(fine(&["--version"]).starts_with("freezeframe "));
    assert!(fine(&["--help"]).contains("Exit codes"));
    let (_folder, file) = folder("small.ron", SMALL);
    let printed = fine(&["fmt", text(&file)]);
    let (_folder, again) = self::folder("again.ron", &printed);
    assert_eq!(printed, fine(&["fmt", text(&again)]));
}

#[test]
fn no_color_and_a_closed_pipe_are_respected() {
    let colored = command(&["check", "/nowhere"]).env("CLICOLOR_FORCE", "1").output();
    let plain = command(&["--nonsense"]).env("NO_COLOR", "1").output().expect("it starts");
    assert!(!Ran::from(plain).err.contains('\u{1b}'));
    assert!(!Ran::from(colored.expect("it starts")).err.contains('\u{1b}'));
    let mut child = command(&["run", "lecture-widget", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let ended: Ran = child.wait_with_output().expect("it ends").into();
    assert_eq!((ended.code, &*ended.err), (Some(0), ""));
}
