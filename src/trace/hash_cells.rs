//! What of cells enters the content hash.
//!
//! Everything that all engines agree on: times, effects in program order, calls, exchanges. Left out
//! are the lines of statements and whether one ran in a microtask; of error texts only
//! [`hashed_error`] counts. Numbers that follow from an error text (tokens, the cut output) are left
//! out with it, and so are the facts of a cell's decisions: rule and case are in.

use std::collections::BTreeSet;

use crate::code_mode::answer::Observe;
use crate::code_mode::engine::normal::hashed_error;
use crate::code_mode::engine::protocol::StoredValues;
use crate::code_mode::log::{CellEntry, CellEvent, CellLog, TurnCause};
use crate::planner::rule::Decision;
use crate::session::record::Record;
use crate::session::record_cells::{
    CellRecord, Exchange, ExchangeKind, NestedCall, NestedTool, NoticeRecord,
};

use super::hash::{Feed, decision, name};

/// Calls whose output is hashed with the exchange it belongs to.
#[derive(Debug, Default)]
pub(super) struct Told(BTreeSet<(u32, u32)>);

impl Told {
    /// Is it one of them?
    pub fn has(&self, step: u32, call: u32) -> bool {
        !self.0.is_empty() && self.0.contains(&(step, call))
    }
}

/// The calls that asked something of cells.
pub(super) fn told(record: &Record) -> Told {
    let of_cells = record.cells.iter().flat_map(|cell| &cell.exchanges);
    let all = of_cells.chain(&record.strays);
    Told(all.map(|exchange| (exchange.step, exchange.call)).collect())
}

/// Everything about cells; nothing at all when there was none.
pub(super) fn cells(
    feed: &mut Feed,
    cells: &[CellRecord],
    strays: &[Exchange],
    stored: &StoredValues,
) {
    if cells.is_empty() && strays.is_empty() {
        return;
    }
    feed.text("cells 1");
    feed.list(cells, cell);
    feed.list(strays, exchange);
    feed.value(stored);
}

fn cell(feed: &mut Feed, record: &CellRecord) {
    let CellRecord {
        log,
        step,
        call,
        pragma_lines,
        table,
        tools,
        state,
        error,
        calls,
        notices,
        exchanges,
    } = record;
    for number in [step, call, pragma_lines] {
        feed.number(u64::from(*number));
    }
    feed.text(table);
    feed.list(tools, |feed, NestedTool { identifier, tool, freeform }| {
        feed.text(identifier);
        name(feed, tool);
        feed.flag(*freeform);
    });
    feed.text(state.label());
    error_text(feed, error.as_deref());
    feed.list(calls, nested);
    feed.list(notices, notice);
    feed.list(exchanges, exchange);
    log_of(feed, log);
}

fn log_of(feed: &mut Feed, log: &CellLog) {
    // The snapshot of the start follows from what came before; `tools` stands above.
    let CellLog {
        id,
        exec_call,
        source,
        tools: _,
        started_ms,
        ended_ms,
        turns,
        stored_before: _,
        entries,
    } = log;
    for text in [&id.0, exec_call, source] {
        feed.text(text);
    }
    feed.number(*started_ms);
    time(feed, *ended_ms);
    feed.number((*turns).into());
    feed.list(entries, entry);
}

fn entry(feed: &mut Feed, entry: &CellEntry) {
    let CellEntry { at_ms, turn, line: _, microtask: _, event } = entry;
    feed.number(*at_ms);
    feed.number((*turn).into());
    script_event(feed, event);
}

