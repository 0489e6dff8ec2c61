//! Gallery, editor, undo.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use freezeframe::app::Command;
use freezeframe::app::model::{Screen, Tab};
use freezeframe::lang::Lang;

use crate::{click, opened, press, sees, window};

#[test]
fn a_scenario_opens_from_the_gallery() {
    let mut harness = window();
    assert!(sees(&harness, "Each request to the model is a sample"));
    click(&mut harness, "A server is lost in the middle of a sample");
    assert_eq!(harness.state().view.screen, Screen::Stage);
    assert!(sees(&harness, "Sample 1 of 2"));
    assert!(sees(&harness, "exec_command, visible"));
    click(&mut harness, "Gallery");
    click(&mut harness, "Back to the scenario");
    assert!(sees(&harness, "Sample 1 of 2"));
}

#[test]
fn every_scenario_of_the_pack_shows_every_tab() {
    let mut harness = window();
    for index in 0..harness.state().gallery.len() {
        harness.state_mut().apply(Command::OpenEntry(index));
        harness.step();
        let steps = harness.state().doc.steps();
        assert_ne!(steps, 0, "{}", harness.state().doc.file_name);
        for tab in Tab::ALL {
            harness.state_mut().apply(Command::ShowTab(tab));
            harness.step();
        }
        harness.state_mut().apply(Command::Last);
        harness.run();
        assert!(sees(&harness, &format!("Sample {steps} of {steps}")));
    }
}

#[test]
fn an_error_is_shown_and_the_last_good_run_stays() {
    let mut harness = opened("lecture-freeze-drop.ron");
    press(&mut harness, Modifiers::NONE, Key::E);
    assert!(sees(&harness, "The picture shows this text."));
    let hash = harness.state().doc.trace.as_ref().map(|trace| trace.hash.clone());
    harness.get_by_label("Scenario text").focus();
    harness.run();
    harness.get_by_label("Scenario text").type_text("Scenaro(");
    harness.run();
    assert!(harness.state().doc.is_broken());
    assert!(sees(&harness, "The picture still shows the last good run."));
    assert!(sees(&harness, "line "));
    assert!(sees(&harness, "Sample 1 of 2"));
    assert_eq!(harness.state().doc.trace.as_ref().map(|trace| trace.hash.clone()), hash);
    click(&mut harness, "Undo");
    assert!(!harness.state().doc.is_broken());
    assert!(sees(&harness, "The picture shows this text."));
}

#[test]
fn letters_typed_into_the_editor_are_not_commands() {
    let mut harness = opened("lecture-freeze-drop.ron");
    press(&mut harness, Modifiers::NONE, Key::E);
    harness.get_by_label("Scenario text").focus();
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::G);
    assert_eq!(harness.state().view.screen, Screen::Stage);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!harness.state().view.editor);
}

#[test]
fn the_language_changes_at_once() {
    let mut harness = opened("lecture-freeze-drop.ron");
    click(&mut harness, "한국어");
    assert_eq!(harness.state().view.lang, Lang::Ko);
    assert!(sees(&harness, "샘플 1 / 2"));
    click(&mut harness, "English");
    assert!(sees(&harness, "Sample 1 of 2"));
}

#[test]
fn a_broken_file_opens_with_its_problems() {
    let mut harness = window();
    let text = "Scenario(titel: (en: \"x\"))".to_owned();
    let open = Command::OpenText { name: "x.ron".into(), text, files: Default::default() };
    harness.state_mut().apply(open);
    harness.run();
    assert!(harness.state().view.editor);
    assert!(sees(&harness, "nothing can be shown yet"));
    assert!(sees(&harness, "title"));
}
