//! The gates of the utility tools: one small function a tool.

use crate::builtin::media::ViewImageOptions;
use crate::lang::Text;
use crate::planner::features::Feature;
use crate::planner::gates::Gates;
use crate::planner::inputs::{Identity, PlanInputs, SuggestionPresentation};
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};

const FILE: &str = "codex-rs/core/src/tools/spec_plan.rs";

static CONFIG: Rule = Rule::new(
    "utility.config",
    Stage::CoreSources,
    upstream(FILE, "1009-1115"),
    "update_plan and request_user_input follow a configuration switch each.",
    "update_plan과 request_user_input은 각각 설정 스위치를 따라가요.",
);
static CONFIG_ON: Reason = Reason::new(
    &CONFIG,
    "on",
    Outcome::Passed,
    "The configuration entry {entry} is on.",
    "설정 {entry}가 켜져 있어요.",
);
static CONFIG_OFF: Reason = Reason::new(
    &CONFIG,
    "off",
    Outcome::Absent,
    "Not offered: the configuration entry {entry} is off.",
    "제공되지 않아요. 설정 {entry}가 꺼져 있어요.",
);

static FEATURE: Rule = Rule::new(
    "utility.feature",
    Stage::CoreSources,
    upstream(FILE, "1009-1115"),
    "Some utility tools follow a feature switch.",
    "몇몇 유틸 도구는 기능 스위치를 따라가요.",
);
static FEATURE_ON: Reason = Reason::new(
    &FEATURE,
    "on",
    Outcome::Passed,
    "The feature {feature} is on.",
    "{feature} 기능이 켜져 있어요.",
);
static FEATURE_OFF: Reason = Reason::new(
    &FEATURE,
    "off",
    Outcome::Absent,
    "Not offered: the feature {feature} is off.",
    "제공되지 않아요. {feature} 기능이 꺼져 있어요.",
);
static SLEEP_OFF: Reason = Reason::new(
    &FEATURE,
    "sleep_off",
    Outcome::Absent,
    "Not offered: the clock has no sleep_tool in its configuration.",
    "제공되지 않아요. 시계 설정에 sleep_tool이 없어요.",
);

static ENVIRONMENT: Rule = Rule::new(
    "utility.environment",
    Stage::CoreSources,
    upstream(FILE, "1009-1115"),
    "Tools that act on files or permissions need a ready environment, and a switch of their own.",
    "파일이나 권한을 다루는 도구에는 준비된 환경과 자기 스위치가 필요해요.",
);
static ENVIRONMENT_OPEN: Reason = Reason::new(
    &ENVIRONMENT,
    "open",
    Outcome::Passed,
    "An environment is ready and {switch} is on.",
    "환경이 준비됐고 {switch}가 켜져 있어요.",
);
static ENVIRONMENT_NONE: Reason = Reason::new(
    &ENVIRONMENT,
    "no_environment",
    Outcome::Absent,
    "Not offered: no environment is ready.",
    "제공되지 않아요. 준비된 환경이 없어요.",
);
static ENVIRONMENT_SWITCH_OFF: Reason = Reason::new(
    &ENVIRONMENT,
    "switch_off",
    Outcome::Absent,
    "Not offered: {switch} is off.",
    "제공되지 않아요. {switch}가 꺼져 있어요.",
);

static MESSAGE: Rule = Rule::new(
    "utility.user_message",
    Stage::CoreSources,
    upstream(FILE, "1009-1115"),
    "Only a user's own session whose model lists the tool may message the user.",
    "모델이 이 도구를 지원하는 사용자 자신의 세션만 사용자에게 메시지를 보낼 수 있어요.",
);
static MESSAGE_OPEN: Reason = Reason::new(
    &MESSAGE,
    "open",
    Outcome::Passed,
    "The user's own session, and the model lists send_user_message_async.",
    "사용자 자신의 세션이고 모델이 send_user_message_async를 지원해요.",
);
static MESSAGE_NOT_ROOT: Reason = Reason::new(
    &MESSAGE,
    "not_root",
    Outcome::Absent,
    "Not offered: this is no session of the user ({identity}), so it cannot message the user.",
    "제공되지 않아요. 사용자 세션이 아니라서({identity}) 메시지를 보낼 수 없어요.",
);
static MESSAGE_MODEL: Reason = Reason::new(
    &MESSAGE,
    "model",
    Outcome::Absent,
    "Not offered: the model does not list send_user_message_async.",
    "제공되지 않아요. 모델이 send_user_message_async를 지원하지 않아요.",
);

