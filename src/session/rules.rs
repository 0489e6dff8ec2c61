//! Rules of the session: when an event takes effect, what a capture does, how a call is judged.

use crate::planner::rule::{Outcome, Reason, Rule, Stage, upstream};

const TURN: &str = "codex-rs/core/src/session/turn.rs";
const MCP: &str = "codex-rs/core/src/session/mcp.rs";
const STEP: &str = "codex-rs/core/src/session/step_context.rs";
const CAPTURE: &str = "codex-rs/core/src/session/mod.rs";

static TURN_SETTINGS: Rule = Rule::new(
    "effect.turn_setting",
    Stage::Freeze,
    upstream(TURN, "301"),
    "Identity, permissions, model, provider, features and configuration belong to the turn.",
    "신분, 권한, 모델, 제공자, 기능, 설정은 turn에 속해요.",
);
pub(super) static NEXT_TURN: Reason = Reason::new(
    &TURN_SETTINGS,
    "next_turn",
    Outcome::Noted,
    "{setting} belongs to the turn: the next turn's first sample sees it.",
    "{setting}은(는) turn에 속해서 다음 turn의 첫 샘플부터 보여요.",
);
static STEP_SETTINGS: Rule = Rule::new(
    "effect.step_setting",
    Stage::BindMcp,
    upstream(CAPTURE, "3173-3281"),
    "What a capture reads anew takes effect at the next sample.",
    "포착할 때 다시 읽는 것은 다음 샘플부터 효과가 있어요.",
);
pub(super) static NEXT_SAMPLE: Reason = Reason::new(
    &STEP_SETTINGS,
    "next_sample",
    Outcome::Noted,
    "{setting} is read anew at every capture: the next sample sees it.",
    "{setting}은(는) 포착할 때마다 다시 읽어서 다음 샘플부터 보여요.",
);
static ENVIRONMENTS: Rule = Rule::new(
    "effect.environment",
    Stage::BindMcp,
    upstream(CAPTURE, "3173-3281"),
    "The selection of environments is fixed for the turn; only readiness is read anew.",
    "환경 선택은 turn 동안 고정되고, 준비 여부만 다시 읽어요.",
);
pub(super) static READINESS: Reason = Reason::new(
    &ENVIRONMENTS,
    "readiness",
    Outcome::Noted,
    "Environment {environment} is {state}: the next sample sees it.",
    "환경 {environment}: {state}. 다음 샘플부터 보여요.",
);
pub(super) static READINESS_UNCHANGED: Reason = Reason::new(
    &ENVIRONMENTS,
    "unchanged",
    Outcome::Noted,
    "Environment {environment} is not selected, or already {state}: nothing changes.",
    "환경 {environment}은(는) 선택되지 않았거나 이미 {state} 상태라서 바뀌는 것이 없어요.",
);

