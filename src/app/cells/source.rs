//! The source of the cell with its current line, what each line has started so far, and the place to
//! edit it. Typing runs the scenario anew at once.

use std::collections::BTreeMap;

use eframe::egui::{
    self, Align2, CornerRadius, FontId, Frame, Label, Margin, Pos2, Rect, RichText, ScrollArea,
    TextEdit, Ui, pos2, text::LayoutJob, vec2,
};

use super::super::command::Command;
use super::super::widget::text_in;
use super::super::{Scene, theme};
use super::CellScene;
use crate::code_mode::log::CellEvent;

/// Width of the line numbers and marks, in points.
const GUTTER: f32 = 64.0;

/// Number of calls, items and timers that a line has started.
#[derive(Clone, Copy, Debug, Default)]
struct Started {
    calls: u32,
    pending: u32,
    items: u32,
    timers: u32,
}

/// Height that shows every line, in points, title included; never less than a few lines.
pub fn height(cells: &CellScene<'_>) -> f32 {
    let source = cells.scene.doc.cell_source(cells.head.step, cells.head.call).unwrap_or_default();
    let lines = source.split('\n').count().clamp(4, 100);
    lines as f32 * 18.0 + 40.0
}

/// The panel.
pub fn ui(ui: &mut Ui, cells: &CellScene<'_>, out: &mut Vec<Command>) {
    let scene = cells.scene;
    ui.horizontal(|ui| {
        ui.label(RichText::new("exec_main.mjs").font(FontId::new(13.0, theme::strong_mono())));
        if !scene.narrow {
            let hint = RichText::new(scene.words.get("cell-edit-hint"));
            ui.add(Label::new(hint.size(12.0).color(scene.theme.text_weak.0)).truncate());
        }
    });
    Frame::new().fill(scene.theme.code.0).corner_radius(8.0).inner_margin(Margin::same(4)).show(
        ui,
        |ui| {
            ScrollArea::both().id_salt("cell-source").auto_shrink([false, false]).show(ui, |ui| {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 0.0;
                    let (gutter, _) =
                        ui.allocate_exact_size(vec2(GUTTER, 1.0), egui::Sense::hover());
                    text(ui, cells, gutter.left(), out);
                });
            });
        },
    );
}

fn text(ui: &mut Ui, cells: &CellScene<'_>, gutter: f32, out: &mut Vec<Command>) {
    let scene = cells.scene;
    let mut buffer =
        scene.doc.cell_source(cells.head.step, cells.head.call).unwrap_or_default().to_owned();
    let ink = scene.theme.text.0;
    let mut layouter = |ui: &Ui, buffer: &dyn egui::TextBuffer, _wrap: f32| {
        let mut job = LayoutJob::simple(
            buffer.as_str().to_owned(),
            FontId::monospace(12.5),
            ink,
            f32::INFINITY,
        );
        job.wrap.max_width = f32::INFINITY;
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    // The mark of the current line lies under the text, so its shape is reserved before it.
    let mark = ui.painter().add(egui::Shape::Noop);
    let field = TextEdit::multiline(&mut buffer)
        .id_salt("cell-text")
        .code_editor()
        .frame(Frame::NONE)
        .desired_width(f32::INFINITY)
        .layouter(&mut layouter)
        .show(ui);
    let name = scene.words.get("cell-source").to_owned();
    ui.ctx().accesskit_node_builder(field.response.id, |node| node.set_label(name));
    if field.response.changed() {
        let (step, call) = (cells.head.step, cells.head.call);
        out.push(Command::EditCell { step, call, source: buffer });
    }
    let started = started(cells);
    let mut line = 1;
    for row in &field.galley.rows {
        let rect = row.rect().translate(field.galley_pos.to_vec2());
        gutter_row(ui, scene, gutter, rect, line, started.get(&line).copied().unwrap_or_default());
        if cells.moment.line == Some(line) {
            let whole = Rect::from_min_max(
                pos2(gutter, rect.top()),
                pos2(ui.clip_rect().right(), rect.bottom()),
            );
            let fill = scene.theme.selection.0;
            ui.painter().set(mark, egui::Shape::rect_filled(whole, CornerRadius::same(3), fill));
        }
        line += u32::from(row.ends_with_newline);
    }
}

/// Line number, then a dot with a count for calls, output and timers.
fn gutter_row(ui: &Ui, scene: &Scene<'_>, left: f32, row: Rect, line: u32, started: Started) {
    let font = FontId::monospace(11.0);
    let put = |x: f32, text: &str, ink| {
        let at: Pos2 = pos2(left + x, row.center().y);
        text_in(ui, at, Align2::RIGHT_CENTER, text, font.clone(), ink, 40.0);
    };
    put(24.0, &line.to_string(), scene.theme.text_weak.0);
    let mut x = 32.0;
    for (count, ink, hollow) in [
        (started.calls, scene.theme.deferred.0, started.pending > 0),
        (started.items, scene.theme.visible.0, false),
        (started.timers, scene.theme.live.0, false),
    ] {
        if count == 0 {
            continue;
        }
        let at = pos2(left + x, row.center().y);
        match hollow {
            true => ui.painter().circle_stroke(at, 3.5, egui::Stroke::new(1.5, ink)),
            false => ui.painter().circle_filled(at, 3.5, ink),
        };
        x += 10.0;
    }
}

fn started(cells: &CellScene<'_>) -> BTreeMap<u32, Started> {
    let mut lines: BTreeMap<u32, Started> = BTreeMap::new();
    let Some(cell) = cells.cell else { return lines };
    for entry in cell.log.entries.iter().take(cells.head.stop + 1) {
        let Some(line) = entry.line else { continue };
        let started = lines.entry(line).or_default();
        match &entry.event {
            CellEvent::CallIssued { call, .. } => {
                started.calls += 1;
                started.pending += u32::from(cells.moment.pending.contains_key(call));
            }
            CellEvent::Item { .. } => started.items += 1,
            CellEvent::TimeoutSet { .. } => started.timers += 1,
            _ => {}
        }
    }
    lines
}
