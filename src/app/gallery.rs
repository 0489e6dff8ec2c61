//! The gallery: scenarios on shelves, each with the question it asks.

use eframe::egui::{
    self, CornerRadius, FontId, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, vec2,
};

use super::command::Command;
use super::engine;
use super::icon::Icon;
use super::widget::{button, focus_ring, name_it, text_in};
use super::{GalleryEntry, Scene, theme, topbar};
use crate::scenario::file::{Bilingual, Theme as Shelf};

const CARD: f32 = 360.0;
const CARD_HEIGHT: f32 = 104.0;

/// A scenario as the gallery shows it.
#[derive(Clone, Debug)]
pub struct Card {
    /// File name.
    pub file_name: String,
    /// Text.
    pub text: String,
    /// Title.
    pub title: Bilingual,
    /// The question it asks.
    pub question: Bilingual,
    /// Which shelf.
    pub shelf: Shelf,
    /// Place on the shelf.
    pub order: u32,
    /// Where it comes from.
    pub source: String,
}

/// Cards of the entries, by shelf, then order, then file name.
pub fn cards(entries: Vec<GalleryEntry>) -> Vec<Card> {
    let mut cards: Vec<Card> = entries
        .into_iter()
        .map(|entry| {
            let file = engine::load(&entry.text, &entry.file_name, &engine::Files::new()).file;
            Card {
                file_name: entry.file_name,
                text: entry.text,
                title: file.title,
                question: file.question,
                shelf: file.theme,
                order: file.order,
                source: file.source,
            }
        })
        .collect();
    cards.sort_by(|a, b| (a.shelf, a.order, &a.file_name).cmp(&(b.shelf, b.order, &b.file_name)));
    cards
}

/// Message key of a shelf.
pub fn shelf_key(shelf: Shelf) -> &'static str {
    match shelf {
        Shelf::Lecture => "theme-lecture",
        Shelf::Names => "theme-names",
        Shelf::Servers => "theme-servers",
        Shelf::Search => "theme-search",
        Shelf::Schemas => "theme-schemas",
        Shelf::Identity => "theme-identity",
        Shelf::CodeMode => "theme-code-mode",
        Shelf::Other => "theme-other",
    }
}

fn said<'a>(scene: &Scene<'_>, text: &'a Bilingual) -> &'a str {
    match scene.view.lang {
        crate::lang::Lang::Ko if !text.ko.is_empty() => &text.ko,
        _ => &text.en,
    }
}

/// The page.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    ScrollArea::vertical().id_salt("gallery").auto_shrink([false, false]).show(ui, |ui| {
        ui.add_space(theme::GAP[3]);
        head(ui, scene, out);
        story(ui, scene);
        let margin = if scene.narrow { 12.0 } else { 32.0 };
        let room = ui.available_width() - margin * 2.0;
        let per_row = ((room / CARD) as usize).clamp(1, 4);
        let width = (room - 12.0 * (per_row as f32 - 1.0)) / per_row as f32;
        let mut index = 0;
        while let Some(first) = scene.gallery.get(index) {
            let shelf = first.shelf;
            let count =
                scene.gallery[index..].iter().take_while(|card| card.shelf == shelf).count();
            ui.add_space(theme::GAP[3]);
            ui.horizontal(|ui| {
                ui.add_space(margin);
                ui.label(
                    RichText::new(scene.words.get(shelf_key(shelf))).font(theme::strong_font(15.0)),
                );
                let about = scene.words.get(&format!("{}-tip", shelf_key(shelf))).to_owned();
                if !scene.narrow {
                    ui.label(RichText::new(about).color(scene.theme.text_weak.0));
                }
            });
            ui.add_space(theme::GAP[0]);
            for row in (index..index + count).step_by(per_row) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 12.0;
                    ui.add_space(margin);
                    for place in row..(row + per_row).min(index + count) {
                        card(ui, scene, place, width, out);
                    }
                });
                ui.add_space(theme::GAP[1]);
            }
            index += count;
        }
        ui.add_space(theme::GAP[4]);
    });
}

fn head(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let margin = if scene.narrow { 12.0 } else { 32.0 };
    ui.horizontal(|ui| {
        ui.add_space(margin);
        let (rect, _) = ui.allocate_exact_size(vec2(34.0, 34.0), Sense::hover());
        super::icon::paint(ui.painter(), Icon::Snowflake, rect, scene.theme.frozen_text.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.label(RichText::new(scene.words.get("app-name")).font(theme::strong_font(20.0)));
            if !scene.narrow {
                ui.label(
                    RichText::new(scene.words.get("app-slogan")).color(scene.theme.text_weak.0),
                );
            }
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_space(margin);
            ui.spacing_mut().item_spacing.x = 4.0;
            topbar::window_buttons(ui, scene, out);
            if scene.doc.trace.is_some() && !scene.narrow {
                let back = scene.words.get("gallery-back").to_owned();
                if button(ui, scene, &back, false).clicked() {
                    out.push(Command::Stage);
                }
            }
            let open = scene.words.get("cmd-open").to_owned();
            if !scene.narrow && button(ui, scene, &open, false).clicked() {
                out.push(Command::OpenFile);
            }
        });
    });
    if scene.narrow {
        egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 0)).show(ui, |ui| {
            let slogan = RichText::new(scene.words.get("app-slogan"));
            ui.add(egui::Label::new(slogan.color(scene.theme.text_weak.0)).wrap());
        });
    }
}