static RUNTIME: Rule = Rule::new(
    "effect.mcp_config",
    Stage::BindMcp,
    upstream(MCP, "310-358"),
    "A change of servers marks the MCP runtime stale; the next capture or call refreshes it.",
    "서버 설정이 바뀌면 MCP 런타임이 낡은 것으로 표시되고, 다음 포착이나 호출이 새로 고쳐요.",
);
pub(super) static RUNTIME_STALE: Reason = Reason::new(
    &RUNTIME,
    "stale",
    Outcome::Noted,
    "{what}: the runtime is stale. The frozen list stays; a call already uses the refreshed runtime, and the next sample's names follow.",
    "{what}: 런타임이 낡았어요. 언 목록은 그대로이고, 호출은 새 런타임을 쓰며, 다음 샘플의 이름이 따라가요.",
);
pub(super) static REFRESHED: Reason = Reason::new(
    &RUNTIME,
    "refreshed",
    Outcome::Noted,
    "The MCP runtime was refreshed: {why}.",
    "MCP 런타임을 새로 고쳤어요. 이유: {why}.",
);
static TRANSPORT: Rule = Rule::new(
    "effect.transport",
    Stage::BindMcp,
    upstream(MCP, "348-357"),
    "A closed transport fails calls at once but removes no names until the runtime is refreshed.",
    "끊긴 연결은 호출을 바로 실패시키지만, 런타임을 새로 고칠 때까지 이름은 남아요.",
);
pub(super) static TRANSPORT_CALLS: Reason = Reason::new(
    &TRANSPORT,
    "calls",
    Outcome::Noted,
    "Calls to {server} fail from now on: its transport has closed.",
    "{server} 호출은 지금부터 실패해요. 연결이 끊겼어요.",
);
pub(super) static TRANSPORT_NAMES: Reason = Reason::new(
    &TRANSPORT,
    "names",
    Outcome::Noted,
    "Names of {server} stay: the closed client still supplies its last list until a refresh.",
    "{server}의 이름은 남아요. 닫힌 클라이언트가 새로 고침 전까지 마지막 목록을 내요.",
);
pub(super) static TRANSPORT_NOTHING: Reason = Reason::new(
    &TRANSPORT,
    "nothing",
    Outcome::Noted,
    "Nothing changes: {server} is not in the state this event speaks of.",
    "바뀌는 것이 없어요. {server}이(가) 이 이벤트가 말하는 상태가 아니에요.",
);
pub(super) static RECONNECTED: Reason = Reason::new(
    &TRANSPORT,
    "reconnected",
    Outcome::Noted,
    "{server} can be reached again: calls work from now on, and the next sample binds its present list.",
    "{server}에 다시 닿을 수 있어요. 호출은 지금부터 되고, 다음 샘플이 지금 목록을 묶어요.",
);
static READY: Rule = Rule::new(
    "effect.mcp_start",
    Stage::BindMcp,
    upstream(MCP, "310-358"),
    "A server that finishes its start during a sample is bound by the next capture.",
    "샘플 도중에 시작을 마친 서버는 다음 포착이 묶어요.",
);
pub(super) static START_ENDED: Reason = Reason::new(
    &READY,
    "ended",
    Outcome::Noted,
    "The start of {server} ended ({how}): the next sample sees it, this one does not.",
    "{server}의 시작이 끝났어요({how}). 이번이 아니라 다음 샘플부터 보여요.",
);
static LIST_CHANGED: Rule = Rule::new(
    "effect.list_changed",
    Stage::BindMcp,
    upstream(MCP, "310-358"),
    "A list-changed notice gives the next capture another list; a missed one waits for a refresh.",
    "목록 변경 알림을 받으면 다음 포착이 새 목록을 쓰고, 놓치면 새로 고침을 기다려요.",
);
pub(super) static LIST_NOTICED: Reason = Reason::new(
    &LIST_CHANGED,
    "noticed",
    Outcome::Noted,
    "{server} listed its tools anew: table and search index change together at the next sample.",
    "{server}이(가) 목록을 다시 냈어요. 표와 검색 색인이 다음 샘플에서 함께 바뀌어요.",
);
pub(super) static LIST_AT_START: Reason = Reason::new(
    &LIST_CHANGED,
    "at_start",
    Outcome::Noted,
    "{server} is not up yet: its start reads the new list, whatever the client noticed.",
    "{server}은(는) 아직 뜨지 않았어요. 시작이 끝날 때 새 목록을 읽어요.",
);
pub(super) static LIST_UNNOTICED: Reason = Reason::new(
    &LIST_CHANGED,
    "unnoticed",
    Outcome::Noted,
    "The client did not take notice of {server}'s new list: the old one stays until a refresh or a start.",
    "클라이언트가 {server}의 새 목록을 알아채지 못했어요. 새로 고침이나 시작 전까지 옛 목록이 남아요.",
);

