//! The sequence chart: model, cell, calls and timers on one axis of virtual time, with the borders
//! at which the model and the cell meet.

use std::collections::BTreeMap;

use eframe::egui::{
    self, Align2, CornerRadius, FontId, Painter, Rect, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, pos2, vec2,
};

use super::super::command::Command;
use super::super::text::millis;
use super::super::theme;
use super::super::widget::{name_it, text_in};
use super::{CellScene, walk};
use crate::code_mode::log::{CellEvent, TurnCause};
use crate::session::record_cells::{CellRecord, NestedCall, NestedStatus};

/// Width of the lanes' names on a phone and in a wide window, in points.
const NAMES: [f32; 2] = [96.0, 136.0];
/// Height of a lane, in points.
const LANE: f32 = 20.0;
/// Most lanes of calls; the rest is counted.
const MAX_CALLS: usize = 500;

/// Most timeouts in the lane of timers.
const MAX_TIMERS: usize = 500;

/// A piece of virtual time on the screen.
#[derive(Clone, Copy)]
struct Axis {
    left: f32,
    right: f32,
    from: u64,
    span: u64,
}

impl Axis {
    fn x(self, ms: u64) -> f32 {
        let part = ms.saturating_sub(self.from).min(self.span) as f64 / self.span as f64;
        self.left + ((self.right - self.left) as f64 * part) as f32
    }

    fn ms(self, x: f32) -> u64 {
        let part = f64::from(x - self.left) / f64::from((self.right - self.left).max(1.0));
        self.from + (self.span as f64 * part.clamp(0.0, 1.0)) as u64
    }
}

/// Height that shows every lane, in points, title included.
pub fn height(cells: &CellScene<'_>) -> f32 {
    let calls = cells.cell.map_or(0, |cell| cell.calls.len().min(MAX_CALLS));
    (3 + calls) as f32 * LANE + 36.0
}

/// The chart.
pub fn ui(ui: &mut Ui, cells: &CellScene<'_>, out: &mut Vec<Command>) {
    let scene = cells.scene;
    ui.label(RichText::new(scene.words.get("cell-time")).font(theme::strong_font(13.0)));
    let Some(cell) = cells.cell else {
        return super::super::widget::empty(ui, scene, scene.words.get("cell-none"));
    };
    let calls = cell.calls.len().min(MAX_CALLS);
    let lanes = 3 + calls;
    let area = ScrollArea::vertical().id_salt("cell-chart").auto_shrink([false, false]);
    area.show(ui, |ui| {
        let size = vec2(ui.available_width(), lanes as f32 * LANE + 8.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        painter.rect_filled(rect, CornerRadius::same(8), scene.theme.card.0);
        let axis = axis(cell, rect, names(cells));
        name_it(&response, egui::accesskit::Role::Slider, scene.words.get("cell-time"));
        if (response.clicked() || response.dragged())
            && let Some(at) = response.interact_pointer_pos()
        {
            out.push(Command::CellStop(walk::at_time(cell, axis.ms(at.x))));
        }
        let lane = |index: usize| {
            let top = rect.top() + 4.0 + index as f32 * LANE;
            Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), LANE))
        };
        model(ui, &painter, cells, cell, axis, lane(0), rect);
        script(ui, &painter, cells, cell, axis, lane(1));
        for (index, call) in cell.calls.iter().take(calls).enumerate() {
            let line = lane(2 + index);
            if ui.clip_rect().intersects(line) {
                one_call(ui, &painter, cells, call, axis, line);
            }
        }
        timers(ui, &painter, cells, cell, axis, lane(2 + calls));
        let x = axis.x(cells.moment.at_ms);
        painter.vline(x, rect.y_range(), Stroke::new(1.5, scene.theme.accent.0));
    });
}

fn names(cells: &CellScene<'_>) -> f32 {
    NAMES[usize::from(!cells.scene.narrow)]
}

