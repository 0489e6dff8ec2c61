//! The sheet about a scenario: its question, its answer, its notes, and where it comes from.

use eframe::egui::{Frame, Id, Label, Modal, RichText, ScrollArea, Ui};

use super::command::Command;
use super::widget::section;
use super::{Scene, theme};

/// The sheet over everything.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let Some(trace) = scene.doc.trace.as_ref().filter(|_| scene.view.about) else { return };
    let head = &trace.head;
    let lang = scene.view.lang;
    let room = ui.ctx().content_rect().size();
    let frame = Frame::popup(ui.style()).inner_margin(20.0).corner_radius(12.0);
    let answer = Modal::new(Id::unique("about")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width((room.x - 60.0).min(620.0));
        ui.label(RichText::new(head.title.get(lang)).font(theme::strong_font(20.0)));
        ScrollArea::vertical()
            .id_salt("about")
            .max_height(room.y - 160.0)
            .min_scrolled_height((room.y - 160.0).min(360.0))
            .show(ui, |ui| {
                let parts = [("about-question", &head.question), ("about-answer", &head.answer)];
                for (key, caption) in parts.into_iter().filter(|(_, caption)| !caption.is_empty()) {
                    section(ui, scene, scene.words.get(key));
                    ui.add(Label::new(RichText::new(caption.get(lang)).size(15.0)).wrap());
                }
                if !head.notes.is_empty() {
                    section(ui, scene, scene.words.get("about-notes"));
                }
                for note in &head.notes {
                    ui.add(Label::new(note.get(lang)).wrap());
                }
                if !head.source.is_empty() {
                    section(ui, scene, scene.words.get("about-source"));
                    let source = RichText::new(&*head.source).color(scene.theme.visible_text.0);
                    ui.add(Label::new(source).wrap().selectable(true));
                }
            });
    });
    if answer.should_close() {
        out.push(Command::ToggleAbout);
    }
}
