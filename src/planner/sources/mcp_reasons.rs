//! Rules and reasons of the MCP source.

use crate::mcp::binding::{BoundTool, Dropped, DroppedTool, LeftOut};
use crate::mcp::spec::PreparedTool;
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};

static LIST: Rule = Rule::new(
    "mcp.listed",
    Stage::BindMcp,
    upstream("codex-rs/core/src/session/mcp.rs", "310-358"),
    "A binding holds what connected servers listed, or a cached list, at the moment of the capture.",
    "바인딩에는 포착 순간에 연결된 서버의 목록이나 캐시 목록이 들어 있어요.",
);
pub(super) static LISTED: Reason = Reason::new(
    &LIST,
    "listed",
    Outcome::Noted,
    "The server `{server}` lists it.",
    "`{server}` 서버의 목록에 있어요.",
);
pub(super) static LISTED_CACHED: Reason = Reason::new(
    &LIST,
    "cached",
    Outcome::Noted,
    "A cached list of the server `{server}` names it; read-only hints do not count.",
    "`{server}` 서버의 캐시 목록에 있어요. 읽기 전용 표시는 무시돼요.",
);
static STILL_STARTING: Reason = Reason::new(
    &LIST,
    "still_starting",
    Outcome::Absent,
    "Absent: the server `{server}` was not ready within the grace of {grace} ms.",
    "없어요. `{server}` 서버가 유예 {grace} ms 안에 준비되지 않았어요.",
);
static START_FAILED: Reason = Reason::new(
    &LIST,
    "start_failed",
    Outcome::Absent,
    "Absent: the start of the server `{server}` failed: {error}.",
    "없어요. `{server}` 서버가 시작하지 못했어요: {error}.",
);
static SERVER_DISABLED: Reason = Reason::new(
    &LIST,
    "disabled",
    Outcome::Absent,
    "Absent: the server `{server}` is switched off in the configuration.",
    "없어요. `{server}` 서버가 설정에서 꺼져 있어요.",
);
static NOT_CONFIGURED: Reason = Reason::new(
    &LIST,
    "not_configured",
    Outcome::Absent,
    "Absent: the server `{server}` is not configured now.",
    "없어요. `{server}` 서버가 지금 설정에 없어요.",
);

static FILTER: Rule = Rule::new(
    "mcp.filter",
    Stage::CollectMcp,
    upstream("codex-rs/codex-mcp/src/tools.rs", "113-226"),
    "enabled_tools and disabled_tools speak of raw names; disabled wins.",
    "enabled_tools와 disabled_tools는 원래 이름을 보고, disabled가 이겨요.",
);
static NOT_ENABLED: Reason = Reason::new(
    &FILTER,
    "not_enabled",
    Outcome::Absent,
    "Filtered out: enabled_tools of `{server}` does not name `{raw}`.",
    "걸러졌어요. `{server}`의 enabled_tools에 `{raw}`가 없어요.",
);
static DISABLED: Reason = Reason::new(
    &FILTER,
    "disabled",
    Outcome::Absent,
    "Filtered out: disabled_tools of `{server}` names `{raw}`.",
    "걸러졌어요. `{server}`의 disabled_tools에 `{raw}`가 있어요.",
);

static UI: Rule = Rule::new(
    "mcp.ui_visibility",
    Stage::CollectMcp,
    upstream("codex-rs/codex-mcp/src/tools.rs", "113-226"),
    "A visibility list in _meta.ui must contain `model`.",
    "_meta.ui의 visibility 목록에는 `model`이 있어야 해요.",
);
static HIDDEN_BY_UI: Reason = Reason::new(
    &UI,
    "hidden",
    Outcome::Absent,
    "Not for the model: _meta.ui.visibility of `{raw}` does not contain `model`.",
    "모델용이 아니에요. `{raw}`의 _meta.ui.visibility에 `model`이 없어요.",
);

