//! Rules of a call: routing, lookup, payload, gate, hooks, live check.

use crate::planner::rule::{Outcome, Reason, Rule, Stage, upstream};

const ROUTER: &str = "codex-rs/core/src/tools/router.rs";
const REGISTRY: &str = "codex-rs/core/src/tools/registry.rs";

static ROUTE: Rule = Rule::new(
    "call.route",
    Stage::Prompt,
    upstream(ROUTER, "148-200"),
    "Only function calls, custom calls and the client's own searches become calls.",
    "함수 호출, custom 호출, 클라이언트 자신의 검색만 호출이 돼요.",
);
pub(super) static NOT_OURS: Reason = Reason::new(
    &ROUTE,
    "foreign",
    Outcome::Noted,
    "Not a call of the client: the search has no call id, or {execution} executes it.",
    "클라이언트의 호출이 아니에요. 검색에 call id가 없거나 {execution}이(가) 실행해요.",
);
pub(super) static SEARCH_ARGUMENTS: Reason = Reason::new(
    &ROUTE,
    "search_arguments",
    Outcome::Noted,
    "The search could not be parsed, before a call object existed: the model is told under an empty call id.",
    "호출이 만들어지기 전에 검색을 해석하지 못했어요. 모델은 빈 call id로 그 사실을 들어요.",
);
static LOOKUP: Rule = Rule::new(
    "call.lookup",
    Stage::Prompt,
    upstream(REGISTRY, "479-753"),
    "A call is looked up by canonical name in the frozen registry; exposure does not matter.",
    "호출은 언 registry에서 canonical 이름으로 찾아요. 노출은 상관없어요.",
);
pub(super) static FOUND: Reason = Reason::new(
    &LOOKUP,
    "found",
    Outcome::Passed,
    "Found in the table, exposure {exposure}.",
    "표에서 찾았어요. 노출은 {exposure}.",
);
pub(super) static MISSING: Reason = Reason::new(
    &LOOKUP,
    "missing",
    Outcome::Noted,
    "Not in the table that dispatches this call: {message}.",
    "이 호출을 보내는 표에 없어요: {message}.",
);
static PAYLOAD: Rule = Rule::new(
    "call.payload",
    Stage::Prompt,
    upstream(REGISTRY, "479-753"),
    "A handler takes only its own kinds of payload; any other kind is a fault, not an answer.",
    "핸들러는 자기 종류의 payload만 받아요. 다른 종류는 대답이 아니라 결함이에요.",
);
pub(super) static WRONG_PAYLOAD: Reason = Reason::new(
    &PAYLOAD,
    "incompatible",
    Outcome::Noted,
    "Fatal: {message}. Nothing is recorded; the next prompt shows `aborted`.",
    "치명적: {message}. 기록되지 않고, 다음 프롬프트에는 `aborted`가 보여요.",
);
static GATE: Rule = Rule::new(
    "call.gate",
    Stage::Prompt,
    upstream("codex-rs/core/src/tools/parallel.rs", "whole file"),
    "Parallel-safe calls share the gate of the sample, every other call holds it alone.",
    "병렬 안전한 호출은 샘플의 문을 함께 쓰고, 나머지는 혼자 써요.",
);
pub(super) static GATE_SHARED: Reason = Reason::new(
    &GATE,
    "shared",
    Outcome::Noted,
    "Parallel-safe: it went in after {waited} ms, beside others.",
    "병렬 안전: {waited} ms 뒤 다른 호출과 함께 들어갔어요.",
);
pub(super) static GATE_EXCLUSIVE: Reason = Reason::new(
    &GATE,
    "exclusive",
    Outcome::Noted,
    "Exclusive: it went in after {waited} ms, alone.",
    "단독: {waited} ms 뒤 혼자 들어갔어요.",
);
static HOOKS: Rule = Rule::new(
    "call.hooks",
    Stage::Prompt,
    upstream(REGISTRY, "479-753"),
    "Hooks may refuse a call, rewrite its arguments, or replace the result of a success.",
    "hook은 호출을 막거나, 인자를 바꾸거나, 성공한 결과를 바꿀 수 있어요.",
);
pub(super) static HOOK_SAW: Reason = Reason::new(
    &HOOKS,
    "saw",
    Outcome::Noted,
    "Hooks saw {hook} with {arguments}.",
    "hook이 {hook}을(를) {arguments}와 함께 봤어요.",
);
pub(super) static HOOK_BLOCKED: Reason = Reason::new(
    &HOOKS,
    "blocked",
    Outcome::Noted,
    "A hook refused {hook}; the handler did not run.",
    "hook이 {hook}을(를) 막았어요. 핸들러는 실행되지 않았어요.",
);
pub(super) static HOOK_REWROTE: Reason = Reason::new(
    &HOOKS,
    "rewrote",
    Outcome::Noted,
    "A hook rewrote the arguments of {hook}.",
    "hook이 {hook}의 인자를 바꿨어요.",
);
pub(super) static HOOK_BAD_REWRITE: Reason = Reason::new(
    &HOOKS,
    "bad_rewrite",
    Outcome::Noted,
    "A hook's rewrite of {hook} could not be applied.",
    "hook이 {hook}의 인자를 바꾸려 했지만 적용할 수 없었어요.",
);
pub(super) static HOOK_REPLACED: Reason = Reason::new(
    &HOOKS,
    "replaced",
    Outcome::Noted,
    "A hook replaced the result of {hook}.",
    "hook이 {hook}의 결과를 바꿨어요.",
);
static LIVE: Rule = Rule::new(
    "call.live_binding",
    Stage::Prompt,
    upstream("codex-rs/core/src/mcp_tool_call.rs", "section 5.9 of the reference"),
    "Routing is frozen, authority is not: an MCP call is prepared on the live binding.",
    "경로는 얼어 있지만 권한은 아니에요. MCP 호출은 살아 있는 바인딩에서 준비돼요.",
);
pub(super) static LIVE_OK: Reason = Reason::new(
    &LIVE,
    "prepared",
    Outcome::Noted,
    "Prepared on the live binding; the raw call goes to `{tool}` of `{server}`.",
    "살아 있는 바인딩에서 준비됐어요. 실제 호출은 `{server}`의 `{tool}`로 가요.",
);
pub(super) static LIVE_REFRESHED: Reason = Reason::new(
    &LIVE,
    "refreshed",
    Outcome::Noted,
    "The call refreshed the MCP runtime first: {why}.",
    "호출이 먼저 MCP 런타임을 새로 고쳤어요. 이유: {why}.",
);
pub(super) static LIVE_GONE: Reason = Reason::new(
    &LIVE,
    "not_available",
    Outcome::Noted,
    "Refused on the live binding: `{server}` is gone, or does not list `{tool}` for the model any more.",
    "살아 있는 바인딩이 거절했어요. `{server}`이(가) 없거나 `{tool}`을(를) 더는 내놓지 않아요.",
);
pub(super) static LIVE_TRANSPORT: Reason = Reason::new(
    &LIVE,
    "transport",
    Outcome::Noted,
    "The transport of `{server}` closed; the model is told.",
    "`{server}`의 연결이 끊겼고, 모델에게 알려요.",
);
pub(super) static LIVE_BLOCKED: Reason = Reason::new(
    &LIVE,
    "app_policy",
    Outcome::Noted,
    "The app policy of the live binding refuses the call.",
    "살아 있는 바인딩의 앱 정책이 호출을 거절해요.",
);
pub(super) static LIVE_REVISION: Reason = Reason::new(
    &LIVE,
    "revision",
    Outcome::Noted,
    "The catalog changed between preparation and call.",
    "준비와 호출 사이에 카탈로그가 바뀌었어요.",
);
pub(super) static LIVE_TIMEOUT: Reason = Reason::new(
    &LIVE,
    "timeout",
    Outcome::Noted,
    "The call ran longer than its bound of {ms} ms.",
    "호출이 한도 {ms} ms보다 오래 걸렸어요.",
);
static HANDLER: Rule = Rule::new(
    "call.handler",
    Stage::Prompt,
    upstream(REGISTRY, "479-753"),
    "A handler answers, refuses its arguments, is interrupted, or dies.",
    "핸들러는 대답하거나, 인자를 거절하거나, 중단되거나, 죽어요.",
);
pub(super) static ARGUMENTS_REFUSED: Reason = Reason::new(
    &HANDLER,
    "arguments",
    Outcome::Noted,
    "The handler refused its arguments.",
    "핸들러가 인자를 거절했어요.",
);
pub(super) static INTERRUPTED: Reason = Reason::new(
    &HANDLER,
    "interrupted",
    Outcome::Noted,
    "The user interrupted the call after {ms} ms.",
    "사용자가 {ms} ms 뒤에 호출을 중단했어요.",
);
pub(super) static DIED: Reason = Reason::new(
    &HANDLER,
    "died",
    Outcome::Noted,
    "Fatal: tool task failed to receive: {error}. Nothing is recorded; the next prompt shows `aborted`.",
    "치명적: tool task failed to receive: {error}. 기록되지 않고, 다음 프롬프트에는 `aborted`가 보여요.",
);
pub(super) static FATAL: Reason = Reason::new(
    &HANDLER,
    "fatal",
    Outcome::Noted,
    "Fatal: {error}. Nothing is recorded; the next prompt shows `aborted`.",
    "치명적: {error}. 기록되지 않고, 다음 프롬프트에는 `aborted`가 보여요.",
);
static SEARCHED: Rule = Rule::new(
    "call.tool_search",
    Stage::Prompt,
    upstream("codex-rs/core/src/tools/handlers/tool_search.rs", "whole file"),
    "Hits go into history as loadable specs; neither list nor registry changes.",
    "찾은 것은 불러올 수 있는 spec으로 기록에 들어가고, 목록도 registry도 바뀌지 않아요.",
);
pub(super) static SEARCH_ANSWERED: Reason = Reason::new(
    &SEARCHED,
    "answered",
    Outcome::Noted,
    "{matched} deferred tool(s) share a search word, {hits} are returned.",
    "deferred 도구 {matched}개가 검색어와 겹치고, {hits}개를 돌려줘요.",
);
pub(super) static SEARCH_REFUSED: Reason = Reason::new(
    &SEARCHED,
    "refused",
    Outcome::Noted,
    "The search failed inside dispatch ({error}): the model sees an empty result instead.",
    "검색이 dispatch 안에서 실패했어요({error}). 모델은 대신 빈 결과를 봐요.",
);
pub(super) static SEARCH_TIE: Reason = Reason::new(
    &SEARCHED,
    "tie_cut",
    Outcome::Noted,
    "A tie was cut: {kept} of {tied} tools with equal scores were kept, by registration order. Upstream leaves this order open.",
    "동점이 잘렸어요. 점수가 같은 {tied}개 중 {kept}개를 등록 순서로 남겼어요. 원본은 이 순서를 정하지 않아요.",
);

/// Rules of calls, for the catalogue.
pub static RULES: [&Rule; 8] =
    [&ROUTE, &LOOKUP, &PAYLOAD, &GATE, &HOOKS, &LIVE, &HANDLER, &SEARCHED];
