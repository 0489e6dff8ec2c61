//! Source: extension tools, in contributor order. Two names have a gate of their own.

use std::sync::Arc;

use super::image_gate;
use super::web_mode::WebMode;
use crate::builtin::PayloadKinds;
use crate::planner::build::Build;
use crate::planner::inputs::{ExtensionTool, WebSearchMode};
use crate::planner::registry::{Origin, Runtime};
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};
use crate::search::{SearchInfo, SearchSource};
use crate::tool::{NamespaceTool, ToolName, ToolSpec};

static WEB_RUN: Rule = Rule::new(
    "extension.web_run",
    Stage::External,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "1258-1285"),
    "The extension tool web.run needs standalone search and a web search mode that is not Disabled.",
    "확장 도구 web.run에는 독립 검색과, Disabled가 아닌 웹 검색 모드가 필요해요.",
);
static WEB_RUN_OPEN: Reason = Reason::new(
    &WEB_RUN,
    "open",
    Outcome::Passed,
    "Standalone web search is on and the mode is {mode}.",
    "독립 웹 검색이 켜져 있고 모드는 {mode}예요.",
);
static WEB_RUN_NOT_STANDALONE: Reason = Reason::new(
    &WEB_RUN,
    "not_standalone",
    Outcome::Absent,
    "Skipped: standalone web search is not on.",
    "건너뛰었어요. 독립 웹 검색이 켜져 있지 않아요.",
);
static WEB_RUN_DISABLED: Reason = Reason::new(
    &WEB_RUN,
    "disabled",
    Outcome::Absent,
    "Skipped: the web search mode is Disabled.",
    "건너뛰었어요. 웹 검색 모드가 Disabled예요.",
);

static OFFER: Rule = Rule::new(
    "extension.offer",
    Stage::External,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "1258-1285"),
    "Extensions are asked once per step and declare their own exposure.",
    "확장에는 step마다 한 번 묻고, 노출은 스스로 정해요.",
);
static OFFERED: Reason = Reason::new(
    &OFFER,
    "offered",
    Outcome::Exposed,
    "An extension offers it as {exposure}.",
    "확장이 {exposure}로 내놓았어요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 2] = [&WEB_RUN, &OFFER];

/// Walks the source. Returns whether an extension's `web.run` won registration.
pub fn add(build: &mut Build<'_>, web_search: WebMode) -> bool {
    let extensions = build.inputs.extensions.clone();
    let web_run = ToolName::namespaced("web", "run");
    let mut web_run_registered = false;
    let infos = build
        .specs
        .extensions
        .get(extensions.clone(), |tools| tools.iter().map(search_info).collect());
    for (tool, info) in extensions.iter().zip(&*infos) {
        let offered = build.ledger.note(OFFERED.with([("exposure", tool.exposure.label().into())]));
        let candidate = build.candidate(tool.name.clone(), Origin::Extension.label(), &[offered]);
        if let Some(decision) = gate(build, tool, web_search.mode) {
            if tool.name == web_run {
                web_search.link(&mut build.ledger, candidate);
            }
            let refused = decision.outcome() == Outcome::Absent;
            build.ledger.decide(candidate, decision);
            if refused {
                continue;
            }
        }
        let registered = build.external(candidate, runtime(tool, info.clone()), tool.exposure);
        web_run_registered |= registered && tool.name == web_run;
    }
    web_run_registered
}

/// Gates by exact namespace and name; anything else an extension offers is tried.
fn gate(build: &Build<'_>, tool: &ExtensionTool, web_search: WebSearchMode) -> Option<Decision> {
    match (tool.name.namespace.as_deref(), &*tool.name.name) {
        (Some("web"), "run") => Some(web_run_gate(build, web_search)),
        (Some("image_gen"), "imagegen") => Some(image_gate::gate(build.inputs)),
        _ => None,
    }
}

fn web_run_gate(build: &Build<'_>, web_search: WebSearchMode) -> Decision {
    if !build.gates.standalone_search {
        return WEB_RUN_NOT_STANDALONE.decide();
    }
    if web_search == WebSearchMode::Disabled {
        return WEB_RUN_DISABLED.decide();
    }
    WEB_RUN_OPEN.with([("mode", web_search.label().into())])
}

fn search_info(tool: &ExtensionTool) -> Option<Arc<SearchInfo>> {
    let source = tool.search_source.as_deref().map(|name| SearchSource::new(name, None));
    SearchInfo::from_spec(&tool.spec, source).map(Arc::new)
}

fn runtime(tool: &ExtensionTool, search: Option<Arc<SearchInfo>>) -> Runtime {
    Runtime {
        name: tool.name.clone(),
        spec: tool.spec.clone(),
        exposure: tool.exposure,
        parallel: tool.parallel,
        payload: payload(tool),
        search,
        origin: Origin::Extension,
    }
}

/// Function payloads, and custom ones when the tool's own spec is a custom tool.
fn payload(tool: &ExtensionTool) -> PayloadKinds {
    let custom = match &*tool.spec {
        ToolSpec::Freeform(_) => true,
        ToolSpec::Namespace(spec) => spec.tools.iter().any(|child| {
            matches!(&**child, NamespaceTool::Freeform(child) if child.name == tool.name.name)
        }),
        _ => false,
    };
    if custom { PayloadKinds::FunctionAndCustom } else { PayloadKinds::FunctionOnly }
}
