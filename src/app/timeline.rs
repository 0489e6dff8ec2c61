//! The timeline: turns as bands, samples as blocks, calls as bars, events at their exact time.
//!
//! What a frame costs depends on the width of the window, never on the length of the trace: what
//! shares a pixel is drawn once.

use eframe::egui::{
    self, Align2, CornerRadius, FontId, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, accesskit, pos2, vec2,
};

use super::command::Command;
use super::icon::Icon;
use super::model::At;
use super::text::{grouped, millis};
use super::widget::{command_icon, name_it, text_in};
use super::{Scene, events, theme, walk};
use crate::session::record::{CallStatus, Record, SampleRecord};

/// Samples that are shown at once when nothing else is asked for.
const COMFORTABLE: usize = 12;
/// Blocks narrower than this have no name and no button of their own.
const NAMED: f32 = 26.0;

/// A piece of virtual time on a piece of the screen.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    left: f32,
    right: f32,
    from: f64,
    span: f64,
}

impl Scale {
    /// Where a time stands.
    pub fn x(self, ms: u64) -> f32 {
        let part = (ms as f64 - self.from) / self.span;
        self.left + ((self.right - self.left) as f64 * part) as f32
    }

    fn ms(self, x: f32) -> u64 {
        let part = f64::from(x - self.left) / f64::from((self.right - self.left).max(1.0));
        (self.from + self.span * part.clamp(0.0, 1.0)).round().max(0.0) as u64
    }
}

/// The strip at the bottom.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let Some(trace) = scene.doc.trace.as_ref().filter(|trace| !trace.record.samples.is_empty())
    else {
        super::widget::hint(ui, scene, scene.words.get("no-sample"));
        return;
    };
    let record = &trace.record;
    let now = walk::time(scene.doc, scene.view.head);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().interact_size.y = 20.0;
        let text = scene
            .words
            .with("time-now", &[("now", &grouped(now)), ("end", &millis(record.ended_ms))]);
        ui.label(egui::RichText::new(text).size(12.0).color(scene.theme.text_weak.0));
        if record.anomalies.total() != 0 {
            let text = scene.words.with("anomalies", &[("count", &record.anomalies.total())]);
            super::widget::pill(ui, &text, scene.theme.orphan_fill.0, scene.theme.orphan_text.0)
                .on_hover_text(scene.words.get("anomalies-tip"));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            if scene.narrow {
                return;
            }
            for (id, mark) in [("zoom-in", "+"), ("zoom-out", "−"), ("zoom-fit", "[ ]")] {
                small(ui, scene, id, mark, out);
            }
            ui.add_space(theme::GAP[1]);
            small(ui, scene, "add-turn", scene.words.get("add-turn"), out);
            small(ui, scene, "add-sample", scene.words.get("add-sample"), out);
        });
    });
    let full = ui.available_rect_before_wrap();
    let rect = full.shrink2(vec2(2.0, 0.0));
    let scale = scale(scene, record, rect, now);
    let response = ui.interact(rect, ui.scope_id().with("timeline"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(true, now as f64, scene.words.get("timeline")));
    scrub(&response, scale, out);

    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, CornerRadius::same(8), scene.theme.card.0);
    let turns = Rect::from_min_size(rect.min, vec2(rect.width(), 18.0));
    let samples = Rect::from_min_max(
        pos2(rect.left(), turns.bottom() + 2.0),
        pos2(rect.right(), rect.bottom() - 18.0),
    );
    let ground = Rect::from_min_max(pos2(rect.left(), samples.bottom()), rect.max);
    draw_turns(ui, &painter, scene, record, scale, turns);
    draw_samples(ui, &painter, scene, record, scale, samples, out);
    events::draw(ui, scene, record, scale, ground, out);
    draw_head(&painter, scene, scale, rect, now);
    ui.advance_cursor_after_rect(full);
}

fn small(ui: &mut Ui, scene: &Scene<'_>, id: &str, text: &str, out: &mut Vec<Command>) {
    let Some(entry) = super::command::named(id) else { return };
    let name = scene.words.get(&entry.text_key()).to_owned();
    let text = egui::RichText::new(text).size(12.0);
    let response = ui.add(egui::Button::new(text).min_size(vec2(24.0, 20.0)));
    name_it(&response, accesskit::Role::Button, &name);
    let tip = scene.words.get(&entry.tip_key()).to_owned();
    if response.on_hover_text(tip).clicked() {
        out.push(entry.command.clone());
    }
}

