//! [`Derived`]: lists made from one sample, kept until the sample, the language or the filter
//! changes, so that a frame only lays out the rows it shows.

use std::sync::Arc;

use super::model::{Document, Tab, View};
use super::rows::{self, Row, RowKind};
use crate::explore::{Switches, switches};
use crate::lang::Lang;
use crate::planner::Plan;
use crate::planner::ledger::Standing;
use crate::planner::reach::Reach;
use crate::session::record::{Changes, Effect, TraceEventKind};
use crate::tool::ToolName;

/// Most calls the call list shows.
pub const MAX_CALLS: usize = 500;

/// What the lists were made from.
#[derive(Clone, Debug, Default, PartialEq)]
struct Key {
    run: u64,
    step: u32,
    lang: Lang,
    filter: String,
    selected: Option<ToolName>,
    now_ms: u64,
}

/// Lists of one sample.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    key: Key,
    /// The menu, in request order.
    pub rows: Vec<Row>,
    /// Tokens of the costliest row.
    pub most_tokens: u64,
    /// Entries of the menu, namespace members counted.
    pub visible: usize,
    /// Description characters of the menu.
    pub chars: u64,
    /// Tokens of the menu.
    pub tokens: u64,
    /// Registered and deferred.
    pub deferred: Vec<Item>,
    /// Registered and in no list.
    pub hidden: Vec<Item>,
    /// Not registered, with reasons.
    pub absent: Vec<Item>,
    /// Tools that no path reaches.
    pub orphans: usize,
    /// What each source has in the photograph.
    pub sources: Vec<Source>,
    /// What was changed and has not taken effect yet, oldest first.
    pub pending: Vec<Effect>,
    /// Single changes that would show the chosen tool; only made for the tab that shows them.
    pub switches: Option<Switches>,
    /// Calls of the chosen tool in the whole run, or of this sample: step and index.
    pub calls: Vec<(u32, usize)>,
}

/// An entry of a shelf.
#[derive(Clone, Debug)]
pub struct Item {
    /// The tool.
    pub tool: ToolName,
    /// Its dotted name.
    pub dotted: String,
    /// The server it comes from.
    pub server: Option<Arc<str>>,
    /// How it can be reached.
    pub reach: Reach,
    /// The deciding sentence.
    pub reason: String,
    /// Number of decisions after which it is here.
    pub since: usize,
}

/// What one source has in the photograph. The first one is the core.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The server; `None` for everything that is built in.
    pub server: Option<Arc<str>>,
    /// Visible tools.
    pub visible: usize,
    /// Deferred tools.
    pub deferred: usize,
    /// Hidden tools.
    pub hidden: usize,
}

impl Derived {
    /// Makes the lists anew if they are stale.
    pub fn refresh(&mut self, doc: &Document, view: &View) {
        let key = Key {
            run: doc.run,
            step: view.head.step,
            lang: view.lang,
            filter: view.filter.to_lowercase(),
            selected: view.selected.clone(),
            now_ms: super::walk::time(doc, view.head),
        };
        if key == self.key {
            self.try_switches(doc, view);
            return;
        }
        let only_time = Key { now_ms: self.key.now_ms, ..key.clone() } == self.key;
        if only_time {
            self.key = key;
            self.pending = self.find_pending(doc);
            self.try_switches(doc, view);
            return;
        }
        *self = Derived { key, ..Derived::default() };
        self.pending = self.find_pending(doc);
        let Some(sample) = doc.sample(view.head.step) else { return };
        if let Ok(plan) = &sample.plan {
            self.menu(plan, &sample.changes);
            self.shelves(plan);
            self.count_sources(plan, &sample.live);
        }
        self.find_calls(doc);
        self.try_switches(doc, view);
    }

    /// Tries every single switch for the chosen tool, once, while somebody asks why.
    fn try_switches(&mut self, doc: &Document, view: &View) {
        if view.tab != Tab::Why || self.switches.is_some() {
            return;
        }
        let (Some(sample), Some(tool)) = (doc.sample(self.key.step), &self.key.selected) else {
            return;
        };
        self.switches = Some(switches(&sample.inputs, tool));
    }

