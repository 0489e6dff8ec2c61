//! Source: the approval reviewer. It returns before any general source runs, so there is no list to
//! filter and no branch to forget.

use super::utility_gates::view_image_options;
use super::{collab, resources, shell, utility};
use crate::builtin::media::view_image;
use crate::lang::Text;
use crate::planner::build::Build;
use crate::planner::features::Feature;
use crate::planner::inputs::{Identity, PermissionProfile, PlanInputs};
use crate::planner::ledger::DecisionId;
use crate::planner::registry::Origin;
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};
use crate::planner::specs::SpecKey;
use crate::tool::ToolName;

static IDENTITY: Rule = Rule::new(
    "identity.reviewer",
    Stage::Identity,
    upstream("codex-rs/core/src/guardian/review.rs", "212-220"),
    "Only a sub-agent labelled exactly `guardian` is the approval reviewer.",
    "라벨이 정확히 `guardian`인 하위 에이전트만 승인 심사원이에요.",
);
static ORDINARY: Reason = Reason::new(
    &IDENTITY,
    "ordinary",
    Outcome::Noted,
    "Ordinary session ({identity}): every source is walked.",
    "일반 세션({identity})이라서 모든 출처를 지나요.",
);
static ORDINARY_LABEL: Reason = Reason::new(
    &IDENTITY,
    "other_label",
    Outcome::Noted,
    "Ordinary session: the label `{label}` is not `guardian`, so every source is walked.",
    "일반 세션이에요. 라벨 `{label}`이 `guardian`과 달라서 모든 출처를 지나요.",
);
static REVIEWER: Reason = Reason::new(
    &IDENTITY,
    "reviewer",
    Outcome::Noted,
    "Approval reviewer (sub-agent `guardian`): the general sources are not walked.",
    "승인 심사원(하위 에이전트 `guardian`)이라서 일반 출처를 지나지 않아요.",
);

