//! The strip over a cell: which cells there are, the way back, and what the cell costs the model
//! against the same work in Direct mode.

use eframe::egui::{self, Align, Layout, RichText, ScrollArea, Ui};

use super::super::command::Command;
use super::super::text::grouped;
use super::super::theme;
use super::super::widget::pill;
use super::{CellScene, execs};
use crate::explore::{Cost, meter};

/// Most cells that have a button of their own.
const MAX_BUTTONS: usize = 12;

/// The strip of the wide window.
pub fn ui(ui: &mut Ui, cells: &CellScene<'_>, out: &mut Vec<Command>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        measure(ui, cells);
        ways(ui, cells, out);
    });
}

/// The strip of the narrow window.
pub fn short(ui: &mut Ui, cells: &CellScene<'_>, out: &mut Vec<Command>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            super::super::topbar::window_buttons(ui, cells.scene, out);
        });
        ways(ui, cells, out);
    });
}

/// The way back and the ways to the other cells, in the room that is left.
fn ways(ui: &mut Ui, cells: &CellScene<'_>, out: &mut Vec<Command>) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        back(ui, cells, out);
        if !cells.scene.narrow {
            ui.add_space(theme::GAP[1]);
        }
        let area = ScrollArea::horizontal().id_salt("cell-buttons").auto_shrink([false, false]);
        let bar = egui::scroll_area::ScrollBarVisibility::AlwaysHidden;
        area.scroll_bar_visibility(bar).show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| buttons(ui, cells, out));
        });
    });
}

fn back(ui: &mut Ui, cells: &CellScene<'_>, out: &mut Vec<Command>) {
    let text = format!("‹ {}", cells.scene.words.get("cell-back"));
    let tip = cells.scene.words.get("cmd-cells-tip").to_owned();
    if super::super::widget::button(ui, cells.scene, &text, false).on_hover_text(tip).clicked() {
        out.push(Command::ToggleCells);
    }
}

fn buttons(ui: &mut Ui, cells: &CellScene<'_>, out: &mut Vec<Command>) {
    let Some(trace) = &cells.scene.doc.trace else { return };
    let all: Vec<(u32, u32)> = execs(&trace.record).collect();
    let here = all.iter().position(|at| *at == (cells.head.step, cells.head.call)).unwrap_or(0);
    let first = here.saturating_sub(MAX_BUTTONS / 2).min(all.len().saturating_sub(MAX_BUTTONS));
    for (step, call) in all.iter().skip(first).take(MAX_BUTTONS) {
        let cell = trace.record.cells.iter().find(|cell| (cell.step, cell.call) == (*step, *call));
        let text = match cell {
            Some(cell) => cells.scene.words.with("cell-name", &[("id", &cell.log.id)]),
            None => {
                let holes: [(&str, &dyn std::fmt::Display); 2] = [("step", step), ("call", call)];
                cells.scene.words.with("cell-refused-name", &holes)
            }
        };
        let on = (*step, *call) == (cells.head.step, cells.head.call);
        let button = egui::Button::selectable(on, RichText::new(&text).size(12.5));
        let tip = cells.scene.words.with("cell-name-tip", &[("step", step), ("call", call)]);
        let response = ui.add(button).on_hover_text(tip);
        if on && came(ui, cells) {
            response.scroll_to_me(Some(Align::Center));
        }
        if response.clicked() {
            out.push(Command::OpenCell { step: *step, call: *call });
        }
    }
}

/// Has this cell just been opened, or the window changed its width?
fn came(ui: &Ui, cells: &CellScene<'_>) -> bool {
    let id = ui.scope_id().with("cell-buttons-at");
    let here = (cells.head.step, cells.head.call, ui.clip_rect().width() as u32);
    let before: Option<(u32, u32, u32)> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, here));
    before != Some(here)
}

/// Round trips and tokens of both ways, right to left.
fn measure(ui: &mut Ui, cells: &CellScene<'_>) {
    let scene = cells.scene;
    let (Some(cell), Some(trace)) = (cells.cell, &scene.doc.trace) else { return };
    let meter = meter(&trace.record, cell);
    let say = |key: &str, cost: Cost| {
        scene.words.with(key, &[("trips", &cost.round_trips), ("tokens", &grouped(cost.tokens))])
    };
    let dropped = cell.dropped().count();
    if dropped > 0 {
        let text = scene.words.with("cell-dropped", &[("count", &dropped)]);
        pill(ui, &text, scene.theme.orphan_fill.0, scene.theme.orphan_text.0)
            .on_hover_text(scene.words.get("cell-dropped-tip"));
    }
    if meter.calls > 0 {
        let tip = format!(
            "{}\n{}",
            scene.words.get("cell-meter-tip"),
            say("cell-meter-batched", meter.batched)
        );
        pill(
            ui,
            &say("cell-meter-direct", meter.direct),
            scene.theme.deferred_fill.0,
            scene.theme.deferred_text.0,
        )
        .on_hover_text(tip);
    }
    pill(
        ui,
        &say("cell-meter-cells", meter.cells),
        scene.theme.live_fill.0,
        scene.theme.live_text.0,
    )
    .on_hover_text(scene.words.get("cell-meter-tip"));
}
