//! The one picture: a photograph with a frozen frame, and the live world under its edge. Where the
//! two disagree the edge tears; the next photograph heals it.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Rect, Sense, Shape, Stroke, StrokeKind, Ui, accesskit,
    pos2, vec2,
};

use super::command::Command;
use super::derive::Source;
use super::icon::{self, Icon};
use super::text::millis;
use super::widget::{name_it, text_in};
use super::{Scene, photo, theme, walk};
use crate::session::record::{LiveServer, LiveState, SampleRecord, ServerState};

/// Height of a lane.
pub const LANE: f32 = 44.0;
const LANE_LABEL: f32 = 84.0;
const EDGE: f32 = 12.0;
const TORN_EDGE: f32 = 24.0;
const MIN_CELL: f32 = 104.0;
const MAX_CELL: f32 = 220.0;

/// The middle of the stage.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let Some(sample) = scene.doc.sample(scene.view.head.step) else {
        super::widget::empty(ui, scene, scene.words.get("no-sample"));
        return;
    };
    let now = walk::time(scene.doc, scene.view.head);
    let live = walk::live(sample, now);
    let torn = live.is_some_and(LiveState::is_torn);
    let id = ui.scope_id().with("tear");
    let how = ui.ctx().animate_bool_responsive(id, torn);
    let edge = EDGE + (TORN_EDGE - EDGE) * how;

    let full = ui.available_rect_before_wrap();
    let live_rect = Rect::from_min_max(pos2(full.left(), full.bottom() - LANE), full.max);
    let frame = Rect::from_min_max(full.min, pos2(full.right(), live_rect.top() - edge));
    photo::ui(ui, scene, sample, live, frame, out);

    let columns = columns(live_rect, scene.derived.sources.len());
    stitches(ui, scene, live, &columns, frame.bottom(), live_rect.top(), how);
    world(ui, scene, sample, live, live_rect, &columns, now);
    ui.advance_cursor_after_rect(full);
}

/// The columns both lanes share, so that a tear shows under the source it belongs to.
fn columns(lane: Rect, count: usize) -> Vec<Rect> {
    let left = lane.left() + LANE_LABEL;
    let room = (lane.right() - left - 8.0).max(40.0);
    let fit = ((room / MIN_CELL) as usize).max(1);
    let shown = count.min(fit).max(1);
    let width = (room / shown as f32).min(MAX_CELL);
    (0..shown.min(count))
        .map(|index| {
            let x = left + width * index as f32;
            Rect::from_min_max(
                pos2(x, lane.top() + 4.0),
                pos2(x + width - 6.0, lane.bottom() - 4.0),
            )
        })
        .collect()
}

/// How many sources stand behind the last column.
fn rest(scene: &Scene<'_>, columns: &[Rect]) -> usize {
    scene.derived.sources.len().saturating_sub(columns.len())
}

fn lane_label(ui: &Ui, rect: Rect, title: &str, sub: &str, ink: Color32) {
    let x = rect.left() + 14.0;
    let room = LANE_LABEL - 16.0;
    let y = rect.center().y;
    text_in(ui, pos2(x, y - 7.0), Align2::LEFT_CENTER, title, theme::strong_font(12.5), ink, room);
    text_in(ui, pos2(x, y + 8.0), Align2::LEFT_CENTER, sub, FontId::proportional(11.0), ink, room);
}

/// What the photograph holds of each source.
pub fn advertised(ui: &mut Ui, scene: &Scene<'_>, live: Option<&LiveState>, lane: Rect) {
    let theme = scene.theme;
    let title = scene.words.get("lane-advertised");
    lane_label(ui, lane, title, scene.words.get("lane-frozen"), theme.frozen_text.0);
    let columns = columns(lane, scene.derived.sources.len());
    let more = rest(scene, &columns);
    for (index, (rect, source)) in columns.iter().zip(&scene.derived.sources).enumerate() {
        let torn = torn_names(scene, live, source) != 0;
        let stroke = match torn {
            true => Stroke::new(1.5, theme.orphan.0),
            false => Stroke::new(1.0, theme.frozen.0),
        };
        ui.painter().rect(*rect, CornerRadius::same(7), theme.card.0, stroke, StrokeKind::Inside);
        let name = source.server.as_deref().unwrap_or(scene.words.get("core"));
        let name = match more != 0 && index + 1 == columns.len() {
            true => scene.words.with("and-more", &[("name", &name), ("count", &more)]),
            false => name.to_owned(),
        };
        let counts = counts(scene, source);
        let response =
            ui.interact(*rect, ui.scope_id().with(("advertised", index)), Sense::hover());
        name_it(&response, accesskit::Role::Label, &format!("{title}: {name}, {counts}"));
        response.on_hover_text(scene.words.get("lane-advertised-tip"));
        cell(ui, *rect, &name, &counts, theme.text.0, theme.text_weak.0, None);
    }
}

