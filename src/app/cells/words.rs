//! One entry of a cell's log in words, with the picture and the colour of its kind.

use eframe::egui::Color32;

use super::super::Scene;
use super::super::icon::Icon;
use super::super::text::millis;
use crate::code_mode::engine::protocol::Item;
use crate::code_mode::log::{CellEntry, CellEvent, TurnCause};
use crate::session::record_cells::CellRecord;

/// Longest value shown in a sentence, in characters.
const MAX_VALUE: usize = 120;

/// An entry in words.
pub struct Said {
    /// The sentence.
    pub text: String,
    /// Why, when a rule decided it.
    pub why: Option<String>,
    /// Where the rule lives upstream.
    pub upstream: Option<String>,
    /// Picture.
    pub icon: Icon,
    /// Colour of text and picture.
    pub ink: Color32,
}

/// Says what an entry is.
pub fn say(scene: &Scene<'_>, cell: &CellRecord, entry: &CellEntry) -> Said {
    let words = scene.words;
    let with = |key: &str, holes: &[(&str, &dyn std::fmt::Display)]| words.with(key, holes);
    let theme = scene.theme;
    let (quiet, live, blue, warm, bad, cool) = (
        theme.text_weak.0,
        theme.live_text.0,
        theme.visible_text.0,
        theme.deferred_text.0,
        theme.orphan_text.0,
        theme.frozen_text.0,
    );
    let tool = |call: &u32| {
        let found = cell.calls.get((*call as usize).wrapping_sub(1));
        found.map_or_else(|| "?".to_owned(), |call| call.identifier.to_string())
    };
    let (text, icon, ink) = match &entry.event {
        CellEvent::TurnBegan { cause } => match cause {
            TurnCause::Evaluate => (words.get("cell-evaluate").to_owned(), Icon::Play, blue),
            TurnCause::Resolve { call } => {
                (with("cell-resolve", &[("call", call), ("tool", &tool(call))]), Icon::Check, live)
            }
            TurnCause::Reject { call } => {
                (with("cell-reject", &[("call", call), ("tool", &tool(call))]), Icon::Cross, bad)
            }
            TurnCause::Timer { id } => (with("cell-timer", &[("id", id)]), Icon::Bolt, warm),
        },
        CellEvent::Item { item } => {
            (with("cell-item", &[("value", &short(&item_text(item)))]), Icon::Right, blue)
        }
        CellEvent::CallIssued { call, input, .. } => {
            let input = input.as_ref().map_or_else(String::new, |input| short(&input.to_string()));
            (
                with("cell-call", &[("call", call), ("tool", &tool(call)), ("input", &input)]),
                Icon::Lens,
                warm,
            )
        }
        CellEvent::NotifySent { text, .. } => {
            (with("cell-notify", &[("value", &short(text))]), Icon::Eye, blue)
        }
        CellEvent::YieldRequested { heard, .. } => {
            let key = if *heard { "cell-yield-heard" } else { "cell-yield-unheard" };
            (words.get(key).to_owned(), Icon::Pause, if *heard { cool } else { bad })
        }
        CellEvent::Stored { key, value } => (
            with("cell-store", &[("key", key), ("value", &short(&value.to_string()))]),
            Icon::Down,
            blue,
        ),
        CellEvent::Loaded { key, found } => {
            let message = if *found { "cell-load" } else { "cell-load-none" };
            (with(message, &[("key", key)]), Icon::Right, quiet)
        }
        CellEvent::TimeoutSet { id, delay_ms, .. } => {
            (with("cell-timeout", &[("id", id), ("delay", &millis(*delay_ms))]), Icon::Ring, warm)
        }
        CellEvent::TimeoutCleared { id } => {
            (with("cell-timeout-cleared", &[("id", id)]), Icon::Struck, quiet)
        }
        CellEvent::ExitCalled => (words.get("cell-exit").to_owned(), Icon::Last, blue),
        CellEvent::Unhandled { reason } => {
            (with("cell-unhandled", &[("reason", &short(reason))]), Icon::Cross, bad)
        }
        CellEvent::CallEnded { call, result } => {
            let (key, value, ink) = match result {
                Ok(value) => ("cell-call-ok", short(&value.to_string()), live),
                Err(text) => ("cell-call-bad", short(text), bad),
            };
            (with(key, &[("call", call), ("tool", &tool(call)), ("value", &value)]), Icon::Dot, ink)
        }
        CellEvent::CallStopped { call } => {
            (with("cell-call-stopped", &[("call", call)]), Icon::Struck, quiet)
        }
        CellEvent::NotifyAccepted { .. } => {
            (words.get("cell-notify-ok").to_owned(), Icon::Check, quiet)
        }
        CellEvent::NotifyStopped { .. } | CellEvent::NotifyCancelled { .. } => {
            (words.get("cell-notify-stopped").to_owned(), Icon::Struck, quiet)
        }
        CellEvent::ObserverAttached { deadline_ms, .. } => {
            let text = match deadline_ms {
                Some(due) => with("cell-observed", &[("due", &millis(*due))]),
                None => words.get("cell-observed-frontier").to_owned(),
            };
            (text, Icon::Eye, cool)
        }
        CellEvent::ObserverQueued { .. } => (words.get("cell-queued").to_owned(), Icon::Eye, cool),
        CellEvent::ObserverRefused { .. } => {
            (words.get("cell-refused").to_owned(), Icon::Cross, bad)
        }
        CellEvent::ObserverGone { .. } => (words.get("cell-gone").to_owned(), Icon::Struck, bad),
        CellEvent::Terminating { .. } => {
            (words.get("cell-terminating").to_owned(), Icon::Cross, bad)
        }
        CellEvent::HostLost { .. } => (words.get("cell-host-lost").to_owned(), Icon::Cross, bad),
        CellEvent::Yielded { items, .. } => {
            (with("cell-yielded", &[("items", items)]), Icon::Snowflake, cool)
        }
        CellEvent::Frontier { items, .. } => {
            (with("cell-frontier", &[("items", items)]), Icon::Snowflake, cool)
        }
        CellEvent::Resumed { .. } => (words.get("cell-resumed").to_owned(), Icon::Play, cool),
        CellEvent::PutBack { items, .. } => {
            (with("cell-put-back", &[("items", items)]), Icon::Undo, warm)
        }
        CellEvent::Lost { items, .. } => {
            (with("cell-lost", &[("items", items)]), Icon::Struck, bad)
        }
        CellEvent::LimitReached { limit, .. } => {
            (with("cell-limit", &[("limit", &limit.label())]), Icon::Bolt, bad)
        }
        CellEvent::Finished { error: None, .. } => {
            (words.get("cell-finished").to_owned(), Icon::Check, live)
        }
        CellEvent::Finished { error: Some(error), .. } => {
            (with("cell-failed", &[("error", &short(error))]), Icon::Cross, bad)
        }
        CellEvent::CallCancelled { call, .. } => (
            with("cell-call-cancelled", &[("call", call), ("tool", &tool(call))]),
            Icon::Struck,
            bad,
        ),
        CellEvent::CallUnread { call, .. } => {
            (with("cell-call-unread", &[("call", call), ("tool", &tool(call))]), Icon::Struck, bad)
        }
        CellEvent::TimeoutLost { id, .. } => {
            (with("cell-timeout-lost", &[("id", id)]), Icon::Struck, bad)
        }
        CellEvent::Committed { keys, .. } => {
            (with("cell-committed", &[("count", &keys.len())]), Icon::Down, live)
        }
        CellEvent::Discarded { keys, .. } => {
            (with("cell-discarded", &[("count", &keys.len())]), Icon::Struck, bad)
        }
        CellEvent::Buffered { .. } => (words.get("cell-buffered").to_owned(), Icon::Ring, cool),
        CellEvent::Delivered { items, .. } => {
            (with("cell-delivered", &[("items", items)]), Icon::Snowflake, cool)
        }
        CellEvent::Terminated { items, .. } => {
            (with("cell-terminated", &[("items", items)]), Icon::Snowflake, bad)
        }
        CellEvent::Closed => (words.get("cell-closed").to_owned(), Icon::Last, quiet),
    };
    let why = why(&entry.event);
    Said {
        text,
        why: why.map(|why| why.sentence(scene.view.lang)),
        upstream: why.map(|why| why.rule().upstream.to_string()),
        icon,
        ink,
    }
}

