//! [`Gates`]: conditions that several sources and the final pass share, computed once per plan.
//!
//! Upstream: `codex-rs/core/src/tools/spec_plan.rs` 578-580, `codex-rs/core/src/tools/mod.rs` 67-88.

use super::features::Feature;
use super::inputs::{PlanInputs, ToolMode};
use super::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};

static SEARCH: Rule = Rule::new(
    "gate.search",
    Stage::CollectMcp,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "578-580"),
    "Search needs a model that understands it and a provider that carries namespaces.",
    "검색에는 이를 이해하는 모델과 namespace를 전달하는 제공자가 모두 필요해요.",
);
static SEARCH_ON: Reason = Reason::new(
    &SEARCH,
    "on",
    Outcome::Noted,
    "Search is on: model and provider both support it.",
    "검색이 켜져 있어요. 모델과 제공자가 모두 지원해요.",
);
static SEARCH_NO_MODEL: Reason = Reason::new(
    &SEARCH,
    "model",
    Outcome::Noted,
    "Search is off: the model does not understand tool_search.",
    "검색이 꺼져 있어요. 모델이 tool_search를 이해하지 못해요.",
);
static SEARCH_NO_NAMESPACES: Reason = Reason::new(
    &SEARCH,
    "provider",
    Outcome::Noted,
    "Search is off: the provider does not carry namespaces.",
    "검색이 꺼져 있어요. 제공자가 namespace를 전달하지 못해요.",
);

static MODE: Rule = Rule::new(
    "gate.tool_mode",
    Stage::CollectMcp,
    upstream("codex-rs/core/src/tools/mod.rs", "67-88"),
    "The model's own tool mode wins over the features; CodeMode falls back to Direct without its service.",
    "모델이 정한 도구 모드가 기능 스위치보다 앞서고, 서비스가 없으면 CodeMode는 Direct로 물러나요.",
);
static MODE_MODEL: Reason = Reason::new(
    &MODE,
    "model",
    Outcome::Noted,
    "Tool mode {mode}: the model insists on it.",
    "도구 모드 {mode}: 모델이 정했어요.",
);
static MODE_FEATURES: Reason = Reason::new(
    &MODE,
    "features",
    Outcome::Noted,
    "Tool mode {mode}: so say the feature switches.",
    "도구 모드 {mode}: 기능 스위치가 정했어요.",
);
static MODE_FALLBACK: Reason = Reason::new(
    &MODE,
    "fallback",
    Outcome::Noted,
    "Tool mode Direct: {requested} was asked for, but its service is not available.",
    "도구 모드 Direct: {requested}를 요청했지만 서비스가 없어요.",
);
static MODE_BROKEN: Reason = Reason::new(
    &MODE,
    "no_fallback",
    Outcome::Noted,
    "Tool mode {mode} although its service is not available: exec is planned and fails when used.",
    "서비스가 없지만 도구 모드는 {mode}예요. exec는 계획되고 쓰면 실패해요.",
);

/// Conditions shared by several rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gates {
    /// The provider carries namespace entries.
    pub namespace_tools: bool,
    /// Deferral and `tool_search` are possible.
    pub search: bool,
    /// Plugin suggestions are possible.
    pub suggest: bool,
    /// An extension may replace the hosted web search.
    pub standalone_search: bool,
    /// The tool mode after the fallback.
    pub mode: ToolMode,
}

impl Gates {
    /// Reads the shared conditions.
    pub fn read(inputs: &PlanInputs) -> Gates {
        let namespace_tools = inputs.provider.namespace_tools;
        let suggest = [Feature::ToolSuggest, Feature::Apps, Feature::Plugins]
            .into_iter()
            .all(|feature| inputs.feature(feature));
        Gates {
            namespace_tools,
            search: inputs.model.supports_search_tool && namespace_tools,
            suggest,
            standalone_search: namespace_tools
                && inputs.provider.web_search
                && (inputs.model.responses_lite || inputs.feature(Feature::StandaloneWebSearch)),
            mode: effective_mode(inputs),
        }
    }

    /// Are `exec` and `wait` planned?
    pub fn code_mode(&self) -> bool {
        self.mode != ToolMode::Direct
    }
}

/// The decision about search, for the ledger.
pub fn search(inputs: &PlanInputs) -> Decision {
    if !inputs.model.supports_search_tool {
        return SEARCH_NO_MODEL.with([("supports_search_tool", false.into())]);
    }
    if !inputs.provider.namespace_tools {
        return SEARCH_NO_NAMESPACES.with([("namespace_tools", false.into())]);
    }
    SEARCH_ON.with([("supports_search_tool", true.into()), ("namespace_tools", true.into())])
}

/// The decision about the tool mode, for the ledger.
pub fn tool_mode(inputs: &PlanInputs) -> Decision {
    let requested = requested_mode(inputs);
    let effective = effective_mode(inputs);
    if requested != effective {
        return MODE_FALLBACK.with([("requested", requested.label().into())]);
    }
    if effective != ToolMode::Direct && !inputs.code_mode_service {
        return MODE_BROKEN.with([("mode", effective.label().into())]);
    }
    if inputs.model.tool_mode.is_some() {
        return MODE_MODEL.with([("mode", effective.label().into())]);
    }
    MODE_FEATURES.with([("mode", effective.label().into())])
}

fn requested_mode(inputs: &PlanInputs) -> ToolMode {
    if let Some(mode) = inputs.model.tool_mode {
        return mode;
    }
    if inputs.feature(Feature::CodeModeOnly) {
        return ToolMode::CodeModeOnly;
    }
    if inputs.feature(Feature::CodeMode) {
        return ToolMode::CodeMode;
    }
    ToolMode::Direct
}

fn effective_mode(inputs: &PlanInputs) -> ToolMode {
    let requested = requested_mode(inputs);
    let falls_back = requested == ToolMode::CodeMode
        && !inputs.code_mode_service
        && !inputs.config.code_mode.disable_in_process_fallback;
    if falls_back { ToolMode::Direct } else { requested }
}

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 2] = [&SEARCH, &MODE];
