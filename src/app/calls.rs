//! Calls of the chosen tool over the whole run, or of this sample.

use eframe::egui::{self, FontId, RichText, ScrollArea, Ui};

use super::command::Command;
use super::text::{grouped, millis};
use super::widget::empty;
use super::{Scene, icon, theme};
use crate::session::record::CallStatus;

/// The tab.
pub fn tab(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let title = match &scene.view.selected {
        Some(tool) => scene.words.with("calls-of", &[("name", &tool.dotted())]),
        None => scene.words.get("calls-here").to_owned(),
    };
    ui.label(RichText::new(title).font(theme::strong_font(13.0)));
    if scene.derived.calls.is_empty() {
        empty(ui, scene, scene.words.get("calls-none"));
        return;
    }
    ScrollArea::vertical().id_salt("calls").auto_shrink([false, false]).show_rows(
        ui,
        52.0,
        scene.derived.calls.len(),
        |ui, range| {
            for (step, index) in scene.derived.calls.get(range).unwrap_or_default() {
                call(ui, scene, *step, *index, out);
            }
        },
    );
}

fn call(ui: &mut Ui, scene: &Scene<'_>, step: u32, index: usize, out: &mut Vec<Command>) {
    let Some(call) = scene.doc.sample(step).and_then(|sample| sample.calls.get(index)) else {
        return;
    };
    let theme = scene.theme;
    let status = scene.words.get(status_key(call.status)).to_owned();
    let name = format!("{} {}, {status}", call.id, call.tool.dotted());
    let (rect, response) = super::widget::row(ui, scene, 52.0, &name, false);
    let good = call.status == CallStatus::Ok;
    let ink = if good { theme.live_text.0 } else { theme.orphan_text.0 };
    let picture = if good { icon::Icon::Check } else { icon::Icon::Cross };
    let square = egui::Rect::from_center_size(
        egui::pos2(rect.left() + 14.0, rect.top() + 14.0),
        egui::vec2(12.0, 12.0),
    );
    icon::paint(ui.painter(), picture, square, ink);
    let left = rect.left() + 28.0;
    let room = rect.width() - 36.0;
    let put = |y: f32, text: &str, font: FontId, ink| {
        super::widget::text_in(
            ui,
            egui::pos2(left, rect.top() + y),
            egui::Align2::LEFT_CENTER,
            text,
            font,
            ink,
            room,
        );
    };
    put(
        13.0,
        &format!("{} {}", call.tool.dotted(), call.arguments),
        FontId::new(12.0, theme::strong_mono()),
        theme.text.0,
    );
    let when =
        format!("S{step} · {} → {} · {status}", grouped(call.issued_ms), millis(call.finished_ms));
    put(28.0, &when, FontId::proportional(11.5), ink);
    put(42.0, &call.output, FontId::proportional(11.5), theme.text_weak.0);
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        for decision in &call.decisions {
            ui.label(decision.sentence(scene.view.lang));
        }
        ui.label(RichText::new(&*call.output).monospace().size(11.5));
    });
    if response.clicked() {
        out.push(Command::Scrub(call.finished_ms));
    }
}

/// Message key of a status.
pub(super) fn status_key(status: CallStatus) -> &'static str {
    match status {
        CallStatus::Ok => "call-ok",
        CallStatus::Failed => "call-failed",
        CallStatus::Unsupported => "call-unsupported",
        CallStatus::Blocked => "call-blocked",
        CallStatus::Aborted => "call-aborted",
        CallStatus::Fatal => "call-fatal",
        CallStatus::Ignored => "call-ignored",
    }
}
