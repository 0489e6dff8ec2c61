//! The log of a cell in words and in parts, shared by text and JSON.

use std::sync::Arc;

use serde_json::Value;

use crate::code_mode::answer::{Observe, ObserverId};
use crate::code_mode::engine::protocol::Item;
use crate::code_mode::log::{CellEvent, TurnCause};
use crate::planner::rule::Decision;
use crate::session::record_cells::CellRecord;

/// What is worth saying about one entry. Parts that an entry does not have are none.
#[derive(Clone, Debug, Default)]
pub struct Parts<'a> {
    /// The kind, in snake case.
    pub event: &'static str,
    /// N of `tool-N`.
    pub call: Option<u32>,
    /// Number of a notification.
    pub notice: Option<u32>,
    /// Id of a timeout.
    pub timeout: Option<u32>,
    /// When something is due, in virtual ms.
    pub due_ms: Option<u64>,
    /// The item.
    pub item: Option<&'a Item>,
    /// A key of stored values.
    pub key: Option<&'a str>,
    /// Keys of stored values.
    pub keys: Option<&'a [String]>,
    /// A value: an argument, a result, a stored value.
    pub value: Option<&'a Value>,
    /// A text: of a notification, a rejection, a failure.
    pub text: Option<&'a str>,
    /// Items handed over.
    pub items: Option<u32>,
    /// Found, or heard.
    pub yes: Option<bool>,
    /// Id of the model's call that it is about.
    pub asker: Option<Arc<str>>,
    /// Why.
    pub why: Option<&'a Decision>,
}

/// Takes an entry apart.
pub fn parts<'a>(cell: &'a CellRecord, event: &'a CellEvent) -> Parts<'a> {
    use CellEvent as E;
    let none = Parts::default();
    let of = |event| Parts { event, ..Parts::default() };
    let call = |event, call: &u32| Parts { call: Some(*call), ..of(event) };
    let notice = |event, number: &u32| Parts { notice: Some(*number), ..of(event) };
    let asker = |observer: &ObserverId| asker(cell, *observer);
    match event {
        E::TurnBegan { cause } => match cause {
            TurnCause::Evaluate => of("evaluate"),
            TurnCause::Resolve { call: number } => call("resolve", number),
            TurnCause::Reject { call: number } => call("reject", number),
            TurnCause::Timer { id } => Parts { timeout: Some(*id), ..of("timer") },
        },
        E::Item { item } => Parts { item: Some(item), ..of("item") },
        E::CallIssued { call: number, input, .. } => {
            Parts { value: input.as_ref(), ..call("call", number) }
        }
        E::NotifySent { number, text } => Parts { text: Some(text), ..notice("notify", number) },
        E::YieldRequested { heard, why } => {
            Parts { yes: Some(*heard), why: Some(why), ..of("yield_control") }
        }
        E::Stored { key, value } => Parts { key: Some(key), value: Some(value), ..of("store") },
        E::Loaded { key, found } => Parts { key: Some(key), yes: Some(*found), ..of("load") },
        E::TimeoutSet { id, due_ms, .. } => {
            Parts { timeout: Some(*id), due_ms: Some(*due_ms), ..of("timeout_set") }
        }
        E::TimeoutCleared { id } => Parts { timeout: Some(*id), ..of("timeout_cleared") },
        E::ExitCalled => of("exit"),
        E::Unhandled { reason } => Parts { text: Some(reason), ..of("unhandled") },
        E::CallEnded { call: number, result } => Parts {
            value: result.as_ref().ok(),
            text: result.as_ref().err().map(|text| &**text),
            ..call("call_ended", number)
        },
        E::CallStopped { call: number } => call("call_stopped", number),
        E::NotifyAccepted { number } => notice("notify_accepted", number),
        E::NotifyStopped { number } => notice("notify_stopped", number),
        E::ObserverAttached { observer, mode, deadline_ms, why } => Parts {
            asker: asker(observer),
            due_ms: *deadline_ms,
            why: Some(why),
            ..of(match mode {
                Observe::Yield { .. } => "observer",
                Observe::Frontier => "frontier_observer",
            })
        },
        E::ObserverQueued { observer, why } => {
            Parts { asker: asker(observer), why: Some(why), ..of("observer_queued") }
        }
        E::ObserverRefused { observer, why } => {
            Parts { asker: asker(observer), why: Some(why), ..of("observer_refused") }
        }
        E::ObserverGone { observer, why } => {
            Parts { asker: asker(observer), why: Some(why), ..of("observer_gone") }
        }
        E::Terminating { by, why } => {
            Parts { asker: by.as_ref().and_then(asker), why: Some(why), ..of("terminating") }
        }
        E::HostLost { why, .. } => Parts { why: Some(why), ..of("host_lost") },
        E::Yielded { observer, items, why } => {
            Parts { asker: asker(observer), items: Some(*items), why: Some(why), ..of("yielded") }
        }
        E::Frontier { observer, items, why, .. } => {
            Parts { asker: asker(observer), items: Some(*items), why: Some(why), ..of("frontier") }
        }
        E::Resumed { why } => Parts { why: Some(why), ..of("resumed") },
        E::PutBack { items, why } => {
            Parts { items: Some(*items), why: Some(why), ..of("put_back") }
        }
        E::Lost { items, why } => Parts { items: Some(*items), why: Some(why), ..of("lost") },
        E::LimitReached { limit, why } => {
            Parts { text: Some(limit.label()), why: Some(why), ..of("limit") }
        }
        E::Finished { error, why } => {
            Parts { text: error.as_deref(), why: Some(why), ..of("finished") }
        }
        E::CallCancelled { call: number, why } => {
            Parts { why: Some(why), ..call("call_cancelled", number) }
        }
        E::CallUnread { call: number, why } => {
            Parts { why: Some(why), ..call("call_unread", number) }
        }
        E::NotifyCancelled { number, why } => {
            Parts { why: Some(why), ..notice("notify_cancelled", number) }
        }
        E::TimeoutLost { id, why } => {
            Parts { timeout: Some(*id), why: Some(why), ..of("timeout_lost") }
        }
        E::Committed { keys, why } => Parts { keys: Some(keys), why: Some(why), ..of("committed") },
        E::Discarded { keys, why } => Parts { keys: Some(keys), why: Some(why), ..of("discarded") },
        E::Buffered { why } => Parts { why: Some(why), ..of("buffered") },
        E::Delivered { observer, items, error, why } => Parts {
            asker: asker(observer),
            items: Some(*items),
            text: error.as_deref(),
            why: Some(why),
            ..of("delivered")
        },
        E::Terminated { observers, items } => Parts {
            asker: observers.first().and_then(asker),
            items: Some(*items),
            ..of("terminated")
        },
        E::Closed => Parts { event: "closed", ..none },
    }
}

/// The model's call behind an observer.
fn asker(cell: &CellRecord, observer: ObserverId) -> Option<Arc<str>> {
    let mut exchanges = cell.exchanges.iter();
    let exchange = exchanges.find(|exchange| exchange.observer == Some(observer));
    exchange.map(|exchange| exchange.id.clone())
}
