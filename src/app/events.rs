//! Events of the timeline: a picture on the exact time, and words about it.

use eframe::egui::{Color32, Rect, Sense, Ui, accesskit, pos2, vec2};

use super::Scene;
use super::command::Command;
use super::icon::{self, Icon};
use super::text::millis;
use super::timeline::{Scale, per_pixel};
use super::widget::name_it;
use crate::session::record::{Record, ServerState, TraceEvent, TraceEventKind};

/// Shape and colour of an event worth an icon.
fn picture(scene: &Scene<'_>, kind: &TraceEventKind) -> Option<(Icon, Color32)> {
    let theme = scene.theme;
    match kind {
        TraceEventKind::Happened { .. } => Some((Icon::Bolt, theme.deferred_text.0)),
        TraceEventKind::HostConnected { .. } => Some((Icon::Dot, theme.live.0)),
        TraceEventKind::Tear { gone, fresh, .. } if !gone.is_empty() || !fresh.is_empty() => {
            Some((Icon::Cross, theme.orphan_text.0))
        }
        TraceEventKind::Server { state: ServerState::Ready, .. } => Some((Icon::Dot, theme.live.0)),
        TraceEventKind::Broken { .. } | TraceEventKind::CaptureFailed { .. } => {
            Some((Icon::Cross, theme.orphan.0))
        }
        TraceEventKind::Captured { .. } => Some((Icon::Snowflake, theme.frozen_text.0)),
        _ => None,
    }
}

/// Icons on the ground of the timeline, each on its exact time.
pub fn draw(
    ui: &mut Ui,
    scene: &Scene<'_>,
    record: &Record,
    scale: Scale,
    ground: Rect,
    out: &mut Vec<Command>,
) {
    let mut last = f32::NEG_INFINITY;
    let mut marks: Vec<(f32, usize)> = Vec::new();
    per_pixel(
        &record.events,
        scale,
        |e| e.at_ms,
        |e| e.at_ms,
        |index, event| {
            // Several events share a moment; the first one with a picture stands for them.
            let same = record.events.get(index..).unwrap_or_default().iter();
            let same = same.take_while(|other| other.at_ms == event.at_ms).take(16);
            let ranked = same
                .enumerate()
                .filter(|(_, event)| picture(scene, &event.kind).is_some())
                .min_by_key(|(_, event)| rank(&event.kind));
            let x = scale.x(event.at_ms);
            if let Some((offset, _)) = ranked
                && last + 14.0 < x
            {
                last = x;
                marks.push((x, index + offset));
            }
        },
    );
    for (x, index) in marks {
        let Some(event) = record.events.get(index) else { continue };
        let Some((shape, color)) = picture(scene, &event.kind) else { continue };
        let square = Rect::from_center_size(pos2(x, ground.center().y), vec2(12.0, 12.0));
        icon::paint(ui.painter(), shape, square, color);
        let response =
            ui.interact(square.expand(2.0), ui.scope_id().with(("event", index)), Sense::click());
        let text = words(scene, event);
        name_it(&response, accesskit::Role::Button, &text);
        if response.on_hover_text(text).clicked() {
            out.push(Command::Scrub(event.at_ms));
        }
    }
}

fn rank(kind: &TraceEventKind) -> u8 {
    match kind {
        TraceEventKind::Broken { .. } | TraceEventKind::CaptureFailed { .. } => 0,
        TraceEventKind::Happened { .. } => 1,
        TraceEventKind::Tear { .. } => 2,
        TraceEventKind::Server { .. } | TraceEventKind::HostConnected { .. } => 3,
        _ => 4,
    }
}

/// An event in words, with when it takes effect.
fn words(scene: &Scene<'_>, event: &TraceEvent) -> String {
    let at = millis(event.at_ms);
    match &event.kind {
        TraceEventKind::Happened { what, effects } => {
            let mut text = format!("{at}: {what}");
            for effect in effects {
                text.push('\n');
                text.push_str(&super::switches::effect_words(scene, effect));
            }
            text
        }
        TraceEventKind::Tear { gone, fresh, .. } => {
            let key = "event-tear";
            format!(
                "{at}: {}",
                scene.words.with(key, &[("gone", &gone.len()), ("fresh", &fresh.len())])
            )
        }
        TraceEventKind::Captured { step, visible, deferred, .. } => {
            let holes: [(&str, &dyn std::fmt::Display); 3] =
                [("step", step), ("visible", visible), ("deferred", deferred)];
            format!("{at}: {}", scene.words.with("event-captured", &holes))
        }
        TraceEventKind::Server { server, .. } => {
            format!("{at}: {}", scene.words.with("event-ready", &[("server", server)]))
        }
        TraceEventKind::HostConnected { generation, why } => {
            let holes: [(&str, &dyn std::fmt::Display); 1] = [("generation", generation)];
            let connected = scene.words.with("event-connected", &holes);
            format!("{at}: {connected}\n{}", why.sentence(scene.view.lang))
        }
        TraceEventKind::CaptureFailed { error, .. } => format!("{at}: {error}"),
        TraceEventKind::Broken { tool, .. } => {
            let name = tool.as_ref().map(crate::tool::ToolName::dotted).unwrap_or_default();
            format!("{at}: {}", scene.words.with("event-broken", &[("name", &name)]))
        }
        _ => at,
    }
}
