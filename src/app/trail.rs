//! The logic trail: the nine stages of the lecture, walked decision by decision, each with its place
//! in the upstream source.

use eframe::egui::{
    Align2, Color32, FontId, Rect, RichText, ScrollArea, Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::command::Command;
use super::icon::{self, Icon};
use super::model::{At, PlayHead};
use super::text::grouped;
use super::walk::Walk;
use super::widget::{row, text_in};
use super::{Scene, theme};
use crate::planner::rule::{Decision, Outcome, Stage};
use crate::session::record::SampleRecord;

const STAGE: f32 = 42.0;
const RULE: f32 = 46.0;

/// Decisions of one stage: how many, how many are told, and the first one's place in the walk.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    all: usize,
    told: usize,
    first: Option<usize>,
}

/// The tab.
pub fn tab(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let Some(sample) = scene.doc.sample(scene.view.head.step) else {
        super::widget::empty(ui, scene, scene.words.get("no-sample"));
        return;
    };
    let walk = Walk::of(sample);
    let (here, active) = match scene.view.head.at {
        At::Rule(place) => (place, walk.get(place).map(|decision| decision.rule().stage)),
        At::Time(_) => (usize::MAX, None),
    };
    let mut counts = [Count::default(); 9];
    for (place, decision) in walk.iter() {
        let count = &mut counts[decision.rule().stage as usize];
        count.all += 1;
        count.told += usize::from(place <= here);
        count.first.get_or_insert(place);
    }
    let open = match active {
        Some(stage) => Some(stage.number()),
        None => scene.view.open_stage,
    };
    ScrollArea::vertical().id_salt("trail").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for stage in Stage::ALL {
            let count = counts[stage as usize];
            stage_row(ui, scene, sample, stage, count, active, open, out);
            if open == Some(stage.number()) {
                rules(ui, scene, sample, walk, stage, count, here, out);
            }
        }
    });
}

#[allow(clippy::too_many_arguments, reason = "one row, called once")]
fn stage_row(
    ui: &mut Ui,
    scene: &Scene<'_>,
    sample: &SampleRecord,
    stage: Stage,
    count: Count,
    active: Option<Stage>,
    open: Option<usize>,
    out: &mut Vec<Command>,
) {
    let theme = scene.theme;
    let lit = active == Some(stage);
    let done =
        active.is_none() || (count.told == count.all && active.is_some_and(|now| stage < now));
    let title = stage.title().get(scene.view.lang);
    let name = scene.words.with("stage-name", &[("number", &stage.number()), ("title", &title)]);
    let (rect, response) = row(ui, scene, STAGE, &name, lit);
    if !ui.is_rect_visible(rect) {
        return;
    }
    let center = pos2(rect.left() + 22.0, rect.center().y);
    let painter = ui.painter();
    if stage != Stage::Prompt {
        let stroke = Stroke::new(1.5, theme.line.0);
        painter.line_segment(
            [pos2(center.x, center.y + 12.0), pos2(center.x, rect.bottom() + 2.0)],
            stroke,
        );
    }
    if stage != Stage::BindMcp {
        let stroke = Stroke::new(1.5, theme.line.0);
        painter.line_segment([pos2(center.x, rect.top()), pos2(center.x, center.y - 12.0)], stroke);
    }
    let (fill, ink) = match (lit, done) {
        (true, _) => (theme.accent.0, theme.on_accent.0),
        (false, true) => (theme.frozen_fill.0, theme.frozen_text.0),
        (false, false) => (Color32::TRANSPARENT, theme.text_weak.0),
    };
    painter.circle(
        center,
        12.0,
        fill,
        Stroke::new(1.0, if lit { theme.accent.0 } else { theme.line.0 }),
    );
    let number = stage.number().to_string();
    painter.text(center, Align2::CENTER_CENTER, number, theme::strong_font(12.0), ink);

    let right = rect.right() - 12.0;
    let summary = summary(scene, sample, stage, count, active);
    let end = text_in(
        ui,
        pos2(right, rect.top() + 13.0),
        Align2::RIGHT_CENTER,
        &summary,
        FontId::proportional(12.0),
        theme.text_weak.0,
        110.0,
    );
    let ink = if lit || done { theme.text.0 } else { theme.text_weak.0 };
    let left = rect.left() + 44.0;
    text_in(
        ui,
        pos2(left, rect.top() + 13.0),
        Align2::LEFT_CENTER,
        title,
        theme::strong_font(13.0),
        ink,
        end.left() - left - 6.0,
    );
    let place = short(&stage.upstream().to_string());
    text_in(
        ui,
        pos2(left, rect.top() + 29.5),
        Align2::LEFT_CENTER,
        &place,
        FontId::monospace(11.0),
        theme.text_weak.0,
        right - left,
    );
    let tip =
        format!("{}\n{}", scene.words.get(&format!("stage-{}", stage.number())), stage.upstream());
    if response.on_hover_text(tip).clicked() {
        let now = (open != Some(stage.number())).then(|| stage.number());
        // Opening a stage of a running walk jumps to it.
        if active.is_some()
            && let Some(first) = count.first
        {
            let head = PlayHead { at: At::Rule(first), ..scene.view.head };
            out.push(Command::GoTo(head));
        }
        out.push(Command::OpenStage(now));
    }
}

