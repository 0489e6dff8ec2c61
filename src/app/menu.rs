//! The visible menu in request order: one row a tool, and what it costs.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2,
    vec2,
};

use super::command::Command;
use super::icon::{self, Icon};
use super::rows::{Badge, Row, RowKind};
use super::text::grouped;
use super::widget::{row, text_in};
use super::{Scene, theme, walk};
use crate::session::record::{LiveState, SampleRecord};

/// Height of the column heads.
pub const HEAD: f32 = 20.0;

/// Height of a row.
pub fn row_height(scene: &Scene<'_>) -> f32 {
    if scene.narrow { theme::HIT_TOUCH } else { theme::HIT }
}

/// The list, `height` points high.
pub fn ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    sample: &SampleRecord,
    live: Option<&LiveState>,
    height: f32,
    out: &mut Vec<Command>,
) {
    head(ui, scene);
    if scene.derived.rows.is_empty() {
        let filtered = !scene.view.filter.is_empty() && scene.derived.visible != 0;
        let key = if filtered { "menu-filtered" } else { "menu-empty" };
        super::widget::empty(ui, scene, scene.words.get(key));
        return;
    }
    let told = walk::told(sample, scene.view.head.at);
    ui.spacing_mut().item_spacing.y = 1.0;
    ScrollArea::vertical()
        .id_salt("menu")
        .max_height(height - HEAD)
        .auto_shrink([false, true])
        .show_rows(ui, row_height(scene), scene.derived.rows.len(), |ui, range| {
            for index in range {
                if let Some(entry) = scene.derived.rows.get(index) {
                    line(ui, scene, entry, live, told, out);
                }
            }
        });
    ui.spacing_mut().item_spacing.y = 4.0;
}

/// Where the columns end; a column without room is not there.
struct Columns {
    chars: Option<f32>,
    tokens: f32,
    bar: Option<f32>,
    name: f32,
}

fn columns(rect: Rect) -> Columns {
    let right = rect.right() - 10.0;
    match rect.width() {
        width if width < 420.0 => {
            Columns { chars: None, tokens: right, bar: None, name: right - 64.0 }
        }
        width if width < 600.0 => Columns {
            chars: None,
            tokens: right - 60.0,
            bar: Some(right - 50.0),
            name: right - 120.0,
        },
        _ => Columns {
            chars: Some(right - 196.0),
            tokens: right - 108.0,
            bar: Some(right - 96.0),
            name: right - 270.0,
        },
    }
}

fn head(ui: &mut Ui, scene: &Scene<'_>) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
    let at = columns(rect);
    let ink = scene.theme.text_weak.0;
    let font = FontId::proportional(11.5);
    let y = rect.center().y;
    let words = scene.words;
    let label = words.get("menu-head");
    let left = pos2(rect.left() + 10.0, y);
    text_in(
        ui,
        left,
        Align2::LEFT_CENTER,
        label,
        theme::strong_font(12.0),
        scene.theme.visible_text.0,
        240.0,
    );
    if let Some(chars) = at.chars {
        text_in(
            ui,
            pos2(chars, y),
            Align2::RIGHT_CENTER,
            words.get("menu-chars"),
            font.clone(),
            ink,
            80.0,
        );
    }
    text_in(
        ui,
        pos2(at.tokens, y),
        Align2::RIGHT_CENTER,
        words.get("menu-tokens"),
        font,
        ink,
        80.0,
    );
}

