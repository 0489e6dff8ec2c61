//! Which generation of agent tools a session uses, and whether this agent may use it.

use crate::lang::Text;
use crate::planner::features::Feature;
use crate::planner::inputs::{AgentVersion, Identity, PlanInputs, SessionAgents};
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};

const FILE: &str = "codex-rs/core/src/tools/spec_plan.rs";

static VERSION: Rule = Rule::new(
    "collab.version",
    Stage::CoreSources,
    upstream(FILE, "1117-1205"),
    "The agent version: second-generation feature, master switch, session record, model, then feature.",
    "에이전트 세대는 2세대 기능, 전체 스위치, 세션 기록, 모델, 기능 순서로 정해져요.",
);
static VERSION_FROM: Reason = Reason::new(
    &VERSION,
    "chosen",
    Outcome::Passed,
    "Agent tools of version {version}: {because}.",
    "{version} 에이전트 도구예요. 근거: {because}.",
);
static VERSION_NONE: Reason = Reason::new(
    &VERSION,
    "none",
    Outcome::Absent,
    "No agent tools: {because}.",
    "에이전트 도구가 없어요. 근거: {because}.",
);
pub(super) static OTHER_VERSION: Reason = Reason::new(
    &VERSION,
    "other",
    Outcome::Absent,
    "Not offered: the session uses version {version}.",
    "제공되지 않아요. 이 세션은 {version}을 써요.",
);

static DEPTH: Rule = Rule::new(
    "collab.depth",
    Stage::CoreSources,
    upstream(FILE, "1117-1205"),
    "First-generation agents may only spawn down to agent_max_depth.",
    "1세대 에이전트는 agent_max_depth까지만 만들 수 있어요.",
);
static DEPTH_OK: Reason = Reason::new(
    &DEPTH,
    "within",
    Outcome::Passed,
    "The next agent would stand at depth {next}, within {max}.",
    "다음 에이전트의 깊이는 {next}로 한도 {max} 안이에요.",
);
static DEPTH_OVER: Reason = Reason::new(
    &DEPTH,
    "over",
    Outcome::Absent,
    "Not offered: the next agent would stand at depth {next}, over {max}.",
    "제공되지 않아요. 다음 에이전트의 깊이 {next}가 한도 {max}를 넘어요.",
);

static PATH: Rule = Rule::new(
    "collab.path",
    Stage::CoreSources,
    upstream(FILE, "1117-1205"),
    "Second-generation tools go to sessions without an agent path, or whose model declares V2.",
    "2세대 도구는 에이전트 경로가 없거나 모델이 V2를 선언한 세션에 주어져요.",
);
static PATH_OK: Reason = Reason::new(
    &PATH,
    "ok",
    Outcome::Passed,
    "The session has no agent path, or its model declares V2.",
    "에이전트 경로가 없거나 모델이 V2를 선언했어요.",
);
static PATH_REFUSED: Reason = Reason::new(
    &PATH,
    "refused",
    Outcome::Absent,
    "Not offered: the session stands on the agent path {path} and its model does not declare V2.",
    "제공되지 않아요. 에이전트 경로 {path}에 있고 모델이 V2를 선언하지 않았어요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 3] = [&VERSION, &DEPTH, &PATH];

/// Which generation the session uses, and why. The first rule that applies decides.
pub fn version(inputs: &PlanInputs) -> (Option<AgentVersion>, Decision) {
    let (version, because) = version_and_source(inputs);
    let version = version.filter(|version| *version != AgentVersion::Disabled);
    let decision = match version {
        Some(version) => VERSION_FROM
            .with([("version", version_label(version).into()), ("because", because.into())]),
        None => VERSION_NONE.with([("because", because.into())]),
    };
    (version, decision)
}

fn version_and_source(inputs: &PlanInputs) -> (Option<AgentVersion>, &'static Text) {
    if inputs.feature(Feature::MultiAgentV2) {
        return (
            Some(AgentVersion::V2),
            &Text {
                en: "the feature multi_agent_v2 is on", ko: "multi_agent_v2 기능이 켜져 있음"
            },
        );
    }
    if !inputs.config.agents_enabled {
        return (None, &Text { en: "agents.enabled is off", ko: "agents.enabled가 꺼져 있음" });
    }
    match inputs.session_agents {
        SessionAgents::Fixed(version) => {
            return (
                Some(version),
                &Text { en: "the session has it on record", ko: "세션에 기록돼 있음" },
            );
        }
        SessionAgents::ResumedWithoutRecord => {
            return (
                Some(AgentVersion::V1),
                &Text {
                    en: "the session was resumed without a record",
                    ko: "기록 없이 이어진 세션",
                },
            );
        }
        SessionAgents::Fresh => {}
    }
    if let Some(version) = inputs.model.agents {
        return (Some(version), &Text { en: "the model declares it", ko: "모델이 선언함" });
    }
    if inputs.feature(Feature::MultiAgent) {
        return (
            Some(AgentVersion::V1),
            &Text {
                en: "the feature multi_agent is on", ko: "multi_agent 기능이 켜져 있음"
            },
        );
    }
    (None, &Text { en: "the feature multi_agent is off", ko: "multi_agent 기능이 꺼져 있음" })
}

fn version_label(version: AgentVersion) -> &'static str {
    match version {
        AgentVersion::Disabled => "none",
        AgentVersion::V1 => "V1",
        AgentVersion::V2 => "V2",
    }
}

/// May a first-generation agent spawn one more?
pub fn depth(inputs: &PlanInputs) -> Decision {
    let next = match inputs.identity {
        Identity::ThreadSpawn { depth, .. } => depth.saturating_add(1),
        _ => 1,
    };
    let max = inputs.config.agent_max_depth;
    let reason = if next <= max { &DEPTH_OK } else { &DEPTH_OVER };
    reason.with([("next", next.into()), ("max", max.into())])
}

/// May this session use second-generation tools?
pub fn path(inputs: &PlanInputs) -> Decision {
    let Identity::ThreadSpawn { path: Some(path), .. } = &inputs.identity else {
        return PATH_OK.decide();
    };
    match inputs.model.agents {
        Some(AgentVersion::V2) => PATH_OK.with([("path", path.clone().into())]),
        _ => PATH_REFUSED.with([("path", path.clone().into())]),
    }
}