/// The word, numbers, texts and reason of an entry.
fn script_event(feed: &mut Feed, event: &CellEvent) {
    use CellEvent as E;
    match event {
        E::TurnBegan { cause } => match *cause {
            TurnCause::Evaluate => word(feed, "evaluate", &[]),
            TurnCause::Resolve { call } => word(feed, "resolve", &[call]),
            TurnCause::Reject { call } => word(feed, "reject", &[call]),
            TurnCause::Timer { id } => word(feed, "timer", &[id]),
        },
        E::Item { item } => {
            word(feed, "item", &[]);
            feed.value(item);
        }
        E::CallIssued { call, tool, input } => {
            word(feed, "call", &[*call, *tool]);
            feed.value(input);
            feed.flag(input.is_some());
        }
        E::NotifySent { number, text } => {
            word(feed, "notify", &[*number]);
            feed.text(text);
        }
        E::YieldRequested { heard, why } => {
            because(feed, "yield_requested", &[u32::from(*heard)], why);
        }
        E::Stored { key, value } => {
            word(feed, "stored", &[]);
            feed.text(key);
            feed.value(value);
        }
        E::Loaded { key, found } => {
            word(feed, "loaded", &[u32::from(*found)]);
            feed.text(key);
        }
        E::TimeoutSet { id, delay_ms, due_ms } => {
            word(feed, "timeout", &[*id]);
            feed.number(*delay_ms);
            feed.number(*due_ms);
        }
        E::TimeoutCleared { id } => word(feed, "timeout_cleared", &[*id]),
        E::ExitCalled => word(feed, "exit", &[]),
        E::Unhandled { reason } => {
            word(feed, "unhandled", &[]);
            error_text(feed, Some(reason));
        }
        E::CallEnded { call, result } => {
            word(feed, "call_ended", &[*call]);
            settled(feed, result);
        }
        E::CallStopped { call } => word(feed, "call_stopped", &[*call]),
        E::NotifyAccepted { number } => word(feed, "notify_accepted", &[*number]),
        E::NotifyStopped { number } => word(feed, "notify_stopped", &[*number]),
        other => outcome(feed, other),
    }
}

/// Entries about callers and about the end of the cell.
fn outcome(feed: &mut Feed, event: &CellEvent) {
    use CellEvent as E;
    match event {
        E::ObserverAttached { observer: _, mode, deadline_ms, why } => {
            because(feed, "observer", &[], why);
            match *mode {
                Observe::Yield { requested_ms } => feed.number(requested_ms),
                Observe::Frontier => feed.text("frontier"),
            }
            time(feed, *deadline_ms);
        }
        E::ObserverQueued { why, .. } => because(feed, "observer_queued", &[], why),
        E::ObserverRefused { why, .. } => because(feed, "observer_refused", &[], why),
        E::ObserverGone { why, .. } => because(feed, "observer_gone", &[], why),
        E::Terminating { by, why } => because(feed, "terminating", &[by.is_some().into()], why),
        E::HostLost { completed, why } => because(feed, "host_lost", &[(*completed).into()], why),
        E::Yielded { items, why, .. } => because(feed, "yielded", &[*items], why),
        E::Frontier { items, calls, why, .. } => {
            because(feed, "frontier", &[*items], why);
            feed.list(calls, |feed, call| feed.number((*call).into()));
        }
        E::Resumed { why } => because(feed, "resumed", &[], why),
        E::PutBack { items, why } => because(feed, "put_back", &[*items], why),
        E::Lost { items, why } => because(feed, "lost", &[*items], why),
        E::LimitReached { limit, why } => {
            because(feed, "limit", &[], why);
            feed.text(limit.label());
        }
        E::Finished { error, why } => {
            because(feed, "finished", &[], why);
            error_text(feed, error.as_deref());
        }
        E::CallCancelled { call, why } => because(feed, "call_cancelled", &[*call], why),
        E::CallUnread { call, why } => because(feed, "call_unread", &[*call], why),
        E::NotifyCancelled { number, why } => because(feed, "notify_cancelled", &[*number], why),
        E::TimeoutLost { id, why } => because(feed, "timeout_lost", &[*id], why),
        E::Committed { keys, why } => kept(feed, "committed", keys, why),
        E::Discarded { keys, why } => kept(feed, "discarded", keys, why),
        E::Buffered { why } => because(feed, "buffered", &[], why),
        E::Delivered { items, error, why, .. } => {
            because(feed, "delivered", &[*items], why);
            error_text(feed, error.as_deref());
        }
        E::Terminated { observers, items } => {
            let told = u32::try_from(observers.len()).unwrap_or(u32::MAX);
            word(feed, "terminated", &[told, *items]);
        }
        E::Closed => word(feed, "closed", &[]),
        _ => {}
    }
}

