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
pub static RULES: [&Rule; 3] = [&CELL, &NESTED, &NOTICE];
