//! The same scenario gives the same bytes: in every process, on every thread, as text and as JSON.

use std::path::PathBuf;
use std::process::Command;
use std::thread;

use freezeframe::pack::{SCENARIOS, resolve};
use freezeframe::scenario::{load, outcome};
use freezeframe::trace::{json, text};

fn forms(name: &str, source: &str) -> (String, String) {
    let loaded = load(source, name, &resolve);
    let trace = outcome::trace(&loaded, None).expect("scenarios of the pack run");
    (text::write(&trace), json::write(&trace))
}

#[test]
fn threads_agree() {
    thread::scope(|scope| {
        let run_all =
            || SCENARIOS.iter().map(|(name, source)| forms(name, source)).collect::<Vec<_>>();
        let one = scope.spawn(run_all);
        let other = scope.spawn(run_all);
        let (one, other) = (one.join().expect("it ends"), other.join().expect("it ends"));
        for ((name, _), (one, other)) in SCENARIOS.iter().zip(one.iter().zip(&other)) {
            assert_eq!(one, other, "{name}");
        }
    });
}

#[test]
fn processes_agree_with_each_other_and_with_the_library() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    for (name, source) in SCENARIOS {
        let file = folder.join(name);
        let run = |format: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_freezeframe"));
            command.arg("run").arg(&file).args(["--format", format]);
            String::from_utf8(command.output().expect("it starts").stdout).expect("UTF-8")
        };
        let (text, json) = forms(name, source);
        assert_eq!(run("text"), text, "{name}");
        assert_eq!(run("text"), run("text"), "{name}");
        assert_eq!(run("json"), json, "{name}");
    }
}
