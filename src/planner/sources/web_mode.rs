//! The web search mode of the turn, which both the hosted search and the extension `web.run` read.
//!
//! Upstream: `codex-rs/core/src/tools/spec_plan.rs` 546-576 and the configuration it reads.

use crate::planner::build::Build;
use crate::planner::features::Feature;
use crate::planner::inputs::{PermissionProfile, PlanInputs, WebSearchMode};
use crate::planner::ledger::{CandidateId, DecisionId, Ledger};
use crate::planner::rule::{Outcome, Reason, Rule, Stage, upstream};

static MODE: Rule = Rule::new(
    "web_search.mode",
    Stage::External,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "546-576"),
    "The configured mode holds if it is permitted; without a sandbox the search is widened.",
    "설정된 모드는 허용될 때 그대로 쓰이고, 샌드박스가 없으면 검색이 넓어져요.",
);
static WIDENED: Reason = Reason::new(
    &MODE,
    "widened",
    Outcome::Noted,
    "Web search mode {mode} instead of {configured}: the permission profile is Disabled.",
    "웹 검색 모드는 {configured} 대신 {mode}: 권한 프로필이 Disabled예요.",
);
static REPLACED: Reason = Reason::new(
    &MODE,
    "replaced",
    Outcome::Noted,
    "Web search mode {mode} instead of {configured}, which is not permitted.",
    "웹 검색 모드는 {configured} 대신 {mode}: 설정된 모드가 허용되지 않아요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 1] = [&MODE];

/// The mode of the turn, and why it is not the configured one.
#[derive(Clone, Copy, Debug)]
pub struct WebMode {
    /// The mode in force.
    pub mode: WebSearchMode,
    changed: Option<DecisionId>,
}

impl WebMode {
    /// Adds the decision to a tool that depends on the mode, if the mode was changed.
    pub fn link(self, ledger: &mut Ledger, candidate: CandidateId) {
        if let Some(decision) = self.changed {
            ledger.link(candidate, decision);
        }
    }
}

/// Resolves the mode and writes down when it is not the configured one.
pub fn resolve(build: &mut Build<'_>) -> WebMode {
    let configured = configured(build.inputs);
    let mode = mode(build.inputs);
    let changed = (mode != configured).then(|| {
        let widened = build.inputs.permission == PermissionProfile::Disabled
            && matches!(configured, WebSearchMode::Cached | WebSearchMode::Live);
        let reason = if widened { &WIDENED } else { &REPLACED };
        build.ledger.note(
            reason.with([("mode", mode.label().into()), ("configured", configured.label().into())]),
        )
    });
    WebMode { mode, changed }
}

/// The explicit setting, else the two old feature switches.
fn configured(inputs: &PlanInputs) -> WebSearchMode {
    match inputs.config.web_search {
        Some(mode) => mode,
        None if inputs.feature(Feature::WebSearchCached) => WebSearchMode::Cached,
        None if inputs.feature(Feature::WebSearchRequest) => WebSearchMode::Live,
        None => WebSearchMode::Cached,
    }
}

/// The mode after permission profile and managed constraints.
pub fn mode(inputs: &PlanInputs) -> WebSearchMode {
    let configured = configured(inputs);
    let first = |modes: [WebSearchMode; 3]| {
        modes.into_iter().find(|mode| permitted(inputs, *mode)).unwrap_or(WebSearchMode::Disabled)
    };
    let widened = inputs.permission == PermissionProfile::Disabled
        && matches!(configured, WebSearchMode::Cached | WebSearchMode::Live);
    if widened {
        return first([WebSearchMode::Live, WebSearchMode::Cached, WebSearchMode::Disabled]);
    }
    if permitted(inputs, configured) {
        return configured;
    }
    first([WebSearchMode::Cached, WebSearchMode::Live, WebSearchMode::Disabled])
}

/// Managed constraints allow it, and the provider may fetch pages if it has to.
fn permitted(inputs: &PlanInputs, mode: WebSearchMode) -> bool {
    let needs_access = matches!(mode, WebSearchMode::Live | WebSearchMode::Indexed);
    let allowed = inputs.config.allowed_web_search.as_ref().is_none_or(|set| set.contains(&mode));
    allowed && (!needs_access || inputs.provider.external_web_access)
}
