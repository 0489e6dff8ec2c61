//! The shelves: registered and deferred, registered and hidden, and absent with reasons. One list
//! with rows of one height, so that only what is seen is laid out.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Rect, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui,
    accesskit, pos2, vec2,
};

use super::command::Command;
use super::derive::Item;
use super::icon::{self, Icon};
use super::widget::{focus_ring, name_it, row, text_in};
use super::{Scene, theme, walk};
use crate::session::record::{LiveState, SampleRecord};

const CHIP: f32 = 200.0;

/// Which shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shelf {
    Deferred,
    Hidden,
    Absent,
}

/// A row of the list.
enum Line {
    Head(Shelf),
    Chips(Shelf, std::ops::Range<usize>),
    Reason(usize),
}

/// All three shelves, in the room that is left.
pub fn ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    sample: &SampleRecord,
    live: Option<&LiveState>,
    out: &mut Vec<Command>,
) {
    let width = ui.available_width();
    let per_row = ((width / CHIP) as usize).max(1);
    let told = walk::told(sample, scene.view.head.at);
    let height = if scene.narrow { 38.0 } else { 26.0 };
    let total = count(scene, per_row);
    ScrollArea::vertical().id_salt("shelves").auto_shrink([false, false]).show_rows(
        ui,
        height,
        total,
        |ui, range| {
            for index in range {
                match line(scene, per_row, index) {
                    Line::Head(shelf) => head(ui, scene, shelf, height),
                    Line::Chips(shelf, range) => {
                        chips(ui, scene, shelf, range, per_row, height, live, told, out);
                    }
                    Line::Reason(index) => reason(ui, scene, index, height, told, out),
                }
            }
        },
    );
}

fn items<'a>(scene: &Scene<'a>, shelf: Shelf) -> &'a [Item] {
    match shelf {
        Shelf::Deferred => &scene.derived.deferred,
        Shelf::Hidden => &scene.derived.hidden,
        Shelf::Absent => &scene.derived.absent,
    }
}

fn rows_of(scene: &Scene<'_>, shelf: Shelf, per_row: usize) -> usize {
    let count = items(scene, shelf).len();
    match shelf {
        Shelf::Absent => count,
        _ => count.div_ceil(per_row),
    }
}

fn count(scene: &Scene<'_>, per_row: usize) -> usize {
    let shelves = [Shelf::Deferred, Shelf::Hidden, Shelf::Absent];
    shelves.iter().map(|shelf| 1 + rows_of(scene, *shelf, per_row)).sum()
}

fn line(scene: &Scene<'_>, per_row: usize, mut index: usize) -> Line {
    for shelf in [Shelf::Deferred, Shelf::Hidden, Shelf::Absent] {
        if index == 0 {
            return Line::Head(shelf);
        }
        index -= 1;
        let rows = rows_of(scene, shelf, per_row);
        if index < rows {
            let count = items(scene, shelf).len();
            return match shelf {
                Shelf::Absent => Line::Reason(index),
                _ => Line::Chips(shelf, index * per_row..((index + 1) * per_row).min(count)),
            };
        }
        index -= rows;
    }
    Line::Head(Shelf::Absent)
}

fn look(scene: &Scene<'_>, shelf: Shelf) -> (Icon, Color32, Color32, &'static str) {
    let theme = scene.theme;
    match shelf {
        Shelf::Deferred => (Icon::Lens, theme.deferred_text.0, theme.deferred.0, "shelf-deferred"),
        Shelf::Hidden => (Icon::Dashed, theme.hidden_text.0, theme.hidden.0, "shelf-hidden"),
        Shelf::Absent => (Icon::Struck, theme.absent_text.0, theme.line.0, "shelf-absent"),
    }
}

fn head(ui: &mut Ui, scene: &Scene<'_>, shelf: Shelf, height: f32) {
    let (picture, ink, _, key) = look(scene, shelf);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let square =
        Rect::from_center_size(pos2(rect.left() + 19.0, rect.center().y + 2.0), vec2(13.0, 13.0));
    icon::paint(ui.painter(), picture, square, ink);
    let count = items(scene, shelf).len();
    let text = scene.words.with(key, &[("count", &count)]);
    name_it(&response, accesskit::Role::Label, &text);
    let at = pos2(rect.left() + 32.0, rect.center().y + 2.0);
    let end =
        text_in(ui, at, Align2::LEFT_CENTER, &text, theme::strong_font(12.5), ink, rect.width());
    if count == 0 {
        let at = pos2(end.right() + 12.0, rect.center().y + 2.0);
        let text = scene.words.get(match shelf {
            Shelf::Deferred => "shelf-deferred-empty",
            Shelf::Hidden => "shelf-hidden-empty",
            Shelf::Absent => "shelf-absent-empty",
        });
        let font = FontId::proportional(12.0);
        let weak = scene.theme.text_weak.0;
        text_in(ui, at, Align2::LEFT_CENTER, text, font, weak, rect.right() - at.x - 8.0);
    }
    if shelf == Shelf::Deferred && scene.derived.orphans != 0 {
        let text = scene.words.with("orphans", &[("count", &scene.derived.orphans)]);
        let at = pos2(end.right() + 12.0, rect.center().y + 2.0);
        let ink = scene.theme.orphan_text.0;
        text_in(
            ui,
            at,
            Align2::LEFT_CENTER,
            &text,
            theme::strong_font(12.0),
            ink,
            rect.right() - at.x,
        );
    }
    response.on_hover_text(scene.words.get(&format!("{key}-tip")));
}