fn scale(scene: &Scene<'_>, record: &Record, rect: Rect, now: u64) -> Scale {
    let whole = record.ended_ms.max(1) as f64;
    let comfortable = match record.samples.len() <= COMFORTABLE {
        true => whole,
        false => (whole * COMFORTABLE as f64 / record.samples.len() as f64).max(1.0),
    };
    let span = scene.view.zoom_ms.map_or(comfortable, |ms| ms as f64).min(whole);
    let from = (now as f64 - span / 2.0).clamp(0.0, whole - span);
    Scale { left: rect.left() + 8.0, right: rect.right() - 8.0, from, span }
}

fn scrub(response: &Response, scale: Scale, out: &mut Vec<Command>) {
    if !(response.clicked() || response.dragged()) {
        return;
    }
    if let Some(at) = response.interact_pointer_pos() {
        out.push(Command::Scrub(scale.ms(at.x)));
    }
}

/// Indices that matter in a window: one for each pixel at most.
pub fn per_pixel<T>(
    items: &[T],
    scale: Scale,
    start: impl Fn(&T) -> u64,
    end: impl Fn(&T) -> u64,
    mut draw: impl FnMut(usize, &T),
) {
    let last_ms = scale.from + scale.span;
    let mut index = items.partition_point(|item| (end(item) as f64) < scale.from);
    while let Some(item) = items.get(index) {
        if last_ms < start(item) as f64 {
            return;
        }
        draw(index, item);
        // Everything that ends before the next pixel begins has been drawn with this one.
        let pixel = scale.ms(scale.x(end(item)).max(scale.left) + 1.0);
        let next = items.partition_point(|item| end(item) < pixel);
        index = next.max(index + 1);
    }
}

fn draw_turns(
    ui: &Ui,
    painter: &egui::Painter,
    scene: &Scene<'_>,
    record: &Record,
    scale: Scale,
    band: Rect,
) {
    per_pixel(
        &record.turns,
        scale,
        |turn| turn.at_ms,
        |turn| turn.ended_ms,
        |_, turn| {
            let left = scale.x(turn.at_ms);
            let right = scale.x(turn.ended_ms).max(left + 1.0);
            let rect =
                Rect::from_min_max(pos2(left, band.top() + 3.0), pos2(right - 2.0, band.bottom()));
            painter.rect_filled(rect, CornerRadius::same(4), scene.theme.hidden_fill.0);
            if 44.0 < rect.width() {
                let say = turn.say.get(scene.view.lang);
                let text = scene.words.with("turn-say", &[("turn", &turn.turn), ("say", &say)]);
                let at = pos2(rect.left().max(scale.left) + 6.0, rect.center().y);
                text_in(
                    ui,
                    at,
                    Align2::LEFT_CENTER,
                    &text,
                    FontId::proportional(11.0),
                    scene.theme.text_weak.0,
                    rect.right() - at.x - 4.0,
                );
            }
        },
    );
}

fn draw_samples(
    ui: &mut Ui,
    painter: &egui::Painter,
    scene: &Scene<'_>,
    record: &Record,
    scale: Scale,
    band: Rect,
    out: &mut Vec<Command>,
) {
    let mut blocks: Vec<(usize, Rect)> = Vec::new();
    per_pixel(
        &record.samples,
        scale,
        |s| s.capture_started_ms,
        |s| s.ended_ms,
        |index, sample| {
            let left = scale.x(sample.capture_started_ms);
            let right = scale.x(sample.ended_ms).max(left + 2.0);
            let rect = Rect::from_min_max(
                pos2(left + 1.0, band.top()),
                pos2(right - 1.0, band.bottom() - 2.0),
            );
            block(painter, scene, sample, scale, rect);
            if NAMED < rect.width() {
                blocks.push((index, rect));
            }
        },
    );
    for (index, rect) in blocks {
        let Some(sample) = record.samples.get(index) else { continue };
        let head =
            Rect::from_min_max(rect.min, pos2(rect.right(), rect.top() + 20.0)).intersect(band);
        let response = ui.interact(head, ui.scope_id().with(("sample", index)), Sense::click());
        let name = scene.words.with("sample-name", &[("step", &sample.step)]);
        name_it(&response, accesskit::Role::Button, &name);
        let at = pos2(rect.left().max(band.left() + 6.0) + 7.0, rect.top() + 10.0);
        let text = format!("S{}", sample.step);
        text_in(
            ui,
            at,
            Align2::LEFT_CENTER,
            &text,
            theme::strong_font(12.0),
            scene.theme.frozen_text.0,
            rect.right() - at.x,
        );
        let say = sample.say.get(scene.view.lang);
        if response.on_hover_text(format!("{name}\n{say}")).clicked() {
            out.push(Command::GoToStep(sample.step));
        }
    }
}

