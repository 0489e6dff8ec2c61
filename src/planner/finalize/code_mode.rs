//! 4b and 4d: `exec` and `wait` belong to the agent, and are put in front of everything.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::builtin::code_mode::{
    ExecTextOptions, NamespaceTexts, NestedTool, code_mode_exec, code_mode_wait, has_mcp_result,
    in_prompt_order,
};
use crate::builtin::{V2_COLLAB_FACTS, facts};
use crate::planner::build::{Build, Place};
use crate::planner::cells::namespace_texts;
use crate::planner::features::Feature;
use crate::planner::inputs::ToolMode;
use crate::planner::registry::{Origin, RegisteredTool, Runtime};
use crate::planner::rule::{Outcome, Reason, Rule, Stage, upstream};
use crate::planner::specs::SpecKey;
use crate::tool::{ToolExposure, ToolName, ToolSpec};

const FILE: &str = "codex-rs/core/src/tools/spec_plan.rs";

static ENTRY: Rule = Rule::new(
    "code_mode.entry",
    Stage::Finalize,
    upstream(FILE, "706"),
    "exec and wait exist in CodeMode and CodeModeOnly, and stand first.",
    "exec와 wait는 CodeMode와 CodeModeOnly에 있고 맨 앞에 서요.",
);
static ENTRY_ON: Reason = Reason::new(
    &ENTRY,
    "on",
    Outcome::Passed,
    "The tool mode is {mode}: {nested} tool(s) can be called from a cell.",
    "도구 모드가 {mode}예요. 셀에서 도구 {nested}개를 부를 수 있어요.",
);
static ENTRY_OFF: Reason = Reason::new(
    &ENTRY,
    "off",
    Outcome::Absent,
    "Not offered: the tool mode is Direct.",
    "제공되지 않아요. 도구 모드가 Direct예요.",
);

static OURS: Rule = Rule::new(
    "code_mode.names",
    Stage::Finalize,
    upstream(FILE, "313-334"),
    "In code mode the plain names exec and wait are taken back from anybody who holds them.",
    "코드 모드에서는 exec와 wait라는 이름을 누가 갖고 있든 되찾아요.",
);
static EVICTED: Reason = Reason::new(
    &OURS,
    "evicted",
    Outcome::Removed,
    "Removed: the name {name} belongs to code mode. The collision is recorded.",
    "제거됐어요. {name}은 코드 모드의 이름이에요. 충돌이 기록돼요.",
);