static BRANCH: Rule = Rule::new(
    "identity.guardian_branch",
    Stage::Identity,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "888-934"),
    "A reviewer gets at most three tools: only under a Managed profile, only with an environment.",
    "심사원은 Managed 프로필이고 환경이 있을 때만 최대 세 도구를 받아요.",
);
static NOT_MANAGED: Reason = Reason::new(
    &BRANCH,
    "not_managed",
    Outcome::Absent,
    "The reviewer gets nothing: its permission profile is {profile}, not Managed.",
    "심사원은 아무것도 받지 않아요. 권한 프로필이 Managed가 아니라 {profile}이에요.",
);
static NO_ENVIRONMENT: Reason = Reason::new(
    &BRANCH,
    "no_environment",
    Outcome::Absent,
    "The reviewer gets nothing: no environment is ready.",
    "심사원은 아무것도 받지 않아요. 준비된 환경이 없어요.",
);
static MANAGED: Reason = Reason::new(
    &BRANCH,
    "managed",
    Outcome::Passed,
    "Managed reviewer with an environment: command tools, and the image viewer if its feature is on.",
    "환경이 있는 Managed 심사원이에요. 명령 도구와, 기능이 켜져 있으면 이미지 보기를 받아요.",
);
static SKIPPED: Reason = Reason::new(
    &BRANCH,
    "source_skipped",
    Outcome::Absent,
    "The source `{source}` was never asked: the session is a reviewer.",
    "`{source}` 출처는 묻지도 않았어요. 심사원 세션이에요.",
);
static VIEW_IMAGE_OFF: Reason = Reason::new(
    &BRANCH,
    "view_image_off",
    Outcome::Absent,
    "No image viewer for the reviewer: the feature view_image is off.",
    "심사원에게 이미지 보기가 없어요. view_image 기능이 꺼져 있어요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 2] = [&IDENTITY, &BRANCH];

/// Is the session the approval reviewer?
pub fn identity(inputs: &PlanInputs) -> Decision {
    if inputs.identity.is_guardian() {
        return REVIEWER.with([("label", Identity::GUARDIAN.into())]);
    }
    match &inputs.identity {
        Identity::SubAgent(label) => ORDINARY_LABEL.with([("label", label.clone().into())]),
        identity => ORDINARY.with([("identity", identity.kind().into())]),
    }
}

/// What the branch gives the reviewer.
pub fn branch(inputs: &PlanInputs) -> Decision {
    if inputs.permission != PermissionProfile::Managed {
        return NOT_MANAGED.with([("profile", inputs.permission.label().into())]);
    }
    if inputs.environments.is_empty() {
        return NO_ENVIRONMENT.with([("environments", 0usize.into())]);
    }
    MANAGED.with([("environments", inputs.environments.len().into())])
}

/// Walks the branch, and names the tools of all sources that are never asked.
pub fn add(build: &mut Build<'_>) {
    let decision = branch(build.inputs);
    let open = decision.outcome() == Outcome::Passed;
    let branch = build.ledger.note(decision);
    let skipped = Skipped::note(build);
    if open {
        let no_viewer = (!build.inputs.feature(Feature::ViewImage))
            .then(|| build.ledger.note(VIEW_IMAGE_OFF.decide()));
        shell::register_pair(build, false, &[branch]);
        add_view_image(build, branch, no_viewer);
    } else {
        for name in shell::NAMES.into_iter().chain(["view_image"]) {
            build.absent(ToolName::plain(name), &[branch]);
        }
    }
    skipped.open(build);
}

/// One decision for each source that a reviewer's plan never asks.
struct Skipped {
    core: DecisionId,
    mcp: DecisionId,
    extensions: DecisionId,
    dynamic: DecisionId,
    hosted: DecisionId,
}

impl Skipped {
    fn note(build: &mut Build<'_>) -> Skipped {
        let mut skip =
            |source: &'static Text| build.ledger.note(SKIPPED.with([("source", source.into())]));
        Skipped {
            core: skip(&Text { en: "general core sources", ko: "일반 핵심 출처" }),
            mcp: skip(&Text { en: "MCP", ko: "MCP" }),
            extensions: skip(&Text { en: "extensions", ko: "확장" }),
            dynamic: skip(&Text { en: "dynamic tools", ko: "클라이언트 도구" }),
            hosted: skip(&Text { en: "hosted tools", ko: "제공자 도구" }),
        }
    }

    fn open(self, build: &mut Build<'_>) {
        let inputs = build.inputs;
        let plain = resources::NAMES.into_iter().chain(utility::NAMES);
        for name in plain.filter(|name| *name != "view_image") {
            build.absent(ToolName::parse_dotted(name), &[self.core]);
        }
        for name in collab::names(inputs) {
            build.absent(name, &[self.core]);
        }
        build.listed.open_dropped(&mut build.ledger, &inputs.binding);
        for (position, tool) in inputs.binding.tools.iter().enumerate() {
            let candidate = build.bound_candidate(position, tool);
            build.ledger.link(candidate, self.mcp);
        }
        for tool in inputs.extensions.iter() {
            build.candidate(tool.name.clone(), Origin::Extension.label(), &[self.extensions]);
        }
        for tool in inputs.dynamic_tools.iter() {
            build.candidate(tool.tool_name(), Origin::Dynamic.label(), &[self.dynamic]);
        }
        build.candidate(ToolName::plain("web_search"), Origin::Hosted.label(), &[self.hosted]);
    }
}

fn add_view_image(build: &mut Build<'_>, branch: DecisionId, off: Option<DecisionId>) {
    let name = ToolName::plain("view_image");
    if let Some(off) = off {
        build.absent(name, &[branch, off]);
        return;
    }
    let (options, packed) = view_image_options(build.inputs);
    let spec = build.specs.get(SpecKey::with("view_image", packed), || view_image(options));
    build.builtin(name, spec, &[branch]);
}
