//! The photograph: the frozen frame with its banner, the menu and the shelves.

use eframe::egui::{
    Align2, CornerRadius, FontId, Rect, Sense, Stroke, StrokeKind, Ui, UiBuilder, accesskit, pos2,
    vec2,
};

use super::command::Command;
use super::icon::{self, Icon};
use super::lanes::{self, LANE};
use super::model::At;
use super::text::{grouped, millis};
use super::widget::{name_it, text_in};
use super::{Scene, changes, menu, shelves, theme, walk};
use crate::session::record::{LiveState, SampleRecord};
use crate::session::script::FreezePolicy;

const BAND: f32 = 46.0;

/// The frozen frame: banner, menu, shelves, and the advertised lane at its lower edge.
pub fn ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    sample: &SampleRecord,
    live: Option<&LiveState>,
    rect: Rect,
    out: &mut Vec<Command>,
) {
    let theme = scene.theme;
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(12), theme.card.0);
    let band = Rect::from_min_size(rect.min, vec2(rect.width(), BAND));
    painter.rect_filled(band, CornerRadius { nw: 12, ne: 12, sw: 0, se: 0 }, theme.frozen_fill.0);
    let lane = Rect::from_min_max(pos2(rect.left(), rect.bottom() - LANE), rect.max);
    painter.rect_filled(lane, CornerRadius { nw: 0, ne: 0, sw: 12, se: 12 }, theme.frozen_fill.0);
    banner(ui, scene, sample, band);
    lanes::advertised(ui, scene, live, lane);

    let inside = Rect::from_min_max(
        pos2(rect.left() + 12.0, band.bottom() + 6.0),
        pos2(rect.right() - 12.0, lane.top() - 6.0),
    );
    ui.scope_builder(UiBuilder::new().max_rect(inside), |ui| {
        if let Err(failure) = &sample.plan {
            let text = scene.words.with("capture-failed", &[("error", failure)]);
            super::widget::empty(ui, scene, &text);
            return;
        }
        changes::strip(ui, scene, sample, out);
        let rows = scene.derived.rows.len() as f32;
        let wanted = menu::HEAD + rows * (menu::row_height(scene) + 1.0) + 6.0;
        let height = wanted.min(ui.available_height() * 0.66).max(90.0);
        menu::ui(ui, scene, sample, live, height, out);
        ui.add_space(theme::GAP[0]);
        shelves::ui(ui, scene, sample, live, out);
    });
    let frame = Stroke::new(2.0, theme.frozen.0);
    ui.painter().rect_stroke(rect, CornerRadius::same(12), frame, StrokeKind::Inside);
}

/// Who, when, and what it costs.
fn banner(ui: &mut Ui, scene: &Scene<'_>, sample: &SampleRecord, rect: Rect) {
    let theme = scene.theme;
    let walking = matches!(scene.view.head.at, At::Rule(_));
    let steps = scene.doc.steps();
    let response = ui.interact(rect, ui.scope_id().with("banner"), Sense::hover());
    let state = scene.words.get(if walking { "banner-taking" } else { "banner-frozen" });
    let name = scene.words.with("banner", &[("step", &sample.step), ("steps", &steps)]);
    name_it(&response, accesskit::Role::Label, &format!("{name}, {state}"));
    response.on_hover_text(scene.words.get("banner-tip"));

    let flake = Rect::from_center_size(pos2(rect.left() + 26.0, rect.center().y), vec2(24.0, 24.0));
    let ink = if walking { theme.text_weak.0 } else { theme.frozen_text.0 };
    icon::paint(ui.painter(), if walking { Icon::Ring } else { Icon::Snowflake }, flake, ink);

    let left = rect.left() + 50.0;
    let room = rect.width() * if scene.narrow { 0.55 } else { 0.56 };
    let title = text_in(
        ui,
        pos2(left, rect.top() + 15.0),
        Align2::LEFT_CENTER,
        &name,
        theme::strong_font(15.0),
        theme.text.0,
        room,
    );
    badge(ui, scene, pos2(title.right() + 10.0, rect.top() + 15.5), state, walking);
    let when =
        scene.words.with("banner-when", &[("turn", &sample.turn), ("ms", &millis(sample.shot_ms))]);
    text_in(
        ui,
        pos2(left, rect.top() + 33.0),
        Align2::LEFT_CENTER,
        &when,
        FontId::proportional(12.0),
        theme.text_weak.0,
        room,
    );
    let told = walk::told(sample, scene.view.head.at);
    let shown =
        scene.derived.rows.iter().filter(|row| row.tool.is_some() && row.shown_at <= told).count();
    let shown = if walking { shown } else { scene.derived.visible };
    let right = rect.right() - 14.0;
    let count = scene.words.with("banner-tools", &[("count", &grouped(shown as u64))]);
    text_in(
        ui,
        pos2(right, rect.top() + 15.0),
        Align2::RIGHT_CENTER,
        &count,
        theme::strong_font(15.0),
        theme.visible_text.0,
        rect.width() * 0.3,
    );
    let cost = match rect.width() < 600.0 {
        true => {
            scene.words.with("banner-cost-short", &[("tokens", &grouped(scene.derived.tokens))])
        }
        false => scene.words.with(
            "banner-cost",
            &[("chars", &grouped(scene.derived.chars)), ("tokens", &grouped(scene.derived.tokens))],
        ),
    };
    text_in(
        ui,
        pos2(right, rect.top() + 33.0),
        Align2::RIGHT_CENTER,
        &cost,
        FontId::proportional(12.0),
        theme.text_weak.0,
        rect.width() * 0.42,
    );
}

/// The word that says whether the picture is taken.
fn badge(ui: &Ui, scene: &Scene<'_>, left: eframe::egui::Pos2, state: &str, walking: bool) {
    let theme = scene.theme;
    let policy = match scene.doc.trace.as_ref().map(|trace| trace.record.policy) {
        None | Some(FreezePolicy::Step) => None,
        Some(FreezePolicy::Turn) => Some("policy-turn"),
        Some(FreezePolicy::Call) => Some("policy-call"),
    };
    let wrong =
        policy.map(|key| scene.words.with("banner-wrong", &[("until", &scene.words.get(key))]));
    let (fill, ink) = match (walking, &wrong) {
        (true, _) => (theme.deferred_fill.0, theme.deferred_text.0),
        (false, Some(_)) => (theme.orphan_fill.0, theme.orphan_text.0),
        (false, None) => (theme.frozen_text.0, theme.frozen_fill.0),
    };
    let state = wrong.as_deref().filter(|_| !walking).unwrap_or(state);
    let galley = ui.painter().layout_no_wrap(state.to_owned(), theme::strong_font(11.5), ink);
    let size = galley.size() + vec2(16.0, 4.0);
    let rect = Align2::LEFT_CENTER.anchor_size(left, size);
    ui.painter().rect_filled(rect, CornerRadius::same(9), fill);
    ui.painter().galley(rect.min + vec2(8.0, 2.0), galley, ink);
}
