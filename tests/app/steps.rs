//! Moving in time at three grains, by button, key and field.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use freezeframe::app::model::{At, PlayHead};
use freezeframe::app::{Command, walk};

use crate::{click, opened, press, sees};

#[test]
fn samples_forward_and_back() {
    let mut harness = opened("lecture-widget.ron");
    let mut seen = vec![harness.state().view.head];
    loop {
        let before = harness.state().view.head;
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        if harness.state().view.head == before {
            break;
        }
        seen.push(harness.state().view.head);
    }
    assert_eq!(seen.last().map(|head| head.step), Some(harness.state().doc.steps()));
    for head in seen.iter().rev().skip(1) {
        press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
        assert_eq!(harness.state().view.head, *head);
    }
}

#[test]
fn a_torn_sample_is_stopped_at_twice() {
    let mut harness = opened("lecture-freeze-drop.ron");
    assert!(!sees(&harness, "torn"));
    click(&mut harness, "Next sample");
    assert_eq!(harness.state().view.head.step, 1);
    assert!(sees(&harness, "names torn"));
    assert!(sees(&harness, "mcp__filesystem.read_file, visible") || sees(&harness, "torn"));
    click(&mut harness, "Next sample");
    assert_eq!(harness.state().view.head.step, 2);
    assert!(!sees(&harness, "names torn"));
}

#[test]
fn rules_forward_and_back_visit_the_same_places() {
    let mut harness = opened("lecture-freeze-drop.ron");
    let first = harness.state().doc.sample(1).map(walk::start_of_walk).expect("a first sample");
    harness.state_mut().apply(Command::GoTo(first));
    harness.run();
    assert!(sees(&harness, "being planned"));
    let mut seen: Vec<PlayHead> = vec![first];
    loop {
        let before = harness.state().view.head;
        harness.state_mut().apply(Command::NextRule);
        if harness.state().view.head == before {
            break;
        }
        seen.push(harness.state().view.head);
    }
    let rules = seen.iter().filter(|head| matches!(head.at, At::Rule(_))).count();
    let all: usize = (1..=2)
        .filter_map(|s| harness.state().doc.sample(s))
        .map(|s| walk::Walk::of(s).len())
        .sum();
    assert_eq!(rules, all);
    for head in seen.iter().rev().skip(1) {
        harness.state_mut().apply(Command::PreviousRule);
        assert_eq!(harness.state().view.head, *head);
    }
    harness.run();
    click(&mut harness, "Next rule");
    assert_eq!(harness.state().view.head, seen[1]);
}

#[test]
fn turns_forward_and_back() {
    let mut harness = opened("lecture-widget.ron");
    press(&mut harness, Modifiers::COMMAND, Key::ArrowRight);
    let second = harness.state().view.head.step;
    let turn = |harness: &egui_kittest::Harness<'_, freezeframe::app::App>, step| {
        harness.state().doc.sample(step).map(|sample| sample.turn)
    };
    assert_eq!(turn(&harness, second), Some(2));
    press(&mut harness, Modifiers::COMMAND, Key::ArrowLeft);
    assert_eq!(harness.state().view.head.step, 1);
}

#[test]
fn digits_home_end_and_the_field_jump() {
    let mut harness = opened("lecture-widget.ron");
    press(&mut harness, Modifiers::NONE, Key::Num4);
    assert_eq!(harness.state().view.head.step, 4);
    press(&mut harness, Modifiers::NONE, Key::Home);
    assert_eq!(harness.state().view.head.step, 1);
    press(&mut harness, Modifiers::NONE, Key::End);
    assert_eq!(harness.state().view.head.step, harness.state().doc.steps());
    harness.get_by_label("Step").set_value_accesskit(3.0);
    harness.run();
    assert_eq!(harness.state().view.head.step, 3);
    harness.state_mut().apply(Command::GoToStep(9_999));
    assert_eq!(harness.state().view.head.step, harness.state().doc.steps());
}

#[test]
fn the_timeline_names_its_samples() {
    let mut harness = opened("lecture-widget.ron");
    click(&mut harness, "Sample 5");
    assert_eq!(harness.state().view.head.step, 5);
}

#[test]
fn an_empty_scenario_can_be_walked() {
    let mut harness = opened("lecture-freeze-drop.ron");
    harness.state_mut().apply(Command::OpenText {
        name: "e.ron".into(),
        text: "Scenario()".into(),
        files: Default::default(),
    });
    harness.run();
    for command in [
        Command::NextRule,
        Command::PreviousSample,
        Command::NextTurn,
        Command::TogglePlay,
        Command::Last,
    ] {
        harness.state_mut().apply(command);
        harness.run();
    }
    assert!(sees(&harness, "no sample yet") || harness.state().doc.steps() == 0);
    assert!(harness.state().view.due.is_none());
}
