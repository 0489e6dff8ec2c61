//! What a plan contributes to a sample's JSON. Samples of one plan share it.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::lang::Lang;
use crate::planner::Plan;
use crate::planner::ledger::{Candidate, Standing};
use crate::trace::words;

/// A tool that some source could offer and that is not registered.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "Absent")]
pub struct AbsentJson {
    /// Dotted name.
    pub tool: String,
    /// Id of the rule that decided.
    pub rule: &'static str,
    /// The reason as an English sentence.
    pub reason: String,
    /// Which of the rule's cases applied.
    pub case: &'static str,
}

/// Where a tool ended, and by which path it can be reached.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "Reach")]
pub struct ReachJson {
    /// Dotted name.
    pub tool: String,
    /// Who could offer it: `built-in`, `mcp`, `extension`, `dynamic`, `search`, `code mode`, `hosted`.
    pub origin: &'static str,
    /// The MCP server, if it is one's.
    pub server: Option<String>,
    /// `visible`, `deferred`, `hidden` or `absent`.
    pub standing: &'static str,
    /// Its exposure, if registered.
    pub exposure: Option<&'static str>,
    /// `callable_now`, `after_search`, `inside_exec`, `never_shown`, `hosted_only`, `orphan` or
    /// `absent`.
    pub reach: &'static str,
}

/// Everything a sample's JSON takes from its plan.
#[derive(Clone, Debug, Default)]
pub(super) struct PlanJson {
    pub digest: Arc<str>,
    pub visible: Arc<[String]>,
    pub deferred: Arc<[String]>,
    pub hidden: Arc<[String]>,
    pub absent: Arc<[AbsentJson]>,
    pub orphans: Arc<[String]>,
    pub reach: Arc<[ReachJson]>,
    pub tools: Arc<[Value]>,
    pub chars: usize,
    pub bytes: usize,
    pub tokens: usize,
}

/// Remembers the last plan, so that a run of samples over one plan is taken apart once.
#[derive(Default)]
pub(super) struct PlanParts {
    last: Option<(Arc<Plan>, PlanJson)>,
}

impl PlanParts {
    /// The JSON parts of `plan`.
    pub fn of(&mut self, plan: &Arc<Plan>) -> PlanJson {
        if let Some((last, parts)) = &self.last
            && Arc::ptr_eq(last, plan)
        {
            return parts.clone();
        }
        let parts = take_apart(plan);
        self.last = Some((plan.clone(), parts.clone()));
        parts
    }
}

fn take_apart(plan: &Plan) -> PlanJson {
    let names = |standing| plan.standing(standing).map(|tool| tool.name.dotted()).collect();
    let wire = plan.wire_json();
    PlanJson {
        digest: plan.digest().clone(),
        visible: plan.visible_names().map(|name| name.dotted()).collect(),
        deferred: names(Standing::Deferred),
        hidden: names(Standing::Hidden),
        absent: plan.standing(Standing::Absent).map(|tool| absent(plan, tool)).collect(),
        orphans: plan.orphans().map(|tool| tool.name.dotted()).collect(),
        reach: plan.ledger.candidates.iter().map(reach).collect(),
        // What a spec was written as always reads back.
        tools: wire.iter().map(|json| serde_json::from_str(json).unwrap_or_default()).collect(),
        chars: plan.description_chars(),
        bytes: wire.iter().map(|json| json.len()).sum(),
        tokens: plan.wire_tokens(),
    }
}

fn absent(plan: &Plan, tool: &Candidate) -> AbsentJson {
    let deciding = plan.ledger.deciding(tool);
    AbsentJson {
        tool: tool.name.dotted(),
        rule: deciding.map_or("", |decision| decision.rule().id),
        reason: deciding.map_or_else(String::new, |decision| decision.sentence(Lang::En)),
        case: deciding.map_or("", |decision| decision.reason.id),
    }
}

fn reach(tool: &Candidate) -> ReachJson {
    ReachJson {
        tool: tool.name.dotted(),
        origin: tool.origin,
        server: tool.server.as_ref().map(ToString::to_string),
        standing: words::standing(tool.standing),
        exposure: tool.exposure.map(|exposure| exposure.label()),
        reach: words::reach(tool.reach),
    }
}
