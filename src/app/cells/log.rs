//! The log of a cell: every entry as a row, and the present one in large type with its reason.

use eframe::egui::text::LayoutJob;
use eframe::egui::{self, Align2, FontId, Label, RichText, ScrollArea, Sense, Ui, pos2, vec2};

use super::super::command::Command;
use super::super::text::{grouped, millis};
use super::super::widget::{row, text_in};
use super::super::{Scene, icon, theme};
use super::CellScene;
use super::words::say;
use crate::code_mode::log::CellEntry;
use crate::session::record_cells::CellRecord;

/// Height of a row, in points.
const ROW: f32 = 24.0;

/// All entries.
pub fn ui(ui: &mut Ui, cells: &CellScene<'_>, out: &mut Vec<Command>) {
    let scene = cells.scene;
    ui.label(RichText::new(scene.words.get("cell-log")).font(theme::strong_font(13.0)));
    let Some(cell) = cells.cell else { return };
    let entries = &cell.log.entries;
    let height = ui.available_height().max(ROW);
    let seen = (cells.head.stop as f32 * ROW - height / 2.0).max(0.0);
    // The list follows the walk; a hand on the scroll bar wins until the next step.
    let id = ui.scope_id().with("cell-log-at");
    let before: Option<(u64, usize, u32)> = ui.data(|data| data.get_temp(id));
    let here = (scene.doc.run, cells.head.stop, height as u32);
    let mut area = ScrollArea::vertical().id_salt("cell-log").auto_shrink([false, false]);
    if before != Some(here) {
        ui.data_mut(|data| data.insert_temp(id, here));
        area = area.vertical_scroll_offset(seen);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    area.show_rows(ui, ROW, entries.len(), |ui, range| {
        for index in range {
            let Some(entry) = entries.get(index) else { continue };
            let said = say(scene, cell, entry);
            let chosen = index == cells.head.stop;
            let (rect, response) = row(ui, scene, ROW, &said.text, chosen);
            let font = FontId::proportional(12.0);
            let time = grouped(entry.at_ms);
            let mid = rect.center().y;
            text_in(
                ui,
                pos2(rect.left() + 52.0, mid),
                Align2::RIGHT_CENTER,
                &time,
                FontId::monospace(10.5),
                scene.theme.text_weak.0,
                52.0,
            );
            let square =
                egui::Rect::from_center_size(pos2(rect.left() + 66.0, mid), vec2(11.0, 11.0));
            icon::paint(ui.painter(), said.icon, square, said.ink);
            let later = cells.head.stop < index;
            let ink = if later { scene.theme.text_weak.0 } else { said.ink };
            let room = rect.width() - 84.0;
            text_in(
                ui,
                pos2(rect.left() + 78.0, mid),
                Align2::LEFT_CENTER,
                &said.text,
                font,
                ink,
                room,
            );
            if response.clicked() {
                out.push(Command::CellStop(index));
            }
            if let Some(why) = said.why {
                response.on_hover_text(why);
            }
        }
    });
}

/// The present entry, its place and its reason.
pub fn present(ui: &mut Ui, cells: &CellScene<'_>) {
    let scene = cells.scene;
    let entry = cells.cell.and_then(|cell| Some((cell, cell.log.entries.get(cells.head.stop)?)));
    let Some((cell, entry)) = entry else {
        ui.centered_and_justified(|ui| {
            ui.label(RichText::new(refusal(cells)).size(15.0).color(scene.theme.orphan_text.0));
        });
        return;
    };
    let said = say(scene, cell, entry);
    ui.horizontal_centered(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::hover());
        icon::paint(ui.painter(), said.icon, rect, said.ink);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add_space(8.0);
            let size = if scene.narrow { 13.5 } else { 15.0 };
            ui.add(Label::new(RichText::new(&said.text).size(size)).truncate());
            let mut place = place(cells, cell, entry);
            if let Some(why) = &said.why {
                place = format!("{place} · {why}");
            }
            let response = ui.label(reason(ui, scene, place));
            if let Some(upstream) = said.upstream {
                response.on_hover_text(upstream);
            }
        });
    });
}

/// Place and reason: a line, two on a phone.
fn reason(ui: &Ui, scene: &Scene<'_>, text: String) -> LayoutJob {
    let font = FontId::proportional(12.0);
    let mut job =
        LayoutJob::simple(text, font, scene.theme.text_weak.0, ui.available_width().max(8.0));
    job.wrap.max_rows = if scene.narrow { 2 } else { 1 };
    job
}

/// Where an entry stands, in a line.
pub(super) fn place(cells: &CellScene<'_>, cell: &CellRecord, entry: &CellEntry) -> String {
    let words = cells.scene.words;
    let place = words.with(
        "cell-place",
        &[
            ("at", &millis(entry.at_ms)),
            ("turn", &entry.turn),
            ("stop", &(cells.head.stop + 1)),
            ("stops", &cell.log.entries.len()),
        ],
    );
    match entry.microtask {
        true => format!("{place} · {}", words.get("cell-microtask")),
        false => place,
    }
}

/// Why there is no cell: what the call of `exec` was answered with.
pub(super) fn refusal(cells: &CellScene<'_>) -> String {
    let call = cells.scene.doc.sample(cells.head.step).and_then(|sample| {
        sample.calls.iter().find(|call| call.call == cells.head.call).map(|call| &call.output)
    });
    match call {
        Some(output) if !output.is_empty() => output.to_string(),
        _ => cells.scene.words.get("cell-none").to_owned(),
    }
}