fn line(
    ui: &mut Ui,
    scene: &Scene<'_>,
    entry: &Row,
    live: Option<&LiveState>,
    told: usize,
    out: &mut Vec<Command>,
) {
    let theme = scene.theme;
    let chosen = entry.tool.is_some() && entry.tool == scene.view.selected;
    let torn = live.is_some_and(|live| {
        entry.tool.is_some() && live.gone.iter().any(|name| **name == *entry.dotted)
    });
    let name = accessible_name(scene, entry, torn);
    let (rect, response) = row(ui, scene, row_height(scene), &name, chosen);
    if !ui.is_rect_visible(rect) {
        return;
    }
    let strength = match (entry.shown_at <= told, entry.registered_at <= told) {
        (true, _) => 1.0,
        (false, true) => 0.45,
        (false, false) => 0.14,
    };
    let fade = |color: Color32| color.gamma_multiply(strength);
    let at = columns(rect);
    let y = rect.center().y;
    let mut x = rect.left() + 10.0;
    if entry.kind != RowKind::Member {
        let place = entry.place.to_string();
        let font = FontId::proportional(11.5);
        let right = pos2(x + 18.0, y);
        text_in(ui, right, Align2::RIGHT_CENTER, &place, font, fade(theme.text_weak.0), 24.0);
    }
    x += 30.0;
    if entry.kind == RowKind::Member {
        let stroke = Stroke::new(1.0, fade(theme.line.0));
        ui.painter()
            .line_segment([pos2(x - 4.0, rect.top()), pos2(x - 4.0, rect.bottom())], stroke);
        x += 8.0;
    }
    let square = Rect::from_center_size(pos2(x + 5.0, y), vec2(10.0, 10.0));
    match (torn, entry.kind) {
        (true, _) => icon::paint(ui.painter(), Icon::Cross, square, theme.orphan.0),
        (false, RowKind::Namespace) => {
            ui.painter().rect_stroke(
                square,
                CornerRadius::same(2),
                Stroke::new(1.5, fade(theme.visible.0)),
                StrokeKind::Inside,
            );
        }
        _ => {
            ui.painter().rect_filled(square, CornerRadius::same(2), fade(theme.visible.0));
        }
    }
    x += 20.0;
    let ink = match (torn, entry.kind) {
        (true, _) => theme.orphan_text.0,
        (false, RowKind::Namespace) => theme.text_weak.0,
        _ => theme.text.0,
    };
    let font = match entry.kind {
        RowKind::Namespace => FontId::monospace(12.0),
        _ => FontId::new(12.5, theme::strong_mono()),
    };
    let text =
        text_in(ui, pos2(x, y), Align2::LEFT_CENTER, &entry.label, font, fade(ink), at.name - x);
    mark(ui, scene, entry, torn, text.right() + 8.0, y, at.name, strength);

    let number = FontId::new(12.0, eframe::egui::FontFamily::Proportional);
    if let Some(end) = at.chars.filter(|_| entry.kind != RowKind::Namespace) {
        let chars = grouped(entry.chars);
        text_in(
            ui,
            pos2(end, y),
            Align2::RIGHT_CENTER,
            &chars,
            number.clone(),
            fade(theme.text_weak.0),
            80.0,
        );
    }
    let tokens = grouped(entry.tokens);
    let token_ink = if entry.kind == RowKind::Member { theme.text_weak.0 } else { theme.text.0 };
    text_in(ui, pos2(at.tokens, y), Align2::RIGHT_CENTER, &tokens, number, fade(token_ink), 80.0);
    if let Some(left) = at.bar.filter(|_| entry.kind != RowKind::Namespace) {
        let width = rect.right() - 10.0 - left;
        let part = entry.tokens as f32 / scene.derived.most_tokens.max(1) as f32;
        let size = vec2((width * part).max(2.0), 6.0);
        let bar = Rect::from_min_size(pos2(left, y - 3.0), size);
        ui.painter().rect_filled(
            bar,
            CornerRadius::same(3),
            fade(theme.visible.0.gamma_multiply(0.75)),
        );
    }
    if torn {
        ui.painter().rect_stroke(
            rect,
            CornerRadius::same(6),
            Stroke::new(1.0, theme.orphan.0),
            StrokeKind::Inside,
        );
    }
    let response = match torn {
        true => response.on_hover_text(scene.words.get("row-torn-tip")),
        false => response,
    };
    if response.clicked()
        && let Some(tool) = &entry.tool
    {
        out.push(Command::Select(if chosen { None } else { Some(tool.clone()) }));
    }
}

#[allow(clippy::too_many_arguments, reason = "one painted place, called once")]
fn mark(
    ui: &Ui,
    scene: &Scene<'_>,
    entry: &Row,
    torn: bool,
    x: f32,
    y: f32,
    end: f32,
    strength: f32,
) {
    let theme = scene.theme;
    let (key, fill, ink) = match (torn, entry.badge) {
        (true, _) => ("mark-torn", theme.orphan_fill.0, theme.orphan_text.0),
        (false, Some(Badge::New)) => ("mark-new", theme.live_fill.0, theme.live_text.0),
        (false, Some(Badge::Moved)) => ("mark-moved", theme.hidden_fill.0, theme.hidden_text.0),
        (false, Some(Badge::Rewritten)) => {
            ("mark-rewritten", theme.deferred_fill.0, theme.deferred_text.0)
        }
        (false, None) => return,
    };
    let font = theme::strong_font(11.0);
    let galley = ui.painter().layout_no_wrap(
        scene.words.get(key).to_owned(),
        font,
        ink.gamma_multiply(strength),
    );
    if end < x + galley.size().x + 12.0 {
        return;
    }
    let size = vec2(galley.size().x + 12.0, 18.0);
    let rect = Rect::from_min_size(pos2(x, y - 9.0), size);
    ui.painter().rect_filled(rect, CornerRadius::same(9), fill.gamma_multiply(strength));
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
}

fn accessible_name(scene: &Scene<'_>, entry: &Row, torn: bool) -> String {
    let mut name = scene
        .words
        .with("row-name", &[("name", &entry.dotted), ("tokens", &grouped(entry.tokens))]);
    if torn {
        name.push_str(", ");
        name.push_str(scene.words.get("mark-torn"));
    }
    name
}
