//! The `?` sheet: every command with its key, and a click runs it.

use eframe::egui::{Align, Frame, Id, Layout, Modal, RichText, ScrollArea, Ui, vec2};

use super::command::{Command, Entry, Group, TABLE};
use super::widget::{hint, section};
use super::{Scene, theme};

/// The sheet over everything.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    if !scene.view.help {
        return;
    }
    let room = ui.ctx().content_rect().size();
    let frame = Frame::popup(ui.style()).inner_margin(20.0).corner_radius(12.0);
    let answer = Modal::new(Id::unique("help")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width((room.x - 60.0).min(720.0));
        ui.label(RichText::new(scene.words.get("help-title")).font(theme::strong_font(20.0)));
        hint(ui, scene, scene.words.get("help-about"));
        ScrollArea::vertical()
            .id_salt("help")
            .max_height(room.y - 160.0)
            .min_scrolled_height(room.y - 160.0)
            .show(ui, |ui| {
                if scene.narrow {
                    for group in Group::ALL {
                        list(ui, scene, group, out);
                    }
                    return;
                }
                ui.columns(2, |columns| {
                    for (index, group) in Group::ALL.into_iter().enumerate() {
                        list(
                            &mut columns[usize::from(index != 0 && index != 3)],
                            scene,
                            group,
                            out,
                        );
                    }
                });
            });
    });
    if answer.should_close() {
        out.push(Command::ToggleHelp);
    }
}

fn list(ui: &mut Ui, scene: &Scene<'_>, group: Group, out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 24.0;
    section(ui, scene, scene.words.get(group.key()));
    for entry in TABLE.iter().filter(|entry| entry.group == group) {
        line(ui, scene, entry, out);
    }
    if group == Group::Time {
        ui.horizontal(|ui| {
            ui.add_space(8.0);
            ui.label(scene.words.get("help-digits"));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add_space(8.0);
                ui.label(RichText::new("1 – 9").monospace().size(12.0));
            });
        });
    }
}

fn line(ui: &mut Ui, scene: &Scene<'_>, entry: &Entry, out: &mut Vec<Command>) {
    let text = scene.words.get(&entry.text_key()).to_owned();
    let keys: Vec<String> =
        entry.keys.iter().take(2).map(|keys| keys.label(super::widget::mac(ui.ctx()))).collect();
    let button = eframe::egui::Button::new(text)
        .right_text(RichText::new(keys.join("  ")).monospace().size(12.0))
        .frame_when_inactive(false)
        .min_size(vec2(ui.available_width(), if scene.narrow { 36.0 } else { 24.0 }));
    let tip = scene.words.get(&entry.tip_key()).to_owned();
    if ui.add(button).on_hover_text(tip).clicked() {
        out.push(Command::ToggleHelp);
        if entry.command != Command::ToggleHelp {
            out.push(entry.command.clone());
        }
    }
}