fn why(event: &CellEvent) -> Option<&crate::planner::rule::Decision> {
    match event {
        CellEvent::YieldRequested { why, .. }
        | CellEvent::ObserverAttached { why, .. }
        | CellEvent::ObserverQueued { why, .. }
        | CellEvent::ObserverRefused { why, .. }
        | CellEvent::ObserverGone { why, .. }
        | CellEvent::Terminating { why, .. }
        | CellEvent::HostLost { why, .. }
        | CellEvent::Yielded { why, .. }
        | CellEvent::Frontier { why, .. }
        | CellEvent::Resumed { why }
        | CellEvent::PutBack { why, .. }
        | CellEvent::Lost { why, .. }
        | CellEvent::LimitReached { why, .. }
        | CellEvent::Finished { why, .. }
        | CellEvent::CallCancelled { why, .. }
        | CellEvent::CallUnread { why, .. }
        | CellEvent::NotifyCancelled { why, .. }
        | CellEvent::TimeoutLost { why, .. }
        | CellEvent::Committed { why, .. }
        | CellEvent::Discarded { why, .. }
        | CellEvent::Buffered { why }
        | CellEvent::Delivered { why, .. } => Some(why),
        _ => None,
    }
}

/// The text of an item, or the beginning of its address.
pub fn item_text(item: &Item) -> String {
    match item {
        Item::Text { text } => text.clone(),
        Item::Image { url, detail } => format!("[image {} {}]", detail.label(), short(url)),
        Item::Audio { url } => format!("[audio {}]", short(url)),
    }
}

/// One line, cut with an ellipsis.
pub fn short(text: &str) -> String {
    let mut line: String =
        text.chars().take(MAX_VALUE).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MAX_VALUE).is_some() {
        line.push('…');
    }
    line
}
