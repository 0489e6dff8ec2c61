//! Makes a scenario of the strategies one that can run, without rejecting any: what would be a
//! problem of the file becomes something near that is none.

use std::collections::BTreeSet;

use super::names;
use crate::scenario::ScenarioFile;
use crate::scenario::file::{BeatFile, CallKindFile, EventFile};
use crate::scenario::server::ToolFile;
use crate::scenario::setting::SettingFile;

/// Repairs references to servers and environments, and doubled names.
pub(super) fn repair(file: &mut ScenarioFile) {
    let mut seen = BTreeSet::new();
    file.start.servers.retain(|server| seen.insert(server.name.clone()));
    let mut known = Known::default();
    known.servers.extend(file.start.servers.iter().map(|server| server.name.clone()));
    known.settings(&mut file.start.set);
    file.start.servers.iter().for_each(|server| known.tools(&server.name, &server.tools));
    each_event(file, &mut |event| {
        match event {
            EventFile::ServerConfigured(server) => {
                known.servers.push(server.name.clone());
                known.tools(&server.name, &server.tools);
            }
            EventFile::ListChanged(change) => known.tools(&change.server, &change.tools),
            EventFile::Set(settings) => known.settings(settings),
            _ => {}
        }
        true
    });
    file.start.set.iter_mut().for_each(|setting| known.repair_setting(setting));
    each_event(file, &mut |event| known.repair_event(event));
    for beat in &mut file.script {
        if let BeatFile::Sample(sample) = beat {
            sample.mentions.retain_mut(|server| known.server(server));
            sample.calls.iter_mut().for_each(|call| known.call(&mut call.call));
        }
    }
}

/// Visits every event; those for which `keep` says no are thrown away.
fn each_event(file: &mut ScenarioFile, keep: &mut dyn FnMut(&mut EventFile) -> bool) {
    file.script.retain_mut(|beat| match beat {
        BeatFile::Event(event) => keep(event),
        BeatFile::Sample(sample) => {
            sample.during.retain_mut(|timed| keep(&mut timed.event));
            true
        }
        BeatFile::Turn(_) | BeatFile::Wait(_) => true,
    });
    file.events.retain_mut(|timed| keep(&mut timed.event));
}

/// Names that are configured at some time.
#[derive(Default)]
struct Known {
    servers: Vec<String>,
    environments: Vec<String>,
    /// Dotted names of tools that some source offers, as far as they can be told in advance.
    tools: Vec<String>,
}

impl Known {
    /// Notes the environments and tools of settings. No list names an environment twice.
    fn settings(&mut self, settings: &mut [SettingFile]) {
        for setting in settings {
            match setting {
                SettingFile::Environments(list) => {
                    let mut seen = BTreeSet::new();
                    list.retain(|entry| seen.insert(entry.id.clone()));
                    self.environments.extend(list.iter().map(|entry| entry.id.clone()));
                }
                SettingFile::Extensions(list) => {
                    let names = list.iter().map(|tool| dotted(&tool.namespace, &tool.name));
                    self.tools.extend(names);
                }
                SettingFile::DynamicTools(list) => {
                    let names = list.iter().map(|tool| dotted(&tool.namespace, &tool.name));
                    self.tools.extend(names);
                }
                _ => {}
            }
        }
    }

    fn tools(&mut self, server: &str, tools: &[ToolFile]) {
        self.tools.extend(tools.iter().map(|tool| names::bound(server, &tool.name)));
    }

    /// A call of a server's tool becomes one of a tool that there is. Built-in names stay.
    fn call(&self, call: &mut CallKindFile) {
        if let CallKindFile::Function { name, .. } | CallKindFile::Custom { name, .. } = call
            && name.starts_with("mcp__")
        {
            adopt(name, &self.tools);
        }
    }

    /// Makes an unknown server a known one; false when there is none.
    fn server(&self, name: &mut String) -> bool {
        adopt(name, &self.servers)
    }

    fn environment(&self, id: &mut String) -> bool {
        id == "local" || adopt(id, &self.environments) || {
            "local".clone_into(id);
            true
        }
    }

    fn repair_setting(&self, setting: &mut SettingFile) {
        if let SettingFile::NonPrefixedServers(names) = setting {
            names.retain_mut(|name| self.server(name));
        }
    }

    fn repair_event(&self, event: &mut EventFile) -> bool {
        match event {
            EventFile::Set(settings) => {
                settings.iter_mut().for_each(|setting| self.repair_setting(setting));
                !settings.is_empty()
            }
            EventFile::EnvironmentReady(id) | EventFile::EnvironmentLost(id) => {
                self.environment(id)
            }
            EventFile::ServerRemoved(name)
            | EventFile::ServerReady(name)
            | EventFile::ServerFailed(name)
            | EventFile::Disconnected(name)
            | EventFile::Reconnected(name)
            | EventFile::NewCredentials(name) => self.server(name),
            EventFile::ListChanged(change) => self.server(&mut change.server),
            EventFile::ServerConfigured(_)
            | EventFile::RuntimeStale
            | EventFile::CodeModeHostLost => true,
        }
    }
}

fn dotted(namespace: &Option<String>, name: &str) -> String {
    namespace.as_ref().map_or_else(|| name.to_owned(), |space| format!("{space}.{name}"))
}

/// Replaces a name that is not in the list by one that is: always the same one.
fn adopt(name: &mut String, known: &[String]) -> bool {
    if known.contains(name) {
        return true;
    }
    let sum: usize = name.bytes().map(usize::from).sum();
    let Some(other) = known.get(sum % known.len().max(1)) else { return false };
    name.clone_from(other);
    true
}