    /// Effects of this turn's events up to now that the present photograph does not have.
    fn find_pending(&self, doc: &Document) -> Vec<Effect> {
        let (Some(trace), Some(sample)) = (&doc.trace, doc.sample(self.key.step)) else {
            return Vec::new();
        };
        let record = &trace.record;
        let turn = (sample.turn as usize).checked_sub(1).and_then(|index| record.turns.get(index));
        let first = turn.and_then(|turn| doc.sample(turn.first_step)).unwrap_or(sample);
        let events = record.events.get(first.events.start..).unwrap_or_default();
        let now = self.key.now_ms;
        events
            .iter()
            .take_while(|event| event.at_ms <= now)
            .filter_map(|event| match &event.kind {
                TraceEventKind::Happened { effects, .. } => Some(effects),
                _ => None,
            })
            .flatten()
            .filter(|effect| effect.step.is_none_or(|step| self.key.step < step))
            .cloned()
            .collect()
    }

    /// The pending value of a setting, as text, and its effect.
    pub fn pending_value<'a>(&'a self, key: &str) -> Option<(&'a str, &'a Effect)> {
        self.pending.iter().rev().find_map(|effect| {
            let value = effect.part.strip_prefix(key)?.strip_prefix(" = ")?;
            Some((value, effect))
        })
    }

    fn passes(&self, dotted: &str) -> bool {
        self.key.filter.is_empty() || dotted.to_lowercase().contains(&self.key.filter)
    }

    fn menu(&mut self, plan: &Plan, changes: &Changes) {
        self.visible = plan.visible_names().count();
        self.chars = plan.description_chars() as u64;
        self.tokens = plan.wire_tokens() as u64;
        self.rows = rows::menu(plan, changes, |dotted| self.passes(dotted));
        let own = self.rows.iter().filter(|row| row.kind != RowKind::Namespace);
        self.most_tokens = own.map(|row| row.tokens).max().unwrap_or(0);
    }

    fn shelves(&mut self, plan: &Plan) {
        self.deferred = self.items(plan, Standing::Deferred);
        self.hidden = self.items(plan, Standing::Hidden);
        self.absent = self.items(plan, Standing::Absent);
        self.orphans = plan.orphans().count();
    }

    fn items(&self, plan: &Plan, standing: Standing) -> Vec<Item> {
        plan.standing(standing)
            .filter_map(|candidate| {
                let dotted = candidate.name.dotted();
                if !self.passes(&dotted) {
                    return None;
                }
                let deciding = plan.ledger.deciding(candidate);
                Some(Item {
                    tool: candidate.name.clone(),
                    dotted,
                    server: candidate.server.clone(),
                    reach: candidate.reach,
                    reason: deciding.map(|d| d.sentence(self.key.lang)).unwrap_or_default(),
                    since: candidate.chain.last().map_or(0, |id| *id as usize + 1),
                })
            })
            .collect()
    }

    fn count_sources(&mut self, plan: &Plan, live: &[crate::session::record::LiveState]) {
        self.sources.push(Source::default());
        for server in live.iter().flat_map(|state| &state.servers) {
            self.source(Some(&server.name));
        }
        for candidate in &plan.ledger.candidates {
            let standing = candidate.standing;
            if standing == Standing::Absent {
                continue;
            }
            let source = self.source(candidate.server.as_ref());
            match standing {
                Standing::Visible => source.visible += 1,
                Standing::Deferred => source.deferred += 1,
                Standing::Hidden => source.hidden += 1,
                Standing::Absent => {}
            }
        }
        if let Some(servers) = self.sources.get_mut(1..) {
            servers.sort_by(|a, b| a.server.cmp(&b.server));
        }
    }

    fn source(&mut self, server: Option<&Arc<str>>) -> &mut Source {
        let place = match self.sources.iter().position(|source| source.server.as_ref() == server) {
            Some(place) => place,
            None => {
                self.sources.push(Source { server: server.cloned(), ..Source::default() });
                self.sources.len() - 1
            }
        };
        &mut self.sources[place]
    }

    fn find_calls(&mut self, doc: &Document) {
        let Some(trace) = &doc.trace else { return };
        match &self.key.selected {
            Some(tool) => {
                let tool = tool.canonical();
                for sample in &trace.record.samples {
                    let of_tool = |call: &crate::session::record::CallRecord| {
                        call.tool.canonical() == tool
                            || call.loaded.iter().any(|(name, _)| name.canonical() == tool)
                    };
                    for (index, call) in sample.calls.iter().enumerate() {
                        if self.calls.len() < MAX_CALLS && of_tool(call) {
                            self.calls.push((sample.step, index));
                        }
                    }
                }
            }
            None => {
                if let Some(sample) = doc.sample(self.key.step) {
                    let count = sample.calls.len().min(MAX_CALLS);
                    self.calls.extend((0..count).map(|index| (sample.step, index)));
                }
            }
        }
    }
}
