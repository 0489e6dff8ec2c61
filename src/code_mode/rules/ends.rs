//! Ends: what completes, bounds or terminates a cell, and what becomes of its work and its values.

use super::{ACTOR, CLIENT, SESSION, noted};
use crate::planner::rule::{Reason, Rule, Stage, upstream};

pub(super) static COMPLETE: Rule = Rule::new(
    "cell.complete",
    Stage::Prompt,
    ACTOR,
    "A cell is complete as soon as its main promise is settled; whatever else it started is dropped.",
    "셀은 main promise가 정해지는 순간 끝나요. 시작해 둔 다른 일은 버려져요.",
);
pub(in crate::code_mode) static FULFILLED: Reason =
    noted(&COMPLETE, "fulfilled", "The script ran to its end.", "스크립트가 끝까지 갔어요.");
pub(in crate::code_mode) static EXITED: Reason = noted(
    &COMPLETE,
    "exit",
    "The script succeeded; it had called exit().",
    "스크립트가 성공했어요. exit()를 불렀어요.",
);
pub(in crate::code_mode) static FAILED: Reason =
    noted(&COMPLETE, "failed", "The script failed: {error}.", "스크립트가 실패했어요: {error}.");
pub(in crate::code_mode) static DIED: Reason =
    noted(&COMPLETE, "died", "The engine ended without a result.", "엔진이 결과 없이 끝났어요.");
pub(in crate::code_mode) static BROKE_CONTRACT: Reason = noted(
    &COMPLETE,
    "broke_contract",
    "The engine reported something that cannot be, and is not believed any more.",
    "엔진이 있을 수 없는 일을 알려서 더 믿지 않아요.",
);
pub(in crate::code_mode) static BOUNDED: Reason =
    noted(&COMPLETE, "bound", "A bound of the cell ended it.", "셀의 한도가 끝냈어요.");
pub(in crate::code_mode) static HANDED_OVER: Reason = noted(
    &COMPLETE,
    "handed_over",
    "The cell is complete and somebody was waiting.",
    "셀이 끝났고 기다리는 쪽이 있었어요.",
);
pub(in crate::code_mode) static WAITS_FOR_CALLER: Reason = noted(
    &COMPLETE,
    "buffered",
    "The cell is complete and nobody is waiting: the result is kept for the next caller.",
    "셀이 끝났지만 기다리는 쪽이 없어요. 결과는 다음에 묻는 쪽을 위해 남겨요.",
);
pub(in crate::code_mode) static WAS_WAITING: Reason = noted(
    &COMPLETE,
    "was_buffered",
    "The cell had completed at {ms} ms; the kept result is handed over at once.",
    "셀은 {ms} ms에 끝나 있었어요. 남겨 둔 결과를 바로 넘겨요.",
);
pub(in crate::code_mode) static NOT_WANTED: Reason = noted(
    &COMPLETE,
    "not_wanted",
    "The session ended before anybody asked for the result.",
    "결과를 묻기 전에 세션이 끝났어요.",
);

pub(super) static BOUND: Rule = Rule::new(
    "cell.bound",
    Stage::Prompt,
    upstream("codex-rs/code-mode-runtime/src/", "no such bound upstream"),
    "A script that does not come to rest counts as running for ever; any other bound fails the cell.",
    "멈추지 않는 스크립트는 영영 도는 것으로 보고, 다른 한도는 셀을 실패로 끝내요.",
);
pub(in crate::code_mode) static RUNS_FOR_EVER: Reason = noted(
    &BOUND,
    "runs_for_ever",
    "The script passed {bound} and counts as running for ever: it yields at its deadline and has to be terminated.",
    "스크립트가 {bound}을(를) 넘어서 영영 도는 것으로 봐요. 기한에 yield하고, 종료해야 끝나요.",
);
pub(in crate::code_mode) static OVER_BOUND: Reason = noted(
    &BOUND,
    "over",
    "The script passed {bound}: the cell has failed.",
    "스크립트가 {bound}을(를) 넘어서 셀이 실패했어요.",
);

pub(super) static CANCEL: Rule = Rule::new(
    "cell.cancel",
    Stage::Prompt,
    ACTOR,
    "At its end a cell waits for its notifications and cancels its calls; a terminated one cancels both.",
    "셀은 끝날 때 알림은 기다리고 호출은 취소해요. 종료될 때는 둘 다 취소해요.",
);
pub(in crate::code_mode) static NOT_AWAITED: Reason = noted(
    &CANCEL,
    "not_awaited",
    "The script ended without this call's result.",
    "스크립트가 이 호출의 결과 없이 끝났어요.",
);
pub(in crate::code_mode) static WITH_CELL: Reason =
    noted(&CANCEL, "with_cell", "The cell was terminated.", "셀이 종료됐어요.");
