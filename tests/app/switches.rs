//! Flips: what is added to the scenario, and when the panel says it shows.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use freezeframe::scenario::file::EventFile;
use freezeframe::scenario::setting::SettingFile;

use crate::{click, opened, press, sees};

#[test]
fn a_turn_setting_says_that_it_waits_for_the_turn() {
    let mut harness = opened("lecture-widget.ron");
    assert!(harness.query_by_label("takes effect at turn 2").is_none());
    click(&mut harness, "Search support");
    let events = &harness.state().doc.file.events;
    let flipped = events.iter().any(|timed| match &timed.event {
        EventFile::Set(list) => list.contains(&SettingFile::SupportsSearch(true)),
        _ => false,
    });
    assert!(flipped, "{events:?}");
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert!(harness.state().doc.file.events.is_empty());
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(harness.state().doc.file.events.len(), 1);
}

#[test]
fn the_note_names_the_turn() {
    let mut harness = opened("lecture-widget.ron");
    click(&mut harness, "Namespaces");
    let words: Vec<String> = harness
        .state()
        .doc
        .trace
        .iter()
        .flat_map(|trace| trace.record.events.iter())
        .map(|event| format!("{event:?}"))
        .filter(|event| event.contains("NamespaceTools"))
        .collect();
    assert!(!words.is_empty());
    assert!(harness.query_by_label("takes effect at turn 2").is_some(), "{words:?}");
}

#[test]
fn a_dropped_server_tears_the_picture_and_the_next_sample_heals_it() {
    let mut harness = opened("lecture-widget.ron");
    press(&mut harness, Modifiers::NONE, Key::Num2);
    assert!(!sees(&harness, "names torn"));
    click(&mut harness, "Remove filesystem now");
    assert!(sees(&harness, "names torn"));
    assert!(harness.query_by_label("takes effect at sample 3").is_some());
    press(&mut harness, Modifiers::NONE, Key::Num3);
    assert!(!sees(&harness, "names torn"));
}

#[test]
fn after_the_sample_leaves_this_picture_whole() {
    let mut harness = opened("lecture-widget.ron");
    press(&mut harness, Modifiers::NONE, Key::Num2);
    click(&mut harness, "Remove filesystem after");
    assert!(!sees(&harness, "names torn"));
    assert_eq!(harness.state().doc.file.events.len(), 1);
}
