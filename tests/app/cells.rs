//! The cell screen: opened, walked forward and back, edited, and read by its accessible names.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use freezeframe::app::cells::walk::{self, Moment};
use freezeframe::app::model::CellHead;
use freezeframe::app::{Command, cells};

use crate::{click, opened, press, sees, window_of};

const FILE: &str = "cell-one-for-five.ron";

fn stop(harness: &egui_kittest::Harness<'_, freezeframe::app::App>) -> usize {
    harness.state().view.cell.expect("a cell is open").stop
}

#[test]
fn a_key_opens_the_cell_and_escape_goes_back() {
    let mut harness = opened(FILE);
    assert!(harness.state().view.cell.is_none());
    press(&mut harness, Modifiers::NONE, Key::X);
    assert_eq!(harness.state().view.cell, Some(CellHead { step: 1, call: 1, stop: 0 }));
    assert!(sees(&harness, "Source of the cell"));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.state().view.cell.is_none());
}

#[test]
fn the_walk_goes_forward_and_back_over_the_same_entries() {
    let mut harness = opened(FILE);
    press(&mut harness, Modifiers::NONE, Key::X);
    let mut seen = vec![0];
    loop {
        let before = stop(&harness);
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        if stop(&harness) == before {
            break;
        }
        seen.push(stop(&harness));
    }
    let entries = {
        let record = &harness.state().doc.trace.as_ref().expect("a run").record;
        record.cells[0].log.entries.len()
    };
    assert_eq!(seen, (0..entries).collect::<Vec<_>>());
    for place in seen.iter().rev().skip(1) {
        press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
        assert_eq!(stop(&harness), *place);
    }
    press(&mut harness, Modifiers::NONE, Key::End);
    assert_eq!(stop(&harness), entries - 1);
}

#[test]
fn at_the_end_the_model_has_what_the_cell_put_out() {
    let mut harness = opened(FILE);
    press(&mut harness, Modifiers::NONE, Key::X);
    assert!(!sees(&harness, "Script completed"));
    press(&mut harness, Modifiers::NONE, Key::End);
    assert!(sees(&harness, "Script completed"));
    assert!(sees(&harness, "Seoul 11, Busan 14, Jeju 17 celsius"));
    assert!(sees(&harness, "0 of 10"), "the budget bar is read out");
    assert!(sees(&harness, "tool-5 forecast resolved"));
}

#[test]
fn the_strip_compares_round_trips() {
    let mut harness = opened(FILE);
    press(&mut harness, Modifiers::NONE, Key::X);
    assert!(sees(&harness, "With the cell: 1 round trip"));
    assert!(sees(&harness, "Direct mode: 5 round trips"));
}

#[test]
fn a_moment_is_the_same_from_both_sides() {
    let harness = opened(FILE);
    let record = &harness.state().doc.trace.as_ref().expect("a run").record;
    let cell = &record.cells[0];
    let all: Vec<Moment> = (0..cell.log.entries.len()).map(|stop| Moment::of(cell, stop)).collect();
    let most = all.iter().map(|moment| moment.pending.len()).max();
    assert_eq!(most, Some(3), "three forecasts are on their way together");
    let last = all.last().expect("an entry");
    assert!(last.over && last.pending.is_empty() && last.answers == 1);
    assert_eq!(walk::stored(cell, walk::last(cell)).len(), 1);
    assert_eq!(walk::turn(cell, 0, true), 1, "the evaluation begins after the observer");
}

#[test]
fn typing_into_the_source_runs_the_scenario_anew() {
    let mut harness = opened(FILE);
    press(&mut harness, Modifiers::NONE, Key::X);
    let hash = |harness: &egui_kittest::Harness<'_, freezeframe::app::App>| {
        harness.state().doc.trace.as_ref().expect("a run").hash.clone()
    };
    let before = hash(&harness);
    harness.state_mut().apply(Command::EditCell {
        step: 1,
        call: 1,
        source: "text(1);\nthrow 'bad';".to_owned(),
    });
    harness.run();
    assert_ne!(hash(&harness), before);
    press(&mut harness, Modifiers::NONE, Key::End);
    assert!(sees(&harness, "Script failed"));
    // Nothing left: the call is refused, and its words stand where the cell was.
    harness.state_mut().apply(Command::EditCell { step: 1, call: 1, source: String::new() });
    harness.run();
    assert!(sees(&harness, "exec expects raw JavaScript source text"));
    harness.state_mut().apply(Command::Undo);
    harness.state_mut().apply(Command::Undo);
    harness.run();
    assert_eq!(hash(&harness), before);
}

