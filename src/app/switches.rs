//! The panel of switches. Each flip adds an event at the play head, runs the scenario again, and
//! says when it takes effect.

use eframe::egui::{self, ComboBox, RichText, ScrollArea, Ui};

use super::command::Command;
use super::widget::{hint, section, switch};
use super::{Scene, servers, theme};
use crate::planner::features::Feature;
use crate::planner::inputs::{Identity, PermissionProfile, PlanInputs, ToolMode};
use crate::scenario::file::{EventFile, FreezePolicy};
use crate::scenario::setting::{EnvironmentFile, IdentityFile, SettingFile};
use crate::session::record::{Effect, When};

/// Switches of the shell group, shown without opening anything.
const SHELL: [Feature; 4] =
    [Feature::ShellTool, Feature::UnifiedExec, Feature::ViewImage, Feature::MultiAgent];

/// Width of a choice.
const COMBO: f32 = 132.0;

/// The panel.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let Some(sample) = scene.doc.sample(scene.view.head.step) else {
        super::widget::empty(ui, scene, scene.words.get("no-sample"));
        return;
    };
    let inputs = &*sample.inputs;
    ScrollArea::vertical().id_salt("switches").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        section(ui, scene, scene.words.get("switches-session"));
        identity(ui, scene, inputs, out);
        permission(ui, scene, inputs, out);
        flag(
            ui,
            scene,
            "search",
            inputs.model.supports_search_tool,
            "SupportsSearch",
            SettingFile::SupportsSearch,
            out,
        );
        flag(
            ui,
            scene,
            "namespaces",
            inputs.provider.namespace_tools,
            "NamespaceTools",
            SettingFile::NamespaceTools,
            out,
        );
        mode(ui, scene, inputs, out);
        policy(ui, scene, out);
        section(ui, scene, scene.words.get("switches-servers"));
        servers::ui(ui, scene, out);
        section(ui, scene, scene.words.get("switches-environments"));
        environments(ui, scene, inputs, out);
        section(ui, scene, scene.words.get("switches-shell"));
        for which in SHELL {
            feature(ui, scene, inputs, which, out);
        }
        flag(
            ui,
            scene,
            "image-input",
            inputs.model.image_input,
            "ImageInput",
            SettingFile::ImageInput,
            out,
        );
        ui.add_space(theme::GAP[1]);
        let title = RichText::new(scene.words.get("switches-more")).size(12.5);
        egui::CollapsingHeader::new(title).id_salt("more").show(ui, |ui| {
            for which in Feature::ALL.into_iter().filter(|which| !SHELL.contains(which)) {
                feature(ui, scene, inputs, which, out);
            }
        });
        ui.add_space(theme::GAP[3]);
    });
}

/// When an effect shows, in words.
pub fn effect_words(scene: &Scene<'_>, effect: &Effect) -> String {
    let turn_of = |step: u32| scene.doc.sample(step).map_or(0, |sample| sample.turn);
    let when = match (effect.when, effect.step) {
        (When::Now, _) => scene.words.get("effect-now").to_owned(),
        (When::Never, _) => scene.words.get("effect-never").to_owned(),
        (When::NextTurn, Some(step)) => {
            scene.words.with("effect-turn", &[("turn", &turn_of(step))])
        }
        (_, Some(step)) => scene.words.with("effect-sample", &[("step", &step)]),
        (When::NextTurn, None) => scene.words.get("effect-no-turn").to_owned(),
        (When::AfterRefresh, None) => scene.words.get("effect-refresh").to_owned(),
        (When::NextSample, None) => scene.words.get("effect-no-sample").to_owned(),
    };
    format!("{}: {when}", effect.part)
}

/// The note under a switch whose new value waits.
pub fn waits(ui: &mut Ui, scene: &Scene<'_>, effect: &Effect) {
    let words = effect_words(scene, effect);
    let note = words.split_once(": ").map_or(words.as_str(), |(_, note)| note).to_owned();
    let why = effect.why.sentence(scene.view.lang);
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 20.0;
        ui.add_space(6.0);
        let (fill, ink) = (scene.theme.deferred_fill.0, scene.theme.deferred_text.0);
        super::widget::pill(ui, &note, fill, ink).on_hover_text(format!("{words}\n{why}"));
    });
}

