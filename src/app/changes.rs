//! What changed since the previous sample: a strip of counts, and the names behind them.

use std::sync::Arc;

use eframe::egui::{Color32, RichText, ScrollArea, Ui};

use super::command::Command;
use super::model::Tab;
use super::widget::{empty, pill, section};
use super::{Scene, theme};
use crate::session::record::{Changes, SampleRecord};
use crate::tool::ToolName;

/// One kind of change.
struct Kind<'a> {
    key: &'static str,
    names: &'a [Arc<str>],
    fill: Color32,
    ink: Color32,
}

fn kinds<'a>(scene: &Scene<'_>, changes: &'a Changes) -> [Kind<'a>; 6] {
    let theme = scene.theme;
    let kind = |key, names: &'a Vec<Arc<str>>, fill: theme::Hex, ink: theme::Hex| Kind {
        key,
        names,
        fill: fill.0,
        ink: ink.0,
    };
    [
        kind("change-appeared", &changes.appeared, theme.live_fill, theme.live_text),
        kind("change-vanished", &changes.vanished, theme.orphan_fill, theme.orphan_text),
        kind("change-moved", &changes.moved, theme.hidden_fill, theme.hidden_text),
        kind("change-rewritten", &changes.rewritten, theme.frozen_fill, theme.frozen_text),
        kind("change-deferred", &changes.newly_deferred, theme.deferred_fill, theme.deferred_text),
        kind(
            "change-undeferred",
            &changes.no_longer_deferred,
            theme.orphan_fill,
            theme.orphan_text,
        ),
    ]
}

/// One line over the menu.
pub fn strip(ui: &mut Ui, scene: &Scene<'_>, sample: &SampleRecord, out: &mut Vec<Command>) {
    if sample.step < 2 || scene.narrow {
        return;
    }
    let kinds = kinds(scene, &sample.changes);
    let before = sample.step - 1;
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 22.0;
        ui.add_space(10.0);
        let since = scene.words.with("since-sample", &[("step", &before)]);
        ui.label(RichText::new(since).size(12.0).color(scene.theme.text_weak.0));
        if kinds.iter().all(|kind| kind.names.is_empty()) {
            ui.label(RichText::new(scene.words.get("change-none")).size(12.0));
            return;
        }
        for kind in kinds.iter().filter(|kind| !kind.names.is_empty()) {
            let text = scene.words.with(kind.key, &[("count", &kind.names.len())]);
            let tip = kind.names.iter().take(12).map(|name| &**name).collect::<Vec<_>>().join("\n");
            let response = pill(ui, &text, kind.fill, kind.ink).on_hover_text(tip);
            if response.interact(eframe::egui::Sense::click()).clicked() {
                out.push(Command::ShowTab(Tab::Changes));
            }
        }
    });
}

/// The tab with all names.
pub fn tab(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let Some(sample) = scene.doc.sample(scene.view.head.step) else {
        empty(ui, scene, scene.words.get("no-sample"));
        return;
    };
    if sample.step < 2 {
        empty(ui, scene, scene.words.get("changes-first"));
        return;
    }
    let kinds = kinds(scene, &sample.changes);
    if kinds.iter().all(|kind| kind.names.is_empty()) {
        empty(ui, scene, scene.words.get("changes-none"));
        return;
    }
    ScrollArea::vertical().id_salt("changes").auto_shrink([false, false]).show(ui, |ui| {
        for kind in kinds.iter().filter(|kind| !kind.names.is_empty()) {
            let text = scene.words.with(kind.key, &[("count", &kind.names.len())]);
            section(ui, scene, &text);
            for name in kind.names {
                let text = RichText::new(&**name).monospace().color(kind.ink);
                let button = eframe::egui::Button::new(text).frame(false);
                if ui.add(button).clicked() {
                    out.push(Command::Select(Some(ToolName::parse_dotted(name))));
                }
            }
        }
    });
}
