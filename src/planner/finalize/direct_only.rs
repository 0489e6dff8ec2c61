//! 4a: direct-only namespaces. Runs even when Code Mode is off.

use crate::planner::build::Build;
use crate::planner::rule::{Outcome, Reason, Rule, Stage, upstream};
use crate::tool::ToolExposure;

static DIRECT_ONLY: Rule = Rule::new(
    "finalize.direct_only",
    Stage::Finalize,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "313-334"),
    "Entries of a direct-only namespace that cells could call become DirectModelOnly.",
    "direct-only namespace에서 셀이 부를 수 있던 항목은 DirectModelOnly가 돼요.",
);
static FORCED: Reason = Reason::new(
    &DIRECT_ONLY,
    "forced",
    Outcome::Exposed,
    "DirectModelOnly: the namespace `{namespace}` is direct-only.",
    "DirectModelOnly: `{namespace}` namespace는 direct-only예요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 1] = [&DIRECT_ONLY];

/// Applies the rule to the whole registry.
pub fn apply(build: &mut Build<'_>) {
    let namespaces = &build.inputs.config.code_mode.direct_only_tool_namespaces;
    if namespaces.is_empty() {
        return;
    }
    for (name, entry) in build.registry.iter_mut() {
        let namespace = name.canonical_namespace();
        if !entry.exposure.is_available_in_code_mode() || !namespaces.contains(namespace) {
            continue;
        }
        entry.exposure = ToolExposure::DirectModelOnly;
        let decision = FORCED.with([("namespace", namespace.to_owned().into())]);
        build.ledger.decide(entry.candidate, decision);
    }
}
