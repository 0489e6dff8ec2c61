//! Where the panels stand: three columns when there is room, tabs when there is not, and the menu
//! alone on a stage for the hall.

use eframe::egui::{
    self, CentralPanel, Frame, Margin, Panel, RichText, ScrollArea, Stroke, TextEdit, Ui, vec2,
};

use super::command::Command;
use super::icon::Icon;
use super::model::{Page, Screen};
use super::widget::{button, command_icon};
use super::{
    Scene, about, caption, detail, editor, gallery, help, lanes, switches, theme, timeline, topbar,
};

/// The whole window.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    if let Some(text) = &scene.view.notice {
        Panel::top("notice")
            .frame(
                Frame::new().fill(scene.theme.orphan_fill.0).inner_margin(Margin::symmetric(16, 4)),
            )
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(text).color(scene.theme.orphan_text.0));
                    let close = scene.words.get("notice-close").to_owned();
                    if super::widget::icon_button(ui, scene, Icon::Cross, &close, false).clicked() {
                        out.push(Command::CloseNotice);
                    }
                });
            });
    }
    let cell = scene.view.cell.filter(|_| scene.view.screen == Screen::Stage);
    if let Some(head) = cell {
        super::cells::ui(ui, scene, head, out);
    }
    match (scene.view.screen, scene.narrow && !scene.view.presenter) {
        (Screen::Stage, _) if cell.is_some() => {}
        (Screen::Gallery, _) => {
            CentralPanel::no_frame().frame(Frame::new().fill(scene.theme.bg.0)).show(ui, |ui| {
                gallery::ui(ui, scene, out);
            });
        }
        (Screen::Stage, true) => narrow(ui, scene, out),
        (Screen::Stage, false) if scene.view.presenter => hall(ui, scene, out),
        (Screen::Stage, false) => wide(ui, scene, out),
    }
    waiting(ui, scene);
    help::ui(ui, scene, out);
    about::ui(ui, scene, out);
    drop_hint(ui, scene);
}

/// Cells run elsewhere: said over the picture, so that nothing jumps for a blink of an eye.
fn waiting(ui: &mut Ui, scene: &Scene<'_>) {
    let Some(text) = scene.doc.away.words(scene.words) else { return };
    egui::Area::new(egui::Id::unique("waiting"))
        .order(egui::Order::Foreground)
        .anchor(egui::Align2::CENTER_TOP, vec2(0.0, if scene.narrow { 100.0 } else { 52.0 }))
        .interactable(false)
        .show(ui.ctx(), |ui| {
            let frame = Frame::popup(ui.style()).fill(scene.theme.panel.0).corner_radius(12.0);
            frame.inner_margin(Margin::symmetric(14, 6)).show(ui, |ui| ui.label(text));
        });
}

fn panel(scene: &Scene<'_>, x: i8, y: i8) -> Frame {
    Frame::new().fill(scene.theme.panel.0).inner_margin(Margin::symmetric(x, y))
}

fn wide(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let width = ui.available_width();
    Panel::top("top")
        .exact_size(44.0)
        .frame(panel(scene, 12, 4))
        .show(ui, |ui| topbar::ui(ui, scene, out));
    let time = Panel::bottom("time").frame(panel(scene, 16, 6)).resizable(false);
    time.exact_size(116.0).show(ui, |ui| timeline::ui(ui, scene, out));
    Panel::bottom("caption")
        .exact_size(48.0)
        .resizable(false)
        .frame(panel(scene, 20, 4))
        .show(ui, |ui| caption::ui(ui, scene, out));
    if scene.view.editor {
        let size = (width * 0.36).clamp(320.0, 560.0);
        Panel::left("editor")
            .resizable(false)
            .exact_size(size)
            .frame(panel(scene, 12, 10))
            .show(ui, |ui| editor::ui(ui, scene, out));
    } else {
        Panel::left("conditions")
            .resizable(false)
            .exact_size(248.0)
            .frame(panel(scene, 10, 4))
            .show(ui, |ui| switches::ui(ui, scene, out));
    }
    let detail = (width * 0.27).clamp(300.0, 420.0);
    Panel::right("detail")
        .resizable(false)
        .exact_size(detail)
        .frame(panel(scene, 12, 8))
        .show(ui, |ui| detail::ui(ui, scene, out));
    CentralPanel::no_frame()
        .frame(Frame::new().fill(scene.theme.bg.0).inner_margin(Margin::same(12)))
        .show(ui, |ui| {
            stage(ui, scene, out);
        });
}

/// The filter, the stage, and the notices over it.
fn stage(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    if scene.doc.is_broken() && !scene.view.editor {
        notice(ui, scene, out);
    }
    if scene.view.finding {
        filter(ui, scene, out);
    }
    lanes::ui(ui, scene, out);
}

/// The text has a problem, and the editor is closed.
fn notice(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    Frame::new()
        .fill(scene.theme.orphan_fill.0)
        .corner_radius(8.0)
        .inner_margin(Margin::symmetric(12, 4))
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(
                    RichText::new(scene.words.get(editor::broken_key(scene)))
                        .color(scene.theme.orphan_text.0),
                );
                if button(ui, scene, scene.words.get("cmd-editor"), false).clicked() {
                    out.push(Command::ToggleEditor);
                }
            });
        });
}