fn counts(scene: &Scene<'_>, source: &Source) -> String {
    let mut parts = Vec::new();
    for (count, key) in [
        (source.visible, "count-visible"),
        (source.deferred, "count-deferred"),
        (source.hidden, "count-hidden"),
    ] {
        if count != 0 {
            parts.push(scene.words.with(key, &[("count", &count)]));
        }
    }
    if parts.is_empty() {
        return scene.words.get("count-nothing").to_owned();
    }
    parts.join(" · ")
}

fn cell(
    ui: &Ui,
    rect: Rect,
    title: &str,
    sub: &str,
    ink: Color32,
    weak: Color32,
    mark: Option<(Icon, Color32)>,
) {
    let mut x = rect.left() + 9.0;
    if let Some((picture, color)) = mark {
        let square = Rect::from_center_size(pos2(x + 6.0, rect.center().y - 7.0), vec2(12.0, 12.0));
        icon::paint(ui.painter(), picture, square, color);
        x += 17.0;
    }
    let y = rect.center().y;
    let font = FontId::new(12.0, theme::strong_mono());
    text_in(ui, pos2(x, y - 7.5), Align2::LEFT_CENTER, title, font, ink, rect.right() - x - 6.0);
    let x = rect.left() + 9.0;
    let room = rect.right() - x - 6.0;
    text_in(ui, pos2(x, y + 8.0), Align2::LEFT_CENTER, sub, FontId::proportional(11.0), weak, room);
}

fn server<'a>(live: Option<&'a LiveState>, source: &Source) -> Option<&'a LiveServer> {
    let name = source.server.as_ref()?;
    live?.servers.iter().find(|server| server.name == *name)
}

/// How many advertised names of a source are gone.
fn torn_names(scene: &Scene<'_>, live: Option<&LiveState>, source: &Source) -> usize {
    let Some(live) = live.filter(|live| !live.gone.is_empty()) else { return 0 };
    let gone = |dotted: &str| live.gone.iter().any(|name| **name == *dotted);
    let shown = scene.derived.rows.iter().filter(|row| row.server == source.server);
    let deferred = scene.derived.deferred.iter().filter(|item| item.server == source.server);
    shown.filter(|row| row.tool.is_some() && gone(&row.dotted)).count()
        + deferred.filter(|item| gone(&item.dotted)).count()
}

/// Does the world offer names of a source that the photograph lacks?
fn has_fresh(live: Option<&LiveState>, source: &Source) -> bool {
    let Some(server) = server(live, source) else { return false };
    let nothing = source.visible + source.deferred + source.hidden == 0;
    live.is_some_and(|live| !live.fresh.is_empty())
        && server.state == ServerState::Ready
        && (nothing || source.visible + source.deferred + source.hidden != server.tools)
}

/// Between the lanes: stitches where they agree, a tear where they do not.
fn stitches(
    ui: &Ui,
    scene: &Scene<'_>,
    live: Option<&LiveState>,
    columns: &[Rect],
    top: f32,
    bottom: f32,
    how: f32,
) {
    let painter = ui.painter();
    for (rect, source) in columns.iter().zip(&scene.derived.sources) {
        let gone = torn_names(scene, live, source);
        let color = match (gone != 0, has_fresh(live, source)) {
            (true, _) => scene.theme.orphan.0,
            (false, true) => scene.theme.live.0,
            (false, false) => {
                let color = scene.theme.frozen.0;
                for part in [0.3, 0.5, 0.7] {
                    let x = rect.left() + rect.width() * part;
                    painter.line_segment([pos2(x, top), pos2(x, bottom)], Stroke::new(1.5, color));
                }
                continue;
            }
        };
        let middle = (top + bottom) / 2.0;
        let gap = 2.0 + 4.0 * how;
        for (offset, flip) in [(-gap, 1.0), (gap, 1.0)] {
            let points = zigzag(rect.left(), rect.right(), middle + offset, 4.0 * flip);
            painter.add(Shape::line(points, Stroke::new(2.0, color)));
        }
    }
}

