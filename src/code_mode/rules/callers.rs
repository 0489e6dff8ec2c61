//! Callers: who may wait, how long, and when a waiting one is told that the cell goes on.

use super::{ACTOR, SERVICE, SESSION, noted};
use crate::planner::rule::{Reason, Rule, Stage};

pub(super) static EXECUTE: Rule = Rule::new(
    "cell.execute",
    Stage::Prompt,
    SESSION,
    "A session gives its cells the ids 1, 2, … in order, and starts none once it is ending.",
    "세션은 셀에 1, 2, … 순서로 id를 주고, 끝나는 중에는 새 셀을 시작하지 않아요.",
);
pub(in crate::code_mode) static SHUTTING_DOWN: Reason = noted(
    &EXECUTE,
    "shutting_down",
    "The session is ending: no new cell.",
    "세션이 끝나는 중이라 새 셀을 시작하지 않아요.",
);
pub(in crate::code_mode) static NO_IDS: Reason = noted(
    &EXECUTE,
    "no_ids",
    "The session has started as many cells as it may.",
    "이 세션이 시작할 수 있는 셀을 모두 썼어요.",
);
pub(in crate::code_mode) static NO_ENGINE: Reason = noted(
    &EXECUTE,
    "no_engine",
    "The thread of the cell's engine did not start: there is no cell, and its id is used up.",
    "셀의 엔진 스레드가 시작하지 못했어요. 셀은 없고 id만 하나 썼어요.",
);

pub(super) static YIELD_TIME: Rule = Rule::new(
    "cell.yield_time",
    Stage::Prompt,
    SERVICE,
    "A yield time of 10 000 ms or more gets a second of grace; then the session's limit caps it.",
    "yield 시간이 10 000 ms 이상이면 1초를 더 주고, 그다음 세션 한도로 잘라요.",
);
pub(in crate::code_mode) static AS_ASKED: Reason = noted(
    &YIELD_TIME,
    "as_asked",
    "Waits at most {timeout} ms, as asked.",
    "요청한 대로 최대 {timeout} ms 기다려요.",
);
pub(in crate::code_mode) static GRACE: Reason = noted(
    &YIELD_TIME,
    "grace",
    "Asked for {requested} ms and waits at most {timeout} ms: long waits get a second of grace.",
    "{requested} ms를 요청했지만 최대 {timeout} ms 기다려요. 긴 대기에는 1초를 더 줘요.",
);
pub(in crate::code_mode) static CAPPED: Reason = noted(
    &YIELD_TIME,
    "capped",
    "Asked for {requested} ms and waits at most {timeout} ms: the session allows no more.",
    "{requested} ms를 요청했지만 최대 {timeout} ms 기다려요. 세션이 그 이상 허락하지 않아요.",
);

pub(super) static OBSERVE: Rule = Rule::new(
    "cell.observe",
    Stage::Prompt,
    ACTOR,
    "A cell has one observer at a time; a finished cell answers at once, once; a closed one is not found.",
    "셀의 관찰자는 한 번에 하나예요. 끝난 셀은 바로, 한 번만 대답하고, 닫힌 셀은 찾을 수 없어요.",
);
pub(in crate::code_mode) static TO_FRONTIER: Reason = noted(
    &OBSERVE,
    "frontier",
    "Waits for the moment at which the script can do nothing by itself; there is no timer.",
    "스크립트가 스스로 할 일이 없어지는 순간까지 기다려요. 타이머는 없어요.",
);
pub(in crate::code_mode) static BUSY: Reason = noted(
    &OBSERVE,
    "busy",
    "Somebody is waiting for this cell already; the first one is not disturbed.",
    "이미 이 셀을 기다리는 쪽이 있어요. 먼저 온 쪽은 그대로예요.",
);
pub(in crate::code_mode) static NO_SUCH_CELL: Reason = noted(
    &OBSERVE,
    "unknown",
    "This session never had a cell with this id.",
    "이 세션에는 그런 id의 셀이 없었어요.",
);
pub(in crate::code_mode) static STALE: Reason = noted(
    &OBSERVE,
    "stale",
    "The cell belonged to an engine host that is gone.",
    "이 셀은 이미 사라진 엔진 호스트의 것이에요.",
);
pub(in crate::code_mode) static GONE: Reason = noted(
    &OBSERVE,
    "closed",
    "The cell is closed: its result was handed over, or it was terminated.",
    "셀이 닫혔어요. 결과를 이미 넘겼거나 종료됐어요.",
);
pub(in crate::code_mode) static CLOSING: Reason = noted(
    &OBSERVE,
    "closing",
    "Somebody is ending this cell; its outcome belongs to them.",
    "누군가 이 셀을 끝내는 중이에요. 결과는 그쪽 것이에요.",
);
pub(in crate::code_mode) static AFTER_THE_END: Reason = noted(
    &OBSERVE,
    "after_the_end",
    "The script has ended and the cell is cleaning up: the question is read afterwards.",
    "스크립트가 끝나고 셀이 정리 중이에요. 질문은 그 뒤에 읽어요.",
);
pub(in crate::code_mode) static ANSWER_TAKEN: Reason = noted(
    &OBSERVE,
    "answer_taken",
    "The result went to the caller that was there first.",
    "결과는 먼저 와 있던 쪽이 받았어요.",
);

