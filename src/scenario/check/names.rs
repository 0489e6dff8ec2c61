//! Tool names that no source of the scenario could ever offer: most likely a slip.
//!
//! What could be offered is asked from the planner itself: it plans once for every state that the
//! settings and tool lists of the scenario go through, and its ledger names all candidates.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::samples;
use crate::mcp::binding::{ListSource, McpTool, ServerListing, ServerTerms, bind};
use crate::mcp::cache::BindCache;
use crate::mcp::names::MIN_NAME_LIMIT;
use crate::planner::plan;
use crate::scenario::file::{CallKindFile, CallStatusFile, ExpectSampleFile, ScenarioFile};
use crate::scenario::nearest::did_you_mean;
use crate::scenario::place::Place;
use crate::scenario::problem::{Fault, Faults};
use crate::scenario::syntax::short;
use crate::session::script::{Beat, Event, Script, Settings};
use crate::tool::ToolName;

/// Tools to plan for, over all states. Beyond this the check is left out: it is only a help.
const MAX_WORK: usize = 4_000;

pub(super) fn check(file: &ScenarioFile, script: &Script, at: &Place<'_>, faults: &mut Faults) {
    if faults.is_full() {
        return;
    }
    let Some(offered) = Offered::of(script) else { return };
    let handlers_at = at.field("start").field("handlers");
    for (handler, at) in handlers_at.each(&file.start.handlers) {
        offered.check(&handler.tool, &at.field("tool"), faults);
    }
    for (step, (sample, at)) in samples(file, at).enumerate() {
        for (call, (call_file, at)) in at.field("calls").each(&sample.calls).enumerate() {
            let (CallKindFile::Function { name, .. } | CallKindFile::Custom { name, .. }) =
                &call_file.call
            else {
                continue;
            };
            if !is_meant(file, step, call) {
                offered.check(name, &at.field("call").field("name"), faults);
            }
        }
    }
    let expected_at = at.field("expect").field("samples");
    for (expected, at) in expected_at.each(&file.expect.samples) {
        check_expected(expected, &offered, &at, faults);
    }
}

/// An expectation says that the call finds nothing.
fn is_meant(file: &ScenarioFile, step: usize, call: usize) -> bool {
    let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
    let of_step = file.expect.samples.iter().filter(|expected| expected.step == number(step));
    let mut of_call = of_step.flat_map(|expected| &expected.calls);
    of_call.any(|expected| {
        expected.call == number(call) && expected.status == Some(CallStatusFile::Unsupported)
    })
}

fn check_expected(
    expected: &ExpectSampleFile,
    offered: &Offered,
    at: &Place<'_>,
    faults: &mut Faults,
) {
    let lists = [
        ("visible", expected.visible.as_deref()),
        ("visible_has", Some(expected.visible_has.as_slice())),
        ("deferred", expected.deferred.as_deref()),
        ("deferred_has", Some(expected.deferred_has.as_slice())),
        ("hidden", expected.hidden.as_deref()),
        ("hidden_has", Some(expected.hidden_has.as_slice())),
        ("absent_has", Some(expected.absent_has.as_slice())),
        ("orphans", expected.orphans.as_deref()),
    ];
    for (field, names) in lists {
        for (name, at) in at.field(field).each(names.unwrap_or_default()) {
            offered.check(name, &at, faults);
        }
    }
    for (wire, at) in at.field("wire").each(&expected.wire) {
        offered.check(&wire.tool, &at.field("tool"), faults);
    }
    for (call, at) in at.field("calls").each(&expected.calls) {
        let loaded = call.loaded.as_deref().unwrap_or_default();
        for (name, at) in at.field("loaded").each(loaded) {
            offered.check(name, &at, faults);
        }
    }
}

/// All names that some source offers at some time.
struct Offered {
    tools: BTreeSet<ToolName>,
    namespaces: BTreeSet<String>,
    dotted: Vec<String>,
}

impl Offered {
    fn of(script: &Script) -> Option<Self> {
        let mut world = World::start(script);
        world.look()?;
        let mut timed: Vec<&Event> = Vec::new();
        for beat in &script.beats {
            match beat {
                Beat::Event(event) => timed.push(event),
                Beat::Sample(sample) => timed.extend(sample.during.iter().map(|(_, event)| event)),
                Beat::Turn(_) | Beat::Wait(_) => {}
            }
        }
        timed.extend(script.events.iter().map(|(_, event)| event));
        for event in timed {
            if world.happens(event) {
                world.look()?;
            }
        }
        world.look_at_each_list()?;
        let namespaces = world.names.iter().filter_map(|name| name.namespace.as_deref());
        let namespaces = namespaces.map(str::to_owned).collect();
        let dotted = world.names.iter().map(ToolName::dotted).collect();
        Some(Self { tools: world.names, namespaces, dotted })
    }

