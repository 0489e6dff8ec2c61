//! Source: the one tool the provider runs by itself. It is a spec only, never a registry entry.

use std::sync::Arc;

use super::web_mode::WebMode;
use crate::builtin::hosted::{self, WebSearchOptions, web_search};
use crate::planner::build::Build;
use crate::planner::inputs::WebSearchMode;
use crate::planner::ledger::CandidateId;
use crate::planner::registry::Origin;
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};
use crate::tool::{ToolName, ToolSpec, WebSearchFilters};

static GATE: Rule = Rule::new(
    "hosted.web_search",
    Stage::External,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "546-576"),
    "The hosted search needs an able provider, a mode, and nobody who replaces it.",
    "제공자 검색에는 가능한 제공자와 모드가 필요하고, 대신하는 도구가 없어야 해요.",
);
static OPEN: Reason = Reason::new(
    &GATE,
    "open",
    Outcome::Passed,
    "The provider searches the web itself, mode {mode}.",
    "제공자가 직접 웹을 검색해요. 모드는 {mode}예요.",
);
static LITE: Reason = Reason::new(
    &GATE,
    "responses_lite",
    Outcome::Absent,
    "Not sent: Responses Lite takes only tools the client executes.",
    "보내지 않아요. Responses Lite는 클라이언트가 실행하는 도구만 받아요.",
);
static REPLACED: Reason = Reason::new(
    &GATE,
    "replaced",
    Outcome::Absent,
    "Not sent: the extension tool web.run replaces it.",
    "보내지 않아요. 확장 도구 web.run이 대신해요.",
);
static NO_PROVIDER: Reason = Reason::new(
    &GATE,
    "provider",
    Outcome::Absent,
    "Not sent: the provider does not search the web.",
    "보내지 않아요. 제공자가 웹 검색을 하지 못해요.",
);
static DISABLED: Reason = Reason::new(
    &GATE,
    "disabled",
    Outcome::Absent,
    "Not sent: the web search mode is Disabled.",
    "보내지 않아요. 웹 검색 모드가 Disabled예요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 1] = [&GATE];

/// The hosted specs of a plan, each with its candidate.
pub type Hosted = Vec<(CandidateId, Arc<ToolSpec>)>;

/// Walks the source.
pub fn add(build: &mut Build<'_>, web_search: WebMode, replaced: bool) -> Hosted {
    let mode = web_search.mode;
    let decision = gate(build, mode, replaced);
    let open = decision.outcome() == Outcome::Passed;
    let candidate = build.candidate(ToolName::plain("web_search"), Origin::Hosted.label(), &[]);
    web_search.link(&mut build.ledger, candidate);
    build.ledger.decide(candidate, decision);
    match wire_mode(mode) {
        Some(mode) if open => vec![(candidate, spec(build, mode))],
        _ => Vec::new(),
    }
}

fn gate(build: &Build<'_>, mode: WebSearchMode, replaced: bool) -> Decision {
    if build.inputs.model.responses_lite {
        return LITE.decide();
    }
    if build.gates.standalone_search && replaced {
        return REPLACED.decide();
    }
    if !build.inputs.provider.web_search {
        return NO_PROVIDER.decide();
    }
    if mode == WebSearchMode::Disabled {
        return DISABLED.decide();
    }
    OPEN.with([("mode", mode.label().into())])
}

fn wire_mode(mode: WebSearchMode) -> Option<hosted::WebSearchMode> {
    match mode {
        WebSearchMode::Cached => Some(hosted::WebSearchMode::Cached),
        WebSearchMode::Indexed => Some(hosted::WebSearchMode::Indexed),
        WebSearchMode::Live => Some(hosted::WebSearchMode::Live),
        WebSearchMode::Disabled => None,
    }
}

fn spec(build: &Build<'_>, mode: hosted::WebSearchMode) -> Arc<ToolSpec> {
    let config = &build.inputs.config.web_search_options;
    let options = WebSearchOptions {
        filters: config
            .allowed_domains
            .clone()
            .map(|domains| WebSearchFilters { allowed_domains: Some(domains) }),
        user_location: config.user_location.clone(),
        search_context_size: config.context_size,
        images: build.inputs.model.web_search_images,
    };
    Arc::new(web_search(mode, &options))
}
