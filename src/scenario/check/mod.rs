//! What types cannot say: bounds, names that must exist, numbers that must fit the script.
//!
//! [`values`] looks at single values. The others compare one part of the scenario with another; they
//! only speak when the parts are complete ([`doubt`]), because what is missing after a fault would
//! make noise here.

mod cells;
mod doubt;
mod expect;
mod names;
mod order;
mod references;
mod values;

use super::bounds::{MAX_CALLS, MAX_EVENTS, MAX_REPLAY_WORK, MAX_SERVERS};
use super::file::{BeatFile, EventFile, FORMAT, SampleFile, ScenarioFile};
use super::place::{Place, Tree};
use super::problem::Faults;
use super::setting::SettingFile;
use crate::session::script::{Beat, Event, Script, ServerConfig};
use doubt::Doubt;

/// Checks of single values: bounds, and the format version.
pub(super) fn values(file: &ScenarioFile, tree: &Tree, faults: &mut Faults) {
    version(file, &tree.place(), faults);
    counts(file, &tree.place(), faults);
    cells::counts(file, &tree.place(), faults);
    values::check(tree, faults);
}

/// Checks of one part against another. `tools_are_complete` is false when a captured list is missing.
pub(super) fn relations(
    file: &ScenarioFile,
    script: &Script,
    tree: &Tree,
    source: &str,
    tools_are_complete: bool,
    faults: &mut Faults,
) {
    let at = tree.place();
    let doubt = Doubt::of(tree, source);
    replay_work(file, script, &at, faults);
    references::check(file, &at, doubt, faults);
    if !doubt.is_total() {
        cells::check(file, &at, source, doubt == Doubt::default(), faults);
    }
    if !doubt.steps {
        order::check(file, &at, faults);
        expect::check(file, &at, source, faults);
    }
    if tools_are_complete && doubt == Doubt::default() {
        names::check(file, script, &at, faults);
    }
}

/// The same for a scenario that was never text, so that nothing of it can be missing or misspelled.
pub(super) fn relations_of_value(
    file: &ScenarioFile,
    script: &Script,
    at: &Place<'_>,
    faults: &mut Faults,
) {
    replay_work(file, script, at, faults);
    references::check(file, at, Doubt::default(), faults);
    cells::check(file, at, "", true, faults);
    order::check(file, at, faults);
    expect::check(file, at, "", faults);
}

/// Each bound alone is fine, and their product may still take minutes: that product has its own.
fn replay_work(file: &ScenarioFile, script: &Script, at: &Place<'_>, faults: &mut Faults) {
    // A server costs something at every moment, whether it lists tools or not.
    let of_server = |server: &ServerConfig| 1 + server.tools.len() as u64;
    let mut things: u64 = script.servers.iter().map(|server| of_server(server)).sum();
    things += file.start.set.iter().map(of_setting).sum::<u64>();
    things += events_of(file, at)
        .filter_map(|(event, _)| if let EventFile::Set(set) = event { Some(set) } else { None })
        .flat_map(|settings| settings.iter().map(of_setting))
        .sum::<u64>();
    let mut moments = 0;
    let mut event = |event: &Event| {
        moments += 1;
        things += match event {
            Event::ServerConfigured(server) => of_server(server),
            Event::ListChanged { tools, .. } => tools.len() as u64,
            _ => 0,
        };
    };
    let mut calls = 0;
    for beat in &script.beats {
        match beat {
            Beat::Event(happening) => event(happening),
            Beat::Sample(sample) => {
                sample.during.iter().for_each(|(_, happening)| event(happening));
                calls += 1 + sample.calls.len() as u64;
            }
            Beat::Turn(_) | Beat::Wait(_) => {}
        }
    }
    script.events.iter().for_each(|(_, happening)| event(happening));
    let moments = moments + calls;
    if things.saturating_mul(moments) > MAX_REPLAY_WORK {
        let message = format!(
            "{things} servers, tools, environments and hooks at {moments} moments are too much for \
             one replay"
        );
        let expected = format!("their product at most {MAX_REPLAY_WORK}");
        at.field("script").error(faults, message, expected);
    }
}

/// What a setting adds to the work of every moment.
fn of_setting(setting: &SettingFile) -> u64 {
    let count = match setting {
        SettingFile::Extensions(tools) => tools.len(),
        SettingFile::DynamicTools(tools) => tools.len(),
        SettingFile::Environments(environments) => environments.len(),
        SettingFile::Hooks(hooks) => hooks.len(),
        _ => 0,
    };
    count as u64
}

fn version(file: &ScenarioFile, at: &Place<'_>, faults: &mut Faults) {
    let found = file.format;
    if found == FORMAT {
        return;
    }
    let message = match found > FORMAT {
        true => format!("format {found} is newer than this program, which may not know its fields"),
        false => format!("there was never a format {found}"),
    };
    at.field("format").error(faults, message, format!("{FORMAT}"));
}

fn counts(file: &ScenarioFile, at: &Place<'_>, faults: &mut Faults) {
    let samples = || samples(file, at).map(|(sample, _)| sample);
    let during: usize = samples().map(|sample| sample.during.len()).sum();
    let events = file.script.len() + file.events.len() + during;
    let calls: usize = samples().map(|sample| sample.calls.len()).sum();
    let configured =
        events_of(file, at).filter(|(event, _)| matches!(event, EventFile::ServerConfigured(_)));
    let servers = file.start.servers.len() + configured.count();
    let rows = [
        (events, MAX_EVENTS, "beats and events"),
        (calls, MAX_CALLS, "calls"),
        (servers, MAX_SERVERS, "configured servers"),
    ];
    for (count, bound, what) in rows {
        if count > bound {
            let message = format!("{count} {what} are too many");
            at.field("script").error(faults, message, format!("at most {bound}"));
        }
    }
}

/// The samples of a script, each with the place of its content.
fn samples<'f, 't>(
    file: &'f ScenarioFile,
    at: &Place<'t>,
) -> impl Iterator<Item = (&'f SampleFile, Place<'t>)> + use<'f, 't> {
    at.field("script").each(&file.script).filter_map(|(beat, at)| match beat {
        BeatFile::Sample(sample) => Some((sample, at.content())),
        _ => None,
    })
}

/// Every event with its place: of the script, inside samples, at absolute times.
fn events_of<'f, 't>(
    file: &'f ScenarioFile,
    at: &Place<'t>,
) -> impl Iterator<Item = (&'f EventFile, Place<'t>)> + use<'f, 't> {
    let in_script = at.field("script").each(&file.script).flat_map(|(beat, at)| {
        let inner = at.content();
        match beat {
            BeatFile::Event(event) => vec![(event, inner)],
            BeatFile::Sample(sample) => {
                let during = inner.field("during").each(&sample.during);
                during.map(|(timed, at)| (&timed.event, at.field("event"))).collect()
            }
            BeatFile::Turn(_) | BeatFile::Wait(_) => Vec::new(),
        }
    });
    let timed = at.field("events").each(&file.events);
    in_script.chain(timed.map(|(timed, at)| (&timed.event, at.field("event"))))
}
