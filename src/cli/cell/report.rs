//! The exchange as text: what the model sends and reads, nested calls, stored values.

use serde_json::Value;

use crate::code_mode::log::CellEvent;
use crate::lang::Lang;
use crate::session::record_cells::{Ask, CellRecord, CellState, Exchange, NestedCall};
use crate::trace::Trace;
use crate::trace::text::{self, visible_only};

/// Lines of a source that are shown.
const MAX_SOURCE_LINES: usize = 200;
/// Characters of a value that are shown.
const MAX_VALUE: usize = 300;

/// The whole report. Without an exchange the ordinary text of the trace says why.
pub fn write(trace: &Trace, input: &str) -> String {
    let exchanges = trace.record.exchanges();
    if exchanges.is_empty() {
        return text::write(trace);
    }
    let mut out = String::new();
    for (_, exchange) in &exchanges {
        write_exchange(&mut out, exchange, input);
    }
    if let Some(cell) = trace.record.cells.first() {
        write_cell(&mut out, cell);
    }
    section(&mut out, "stored for later cells", trace.record.stored.iter(), |out, (key, value)| {
        line(out, 2, &format!("{key} = {}", short(&value.to_string())));
    });
    out
}

fn write_exchange(out: &mut String, exchange: &Exchange, input: &str) {
    let asked = match exchange.ask {
        Ask::Exec => "exec",
        Ask::Wait => "wait for cell 1",
        Ask::Terminate => "wait for cell 1, which terminates it",
    };
    let patience = match exchange.ask {
        Ask::Terminate => String::new(),
        _ => format!(", yields after {} ms", exchange.yield_ms),
    };
    line(out, 0, &format!("{} ms: the model calls {asked}{patience}", exchange.asked_ms));
    if exchange.ask == Ask::Exec {
        for text in input.lines().take(MAX_SOURCE_LINES) {
            line(out, 2, &format!("> {text}"));
        }
        let more = input.lines().count().saturating_sub(MAX_SOURCE_LINES);
        if more > 0 {
            line(out, 2, &format!("> ... {more} more lines"));
        }
    }
    match exchange.answered_ms {
        Some(at) => line(out, 0, &format!("{at} ms: it reads ({})", exchange.kind.label())),
        None => line(out, 0, "it is never answered"),
    }
    for text in body(&exchange.body) {
        for text in text.trim_end_matches('\n').split('\n') {
            line(out, 2, &format!("< {text}"));
        }
    }
    out.push('\n');
}

/// The texts of an answer; other items as their JSON, shortened.
fn body(body: &Value) -> Vec<String> {
    match body {
        Value::Null => Vec::new(),
        Value::String(text) => vec![text.clone()],
        Value::Array(parts) => parts
            .iter()
            .map(|part| match part.get("text").and_then(Value::as_str) {
                Some(text) => text.to_owned(),
                None => short(&part.to_string()),
            })
            .collect(),
        other => vec![short(&other.to_string())],
    }
}

fn write_cell(out: &mut String, cell: &CellRecord) {
    let state = cell.state.label();
    let ended = match cell.log.ended_ms {
        Some(at) if cell.state == CellState::Running => format!("cut off at {at} ms by the end"),
        Some(at) => format!("ended {at} ms"),
        None => String::from("cut off by the end"),
    };
    line(
        out,
        0,
        &format!("cell {}: {state}, began {} ms, {ended}", cell.log.id, cell.log.started_ms),
    );
    for entry in &cell.log.entries {
        if let CellEvent::LimitReached { limit, why } = &entry.event {
            let why = why.sentence(Lang::En);
            line(out, 2, &format!("limit at {} ms: {} ({why})", entry.at_ms, limit.label()));
        }
    }
    section(out, "nested calls", cell.calls.iter(), write_call);
    section(out, "notifications", cell.notices.iter(), |out, notice| {
        let text = short(&notice.text);
        line(out, 2, &format!("{} ms: {text} ({})", notice.sent_ms, notice.fate.label()));
    });
}

fn write_call(out: &mut String, call: &NestedCall) {
    let time = |ms: Option<u64>| ms.map_or_else(|| String::from("never"), |ms| format!("{ms} ms"));
    let times = format!(
        "issued {} ms, started {}, ended {}",
        call.issued_ms,
        time(call.started_ms),
        time(call.finished_ms)
    );
    let unread = if call.unread { ", unread" } else { "" };
    line(
        out,
        2,
        &format!(
            "tool-{} {}: {}{unread}; {times}",
            call.call,
            call.identifier,
            call.status.label()
        ),
    );
    if let Some(payload) = &call.payload {
        line(out, 4, &format!("> {}", short(payload)));
    }
    match &call.result {
        Some(Ok(value)) => line(out, 4, &format!("< {}", short(&value.to_string()))),
        Some(Err(message)) => line(out, 4, &format!("< rejected: {}", short(message))),
        None => {}
    }
}

fn section<T>(
    out: &mut String,
    title: &str,
    things: impl ExactSizeIterator<Item = T>,
    mut write: impl FnMut(&mut String, T),
) {
    if things.len() == 0 {
        return;
    }
    line(out, 0, title);
    things.for_each(|thing| write(out, thing));
}

/// One line with nothing in it that a terminal could obey.
fn line(out: &mut String, indent: usize, text: &str) {
    out.extend(std::iter::repeat_n(' ', indent));
    out.push_str(visible_only(text).trim_end());
    out.push('\n');
}

fn short(text: &str) -> String {
    match text.char_indices().nth(MAX_VALUE) {
        Some((at, _)) => format!("{}... ({} bytes)", &text[..at], text.len()),
        None => text.to_owned(),
    }
}