#[test]
fn every_place_is_laid_out_on_a_phone_and_in_the_hall() {
    for (width, height, hall) in [(390.0, 844.0, false), (1280.0, 800.0, true)] {
        let mut harness = window_of(width, height);
        let text = freezeframe::pack::scenario(FILE).expect("a scenario of the pack");
        harness.state_mut().apply(Command::OpenText {
            name: FILE.to_owned(),
            text: text.to_owned(),
            files: Default::default(),
        });
        harness.state_mut().apply(Command::ToggleCells);
        if hall {
            harness.state_mut().apply(Command::TogglePresenter);
        }
        harness.run();
        assert!(harness.query_by_label("Source of the cell").is_some());
        for _ in 0..30 {
            harness.state_mut().apply(Command::NextSample);
            harness.step();
        }
        assert!(sees(&harness, "The cell is closed"));
    }
}

#[test]
fn a_run_without_cells_has_no_cell_screen() {
    let mut harness = opened("lecture-widget.ron");
    press(&mut harness, Modifiers::NONE, Key::X);
    assert!(harness.state().view.cell.is_none());
    let record = &harness.state().doc.trace.as_ref().expect("a run").record;
    assert_eq!(cells::execs(record).count(), 0);
}

#[test]
fn the_button_of_the_strip_goes_back() {
    let mut harness = opened(FILE);
    click(&mut harness, "Cells");
    assert!(harness.state().view.cell.is_some());
    click(&mut harness, "‹ Scenario");
    assert!(harness.state().view.cell.is_none());
}

/// A window of this size on a scenario of the pack, at an entry of one of its cells.
fn at_cell(
    file: &str,
    (width, height): (f32, f32),
    id: &str,
    stop: usize,
) -> egui_kittest::Harness<'static, freezeframe::app::App> {
    let mut harness = window_of(width, height);
    let text = freezeframe::pack::scenario(file).expect("a scenario of the pack");
    let name = file.to_owned();
    let open = Command::OpenText { name, text: text.to_owned(), files: Default::default() };
    harness.state_mut().apply(open);
    let (step, call) = {
        let record = &harness.state().doc.trace.as_ref().expect("a run").record;
        let cell = record.cell(id).expect("a cell of this id");
        (cell.step, cell.call)
    };
    harness.state_mut().apply(Command::OpenCell { step, call });
    harness.state_mut().apply(Command::CellStop(stop));
    harness.run();
    harness
}

#[test]
fn buttons_of_cells_and_of_the_window_do_not_overlap_on_a_phone() {
    for id in ["1", "2", "3", "4"] {
        let harness = at_cell("cell-overlapping-stores.ron", (390.0, 844.0), id, 0);
        let own = harness.get_by_role_and_label(Role::Button, &format!("cell {id}")).rect();
        let back = harness.get_by_label("‹ Scenario").rect();
        let next = harness.get_by_label("English").rect();
        assert!(back.right() <= own.left(), "cell {id}: {back} {own}");
        assert!(own.right() <= next.left(), "cell {id}: {own} {next}");
    }
}

#[test]
fn the_present_entry_stays_in_sight_when_the_hall_begins() {
    let mut harness = at_cell("cell-terminate-slow-cleanup.ron", (1280.0, 800.0), "3", 11);
    let rows = |harness: &egui_kittest::Harness<'_, freezeframe::app::App>| {
        harness.query_all_by_label_contains("A caller has vanished").count()
    };
    assert_eq!(rows(&harness), 2, "in the list and below it");
    harness.state_mut().apply(Command::TogglePresenter);
    harness.run();
    harness.run();
    assert_eq!(rows(&harness), 2, "in the list and below it");
}

#[test]
fn a_lost_host_is_told_on_both_screens() {
    let mut harness = at_cell("cell-host-lost.ron", (1280.0, 800.0), "2", 8);
    assert!(sees(&harness, "The engine host is gone, and the cell with it"));
    assert!(sees(&harness, "code-mode host closed its stdout"));
    assert!(sees(&harness, "cell g2:1"));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(sees(&harness, "code-mode host lost"), "an event of the timeline");
    assert!(sees(&harness, "exec connects to a fresh code-mode host, generation 2"));
}

#[test]
fn pictures_are_named_and_what_became_of_them_is_told() {
    let harness = at_cell("cell-images.ron", (1280.0, 800.0), "1", 99);
    assert!(sees(&harness, "[image original data:image/png;base64,"));
    assert!(sees(&harness, "image content omitted because it could not be processed"));
    assert!(sees(&harness, "the model gets it as 6000×94"));
}

#[test]
fn a_refused_call_shows_what_the_model_was_told() {
    let mut harness = opened("cell-f6-not-javascript.ron");
    press(&mut harness, Modifiers::NONE, Key::X);
    assert!(sees(&harness, "refused 1.1") && sees(&harness, "refused 1.2"), "told apart");
    let told = harness.query_all_by_label_contains("exec expects raw JavaScript source text");
    assert_eq!(told.count(), 2, "in the panel and below it");
    assert!(sees(&harness, "There is no cell here."));
}
