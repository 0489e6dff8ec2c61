//! When the window asks to be painted again.

use std::time::Duration;

use eframe::egui::{Key, Modifiers, ViewportId};
use egui_kittest::Harness;
use freezeframe::app::App;

use crate::{opened, press};

fn asked(harness: &Harness<'_, App>) -> Duration {
    harness.output().viewport_output.get(&ViewportId::ROOT).expect("a window").repaint_delay
}

#[test]
fn nothing_is_painted_while_paused() {
    let mut harness = opened("lecture-freeze-drop.ron");
    for key in [Key::ArrowRight, Key::ArrowRight, Key::E, Key::E, Key::W] {
        press(&mut harness, Modifiers::NONE, key);
        harness.run();
        harness.step();
        assert_eq!(asked(&harness), Duration::MAX, "after {key:?}");
    }
}

#[test]
fn playing_paints_on_schedule_and_ends_at_the_end() {
    let mut harness = opened("lecture-freeze-drop.ron");
    harness.key_press(Key::Space);
    harness.step();
    harness.step();
    assert!(harness.state().view.due.is_some());
    assert!(asked(&harness) < Duration::from_secs(3));
    let end = harness.state().doc.steps();
    for _ in 0..20_000 {
        harness.step();
        if harness.state().view.due.is_none() {
            break;
        }
    }
    assert!(harness.state().view.due.is_none(), "it plays to the end");
    assert_eq!(harness.state().view.head.step, end);
    harness.run();
    harness.step();
    assert_eq!(asked(&harness), Duration::MAX);
}