static EXPERIMENTAL: Rule = Rule::new(
    "utility.experimental",
    Stage::CoreSources,
    upstream(FILE, "1009-1115"),
    "An experimental tool appears only for a model that lists it.",
    "실험 도구는 지원한다고 적은 모델에만 나타나요.",
);
static EXPERIMENTAL_ON: Reason = Reason::new(
    &EXPERIMENTAL,
    "on",
    Outcome::Passed,
    "The model lists {tool} as experimental.",
    "모델이 {tool}을 실험 도구로 지원해요.",
);
static EXPERIMENTAL_OFF: Reason = Reason::new(
    &EXPERIMENTAL,
    "off",
    Outcome::Absent,
    "Not offered: the model does not list {tool}.",
    "제공되지 않아요. 모델이 {tool}을 지원하지 않아요.",
);

static SUGGEST: Rule = Rule::new(
    "utility.suggestions",
    Stage::CoreSources,
    upstream(FILE, "1009-1115"),
    "Plugin tools need three features, candidates, and for the list the ListTool presentation.",
    "플러그인 도구에는 기능 셋과 후보가, 목록에는 ListTool 방식이 필요해요.",
);
static SUGGEST_OPEN: Reason = Reason::new(
    &SUGGEST,
    "open",
    Outcome::Passed,
    "Suggestions are on, with {candidates} candidate(s).",
    "제안이 켜져 있고 후보가 {candidates}개예요.",
);
static SUGGEST_FEATURE: Reason = Reason::new(
    &SUGGEST,
    "feature_off",
    Outcome::Absent,
    "Not offered: the feature {feature} is off.",
    "제공되지 않아요. {feature} 기능이 꺼져 있어요.",
);
static SUGGEST_NOTHING: Reason = Reason::new(
    &SUGGEST,
    "no_candidates",
    Outcome::Absent,
    "Not offered: there is no plugin to suggest.",
    "제공되지 않아요. 제안할 플러그인이 없어요.",
);
static SUGGEST_CONTEXT: Reason = Reason::new(
    &SUGGEST,
    "in_context",
    Outcome::Absent,
    "No listing tool: candidates stand in the context already.",
    "목록 도구가 없어요. 후보가 이미 문맥에 들어 있어요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 6] = [&CONFIG, &FEATURE, &ENVIRONMENT, &MESSAGE, &EXPERIMENTAL, &SUGGEST];

fn config(entry: &'static str, on: bool) -> Decision {
    if on {
        CONFIG_ON.with([("entry", entry.into())])
    } else {
        CONFIG_OFF.with([("entry", entry.into())])
    }
}

fn feature(inputs: &PlanInputs, feature: Feature) -> Decision {
    let reason = if inputs.feature(feature) { &FEATURE_ON } else { &FEATURE_OFF };
    reason.with([("feature", feature.key().into())])
}

fn needs_environment(inputs: &PlanInputs, switch: &'static Text, on: bool) -> Decision {
    if inputs.environments.is_empty() {
        return ENVIRONMENT_NONE.with([("environments", 0usize.into())]);
    }
    let reason = if on { &ENVIRONMENT_OPEN } else { &ENVIRONMENT_SWITCH_OFF };
    reason.with([("switch", switch.into()), ("environments", inputs.environments.len().into())])
}

/// `update_plan`.
pub fn update_plan(inputs: &PlanInputs) -> Decision {
    config("update_plan_enabled", inputs.config.update_plan)
}

/// `request_user_input`.
pub fn request_user_input(inputs: &PlanInputs) -> Decision {
    config("experimental_request_user_input_enabled", inputs.config.request_user_input)
}

/// `wait_for_environment`.
pub fn wait_for_environment(inputs: &PlanInputs) -> Decision {
    feature(inputs, Feature::DeferredExecutor)
}

/// `send_user_message_async`.
pub fn send_user_message_async(inputs: &PlanInputs) -> Decision {
    if inputs.identity != Identity::Root {
        return MESSAGE_NOT_ROOT.with([("identity", inputs.identity.kind().into())]);
    }
    if !inputs.model.experimental_tools.contains("send_user_message_async") {
        return MESSAGE_MODEL.decide();
    }
    MESSAGE_OPEN.decide()
}

/// `request_permissions`.
pub fn request_permissions(inputs: &PlanInputs) -> Decision {
    let on = inputs.feature(Feature::RequestPermissionsTool);
    const SWITCH: &Text =
        &Text { en: "the feature request_permissions_tool", ko: "request_permissions_tool 기능" };
    needs_environment(inputs, SWITCH, on)
}

/// `new_context` and `get_context_remaining`.
pub fn token_budget(inputs: &PlanInputs) -> Decision {
    feature(inputs, Feature::TokenBudget)
}

/// `clock.curr_time`.
pub fn clock(inputs: &PlanInputs) -> Decision {
    feature(inputs, Feature::CurrentTimeReminder)
}

/// `clock.sleep`.
pub fn clock_sleep(inputs: &PlanInputs) -> Decision {
    let decision = clock(inputs);
    if decision.outcome() == Outcome::Passed && !inputs.config.sleep_tool {
        return SLEEP_OFF.with([("sleep_tool", false.into())]);
    }
    decision
}

/// `list_available_plugins_to_install`.
pub fn list_plugins(inputs: &PlanInputs) -> Decision {
    let decision = request_plugin_install(inputs);
    let in_context =
        inputs.suggestions.presentation == SuggestionPresentation::RecommendationContext;
    if decision.outcome() == Outcome::Passed && in_context {
        return SUGGEST_CONTEXT.with([("presentation", "RecommendationContext".into())]);
    }
    decision
}

/// `request_plugin_install`.
pub fn request_plugin_install(inputs: &PlanInputs) -> Decision {
    if !Gates::read(inputs).suggest {
        let off = [Feature::ToolSuggest, Feature::Apps, Feature::Plugins]
            .into_iter()
            .find(|feature| !inputs.feature(*feature))
            .map_or("tool_suggest", Feature::key);
        return SUGGEST_FEATURE.with([("feature", off.into())]);
    }
    match inputs.suggestions.candidates.as_deref() {
        None | Some([]) => SUGGEST_NOTHING.decide(),
        Some(candidates) => SUGGEST_OPEN.with([("candidates", candidates.len().into())]),
    }
}

/// `apply_patch`.
pub fn apply_patch(inputs: &PlanInputs) -> Decision {
    const SWITCH: &Text =
        &Text { en: "the model's apply_patch type", ko: "모델의 apply_patch 유형" };
    needs_environment(inputs, SWITCH, inputs.model.apply_patch)
}

/// `test_sync_tool`.
pub fn test_sync_tool(inputs: &PlanInputs) -> Decision {
    let listed = inputs.model.experimental_tools.contains("test_sync_tool");
    let reason = if listed { &EXPERIMENTAL_ON } else { &EXPERIMENTAL_OFF };
    reason.with([("tool", "test_sync_tool".into())])
}

/// `view_image`.
pub fn view_image(inputs: &PlanInputs) -> Decision {
    const SWITCH: &Text = &Text { en: "the feature view_image", ko: "view_image 기능" };
    needs_environment(inputs, SWITCH, inputs.feature(Feature::ViewImage))
}

/// The options of `view_image`, and the same packed for the spec cache.
pub fn view_image_options(inputs: &PlanInputs) -> (ViewImageOptions, u64) {
    let model = &inputs.model;
    let unified_budget = inputs.feature(Feature::UnifiedImageBudget)
        && (model.responses_lite || model.original_image_detail);
    let options = ViewImageOptions {
        detail: model.original_image_detail && !unified_budget,
        environment_id: inputs.environments.len() >= 2,
    };
    (options, u64::from(options.detail) | u64::from(options.environment_id) << 1)
}
