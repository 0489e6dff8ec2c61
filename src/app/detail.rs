//! The detail pane: why a tool is where it is, what is sent, how it is searched for, its calls.

use eframe::egui::{self, FontId, Frame, Label, Margin, RichText, ScrollArea, Ui};

use super::command::Command;
use super::icon;
use super::model::Tab;
use super::widget::{button, empty, hint, pill, section};
use super::{Scene, calls, changes, theme, trail};
use crate::planner::Plan;
use crate::planner::ledger::{Candidate, Standing};
use crate::planner::rule::Decision;
use crate::scenario::file::EventFile;
use crate::session::record::SampleRecord;
use crate::tool::ToolName;

/// Tabs of the presenter's view.
const IN_THE_HALL: [Tab; 3] = [Tab::Trail, Tab::Why, Tab::Changes];

/// The tabs and the chosen one's content.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    ui.take_available_width();
    let tabs: &[Tab] = if scene.view.presenter { &IN_THE_HALL } else { &Tab::ALL };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for tab in tabs.iter().copied() {
            let on = scene.view.tab == tab;
            let ink = if on { scene.theme.text.0 } else { scene.theme.text_weak.0 };
            let text = RichText::new(scene.words.get(tab.key())).size(12.5).color(ink);
            let text = if on { text.font(theme::strong_font(12.5)) } else { text };
            let tip = scene.words.get(&format!("{}-tip", tab.key())).to_owned();
            let tab_button =
                egui::Button::selectable(on, text).min_size(egui::vec2(0.0, theme::HIT));
            if ui.add(tab_button).on_hover_text(tip).clicked() {
                out.push(Command::ShowTab(tab));
            }
        }
    });
    ui.add_space(theme::GAP[1]);
    match scene.view.tab {
        Tab::Trail => trail::tab(ui, scene, out),
        Tab::Why => why(ui, scene, out),
        Tab::Json => json(ui, scene, out),
        Tab::Search => search(ui, scene),
        Tab::Calls => calls::tab(ui, scene, out),
        Tab::Changes => changes::tab(ui, scene, out),
    }
}

/// The chosen tool in the present plan; otherwise says what to do.
fn chosen<'a>(
    ui: &mut Ui,
    scene: &Scene<'a>,
    key: &str,
) -> Option<(&'a SampleRecord, &'a Plan, &'a ToolName)> {
    let sample = scene.doc.sample(scene.view.head.step);
    let plan = sample.and_then(|sample| sample.plan.as_deref().ok());
    match (sample, plan, &scene.view.selected) {
        (Some(sample), Some(plan), Some(tool)) => Some((sample, plan, tool)),
        _ => {
            empty(ui, scene, scene.words.get(key));
            None
        }
    }
}

fn heading(ui: &mut Ui, scene: &Scene<'_>, candidate: &Candidate) {
    ui.add(
        Label::new(
            RichText::new(candidate.name.dotted()).font(FontId::new(15.0, theme::strong_mono())),
        )
        .wrap(),
    );
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let theme = scene.theme;
        let (key, fill, ink) = match candidate.standing {
            Standing::Visible => ("is-visible", theme.frozen_fill.0, theme.visible_text.0),
            Standing::Deferred => ("is-deferred", theme.deferred_fill.0, theme.deferred_text.0),
            Standing::Hidden => ("is-hidden", theme.hidden_fill.0, theme.hidden_text.0),
            Standing::Absent => ("is-absent", theme.hidden_fill.0, theme.absent_text.0),
        };
        pill(ui, scene.words.get(key), fill, ink)
            .on_hover_text(scene.words.get(&format!("{key}-tip")));
        if candidate.standing != Standing::Absent {
            let orphan = candidate.reach == crate::planner::reach::Reach::Orphan;
            let (fill, ink) = match orphan {
                true => (theme.orphan_fill.0, theme.orphan_text.0),
                false => (theme.code.0, theme.text.0),
            };
            pill(ui, candidate.reach.text().get(scene.view.lang), fill, ink)
                .on_hover_text(scene.words.get("reach-tip"));
        }
        if let Some(exposure) = candidate.exposure {
            pill(ui, exposure.label(), theme.code.0, theme.text.0)
                .on_hover_text(scene.words.get("exposure-tip"));
        }
        let origin = candidate.server.as_deref().unwrap_or(candidate.origin);
        pill(ui, origin, theme.code.0, theme.text.0).on_hover_text(scene.words.get("origin-tip"));
    });
}

fn why(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let Some((_, plan, tool)) = chosen(ui, scene, "why-empty") else { return };
    let found = plan.ledger.named(tool);
    let Some(first) = found.first().copied() else {
        gone(ui, scene, tool, out);
        return;
    };
    ScrollArea::vertical().id_salt("why").auto_shrink([false, false]).show(ui, |ui| {
        heading(ui, scene, first);
        for candidate in found {
            chain(ui, scene, plan, candidate);
        }
        what_if(ui, scene, out);
    });
}

/// No source offers the chosen tool at this sample.
fn gone(ui: &mut Ui, scene: &Scene<'_>, tool: &ToolName, out: &mut Vec<Command>) {
    empty(ui, scene, &scene.words.with("why-unknown", &[("name", &tool.dotted())]));
    ui.vertical_centered(|ui| {
        if button(ui, scene, scene.words.get("why-forget"), false).clicked() {
            out.push(Command::Select(None));
        }
    });
}

