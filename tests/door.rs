//! The engine for callers without Rust types: texts in, texts out.

use std::sync::Arc;

use freezeframe::code_mode::default_engine;
use freezeframe::code_mode::engine::recording::Recordings;
use freezeframe::code_mode::engine::recording::recorded::Recorded;
use freezeframe::code_mode::engine::recording::recorder::Recorder;
use freezeframe::door::{Engine, hash, linked, record, run, scenarios, transcript};
use freezeframe::pack::{SCENARIOS, scenario};

#[test]
fn the_three_forms_are_of_one_run() {
    let (text, cells) =
        (scenario("lecture-freeze-drop").expect("it is in the pack"), default_engine());
    let hash = hash(text, "a.ron", &cells).expect("it runs");
    let trace: serde_json::Value =
        serde_json::from_str(&run(text, "a.ron", &cells).expect("it runs")).expect("it is JSON");
    assert_eq!(trace["hash"], hash);
    let transcript = transcript(text, "a.ron", &cells).expect("it runs");
    assert!(transcript.starts_with("freezeframe trace 1\n") && transcript.contains(&hash));
}

#[test]
fn faults_have_places() {
    let cells = default_engine();
    let error =
        run("Scenario(\n    titel: 1,\n)", "mine.ron", &cells).expect_err("a slip of the pen");
    assert!(error.starts_with("mine.ron:2:5: error: "), "{error}");
    for text in ["", "Scenario(", "한국어", "\0"] {
        assert!(!hash(text, "x", &cells).expect_err("it is no scenario").is_empty(), "{text:?}");
    }
}

#[test]
fn links_lead_to_texts() {
    assert_eq!(scenarios().len(), SCENARIOS.len());
    for name in scenarios() {
        let [file, text] = linked(&format!("s={}", name.trim_end_matches(".ron"))).expect("known");
        assert_eq!((file.as_str(), Some(text.as_str())), (name.as_str(), scenario(&name)));
    }
    assert_eq!(linked("s=zzzzzzzzzzzz&n=1"), None);
    assert_eq!(linked(""), None);
}

#[test]
fn what_was_recorded_runs_without_an_engine() {
    let text = scenario("cell-one-for-five").expect("it is in the pack");
    let recorder = Recorder::new(default_engine(), Recordings::default());
    let json = record(text, "a.ron", &recorder).expect("it runs");
    let recorded = Recorded::new(Recordings::read(&json).expect("they are recordings"));
    let cells: Engine = Arc::new(recorded.clone());
    assert_eq!(hash(text, "a.ron", &cells), hash(text, "a.ron", &default_engine()));
    assert_eq!(recorded.take_missed(), 0);
    assert!(record("Scenario(", "a.ron", &recorder).is_err());
}
