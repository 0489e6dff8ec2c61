//! Rules of cells: when a caller is answered, what ends a cell, what becomes of its work.
//!
//! Upstream places refer to main of 2026-08-22 (commit 343074d4), not to the planner's baseline.

use crate::planner::rule::{Outcome, Reason, Rule, Stage, Upstream, upstream};

const ACTOR: Upstream = upstream("codex-rs/code-mode-runtime/src/", "cell actor");
const SESSION: Upstream = upstream("codex-rs/code-mode-runtime/src/", "session runtime");
const SERVICE: Upstream = upstream("codex-rs/code-mode-runtime/src/", "in-process session");

/// A reason that only explains.
const fn noted(
    rule: &'static Rule,
    id: &'static str,
    en: &'static str,
    ko: &'static str,
) -> Reason {
    Reason::new(rule, id, Outcome::Noted, en, ko)
}

static EXECUTE: Rule = Rule::new(
    "cell.execute",
    Stage::Prompt,
    SESSION,
    "A session gives its cells the ids 1, 2, … in order, and starts none once it is ending.",
    "세션은 셀에 1, 2, … 순서로 id를 주고, 끝나는 중에는 새 셀을 시작하지 않아요.",
);
pub(super) static SHUTTING_DOWN: Reason = noted(
    &EXECUTE,
    "shutting_down",
    "The session is ending: no new cell.",
    "세션이 끝나는 중이라 새 셀을 시작하지 않아요.",
);
pub(super) static NO_IDS: Reason = noted(
    &EXECUTE,
    "no_ids",
    "The session has started as many cells as it may.",
    "이 세션이 시작할 수 있는 셀을 모두 썼어요.",
);

static YIELD_TIME: Rule = Rule::new(
    "cell.yield_time",
    Stage::Prompt,
    SERVICE,
    "A yield time of 10 000 ms or more gets a second of grace; then the session's limit caps it.",
    "yield 시간이 10 000 ms 이상이면 1초를 더 주고, 그다음 세션 한도로 잘라요.",
);
pub(super) static AS_ASKED: Reason = noted(
    &YIELD_TIME,
    "as_asked",
    "Waits at most {timeout} ms, as asked.",
    "요청한 대로 최대 {timeout} ms 기다려요.",
);
pub(super) static GRACE: Reason = noted(
    &YIELD_TIME,
    "grace",
    "Asked for {requested} ms and waits at most {timeout} ms: long waits get a second of grace.",
    "{requested} ms를 요청했지만 최대 {timeout} ms 기다려요. 긴 대기에는 1초를 더 줘요.",
);
pub(super) static CAPPED: Reason = noted(
    &YIELD_TIME,
    "capped",
    "Asked for {requested} ms and waits at most {timeout} ms: the session allows no more.",
    "{requested} ms를 요청했지만 최대 {timeout} ms 기다려요. 세션이 그 이상 허락하지 않아요.",
);

static OBSERVE: Rule = Rule::new(
    "cell.observe",
    Stage::Prompt,
    ACTOR,
    "A cell has one observer at a time; a finished cell answers at once, once; a closed one is not found.",
    "셀의 관찰자는 한 번에 하나예요. 끝난 셀은 바로, 한 번만 대답하고, 닫힌 셀은 찾을 수 없어요.",
);
pub(super) static TO_FRONTIER: Reason = noted(
    &OBSERVE,
    "frontier",
    "Waits for the moment at which the script can do nothing by itself; there is no timer.",
    "스크립트가 스스로 할 일이 없어지는 순간까지 기다려요. 타이머는 없어요.",
);
pub(super) static BUSY: Reason = noted(
    &OBSERVE,
    "busy",
    "Somebody is waiting for this cell already; the first one is not disturbed.",
    "이미 이 셀을 기다리는 쪽이 있어요. 먼저 온 쪽은 그대로예요.",
);
pub(super) static NO_SUCH_CELL: Reason = noted(
    &OBSERVE,
    "unknown",
    "This session never had a cell with this id.",
    "이 세션에는 그런 id의 셀이 없었어요.",
);
pub(super) static STALE: Reason = noted(
    &OBSERVE,
    "stale",
    "The cell belonged to an engine host that is gone.",
    "이 셀은 이미 사라진 엔진 호스트의 것이에요.",
);
pub(super) static GONE: Reason = noted(
    &OBSERVE,
    "closed",
    "The cell is closed: its result was handed over, or it was terminated.",
    "셀이 닫혔어요. 결과를 이미 넘겼거나 종료됐어요.",
);
pub(super) static CLOSING: Reason = noted(
    &OBSERVE,
    "closing",
    "Somebody is ending this cell; its outcome belongs to them.",
    "누군가 이 셀을 끝내는 중이에요. 결과는 그쪽 것이에요.",
);
pub(super) static AFTER_THE_END: Reason = noted(
    &OBSERVE,
    "after_the_end",
    "The script has ended and the cell is cleaning up: the question is read afterwards.",
    "스크립트가 끝나고 셀이 정리 중이에요. 질문은 그 뒤에 읽어요.",
);
pub(super) static ANSWER_TAKEN: Reason = noted(
    &OBSERVE,
    "answer_taken",
    "The result went to the caller that was there first.",
    "결과는 먼저 와 있던 쪽이 받았어요.",
);