pub(super) static YIELD: Rule = Rule::new(
    "cell.yield",
    Stage::Prompt,
    ACTOR,
    "An observer is told that the cell goes on when the script asks for it, or at its deadline; new output alone does not wake it.",
    "스크립트가 요청하거나 기한이 되면 관찰자에게 셀이 계속된다고 알려요. 새 출력만으로는 깨우지 않아요.",
);
pub(in crate::code_mode) static ON_REQUEST: Reason = noted(
    &YIELD,
    "requested",
    "The script called yield_control() while somebody was waiting.",
    "기다리는 쪽이 있을 때 스크립트가 yield_control()을 불렀어요.",
);
pub(in crate::code_mode) static ON_TIME: Reason = noted(
    &YIELD,
    "deadline",
    "The yield time is over; the script goes on.",
    "yield 시간이 다 됐어요. 스크립트는 계속돼요.",
);
pub(in crate::code_mode) static DEADLINE_FIRST: Reason = noted(
    &YIELD,
    "deadline_first",
    "The yield time ended at the same millisecond as {what}: the deadline goes first.",
    "yield 시간이 {what}와(과) 같은 밀리초에 끝났어요. 기한이 먼저예요.",
);
pub(in crate::code_mode) static AT_ONCE: Reason = noted(
    &YIELD,
    "at_once",
    "A yield time of 0 answers at once with the output so far; what is still queued is not looked at.",
    "yield 시간이 0이면 지금까지의 출력으로 바로 대답해요. 아직 쌓여 있는 것은 보지 않아요.",
);
pub(in crate::code_mode) static STILL_BURNING: Reason = noted(
    &YIELD,
    "busy_script",
    "The yield time is over; the script never came to rest and counts as running.",
    "yield 시간이 다 됐어요. 스크립트는 멈춘 적이 없어 계속 도는 것으로 봐요.",
);

pub(super) static REQUEST: Rule = Rule::new(
    "cell.yield_request",
    Stage::Prompt,
    ACTOR,
    "yield_control() works only while an observer in yield mode is attached; otherwise it is dropped for ever.",
    "yield_control()은 yield로 기다리는 관찰자가 있을 때만 통하고, 아니면 영영 사라져요.",
);
pub(in crate::code_mode) static HEARD: Reason = noted(
    &REQUEST,
    "heard",
    "Somebody is waiting and is answered now.",
    "기다리는 쪽이 있어서 지금 대답해요.",
);
pub(in crate::code_mode) static NOBODY: Reason = noted(
    &REQUEST,
    "nobody",
    "Nobody is waiting: the request is dropped, and the next wait does not return early because of it.",
    "기다리는 쪽이 없어 요청은 버려져요. 다음 wait이 이것 때문에 일찍 돌아오지 않아요.",
);
pub(in crate::code_mode) static FRONTIER_DEAF: Reason = noted(
    &REQUEST,
    "frontier_observer",
    "Who waits for the frontier does not hear yield requests.",
    "frontier를 기다리는 쪽은 yield 요청을 듣지 않아요.",
);
pub(in crate::code_mode) static CALLER_GONE: Reason =
    noted(&REQUEST, "caller_gone", "Who was waiting has vanished.", "기다리던 쪽이 사라졌어요.");

pub(super) static FRONTIER: Rule = Rule::new(
    "cell.frontier",
    Stage::Prompt,
    ACTOR,
    "Frontier mode stops the cell where the script can do nothing by itself, until it is observed again.",
    "frontier 모드는 스크립트가 스스로 할 일이 없어진 곳에서, 다시 관찰할 때까지 셀을 멈춰요.",
);
pub(in crate::code_mode) static QUIESCENT: Reason = noted(
    &FRONTIER,
    "quiescent",
    "Nothing is queued for the script: it is paused here.",
    "스크립트 앞에 쌓인 것이 없어서 여기서 멈춰요.",
);
pub(in crate::code_mode) static KEPT: Reason = noted(
    &FRONTIER,
    "kept",
    "The frontier that nobody received is handed over now; the cell did not move.",
    "아무도 받지 못한 frontier를 지금 넘겨요. 셀은 움직이지 않았어요.",
);
pub(in crate::code_mode) static TO_NEXT: Reason = noted(
    &FRONTIER,
    "to_next",
    "The paused cell runs to its next frontier.",
    "멈춘 셀이 다음 frontier까지 가요.",
);
pub(in crate::code_mode) static FREE: Reason =
    noted(&FRONTIER, "free", "The paused cell runs freely again.", "멈춘 셀이 다시 자유롭게 가요.");

pub(super) static CALLER: Rule = Rule::new(
    "cell.caller",
    Stage::Prompt,
    ACTOR,
    "The place of a wait whose caller vanished is free, and its items are kept; the place of any other vanished caller is held until the answer is due, and the items are lost.",
    "기다리다 사라진 wait의 자리는 비고 항목은 남아요. 그 밖의 사라진 호출의 자리는 대답이 나올 때까지 잡혀 있고 항목은 없어져요.",
);
pub(in crate::code_mode) static PLACE_FREE: Reason = noted(
    &CALLER,
    "place_free",
    "A wait vanished: the next one may take its place.",
    "wait가 사라졌어요. 다음 wait가 자리를 쓸 수 있어요.",
);
pub(in crate::code_mode) static PLACE_HELD: Reason = noted(
    &CALLER,
    "place_held",
    "The caller vanished: its observation stays until the answer is due.",
    "호출한 쪽이 사라졌어요. 대답할 때까지 관찰은 그대로예요.",
);
pub(in crate::code_mode) static PUT_BACK: Reason = noted(
    &CALLER,
    "put_back",
    "Nobody received the answer: its items stay in front for the next one.",
    "대답을 받은 쪽이 없어요. 항목은 다음 대답의 맨 앞에 남아요.",
);
pub(in crate::code_mode) static LOST: Reason = noted(
    &CALLER,
    "lost",
    "The answer of a caller who has vanished is due and goes nowhere, with its items.",
    "사라진 호출의 대답이 항목과 함께 사라졌어요.",
);