fn axis(cell: &CellRecord, rect: Rect, names: f32) -> Axis {
    let from = cell.log.started_ms;
    let entries = cell.log.entries.last().map_or(from, |entry| entry.at_ms);
    let answers = cell.exchanges.iter().filter_map(|exchange| exchange.answered_ms);
    let to = answers.chain(cell.log.ended_ms).chain([entries]).max().unwrap_or(from);
    Axis {
        left: rect.left() + names,
        right: rect.right() - 12.0,
        from,
        span: to.saturating_sub(from).max(1),
    }
}

fn name(ui: &Ui, cells: &CellScene<'_>, lane: Rect, text: &str) {
    let at = pos2(lane.left() + 8.0, lane.center().y);
    let font = FontId::new(11.5, theme::strong_mono());
    text_in(ui, at, Align2::LEFT_CENTER, text, font, cells.scene.theme.text.0, names(cells) - 14.0);
}

fn bar(axis: Axis, lane: Rect, from: u64, to: u64) -> Rect {
    let (left, right) = (axis.x(from), axis.x(to));
    let band = lane.shrink2(vec2(0.0, 4.0));
    Rect::from_min_max(pos2(left, band.top()), pos2(right.max(left + 3.0), band.bottom()))
}

/// The model's lane: `exec` and `wait` as blocks, and a border through all lanes where an answer is.
fn model(
    ui: &Ui,
    painter: &Painter,
    cells: &CellScene<'_>,
    cell: &CellRecord,
    axis: Axis,
    lane: Rect,
    whole: Rect,
) {
    let theme = cells.scene.theme;
    name(ui, cells, lane, cells.scene.words.get("cell-lane-model"));
    for exchange in &cell.exchanges {
        let end = exchange.answered_ms.unwrap_or(axis.from + axis.span);
        let block = bar(axis, lane, exchange.asked_ms, end);
        painter.rect_filled(block, CornerRadius::same(4), theme.frozen_fill.0);
        painter.rect_stroke(
            block,
            CornerRadius::same(4),
            Stroke::new(1.0, theme.frozen.0),
            StrokeKind::Inside,
        );
        if block.width() > 30.0 {
            text_in(
                ui,
                block.left_center() + vec2(4.0, 0.0),
                Align2::LEFT_CENTER,
                exchange.ask.label(),
                FontId::proportional(10.5),
                theme.frozen_text.0,
                block.width() - 6.0,
            );
        }
        if exchange.answered_ms.is_some() {
            let ink = if exchange.success { theme.frozen.0 } else { theme.orphan.0 };
            let shape = egui::Shape::dashed_line(
                &[pos2(axis.x(end), lane.bottom()), pos2(axis.x(end), whole.bottom())],
                Stroke::new(1.0, ink),
                4.0,
                3.0,
            );
            painter.extend(shape);
        }
    }
}

/// The cell's lane: from start to end, a dot for each turn of the engine.
fn script(
    ui: &Ui,
    painter: &Painter,
    cells: &CellScene<'_>,
    cell: &CellRecord,
    axis: Axis,
    lane: Rect,
) {
    let theme = cells.scene.theme;
    let title = cells.scene.words.with("cell-name", &[("id", &cell.log.id)]);
    name(ui, cells, lane, &title);
    let end = cell.log.ended_ms.unwrap_or(axis.from + axis.span);
    let block = bar(axis, lane, cell.log.started_ms, end);
    painter.rect_filled(block, CornerRadius::same(4), theme.live_fill.0);
    let mut last = f32::NEG_INFINITY;
    for entry in &cell.log.entries {
        let x = axis.x(entry.at_ms);
        // What shares a pixel is drawn once.
        if x - last < 1.0 {
            continue;
        }
        last = x;
        painter.circle_filled(pos2(x, lane.center().y), 3.0, theme.live.0);
    }
}