pub(in crate::code_mode) static NEVER_STARTED: Reason = noted(
    &CANCEL,
    "never_started",
    "The cell was terminated before this could start.",
    "시작하기 전에 셀이 종료됐어요.",
);
pub(in crate::code_mode) static TOO_LATE: Reason = noted(
    &CANCEL,
    "too_late",
    "The script had ended before this could reach it.",
    "닿기 전에 스크립트가 끝났어요.",
);

pub(super) static COMMIT: Rule = Rule::new(
    "cell.commit",
    Stage::Prompt,
    SESSION,
    "Writes become visible when the cell completes, key by key, failed or not; a terminated cell leaves none.",
    "쓴 값은 셀이 끝날 때 키마다 보이게 돼요. 실패해도 그래요. 종료된 셀은 아무것도 남기지 않아요.",
);
pub(in crate::code_mode) static COMMITTED: Reason = noted(
    &COMMIT,
    "completed",
    "The cell completed: cells that start from now on see {keys} key(s) of it.",
    "셀이 끝났어요. 이제 시작하는 셀은 이 셀의 키 {keys}개를 봐요.",
);
pub(in crate::code_mode) static COMMITTED_FAILED: Reason = noted(
    &COMMIT,
    "failed",
    "The cell failed, and what it wrote before is kept: {keys} key(s).",
    "셀은 실패했지만 그 전에 쓴 것은 남아요: 키 {keys}개.",
);
pub(in crate::code_mode) static NO_COMMIT_TERMINATED: Reason = noted(
    &COMMIT,
    "terminated",
    "The cell was terminated: its writes are gone.",
    "셀이 종료돼서 쓴 값이 사라졌어요.",
);
pub(in crate::code_mode) static NO_COMMIT_ENGINE: Reason = noted(
    &COMMIT,
    "engine_gone",
    "The engine is gone, and the cell's writes with it.",
    "엔진이 사라지면서 셀이 쓴 값도 사라졌어요.",
);

pub(super) static TERMINATE: Rule = Rule::new(
    "cell.terminate",
    Stage::Prompt,
    ACTOR,
    "Exactly one of completion and termination wins; who terminates a finished cell gets its result.",
    "완료와 종료 중 정확히 하나가 이겨요. 끝난 셀을 종료하면 그 결과를 받아요.",
);
pub(in crate::code_mode) static CLAIMED: Reason = noted(
    &TERMINATE,
    "claimed",
    "The cell was running: its script is stopped, its calls are cancelled.",
    "셀이 실행 중이었어요. 스크립트를 멈추고 호출을 취소해요.",
);
pub(in crate::code_mode) static CLAIMED_FINISHING: Reason = noted(
    &TERMINATE,
    "claimed_finishing",
    "The script had ended, but its completion was not committed yet: the termination wins.",
    "스크립트는 끝났지만 아직 확정되지 않아서 종료가 이겨요.",
);
pub(in crate::code_mode) static BY_SHUTDOWN: Reason =
    noted(&TERMINATE, "shutdown", "The session is ending.", "세션이 끝나는 중이에요.");
pub(in crate::code_mode) static ALREADY: Reason = noted(
    &TERMINATE,
    "already",
    "Somebody else is terminating this cell already.",
    "다른 쪽이 이미 이 셀을 종료하는 중이에요.",
);
pub(in crate::code_mode) static TERMINATED: Reason = noted(
    &TERMINATE,
    "terminated",
    "The script, its calls and its notifications have ended; {items} item(s) had not been delivered.",
    "스크립트와 호출과 알림이 모두 끝났어요. 전달되지 않은 항목은 {items}개예요.",
);

pub(super) static HOST: Rule = Rule::new(
    "cell.host",
    Stage::Prompt,
    CLIENT,
    "Losing the engine host fails every open call and takes cells and stored values along; the next exec connects anew, and ids get the number of the connection in front.",
    "엔진 호스트를 잃으면 열린 호출이 모두 실패하고 셀과 저장한 값도 사라져요. 다음 exec가 다시 연결하고, id 앞에 연결 번호가 붙어요.",
);
pub(in crate::code_mode) static HOST_GONE: Reason = noted(
    &HOST,
    "lost",
    "The engine host was lost, and the cell with it.",
    "엔진 호스트가 사라지면서 셀도 사라졌어요.",
);
pub(in crate::code_mode) static CALL_FAILED: Reason = noted(
    &HOST,
    "open_call",
    "The call was open when the engine host was lost: it fails, and gets no output.",
    "엔진 호스트가 사라질 때 열려 있던 호출이에요. 출력 없이 실패해요.",
);
pub(in crate::code_mode) static RESULT_LOST: Reason = noted(
    &HOST,
    "result",
    "The cell had completed, but its kept result was lost with the engine host.",
    "셀은 끝나 있었지만 남겨 둔 결과가 엔진 호스트와 함께 사라졌어요.",
);
