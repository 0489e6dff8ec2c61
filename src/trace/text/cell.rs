//! Cells in the text form: one section each, behind the samples.

use serde_json::Value;

use super::event::short;
use super::page::{Page, quote};
use super::{Trace, counted, decision};
use crate::code_mode::engine::protocol::Item;
use crate::code_mode::log::CellEntry;
use crate::session::record_cells::{CellRecord, Exchange, NestedCall, NoticeRecord};
use crate::trace::cell_words::{Parts, parts};

/// All cells, stray exchanges, and what is stored at the end. Nothing when there was no cell.
pub(super) fn write(page: &mut Page, trace: &Trace) {
    let record = &trace.record;
    for cell in &record.cells {
        write_cell(page, cell);
    }
    if !record.strays.is_empty() {
        page.blank();
        page.line(0, "== exchanges without a cell ==");
        for exchange in &record.strays {
            write_exchange(page, exchange);
        }
    }
    if !record.stored.is_empty() {
        page.blank();
        page.line(0, "== stored at the end ==");
        for (key, value) in &record.stored {
            page.item(3, &format!("{key}: "), &quote(&value.to_string()));
        }
    }
}

fn write_cell(page: &mut Page, cell: &CellRecord) {
    let log = &cell.log;
    page.blank();
    let ended = log.ended_ms.map_or_else(|| "the end".to_owned(), |at| format!("{at} ms"));
    let title = format!(
        "== cell {} == call {}.{}, {} ms to {ended}, {}",
        log.id,
        cell.step,
        cell.call,
        log.started_ms,
        cell.state.label()
    );
    page.line(0, &title);
    let tools = counted(cell.tools.len(), "tool");
    let lines = counted(log.source.lines().count(), "line");
    let size = counted(log.source.len(), "byte");
    page.line(3, &format!("{lines}, {size}; {tools} of table {}", short(&cell.table)));
    if let Some(error) = &cell.error {
        // Stack lines are the engine's own.
        page.item(3, "error: ", &quote(error.lines().next().unwrap_or_default()));
    }
    for exchange in &cell.exchanges {
        write_exchange(page, exchange);
    }
    for call in &cell.calls {
        write_call(page, call);
    }
    for notice in &cell.notices {
        write_notice(page, notice);
    }
    page.line(3, &format!("log, {}", counted(log.turns as usize, "turn")));
    for entry in &log.entries {
        write_entry(page, cell, entry);
    }
}

fn write_exchange(page: &mut Page, exchange: &Exchange) {
    let answered = match exchange.answered_ms {
        Some(at) => format!("answered {at} ms"),
        None => "never answered".to_owned(),
    };
    let title = format!(
        "{} {} -> {} (asked {}, {answered}; yield {} ms; {} tokens of {}, {} sent)",
        exchange.ask.label(),
        exchange.id,
        exchange.kind.label(),
        exchange.asked_ms,
        exchange.yield_ms,
        exchange.tokens_before,
        exchange.budget,
        exchange.tokens_after,
    );
    page.item(3, "", &title);
    match &exchange.body {
        Value::Null => {}
        Value::String(text) => page.item(6, "reads: ", &quote(text)),
        other => {
            for part in other.as_array().into_iter().flatten() {
                let text = part.get("text").and_then(Value::as_str);
                let text = text.map_or_else(|| part.to_string(), str::to_owned);
                page.item(6, "reads: ", &quote(&text));
            }
        }
    }
    for why in &exchange.decisions {
        page.item(6, "because: ", &decision(why));
    }
}

fn write_call(page: &mut Page, call: &NestedCall) {
    let time = |ms: Option<u64>| ms.map_or_else(|| "never".to_owned(), |ms| ms.to_string());
    let side = if call.parallel { ", parallel" } else { "" };
    let by = match call.step {
        Some(step) => format!("table {} of step {step}", short(&call.table)),
        None => "no table".to_owned(),
    };
    let title = format!(
        "{} -> {} (issued {}, dispatched {}, started {}, finished {}{side}; {by})",
        call.tool.dotted(),
        call.status.label(),
        call.issued_ms,
        time(call.dispatched_ms),
        time(call.started_ms),
        time(call.finished_ms),
    );
    page.item(3, &format!("tool-{} {}: ", call.call, call.id), &title);
    if let Some(payload) = &call.payload {
        page.item(6, "arguments: ", &quote(payload));
    }
    match &call.result {
        Some(Ok(value)) => page.item(6, "value: ", &quote(&value.to_string())),
        Some(Err(message)) => page.item(6, "rejected: ", &quote(message)),
        None => {}
    }
    if call.unread {
        page.line(6, "UNREAD: the script had ended before it could see this");
    }
    for why in &call.decisions {
        page.item(6, "because: ", &decision(why));
    }
}

fn write_notice(page: &mut Page, notice: &NoticeRecord) {
    let read = match notice.read_by {
        Some(step) => format!(", read in step {step}"),
        None => String::new(),
    };
    let title = format!(
        "{} (sent {}, over {}{read})",
        notice.fate.label(),
        notice.sent_ms,
        notice.ended_ms.map_or_else(|| "never".to_owned(), |ms| ms.to_string()),
    );
    page.item(3, &format!("notification {}: ", notice.number), &title);
    page.item(6, "text: ", &quote(&notice.text));
    for why in &notice.decisions {
        page.item(6, "because: ", &decision(why));
    }
}

fn write_entry(page: &mut Page, cell: &CellRecord, entry: &CellEntry) {
    let parts = parts(cell, &entry.event);
    let line = entry.line.map_or_else(String::new, |line| format!("line {line}"));
    let lead = format!("{:>7} ms  turn {:<3} {line:<8} ", entry.at_ms, entry.turn);
    page.item(3, &lead, &words(&parts));
    if let Some(why) = parts.why {
        page.item(12, "because: ", &decision(why));
    }
}

fn words(parts: &Parts<'_>) -> String {
    let mut out = vec![parts.event.to_owned()];
    out.extend(parts.call.map(|call| format!("tool-{call}")));
    out.extend(parts.notice.map(|number| format!("notification {number}")));
    out.extend(parts.timeout.map(|id| format!("timeout {id}")));
    out.extend(parts.due_ms.map(|at| format!("due {at} ms")));
    out.extend(parts.asker.as_ref().map(|asker| asker.to_string()));
    out.extend(parts.yes.map(|yes| if yes { "yes" } else { "no" }.to_owned()));
    out.extend(parts.items.map(|items| counted(items as usize, "item")));
    out.extend(parts.key.map(str::to_owned));
    out.extend(parts.keys.map(|keys| keys.join(", ")));
    out.extend(parts.value.map(|value| quote(&value.to_string())));
    out.extend(parts.item.map(|item| quote(&item_words(item))));
    let first_line = |text: &str| quote(text.lines().next().unwrap_or_default());
    out.extend(parts.text.map(first_line));
    out.retain(|part| !part.is_empty());
    out.join(" ")
}

fn item_words(item: &Item) -> String {
    match item {
        Item::Text { text } => format!("{text:?}"),
        Item::Image { url, detail } => format!("image {} {url}", detail.label()),
        Item::Audio { url } => format!("audio {url}"),
    }
}
