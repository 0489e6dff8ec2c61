//! The sheet, the filter, the narrow window and the hall.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use freezeframe::app::model::Page;

use crate::{click, opened, press, sees, window_of};

#[test]
fn the_sheet_lists_commands_and_runs_them() {
    let mut harness = opened("lecture-freeze-drop.ron");
    press(&mut harness, Modifiers::NONE, Key::Questionmark);
    assert!(sees(&harness, "Keys and commands"));
    click(&mut harness, "Presenter P");
    assert!(!harness.state().view.help);
    assert!(harness.state().view.presenter);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!harness.state().view.presenter);
}

#[test]
fn the_filter_leaves_only_matching_tools() {
    let mut harness = opened("lecture-freeze-drop.ron");
    press(&mut harness, Modifiers::NONE, Key::Slash);
    harness.get_by_label("Find a tool").type_text("stdin");
    harness.run();
    assert!(sees(&harness, "write_stdin, visible"));
    assert!(!sees(&harness, "exec_command, visible"));
    click(&mut harness, "End the search");
    assert!(sees(&harness, "exec_command, visible"));
}

#[test]
fn a_tool_says_why_it_is_there() {
    let mut harness = opened("lecture-freeze-drop.ron");
    let row = harness.get_all_by_label_contains("exec_command, visible").next().expect("a row");
    row.click();
    harness.run();
    assert!(sees(&harness, "All decisions, in order"));
    assert!(sees(&harness, "spec_plan.rs"));
    click(&mut harness, "JSON");
    assert!(sees(&harness, "\"name\": \"exec_command\""));
}

#[test]
fn the_narrow_window_has_tabs() {
    let mut harness = window_of(390.0, 844.0);
    click(&mut harness, "A server is lost in the middle of a sample");
    assert!(sees(&harness, "Sample 1 of 2"));
    click(&mut harness, "Switches");
    assert_eq!(harness.state().view.page, Page::Conditions);
    assert!(sees(&harness, "Namespaces"));
    click(&mut harness, "Time");
    click(&mut harness, "Why");
    click(&mut harness, "Menu");
    assert!(sees(&harness, "exec_command, visible"));
}