fn block(
    painter: &egui::Painter,
    scene: &Scene<'_>,
    sample: &SampleRecord,
    scale: Scale,
    rect: Rect,
) {
    let theme = scene.theme;
    let now = sample.step == scene.view.head.step;
    let line = if now { Stroke::new(2.0, theme.frozen.0) } else { Stroke::new(1.0, theme.line.0) };
    painter.rect(rect, CornerRadius::same(5), theme.frozen_fill.0, line, StrokeKind::Inside);
    if rect.width() < 6.0 {
        return;
    }
    let shot = scale.x(sample.shot_ms);
    if rect.left() + 2.0 < shot {
        let wait = Rect::from_min_max(rect.min, pos2(shot, rect.bottom()));
        painter.rect_filled(wait, CornerRadius::same(5), theme.hidden_fill.0);
        painter.vline(shot, wait.y_range(), Stroke::new(1.5, theme.frozen.0));
    }
    if let Some(torn) = walk::tear(sample) {
        let left = scale.x(torn);
        let y = rect.bottom() - 1.5;
        let points: Vec<Pos2> = (0..)
            .map(|i| pos2(left + i as f32 * 3.0, y - if i % 2 == 0 { 0.0 } else { 3.0 }))
            .take_while(|p| p.x < rect.right())
            .collect();
        painter.add(Shape::line(points, Stroke::new(1.5, theme.orphan.0)));
    }
    let room = (rect.height() - 26.0).max(6.0);
    let lanes = ((room / 6.0) as usize).max(1);
    for (index, call) in sample.calls.iter().enumerate().take(64) {
        let y = rect.top() + 22.0 + (index % lanes) as f32 * 6.0;
        let left = scale.x(call.issued_ms);
        let right = scale.x(call.finished_ms).max(left + 3.0);
        let color = match call.status {
            CallStatus::Ok => theme.live.0,
            CallStatus::Ignored => theme.hidden.0,
            _ => theme.orphan.0,
        };
        painter.rect_filled(
            Rect::from_min_max(pos2(left, y), pos2(right, y + 4.0)),
            CornerRadius::same(2),
            color,
        );
    }
    if now && let At::Rule(place) = scene.view.head.at {
        let part = (place + 1) as f32 / walk::Walk::of(sample).len().max(1) as f32;
        let bar =
            Rect::from_min_size(pos2(rect.left(), rect.top()), vec2(rect.width() * part, 3.0));
        painter.rect_filled(bar, CornerRadius::same(2), theme.accent.0);
    }
}

fn draw_head(painter: &egui::Painter, scene: &Scene<'_>, scale: Scale, rect: Rect, now: u64) {
    let x = scale.x(now).clamp(scale.left, scale.right);
    let color = scene.theme.accent.0;
    painter.vline(x, rect.y_range(), Stroke::new(2.0, color));
    painter.add(Shape::convex_polygon(
        vec![pos2(x - 6.0, rect.top()), pos2(x + 6.0, rect.top()), pos2(x, rect.top() + 8.0)],
        color,
        Stroke::NONE,
    ));
}

/// The transport of the narrow window.
pub fn bar(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        command_icon(ui, scene, "previous-sample", Icon::Previous, out);
        command_icon(ui, scene, "previous-rule", Icon::PreviousFine, out);
        let playing = scene.view.due.is_some();
        let (shape, key) = if playing { (Icon::Pause, "pause") } else { (Icon::Play, "play") };
        if super::widget::icon_button(ui, scene, shape, scene.words.get(key), true).clicked() {
            out.push(Command::TogglePlay);
        }
        command_icon(ui, scene, "next-rule", Icon::NextFine, out);
        command_icon(ui, scene, "next-sample", Icon::Next, out);
        super::topbar::step_field(ui, scene, out);
    });
}