/// The deciding sentence first, then the whole chain in order.
fn chain(ui: &mut Ui, scene: &Scene<'_>, plan: &Plan, candidate: &Candidate) {
    if let Some(deciding) = plan.ledger.deciding(candidate) {
        ui.add_space(theme::GAP[1]);
        Frame::new()
            .fill(scene.theme.card.0)
            .stroke(egui::Stroke::new(1.0, scene.theme.line.0))
            .corner_radius(8.0)
            .inner_margin(Margin::same(10))
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                let text = deciding.sentence(scene.view.lang);
                ui.add(Label::new(RichText::new(text).font(theme::strong_font(14.0))).wrap());
                ui.add(
                    Label::new(
                        RichText::new(deciding.rule().demand.get(scene.view.lang))
                            .color(scene.theme.text_weak.0),
                    )
                    .wrap(),
                );
            });
    }
    section(ui, scene, scene.words.get("why-chain"));
    for decision in plan.ledger.chain(candidate) {
        sentence(ui, scene, decision);
    }
}

/// Single switches that would show the tool, found by trying; a click flips one.
fn what_if(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let Some(switches) = scene.derived.switches.as_ref().filter(|switches| switches.tried != 0)
    else {
        return;
    };
    section(ui, scene, scene.words.get("what-if"));
    if switches.found.is_empty() {
        hint(ui, scene, &scene.words.with("what-if-none", &[("count", &switches.tried)]));
    }
    for switch in &switches.found {
        let text = switch.text.get(scene.view.lang);
        let then =
            scene.words.get(if switch.visible { "what-if-visible" } else { "what-if-found" });
        ui.horizontal(|ui| {
            match &switch.setting {
                Some(setting) => {
                    let tip = scene.words.get("what-if-tip");
                    if button(ui, scene, text, false).on_hover_text(tip).clicked() {
                        out.push(Command::AppendNow(EventFile::Set(vec![setting.clone()])));
                    }
                }
                None => {
                    ui.add(Label::new(text).wrap());
                }
            }
            hint(ui, scene, then);
        });
    }
}

fn sentence(ui: &mut Ui, scene: &Scene<'_>, decision: &Decision) {
    let (picture, ink) = trail::outcome(scene, decision.outcome());
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let (rect, _) = ui.allocate_exact_size(egui::vec2(14.0, 18.0), egui::Sense::hover());
        icon::paint(ui.painter(), picture, rect.shrink(1.0), ink);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let response = ui.add(
                Label::new(RichText::new(decision.sentence(scene.view.lang)).size(13.0)).wrap(),
            );
            let place = format!(
                "{} · {}",
                decision.rule().stage.number(),
                trail::short(&decision.rule().upstream.to_string())
            );
            ui.label(RichText::new(place).monospace().size(11.0).color(scene.theme.text_weak.0));
            response.on_hover_ui(|ui| trail::card(ui, scene, decision));
        });
    });
}

fn json(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let Some((_, plan, tool)) = chosen(ui, scene, "json-empty") else { return };
    let Some(candidate) = super::rows::candidate(plan, tool) else {
        gone(ui, scene, tool, out);
        return;
    };
    heading(ui, scene, candidate);
    let (key, text) = match wire_text(plan, candidate) {
        Some(found) => found,
        None => {
            empty(ui, scene, scene.words.get("json-absent"));
            return;
        }
    };
    ui.horizontal(|ui| {
        hint(ui, scene, scene.words.get(key));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if button(ui, scene, scene.words.get("copy"), false).clicked() {
                out.push(Command::Copy(text.to_string()));
            }
        });
    });
    code(ui, scene, "json", &pretty(&text));
}

/// What is sent about a tool, and how to introduce it.
fn wire_text(plan: &Plan, candidate: &Candidate) -> Option<(&'static str, String)> {
    let name = candidate.name.canonical();
    if candidate.standing == Standing::Visible {
        let wire = plan.wire().iter().zip(plan.wire_json());
        for (spec, json) in wire {
            let holds = match &**spec {
                crate::tool::ToolSpec::Namespace(group) => group.tools.iter().any(|member| {
                    ToolName::namespaced(&group.name, member.name()).canonical() == name
                }),
                _ => ToolName::plain(spec.name()).canonical() == name,
            };
            if holds {
                return Some(("json-sent", json.to_string()));
            }
        }
    }
    let entry = plan.registry.get(&candidate.name)?;
    let key =
        if candidate.standing == Standing::Deferred { "json-deferred" } else { "json-hidden" };
    Some((key, entry.runtime.spec.wire_json()))
}

fn pretty(json: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(json) {
        Ok(value) => serde_json::to_string_pretty(&value).unwrap_or_else(|_| json.to_owned()),
        Err(_) => json.to_owned(),
    }
}

/// A text in a box that scrolls.
fn code(ui: &mut Ui, scene: &Scene<'_>, id: &str, text: &str) {
    Frame::new().fill(scene.theme.code.0).corner_radius(8.0).inner_margin(Margin::same(10)).show(
        ui,
        |ui| {
            ScrollArea::vertical().id_salt(id).auto_shrink([false, false]).show(ui, |ui| {
                let text = RichText::new(text).monospace().size(12.0);
                ui.add(Label::new(text).wrap().selectable(true));
            });
        },
    );
}

fn search(ui: &mut Ui, scene: &Scene<'_>) {
    let Some((_, plan, tool)) = chosen(ui, scene, "search-empty") else { return };
    let document = plan.registry.get(tool).and_then(|entry| entry.runtime.search.as_ref());
    if let Some(candidate) = super::rows::candidate(plan, tool) {
        heading(ui, scene, candidate);
    }
    match document {
        Some(info) => {
            hint(ui, scene, scene.words.get("search-what"));
            code(ui, scene, "search", &info.text);
        }
        None => empty(ui, scene, scene.words.get("search-none")),
    }
}