/// The number a stage is about.
fn summary(
    scene: &Scene<'_>,
    sample: &SampleRecord,
    stage: Stage,
    count: Count,
    active: Option<Stage>,
) -> String {
    if active.is_some() {
        return format!("{} / {}", grouped(count.told as u64), grouped(count.all as u64));
    }
    let words = scene.words;
    match stage {
        Stage::CollectMcp => {
            words.with("sum-mcp", &[("count", &sample.inputs.binding.tools.len())])
        }
        Stage::Identity => sample.inputs.identity.label(),
        Stage::External => words.with("sum-deferred", &[("count", &scene.derived.deferred.len())]),
        Stage::Visible | Stage::Prompt => {
            words.with("sum-visible", &[("count", &scene.derived.visible)])
        }
        Stage::Freeze => super::text::millis(sample.shot_ms),
        _ => words.with("sum-rules", &[("count", &count.all)]),
    }
}

/// `spec_plan.rs 889` of a long upstream path.
pub fn short(place: &str) -> String {
    place.rsplit_once('/').map_or(place, |(_, file)| file).to_owned()
}

#[allow(clippy::too_many_arguments, reason = "one list, called once")]
fn rules(
    ui: &mut Ui,
    scene: &Scene<'_>,
    sample: &SampleRecord,
    walk: Walk<'_>,
    stage: Stage,
    count: Count,
    here: usize,
    out: &mut Vec<Command>,
) {
    if count.all == 0 {
        super::widget::hint(ui, scene, scene.words.get("stage-silent"));
        return;
    }
    let places: Vec<usize> = walk
        .iter()
        .filter(|(_, decision)| decision.rule().stage == stage)
        .map(|(place, _)| place)
        .collect();
    let height = (RULE + 2.0) * places.len().min(6) as f32;
    let mut area = ScrollArea::vertical().id_salt(("rules", stage.number())).max_height(height);
    if let Some(now) = places.iter().position(|place| *place == here) {
        let offset = (RULE + 2.0) * (now as f32 - 2.0);
        area = area.vertical_scroll_offset(
            offset.clamp(0.0, ((RULE + 2.0) * places.len() as f32 - height).max(0.0)),
        );
    }
    area.auto_shrink([false, true]).show_rows(ui, RULE, places.len(), |ui, range| {
        for place in places.get(range).unwrap_or_default() {
            if let Some(decision) = walk.get(*place) {
                rule(ui, scene, sample, decision, *place, here, out);
            }
        }
    });
}

fn rule(
    ui: &mut Ui,
    scene: &Scene<'_>,
    sample: &SampleRecord,
    decision: &Decision,
    place: usize,
    here: usize,
    out: &mut Vec<Command>,
) {
    let theme = scene.theme;
    let sentence = decision.sentence(scene.view.lang);
    let now = place == here;
    let (rect, response) = row(ui, scene, RULE, &sentence, now);
    let strength = if place <= here { 1.0 } else { 0.35 };
    let (picture, ink) = outcome(scene, decision.outcome());
    let square =
        Rect::from_center_size(pos2(rect.left() + 50.0, rect.top() + 13.0), vec2(11.0, 11.0));
    icon::paint(ui.painter(), picture, square, ink.gamma_multiply(strength));
    let left = rect.left() + 62.0;
    let room = rect.right() - left - 8.0;
    let mut job = eframe::egui::text::LayoutJob::simple(
        sentence,
        FontId::proportional(12.0),
        theme.text.0.gamma_multiply(strength),
        room,
    );
    job.wrap.max_rows = 2;
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(pos2(left, rect.top() + 5.0), galley.clone(), theme.text.0);
    if galley.rows.len() == 1 {
        let place =
            format!("{} · {}", decision.rule().id, short(&decision.rule().upstream.to_string()));
        text_in(
            ui,
            pos2(left, rect.top() + 31.0),
            Align2::LEFT_CENTER,
            &place,
            FontId::monospace(10.5),
            theme.text_weak.0.gamma_multiply(strength),
            room,
        );
    }
    if now {
        ui.painter().rect_stroke(rect, 6.0, Stroke::new(1.0, theme.accent.0), StrokeKind::Inside);
    }
    let response = response.on_hover_ui(|ui| card(ui, scene, decision));
    if response.clicked() {
        out.push(Command::GoTo(PlayHead { step: sample.step, at: At::Rule(place) }));
    }
}

/// Everything about one decision.
pub fn card(ui: &mut Ui, scene: &Scene<'_>, decision: &Decision) {
    ui.set_max_width(340.0);
    ui.label(RichText::new(decision.sentence(scene.view.lang)).font(theme::strong_font(13.0)));
    ui.label(decision.rule().demand.get(scene.view.lang));
    for (name, fact) in &decision.facts {
        ui.label(RichText::new(format!("{name} = {fact}")).monospace().size(11.5));
    }
    let place = format!("{}\n{}", decision.rule().id, decision.rule().upstream);
    ui.label(RichText::new(place).monospace().size(11.0).color(scene.theme.text_weak.0));
}

/// Shape and colour of an outcome.
pub fn outcome(scene: &Scene<'_>, outcome: Outcome) -> (Icon, Color32) {
    let theme = scene.theme;
    match outcome {
        Outcome::Passed => (Icon::Right, theme.text_weak.0),
        Outcome::Absent | Outcome::Removed => (Icon::Struck, theme.orphan_text.0),
        Outcome::Registered => (Icon::Check, theme.live_text.0),
        Outcome::Exposed => (Icon::Lens, theme.deferred_text.0),
        Outcome::Shown => (Icon::Eye, theme.visible_text.0),
        Outcome::NotShown => (Icon::Dashed, theme.hidden_text.0),
        Outcome::Noted => (Icon::Dot, theme.text_weak.0),
    }
}
