//! Messages of a page: obeyed when they are good, refused in words when they are not.

use freezeframe::app::protocol::{MAX_MESSAGE_BYTES, hear, keys, state};
use freezeframe::app::visit::here;

use super::{opened, window};

#[test]
fn good_messages_are_obeyed() {
    let mut harness = window();
    let mut say = |json: &str| {
        hear(harness.state_mut(), json).unwrap_or_else(|error| panic!("{json}: {error}"));
        harness.run();
        let app = harness.state();
        state(app, &here(app).expect("it fits"))
    };
    assert_eq!(say(r#"{"type":"state"}"#).screen, "gallery");
    let there = say(r#"{"type":"load","link":"s=lecture-freeze-drop"}"#);
    assert_eq!((there.screen, there.step, there.steps), ("stage", 1, 2));
    assert_eq!(there.file, "lecture-freeze-drop.ron");
    assert!(there.at_start && !there.at_end && there.hash.len() == 64);
    assert!(there.link.starts_with("s=lecture-freeze-drop&"));
    assert_eq!(say(r#"{"type":"goto","ms":600}"#).ms, 600);
    let last = say(r#"{"type":"goto","step":2}"#);
    assert_eq!((last.step, last.at_end), (2, true));
    assert!(say(r#"{"type":"play","on":true}"#).playing);
    assert!(!say(r#"{"type":"play","on":false}"#).playing);
    assert_eq!(say(r#"{"type":"command","id":"first"}"#).step, 1);
    assert!(say(r#"{"type":"reveal","tool":"exec_command"}"#).link.contains("t=exec_command"));
    say(r#"{"type":"reveal","answer":true}"#);
    assert!(say(r#"{"type":"set","presenter":true,"still":true}"#).link.contains("p=1"));
    let korean = say(r#"{"type":"set","lang":"ko","look":"dark"}"#);
    assert!(korean.link.contains("l=ko"));
    let own = say(r#"{"type":"load","text":"Scenario(script: [Turn(()), Sample(())])"}"#);
    assert_eq!((own.file.as_str(), own.steps, own.broken), ("message.ron", 1, false));
    assert!(say(r#"{"type":"load","text":"Scenario("}"#).broken);
}

#[test]
fn bad_messages_change_nothing() {
    let mut harness = opened("lecture-freeze-drop.ron");
    let before = here(harness.state());
    for bad in [
        "",
        "null",
        "[]",
        "goto",
        r#"{"type":"format_disk"}"#,
        r#"{"type":"goto"}"#,
        r#"{"type":"goto","step":"2"}"#,
        r#"{"type":"goto","step":-1}"#,
        r#"{"type":"goto","step":1,"and":2}"#,
        r#"{"type":"play"}"#,
        r#"{"type":"load"}"#,
        r#"{"type":"load","link":"s=lecture-widget","text":"Scenario()"}"#,
        r#"{"type":"set","lang":"fr"}"#,
        r#"{"type":"set","look":"red"}"#,
        r#"{"type":"command","id":"rm -rf"}"#,
    ] {
        let answer = hear(harness.state_mut(), bad);
        assert!(answer.as_ref().is_err_and(|words| !words.is_empty()), "{bad}: {answer:?}");
        assert_eq!(here(harness.state()), before, "{bad}");
    }
    let long = format!(r#"{{"type":"load","text":"{}"}}"#, " ".repeat(MAX_MESSAGE_BYTES));
    assert!(hear(harness.state_mut(), &long).is_err());
}

#[test]
fn keys_have_the_names_that_browsers_give() {
    let keys = keys();
    let command = |key: &str| keys.iter().find(|(known, _)| known == key).map(|(_, id)| *id);
    assert_eq!(command("ArrowRight"), Some("next-sample"));
    assert_eq!(command("Shift+ArrowRight"), Some("next-rule"));
    assert_eq!(command("Ctrl+z"), Some("undo"));
    assert_eq!(command("Ctrl+Shift+z"), Some("redo"));
    assert_eq!(command(" "), Some("play"));
    assert_eq!(command("?"), Some("help"));
    assert_eq!(command("u"), Some("copy-link"));
    assert_eq!(command("F8"), None);
}
