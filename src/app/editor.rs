//! The scenario text with its problems. A broken text never takes the last good picture away.

use eframe::egui::{
    self, Color32, FontId, Frame, Margin, RichText, ScrollArea, TextEdit, Ui,
    text::{LayoutJob, TextFormat},
};

use super::command::Command;
use super::engine::{Problem, Severity};
use super::icon::{self, Icon};
use super::widget::{button, command_icon};
use super::{Scene, theme};

/// Most problems that are listed.
const MAX_SHOWN: usize = 50;

/// The editor.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(scene.words.get("editor-title")).font(theme::strong_font(15.0)));
        ui.add(
            egui::Label::new(
                RichText::new(&scene.doc.file_name).monospace().color(scene.theme.text_weak.0),
            )
            .truncate(),
        );
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            command_icon(ui, scene, "editor", Icon::Cross, out);
            if button(ui, scene, scene.words.get("cmd-save"), false).clicked() {
                out.push(Command::SaveFile);
            }
        });
    });
    status(ui, scene);
    let problems = problems_height(scene, ui.available_height());
    let height = (ui.available_height() - problems).max(80.0);
    Frame::new().fill(scene.theme.code.0).corner_radius(8.0).inner_margin(Margin::same(4)).show(
        ui,
        |ui| {
            ScrollArea::both()
                .id_salt("editor")
                .max_height(height - 16.0)
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    text(ui, scene, out);
                });
        },
    );
    if !scene.doc.problems.is_empty() {
        ui.add_space(theme::GAP[0]);
        ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]).show(ui, |ui| {
            for problem in scene.doc.problems.iter().take(MAX_SHOWN) {
                one(ui, scene, problem);
            }
        });
    }
}

fn problems_height(scene: &Scene<'_>, room: f32) -> f32 {
    match scene.doc.problems.len() {
        0 => 0.0,
        count => (count as f32 * 84.0).min(room * 0.4),
    }
}

/// What to say about a text with an error.
pub fn broken_key(scene: &Scene<'_>) -> &'static str {
    if scene.doc.trace.is_some() { "editor-broken" } else { "editor-broken-first" }
}

/// One line that says whether the picture shows this text.
fn status(ui: &mut Ui, scene: &Scene<'_>) {
    let (shape, ink, text) = match scene.doc.is_broken() {
        true => (Icon::Cross, scene.theme.orphan_text.0, scene.words.get(broken_key(scene))),
        false => (Icon::Check, scene.theme.live_text.0, scene.words.get("editor-good")),
    };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(14.0, 14.0), egui::Sense::hover());
        icon::paint(ui.painter(), shape, rect, ink);
        ui.add(egui::Label::new(RichText::new(text).size(12.5).color(ink)).wrap());
    });
}

fn text(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let mut buffer = scene.doc.text.to_string();
    let ink = scene.theme.text.0;
    let weak = scene.theme.visible_text.0;
    let mark = scene.theme.orphan.0;
    let problems: Vec<std::ops::Range<usize>> =
        scene.doc.problems.iter().map(|problem| problem.span.clone()).collect();
    let mut layouter = |ui: &Ui, buffer: &dyn egui::TextBuffer, _wrap: f32| {
        let job = highlight(buffer.as_str(), &problems, ink, weak, mark);
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    let field = TextEdit::multiline(&mut buffer)
        .id_salt("scenario-text")
        .code_editor()
        .frame(Frame::NONE)
        .desired_width(f32::INFINITY)
        .desired_rows(20)
        .layouter(&mut layouter);
    let response = ui.add(field);
    let name = scene.words.get("editor-field").to_owned();
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    if response.changed() {
        out.push(Command::EditText(buffer));
    }
}

/// Quoted texts in their own colour, problems underlined.
fn highlight(
    text: &str,
    problems: &[std::ops::Range<usize>],
    ink: Color32,
    weak: Color32,
    mark: Color32,
) -> LayoutJob {
    let mut job = LayoutJob {
        wrap: egui::text::TextWrapping { max_width: f32::INFINITY, ..Default::default() },
        ..LayoutJob::default()
    };
    let mut cuts: Vec<usize> = vec![0, text.len()];
    let mut quoted: Vec<std::ops::Range<usize>> = Vec::new();
    let mut open = None;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let escaped = 0 < at && bytes[at - 1] == b'\\';
        if *byte != b'"' || escaped {
            continue;
        }
        match open.take() {
            Some(start) => quoted.push(start..at + 1),
            None => open = Some(at),
        }
    }
    cuts.extend(quoted.iter().flat_map(|range| [range.start, range.end]));
    cuts.extend(problems.iter().flat_map(|range| [range.start, range.end]));
    cuts.retain(|cut| text.is_char_boundary(*cut));
    cuts.sort_unstable();
    cuts.dedup();
    for pair in cuts.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let place = quoted.partition_point(|range| range.end <= from);
        let inside = quoted.get(place).is_some_and(|range| range.start <= from);
        let wrong = problems
            .iter()
            .any(|range| range.start <= from && from < range.end.max(range.start + 1));
        let color = if inside { weak } else { ink };
        let mut format = TextFormat::simple(FontId::monospace(12.5), color);
        if wrong {
            format.underline = egui::Stroke::new(2.0, mark);
        }
        job.append(&text[from..to], 0.0, format);
    }
    job
}

/// What, where, and the nearest right thing.
fn one(ui: &mut Ui, scene: &Scene<'_>, problem: &Problem) {
    let theme = scene.theme;
    let (fill, ink) = match problem.severity {
        Severity::Error => (theme.orphan_fill.0, theme.orphan_text.0),
        Severity::Warning => (theme.deferred_fill.0, theme.deferred_text.0),
    };
    Frame::new().fill(fill).corner_radius(8.0).inner_margin(Margin::symmetric(10, 6)).show(
        ui,
        |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 1.0;
            let place = scene
                .words
                .with("problem-place", &[("line", &problem.line), ("column", &problem.column)]);
            ui.label(RichText::new(place).size(11.5).color(ink));
            ui.add(
                egui::Label::new(RichText::new(&problem.message).font(theme::strong_font(13.0)))
                    .wrap(),
            );
            if let Some(hint) = &problem.hint {
                let text = scene.words.with("problem-hint", &[("hint", hint)]);
                ui.add(egui::Label::new(RichText::new(text).size(12.5).color(ink)).wrap());
            }
            if !problem.expected.is_empty() {
                let text = scene.words.with("problem-expected", &[("expected", &problem.expected)]);
                ui.add(egui::Label::new(RichText::new(text).size(12.5)).wrap());
            }
        },
    );
}