fn filter(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let mut text = scene.view.filter.clone();
        let field = TextEdit::singleline(&mut text)
            .hint_text(scene.words.get("find-hint"))
            .desired_width(260.0);
        let response = ui.add(field);
        let name = scene.words.get("cmd-find").to_owned();
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
        if scene.view.focus_filter {
            response.request_focus();
            out.push(Command::FindFocused);
        }
        if response.changed() {
            out.push(Command::SetFilter(text));
        }
        let close = scene.words.get("find-close").to_owned();
        if super::widget::icon_button(ui, scene, Icon::Cross, &close, false).clicked() {
            out.push(Command::EndFind);
        }
    });
}

fn narrow(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    Panel::top("top").exact_size(48.0).frame(panel(scene, 8, 4)).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            command_icon(ui, scene, "gallery", Icon::Grid, out);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                topbar::window_buttons(ui, scene, out);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    topbar::title(ui, scene)
                });
            });
        });
    });
    Panel::bottom("play")
        .exact_size(52.0)
        .frame(panel(scene, 8, 4))
        .show(ui, |ui| timeline::bar(ui, scene, out));
    Panel::bottom("caption").exact_size(84.0).frame(panel(scene, 12, 4)).show(ui, |ui| {
        ScrollArea::vertical().id_salt("caption").show(ui, |ui| caption::ui(ui, scene, out));
    });
    Panel::top("tabs").exact_size(48.0).frame(panel(scene, 8, 2)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let width = (ui.available_width() - 12.0) / Page::ALL.len() as f32;
            for page in Page::ALL {
                let on = scene.view.page == page;
                let text = RichText::new(scene.words.get(page.key())).size(13.0);
                let tab =
                    egui::Button::selectable(on, text).min_size(vec2(width, theme::HIT_TOUCH));
                if ui.add(tab).clicked() {
                    out.push(Command::ShowPage(page));
                }
            }
        });
    });
    let frame = Frame::new().fill(scene.theme.bg.0).inner_margin(Margin::same(8));
    CentralPanel::no_frame().frame(frame).show(ui, |ui| match scene.view.page {
        Page::Menu => stage(ui, scene, out),
        Page::Why => detail::ui(ui, scene, out),
        Page::Time => {
            let height = ui.available_height().min(280.0);
            ui.allocate_ui(vec2(ui.available_width(), height), |ui| timeline::ui(ui, scene, out));
        }
        Page::Conditions if scene.view.editor => editor::ui(ui, scene, out),
        Page::Conditions => switches::ui(ui, scene, out),
    });
    if scene.view.page == Page::Menu {
        swipe(ui, out);
    }
}

/// A quick sideways drag on the menu steps through the samples.
fn swipe(ui: &Ui, out: &mut Vec<Command>) {
    let (start, released, end) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.press_origin(), pointer.any_released(), pointer.interact_pos())
    });
    // In the frame of the release egui has forgotten where the finger came down.
    let id = egui::Id::unique("swipe");
    if let Some(start) = start {
        ui.data_mut(|data| data.insert_temp(id, start));
        return;
    }
    let start = ui.data_mut(|data| data.remove_temp::<egui::Pos2>(id));
    let (true, Some(start), Some(end)) = (released, start, end) else { return };
    let way = end - start;
    if way.x.abs() < 80.0 || way.x.abs() < 2.0 * way.y.abs() {
        return;
    }
    out.push(if way.x < 0.0 { Command::NextSample } else { Command::PreviousSample });
}

/// Menu, why and caption, nothing else.
fn hall(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    Panel::bottom("caption")
        .exact_size(64.0)
        .frame(panel(scene, 16, 6))
        .show(ui, |ui| caption::ui(ui, scene, out));
    if 620.0 < ui.available_width() {
        let width = (ui.available_width() * 0.36).clamp(220.0, 420.0);
        Panel::right("detail")
            .exact_size(width)
            .frame(panel(scene, 10, 8))
            .show(ui, |ui| detail::ui(ui, scene, out));
    }
    CentralPanel::no_frame()
        .frame(Frame::new().fill(scene.theme.bg.0).inner_margin(Margin::same(10)))
        .show(ui, |ui| {
            lanes::ui(ui, scene, out);
        });
    swipe(ui, out);
}

/// While a file hangs over the window.
fn drop_hint(ui: &Ui, scene: &Scene<'_>) {
    let hovering = ui.input(|input| !input.raw.hovered_files.is_empty());
    if !hovering {
        return;
    }
    let rect = ui.ctx().content_rect();
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop"));
    let painter = ui.ctx().layer_painter(layer);
    painter.rect_filled(rect, 0.0, scene.theme.frozen_fill.0.gamma_multiply(0.92));
    painter.rect_stroke(
        rect.shrink(16.0),
        16.0,
        Stroke::new(3.0, scene.theme.frozen.0),
        egui::StrokeKind::Inside,
    );
    painter.text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        scene.words.get("drop-here"),
        theme::strong_font(20.0),
        scene.theme.frozen_text.0,
    );
}