static CAPTURE_WAIT: Rule = Rule::new(
    "capture.wait",
    Stage::BindMcp,
    upstream(MCP, "310-358"),
    "A capture waits for required and mentioned servers, and for others only within a shared grace.",
    "포착은 필수 서버와 언급된 서버를 기다리고, 나머지는 함께 쓰는 유예 안에서만 기다려요.",
);
pub(super) static WAITED: Reason = Reason::new(
    &CAPTURE_WAIT,
    "waited",
    Outcome::Noted,
    "The capture waited {ms} ms for servers that were starting.",
    "시작 중인 서버를 {ms} ms 기다렸어요.",
);
pub(super) static REQUIRED_FAILED: Reason = Reason::new(
    &CAPTURE_WAIT,
    "required_failed",
    Outcome::Noted,
    "The required server {server} did not start ({error}): the capture fails instead of planning without it.",
    "필수 서버 {server}이(가) 시작하지 못했어요({error}). 없는 채로 계획하지 않고 포착이 실패해요.",
);
static BINDING: Rule = Rule::new(
    "capture.binding",
    Stage::BindMcp,
    upstream(MCP, "348-357"),
    "A step reuses the binding only while no list, start or transport has changed.",
    "목록, 시작, 연결이 바뀌지 않은 동안에만 바인딩을 다시 써요.",
);
pub(super) static BINDING_REUSED: Reason = Reason::new(
    &BINDING,
    "reused",
    Outcome::Noted,
    "The binding of the previous step is reused: {tools} tool(s).",
    "이전 step의 바인딩을 다시 써요. 도구 {tools}개.",
);
pub(super) static BINDING_NEW: Reason = Reason::new(
    &BINDING,
    "new",
    Outcome::Noted,
    "A new binding was resolved: {tools} tool(s) of {servers} server(s).",
    "새 바인딩을 정했어요. 서버 {servers}개의 도구 {tools}개.",
);
pub(super) static BINDING_EMPTY: Reason = Reason::new(
    &BINDING,
    "empty",
    Outcome::Noted,
    "The binding is empty: no server is configured.",
    "바인딩이 비어 있어요. 설정된 서버가 없어요.",
);
static COLLECT: Rule = Rule::new(
    "capture.collect",
    Stage::CollectMcp,
    upstream(TURN, "1494-1570"),
    "The MCP list and the ready environments are handed to the planner.",
    "MCP 목록과 준비된 환경을 계획 함수에 넘겨요.",
);
pub(super) static COLLECTED: Reason = Reason::new(
    &COLLECT,
    "handed_over",
    Outcome::Noted,
    "{tools} MCP tool(s) and {environments} ready environment(s) are handed over.",
    "MCP 도구 {tools}개와 준비된 환경 {environments}개를 넘겨요.",
);
static FREEZE: Rule = Rule::new(
    "capture.freeze",
    Stage::Freeze,
    upstream(STEP, "17-47"),
    "The step context holds the router until the sample ends; nothing changes it.",
    "step context가 샘플이 끝날 때까지 router를 쥐고 있고, 아무것도 바꾸지 못해요.",
);
pub(super) static FROZEN_STEP: Reason = Reason::new(
    &FREEZE,
    "step",
    Outcome::Noted,
    "Frozen for this sample: {visible} visible, {registered} dispatchable.",
    "이번 샘플 동안 얼렸어요. 보이는 것 {visible}개, 호출 가능한 것 {registered}개.",
);
pub(super) static FROZEN_TURN: Reason = Reason::new(
    &FREEZE,
    "turn",
    Outcome::Noted,
    "Wrong policy: the table of the turn's first sample stays in force until the turn ends.",
    "잘못된 정책: 이 turn 첫 샘플의 표가 turn 끝까지 쓰여요.",
);
pub(super) static FROZEN_CALL: Reason = Reason::new(
    &FREEZE,
    "call",
    Outcome::Noted,
    "Wrong policy: nothing is frozen, each call is dispatched by a table made at its own time.",
    "잘못된 정책: 아무것도 얼지 않고, 호출마다 그때의 표를 써요.",
);
static PROMPT: Rule = Rule::new(
    "capture.prompt",
    Stage::Prompt,
    upstream(TURN, "1312-1340"),
    "The prompt takes the visible specs of the frozen router, and nothing else.",
    "프롬프트는 언 router의 보이는 spec만 읽어요.",
);
pub(super) static PROMPTED: Reason = Reason::new(
    &PROMPT,
    "read",
    Outcome::Noted,
    "The request carries {entries} entries, {tokens} tokens.",
    "요청에 항목 {entries}개, {tokens} 토큰이 들어가요.",
);

/// Rules of events and captures, for the catalogue.
pub static RULES: [&Rule; 12] = [
    &TURN_SETTINGS,
    &STEP_SETTINGS,
    &ENVIRONMENTS,
    &RUNTIME,
    &TRANSPORT,
    &READY,
    &LIST_CHANGED,
    &CAPTURE_WAIT,
    &BINDING,
    &COLLECT,
    &FREEZE,
    &PROMPT,
];