#[allow(clippy::too_many_arguments, reason = "one row, called once")]
fn chips(
    ui: &mut Ui,
    scene: &Scene<'_>,
    shelf: Shelf,
    range: std::ops::Range<usize>,
    per_row: usize,
    height: f32,
    live: Option<&LiveState>,
    told: usize,
    out: &mut Vec<Command>,
) {
    let (whole, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let width = (whole.width() - 28.0) / per_row as f32;
    for (column, index) in range.enumerate() {
        let Some(item) = items(scene, shelf).get(index) else { continue };
        let left = whole.left() + 28.0 + width * column as f32;
        let rect =
            Rect::from_min_size(pos2(left, whole.top() + 1.0), vec2(width - 6.0, height - 2.0));
        chip(ui, scene, shelf, item, rect, live, told, out);
    }
}

#[allow(clippy::too_many_arguments, reason = "one chip, called once")]
fn chip(
    ui: &mut Ui,
    scene: &Scene<'_>,
    shelf: Shelf,
    item: &Item,
    rect: Rect,
    live: Option<&LiveState>,
    told: usize,
    out: &mut Vec<Command>,
) {
    let theme = scene.theme;
    let torn = live.is_some_and(|live| live.gone.iter().any(|name| **name == *item.dotted));
    let orphan = item.reach == crate::planner::reach::Reach::Orphan;
    let chosen = scene.view.selected.as_ref() == Some(&item.tool);
    let response =
        ui.interact(rect, ui.scope_id().with((shelf as u8, &item.dotted)), Sense::click());
    let (_, ink, edge, _) = look(scene, shelf);
    let state = item.reach.text().get(scene.view.lang);
    name_it(&response, accesskit::Role::Button, &format!("{}, {state}", item.dotted));
    let strength = if item.since <= told { 1.0 } else { 0.18 };
    let fill = match (chosen, torn || orphan, shelf) {
        (true, ..) => theme.selection.0,
        (_, true, _) => theme.orphan_fill.0,
        (_, _, Shelf::Deferred) => theme.deferred_fill.0,
        _ => theme.hidden_fill.0,
    };
    let (ink, edge) = match torn || orphan {
        true => (theme.orphan_text.0, theme.orphan.0),
        false => (ink, edge),
    };
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(6), fill.gamma_multiply(strength));
    let stroke = Stroke::new(1.0, edge.gamma_multiply(strength));
    if shelf == Shelf::Hidden {
        let corners = [
            rect.left_top(),
            rect.right_top(),
            rect.right_bottom(),
            rect.left_bottom(),
            rect.left_top(),
        ];
        painter.extend(Shape::dashed_line(&corners, stroke, 4.0, 3.0));
    } else {
        painter.rect_stroke(rect, CornerRadius::same(6), stroke, StrokeKind::Inside);
    }
    if response.has_focus() {
        focus_ring(ui, scene, rect);
    }
    let mut x = rect.left() + 8.0;
    if torn {
        let square = Rect::from_center_size(pos2(x + 4.0, rect.center().y), vec2(10.0, 10.0));
        icon::paint(ui.painter(), Icon::Cross, square, ink);
        x += 16.0;
    }
    let at = pos2(x, rect.center().y);
    let room = rect.right() - x - 6.0;
    let ink = ink.gamma_multiply(strength);
    let font = FontId::new(12.0, theme::strong_mono());
    let name = text_in(ui, at, Align2::LEFT_CENTER, &item.tool.name, font, ink, room);
    let left = rect.right() - name.right() - 16.0;
    if let Some(namespace) = item.tool.namespace.as_deref().filter(|_| 40.0 < left) {
        let at = pos2(rect.right() - 8.0, rect.center().y);
        let weak = theme.text_weak.0.gamma_multiply(strength);
        text_in(ui, at, Align2::RIGHT_CENTER, namespace, FontId::proportional(11.0), weak, left);
    }
    let tip = match torn {
        true => format!("{}\n{}", item.dotted, scene.words.get("row-torn-tip")),
        false => format!("{} — {state}\n{}", item.dotted, item.reason),
    };
    if response.on_hover_text(tip).clicked() {
        out.push(Command::Select(if chosen { None } else { Some(item.tool.clone()) }));
    }
}

fn reason(
    ui: &mut Ui,
    scene: &Scene<'_>,
    index: usize,
    height: f32,
    told: usize,
    out: &mut Vec<Command>,
) {
    let Some(item) = scene.derived.absent.get(index) else { return };
    let theme = scene.theme;
    let chosen = scene.view.selected.as_ref() == Some(&item.tool);
    let name = format!("{}, {}", item.dotted, item.reach.text().get(scene.view.lang));
    let (rect, response) = row(ui, scene, height, &name, chosen);
    let strength = if item.since <= told { 1.0 } else { 0.18 };
    let ink = theme.absent_text.0.gamma_multiply(strength);
    let y = rect.center().y;
    let names = (rect.width() * 0.36).clamp(110.0, 240.0);
    let text = text_in(
        ui,
        pos2(rect.left() + 32.0, y),
        Align2::LEFT_CENTER,
        &item.dotted,
        FontId::monospace(12.0),
        ink,
        names - 36.0,
    );
    let strike = Stroke::new(1.0, ink);
    ui.painter().line_segment([pos2(text.left(), y + 1.0), pos2(text.right(), y + 1.0)], strike);
    let at = pos2(rect.left() + names + 4.0, y);
    let room = rect.right() - at.x - 8.0;
    let font = FontId::proportional(12.0);
    text_in(
        ui,
        at,
        Align2::LEFT_CENTER,
        &item.reason,
        font,
        theme.text_weak.0.gamma_multiply(strength),
        room,
    );
    if response.on_hover_text(&item.reason).clicked() {
        out.push(Command::Select(if chosen { None } else { Some(item.tool.clone()) }));
    }
}
