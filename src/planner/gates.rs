//! [`Gates`]: conditions that several sources and the final pass share, computed once per plan.
//!
//! Upstream: `codex-rs/core/src/tools/spec_plan.rs` 578-580, `codex-rs/core/src/tools/mod.rs` 67-88.

use super::features::Feature;
use super::inputs::{PlanInputs, ToolMode};
use super::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};
use crate::lang::Text;

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
    "Code Mode is unavailable because {reason}. Falling back to direct tools; enable `features.code_mode_host` and install `codex-code-mode-host`.",
    "Code Mode를 쓸 수 없어요({reason}). 도구를 직접 부르는 방식으로 물러나요. `features.code_mode_host`를 켜고 `codex-code-mode-host`를 설치하세요.",
);
static MODE_FAILS_CLOSED: Reason = Reason::new(
    &MODE,
    "fails_closed",
    Outcome::Noted,
    "Code Mode is unavailable because {reason}. Code mode will fail closed; enable `features.code_mode_host` and install `codex-code-mode-host`.",
    "Code Mode를 쓸 수 없어요({reason}). exec는 계획되지만 쓰면 실패해요. `features.code_mode_host`를 켜고 `codex-code-mode-host`를 설치하세요.",
);

/// Why cells could not run when their host is switched off.
pub static HOST_DISABLED: Text =
    Text { en: "code-mode host is disabled", ko: "코드 모드 호스트가 꺼져 있음" };
/// Why cells could not run when their host is missing. The wording is upstream's, with the program's
/// bare name for a path, and with the error that a missing program gives.
pub static HOST_MISSING: Text = Text {
    en: "failed to spawn code-mode host codex-code-mode-host: No such file or directory (os error 2)",
    ko: "코드 모드 호스트 codex-code-mode-host를 시작하지 못함",
};

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
    if let Some(warning) = host_warning(inputs) {
        return warning;
    }
    let mode = ("mode", effective_mode(inputs).label().into());
    match inputs.model.tool_mode {
        Some(_) => MODE_MODEL.with([mode]),
        None => MODE_FEATURES.with([mode]),
    }
}

/// Why cells could not run in this turn. An `exec` that is planned all the same fails with the
/// English text.
pub fn host_fault(inputs: &PlanInputs) -> Option<&'static Text> {
    if !inputs.feature(Feature::CodeModeHost) {
        return Some(&HOST_DISABLED);
    }
    (!inputs.code_mode_service).then_some(&HOST_MISSING)
}

/// What the user is told, once a session, when a code mode was asked for and its host is not there.
pub fn host_warning(inputs: &PlanInputs) -> Option<Decision> {
    let requested = requested_mode(inputs);
    if requested == ToolMode::Direct {
        return None;
    }
    let fault = host_fault(inputs)?;
    let reason = match effective_mode(inputs) {
        ToolMode::Direct => &MODE_FALLBACK,
        ToolMode::CodeMode | ToolMode::CodeModeOnly => &MODE_FAILS_CLOSED,
    };
    Some(reason.with([("requested", requested.label().into()), ("reason", fault.into())]))
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
        && host_fault(inputs).is_some()
        && !inputs.config.code_mode.disable_in_process_fallback;
    if falls_back { ToolMode::Direct } else { requested }
}

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 2] = [&SEARCH, &MODE];