fn zigzag(left: f32, right: f32, y: f32, depth: f32) -> Vec<eframe::egui::Pos2> {
    let teeth = ((right - left) / 8.0).max(2.0) as usize;
    (0..=teeth)
        .map(|index| {
            let x = left + (right - left) * index as f32 / teeth as f32;
            pos2(x, y + if index % 2 == 0 { -depth } else { depth })
        })
        .collect()
}

fn world(
    ui: &mut Ui,
    scene: &Scene<'_>,
    sample: &SampleRecord,
    live: Option<&LiveState>,
    lane: Rect,
    columns: &[Rect],
    now: u64,
) {
    let theme = scene.theme;
    ui.painter().rect(
        lane,
        CornerRadius::same(12),
        theme.live_fill.0,
        Stroke::new(1.5, theme.live.0),
        StrokeKind::Inside,
    );
    let title = scene.words.get("lane-live");
    lane_label(ui, lane, title, &millis(now), theme.live_text.0);
    for (index, (rect, source)) in columns.iter().zip(&scene.derived.sources).enumerate() {
        let gone = torn_names(scene, live, source);
        let (mark, color, sub) = match server(live, source) {
            None if source.server.is_none() => {
                let ready = sample.inputs.environments.len();
                let text = scene.words.with("live-core", &[("count", &ready)]);
                (Icon::Dot, theme.live_text.0, text)
            }
            None => absent_words(scene),
            Some(server) if gone == 0 && server.state == ServerState::Removed => {
                absent_words(scene)
            }
            Some(server) => state_words(scene, server),
        };
        let sub = match gone {
            0 => sub,
            _ => scene.words.with("live-gone", &[("state", &sub), ("count", &gone)]),
        };
        let fresh = gone == 0 && has_fresh(live, source);
        let sub = if fresh { scene.words.with("live-fresh", &[("state", &sub)]) } else { sub };
        let (fill, stroke) = match gone {
            0 => (theme.card.0, Stroke::new(1.0, theme.live.0)),
            _ => (theme.orphan_fill.0, Stroke::new(1.5, theme.orphan.0)),
        };
        ui.painter().rect(*rect, CornerRadius::same(7), fill, stroke, StrokeKind::Inside);
        let name = source.server.as_deref().unwrap_or(scene.words.get("core"));
        let response = ui.interact(*rect, ui.scope_id().with(("live", index)), Sense::hover());
        name_it(&response, accesskit::Role::Label, &format!("{title}: {name}, {sub}"));
        response.on_hover_text(format!("{sub}\n{}", scene.words.get("lane-live-tip")));
        let weak = if gone == 0 { theme.text_weak.0 } else { theme.orphan_text.0 };
        cell(ui, *rect, name, &sub, theme.text.0, weak, Some((mark, color)));
    }
}

/// A server that nobody misses.
pub fn absent_words(scene: &Scene<'_>) -> (Icon, Color32, String) {
    (Icon::Dashed, scene.theme.hidden_text.0, scene.words.get("live-absent").to_owned())
}

/// Shape, colour and words of a server's state.
pub fn state_words(scene: &Scene<'_>, server: &LiveServer) -> (Icon, Color32, String) {
    let theme = scene.theme;
    match &server.state {
        ServerState::Ready => {
            let text = scene.words.with("live-ready", &[("count", &server.tools)]);
            (Icon::Dot, theme.live_text.0, text)
        }
        ServerState::Starting => {
            (Icon::Ring, theme.deferred_text.0, scene.words.get("live-starting").to_owned())
        }
        ServerState::Idle => {
            (Icon::Dashed, theme.hidden_text.0, scene.words.get("live-idle").to_owned())
        }
        ServerState::Failed(error) => {
            let text = scene.words.with("live-failed", &[("error", error)]);
            (Icon::Cross, theme.orphan_text.0, text)
        }
        ServerState::Closed => {
            (Icon::Cross, theme.orphan_text.0, scene.words.get("live-closed").to_owned())
        }
        ServerState::Removed => {
            (Icon::Cross, theme.orphan_text.0, scene.words.get("live-removed").to_owned())
        }
    }
}