static YIELD: Rule = Rule::new(
    "cell.yield",
    Stage::Prompt,
    ACTOR,
    "An observer is told that the cell goes on when the script asks for it, or at its deadline; new output alone does not wake it.",
    "스크립트가 요청하거나 기한이 되면 관찰자에게 셀이 계속된다고 알려요. 새 출력만으로는 깨우지 않아요.",
);
pub(super) static ON_REQUEST: Reason = noted(
    &YIELD,
    "requested",
    "The script called yield_control() while somebody was waiting.",
    "기다리는 쪽이 있을 때 스크립트가 yield_control()을 불렀어요.",
);
pub(super) static ON_TIME: Reason = noted(
    &YIELD,
    "deadline",
    "The yield time is over; the script goes on.",
    "yield 시간이 다 됐어요. 스크립트는 계속돼요.",
);
pub(super) static DEADLINE_FIRST: Reason = noted(
    &YIELD,
    "deadline_first",
    "The yield time ended at the same millisecond as {what}: the deadline goes first.",
    "yield 시간이 {what}와(과) 같은 밀리초에 끝났어요. 기한이 먼저예요.",
);
pub(super) static AT_ONCE: Reason = noted(
    &YIELD,
    "at_once",
    "A yield time of 0 answers at once with the output so far; what is still queued is not looked at.",
    "yield 시간이 0이면 지금까지의 출력으로 바로 대답해요. 아직 쌓여 있는 것은 보지 않아요.",
);
pub(super) static STILL_BURNING: Reason = noted(
    &YIELD,
    "busy_script",
    "The yield time is over; the script never came to rest and counts as running.",
    "yield 시간이 다 됐어요. 스크립트는 멈춘 적이 없어 계속 도는 것으로 봐요.",
);

static REQUEST: Rule = Rule::new(
    "cell.yield_request",
    Stage::Prompt,
    ACTOR,
    "yield_control() works only while an observer in yield mode is attached; otherwise it is dropped for ever.",
    "yield_control()은 yield로 기다리는 관찰자가 있을 때만 통하고, 아니면 영영 사라져요.",
);
pub(super) static HEARD: Reason = noted(
    &REQUEST,
    "heard",
    "Somebody is waiting and is answered now.",
    "기다리는 쪽이 있어서 지금 대답해요.",
);
pub(super) static NOBODY: Reason = noted(
    &REQUEST,
    "nobody",
    "Nobody is waiting: the request is dropped, and the next wait does not return early because of it.",
    "기다리는 쪽이 없어 요청은 버려져요. 다음 wait이 이것 때문에 일찍 돌아오지 않아요.",
);
pub(super) static FRONTIER_DEAF: Reason = noted(
    &REQUEST,
    "frontier_observer",
    "Who waits for the frontier does not hear yield requests.",
    "frontier를 기다리는 쪽은 yield 요청을 듣지 않아요.",
);
pub(super) static CALLER_GONE: Reason =
    noted(&REQUEST, "caller_gone", "Who was waiting has vanished.", "기다리던 쪽이 사라졌어요.");

static FRONTIER: Rule = Rule::new(
    "cell.frontier",
    Stage::Prompt,
    ACTOR,
    "Frontier mode stops the cell where the script can do nothing by itself, until it is observed again.",
    "frontier 모드는 스크립트가 스스로 할 일이 없어진 곳에서, 다시 관찰할 때까지 셀을 멈춰요.",
);
pub(super) static QUIESCENT: Reason = noted(
    &FRONTIER,
    "quiescent",
    "Nothing is queued for the script: it is paused here.",
    "스크립트 앞에 쌓인 것이 없어서 여기서 멈춰요.",
);
pub(super) static KEPT: Reason = noted(
    &FRONTIER,
    "kept",
    "The frontier that nobody received is handed over now; the cell did not move.",
    "아무도 받지 못한 frontier를 지금 넘겨요. 셀은 움직이지 않았어요.",
);
pub(super) static TO_NEXT: Reason = noted(
    &FRONTIER,
    "to_next",
    "The paused cell runs to its next frontier.",
    "멈춘 셀이 다음 frontier까지 가요.",
);
pub(super) static FREE: Reason =
    noted(&FRONTIER, "free", "The paused cell runs freely again.", "멈춘 셀이 다시 자유롭게 가요.");

