//! 4c: `tool_search` is hung up only if something deferred can be found through it.

use std::sync::Arc;

use crate::builtin::PayloadKinds;
use crate::lang::Text;
use crate::planner::build::{Build, Place};
use crate::planner::features::Feature;
use crate::planner::registry::{Origin, RegisteredTool, Runtime};
use crate::planner::rule::{Outcome, Reason, Rule, Stage, upstream};
use crate::search::{Reuse, SearchEntry, SearchKey, SearchSlot, SearchTool};
use crate::tool::{ToolExposure, ToolName, ToolSpec};

static REGISTRATION: Rule = Rule::new(
    "search.registration",
    Stage::Finalize,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "335-370"),
    "tool_search needs model and provider support, and one other deferred entry with search info.",
    "tool_search에는 모델과 제공자의 지원, 그리고 찾을 수 있는 다른 deferred 항목이 필요해요.",
);
static HUNG: Reason = Reason::new(
    &REGISTRATION,
    "hung",
    Outcome::Passed,
    "Search is on and {deferred} deferred tool(s) can be found through it.",
    "검색이 켜져 있고 deferred 도구 {deferred}개를 찾을 수 있어요.",
);
static NOTHING: Reason = Reason::new(
    &REGISTRATION,
    "nothing_deferred",
    Outcome::Absent,
    "No tool_search: no deferred tool is left to find.",
    "tool_search가 없어요. 찾을 deferred 도구가 없어요.",
);
static OFF: Reason = Reason::new(
    &REGISTRATION,
    "off",
    Outcome::Absent,
    "No tool_search: {missing} does not support it.",
    "tool_search가 없어요. {missing} 쪽에서 지원하지 않아요.",
);
static OURS: Rule = Rule::new(
    "search.names",
    Stage::Finalize,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "335-370"),
    "The wire name tool_search is the search's alone: others who hold it are removed.",
    "tool_search라는 이름은 검색의 것이어서, 다른 도구가 갖고 있으면 제거돼요.",
);
static EVICTED: Reason = Reason::new(
    &OURS,
    "evicted",
    Outcome::Removed,
    "Removed: {name} would answer to the wire name tool_search. The collision is recorded.",
    "제거됐어요. {name}이 tool_search라는 이름과 겹쳐요. 충돌이 기록돼요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 2] = [&REGISTRATION, &OURS];

/// The search of a plan.
#[derive(Clone, Debug)]
pub struct PlannedSearch {
    /// Answers the calls.
    pub tool: Arc<SearchTool>,
    /// Names of the indexed tools, in index order.
    pub names: Arc<[ToolName]>,
    /// Was the tool of the previous plan reused?
    pub reuse: Reuse,
}

/// Applies the rule. `handlers` numbers the set of MCP handlers.
pub fn apply(build: &mut Build<'_>, slot: &mut SearchSlot, handlers: u64) -> Option<PlannedSearch> {
    let name = ToolName::plain("tool_search");
    let missing = match (build.inputs.model.supports_search_tool, build.gates.namespace_tools) {
        (false, _) => Some(&Text { en: "the model", ko: "모델" }),
        (true, false) => Some(&Text { en: "the provider", ko: "제공자" }),
        (true, true) => None,
    };
    if let Some(missing) = missing {
        let off = build.ledger.note(OFF.with([("missing", missing.into())]));
        build.candidate(name, Origin::Search.label(), &[off]);
        return None;
    }
    let others = build
        .registry
        .iter()
        .filter(|(_, entry)| is_searchable(entry) && entry.runtime.name != name);
    if others.count() == 0 {
        let nothing = build.ledger.note(NOTHING.with([("deferred", 0usize.into())]));
        build.candidate(name, Origin::Search.label(), &[nothing]);
        return None;
    }
    evict(build, &name);
    let (entries, names) = searchable(build, handlers);
    let omit_sources = build.inputs.feature(Feature::DeferredToolWorldState);
    let (tool, reuse) = slot.get(&entries, omit_sources);
    let hung = build.ledger.note(HUNG.with([("deferred", names.len().into())]));
    let candidate = build.candidate(name.clone(), Origin::Search.label(), &[hung]);
    let runtime = Runtime {
        name,
        spec: tool.spec.clone(),
        exposure: ToolExposure::Direct,
        parallel: true,
        payload: PayloadKinds::SearchOnly,
        search: None,
        origin: Origin::Search,
    };
    build.trusted(candidate, runtime, Place::Last);
    Some(PlannedSearch { tool, names: names.into(), reuse })
}

fn is_searchable(entry: &RegisteredTool) -> bool {
    entry.exposure.is_deferred() && entry.runtime.search.is_some()
}

/// Removes whoever answers to the wire name: the plain tool, and namespaces of that name.
fn evict(build: &mut Build<'_>, name: &ToolName) {
    let mut evicted: Vec<ToolName> = Vec::new();
    if build.registry.get(name).is_some() {
        evicted.push(name.clone());
    }
    evicted.extend(build.registry.iter().filter_map(|(key, entry)| match &*entry.runtime.spec {
        ToolSpec::Namespace(spec) if &*spec.name == "tool_search" => Some(key.clone()),
        _ => None,
    }));
    for key in evicted {
        let Some(entry) = build.registry.remove(&key) else { continue };
        let decision = EVICTED.with([("name", key.dotted().into())]);
        build.ledger.decide(entry.candidate, decision);
        let spelled = if key == name.canonical() { name.clone() } else { entry.runtime.name };
        build.registry.record_collision(spelled);
    }
}

fn searchable(build: &Build<'_>, handlers: u64) -> (Vec<SearchEntry>, Vec<ToolName>) {
    let mut entries = Vec::new();
    let mut names = Vec::new();
    for (_, entry) in build.registry.iter() {
        let Some(info) = entry.runtime.search.as_ref().filter(|_| is_searchable(entry)) else {
            continue;
        };
        let key = match entry.runtime.origin {
            // Handlers live and die with their binding; inside one the source always walks them in
            // the same order, wherever they end up in the registry.
            Origin::Mcp(_) => {
                let place = entry.candidate.wrapping_sub(build.first_bound);
                SearchKey::Handler(handlers << 32 | u64::from(place))
            }
            _ => SearchKey::Value,
        };
        entries.push(SearchEntry { key, info: info.clone() });
        names.push(entry.runtime.name.clone());
    }
    (entries, names)
}