/// The one picture in three steps, for somebody who sees this for the first time.
fn story(ui: &mut Ui, scene: &Scene<'_>) {
    let margin = if scene.narrow { 12.0 } else { 32.0 };
    let theme = scene.theme;
    let steps = [
        ("story-shot", Icon::Snowflake, theme.frozen_fill.0, theme.frozen.0, theme.frozen_text.0),
        ("story-world", Icon::Dot, theme.live_fill.0, theme.live.0, theme.live_text.0),
        ("story-tear", Icon::Bolt, theme.orphan_fill.0, theme.orphan.0, theme.orphan_text.0),
    ];
    ui.add_space(theme::GAP[3]);
    let room = ui.available_width() - margin * 2.0;
    let (count, height) = if scene.narrow { (1.0, 58.0) } else { (3.0, 64.0) };
    let width = (room - 12.0 * (count - 1.0)) / count;
    let paint = |ui: &mut Ui, (key, shape, fill, line, ink)| {
        let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        name_it(&response, egui::accesskit::Role::Label, scene.words.get(key));
        ui.painter().rect(
            rect,
            CornerRadius::same(10),
            fill,
            Stroke::new(1.5, line),
            StrokeKind::Inside,
        );
        let square = Rect::from_center_size(rect.left_center() + vec2(28.0, 0.0), vec2(24.0, 24.0));
        super::icon::paint(ui.painter(), shape, square, ink);
        let text = scene.words.get(key).to_owned();
        let font = FontId::proportional(13.0);
        let galley = ui.painter().layout(text, font, theme.text.0, width - 66.0);
        let at = egui::pos2(rect.left() + 54.0, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, theme.text.0);
    };
    if scene.narrow {
        for step in steps {
            ui.horizontal(|ui| {
                ui.add_space(margin);
                paint(ui, step);
            });
        }
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.add_space(margin);
        for step in steps {
            paint(ui, step);
        }
    });
}

fn card(ui: &mut Ui, scene: &Scene<'_>, index: usize, width: f32, out: &mut Vec<Command>) {
    let Some(card) = scene.gallery.get(index) else { return };
    let theme = scene.theme;
    let (rect, response) = ui.allocate_exact_size(vec2(width, CARD_HEIGHT), Sense::click());
    let title = match said(scene, &card.title) {
        "" => card.file_name.as_str(),
        title => title,
    };
    name_it(&response, egui::accesskit::Role::Button, title);
    if ui.is_rect_visible(rect) {
        let hot = response.hovered() || response.has_focus();
        let (fill, line) = match hot {
            true => (theme.card_hover.0, theme.accent.0),
            false => (theme.card.0, theme.line.0),
        };
        ui.painter().rect(
            rect,
            CornerRadius::same(10),
            fill,
            Stroke::new(1.0, line),
            StrokeKind::Inside,
        );
        if response.has_focus() {
            focus_ring(ui, scene, rect);
        }
        let inside = rect.shrink(14.0);
        text_in(
            ui,
            inside.left_top(),
            egui::Align2::LEFT_TOP,
            title,
            theme::strong_font(14.0),
            theme.text.0,
            inside.width(),
        );
        paragraph(ui, inside, said(scene, &card.question), theme.text_weak.0);
        let source = scene_source(&card.source);
        text_in(
            ui,
            inside.left_bottom(),
            egui::Align2::LEFT_BOTTOM,
            source,
            FontId::proportional(11.0),
            theme.visible_text.0,
            inside.width(),
        );
    }
    if response.on_hover_text(said(scene, &card.question)).clicked() {
        out.push(Command::OpenEntry(index));
    }
}

/// The question in at most two lines.
fn paragraph(ui: &Ui, inside: Rect, text: &str, ink: egui::Color32) {
    let mut job = egui::text::LayoutJob::simple(
        text.to_owned(),
        FontId::proportional(12.5),
        ink,
        inside.width(),
    );
    job.wrap.max_rows = 2;
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(inside.left_top() + vec2(0.0, 22.0), galley, ink);
}

/// A source without its scheme.
fn scene_source(source: &str) -> &str {
    source.trim_start_matches("https://").trim_start_matches("github.com/")
}
