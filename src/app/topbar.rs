//! The top bar: where one is, how to move in time, and the window's own switches.

use eframe::egui::{self, Align, FontId, Layout, RichText, Ui, vec2};

use super::command::Command;
use super::icon::Icon;
use super::widget::{command_icon, icon_button};
use super::{Scene, theme};
use crate::lang::{Caption, Lang};

/// The bar of the stage.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        command_icon(ui, scene, "gallery", Icon::Grid, out);
        ui.add_space(theme::GAP[1]);
        let room = (ui.available_width() / 2.0 - 170.0).max(60.0);
        ui.allocate_ui_with_layout(vec2(room, 28.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(room);
            title(ui, scene);
        });
        transport(ui, scene, out);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            window_buttons(ui, scene, out);
            ui.add_space(theme::GAP[1]);
            let has_cells =
                scene.doc.trace.as_ref().is_some_and(|trace| !trace.record.cells.is_empty());
            if has_cells {
                command_icon(ui, scene, "cells", Icon::Bolt, out);
            }
            command_icon(ui, scene, "editor", Icon::Pencil, out);
            if scene.linked {
                command_icon(ui, scene, "copy-link", Icon::Link, out);
            }
            if !scene.doc.redo.is_empty() {
                command_icon(ui, scene, "redo", Icon::Redo, out);
            }
            if !scene.doc.undo.is_empty() {
                command_icon(ui, scene, "undo", Icon::Undo, out);
            }
            hash(ui, scene);
        });
    });
}

/// Language, look and help.
pub fn window_buttons(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    command_icon(ui, scene, "help", Icon::Help, out);
    let dark = ui.ctx().theme() == egui::Theme::Dark;
    command_icon(ui, scene, "look", if dark { Icon::Sun } else { Icon::Moon }, out);
    let korean = scene.view.lang == Lang::Ko;
    for (lang, text, name) in [(Lang::Ko, "KO", "한국어"), (Lang::En, "EN", "English")] {
        let on = (lang == Lang::Ko) == korean;
        let ink = if on { scene.theme.text.0 } else { scene.theme.text_weak.0 };
        let text = RichText::new(text).font(FontId::new(12.0, theme::strong())).color(ink);
        let button = egui::Button::selectable(on, text).min_size(vec2(32.0, theme::HIT));
        let response = ui.add(button);
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::accesskit::Role::Button, true, on, name)
        });
        if response.on_hover_text(scene.words.get("cmd-lang-tip")).clicked() {
            out.push(Command::SetLang(lang));
        }
    }
}

/// The scenario's title.
pub fn title(ui: &mut Ui, scene: &Scene<'_>) {
    let title = scene.doc.trace.as_ref().map(|trace| trace.head.title.get(scene.view.lang));
    let title = title.filter(|title| !title.is_empty()).unwrap_or(&scene.doc.file_name);
    let mark = if scene.doc.changed { " •" } else { "" };
    let text = RichText::new(format!("{title}{mark}")).font(theme::strong_font(15.0));
    let response = ui.add(egui::Label::new(text).truncate());
    let source = scene.doc.trace.as_ref().map(|trace| trace.head.source.clone());
    if let Some(source) = source.filter(|source| !source.is_empty()) {
        response.on_hover_text(format!("{title}\n{source}"));
    }
}

/// Play, step, speed and step number.
pub fn transport(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    command_icon(ui, scene, "previous-turn", Icon::PreviousTurn, out);
    command_icon(ui, scene, "previous-sample", Icon::Previous, out);
    command_icon(ui, scene, "previous-rule", Icon::PreviousFine, out);
    let (icon, key) = match scene.view.due {
        Some(_) => (Icon::Pause, "pause"),
        None => (Icon::Play, "play"),
    };
    let name = scene.words.get(key).to_owned();
    let tip = scene.words.get("cmd-play-tip");
    if icon_button(ui, scene, icon, &name, true).on_hover_text(tip).clicked() {
        out.push(Command::TogglePlay);
    }
    command_icon(ui, scene, "next-rule", Icon::NextFine, out);
    command_icon(ui, scene, "next-sample", Icon::Next, out);
    command_icon(ui, scene, "next-turn", Icon::NextTurn, out);
    if !scene.narrow {
        speed(ui, scene, out);
    }
    step_field(ui, scene, out);
}

fn speed(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let text = RichText::new(format!("{}×", scene.view.speed)).size(12.5);
    let response = ui.add(egui::Button::new(text).frame(false).min_size(vec2(40.0, theme::HIT)));
    let name = scene.words.with("speed", &[("speed", &scene.view.speed)]);
    super::widget::name_it(&response, egui::accesskit::Role::Button, &name);
    let response = response.on_hover_text(scene.words.get("speed-tip"));
    if response.clicked() {
        let top = *super::apply::SPEEDS.end();
        match scene.view.speed < top {
            true => out.push(Command::Faster),
            false => out.extend((0..5).map(|_| Command::Slower)),
        }
    }
    if response.secondary_clicked() {
        out.push(Command::Slower);
    }
}

/// The number field that jumps to a sample.
pub fn step_field(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let steps = scene.doc.steps();
    let mut step = scene.view.head.step;
    let field = egui::DragValue::new(&mut step)
        .range(steps.min(1)..=steps)
        .speed(0.05)
        .update_while_editing(false)
        .suffix(format!(" / {steps}"));
    let response = ui.add(field);
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::drag_value(true, f64::from(step));
        info.label = Some(scene.words.get("step-field").to_owned());
        info
    });
    if response.on_hover_text(scene.words.get("step-field-tip")).changed() {
        out.push(Command::GoToStep(step));
    }
}

fn hash(ui: &mut Ui, scene: &Scene<'_>) {
    let Some(trace) = &scene.doc.trace else { return };
    if ui.available_width() < 60.0 {
        return;
    }
    let short = trace.hash.get(..8).unwrap_or(&trace.hash);
    ui.label(RichText::new(short).monospace().size(11.0).color(scene.theme.text_weak.0))
        .on_hover_text(scene.words.get("hash-tip"));
}

/// A caption of the scenario in the chosen language.
pub fn said<'a>(scene: &Scene<'_>, caption: &'a Caption) -> &'a str {
    caption.get(scene.view.lang)
}
