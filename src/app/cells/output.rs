//! What the model has been told so far, what is still in the cell's buffer against the token budget,
//! and the values kept with `store`.

use std::borrow::Cow;

use eframe::egui::{
    self, Align, CornerRadius, Frame, Label, Layout, Margin, Rect, RichText, ScrollArea, Sense, Ui,
    vec2,
};

use super::super::text::{grouped, millis};
use super::super::theme;
use super::super::widget::{hint, section};
use super::words::{item_text, short};
use super::{CellScene, walk};
use crate::planner::rule::Decision;
use crate::session::record_cells::{CellRecord, Exchange};

/// Longest text of one item that is laid out, in characters.
const MAX_ITEM: usize = 2_000;
/// Most items that are laid out of one answer.
const MAX_ITEMS: usize = 200;

/// The panel.
pub fn ui(ui: &mut Ui, cells: &CellScene<'_>) {
    let scene = cells.scene;
    ui.label(RichText::new(scene.words.get("cell-output")).font(theme::strong_font(13.0)));
    let Some(cell) = cells.cell else {
        ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
            mono(ui, &super::log::refusal(cells), scene.theme.orphan_text.0);
        });
        return;
    };
    let area = ScrollArea::vertical().id_salt("cell-output").auto_shrink([false, false]);
    area.stick_to_bottom(true).show(ui, |ui| {
        // A column justifies its texts; these are read as they are.
        ui.set_width(ui.available_width());
        ui.with_layout(Layout::top_down(Align::LEFT), |ui| everything(ui, cells, cell));
    });
}

fn everything(ui: &mut Ui, cells: &CellScene<'_>, cell: &CellRecord) {
    for exchange in answered(cell, cells.moment.answers) {
        answer(ui, cells, cell, exchange);
    }
    buffer(ui, cells, cell);
    stored(ui, cells, cell);
}

pub(super) fn answered(cell: &CellRecord, count: usize) -> impl Iterator<Item = &Exchange> {
    cell.exchanges.iter().filter(|exchange| exchange.answered_ms.is_some()).take(count)
}

/// One answer, as the model reads it.
fn answer(ui: &mut Ui, cells: &CellScene<'_>, _cell: &CellRecord, exchange: &Exchange) {
    let scene = cells.scene;
    let theme = scene.theme;
    Frame::new()
        .fill(theme.frozen_fill.0)
        .corner_radius(8.0)
        .inner_margin(Margin::symmetric(8, 5))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 1.0;
            let when = exchange.answered_ms.unwrap_or(exchange.asked_ms);
            let title =
                format!("{} → {} · {}", exchange.ask.label(), exchange.kind.label(), millis(when));
            let ink = if exchange.success { theme.frozen_text.0 } else { theme.orphan_text.0 };
            ui.label(RichText::new(title).font(super::super::theme::strong_font(12.0)).color(ink));
            for text in texts(&exchange.body).take(MAX_ITEMS) {
                mono(ui, text.trim_end(), theme.text.0);
            }
            for why in later(exchange).take(MAX_ITEMS) {
                let sentence = RichText::new(why.sentence(scene.view.lang)).size(12.0);
                ui.add(Label::new(sentence.color(theme.text_weak.0)).wrap());
            }
        });
    ui.add_space(theme_gap());
}

fn theme_gap() -> f32 {
    theme::GAP[0]
}

/// What the conversation made of pictures and of a long text.
pub(super) fn later(exchange: &Exchange) -> impl Iterator<Item = &Decision> {
    let about = ["cell.image", "cell.history"];
    exchange.decisions.iter().filter(move |why| about.contains(&why.rule().id))
}

/// The texts of a response body: the body itself, or its items. Pictures and sounds are named.
pub(super) fn texts(body: &serde_json::Value) -> impl Iterator<Item = Cow<'_, str>> {
    let whole = body.as_str().map(Cow::Borrowed);
    let items = body.as_array().map(Vec::as_slice).unwrap_or_default();
    whole.into_iter().chain(items.iter().filter_map(|item| {
        let member = |name: &str| item.get(name).and_then(serde_json::Value::as_str);
        if let Some(text) = member("text") {
            return Some(Cow::Borrowed(text));
        }
        Some(Cow::Owned(match (member("image_url"), member("detail")) {
            (Some(url), detail) => format!("[image {} {}]", detail.unwrap_or("high"), short(url)),
            (None, _) => format!("[audio {}]", short(member("audio_url")?)),
        }))
    }))
}

fn mono(ui: &mut Ui, text: &str, ink: egui::Color32) {
    let cut: String = text.chars().take(MAX_ITEM).collect();
    let text = RichText::new(cut).font(egui::FontId::monospace(11.5)).color(ink);
    ui.add(Label::new(text).wrap());
}

/// What has been put out and not yet handed over, with the bar of the budget.
fn buffer(ui: &mut Ui, cells: &CellScene<'_>, cell: &CellRecord) {
    let scene = cells.scene;
    let (from, to) = (cells.moment.handed, cells.moment.items);
    let waiting: Vec<String> =
        cell.items().take(to).skip(from).take(MAX_ITEMS).map(item_text).collect();
    section(ui, scene, scene.words.get("cell-buffer"));
    if waiting.is_empty() {
        hint(ui, scene, scene.words.get("cell-buffer-empty"));
    }
    for text in &waiting {
        mono(ui, text, scene.theme.visible_text.0);
    }
    let next = cell.exchanges.get(cells.moment.answers).or(cell.exchanges.last());
    let Some(next) = next else { return };
    let bytes: usize = waiting.iter().map(String::len).sum();
    let used = (bytes as u64).div_ceil(4);
    bar(ui, cells, used, next.budget);
}

/// A bar that fills with tokens; past the budget the middle is cut.
fn bar(ui: &mut Ui, cells: &CellScene<'_>, used: u64, budget: u64) {
    let scene = cells.scene;
    let over = budget < used;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 10.0), Sense::hover());
    let share = if budget == 0 { 1.0 } else { (used as f32 / budget as f32).min(1.0) };
    let fill = if over { scene.theme.orphan.0 } else { scene.theme.visible.0 };
    ui.painter().rect_filled(rect, CornerRadius::same(5), scene.theme.line.0);
    let part = Rect::from_min_size(rect.min, vec2(rect.width() * share, rect.height()));
    ui.painter().rect_filled(part, CornerRadius::same(5), fill);
    let text =
        scene.words.with("cell-budget", &[("used", &grouped(used)), ("budget", &grouped(budget))]);
    super::super::widget::name_it(&response, egui::accesskit::Role::ProgressIndicator, &text);
    response.on_hover_text(scene.words.get("cell-budget-tip"));
    hint(ui, scene, &text);
}

/// Values that the script can load at this moment.
fn stored(ui: &mut Ui, cells: &CellScene<'_>, cell: &CellRecord) {
    let scene = cells.scene;
    section(ui, scene, scene.words.get("cell-stored"));
    let values = walk::stored(cell, cells.head.stop);
    if values.is_empty() {
        hint(ui, scene, scene.words.get("cell-stored-none"));
        return;
    }
    egui::Grid::new("cell-stored").num_columns(2).striped(true).show(ui, |ui| {
        for (key, value) in values.iter().take(MAX_ITEMS) {
            ui.label(RichText::new(short(key)).font(egui::FontId::new(12.0, theme::strong_mono())));
            let text = RichText::new(short(&value.to_string())).monospace().size(12.0);
            ui.add(Label::new(text).truncate());
            ui.end_row();
        }
    });
}