static NAME: Rule = Rule::new(
    "mcp.name",
    Stage::CollectMcp,
    upstream("codex-rs/codex-mcp/src/tools.rs", "113-226"),
    "Names are made of ASCII letters, digits and `_`, unique and within the limit.",
    "이름은 ASCII 글자, 숫자, `_`로 되고, 겹치지 않으며, 한도 안에 있어요.",
);
static NAMED: Reason = Reason::new(
    &NAME,
    "changed",
    Outcome::Noted,
    "`{server}`/`{raw}` became {name}: {changes}.",
    "`{server}`/`{raw}`가 {name}이 됐어요: {changes}.",
);
static DUPLICATE: Reason = Reason::new(
    &NAME,
    "duplicate",
    Outcome::Absent,
    "Dropped: `{server}` listed `{raw}` twice; the first one stays.",
    "버려졌어요. `{server}`가 `{raw}`를 두 번 냈고 첫 번째가 남아요.",
);
static UNNAMEABLE: Reason = Reason::new(
    &NAME,
    "unnameable",
    Outcome::Absent,
    "Dropped: no valid name could be made: {error}.",
    "버려졌어요. 쓸 수 있는 이름을 만들지 못했어요: {error}.",
);

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

/// Rules of the MCP source, for the catalogue.
pub static RULES: [&crate::planner::rule::Rule; 9] =
    [&LIST, &FILTER, &UI, &NAME, &APPS, &SCHEMA, &BUDGET, &INITIAL_EXPOSURE, &POLICY];

/// Why a listed tool is not in the binding.
pub(super) fn dropped_decision(dropped: &DroppedTool) -> Decision {
    let server = || ("server", dropped.server.clone().into());
    let raw = || ("raw", dropped.raw.clone().into());
    match &dropped.why {
        Dropped::Server(why) => server_decision(&dropped.server, why),
        Dropped::NotEnabled => NOT_ENABLED.with([server(), raw()]),
        Dropped::Disabled => DISABLED.with([server(), raw()]),
        Dropped::HiddenByUi => HIDDEN_BY_UI.with([server(), raw()]),
        Dropped::Duplicate => DUPLICATE.with([server(), raw()]),
        Dropped::Unnameable(error) => {
            UNNAMEABLE.with([server(), raw(), ("error", error.clone().into())])
        }
    }
}

/// Why a whole server contributes nothing.
pub fn server_decision(server: &std::sync::Arc<str>, why: &LeftOut) -> Decision {
    let server = ("server", server.clone().into());
    match why {
        LeftOut::StillStarting { grace_ms } => {
            STILL_STARTING.with([server, ("grace", (*grace_ms).into())])
        }
        LeftOut::StartFailed(error) => START_FAILED.with([server, ("error", error.clone().into())]),
        LeftOut::Disabled => SERVER_DISABLED.with([server]),
        LeftOut::NotConfigured => NOT_CONFIGURED.with([server]),
    }
}

/// What normalization did, when it did more than put the prefix in front.
pub(super) fn named_decision(tool: &BoundTool) -> Option<Decision> {
    let changes = tool.changes;
    let parts: Vec<&str> = [
        (changes.sanitized, "characters replaced by _"),
        (changes.namespace_hashed, "namespace hashed: two sources share it"),
        (changes.name_hashed, "name hashed: two tools share it"),
        (changes.shortened, "shortened to the limit"),
        (changes.taken, "hashed: the joined name was taken"),
        (changes.namespace_cut, "namespace cut to the limit"),
    ]
    .into_iter()
    .filter(|(happened, _)| *happened)
    .map(|(_, words)| words)
    .collect();
    if parts.is_empty() {
        return None;
    }
    Some(NAMED.with([
        ("server", tool.server.clone().into()),
        ("raw", tool.tool.name.clone().into()),
        ("name", tool.name.dotted().into()),
        ("changes", parts.join("; ").into()),
    ]))
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
