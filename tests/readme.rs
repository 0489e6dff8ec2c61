//! What README.md says is tried: every command line of it, and the scenario it shows.
#![cfg(feature = "cli")]

use std::path::Path;
use std::process::Command;

use freezeframe::scenario;

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    std::fs::read_to_string(path).expect("README.md is there")
}

/// The contents of code blocks in one language.
fn blocks(language: &str) -> Vec<String> {
    let text = readme();
    let fence = format!("```{language}\n");
    let after = text.split(&fence).skip(1);
    after.filter_map(|rest| rest.split("```").next().map(str::to_owned)).collect()
}

#[test]
fn every_command_line_runs() {
    let mut ran = 0;
    for line in blocks("sh").iter().flat_map(|block| block.lines()) {
        let Some(arguments) = line.strip_prefix("freezeframe ") else { continue };
        let report = std::env::temp_dir().join(format!("freezeframe-{}.xml", std::process::id()));
        let arguments = arguments.replace("report.xml", &report.to_string_lossy());
        let output = Command::new(env!("CARGO_BIN_EXE_freezeframe"))
            .args(arguments.split_whitespace())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .expect("the program starts");
        let _ = std::fs::remove_file(report);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}\n{errors}");
        assert!(!output.stdout.is_empty(), "{line} printed nothing\n{errors}");
        ran += 1;
    }
    assert!(ran >= 5, "README shows only {ran} command lines");
}

#[test]
fn the_scenario_it_shows_loads_and_does_what_it_expects() {
    let blocks = blocks("ron");
    let [text] = blocks.as_slice() else { panic!("one scenario in README, not {}", blocks.len()) };
    let loaded = scenario::load(text, "README.md", &|_| Err(String::from("no files here")));
    let problems: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems, [""; 0]);
    let script = loaded.script.as_ref().expect("no problem, so a script");
    let trace =
        freezeframe::trace::Trace::new(Default::default(), freezeframe::session::run(script));
    let mismatches = scenario::expect::compare(&trace, &loaded.file.expect);
    assert!(mismatches.is_empty(), "{mismatches:?}");
    assert!(!trace.record.samples[0].calls[0].loaded.is_empty(), "the search finds the note");
}
