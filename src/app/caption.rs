//! The caption: one idea in larger type. A question comes before its answer.

use eframe::egui::{Align, Layout, RichText, Sense, Ui, vec2};

use super::command::Command;
use super::icon::{self, Icon};
use super::model::{At, Document, View};
use super::widget::button;
use super::{Scene, theme};
use crate::lang::Caption;

/// The text for the present place, and whether it asks.
pub(super) fn text<'a>(doc: &'a Document, view: &View) -> Option<(&'a str, bool)> {
    let lang = view.lang;
    let trace = doc.trace.as_ref()?;
    let sample = doc.sample(view.head.step);
    let walking = matches!(view.head.at, At::Rule(_));
    let said = |caption: &'a Caption| Some(caption.get(lang)).filter(|text| !text.is_empty());
    if let Some(sample) = sample {
        if walking && let Some(ask) = said(&sample.ask) {
            return Some((ask, true));
        }
        if let Some(say) = said(&sample.say).or_else(|| said(&sample.ask)) {
            return Some((say, false));
        }
        let turn = trace.record.turns.get(sample.turn as usize - 1)?;
        if let Some(say) = said(&turn.say) {
            return Some((say, false));
        }
    }
    said(&trace.head.question).map(|question| (question, true))
}

/// The strip under the stage.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let answer = scene.doc.trace.as_ref().is_some_and(|trace| !trace.head.answer.is_empty());
    let answer = answer && !scene.narrow;
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let room = ui.available_width() - if answer { 100.0 } else { 0.0 };
        ui.scope(|ui| {
            ui.set_max_width(room);
            words(ui, scene);
        });
        if answer {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let tip = scene.words.get("cmd-about-tip");
                if button(ui, scene, scene.words.get("about-answer"), false)
                    .on_hover_text(tip)
                    .clicked()
                {
                    out.push(Command::ToggleAbout);
                }
            });
        }
    });
}

/// Picture and text.
fn words(ui: &mut Ui, scene: &Scene<'_>) {
    ui.horizontal_centered(|ui| {
        let (words, asks) = match text(scene.doc, scene.view) {
            Some(found) => found,
            None => (scene.words.get("caption-empty"), false),
        };
        let side = if scene.narrow { 16.0 } else { 20.0 };
        let (rect, _) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
        let (picture, ink) = match asks {
            true => (Icon::Question, scene.theme.deferred_text.0),
            false => (Icon::Eye, scene.theme.text_weak.0),
        };
        icon::paint(ui.painter(), picture, rect, ink);
        ui.add_space(theme::GAP[0]);
        let size = if scene.narrow { 13.5 } else { 15.5 };
        ui.add(eframe::egui::Label::new(RichText::new(words).size(size)).wrap());
    });
}
