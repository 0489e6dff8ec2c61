//! Names of servers and environments that are used must be configured somewhere.

use std::collections::BTreeSet;

use super::doubt::Doubt;
use super::{events_of, samples};
use crate::mcp::names::MIN_NAME_LIMIT;
use crate::scenario::file::{EventFile, ScenarioFile};
use crate::scenario::nearest::{did_you_mean, one_of};
use crate::scenario::place::Place;
use crate::scenario::problem::{Fault, Faults};
use crate::scenario::server::ServerFile;
use crate::scenario::setting::{EnvironmentFile, SettingFile};
use crate::scenario::syntax::short;

/// The environment that is selected when the scenario says nothing.
const FIXTURE_ENVIRONMENT: &str = "local";

/// Names that exist at some time of the scenario.
struct Known<'f> {
    servers: BTreeSet<&'f str>,
    environments: BTreeSet<&'f str>,
    doubt: Doubt,
}

impl Known<'_> {
    fn server(&self, name: &str, at: &Place<'_>, faults: &mut Faults) {
        if !self.doubt.servers {
            check_name("server", name, &self.servers, at, faults);
        }
    }

    fn environment(&self, id: &str, at: &Place<'_>, faults: &mut Faults) {
        if !self.doubt.settings {
            check_name("environment", id, &self.environments, at, faults);
        }
    }
}

pub(super) fn check(file: &ScenarioFile, at: &Place<'_>, doubt: Doubt, faults: &mut Faults) {
    let known = known(file, at, doubt);
    let start = at.field("start");
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (server, at) in start.field("servers").each(&file.start.servers) {
        if !seen.insert(&server.name) {
            let message = format!("the server `{}` is configured twice", short(&server.name));
            at.field("name").error(faults, message, "another name");
        }
        check_server(server, &at, faults);
    }
    check_settings(&file.start.set, &start.field("set"), &known, faults);
    for (event, at) in events_of(file, at) {
        check_event(event, &at, &known, faults);
    }
    for (sample, at) in samples(file, at) {
        for (server, at) in at.field("mentions").each(&sample.mentions) {
            known.server(server, &at, faults);
        }
    }
}

fn known<'f>(file: &'f ScenarioFile, at: &Place<'_>, doubt: Doubt) -> Known<'f> {
    let environments = BTreeSet::from([FIXTURE_ENVIRONMENT]);
    let mut known = Known { servers: BTreeSet::new(), environments, doubt };
    known.servers.extend(file.start.servers.iter().map(|server| server.name.as_str()));
    let mut add_settings = |settings: &'f [SettingFile]| {
        for setting in settings {
            if let SettingFile::Environments(list) = setting {
                known.environments.extend(list.iter().map(|entry| entry.id.as_str()));
            }
        }
    };
    add_settings(&file.start.set);
    for (event, _) in events_of(file, at) {
        match event {
            EventFile::Set(settings) => add_settings(settings),
            EventFile::ServerConfigured(server) => {
                known.servers.insert(&server.name);
            }
            _ => {}
        }
    }
    known
}

fn check_event(event: &EventFile, at: &Place<'_>, known: &Known<'_>, faults: &mut Faults) {
    let inner = at.content();
    match event {
        EventFile::Set(settings) => check_settings(settings, &inner, known, faults),
        EventFile::ServerConfigured(server) => check_server(server, &inner, faults),
        EventFile::EnvironmentReady(id) | EventFile::EnvironmentLost(id) => {
            known.environment(id, &inner, faults);
        }
        EventFile::ListChanged(change) => {
            let at = inner.field("server");
            known.server(&change.server, &at, faults);
        }
        EventFile::ServerRemoved(server)
        | EventFile::ServerReady(server)
        | EventFile::ServerFailed(server)
        | EventFile::Disconnected(server)
        | EventFile::Reconnected(server)
        | EventFile::NewCredentials(server) => {
            known.server(server, &inner, faults);
        }
        EventFile::RuntimeStale | EventFile::CodeModeHostLost => {}
    }
}

fn check_server(server: &ServerFile, at: &Place<'_>, faults: &mut Faults) {
    if server.page_size == Some(0) {
        let message = "a page of no tools never ends";
        at.field("page_size").error(faults, message, "1 or more");
    }
}

fn check_settings(
    settings: &[SettingFile],
    at: &Place<'_>,
    known: &Known<'_>,
    faults: &mut Faults,
) {
    for (setting, at) in at.each(settings) {
        let inner = at.content();
        match setting {
            SettingFile::Environments(list) => check_environments(list, &inner, faults),
            SettingFile::NameLimit(limit) if (*limit as usize) < MIN_NAME_LIMIT => {
                let message = format!("{limit} bytes are too few for a name with its hash");
                inner.error(faults, message, format!("{MIN_NAME_LIMIT} or more"));
            }
            SettingFile::NonPrefixedServers(names) => {
                for (name, at) in inner.each(names) {
                    known.server(name, &at, faults);
                }
            }
            _ => {}
        }
    }
}

fn check_environments(list: &[EnvironmentFile], at: &Place<'_>, faults: &mut Faults) {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (environment, at) in at.each(list) {
        if !seen.insert(&environment.id) {
            let message = format!("the environment `{}` stands here twice", short(&environment.id));
            at.field("id").error(faults, message, "another id");
        }
    }
}

fn check_name(what: &str, name: &str, known: &BTreeSet<&str>, at: &Place<'_>, faults: &mut Faults) {
    if known.contains(name) || faults.is_full() {
        return;
    }
    let candidates: Vec<&str> = known.iter().copied().collect();
    let message = format!("no {what} `{}` is ever configured", short(name));
    let expected = match candidates.is_empty() {
        true => format!("a configured {what}, and there is none"),
        false => one_of(name, &candidates),
    };
    let fault = Fault::error(at.span(), message)
        .expected(expected)
        .hint(did_you_mean(name, candidates.iter().copied()));
    at.report(faults, fault);
}
