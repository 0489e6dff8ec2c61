//! Rules of the room: cells that are asked for, nested calls that are handed over, notifications.

use crate::planner::rule::{Outcome, Reason, Rule, Stage, upstream};

const HANDLERS: &str = "codex-rs/core/src/tools/code_mode/";

static CELL: Rule = Rule::new(
    "cell.call",
    Stage::Prompt,
    upstream(HANDLERS, "sections 4 and 5 of the reference"),
    "exec starts a cell and waits for it, wait goes back to it; both wait until it yields or ends.",
    "exec는 셀을 시작하고 기다려요. wait는 셀로 돌아가요. 둘 다 셀이 양보하거나 끝날 때까지 기다려요.",
);
pub(super) static STARTED: Reason = Reason::new(
    &CELL,
    "started",
    Outcome::Noted,
    "Cell {cell} starts with {tools} tool(s); asked to yield after {ms} ms.",
    "셀 {cell}이(가) 도구 {tools}개로 시작해요. {ms} ms 뒤에 양보하라고 했어요.",
);
pub(super) static ASKED: Reason = Reason::new(
    &CELL,
    "asked",
    Outcome::Noted,
    "Waits for cell {cell}, {ms} ms as requested.",
    "셀 {cell}을(를) 기다려요. 요청한 시간은 {ms} ms예요.",
);
pub(super) static ENDED: Reason = Reason::new(
    &CELL,
    "terminate",
    Outcome::Noted,
    "Asks for the end of cell {cell}; its yield time does not matter.",
    "셀 {cell}을(를) 끝내 달라고 해요. 양보 시간은 상관없어요.",
);
pub(super) static REFUSED: Reason = Reason::new(
    &CELL,
    "refused",
    Outcome::Noted,
    "The handler refuses its input; the model gets one plain text and no cell is touched.",
    "핸들러가 입력을 거절해요. 모델은 글 하나만 받고, 어떤 셀도 건드리지 않아요.",
);
pub(super) static NO_HOST: Reason = Reason::new(
    &CELL,
    "no_host",
    Outcome::Noted,
    "Fails closed, because cells cannot run: {reason}.",
    "셀을 실행할 수 없어서 실패해요: {reason}.",
);

static HOST: Rule = Rule::new(
    "cell.connection",
    Stage::Prompt,
    upstream("codex-rs/code-mode/src/", "remote session"),
    "Cells live in a host process; when it is lost, open calls fail, cells and stored values are gone, and the next exec connects anew.",
    "셀은 호스트 프로세스 안에서 살아요. 호스트를 잃으면 열린 호출은 실패하고 셀과 저장한 값은 사라져요. 다음 exec가 다시 연결해요.",
);
pub(in crate::session) static HOST_LOST: Reason = Reason::new(
    &HOST,
    "lost",
    Outcome::Noted,
    "The engine host is gone: {cells} cell(s) end where they are, and every open exec and wait fails.",
    "엔진 호스트가 사라졌어요. 셀 {cells}개가 그 자리에서 끝나고, 열려 있던 exec와 wait는 모두 실패해요.",
);
pub(in crate::session) static VALUES_LOST: Reason = Reason::new(
    &HOST,
    "values",
    Outcome::Noted,
    "Values that cells had stored lived in the host: {values} key(s) are gone.",
    "셀이 저장한 값은 호스트 안에 있었어요. 키 {values}개가 사라졌어요.",
);
pub(in crate::session) static IDS_STALE: Reason = Reason::new(
    &HOST,
    "ids",
    Outcome::Noted,
    "Ids of its cells are stale from now on; the next exec connects anew and gives ids with a prefix.",
    "그 호스트가 준 셀 id는 이제 낡았어요. 다음 exec가 다시 연결하고 앞에 번호가 붙은 id를 줘요.",
);
pub(in crate::session) static NO_HOST_TO_LOSE: Reason = Reason::new(
    &HOST,
    "nothing",
    Outcome::Noted,
    "No engine host is running: there is nothing to lose.",
    "실행 중인 엔진 호스트가 없어서 잃을 것도 없어요.",
);
pub(super) static CONNECTED_ANEW: Reason = Reason::new(
    &HOST,
    "anew",
    Outcome::Noted,
    "The host was lost: this exec starts generation {generation}, with ids `g{generation}:1` and on, and without the values of before.",
    "호스트를 잃었어서 이 exec가 {generation}세대를 시작해요. id는 `g{generation}:1`부터이고, 전에 저장한 값은 없어요.",
);

static NESTED: Rule = Rule::new(
    "cell.nested_call",
    Stage::Prompt,
    upstream(HANDLERS, "section 23 of the reference"),
    "A nested call is dispatched by the frozen table of the sample whose worker takes it; between samples it waits.",
    "셀 안의 호출은 그것을 집은 샘플의 언 표로 보내져요. 샘플 사이에는 기다려요.",
);
pub(super) static DISPATCHED: Reason = Reason::new(
    &NESTED,
    "dispatched",
    Outcome::Noted,
    "Taken by the worker of step {step} after {ms} ms in the queue.",
    "{ms} ms 동안 줄을 선 뒤 step {step}의 워커가 집었어요.",
);
pub(super) static BAD_ARGUMENT: Reason = Reason::new(
    &NESTED,
    "argument",
    Outcome::Noted,
    "The argument does not fit the tool: an object for a function, a text for a freeform tool.",
    "인자가 도구와 맞지 않아요. 함수에는 객체, freeform 도구에는 글이 필요해요.",
);

static HISTORY: Rule = Rule::new(
    "cell.history",
    Stage::Prompt,
    upstream("codex-rs/core/src/context_manager/", "section 21.3 of the reference"),
    "The conversation keeps at most a fifth more of an output than the model's own limit, whatever budget the call asked for.",
    "대화는 호출이 청한 한도와 상관없이 모델의 한도보다 5분의 1만큼까지만 더 남겨요.",
);
pub(super) static CUT_IN_HISTORY: Reason = Reason::new(
    &HISTORY,
    "cut",
    Outcome::Noted,
    "The answer comes to {tokens} tokens. The call may have asked for them, but the conversation keeps {limit} and cuts the middle out.",
    "답은 {tokens}토큰이에요. 호출이 그만큼 청했더라도 대화에는 {limit}토큰만 남고 가운데가 잘려요.",
);

static NOTICE: Rule = Rule::new(
    "cell.notify",
    Stage::Prompt,
    upstream(HANDLERS, "section 24 of the reference"),
    "A notification is one extra output of the exec call in the running turn; the script never learns how it went.",
    "알림은 진행 중인 turn에 exec 호출의 출력으로 하나 더 붙어요. 스크립트는 결과를 알 수 없어요.",
);
pub(super) static NOTIFIED: Reason = Reason::new(
    &NOTICE,
    "delivered",
    Outcome::Noted,
    "Added to the input of the running turn: the next request carries it.",
    "진행 중인 turn의 입력에 더해졌어요. 다음 요청이 실어 가요.",
);
pub(super) static NO_TURN: Reason = Reason::new(
    &NOTICE,
    "no_turn",
    Outcome::Noted,
    "No turn was running any more: the failure is only logged.",
    "진행 중인 turn이 없어요. 실패는 로그에만 남아요.",
);
pub(super) static NOTICE_CANCELLED: Reason = Reason::new(
    &NOTICE,
    "cancelled",
    Outcome::Noted,
    "Its cell was ended first.",
    "셀이 먼저 끝났어요.",
);

/// Rules of the room, for the catalogue.
pub static RULES: [&Rule; 5] = [&CELL, &HISTORY, &HOST, &NESTED, &NOTICE];