static CALLER: Rule = Rule::new(
    "cell.caller",
    Stage::Prompt,
    ACTOR,
    "The place of a wait whose caller vanished is free, and its items are kept; the place of a vanished exec is held until its answer, and the items are lost.",
    "사라진 wait의 자리는 비고 항목은 남아요. 사라진 exec의 자리는 대답이 나올 때까지 잡혀 있고 항목은 없어져요.",
);
pub(super) static PLACE_FREE: Reason = noted(
    &CALLER,
    "place_free",
    "A wait vanished: the next one may take its place.",
    "wait가 사라졌어요. 다음 wait가 자리를 쓸 수 있어요.",
);
pub(super) static PLACE_HELD: Reason = noted(
    &CALLER,
    "place_held",
    "The exec call vanished: its observation stays until its answer is due.",
    "exec 호출이 사라졌어요. 대답할 때까지 관찰은 그대로예요.",
);
pub(super) static PUT_BACK: Reason = noted(
    &CALLER,
    "put_back",
    "Nobody received the answer: its items stay in front for the next one.",
    "대답을 받은 쪽이 없어요. 항목은 다음 대답의 맨 앞에 남아요.",
);
pub(super) static LOST: Reason = noted(
    &CALLER,
    "lost",
    "The answer of the vanished exec call is due and goes nowhere, with its items.",
    "사라진 exec 호출의 대답이 항목과 함께 사라졌어요.",
);

static COMPLETE: Rule = Rule::new(
    "cell.complete",
    Stage::Prompt,
    ACTOR,
    "A cell is complete as soon as its main promise is settled; whatever else it started is dropped.",
    "셀은 main promise가 정해지는 순간 끝나요. 시작해 둔 다른 일은 버려져요.",
);
pub(super) static FULFILLED: Reason =
    noted(&COMPLETE, "fulfilled", "The script ran to its end.", "스크립트가 끝까지 갔어요.");
pub(super) static EXITED: Reason = noted(
    &COMPLETE,
    "exit",
    "The script succeeded; it had called exit().",
    "스크립트가 성공했어요. exit()를 불렀어요.",
);
pub(super) static FAILED: Reason =
    noted(&COMPLETE, "failed", "The script failed: {error}.", "스크립트가 실패했어요: {error}.");
pub(super) static DIED: Reason =
    noted(&COMPLETE, "died", "The engine ended without a result.", "엔진이 결과 없이 끝났어요.");
pub(super) static BROKE_CONTRACT: Reason = noted(
    &COMPLETE,
    "broke_contract",
    "The engine reported something that cannot be, and is not believed any more.",
    "엔진이 있을 수 없는 일을 알려서 더 믿지 않아요.",
);
pub(super) static BOUNDED: Reason =
    noted(&COMPLETE, "bound", "A bound of the cell ended it.", "셀의 한도가 끝냈어요.");
pub(super) static HANDED_OVER: Reason = noted(
    &COMPLETE,
    "handed_over",
    "The cell is complete and somebody was waiting.",
    "셀이 끝났고 기다리는 쪽이 있었어요.",
);
pub(super) static WAITS_FOR_CALLER: Reason = noted(
    &COMPLETE,
    "buffered",
    "The cell is complete and nobody is waiting: the result is kept for the next caller.",
    "셀이 끝났지만 기다리는 쪽이 없어요. 결과는 다음에 묻는 쪽을 위해 남겨요.",
);
pub(super) static WAS_WAITING: Reason = noted(
    &COMPLETE,
    "was_buffered",
    "The cell had completed at {ms} ms; the kept result is handed over at once.",
    "셀은 {ms} ms에 끝나 있었어요. 남겨 둔 결과를 바로 넘겨요.",
);
pub(super) static NOT_WANTED: Reason = noted(
    &COMPLETE,
    "not_wanted",
    "The session ended before anybody asked for the result.",
    "결과를 묻기 전에 세션이 끝났어요.",
);

static BOUND: Rule = Rule::new(
    "cell.bound",
    Stage::Prompt,
    upstream("codex-rs/code-mode-runtime/src/", "no such bound upstream"),
    "A script that does not come to rest counts as running for ever; any other bound fails the cell.",
    "멈추지 않는 스크립트는 영영 도는 것으로 보고, 다른 한도는 셀을 실패로 끝내요.",
);
pub(super) static RUNS_FOR_EVER: Reason = noted(
    &BOUND,
    "runs_for_ever",
    "The script passed {bound} and counts as running for ever: it yields at its deadline and has to be terminated.",
    "스크립트가 {bound}을(를) 넘어서 영영 도는 것으로 봐요. 기한에 yield하고, 종료해야 끝나요.",
);
pub(super) static OVER_BOUND: Reason = noted(
    &BOUND,
    "over",
    "The script passed {bound}: the cell has failed.",
    "스크립트가 {bound}을(를) 넘어서 셀이 실패했어요.",
);

