//! Source: agent tools, first or second generation.

use std::sync::Arc;

use super::agent_version::{OTHER_VERSION, depth, path, version};
use crate::builtin::collab::*;
use crate::builtin::{BuiltinFacts, V2_COLLAB_FACTS, facts};
use crate::planner::build::Build;
use crate::planner::inputs::{AgentVersion, Config, PlanInputs};
use crate::planner::ledger::DecisionId;
use crate::planner::rule::{Outcome, Reason, Rule, Stage, upstream};
use crate::planner::specs::SpecKey;
use crate::search::{SearchInfo, SearchSource};
use crate::tool::{FunctionSpec, ToolExposure, ToolName, ToolSpec};

const FILE: &str = "codex-rs/core/src/tools/spec_plan.rs";

static EXPOSURE: Rule = Rule::new(
    "collab.exposure",
    Stage::CoreSources,
    upstream(FILE, "1117-1205"),
    "First-generation tools defer themselves when search is on; second-generation ones never do.",
    "검색이 켜지면 1세대 도구는 스스로 미루고, 2세대 도구는 미루지 않아요.",
);
static DEFERRED: Reason = Reason::new(
    &EXPOSURE,
    "deferred",
    Outcome::Exposed,
    "Deferred: search is on.",
    "Deferred: 검색이 켜져 있어요.",
);
static DIRECT: Reason = Reason::new(
    &EXPOSURE,
    "direct",
    Outcome::Exposed,
    "Direct: search is off.",
    "Direct: 검색이 꺼져 있어요.",
);
static MODEL_ONLY: Reason = Reason::new(
    &EXPOSURE,
    "model_only",
    Outcome::Exposed,
    "DirectModelOnly: non_code_mode_only keeps second-generation tools away from cells.",
    "DirectModelOnly: non_code_mode_only가 2세대 도구를 셀에서 떼어 놓아요.",
);
static V2_DIRECT: Reason = Reason::new(
    &EXPOSURE,
    "v2_direct",
    Outcome::Exposed,
    "Direct: non_code_mode_only is off.",
    "Direct: non_code_mode_only가 꺼져 있어요.",
);
static WAIT_OFF: Reason = Reason::new(
    &EXPOSURE,
    "wait_off",
    Outcome::Absent,
    "Not offered: wait_agent_enabled is off.",
    "제공되지 않아요. wait_agent_enabled가 꺼져 있어요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 1] = [&EXPOSURE];

/// The tools of both generations under the names they have or would have.
pub fn names(inputs: &PlanInputs) -> impl Iterator<Item = ToolName> {
    let namespace = v2_namespace(inputs);
    let first = V1_NAMES.into_iter().map(|name| ToolName::namespaced(V1_NAMESPACE, name));
    first.chain(V2_NAMES.into_iter().map(move |name| v2_name(namespace.as_ref(), name)))
}

/// Walks the source.
pub fn add(build: &mut Build<'_>) {
    let (version, decision) = version(build.inputs);
    let chosen = build.ledger.note(decision);
    match version {
        Some(AgentVersion::V1) => {
            add_v1(build, chosen);
            absent_v2(build, chosen);
        }
        Some(AgentVersion::V2) => {
            absent_v1(build, chosen);
            add_v2(build, chosen);
        }
        _ => {
            for name in names(build.inputs) {
                build.absent(name, &[chosen]);
            }
        }
    }
}

fn absent_v1(build: &mut Build<'_>, chosen: DecisionId) {
    let other = build.ledger.note(OTHER_VERSION.with([("version", "V2".into())]));
    for name in V1_NAMES {
        build.absent(ToolName::namespaced(V1_NAMESPACE, name), &[chosen, other]);
    }
}

fn absent_v2(build: &mut Build<'_>, chosen: DecisionId) {
    let other = build.ledger.note(OTHER_VERSION.with([("version", "V1".into())]));
    let namespace = v2_namespace(build.inputs);
    for name in V2_NAMES {
        build.absent(v2_name(namespace.as_ref(), name), &[chosen, other]);
    }
}

fn add_v1(build: &mut Build<'_>, chosen: DecisionId) {
    let decision = depth(build.inputs);
    let open = decision.outcome() == Outcome::Passed;
    let depth = build.ledger.note(decision);
    if !open {
        for name in V1_NAMES {
            build.absent(ToolName::namespaced(V1_NAMESPACE, name), &[chosen, depth]);
        }
        return;
    }
    let search = build.gates.search;
    let exposed = build.ledger.note(if search { DEFERRED.decide() } else { DIRECT.decide() });
    let exposure = if search { ToolExposure::Deferred } else { ToolExposure::Direct };
    let config = &build.inputs.config;
    let spawn =
        build.specs.spawn(("v1", 0), None, &config.agent_roles, &config.model_presets, || {
            v1_spawn_agent(&spawn_options(config))
        });
    for bare in V1_NAMES {
        let spec = match bare {
            "spawn_agent" => spawn.clone(),
            "send_input" => build.specs.get(SpecKey::fixed("v1.send_input"), v1_send_input),
            "resume_agent" => build.specs.get(SpecKey::fixed("v1.resume_agent"), v1_resume_agent),
            "wait_agent" => build.specs.get(SpecKey::fixed("v1.wait_agent"), v1_wait_agent),
            _ => build.specs.get(SpecKey::fixed("v1.close_agent"), v1_close_agent),
        };
        let name = ToolName::namespaced(V1_NAMESPACE, bare);
        let declared = facts(&name).unwrap_or(V2_COLLAB_FACTS);
        let info = match search {
            true => build.specs.info(bare, &spec, || v1_search_info(bare, &spec)),
            false => None,
        };
        let facts = BuiltinFacts { exposure, ..declared };
        build.builtin_with(name, spec, facts, info, &[chosen, depth, exposed]);
    }
}

fn spawn_options(config: &Config) -> SpawnOptions {
    SpawnOptions { roles: config.agent_roles.to_vec(), presets: config.model_presets.to_vec() }
}

fn v1_search_info(name: &str, spec: &ToolSpec) -> Option<SearchInfo> {
    let source = SearchSource::new(V1_SOURCE_NAME, Some(V1_SOURCE_DESCRIPTION));
    SearchInfo::with_text(v1_search_text(name)?, spec, Some(source))
}

/// The namespace second-generation tools stand in; `None` leaves them plain.
fn v2_namespace(inputs: &PlanInputs) -> Option<Arc<str>> {
    let namespace = inputs.config.agents_v2.tool_namespace.clone();
    namespace.filter(|namespace| inputs.provider.namespace_tools && !namespace.is_empty())
}

fn v2_name(namespace: Option<&Arc<str>>, name: &str) -> ToolName {
    ToolName { namespace: namespace.cloned(), name: name.into() }
}

fn add_v2(build: &mut Build<'_>, chosen: DecisionId) {
    let namespace = v2_namespace(build.inputs);
    let named = |name: &str| v2_name(namespace.as_ref(), name);
    let decision = path(build.inputs);
    let open = decision.outcome() == Outcome::Passed;
    let path = build.ledger.note(decision);
    if !open {
        for name in V2_NAMES {
            build.absent(named(name), &[chosen, path]);
        }
        return;
    }
    let options = build.inputs.config.agents_v2.clone();
    let (exposure, reason) = match options.non_code_mode_only {
        true => (ToolExposure::DirectModelOnly, MODEL_ONLY.decide()),
        false => (ToolExposure::Direct, V2_DIRECT.decide()),
    };
    let exposed = build.ledger.note(reason);
    let facts = BuiltinFacts { exposure, ..V2_COLLAB_FACTS };
    for name in V2_NAMES {
        if name == "wait_agent" && !options.wait_agent {
            let off = build.ledger.note(WAIT_OFF.decide());
            build.absent(named(name), &[chosen, path, off]);
            continue;
        }
        let spec = v2_spec(build, name, namespace.as_ref());
        build.builtin_with(named(name), spec, facts, None, &[chosen, path, exposed]);
    }
}

fn v2_spec(
    build: &mut Build<'_>,
    name: &'static str,
    namespace: Option<&Arc<str>>,
) -> Arc<ToolSpec> {
    let config = &build.inputs.config;
    let v2 = &config.agents_v2;
    if name == "spawn_agent" {
        let (overrides, hidden) =
            (v2.expose_spawn_agent_model_overrides, v2.hide_spawn_agent_metadata);
        let spec = || {
            let options = V2SpawnOptions {
                spawn: spawn_options(config),
                model_overrides: overrides,
                hide_metadata: hidden,
            };
            v2_placed(namespace.map(|n| &**n), v2_spawn_agent(&options))
        };
        let packed = u64::from(overrides) | u64::from(hidden) << 1;
        let (roles, presets) = (&config.agent_roles, &config.model_presets);
        return build.specs.spawn(("v2", packed), namespace, roles, presets, spec);
    }
    let timeouts = WaitTimeouts {
        default_ms: v2.wait_default_ms,
        min_ms: v2.wait_min_ms,
        max_ms: v2.wait_max_ms,
    };
    let place = |function: FunctionSpec| v2_placed(namespace.map(|n| &**n), function);
    if name == "wait_agent" {
        let key = (namespace.cloned(), timeouts);
        return build.specs.wait_agent.get(key, |_| place(v2_wait_agent(timeouts)));
    }
    let key = SpecKey { tool: name, options: 2, text: namespace.cloned() };
    build.specs.get(key, || {
        place(match name {
            "send_message" => v2_send_message(),
            "followup_task" => v2_followup_task(),
            "interrupt_agent" => v2_interrupt_agent(),
            _ => v2_list_agents(),
        })
    })
}
