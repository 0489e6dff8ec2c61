//! The window, driven by accessible names, without display and GPU.
#![cfg(feature = "app")]

mod cells;
mod cost;
mod elsewhere;
mod frames;
mod help;
mod laws;
mod mirror;
mod open;
mod protocol;
mod steps;
mod switches;
mod touch;
mod visit;

use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use freezeframe::app::{App, Command};

/// A harness over the pack's gallery, at 1280x800.
pub fn window() -> Harness<'static, App> {
    window_of(1280.0, 800.0)
}

/// A harness of a size.
pub fn window_of(width: f32, height: f32) -> Harness<'static, App> {
    let gallery = freezeframe::app::pack_gallery();
    let app = App::new(gallery).expect("the embedded themes can be read");
    let mut harness = Harness::builder()
        .with_size(egui::vec2(width, height))
        .allow_missing_glyphs()
        .with_max_steps(40)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    harness.run();
    harness
}

/// A harness with a scenario of the pack open.
pub fn opened(file_name: &str) -> Harness<'static, App> {
    let mut harness = window();
    let text = freezeframe::pack::scenario(file_name).expect("a scenario of the pack");
    harness.state_mut().apply(Command::OpenText {
        name: file_name.to_owned(),
        text: text.to_owned(),
        files: Default::default(),
    });
    harness.run();
    harness
}

/// Clicks what has exactly this accessible name.
pub fn click(harness: &mut Harness<'_, App>, name: &str) {
    harness.get_by_label(name).click();
    harness.run();
}

/// Is anything on screen whose accessible name holds this?
pub fn sees(harness: &Harness<'_, App>, piece: &str) -> bool {
    harness.query_all_by_label_contains(piece).next().is_some()
}

/// Presses keys.
pub fn press(harness: &mut Harness<'_, App>, modifiers: egui::Modifiers, key: egui::Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}