fn set(setting: SettingFile) -> Command {
    Command::AppendNow(EventFile::Set(vec![setting]))
}

#[allow(clippy::too_many_arguments, reason = "one switch, in words")]
fn flag(
    ui: &mut Ui,
    scene: &Scene<'_>,
    name: &str,
    frozen: bool,
    key: &str,
    make: fn(bool) -> SettingFile,
    out: &mut Vec<Command>,
) {
    let pending = scene.derived.pending_value(key);
    let on = pending.map_or(frozen, |(value, _)| value == "true");
    let label = scene.words.get(&format!("switch-{name}")).to_owned();
    let tip = scene.words.get(&format!("switch-{name}-tip")).to_owned();
    if switch(ui, scene, &label, on).on_hover_text(tip).clicked() {
        out.push(set(make(!on)));
    }
    if let Some((_, effect)) = pending {
        waits(ui, scene, effect);
    }
}

fn feature(
    ui: &mut Ui,
    scene: &Scene<'_>,
    inputs: &PlanInputs,
    which: Feature,
    out: &mut Vec<Command>,
) {
    let key = format!("Feature {}", which.key());
    let pending = scene.derived.pending_value(&key);
    let on = pending.map_or(inputs.features.on(which), |(value, _)| value == "true");
    let tip = which.meaning();
    if switch(ui, scene, which.key(), on).on_hover_text(tip).clicked() {
        out.push(set(SettingFile::Feature(which, !on)));
    }
    if let Some((_, effect)) = pending {
        waits(ui, scene, effect);
    }
}

/// A choice with its label at the left.
fn choice<T: Clone + PartialEq>(
    ui: &mut Ui,
    scene: &Scene<'_>,
    name: &str,
    now: &str,
    options: &[(String, T)],
    mut pick: impl FnMut(T),
) {
    let label = scene.words.get(&format!("switch-{name}")).to_owned();
    let tip = scene.words.get(&format!("switch-{name}-tip")).to_owned();
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        let text = ui.label(&label).on_hover_text(tip);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let room = COMBO.min(ui.available_width());
            let shown = ComboBox::from_id_salt(name)
                .width(room)
                .truncate()
                .selected_text(now)
                .show_ui(ui, |ui| {
                    for (text, value) in options {
                        if ui.selectable_label(text == now, text).clicked() && text != now {
                            pick(value.clone());
                        }
                    }
                });
            shown.response.labelled_by(text.id);
        });
    });
}

fn identity(ui: &mut Ui, scene: &Scene<'_>, inputs: &PlanInputs, out: &mut Vec<Command>) {
    let words = scene.words;
    let options: [(&str, IdentityFile); 5] = [
        ("identity-root", IdentityFile::Root),
        ("identity-internal", IdentityFile::Internal),
        ("identity-spawned", IdentityFile::ThreadSpawn { depth: 1, path: None }),
        ("identity-guardian", IdentityFile::SubAgent(String::from(Identity::GUARDIAN))),
        ("identity-Guardian", IdentityFile::SubAgent(String::from("Guardian"))),
    ];
    let options = options.map(|(key, value)| (words.get(key).to_owned(), value));
    let pending = scene.derived.pending_value("Identity");
    let frozen = match &inputs.identity {
        Identity::Root => String::from("Root"),
        Identity::Internal => String::from("Internal"),
        Identity::ThreadSpawn { depth, .. } => format!("ThreadSpawn {{ depth: {depth}"),
        Identity::SubAgent(label) => format!("SubAgent({:?})", &**label),
    };
    let value = pending.map_or(frozen.as_str(), |(value, _)| value);
    let matching = options.iter().find(|(_, option)| format!("{option:?}").starts_with(value));
    let now = match matching {
        Some((text, _)) => text.clone(),
        None if value.starts_with("ThreadSpawn") => words.get("identity-spawned").to_owned(),
        None => value.to_owned(),
    };
    choice(ui, scene, "identity", &now, &options, |picked| {
        out.push(set(SettingFile::Identity(picked)))
    });
    if let Some((_, effect)) = pending {
        waits(ui, scene, effect);
    }
}

