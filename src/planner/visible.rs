//! The list the model sees: which entries are in it, and how namespaces merge.
//!
//! Upstream: `codex-rs/core/src/tools/spec_plan.rs` 483-519 and 814-864.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::build::Build;
use super::declarations::Declarations;
use super::inputs::ToolMode;
use super::ledger::{CandidateSet, DecisionId};
use super::registry::{RegisteredTool, Runtime};
use super::rule::{Outcome, Reason, Rule, Stage, upstream};
use super::sources::hosted::Hosted;
use crate::builtin::code_mode::NestedTool;
use crate::tool::{
    NamespaceSpec, NamespaceTool, ToolExposure, ToolName, ToolSpec, default_namespace_description,
};

const FILE: &str = "codex-rs/core/src/tools/spec_plan.rs";

static LIST: Rule = Rule::new(
    "visible.list",
    Stage::Visible,
    upstream(FILE, "483-519"),
    "Only direct entries are sent; CodeModeOnly also withholds what cells can call.",
    "direct 항목만 보내고, CodeModeOnly는 셀이 부를 수 있는 것도 빼요.",
);
static SHOWN: Reason = Reason::new(
    &LIST,
    "shown",
    Outcome::Shown,
    "In the list: its exposure is {exposure}.",
    "목록에 있어요. 노출이 {exposure}예요.",
);
static NOT_DIRECT: Reason = Reason::new(
    &LIST,
    "not_direct",
    Outcome::NotShown,
    "Registered, not in the list: its exposure is {exposure}.",
    "등록됐지만 목록에 없어요. 노출이 {exposure}예요.",
);
static INSIDE_EXEC: Reason = Reason::new(
    &LIST,
    "code_mode_only",
    Outcome::NotShown,
    "Registered, not in the list: in CodeModeOnly cells call it instead.",
    "등록됐지만 목록에 없어요. CodeModeOnly에서는 셀이 대신 불러요.",
);
static WITHHELD: Reason = Reason::new(
    &LIST,
    "withheld",
    Outcome::NotShown,
    "Registered, not in the list: CodeModeOnly withholds it, and cells cannot call it.",
    "등록됐지만 목록에 없어요. CodeModeOnly가 빼고, 셀에서도 부를 수 없어요.",
);
static HOSTED: Reason = Reason::new(
    &LIST,
    "hosted",
    Outcome::Shown,
    "In the list after everything else; the provider runs it.",
    "목록의 맨 끝에 있어요. 제공자가 실행해요.",
);
static NAMESPACES: Rule = Rule::new(
    "visible.namespaces",
    Stage::Visible,
    upstream(FILE, "483-519"),
    "A provider without namespaces is not sent any; the tools stay registered.",
    "namespace를 모르는 제공자에게는 보내지 않지만, 도구는 등록된 채 남아요.",
);
static NO_NAMESPACES: Reason = Reason::new(
    &NAMESPACES,
    "provider",
    Outcome::NotShown,
    "Registered, not visible: the provider does not carry namespaces.",
    "등록됐지만 보이지 않아요. 제공자가 namespace를 전달하지 못해요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 2] = [&LIST, &NAMESPACES];

/// One entry of the list, as it is sent in an ordinary request.
#[derive(Clone, Debug)]
pub struct VisibleEntry {
    /// The spec after merging.
    pub spec: Arc<ToolSpec>,
    /// The tools in it, in wire order: one, or the members of a namespace.
    pub members: Vec<ToolName>,
}

/// Builds the list and writes down for every entry why it is in or out.
pub fn list(build: &mut Build<'_>, hosted: &Hosted) -> Vec<VisibleEntry> {
    let Build { registry, ledger, gates, nested, shown, declarations, .. } = build;
    let mut marks = Marks::default();
    let mut entries: Vec<&RegisteredTool> = Vec::with_capacity(registry.len());
    for (_, entry) in registry.iter() {
        let verdict = match verdict(entry, gates.mode, gates.namespace_tools) {
            Verdict::InsideExec if !nested.contains(entry.candidate) => Verdict::Withheld,
            verdict => verdict,
        };
        let decision = marks.get(verdict, entry.exposure, |reason| {
            ledger.note(reason.with([("exposure", entry.exposure.label().into())]))
        });
        ledger.link(entry.candidate, decision);
        if verdict == Verdict::Shown {
            shown.insert(entry.candidate);
            entries.push(entry);
        }
    }
    let declared = match gates.mode {
        ToolMode::CodeMode => declared(&entries, nested, declarations),
        ToolMode::Direct | ToolMode::CodeModeOnly => Vec::new(),
    };
    let mut specs: Vec<(&ToolName, &Arc<ToolSpec>)> = Vec::with_capacity(entries.len() + 1);
    for (position, entry) in entries.iter().enumerate() {
        let declared = declared.get(position).and_then(Option::as_ref).map(|tool| &tool.spec);
        specs.push((&entry.runtime.name, declared.unwrap_or(&entry.runtime.spec)));
    }
    let hosted: Vec<_> =
        hosted.iter().map(|(id, spec)| (*id, ToolName::plain(spec.name()), spec)).collect();
    for (candidate, name, spec) in &hosted {
        ledger.decide(*candidate, HOSTED.decide());
        specs.push((name, spec));
    }
    merge(&specs)
}

/// In CodeMode the model reads how cells call a tool at the tool itself. `None` for one that cells
/// cannot call, and for a namespace that bears the name of an entry point.
fn declared(
    entries: &[&RegisteredTool],
    nested: &CandidateSet,
    declarations: &Declarations,
) -> Vec<Option<Arc<NestedTool>>> {
    let declare = |entry: &&RegisteredTool| {
        let Runtime { name, spec, .. } = &entry.runtime;
        let plain = !nested.contains(entry.candidate) || matches!(spec.name(), "exec" | "wait");
        if plain { None } else { declarations.get(name, spec) }
    };
    entries.iter().map(declare).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Shown,
    NotDirect,
    InsideExec,
    Withheld,
    NoNamespaces,
}

fn verdict(entry: &RegisteredTool, mode: ToolMode, namespaces: bool) -> Verdict {
    if !entry.exposure.is_direct() {
        return Verdict::NotDirect;
    }
    let entry_point = matches!(entry.runtime.origin, super::registry::Origin::CodeMode);
    if mode == ToolMode::CodeModeOnly && entry.exposure.is_available_in_code_mode() && !entry_point
    {
        return Verdict::InsideExec;
    }
    if !namespaces && matches!(*entry.runtime.spec, ToolSpec::Namespace(_)) {
        return Verdict::NoNamespaces;
    }
    Verdict::Shown
}

/// One decision for each verdict and exposure: most tools share one.
#[derive(Default)]
struct Marks {
    made: Vec<((u8, ToolExposure), DecisionId)>,
}

impl Marks {
    fn get(
        &mut self,
        verdict: Verdict,
        exposure: ToolExposure,
        note: impl FnOnce(&'static Reason) -> DecisionId,
    ) -> DecisionId {
        let key = (verdict as u8, exposure);
        if let Some((_, decision)) = self.made.iter().find(|(made, _)| *made == key) {
            return *decision;
        }
        let decision = note(match verdict {
            Verdict::Shown => &SHOWN,
            Verdict::NotDirect => &NOT_DIRECT,
            Verdict::InsideExec => &INSIDE_EXEC,
            Verdict::Withheld => &WITHHELD,
            Verdict::NoNamespaces => &NO_NAMESPACES,
        });
        self.made.push((key, decision));
        decision
    }
}

/// Merges namespaces: first position, first non-blank description, members sorted by name.
pub fn merge(specs: &[(&ToolName, &Arc<ToolSpec>)]) -> Vec<VisibleEntry> {
    let mut slots: Vec<Slot> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    // Most specs continue the namespace of the one before.
    let mut last: Option<(&str, usize)> = None;
    for (name, spec) in specs {
        let ToolSpec::Namespace(namespace) = &***spec else {
            let entry = VisibleEntry { spec: Arc::clone(spec), members: vec![(*name).clone()] };
            slots.push(Slot::Whole(entry));
            continue;
        };
        let place = match last {
            Some((last, place)) if last == &*namespace.name => place,
            _ => *places.entry(&namespace.name).or_insert_with(|| {
                slots.push(Slot::Group(Group::new(namespace)));
                slots.len() - 1
            }),
        };
        last = Some((&namespace.name, place));
        if let Some(Slot::Group(group)) = slots.get_mut(place) {
            group.add(namespace);
        }
    }
    slots.into_iter().map(Slot::finish).collect()
}

/// A place in the list.
enum Slot {
    Whole(VisibleEntry),
    Group(Group),
}

/// A namespace under construction.
struct Group {
    name: Arc<str>,
    description: Arc<str>,
    tools: Vec<Arc<NamespaceTool>>,
}

impl Group {
    fn new(first: &NamespaceSpec) -> Group {
        let (name, description) = (first.name.clone(), first.description.clone());
        Group { name, description, tools: Vec::new() }
    }

    fn add(&mut self, spec: &NamespaceSpec) {
        if self.description.trim().is_empty() {
            self.description = spec.description.clone();
        }
        self.tools.extend(spec.tools.iter().cloned());
    }
}

impl Slot {
    fn finish(self) -> VisibleEntry {
        let Group { name, mut description, mut tools } = match self {
            Slot::Whole(entry) => return entry,
            Slot::Group(group) => group,
        };
        tools.sort_by(|a, b| a.name().cmp(b.name()));
        if description.trim().is_empty() {
            description = default_namespace_description(&name).into();
        }
        let member = |tool: &Arc<NamespaceTool>| ToolName {
            namespace: Some(name.clone()),
            name: tool.shared_name().clone(),
        };
        let members = tools.iter().map(member).collect();
        let spec = ToolSpec::Namespace(NamespaceSpec { name, description, tools });
        VisibleEntry { spec: Arc::new(spec), members }
    }
}
