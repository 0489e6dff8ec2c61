//! The engine for callers without Rust types: texts in, texts out.

use freezeframe::door::{hash, linked, run, scenarios, transcript};
use freezeframe::pack::{SCENARIOS, scenario};

#[test]
fn the_three_forms_are_of_one_run() {
    let text = scenario("lecture-freeze-drop").expect("it is in the pack");
    let hash = hash(text, "a.ron").expect("it runs");
    let trace: serde_json::Value =
        serde_json::from_str(&run(text, "a.ron").expect("it runs")).expect("it is JSON");
    assert_eq!(trace["hash"], hash);
    let transcript = transcript(text, "a.ron").expect("it runs");
    assert!(transcript.starts_with("freezeframe trace 1\n") && transcript.contains(&hash));
}

#[test]
fn faults_have_places() {
    let error = run("Scenario(\n    titel: 1,\n)", "mine.ron").expect_err("a slip of the pen");
    assert!(error.starts_with("mine.ron:2:5: error: "), "{error}");
    for text in ["", "Scenario(", "한국어", "\0"] {
        assert!(!hash(text, "x").expect_err("it is no scenario").is_empty(), "{text:?}");
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
