//! Rules and reasons of the MCP source: what happens to a bound tool on its way into the registry.

use crate::lang::Text;
use crate::mcp::apps::{AllowedBy, EntryKey, RefusedBy};
use crate::mcp::spec::PreparedTool;
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};

static APPS: Rule = Rule::new(
    "mcp.apps",
    Stage::External,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "148"),
    "App tools need apps switched on, a connector id, and the app policy's consent.",
    "앱 도구에는 켜진 앱, 커넥터 id, 앱 정책의 허락이 필요해요.",
);
pub(super) static APPS_OFF: Reason = Reason::new(
    &APPS,
    "off",
    Outcome::Absent,
    "Absent: apps are switched off.",
    "없어요. 앱이 꺼져 있어요.",
);
pub(super) static APP_WITHOUT_CONNECTOR: Reason = Reason::new(
    &APPS,
    "no_connector",
    Outcome::Absent,
    "Absent: the app tool has no connector id.",
    "없어요. 앱 도구에 커넥터 id가 없어요.",
);
pub(super) static APP_ALLOWED: Reason = Reason::new(
    &APPS,
    "allowed",
    Outcome::Passed,
    "The app policy allows it for `{connector}` ({by}).",
    "앱 정책이 `{connector}`에 허락했어요({by}).",
);
pub(super) static APP_REFUSED: Reason = Reason::new(
    &APPS,
    "refused",
    Outcome::Absent,
    "Absent: the app policy refuses it for `{connector}` ({by}).",
    "없어요. 앱 정책이 `{connector}`에 거절했어요({by}).",
);

static SCHEMA: Rule = Rule::new(
    "mcp.schema",
    Stage::External,
    upstream("codex-rs/tools/src/json_schema.rs", "whole file"),
    "A schema is cleaned, pruned and, over its budget, shortened; one that cannot be read costs only its own tool.",
    "스키마는 다듬고, 쳐내고, 예산을 넘으면 줄여요. 읽지 못하면 그 도구만 빠져요.",
);
pub(super) static SCHEMA_REFUSED: Reason = Reason::new(
    &SCHEMA,
    "refused",
    Outcome::Absent,
    "Skipped alone: its input schema cannot be used ({error}).",
    "이 도구만 빠졌어요. 입력 스키마를 쓸 수 없어요({error}).",
);
static SCHEMA_COMPACTED: Reason = Reason::new(
    &SCHEMA,
    "compacted",
    Outcome::Noted,
    "Its input schema was over budget; {passes} pass(es) shortened it.",
    "입력 스키마가 예산을 넘어 {passes}단계로 줄였어요.",
);
static PARAMETERS_REPLACED: Reason = Reason::new(
    &SCHEMA,
    "replaced",
    Outcome::Noted,
    "An agent plugin's tool was too large; its parameters were replaced by an open object.",
    "에이전트 플러그인 도구가 너무 커서 매개변수를 열린 객체로 바꿨어요.",
);

static BUDGET: Rule = Rule::new(
    "mcp.plugin_budget",
    Stage::External,
    upstream("codex-rs/core/src/mcp_tool_exposure.rs", "90-94"),
    "Agent plugins have a size budget, each tool and all together.",
    "에이전트 플러그인에는 도구별, 전체 크기 예산이 있어요.",
);
pub(super) static PLUGIN_OVER_BUDGET: Reason = Reason::new(
    &BUDGET,
    "over",
    Outcome::Exposed,
    "Hidden: its spec of {bytes} bytes exceeds {one}, or all agent plugins together {all}.",
    "Hidden: 스펙 {bytes}바이트가 {one}을 넘거나, 플러그인 전체가 {all}을 넘어요.",
);

static INITIAL_EXPOSURE: Rule = Rule::new(
    "mcp.initial_exposure",
    Stage::External,
    upstream("codex-rs/core/src/mcp_tool_exposure.rs", "90-94"),
    "MCP tools begin deferred when search is on, direct otherwise. No count matters.",
    "검색이 켜져 있으면 MCP 도구는 deferred로, 아니면 direct로 시작해요. 개수는 상관없어요.",
);
pub(super) static INITIAL: Reason = Reason::new(
    &INITIAL_EXPOSURE,
    "initial",
    Outcome::Exposed,
    "Begins as {exposure}: search is {search}.",
    "{exposure}로 시작해요. 검색: {search}.",
);

static POLICY: Rule = Rule::new(
    "mcp.policy",
    Stage::External,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "173-246"),
    "A server's omit_tools_from and the direct-only namespaces decide the final exposure.",
    "서버의 omit_tools_from과 direct-only namespace가 마지막 노출을 정해요.",
);
pub(super) static POLICY_EXPOSED: Reason = Reason::new(
    &POLICY,
    "exposed",
    Outcome::Exposed,
    "{exposure}: `{server}` omits {omitted}; direct-only namespace: {direct_only}.",
    "{exposure}: `{server}`가 빼는 면은 {omitted}, direct-only namespace는 {direct_only}.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 5] = [&APPS, &SCHEMA, &BUDGET, &INITIAL_EXPOSURE, &POLICY];

/// The rule of the app policy that let a tool through.
pub(super) fn allowed_by(by: AllowedBy) -> &'static Text {
    match by {
        AllowedBy::ToolEntry(key) => tool_entry(key),
        AllowedBy::AppToolsDefault => {
            &Text { en: "the app's default for tools", ko: "앱의 도구 기본값" }
        }
        AllowedBy::Switches => {
            &Text { en: "no switch is against it", ko: "막는 스위치가 없음" }
        }
    }
}

/// The rule of the app policy that kept a tool out.
pub(super) fn refused_by(by: RefusedBy) -> &'static Text {
    match by {
        RefusedBy::AppSetting => &Text { en: "the app is off", ko: "앱이 꺼져 있음" },
        RefusedBy::ManagedRequirement => {
            &Text { en: "a managed requirement", ko: "관리 요구사항" }
        }
        RefusedBy::AppsDefault => {
            &Text { en: "apps are off by default", ko: "앱 기본값이 꺼짐" }
        }
        RefusedBy::ToolEntry(key) => tool_entry(key),
        RefusedBy::AppToolsDefault => {
            &Text { en: "the app's default for tools", ko: "앱의 도구 기본값" }
        }
        RefusedBy::DestructiveSwitch => {
            &Text { en: "destructive tools are off", ko: "파괴적인 도구가 꺼짐" }
        }
        RefusedBy::OpenWorldSwitch => {
            &Text { en: "open-world tools are off", ko: "열린 세계 도구가 꺼짐" }
        }
    }
}

fn tool_entry(key: EntryKey) -> &'static Text {
    match key {
        EntryKey::RawName => &Text { en: "the tool's own entry", ko: "도구 자신의 항목" },
        EntryKey::Title => {
            &Text { en: "an entry under the tool's title", ko: "도구 제목의 항목" }
        }
    }
}

/// What schema preparation did, when it did more than clean.
pub(super) fn schema_decision(prepared: &PreparedTool) -> Option<Decision> {
    if prepared.parameters_replaced {
        return Some(PARAMETERS_REPLACED.decide());
    }
    if prepared.compacted.is_empty() {
        return None;
    }
    Some(SCHEMA_COMPACTED.with([("passes", prepared.compacted.len().into())]))
}
