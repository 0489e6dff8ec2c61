//! A finger on a narrow window, with the events that a browser sends: the finger is gone in the
//! very frame in which it leaves.

use eframe::egui::{
    Event, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, pos2,
};
use egui_kittest::Harness;
use freezeframe::app::finger::{Finger, HOLD_SECONDS};
use freezeframe::app::{App, Command};

use super::{opened, window_of};

fn phone() -> Harness<'static, App> {
    let mut harness = window_of(390.0, 844.0);
    harness.state_mut().apply(Command::Follow("s=lecture-widget&n=1".into()));
    harness.run();
    harness
}

fn button(harness: &mut Harness<'_, App>, pos: Pos2, pressed: bool) {
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    harness.event(Event::PointerButton { pos, button, pressed, modifiers });
}

fn swipe(harness: &mut Harness<'_, App>, from: Pos2, to: Pos2) {
    button(harness, from, true);
    harness.step();
    for part in 1..=4 {
        harness.event(Event::PointerMoved(from.lerp(to, part as f32 / 4.0)));
        harness.step();
    }
    button(harness, to, false);
    harness.event(Event::PointerGone);
    harness.run();
}

#[test]
fn a_swipe_steps_forward_and_back() {
    let mut harness = phone();
    let start = harness.state().view.head;
    swipe(&mut harness, pos2(330.0, 300.0), pos2(60.0, 310.0));
    let there = harness.state().view.head;
    assert_ne!(there, start);
    swipe(&mut harness, pos2(60.0, 300.0), pos2(330.0, 310.0));
    assert_eq!(harness.state().view.head, start);
}

#[test]
fn a_slide_can_be_swiped() {
    let mut harness = opened("lecture-widget.ron");
    let start = harness.state().view.head;
    harness.state_mut().apply(Command::TogglePresenter);
    harness.run();
    swipe(&mut harness, pos2(400.0, 200.0), pos2(60.0, 210.0));
    assert_ne!(harness.state().view.head, start);
}

#[test]
fn a_finger_that_scrolls_or_taps_does_not_step() {
    let mut harness = phone();
    let start = harness.state().view.head;
    swipe(&mut harness, pos2(200.0, 400.0), pos2(230.0, 200.0));
    swipe(&mut harness, pos2(200.0, 300.0), pos2(203.0, 300.0));
    assert_eq!(harness.state().view.head, start);
}

/// What becomes of a touch's events, frame by frame: `d` comes down, `m` moves a little, `M` moves
/// far, `u` leaves, `.` waits half a hold. Out come `P`ress, `R`elease, `h`over and `g`one.
#[track_caller]
fn check(touch: &str, expected: &str) {
    let mut finger = Finger::default();
    let (mut now, mut out) = (0.0, String::new());
    for frame in touch.chars() {
        let button = |pressed| Event::PointerButton {
            pos: pos2(50.0, 50.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let touched = |phase| Event::Touch {
            device_id: TouchDeviceId(0),
            id: TouchId(0),
            phase,
            pos: pos2(50.0, 50.0),
            force: None,
        };
        let mut events = match frame {
            'd' => vec![button(true), touched(TouchPhase::Start)],
            'm' => vec![Event::PointerMoved(pos2(53.0, 50.0)), touched(TouchPhase::Move)],
            'M' => vec![Event::PointerMoved(pos2(90.0, 50.0)), touched(TouchPhase::Move)],
            'u' => vec![button(false), Event::PointerGone, touched(TouchPhase::End)],
            'c' => vec![touched(TouchPhase::Cancel)],
            'D' => vec![button(true)],
            'U' => vec![button(false)],
            _ => vec![],
        };
        now += if frame == '.' { HOLD_SECONDS * 0.6 } else { 0.01 };
        let wake = finger.translate(&mut events, now);
        assert!(wake.is_none_or(|seconds| 0.0 < seconds && seconds < HOLD_SECONDS + 0.001));
        for event in events {
            out.push(match event {
                Event::PointerButton { pressed: true, .. } => 'P',
                Event::PointerButton { .. } => 'R',
                Event::PointerMoved(_) => 'h',
                Event::PointerGone => 'g',
                _ => continue,
            });
        }
    }
    assert_eq!(out, expected, "{touch}");
}

#[test]
fn holding_is_hovering_and_all_else_is_as_it_was() {
    check("du", "PRg"); // A tap.
    check("d.mu", "PRg"); // A slow one.
    check("dMMu", "PhhRg"); // A drag.
    check("d..", "h"); // A hold,
    check("d..u", "h"); // which stays after the finger has left,
    check("d..udu", "hgPRg"); // until the next tap;
    check("d..MMu", "hhh"); // it can look around.
    check("d.Uu", "PRRg"); // The end of a touch may be told twice.
    check("d..Uu", "h");
    check("dc..", ""); // The system took the finger away.
    check("D..U", "PR"); // A mouse.
    check("d..uD", "hP");
}