fn permission(ui: &mut Ui, scene: &Scene<'_>, inputs: &PlanInputs, out: &mut Vec<Command>) {
    let options =
        [PermissionProfile::Managed, PermissionProfile::Disabled, PermissionProfile::External]
            .map(|profile| (profile.label().to_owned(), profile));
    let pending = scene.derived.pending_value("Permission");
    let now = pending.map_or(inputs.permission.label(), |(value, _)| value).to_owned();
    choice(ui, scene, "permission", &now, &options, |picked| {
        out.push(set(SettingFile::Permission(picked)))
    });
    if let Some((_, effect)) = pending {
        waits(ui, scene, effect);
    }
}

fn mode(ui: &mut Ui, scene: &Scene<'_>, inputs: &PlanInputs, out: &mut Vec<Command>) {
    let by_feature = scene.words.get("mode-unset").to_owned();
    let options =
        [None, Some(ToolMode::Direct), Some(ToolMode::CodeMode), Some(ToolMode::CodeModeOnly)]
            .map(|mode| (mode.map_or(by_feature.clone(), |mode| mode.label().to_owned()), mode));
    let pending = scene.derived.pending_value("ModelToolMode");
    let frozen = inputs.model.tool_mode.map_or(by_feature.as_str(), |mode| mode.label());
    let now = match pending {
        Some(("None", _)) => by_feature.as_str(),
        Some((value, _)) => value.trim_start_matches("Some(").trim_end_matches(')'),
        None => frozen,
    }
    .to_owned();
    choice(ui, scene, "mode", &now, &options, |picked| {
        out.push(set(SettingFile::ModelToolMode(picked)))
    });
    if let Some((_, effect)) = pending {
        waits(ui, scene, effect);
    }
}

fn policy(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let options = [
        ("policy-step", FreezePolicy::Step),
        ("policy-turn", FreezePolicy::Turn),
        ("policy-call", FreezePolicy::Call),
    ];
    let now = options.iter().find(|(_, policy)| *policy == scene.doc.file.policy);
    let now = now.map_or("", |(key, _)| scene.words.get(key));
    let options = options.map(|(key, policy)| (scene.words.get(key).to_owned(), policy));
    choice(ui, scene, "policy", now, &options, |picked| out.push(Command::SetPolicy(picked)));
}

fn environments(ui: &mut Ui, scene: &Scene<'_>, inputs: &PlanInputs, out: &mut Vec<Command>) {
    let chosen = scene.doc.file.start.set.iter().rev().find_map(|setting| match setting {
        SettingFile::Environments(list) => Some(list.clone()),
        _ => None,
    });
    let list = chosen.unwrap_or_else(|| vec![EnvironmentFile::default()]);
    if list.is_empty() {
        hint(ui, scene, scene.words.get("no-environments"));
    }
    for environment in &list {
        let frozen = inputs.environments.iter().any(|ready| *ready.id == *environment.id);
        let about = |effect: &&Effect| {
            effect.part.contains(environment.id.as_str()) && effect.part.contains("environment")
        };
        let pending = scene.derived.pending.iter().rev().find(about);
        let on = if pending.is_some() { !frozen } else { frozen };
        let label = scene.words.with("environment", &[("id", &environment.id)]);
        let tip = scene.words.get("environment-tip").to_owned();
        if switch(ui, scene, &label, on).on_hover_text(tip).clicked() {
            let id = environment.id.clone();
            let event =
                if on { EventFile::EnvironmentLost(id) } else { EventFile::EnvironmentReady(id) };
            out.push(Command::AppendNow(event));
        }
        if let Some(effect) = pending {
            waits(ui, scene, effect);
        }
    }
}