/// A call: pale while it waits at the gate, solid while it runs, crossed out when it was dropped.
fn one_call(
    ui: &mut Ui,
    painter: &Painter,
    cells: &CellScene<'_>,
    call: &NestedCall,
    axis: Axis,
    lane: Rect,
) {
    let scene = cells.scene;
    let theme = scene.theme;
    let title = format!("{} {}", call.call, call.identifier);
    name(ui, cells, lane, &title);
    let end = call.finished_ms.unwrap_or(axis.from + axis.span);
    let started = call.started_ms.unwrap_or(end);
    let (fill, ink) = match call.status {
        NestedStatus::Resolved if !call.unread => (theme.live.0, theme.live_text.0),
        NestedStatus::Pending => (theme.deferred.0, theme.deferred_text.0),
        _ => (theme.orphan.0, theme.orphan_text.0),
    };
    let wait = bar(axis, lane, call.issued_ms, started);
    painter.rect_stroke(wait, CornerRadius::same(3), Stroke::new(1.0, ink), StrokeKind::Inside);
    let run = bar(axis, lane, started, end);
    if call.started_ms.is_some() {
        painter.rect_filled(run, CornerRadius::same(3), fill.gamma_multiply(0.55));
    }
    if call.status == NestedStatus::Cancelled || call.unread {
        let at = pos2(run.right() - 5.0, lane.center().y);
        let square = Rect::from_center_size(at, vec2(10.0, 10.0));
        super::super::icon::paint(painter, super::super::icon::Icon::Cross, square, ink);
    }
    let whole = wait.union(run).expand2(vec2(0.0, 3.0));
    let id = ui.scope_id().with(("cell-call", call.call));
    let response = ui.interact(whole, id, Sense::hover());
    let label = format!("tool-{} {} {}", call.call, call.tool.dotted(), call.status.label());
    name_it(&response, egui::accesskit::Role::Label, &label);
    response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        let times = format!("{} → {}", millis(call.issued_ms), millis(end));
        ui.label(
            RichText::new(format!("{label} · {times}"))
                .font(super::super::theme::strong_font(12.0)),
        );
        for decision in &call.decisions {
            ui.label(decision.sentence(scene.view.lang));
        }
    });
}

/// Timers that are on their way at this moment, at their due times.
fn timers(
    ui: &Ui,
    painter: &Painter,
    cells: &CellScene<'_>,
    cell: &CellRecord,
    axis: Axis,
    lane: Rect,
) {
    let theme = cells.scene.theme;
    name(ui, cells, lane, cells.scene.words.get("cell-lane-timers"));
    for (from, to, fired) in spans(cell).into_iter().take(MAX_TIMERS) {
        let [from, at] = [from, to].map(|ms| pos2(axis.x(ms), lane.center().y));
        painter.line_segment([from, at], Stroke::new(1.0, theme.deferred.0));
        match fired {
            true => painter.circle_filled(at, 3.5, theme.deferred.0),
            false => painter.circle_stroke(at, 4.0, Stroke::new(1.5, theme.deferred.0)),
        };
    }
}

/// Timeouts from the moment they were set to the moment they fired or came to nothing.
fn spans(cell: &CellRecord) -> Vec<(u64, u64, bool)> {
    let mut open: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    let mut spans = Vec::new();
    for entry in &cell.log.entries {
        let (id, fired) = match entry.event {
            CellEvent::TimeoutSet { id, due_ms, .. } => {
                open.insert(id, (entry.at_ms, due_ms));
                continue;
            }
            CellEvent::TurnBegan { cause: TurnCause::Timer { id } } => (id, true),
            CellEvent::TimeoutCleared { id } | CellEvent::TimeoutLost { id, .. } => (id, false),
            _ => continue,
        };
        if let Some((set, _)) = open.remove(&id) {
            spans.push((set, entry.at_ms, fired));
        }
    }
    spans.extend(open.into_values().map(|(set, due)| (set, due, false)));
    spans
}