static CANCEL: Rule = Rule::new(
    "cell.cancel",
    Stage::Prompt,
    ACTOR,
    "At its end a cell waits for its notifications and cancels its calls; a terminated one cancels both.",
    "셀은 끝날 때 알림은 기다리고 호출은 취소해요. 종료될 때는 둘 다 취소해요.",
);
pub(super) static NOT_AWAITED: Reason = noted(
    &CANCEL,
    "not_awaited",
    "The script ended without this call's result.",
    "스크립트가 이 호출의 결과 없이 끝났어요.",
);
pub(super) static WITH_CELL: Reason =
    noted(&CANCEL, "with_cell", "The cell was terminated.", "셀이 종료됐어요.");
pub(super) static NEVER_STARTED: Reason = noted(
    &CANCEL,
    "never_started",
    "The cell was terminated before this could start.",
    "시작하기 전에 셀이 종료됐어요.",
);
pub(super) static TOO_LATE: Reason = noted(
    &CANCEL,
    "too_late",
    "The script had ended before this could reach it.",
    "닿기 전에 스크립트가 끝났어요.",
);

static COMMIT: Rule = Rule::new(
    "cell.commit",
    Stage::Prompt,
    SESSION,
    "Writes become visible when the cell completes, key by key, failed or not; a terminated cell leaves none.",
    "쓴 값은 셀이 끝날 때 키마다 보이게 돼요. 실패해도 그래요. 종료된 셀은 아무것도 남기지 않아요.",
);
pub(super) static COMMITTED: Reason = noted(
    &COMMIT,
    "completed",
    "The cell completed: cells that start from now on see {keys} key(s) of it.",
    "셀이 끝났어요. 이제 시작하는 셀은 이 셀의 키 {keys}개를 봐요.",
);
pub(super) static COMMITTED_FAILED: Reason = noted(
    &COMMIT,
    "failed",
    "The cell failed, and what it wrote before is kept: {keys} key(s).",
    "셀은 실패했지만 그 전에 쓴 것은 남아요: 키 {keys}개.",
);
pub(super) static NO_COMMIT_TERMINATED: Reason = noted(
    &COMMIT,
    "terminated",
    "The cell was terminated: its writes are gone.",
    "셀이 종료돼서 쓴 값이 사라졌어요.",
);
pub(super) static NO_COMMIT_ENGINE: Reason = noted(
    &COMMIT,
    "engine_gone",
    "The engine is gone, and the cell's writes with it.",
    "엔진이 사라지면서 셀이 쓴 값도 사라졌어요.",
);

static TERMINATE: Rule = Rule::new(
    "cell.terminate",
    Stage::Prompt,
    ACTOR,
    "Exactly one of completion and termination wins; who terminates a finished cell gets its result.",
    "완료와 종료 중 정확히 하나가 이겨요. 끝난 셀을 종료하면 그 결과를 받아요.",
);
pub(super) static CLAIMED: Reason = noted(
    &TERMINATE,
    "claimed",
    "The cell was running: its script is stopped, its calls are cancelled.",
    "셀이 실행 중이었어요. 스크립트를 멈추고 호출을 취소해요.",
);
pub(super) static CLAIMED_FINISHING: Reason = noted(
    &TERMINATE,
    "claimed_finishing",
    "The script had ended, but its completion was not committed yet: the termination wins.",
    "스크립트는 끝났지만 아직 확정되지 않아서 종료가 이겨요.",
);
pub(super) static BY_SHUTDOWN: Reason =
    noted(&TERMINATE, "shutdown", "The session is ending.", "세션이 끝나는 중이에요.");
pub(super) static ALREADY: Reason = noted(
    &TERMINATE,
    "already",
    "Somebody else is terminating this cell already.",
    "다른 쪽이 이미 이 셀을 종료하는 중이에요.",
);
pub(super) static TERMINATED: Reason = noted(
    &TERMINATE,
    "terminated",
    "The script, its calls and its notifications have ended; {items} item(s) had not been delivered.",
    "스크립트와 호출과 알림이 모두 끝났어요. 전달되지 않은 항목은 {items}개예요.",
);

/// Rules of cells, for the catalogue.
pub static RULES: [&Rule; 12] = [
    &EXECUTE,
    &YIELD_TIME,
    &OBSERVE,
    &YIELD,
    &REQUEST,
    &FRONTIER,
    &CALLER,
    &COMPLETE,
    &BOUND,
    &CANCEL,
    &COMMIT,
    &TERMINATE,
];
