//! From the file types to the engine's [`Script`]. What cannot be lowered is a problem at its place;
//! the script is only used when there was none.
//!
//! `world` makes servers and tools, `settings` the changes of planner inputs, `cells` what Code Mode
//! meets, `beats` the rest.

mod beats;
mod cells;
mod settings;
mod values;
mod world;

pub use settings::{level, words};

use std::collections::BTreeMap;
use std::sync::Arc;

use super::file::{FreezePolicy, ScenarioFile};
use super::load::Resolve;
use super::place::Place;
use super::problem::Faults;
use crate::lang::Caption;
use crate::mcp::binding::McpTool;
use crate::session::script::{DEFAULT_GRACE_MS, FreezePolicy as Policy, Script, Settings};

/// A captured tool list, or why there is none.
type Captured = Result<Arc<[Arc<McpTool>]>, String>;

/// What lowering needs besides the value at hand.
pub(super) struct Lowering<'a> {
    source: &'a str,
    resolve: Resolve<'a>,
    faults: &'a mut Faults,
    /// Captured lists that were read already, by path.
    captures: BTreeMap<String, Captured>,
    tools: usize,
    /// Every captured list was there.
    complete: bool,
}

/// Makes the script. The flag says that no tool is missing in it.
pub(super) fn lower(
    file: &ScenarioFile,
    at: &Place<'_>,
    source: &str,
    resolve: Resolve<'_>,
    faults: &mut Faults,
) -> (Script, bool) {
    let captures = BTreeMap::new();
    let mut lowering = Lowering { source, resolve, faults, captures, tools: 0, complete: true };
    let start_at = at.field("start");
    let mut start = Settings::default();
    for setting in lowering.settings(&file.start.set, &start_at.field("set")) {
        (setting.apply)(&mut start);
    }
    let servers_at = start_at.field("servers");
    let servers = servers_at.each(&file.start.servers);
    let servers = servers.map(|(server, at)| lowering.server(server, &at)).collect();
    let mut script = Script {
        policy: match file.policy {
            FreezePolicy::Step => Policy::Step,
            FreezePolicy::Turn => Policy::Turn,
            FreezePolicy::Call => Policy::Call,
        },
        start,
        servers,
        grace_ms: file.start.grace_ms.unwrap_or(DEFAULT_GRACE_MS),
        beats: lowering.beats(&file.script, &at.field("script")),
        events: lowering.timed(&file.events, &at.field("events")),
        cells: lowering.cells(&file.start, &start_at),
    };
    let complete = lowering.complete;
    Lowering::share_limits(&mut script);
    (script, complete)
}

fn caption(text: &super::file::Bilingual) -> Caption {
    Caption { en: text.en.as_str().into(), ko: text.ko.as_str().into() }
}

fn shared(texts: &[String]) -> Arc<[Arc<str>]> {
    texts.iter().map(|text| Arc::from(text.as_str())).collect()
}

fn maybe(text: Option<&String>) -> Option<Arc<str>> {
    text.map(|text| text.as_str().into())
}