static NESTED: Rule = Rule::new(
    "code_mode.nested",
    Stage::Finalize,
    upstream(FILE, "706"),
    "Cells get every available tool outside excluded namespaces; the first owner of an identifier wins.",
    "셀은 제외되지 않은 모든 도구를 받고, 식별자는 처음 차지한 도구가 가져요.",
);
static NESTED_AS: Reason = Reason::new(
    &NESTED,
    "nested",
    Outcome::Noted,
    "Callable from a cell as tools.{identifier}.",
    "셀에서 tools.{identifier}로 부를 수 있어요.",
);
static NESTED_TAKEN: Reason = Reason::new(
    &NESTED,
    "taken",
    Outcome::Noted,
    "Not callable from a cell: the identifier {identifier} belongs to an earlier tool.",
    "셀에서 부를 수 없어요. 식별자 {identifier}는 먼저 온 도구의 것이에요.",
);
static NESTED_EXCLUDED: Reason = Reason::new(
    &NESTED,
    "excluded",
    Outcome::Noted,
    "Not callable from a cell: its namespace is excluded.",
    "셀에서 부를 수 없어요. namespace가 제외돼 있어요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 3] = [&ENTRY, &OURS, &NESTED];

/// What cells can call: identifier to tool, in registry order.
pub type NestedTools = IndexMap<Arc<str>, ToolName>;

/// 4b: takes the two names back.
pub fn evict(build: &mut Build<'_>) {
    if !build.gates.code_mode() {
        return;
    }
    for name in ["exec", "wait"] {
        let plain = ToolName::plain(name);
        let Some(entry) = build.registry.remove(&plain) else { continue };
        let decision = EVICTED.with([("name", name.into())]);
        build.ledger.decide(entry.candidate, decision);
        build.registry.record_collision(plain);
    }
}

/// 4d: prepends `wait`, then `exec`.
pub fn prepend(build: &mut Build<'_>) -> NestedTools {
    if !build.gates.code_mode() {
        let off = build.ledger.note(ENTRY_OFF.decide());
        for name in ["exec", "wait"] {
            build.candidate(ToolName::plain(name), Origin::CodeMode.label(), &[off]);
        }
        return NestedTools::new();
    }
    let nested = nested_tools(build);
    let on = build.ledger.note(
        ENTRY_ON.with([("mode", build.gates.mode.label().into()), ("nested", nested.len().into())]),
    );
    let wait = build.specs.get(SpecKey::fixed("wait"), code_mode_wait);
    put_in_front(build, "wait", wait, on);
    let exec = exec_spec(build);
    put_in_front(build, "exec", exec, on);
    nested
}

fn put_in_front(build: &mut Build<'_>, name: &str, spec: Arc<ToolSpec>, on: u32) {
    let name = ToolName::plain(name);
    let facts = facts(&name).unwrap_or(V2_COLLAB_FACTS);
    let candidate = build.candidate(name.clone(), Origin::CodeMode.label(), &[on]);
    let runtime = Runtime {
        name,
        spec,
        exposure: ToolExposure::Direct,
        parallel: facts.parallel,
        payload: facts.payload,
        search: None,
        origin: Origin::CodeMode,
    };
    build.trusted(candidate, runtime, Place::Front);
}

/// Could cells call this entry, identifiers aside?
fn is_candidate(entry: &RegisteredTool) -> bool {
    let callable = match &*entry.runtime.spec {
        ToolSpec::Function(_) | ToolSpec::Freeform(_) => true,
        ToolSpec::Namespace(spec) => !spec.tools.is_empty(),
        ToolSpec::ToolSearch(_) | ToolSpec::WebSearch(_) => false,
    };
    callable && entry.exposure.is_available_in_code_mode()
}

fn nested_tools(build: &mut Build<'_>) -> NestedTools {
    let excluded = &build.inputs.config.code_mode.excluded_tool_namespaces;
    let mut nested = NestedTools::new();
    for (name, entry) in build.registry.iter() {
        if !is_candidate(entry) {
            continue;
        }
        let identifier = entry.runtime.name.code_mode_name();
        if identifier == "exec" || identifier == "wait" {
            continue;
        }
        if excluded.contains(name.canonical_namespace()) {
            build.ledger.decide(entry.candidate, NESTED_EXCLUDED.decide());
            continue;
        }
        let identifier: Arc<str> = identifier.into();
        let taken = nested.contains_key(&identifier);
        let reason = if taken { &NESTED_TAKEN } else { &NESTED_AS };
        let decision = reason.with([("identifier", identifier.clone().into())]);
        build.ledger.decide(entry.candidate, decision);
        if !taken {
            build.nested.insert(entry.candidate);
            nested.insert(identifier, entry.runtime.name.clone());
        }
    }
    nested
}

/// The `exec` text: nested tools are listed in CodeModeOnly, deferred ones only hinted at, and only
/// while a search could find them.
fn exec_spec(build: &mut Build<'_>) -> Arc<ToolSpec> {
    let code_mode_only = build.gates.mode == ToolMode::CodeModeOnly;
    let search = build.gates.search;
    let nested = || {
        let entries = build.registry.iter().map(|(_, entry)| entry);
        entries.filter(|entry| build.nested.contains(entry.candidate))
    };
    let is_deferred = |entry: &&RegisteredTool| entry.exposure == ToolExposure::Deferred;
    let deferred = || nested().filter(|entry| search && is_deferred(entry));
    let model = &build.inputs.model;
    let mut key = ExecKey {
        default_yield_ms: build.inputs.config.code_mode.default_exec_yield_time_ms,
        unified_image_budget: build.inputs.feature(Feature::UnifiedImageBudget)
            && (model.responses_lite || model.original_image_detail),
        code_mode_only,
        deferred: deferred().next().is_some(),
        ..ExecKey::default()
    };
    if code_mode_only {
        let enabled = nested().filter(|entry| !is_deferred(entry));
        let declared = enabled
            .filter_map(|entry| build.declarations.get(&entry.runtime.name, &entry.runtime.spec));
        key.enabled = Shared(declared.collect());
        key.deferred_mcp_result = deferred().any(|entry| has_mcp_result(&entry.runtime.spec));
        key.namespaces = namespace_texts(nested());
    }
    build.specs.exec.get(key, ExecKey::spec)
}

/// What the `exec` text depends on. The tools are in registry order.
#[derive(Debug, Default, PartialEq)]
pub struct ExecKey {
    default_yield_ms: u64,
    unified_image_budget: bool,
    code_mode_only: bool,
    deferred: bool,
    deferred_mcp_result: bool,
    enabled: Shared,
    namespaces: NamespaceTexts,
}

/// Tools that are compared by identity: declarations are made once for each spec.
#[derive(Debug, Default)]
struct Shared(Vec<Arc<NestedTool>>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        self.0.len() == other.0.len() && pairs.all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl ExecKey {
    fn spec(&self) -> ToolSpec {
        let mut enabled = self.enabled.0.clone();
        in_prompt_order(&mut enabled);
        code_mode_exec(&ExecTextOptions {
            default_yield_ms: self.default_yield_ms,
            unified_image_budget: self.unified_image_budget,
            code_mode_only: self.code_mode_only,
            enabled: &enabled,
            deferred: self.deferred,
            deferred_mcp_result: self.deferred_mcp_result,
            namespaces: &self.namespaces,
        })
    }
}