fn kept(feed: &mut Feed, what: &str, keys: &[String], why: &Decision) {
    because(feed, what, &[], why);
    feed.list(keys, |feed, key| feed.text(key));
}

fn word(feed: &mut Feed, what: &str, numbers: &[u32]) {
    feed.text(what);
    feed.list(numbers, |feed, number| feed.number((*number).into()));
}

fn because(feed: &mut Feed, what: &str, numbers: &[u32], why: &Decision) {
    word(feed, what, numbers);
    feed.text(why.rule().id);
    feed.text(why.reason.id);
}

fn error_text(feed: &mut Feed, error: Option<&str>) {
    feed.flag(error.is_some());
    feed.text(&error.map(hashed_error).unwrap_or_default());
}

fn settled(feed: &mut Feed, result: &Result<serde_json::Value, std::sync::Arc<str>>) {
    feed.flag(result.is_ok());
    match result {
        Ok(value) => feed.value(value),
        Err(message) => feed.text(message),
    }
}

fn time(feed: &mut Feed, ms: Option<u64>) {
    feed.flag(ms.is_some());
    feed.number(ms.unwrap_or_default());
}

fn nested(feed: &mut Feed, record: &NestedCall) {
    let NestedCall {
        call,
        id,
        identifier,
        tool,
        input,
        payload,
        issued_ms,
        dispatched_ms,
        step,
        started_ms,
        finished_ms,
        parallel,
        status,
        handler,
        result,
        unread,
        decisions,
        table,
    } = record;
    feed.number((*call).into());
    feed.text(id);
    feed.text(identifier);
    name(feed, tool);
    feed.flag(input.is_some());
    feed.value(input);
    feed.value(payload);
    feed.number(*issued_ms);
    for ms in [*dispatched_ms, *started_ms, *finished_ms, step.map(u64::from)] {
        time(feed, ms);
    }
    feed.flag(*parallel);
    feed.text(status.label());
    feed.text(handler.map_or("", |status| status.label()));
    feed.flag(result.is_some());
    if let Some(result) = result {
        settled(feed, result);
    }
    feed.flag(*unread);
    feed.list(decisions, decision);
    feed.text(table);
}

fn notice(feed: &mut Feed, record: &NoticeRecord) {
    let NoticeRecord {
        number,
        call_id,
        text,
        sent_ms,
        taken_ms,
        ended_ms,
        fate,
        read_by,
        decisions,
    } = record;
    feed.number((*number).into());
    feed.text(call_id);
    feed.text(text);
    feed.number(*sent_ms);
    for ms in [*taken_ms, *ended_ms, read_by.map(u64::from)] {
        time(feed, ms);
    }
    feed.text(fate.label());
    feed.list(decisions, decision);
}

fn exchange(feed: &mut Feed, record: &Exchange) {
    let Exchange {
        step,
        call,
        id,
        observer: _,
        ask,
        yield_ms,
        budget,
        asked_ms,
        answered_ms,
        kind,
        success,
        header,
        error,
        items_before,
        items,
        body,
        tokens_before,
        tokens_after,
        decisions,
    } = record;
    for number in [u64::from(*step), (*call).into(), *yield_ms, *budget, *asked_ms] {
        feed.number(number);
    }
    feed.text(id);
    feed.text(ask.label());
    time(feed, *answered_ms);
    feed.text(kind.label());
    feed.flag(*success);
    feed.text(header);
    error_text(feed, error.as_deref());
    feed.number((*items_before).into());
    feed.number((*items).into());
    let worded_by_engine = *kind == ExchangeKind::Failed;
    if !worded_by_engine {
        feed.value(body);
        feed.number(*tokens_before);
        feed.number(*tokens_after);
    }
    feed.list(decisions, |feed, why| {
        feed.text(why.rule().id);
        feed.text(why.reason.id);
    });
}
