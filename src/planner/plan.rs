//! [`Plan`]: the frozen result of planning, and the views that everything else reads.

use std::sync::{Arc, OnceLock};

use super::build::Build;
use super::cells::{self, NestedDefinition};
use super::declarations::Declarations;
use super::finalize::code_mode::NestedTools;
use super::finalize::inventory::{self, Inventory};
use super::finalize::search::PlannedSearch;
use super::fingerprint::Fingerprint;
use super::gates::Gates;
use super::ledger::{Candidate, Ledger, Standing};
use super::reach::{Reach, ReachFacts, reach};
use super::registry::Registry;
use super::sources::hosted::Hosted;
use super::visible::VisibleEntry;
use super::wire::wire_specs;
use crate::tool::{ToolExposure, ToolName, ToolSpec};

/// The tool table of one step. It never changes after it was made.
#[derive(Debug)]
pub struct Plan {
    /// Shared conditions the plan was made under.
    pub gates: Gates,
    /// Everything that can be dispatched.
    pub registry: Registry,
    /// What the model sees, after merging, in request order.
    pub visible: Vec<VisibleEntry>,
    /// What cells can call.
    pub nested: NestedTools,
    /// The search, if `tool_search` is registered.
    pub search: Option<PlannedSearch>,
    /// Every decision.
    pub ledger: Ledger,
    /// Tool info for turn metadata, if it is published.
    pub inventory: Option<Inventory>,
    wire: Vec<Arc<ToolSpec>>,
    wire_json: OnceLock<Arc<[Arc<str>]>>,
    fingerprint: OnceLock<Fingerprint>,
    declarations: Arc<Declarations>,
    cell_tools: OnceLock<Arc<[NestedDefinition]>>,
}

/// A plan that failed; strict collisions are the only way.
#[derive(Clone, Debug)]
pub struct PlanFailure {
    /// The error text.
    pub message: Arc<str>,
    /// Decisions up to the failure.
    pub ledger: Arc<Ledger>,
}

impl PlanFailure {
    /// The error of a name clash.
    pub(super) fn duplicate(name: String, ledger: Ledger) -> Self {
        Self { message: format!("duplicate tool: {name}").into(), ledger: Arc::new(ledger) }
    }
}

impl std::fmt::Display for PlanFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PlanFailure {}

impl Plan {
    pub(super) fn finish(
        build: Build<'_>,
        visible: Vec<VisibleEntry>,
        nested: NestedTools,
        search: Option<PlannedSearch>,
        hosted: &Hosted,
    ) -> Plan {
        let Build {
            inputs, gates, registry, mut ledger, nested: cells, shown, declarations, ..
        } = build;
        let search_shown =
            visible.iter().any(|entry| matches!(*entry.spec, ToolSpec::ToolSearch(_)));
        for (_, entry) in registry.iter() {
            let Some(candidate) = ledger.candidates.get_mut(entry.candidate as usize) else {
                continue;
            };
            let is_visible = shown.contains(entry.candidate);
            candidate.exposure = Some(entry.exposure);
            candidate.standing = match (is_visible, entry.exposure.is_deferred()) {
                (true, _) => Standing::Visible,
                (false, true) => Standing::Deferred,
                (false, false) => Standing::Hidden,
            };
            candidate.reach = reach(ReachFacts {
                registered: true,
                visible: is_visible,
                searchable: entry.exposure.is_deferred()
                    && entry.runtime.search.is_some()
                    && search.is_some()
                    && search_shown,
                nested: cells.contains(entry.candidate),
                hidden_on_purpose: entry.exposure == ToolExposure::Hidden,
            });
        }
        for (candidate, _) in hosted {
            if let Some(candidate) = ledger.candidates.get_mut(*candidate as usize) {
                candidate.standing = Standing::Visible;
                candidate.reach = Reach::HostedOnly;
            }
        }
        let wire = wire_specs(&visible, inputs.model.responses_lite, gates.namespace_tools);
        let inventory = inventory::is_on(inputs)
            .then(|| inventory::build(&registry, &nested, &shown, search_shown));
        Plan {
            gates,
            registry,
            visible,
            nested,
            search,
            ledger,
            inventory,
            wire,
            wire_json: OnceLock::new(),
            fingerprint: OnceLock::new(),
            declarations: declarations.clone(),
            cell_tools: OnceLock::new(),
        }
    }

    /// What a cell of this plan is given: every nested tool, deferred ones too, by raw code-mode name
    /// in byte order. Empty in Direct mode. Made once, when it is first asked for.
    pub fn cell_tools(&self) -> &Arc<[NestedDefinition]> {
        let make = || cells::cell_tools(&self.registry, &self.nested, &self.declarations);
        self.cell_tools.get_or_init(make)
    }

    /// Visible names in request order, namespace members one by one.
    pub fn visible_names(&self) -> impl Iterator<Item = &ToolName> {
        self.visible.iter().flat_map(|entry| &entry.members)
    }

    /// Candidates of one standing: registered ones in registry order, absent ones in source order.
    pub fn standing(&self, standing: Standing) -> impl Iterator<Item = &Candidate> {
        let registered = self
            .registry
            .iter()
            .filter_map(move |(_, entry)| self.ledger.candidates.get(entry.candidate as usize));
        let others = self.ledger.candidates.iter().filter(|candidate| candidate.exposure.is_none());
        registered.chain(others).filter(move |candidate| candidate.standing == standing)
    }

    /// Tools that no path reaches although nobody hid them.
    pub fn orphans(&self) -> impl Iterator<Item = &Candidate> {
        self.ledger.candidates.iter().filter(|candidate| candidate.reach == Reach::Orphan)
    }

    /// The candidate under a name; the registered one when several sources offered it.
    pub fn candidate(&self, name: &ToolName) -> Option<&Candidate> {
        self.ledger.named(name).into_iter().next()
    }

    /// The specs as a request carries them (regrouped for Responses Lite).
    pub fn wire(&self) -> &[Arc<ToolSpec>] {
        &self.wire
    }

    /// The JSON of [`Plan::wire`], one text a spec. Made once.
    pub fn wire_json(&self) -> &[Arc<str>] {
        self.wire_json.get_or_init(|| self.wire.iter().map(|s| s.wire_json().into()).collect())
    }

    /// Characters of description in the visible list.
    pub fn description_chars(&self) -> usize {
        self.wire.iter().map(|spec| spec.description_chars()).sum()
    }

    /// Tokens of the visible list: its JSON bytes by four, rounded up for each spec.
    pub fn wire_tokens(&self) -> usize {
        self.fingerprint().wire_tokens
    }

    /// Fingerprint of the table; see [`Fingerprint::digest`]. Made once.
    pub fn digest(&self) -> &Arc<str> {
        &self.fingerprint().digest
    }

    /// Digest and cost of the table, measured once.
    pub fn fingerprint(&self) -> &Fingerprint {
        self.fingerprint.get_or_init(|| Fingerprint::of(self))
    }
}

/// Lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
