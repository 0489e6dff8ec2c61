//! A sample in the text form.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::event::{self, short, tear};
use super::page::{Page, quote};
use super::{Trace, counted, decision};
use crate::lang::{Caption, Lang};
use crate::planner::ledger::{Candidate, Standing};
use crate::planner::wire::tokens;
use crate::planner::{Plan, hex};
use crate::session::record::{CallRecord, Changes, Lifecycle, LiveState, SampleRecord};
use crate::tool::{ToolName, ToolSpec};
use crate::trace::words;

/// How much of an unchanged table is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Everything.
    Full,
    /// Absent tools and sizes only when the table is another one than in the previous sample.
    Changes,
}

/// Writes a sample.
pub(super) fn write(page: &mut Page, trace: &Trace, sample: &SampleRecord, detail: Detail) {
    page.blank();
    let title = format!(
        "-- step {} -- turn {}, shot at {} ms (capture from {}, streamed {}, ended {})",
        sample.step,
        sample.turn,
        sample.shot_ms,
        sample.capture_started_ms,
        sample.streamed_ms,
        sample.ended_ms
    );
    page.line(0, &title);
    said(page, "say: ", &sample.say);
    said(page, "ask: ", &sample.ask);
    for why in &sample.capture {
        page.item(3, "capture: ", &decision(why));
    }
    for (server, why) in &sample.omitted_servers {
        page.item(3, &format!("server left out: {server}: "), &decision(why));
    }
    match &sample.plan {
        Ok(plan) => {
            table(page, trace, sample, plan, detail);
            boundary(page, sample, plan);
        }
        Err(failure) => page.item(3, "NOT SENT: ", &quote(&failure.message)),
    }
    changes(page, &sample.changes);
    if !sample.loaded.is_empty() {
        names(page, "loaded by searches: ", &sample.loaded);
    }
    for call in &sample.calls {
        write_call(page, call);
    }
    for state in &sample.live {
        live(page, state);
    }
    let Some(events) = trace.record.events.get(sample.events.clone()) else { return };
    if !events.is_empty() {
        page.line(3, "events");
    }
    for happened in events {
        event::write(page, trace, 3, happened);
    }
}

fn said(page: &mut Page, lead: &str, caption: &Caption) {
    if !caption.is_empty() {
        page.item(3, lead, &quote(caption.get(Lang::En)));
    }
}

fn table(page: &mut Page, trace: &Trace, sample: &SampleRecord, plan: &Arc<Plan>, detail: Detail) {
    let reused = match (sample.handlers_reused, sample.search_reused) {
        (true, true) => "; handlers and search index reused",
        (true, false) => "; handlers reused",
        (false, true) => "; search index reused",
        (false, false) => "",
    };
    page.line(3, &format!("table {}{reused}", short(plan.digest())));
    let same_as = previous(trace, sample, plan).filter(|_| detail == Detail::Changes);
    page.line(3, &format!("visible {}", plan.visible_names().count()));
    for (index, name) in plan.visible_names().enumerate() {
        page.item(3, &format!("{:>4} ", index + 1), &name.dotted());
    }
    standing(page, plan, Standing::Deferred, "deferred");
    hidden(page, plan);
    for orphan in plan.orphans() {
        page.item(3, "ORPHAN: ", &orphan.name.dotted());
    }
    match same_as {
        Some(step) => page.line(3, &format!("absent and sent: as in step {step}")),
        None => {
            absent(page, plan);
            sent(page, plan);
        }
    }
}

/// The previous step, if it had the same table.
fn previous(trace: &Trace, sample: &SampleRecord, plan: &Arc<Plan>) -> Option<u32> {
    let before = trace.sample(sample.step.checked_sub(1)?)?;
    let same = before
        .plan
        .as_ref()
        .is_ok_and(|before| Arc::ptr_eq(before, plan) || before.digest() == plan.digest());
    same.then_some(before.step)
}

fn boundary(page: &mut Page, sample: &SampleRecord, plan: &Arc<Plan>) {
    match &sample.boundary {
        Ok(boundary) if boundary.digest() != plan.digest() => {
            let text = format!("STALE: a capture here gives table {}", short(boundary.digest()));
            page.line(3, &text);
        }
        Ok(_) => {}
        Err(failure) => page.item(3, "STALE: a capture here fails: ", &quote(&failure.message)),
    }
}

/// Names of one standing, one line a namespace, in registry order.
fn standing(page: &mut Page, plan: &Plan, standing: Standing, title: &str) {
    let tools: Vec<&ToolName> = plan.standing(standing).map(|tool| &tool.name).collect();
    page.line(3, &format!("{title} {}", tools.len()));
    for group in tools.chunk_by(|a, b| a.canonical_namespace() == b.canonical_namespace()) {
        let Some(first) = group.first() else { continue };
        let members: Vec<&str> = group.iter().map(|name| &*name.name).collect();
        let lead = match first.is_default_namespace() {
            true => String::new(),
            false => format!("{}. ", first.canonical_namespace()),
        };
        page.item(6, &lead, &members.join(" "));
    }
}

