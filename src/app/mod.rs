//! The window: an egui application over a scenario and its trace.
//!
//! Knows: the loader and the trace through [`engine`]. May not know: files, dialogs and the real
//! window, which are [`native`]'s alone. Panels take `&Scene` and push [`Command`]s; only
//! [`apply::apply`] changes anything.
//! Start reading at [`App::ui`], then [`model`], then any panel.

pub mod about;
pub mod apply;
pub mod calls;
pub mod caption;
pub mod cells;
pub mod changes;
pub mod command;
pub mod derive;
pub mod detail;
pub mod editor;
pub mod elsewhere;
pub mod engine;
pub mod events;
pub mod finger;
pub mod gallery;
pub mod help;
pub mod icon;
pub mod keys;
pub mod lanes;
pub mod layout;
pub mod menu;
pub mod mirror;
pub mod model;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
pub mod photo;
pub mod play;
pub mod protocol;
pub mod rows;
pub mod servers;
pub mod settings;
pub mod shelves;
pub mod switches;
pub mod text;
pub mod theme;
pub mod timeline;
pub mod topbar;
pub mod trail;
pub mod visit;
pub mod walk;
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub mod web;
pub mod widget;

use std::sync::Arc;

use eframe::egui;

pub use command::Command;
use derive::Derived;
use gallery::Card;
use model::{Document, Look, View};
use text::{Texts, Words};
use theme::{Theme, Themes};

/// The application without a window.
pub struct App {
    /// What is open.
    pub doc: Document,
    /// How it is looked at.
    pub view: View,
    /// The shelves of scenarios.
    pub gallery: Vec<Card>,
    /// What only the floor with files can do; taken by it after each frame.
    pub wishes: Vec<Wish>,
    /// Is the window dark at the moment?
    pub dark: bool,
    /// Address of the page, without `#`; what links are put behind. The real window has none.
    pub address: Option<String>,
    followed: Option<elsewhere::Followed>,
    texts: Texts,
    themes: Themes,
    derived: Derived,
    dressed: bool,
}

/// Something that needs files or the clipboard.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// Ask for a file and open it.
    OpenFile,
    /// Ask where to save a text.
    SaveFile {
        /// Proposed name.
        name: String,
        /// Text.
        text: Arc<str>,
    },
    /// Put a text on the clipboard.
    Copy(String),
}

/// A scenario of the gallery.
#[derive(Clone, Debug)]
pub struct GalleryEntry {
    /// File name.
    pub file_name: String,
    /// Text.
    pub text: String,
}

/// The scenarios of the embedded pack.
pub fn pack_gallery() -> Vec<GalleryEntry> {
    let entry = |(name, text): &(&str, &str)| GalleryEntry {
        file_name: (*name).to_owned(),
        text: (*text).to_owned(),
    };
    crate::pack::SCENARIOS.iter().map(entry).collect()
}

/// What panels read.
pub struct Scene<'a> {
    /// What is open.
    pub doc: &'a Document,
    /// How it is looked at.
    pub view: &'a View,
    /// Words of the chosen language.
    pub words: &'a Words,
    /// Colours.
    pub theme: &'a Theme,
    /// Lists of the present sample.
    pub derived: &'a Derived,
    /// The shelves of scenarios.
    pub gallery: &'a [Card],
    /// One column instead of three.
    pub narrow: bool,
    /// Has this window an address that can be linked to?
    pub linked: bool,
}

impl App {
    /// An application that shows the gallery. Fails only when an embedded theme cannot be read.
    pub fn new(entries: Vec<GalleryEntry>) -> Result<App, ron::error::SpannedError> {
        Ok(App {
            doc: Document::default(),
            view: View::default(),
            gallery: gallery::cards(entries),
            wishes: Vec::new(),
            dark: false,
            address: None,
            followed: None,
            texts: Texts::default(),
            themes: Themes::embedded()?,
            derived: Derived::default(),
            dressed: false,
        })
    }

    /// One frame: keys and clock become commands, panels are laid out, commands are obeyed.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        if !self.dressed {
            self.dressed = true;
            theme::install(&ctx, &self.themes);
        }
        let mut commands = Vec::new();
        keys::collect(&ctx, &mut commands);
        play::collect(&ctx, self.view.due, &mut commands);
        self.obey(&ctx, &mut commands);
        self.dress(&ctx);
        self.derived.refresh(&self.doc, &self.view);

        let scene = Scene {
            doc: &self.doc,
            view: &self.view,
            words: self.texts.of(self.view.lang),
            theme: self.themes.current(&ctx),
            derived: &self.derived,
            gallery: &self.gallery,
            narrow: ctx.content_rect().width() < theme::NARROW,
            linked: self.address.is_some(),
        };
        layout::ui(ui, &scene, &mut commands);
        if self.obey(&ctx, &mut commands) {
            ctx.request_repaint();
        }
        play::schedule(&ctx, self.view.due);
    }

    /// Obeys commands; true when there were any.
    fn obey(&mut self, ctx: &egui::Context, commands: &mut Vec<Command>) -> bool {
        let any = !commands.is_empty();
        for command in commands.drain(..) {
            self.apply(command);
        }
        self.wishes.retain(|wish| match wish {
            Wish::Copy(text) => {
                ctx.copy_text(text.clone());
                false
            }
            _ => true,
        });
        any
    }

    /// The words of the chosen language.
    pub fn words(&self) -> &Words {
        self.texts.of(self.view.lang)
    }

    /// Says something that has no better place, such as a file that could not be read.
    pub fn tell(&mut self, notice: String) {
        self.view.notice = Some(notice);
    }

    /// Obeys one command.
    pub fn apply(&mut self, command: Command) {
        apply::apply(self, command);
    }

    /// Brings look, motion and size in line with the view.
    fn dress(&mut self, ctx: &egui::Context) {
        let preference = match self.view.look {
            Look::System => egui::ThemePreference::System,
            Look::Light => egui::ThemePreference::Light,
            Look::Dark => egui::ThemePreference::Dark,
        };
        if ctx.options(|options| options.theme_preference) != preference {
            ctx.set_theme(preference);
        }
        self.dark = ctx.theme() == egui::Theme::Dark;
        let motion = if self.view.still { 0.0 } else { 0.18 };
        if ctx.global_style().animation_time != motion {
            ctx.all_styles_mut(|style| style.animation_time = motion);
        }
        let zoom = if self.view.presenter { theme::PRESENTER_ZOOM } else { 1.0 };
        if ctx.zoom_factor() != zoom {
            ctx.set_zoom_factor(zoom);
        }
    }
}
