//! Small widgets every panel is built from. Each one that acts has an accessible name.

use eframe::egui::{
    self, Align2, Color32, CornerRadius, FontId, Rect, Response, RichText, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, accesskit, pos2, vec2,
};

use super::command::{self, Command};
use super::icon::{self, Icon};
use super::{Scene, theme};

/// A square button with a picture that runs a command of the table.
pub fn command_icon(ui: &mut Ui, scene: &Scene<'_>, id: &str, icon: Icon, out: &mut Vec<Command>) {
    let Some(entry) = command::named(id) else { return };
    let text = scene.words.get(&entry.text_key()).to_owned();
    let mut tip = scene.words.get(&entry.tip_key()).to_owned();
    if let Some(keys) = entry.keys.first() {
        tip = format!("{text} ({})\n{tip}", keys.label(mac(ui.ctx())));
    }
    if icon_button(ui, scene, icon, &text, false).on_hover_text(tip).clicked() {
        out.push(entry.command.clone());
    }
}

/// Does the window stand on a Mac?
pub fn mac(ctx: &egui::Context) -> bool {
    ctx.os().is_mac()
}

/// A square button with a picture; `strong` fills it with the accent colour.
pub fn icon_button(
    ui: &mut Ui,
    scene: &Scene<'_>,
    icon: Icon,
    name: &str,
    strong: bool,
) -> Response {
    let side = if scene.narrow { 40.0 } else { theme::HIT };
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::click());
    name_it(&response, accesskit::Role::Button, name);
    if ui.is_rect_visible(rect) {
        let hot = response.hovered() || response.has_focus();
        let (fill, ink) = match (strong, hot) {
            (true, false) => (scene.theme.accent.0, scene.theme.on_accent.0),
            (true, true) => (scene.theme.accent.0, scene.theme.on_accent.0),
            (false, true) => (scene.theme.card_hover.0, scene.theme.text.0),
            (false, false) => (Color32::TRANSPARENT, scene.theme.text.0),
        };
        ui.painter().rect_filled(rect, CornerRadius::same(7), fill);
        if response.has_focus() {
            focus_ring(ui, scene, rect);
        }
        let size = if strong { 16.0 } else { 15.0 };
        icon::paint(
            ui.painter(),
            icon,
            Rect::from_center_size(rect.center(), vec2(size, size)),
            ink,
        );
    }
    response
}

/// The mark around what has the keyboard.
pub fn focus_ring(ui: &Ui, scene: &Scene<'_>, rect: Rect) {
    ui.painter().rect_stroke(
        rect,
        CornerRadius::same(7),
        Stroke::new(2.0, scene.theme.accent.0),
        StrokeKind::Inside,
    );
}

/// Gives a hand-made widget its role and accessible name.
pub fn name_it(response: &Response, role: accesskit::Role, name: &str) {
    response.widget_info(|| WidgetInfo::labeled(role, response.enabled(), name));
}

/// An on/off switch with its label at the left, filling the width.
pub fn switch(ui: &mut Ui, scene: &Scene<'_>, label: &str, on: bool) -> Response {
    let height = if scene.narrow { theme::HIT_TOUCH } else { theme::HIT };
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(accesskit::Role::Switch, response.enabled(), on, label)
    });
    if ui.is_rect_visible(rect) {
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, CornerRadius::same(6), scene.theme.card_hover.0);
        }
        let track =
            Rect::from_min_size(pos2(rect.right() - 40.0, rect.center().y - 8.0), vec2(32.0, 16.0));
        let how = ui.ctx().animate_bool_responsive(response.id, on);
        let fill = if on { scene.theme.accent.0 } else { scene.theme.line.0 };
        ui.painter().rect_filled(track, CornerRadius::same(8), fill);
        let knob = egui::lerp(track.left() + 8.0..=track.right() - 8.0, how);
        ui.painter().circle_filled(pos2(knob, track.center().y), 6.0, scene.theme.card.0);
        let room = track.left() - rect.left() - 14.0;
        text_in(
            ui,
            pos2(rect.left() + 8.0, rect.center().y),
            Align2::LEFT_CENTER,
            label,
            FontId::proportional(13.0),
            scene.theme.text.0,
            room,
        );
    }
    response
}

/// One line of text inside a width, cut with an ellipsis. Returns its rectangle.
pub fn text_in(
    ui: &Ui,
    at: egui::Pos2,
    align: Align2,
    text: &str,
    font: FontId,
    color: Color32,
    width: f32,
) -> Rect {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(8.0));
    let galley = ui.painter().layout_job(job);
    let rect = align.anchor_size(at, galley.size());
    ui.painter().galley(rect.min, galley, color);
    rect
}

/// A small rounded label.
pub fn pill(ui: &mut Ui, text: &str, fill: Color32, ink: Color32) -> Response {
    let font = FontId::proportional(11.5);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, ink);
    let size = vec2(galley.size().x + 14.0, 20.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    name_it(&response, accesskit::Role::Label, text);
    ui.painter().rect_filled(rect, CornerRadius::same(10), fill);
    let at = rect.center() - galley.size() / 2.0;
    ui.painter().galley(at, galley, ink);
    response
}

/// A small heading in capitals of the section.
pub fn section(ui: &mut Ui, scene: &Scene<'_>, text: &str) {
    ui.add_space(theme::GAP[1]);
    ui.label(RichText::new(text).font(theme::strong_font(12.0)).color(scene.theme.text_weak.0));
}

/// Weak small text.
pub fn hint(ui: &mut Ui, scene: &Scene<'_>, text: &str) -> Response {
    ui.label(RichText::new(text).size(12.0).color(scene.theme.text_weak.0))
}

/// A text that fills an empty panel and teaches.
pub fn empty(ui: &mut Ui, scene: &Scene<'_>, text: &str) {
    ui.add_space(theme::GAP[3]);
    ui.vertical_centered(|ui| {
        ui.set_max_width(ui.available_width().min(280.0));
        ui.label(RichText::new(text).size(13.0).color(scene.theme.text_weak.0));
    });
}

/// A row that can be chosen: its rectangle with hover and selection painted, and its answer.
pub fn row(
    ui: &mut Ui,
    scene: &Scene<'_>,
    height: f32,
    name: &str,
    chosen: bool,
) -> (Rect, Response) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(accesskit::Role::Button, response.enabled(), chosen, name)
    });
    if ui.is_rect_visible(rect) {
        if chosen {
            ui.painter().rect_filled(rect, CornerRadius::same(6), scene.theme.selection.0);
        } else if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, CornerRadius::same(6), scene.theme.card_hover.0);
        }
        if response.has_focus() {
            focus_ring(ui, scene, rect);
        }
    }
    (rect, response)
}

/// A plain button with a text; `strong` fills it.
pub fn button(ui: &mut Ui, scene: &Scene<'_>, text: &str, strong: bool) -> Response {
    let (fill, ink) = match strong {
        true => (scene.theme.accent.0, scene.theme.on_accent.0),
        false => (scene.theme.card.0, scene.theme.text.0),
    };
    let height = if scene.narrow { 36.0 } else { theme::HIT };
    ui.add(egui::Button::new(RichText::new(text).color(ink)).fill(fill).min_size(vec2(0.0, height)))
}