fn hidden(page: &mut Page, plan: &Plan) {
    let tools: Vec<&Candidate> = plan.standing(Standing::Hidden).collect();
    page.line(3, &format!("hidden {}", tools.len()));
    for tool in tools {
        let exposure = tool.exposure.map_or("", |exposure| exposure.label());
        let text = format!("{} ({exposure}, {})", tool.name.dotted(), words::reach(tool.reach));
        page.item(6, "", &text);
    }
}

/// Absent tools under the sentence that they share, in the order of the sources.
fn absent(page: &mut Page, plan: &Plan) {
    let mut groups: indexmap::IndexMap<String, Vec<String>> = indexmap::IndexMap::new();
    let mut count = 0;
    for tool in plan.standing(Standing::Absent) {
        let why = plan.ledger.deciding(tool).map_or_else(String::new, decision);
        groups.entry(why).or_default().push(tool.name.dotted());
        count += 1;
    }
    page.line(3, &format!("absent {count}"));
    for (why, tools) in groups {
        page.line(6, &why);
        page.item(9, "", &tools.join(" "));
    }
}

/// What the request carries: one line an entry, with size and digest.
fn sent(page: &mut Page, plan: &Plan) {
    let wire = plan.wire_json();
    let text = format!(
        "sent {}, {} of description, {}, {}",
        counted(wire.len(), "entry").replace("entrys", "entries"),
        counted(plan.description_chars(), "char"),
        counted(wire.iter().map(|json| json.len()).sum(), "byte"),
        counted(plan.wire_tokens(), "token"),
    );
    page.line(3, &text);
    for (spec, json) in plan.wire().iter().zip(wire) {
        let digest = hex(&Sha256::digest(json.as_bytes()));
        let lead = format!(
            "{} {:>6} bytes {:>5} tokens  ",
            short(&digest),
            json.len(),
            tokens(json.len())
        );
        page.item(6, &lead, &format!("{} {}", spec_kind(spec), spec.name()));
    }
}

fn spec_kind(spec: &ToolSpec) -> &'static str {
    match spec {
        ToolSpec::Function(_) => "function",
        ToolSpec::Namespace(_) => "namespace",
        ToolSpec::ToolSearch(_) => "tool_search",
        ToolSpec::WebSearch(_) => "web_search",
        ToolSpec::Freeform(_) => "custom",
    }
}

fn changes(page: &mut Page, changes: &Changes) {
    let Changes { appeared, vanished, moved, rewritten, newly_deferred, no_longer_deferred } =
        changes;
    for (lead, tools) in [
        ("appeared: ", appeared),
        ("vanished: ", vanished),
        ("moved: ", moved),
        ("rewritten: ", rewritten),
        ("newly deferred: ", newly_deferred),
        ("no longer deferred: ", no_longer_deferred),
    ] {
        if !tools.is_empty() {
            page.item(3, lead, &tools.join(" "));
        }
    }
}

fn write_call(page: &mut Page, call: &CallRecord) {
    let started = match call.started_ms {
        Some(started) => format!("started {started}"),
        None => String::from("never started"),
    };
    let side = if call.parallel { ", parallel" } else { "" };
    let title = format!(
        "{} -> {} (issued {}, {started}, finished {} ms{side})",
        call.tool.dotted(),
        call.status.label(),
        call.issued_ms,
        call.finished_ms
    );
    page.item(3, &format!("call {}: ", call.call), &title);
    page.item(6, "arguments: ", &quote(&call.arguments));
    if !call.output.is_empty() {
        page.item(6, "output: ", &quote(&call.output));
    }
    for why in &call.decisions {
        page.item(6, "because: ", &decision(why));
    }
    for (rank, (tool, score)) in call.loaded.iter().enumerate() {
        page.item(6, &format!("hit {}: ", rank + 1), &format!("{} {score:.3}", tool.dotted()));
    }
    if let Some((kept, cut)) = &call.tie_cut {
        names(page, "TIE CUT, kept: ", kept);
        names(page, "TIE CUT, dropped: ", cut);
    }
    let notified = match call.lifecycle {
        None => String::from("nobody"),
        Some(Lifecycle::Completed { success: false }) => String::from("completed, no success"),
        Some(Lifecycle::Failed { handler_executed: false }) => {
            String::from("failed before the handler")
        }
        Some(lifecycle) => words::lifecycle(lifecycle).to_owned(),
    };
    page.item(6, "", &format!("notified: {notified}; table: {}", short(&call.table)));
}

fn names(page: &mut Page, lead: &str, tools: &[ToolName]) {
    let tools: Vec<String> = tools.iter().map(ToolName::dotted).collect();
    page.item(6, lead, &tools.join(" "));
}

fn live(page: &mut Page, state: &LiveState) {
    if state.servers.is_empty() && !state.is_torn() {
        return;
    }
    let servers: Vec<String> = state
        .servers
        .iter()
        .map(|server| {
            let word = words::server_state(&server.state);
            format!("{} {word} {}", server.name, counted(server.tools, "tool"))
        })
        .collect();
    let servers = if servers.is_empty() { String::from("no server") } else { servers.join(", ") };
    let torn = if state.is_torn() { ", TORN" } else { "" };
    let text = format!("{servers}{torn}{}", tear(&state.gone, &state.fresh));
    page.item(3, &format!("live {:>7} ms: ", state.at_ms), &text);
}
