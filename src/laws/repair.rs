//! Makes a scenario of the strategies one that can run, without rejecting any: what would be a
//! problem of the file becomes something near that is none.

use std::collections::BTreeSet;

use crate::scenario::ScenarioFile;
use crate::scenario::file::{BeatFile, EventFile};
use crate::scenario::setting::SettingFile;

/// Repairs references to servers and environments, and doubled names.
pub(super) fn repair(file: &mut ScenarioFile) {
    let mut seen = BTreeSet::new();
    file.start.servers.retain(|server| seen.insert(server.name.clone()));
    let mut known = Known::default();
    known.servers.extend(file.start.servers.iter().map(|server| server.name.clone()));
    known.settings(&mut file.start.set);
    each_event(file, &mut |event| {
        match event {
            EventFile::ServerConfigured(server) => known.servers.push(server.name.clone()),
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
}

impl Known {
    /// Notes the environments of settings. No list names one twice.
    fn settings(&mut self, settings: &mut [SettingFile]) {
        for setting in settings {
            if let SettingFile::Environments(list) = setting {
                let mut seen = BTreeSet::new();
                list.retain(|entry| seen.insert(entry.id.clone()));
                self.environments.extend(list.iter().map(|entry| entry.id.clone()));
            }
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
            EventFile::ServerConfigured(_) | EventFile::RuntimeStale => true,
        }
    }
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
