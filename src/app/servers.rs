//! Switches of the servers: connect, drop and change them now or after this sample.

use eframe::egui::{self, RichText, Ui};

use super::command::Command;
use super::switches::waits;
use super::widget::{button, hint};
use super::{Scene, lanes, theme, walk};
use crate::scenario::file::{BeatFile, EventFile};
use crate::scenario::server::ServerFile;
use crate::session::record::{Effect, LiveServer, ServerState};

/// Every server the scenario knows.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Command>) {
    let Some(sample) = scene.doc.sample(scene.view.head.step) else { return };
    let live = walk::live(sample, walk::time(scene.doc, scene.view.head));
    let list = live.map(|live| live.servers.as_slice()).unwrap_or_default();
    let known = known_servers(scene);
    if list.is_empty() && known.is_empty() {
        hint(ui, scene, scene.words.get("no-servers"));
    }
    for server in list {
        one_server(ui, scene, server, out);
    }
    for file in known.iter().filter(|file| !list.iter().any(|server| *server.name == *file.name)) {
        let missing =
            LiveServer { name: file.name.as_str().into(), state: ServerState::Removed, tools: 0 };
        one_server(ui, scene, &missing, out);
    }
}

/// Servers the scenario ever configures, the last wording of each.
fn known_servers<'a>(scene: &Scene<'a>) -> Vec<&'a ServerFile> {
    let file = &scene.doc.file;
    let mut found: Vec<&ServerFile> = file.start.servers.iter().collect();
    let in_script = file.script.iter().flat_map(|beat| match beat {
        BeatFile::Event(event) => vec![event],
        BeatFile::Sample(sample) => sample.during.iter().map(|timed| &timed.event).collect(),
        _ => Vec::new(),
    });
    for event in in_script.chain(file.events.iter().map(|timed| &timed.event)) {
        if let EventFile::ServerConfigured(server) = event {
            found.retain(|other| other.name != server.name);
            found.push(server);
        }
    }
    found
}

fn one_server(ui: &mut Ui, scene: &Scene<'_>, server: &LiveServer, out: &mut Vec<Command>) {
    let (shape, ink, words) = match server.state {
        ServerState::Removed => lanes::absent_words(scene),
        _ => lanes::state_words(scene, server),
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.spacing_mut().interact_size.y = 22.0;
        ui.add_space(8.0);
        let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, 12.0), egui::Sense::hover());
        super::icon::paint(ui.painter(), shape, rect, ink);
        ui.add(
            egui::Label::new(
                RichText::new(&*server.name).font(egui::FontId::new(12.5, theme::strong_mono())),
            )
            .truncate(),
        );
        ui.add(egui::Label::new(RichText::new(&words).size(12.0).color(ink)).truncate())
            .on_hover_text(&words);
    });
    let name = server.name.to_string();
    let actions: Vec<(&str, EventFile)> = match server.state {
        ServerState::Ready | ServerState::Idle => vec![
            ("remove", EventFile::ServerRemoved(name.clone())),
            ("close", EventFile::Disconnected(name.clone())),
        ],
        ServerState::Starting => vec![
            ("ready", EventFile::ServerReady(name.clone())),
            ("fail", EventFile::ServerFailed(name.clone())),
        ],
        ServerState::Closed | ServerState::Failed(_) => vec![
            ("reconnect", EventFile::Reconnected(name.clone())),
            ("remove", EventFile::ServerRemoved(name.clone())),
        ],
        ServerState::Removed => known_servers(scene)
            .into_iter()
            .filter(|file| *file.name == *server.name)
            .map(|file| ("connect", EventFile::ServerConfigured(file.clone())))
            .collect(),
    };
    for (key, event) in actions {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.add_space(26.0);
            let verb = scene.words.get(&format!("server-{key}")).to_owned();
            let tip = scene.words.get(&format!("server-{key}-tip")).to_owned();
            for (when, make) in [
                ("when-now", Command::AppendNow as fn(EventFile) -> Command),
                ("when-next", Command::AppendNext),
            ] {
                let when_text = scene.words.get(when);
                let text = match when {
                    "when-now" => scene.words.with("server-now", &[("verb", &verb)]),
                    _ => when_text.to_owned(),
                };
                let full = format!("{verb} {name} {when_text}");
                let response = button(ui, scene, &text, false);
                super::widget::name_it(&response, egui::accesskit::Role::Button, &full);
                let when_key = format!("{when}-tip");
                let when_tip = scene.words.get(&when_key);
                if response.on_hover_text(format!("{full}\n{tip}\n{when_tip}")).clicked() {
                    out.push(make(event.clone()));
                }
            }
        });
    }
    let about = |effect: &&Effect| effect.part.contains(&*server.name);
    if let Some(effect) = scene.derived.pending.iter().rev().find(about) {
        waits(ui, scene, effect);
    }
    ui.add_space(theme::GAP[0]);
}