    fn check(&self, name: &str, at: &Place<'_>, faults: &mut Faults) {
        let known = name.is_empty()
            || self.tools.contains(&ToolName::parse_dotted(name).canonical())
            || self.namespaces.contains(name);
        if known || faults.is_full() {
            return;
        }
        let message = format!("no source of this scenario ever offers `{}`", short(name));
        let candidates = self.namespaces.iter().chain(&self.dotted).map(String::as_str);
        let hint = did_you_mean(name, candidates);
        at.report(faults, Fault::warning(at.span(), message).hint(hint));
    }
}

type Lists = BTreeMap<Arc<str>, (Arc<ServerTerms>, Arc<[Arc<McpTool>]>)>;

/// Settings and tool lists, as they follow each other.
struct World {
    settings: Settings,
    lists: Lists,
    /// Every list that a server ever has, with its server.
    all_lists: Vec<ServerListing>,
    names: BTreeSet<ToolName>,
    work: usize,
}

impl World {
    fn start(script: &Script) -> Self {
        let mut world = Self {
            settings: script.start.clone(),
            lists: Lists::new(),
            all_lists: Vec::new(),
            names: BTreeSet::new(),
            work: 0,
        };
        for server in &script.servers {
            world.list(&server.name, &server.terms, &server.tools);
        }
        world
    }

    fn list(&mut self, server: &Arc<str>, terms: &Arc<ServerTerms>, tools: &Arc<[Arc<McpTool>]>) {
        self.lists.insert(server.clone(), (terms.clone(), tools.clone()));
        self.all_lists.push(listing(server, terms, tools));
    }

    /// True when the event changes what could be offered.
    fn happens(&mut self, event: &Event) -> bool {
        match event {
            Event::Set(settings) => {
                settings.iter().for_each(|setting| (setting.apply)(&mut self.settings));
                true
            }
            Event::ServerConfigured(server) => {
                self.list(&server.name, &server.terms, &server.tools);
                true
            }
            Event::ListChanged { server, tools, .. } => {
                let Some((terms, _)) = self.lists.get(server).cloned() else { return false };
                self.list(server, &terms, tools);
                true
            }
            Event::ServerRemoved(server) => self.lists.remove(server).is_some(),
            _ => false,
        }
    }

    /// Notes what could be offered now. `None` when that would be too much work.
    fn look(&mut self) -> Option<()> {
        let listings: Vec<ServerListing> = self
            .lists
            .iter()
            .map(|(server, (terms, tools))| listing(server, terms, tools))
            .collect();
        self.look_at(&listings)
    }

    /// A server that is alone for a while may have plainer names.
    fn look_at_each_list(&mut self) -> Option<()> {
        for listing in std::mem::take(&mut self.all_lists) {
            self.look_at(&[listing])?;
        }
        Some(())
    }

    fn look_at(&mut self, listings: &[ServerListing]) -> Option<()> {
        const OWN_TOOLS: usize = 40;
        self.work += OWN_TOOLS + listings.iter().map(|listing| listing.tools.len()).sum::<usize>();
        // Without a usable limit no tool has a name; that is a problem already.
        let limit = self.settings.plan.config.name_limit;
        if self.work > MAX_WORK || limit < MIN_NAME_LIMIT {
            return None;
        }
        let mut inputs = self.settings.plan.clone();
        let binding = bind(listings, &self.settings.plan.bind_rules(), &mut BindCache::default());
        inputs.environments =
            self.settings.environments.iter().map(|entry| entry.environment.clone()).collect();
        let dropped = binding.dropped.iter().map(|tool| tool.name.canonical());
        self.names.extend(dropped);
        inputs.binding = Arc::new(binding);
        let candidates = match plan(&inputs) {
            Ok(plan) => plan.ledger.candidates.clone(),
            Err(failure) => failure.ledger.candidates.clone(),
        };
        self.names.extend(candidates.iter().map(|candidate| candidate.name.canonical()));
        Some(())
    }
}

fn listing(
    server: &Arc<str>,
    terms: &Arc<ServerTerms>,
    tools: &Arc<[Arc<McpTool>]>,
) -> ServerListing {
    ServerListing {
        server: server.clone(),
        terms: terms.clone(),
        tools: tools.clone(),
        source: ListSource::Live,
    }
}
