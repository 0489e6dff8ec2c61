//! Events in the text form.

use super::page::{Page, quote};
use super::{Trace, counted, decision};
use crate::session::record::{Effect, TraceEvent, TraceEventKind, When};
use crate::trace::words;

/// One event with its time; its effects below it.
pub(super) fn write(page: &mut Page, trace: &Trace, indent: usize, event: &TraceEvent) {
    let lead = format!("{:>7} ms  ", event.at_ms);
    page.item(indent, &lead, &line(&event.kind));
    if let TraceEventKind::Happened { effects, .. } = &event.kind {
        for part in effects {
            page.item(indent + 12, "", &effect(trace, part));
        }
    }
    if let TraceEventKind::HostConnected { why, .. } = &event.kind {
        page.item(indent + 12, "", &format!("because: {}", decision(why)));
    }
}

fn line(kind: &TraceEventKind) -> String {
    use TraceEventKind as Kind;
    match kind {
        Kind::TurnStarted { turn } => format!("turn {turn} starts"),
        Kind::CaptureStarted { step } => format!("capture of step {step} begins"),
        Kind::Captured { step, plan, visible, deferred } => format!(
            "step {step} is frozen and sent: {visible} visible, {deferred} deferred, table {}",
            short(plan)
        ),
        Kind::CaptureFailed { step, error } => format!("step {step} is not sent: {error}"),
        Kind::Resent { step } => format!("step {step} is sent again with the same table"),
        Kind::Happened { what, .. } => what.to_string(),
        Kind::Server { server, state } => match words::server_error(state) {
            Some(error) => {
                format!("server {server} is {}: {}", words::server_state(state), quote(error))
            }
            None => format!("server {server} is {}", words::server_state(state)),
        },
        Kind::Tear { step, gone, fresh } if gone.is_empty() && fresh.is_empty() => {
            format!("the tear of step {step} heals")
        }
        Kind::Tear { step, gone, fresh } => {
            format!("tear in step {step}{}", tear(gone, fresh))
        }
        Kind::CallIssued { step, call, tool } => {
            format!("call {step}.{call} {} is handed over", tool.dotted())
        }
        Kind::CallFinished { step, call, status } => {
            format!("call {step}.{call} ends: {}", status.label())
        }
        Kind::SampleEnded { step } => format!("step {step} ends"),
        Kind::CellStarted { cell, step, call } => format!("call {step}.{call} starts cell {cell}"),
        Kind::CellYielded { cell, items } => {
            format!("cell {cell} is handed back running, {}", counted(*items as usize, "item"))
        }
        Kind::CellEnded { cell, state } => format!("cell {cell} ends: {}", state.label()),
        Kind::HostConnected { generation, .. } => {
            format!("exec connects to a fresh code-mode host, generation {generation}")
        }
        Kind::NestedIssued { cell, call, tool } => {
            format!("cell {cell} calls {} as tool-{call}", tool.dotted())
        }
        Kind::NestedDispatched { cell, call, step } => {
            format!("tool-{call} of cell {cell} goes through the table of step {step}")
        }
        Kind::NestedFinished { cell, call, status } => {
            format!("tool-{call} of cell {cell} ends: {}", status.label())
        }
        Kind::Notified { cell, number, fate } => {
            format!("notification {number} of cell {cell}: {}", fate.label())
        }
        Kind::Broken { step, anomaly, tool } => match tool {
            Some(tool) => {
                format!("BROKEN in step {step}: {} {}", words::anomaly(*anomaly), tool.dotted())
            }
            None => format!("BROKEN in step {step}: {}", words::anomaly(*anomaly)),
        },
    }
}

/// `, gone: a b, fresh: c`; a side without names is left out.
pub(super) fn tear(gone: &[std::sync::Arc<str>], fresh: &[std::sync::Arc<str>]) -> String {
    let mut out = String::new();
    for (side, names) in [("gone", gone), ("fresh", fresh)] {
        if !names.is_empty() {
            out.push_str(&format!(", {side}: {}", names.join(" ")));
        }
    }
    out
}

fn effect(trace: &Trace, effect: &Effect) -> String {
    let when = match effect.when {
        When::Now => "now",
        When::NextSample => "next sample",
        When::NextTurn => "next turn",
        When::AfterRefresh => "after a refresh",
        When::Never => "never by itself",
    };
    let place = match effect.step {
        Some(step) => match trace.sample(step) {
            Some(sample) => format!(" (turn {}, step {step})", sample.turn),
            None => format!(" (step {step})"),
        },
        None if matches!(effect.when, When::Now | When::Never) => String::new(),
        None => String::from(" (not in this run)"),
    };
    format!("{} takes effect: {when}{place} because {}", effect.part, decision(&effect.why))
}

/// The beginning of a digest.
pub(super) fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}
