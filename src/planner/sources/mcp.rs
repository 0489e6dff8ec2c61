//! Source: MCP tools. They are appended with an initial exposure, then the policy is laid over
//! exactly the names that were registered.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::mcp_reasons::*;
use crate::builtin::PayloadKinds;
use crate::lang::Text;
use crate::mcp::apps::AppDecision;
use crate::mcp::binding::BoundTool;
use crate::mcp::policy::{PolicyInputs, exposure};
use crate::mcp::spec::{PLUGIN_SPEC_BUDGET, PLUGIN_TOTAL_BUDGET, PreparedTool};
use crate::planner::build::Build;
use crate::planner::inputs::ToolMode;
use crate::planner::ledger::{CandidateId, DecisionId};
use crate::planner::registry::{Origin, Runtime};
use crate::planner::rule::{Decision, Fact, Outcome};
use crate::tool::{ToolExposure, ToolExposures};

/// Walks the source. A reviewer's plan never comes here.
pub fn add(build: &mut Build<'_>) {
    let inputs = build.inputs;
    let binding = &*inputs.binding;
    build.listed.open_dropped(&mut build.ledger, binding);
    build.first_bound = build.ledger.candidates.len() as CandidateId;
    let mut append = Append { plugin_bytes: 0, initial: None };
    let mut registered = Vec::with_capacity(binding.tools.len());
    for apps in [false, true] {
        for (position, tool) in binding.tools.iter().enumerate() {
            if tool.is_app() == apps {
                append.one(build, position, tool, &mut registered);
            }
        }
    }
    lay_policy(build, &registered);
}

/// A registered tool that the policy may look at.
struct Registered<'a> {
    tool: &'a BoundTool,
    candidate: CandidateId,
    index: usize,
}

/// State of one walk: the plugin budget so far, and the decision that most tools share.
struct Append {
    plugin_bytes: usize,
    initial: Option<DecisionId>,
}

impl Append {
    fn one<'a>(
        &mut self,
        build: &mut Build<'_>,
        position: usize,
        tool: &'a Arc<BoundTool>,
        registered: &mut Vec<Registered<'a>>,
    ) {
        let candidate = build.bound_candidate(position, tool);
        if tool.is_app() {
            let decision = app_decision(build, tool);
            let refused = decision.outcome() == Outcome::Absent;
            build.ledger.decide(candidate, decision);
            if refused {
                return;
            }
        }
        let prepared = match &tool.prepared {
            Ok(prepared) => prepared.clone(),
            Err(error) => {
                let decision = SCHEMA_REFUSED.with([("error", error.to_string().into())]);
                build.ledger.decide(candidate, decision);
                return;
            }
        };
        if let Some(decision) = schema_decision(&prepared) {
            build.ledger.decide(candidate, decision);
        }
        let over = tool.terms.agent_plugin && self.over_budget(&prepared);
        let exposure = match (over, build.gates.search) {
            (true, _) => ToolExposure::Hidden,
            (false, true) => ToolExposure::Deferred,
            (false, false) => ToolExposure::Direct,
        };
        if over {
            let decision = PLUGIN_OVER_BUDGET.with([
                ("bytes", prepared.spec_bytes.into()),
                ("one", PLUGIN_SPEC_BUDGET.into()),
                ("all", PLUGIN_TOTAL_BUDGET.into()),
            ]);
            build.ledger.decide(candidate, decision);
        } else {
            let initial = *self.initial.get_or_insert_with(|| {
                build.ledger.note(INITIAL.with([
                    ("exposure", exposure.label().into()),
                    ("search", build.gates.search.into()),
                ]))
            });
            build.ledger.link(candidate, initial);
        }
        let index = build.registry.len();
        let added = build.external(candidate, runtime(tool, &prepared, exposure), exposure);
        if added && !over {
            registered.push(Registered { tool, candidate, index });
        }
    }

    /// An agent plugin's tool that is too large, alone or with those before it. A tool that is over
    /// adds nothing to the total.
    fn over_budget(&mut self, prepared: &PreparedTool) -> bool {
        let total = self.plugin_bytes + prepared.spec_bytes;
        if prepared.spec_bytes > PLUGIN_SPEC_BUDGET || total > PLUGIN_TOTAL_BUDGET {
            return true;
        }
        self.plugin_bytes = total;
        false
    }
}

fn runtime(tool: &Arc<BoundTool>, prepared: &PreparedTool, exposure: ToolExposure) -> Runtime {
    Runtime {
        name: tool.name.clone(),
        spec: prepared.spec.clone(),
        exposure,
        parallel: tool.parallel(),
        payload: PayloadKinds::FunctionAndSearch,
        search: Some(prepared.search.clone()),
        origin: Origin::Mcp(tool.clone()),
    }
}

/// The decision about an app's tool.
fn app_decision(build: &Build<'_>, tool: &BoundTool) -> Decision {
    if !build.inputs.apps_enabled {
        return APPS_OFF.decide();
    }
    let Some(connector) = tool.tool.connector_id.as_deref() else {
        return APP_WITHOUT_CONNECTOR.decide();
    };
    let raw = &tool.tool;
    let title = raw.title.as_deref();
    match build.inputs.app_policy.allows(connector, &raw.name, title, &raw.hints) {
        AppDecision::Allowed(by) => APP_ALLOWED
            .with([("connector", connector.to_owned().into()), ("by", allowed_by(by).into())]),
        AppDecision::Refused(by) => APP_REFUSED
            .with([("connector", connector.to_owned().into()), ("by", refused_by(by).into())]),
    }
}

/// Overwrites the exposure of the registered tools, one decision for each server and namespace.
fn lay_policy(build: &mut Build<'_>, registered: &[Registered<'_>]) {
    let inputs = build.inputs;
    let direct_only = &inputs.config.code_mode.direct_only_tool_namespaces;
    let mut decided: BTreeMap<(&str, bool), (ToolExposure, DecisionId)> = BTreeMap::new();
    for Registered { tool, candidate, index } in registered {
        let Some(omitted) = inputs.binding.catalog.get(&tool.server).copied() else { continue };
        let direct_only =
            !direct_only.is_empty() && direct_only.contains(tool.name.canonical_namespace());
        let (exposure, decision) =
            *decided.entry((&*tool.server, direct_only)).or_insert_with(|| {
                let exposure = exposure(PolicyInputs {
                    omitted,
                    direct_only,
                    search_enabled: build.gates.search,
                    code_mode_only: build.gates.mode == ToolMode::CodeModeOnly,
                });
                let decision = policy_decision(&tool.server, omitted, direct_only, exposure);
                (exposure, build.ledger.note(decision))
            });
        build.ledger.link(*candidate, decision);
        build.registry.expose(*index, exposure);
    }
}

fn policy_decision(
    server: &Arc<str>,
    omitted: ToolExposures,
    direct_only: bool,
    exposure: ToolExposure,
) -> Decision {
    let surfaces: Fact = match omitted.is_empty() {
        true => (&Text { en: "nothing", ko: "없음" }).into(),
        false => omitted.labels().join(", ").into(),
    };
    POLICY_EXPOSED.with([
        ("exposure", exposure.label().into()),
        ("server", server.clone().into()),
        ("omitted", surfaces),
        ("direct_only", direct_only.into()),
    ])
}
