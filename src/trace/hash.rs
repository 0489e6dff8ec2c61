//! The content hash of a run.
//!
//! SHA-256 over what happened: events, times, tables, calls, the live world, anomalies. Titles,
//! captions and the sentences of reasons are left out, so that a better wording changes no hash;
//! rule ids and facts are in. Search scores are left out too: their last bits depend on the
//! platform's logarithm, their order does not.

use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::hash_cells::Told;
use crate::planner::rule::Decision;
use crate::planner::{Plan, PlanFailure, hex};
use crate::session::record::{Anomalies, CallRecord, Record, SampleRecord, TraceEvent, TurnRecord};
use crate::tool::ToolName;

/// First bytes of every hashed content; changes when the content's layout does.
const LAYOUT: &str = "freezeframe trace 1";

/// The hash of a record: 64 lower-case hex digits.
pub fn content_hash(record: &Record) -> Arc<str> {
    // Taken apart field by field, here and below, so that a new field cannot be forgotten.
    let Record { policy, turns, samples, events, anomalies, cells, strays, stored, ended_ms } =
        record;
    let mut feed = Feed::default();
    feed.text(LAYOUT);
    feed.text(policy.label());
    feed.list(turns, turn);
    let told = super::hash_cells::told(record);
    feed.list(samples, |feed, record| sample(feed, record, &told));
    feed.list(events, |feed, event: &TraceEvent| feed.value(event));
    let Anomalies { called_not_advertised, advertised_but_gone, split_tables } = *anomalies;
    for count in [called_not_advertised, advertised_but_gone, split_tables] {
        feed.number(count.into());
    }
    feed.number(*ended_ms);
    // A run without cells hashes as it did before there were any.
    super::hash_cells::cells(&mut feed, cells, strays, stored);
    hex(feed.digest().as_ref()).into()
}

fn turn(feed: &mut Feed, record: &TurnRecord) {
    let TurnRecord { turn, at_ms, ended_ms, say: _, first_step, steps } = record;
    for number in [u64::from(*turn), *at_ms, *ended_ms, (*first_step).into(), (*steps).into()] {
        feed.number(number);
    }
}

fn sample(feed: &mut Feed, record: &SampleRecord, told: &Told) {
    let SampleRecord {
        step,
        turn,
        capture_started_ms,
        shot_ms,
        streamed_ms,
        ended_ms,
        say: _,
        ask: _,
        // The plan's digest stands for what it read.
        inputs: _,
        plan,
        boundary,
        handlers_reused,
        search_reused,
        omitted_servers,
        capture,
        calls,
        live,
        loaded,
        changes,
        events,
    } = record;
    for number in [
        u64::from(*step),
        u64::from(*turn),
        *capture_started_ms,
        *shot_ms,
        *streamed_ms,
        *ended_ms,
        events.start as u64,
        events.end as u64,
    ] {
        feed.number(number);
    }
    table(feed, plan);
    table(feed, boundary);
    feed.flag(*handlers_reused);
    feed.flag(*search_reused);
    feed.list(omitted_servers, |feed, (server, why)| {
        feed.text(server);
        decision(feed, why);
    });
    feed.list(capture, decision);
    feed.list(calls, |feed, record| call(feed, record, told.has(*step, record.call)));
    feed.list(live, |feed, state| feed.value(state));
    feed.list(loaded, name);
    feed.value(changes);
}

fn table(feed: &mut Feed, plan: &Result<Arc<Plan>, PlanFailure>) {
    match plan {
        Ok(plan) => {
            feed.flag(true);
            feed.text(plan.digest());
        }
        Err(failure) => {
            feed.flag(false);
            feed.text(&failure.message);
        }
    }
}

/// `told` is true for a call whose output is hashed with its cell.
fn call(feed: &mut Feed, record: &CallRecord, told: bool) {
    let CallRecord {
        call,
        id,
        tool,
        arguments,
        issued_ms,
        started_ms,
        finished_ms,
        parallel,
        lifecycle,
        status,
        output,
        decisions,
        loaded,
        tie_cut,
        table,
    } = record;
    feed.number((*call).into());
    feed.text(id);
    name(feed, tool);
    feed.text(arguments);
    feed.number(*issued_ms);
    feed.flag(started_ms.is_some());
    feed.number(started_ms.unwrap_or_default());
    feed.number(*finished_ms);
    feed.flag(*parallel);
    feed.value(lifecycle);
    feed.text(status.label());
    feed.text(if told { "" } else { output });
    feed.list(decisions, decision);
    feed.list(loaded, |feed, (tool, _score)| name(feed, tool));
    feed.flag(tie_cut.is_some());
    if let Some((kept, cut)) = tie_cut {
        feed.list(kept, name);
        feed.list(cut, name);
    }
    feed.text(table);
}

pub(super) fn decision(feed: &mut Feed, decision: &Decision) {
    feed.value(decision);
}

pub(super) fn name(feed: &mut Feed, name: &ToolName) {
    feed.text(&name.strict());
}

/// Bytes that are gathered before they are hashed: most pieces of content have only eight.
const GATHERED: usize = 16 * 1024;

/// Writes content so that no two contents give the same bytes: texts and lists bring their length.
#[derive(Default)]
pub(super) struct Feed {
    sha: Sha256,
    gathered: Vec<u8>,
}

impl Feed {
    pub fn number(&mut self, number: u64) {
        self.gathered.extend_from_slice(&number.to_le_bytes());
        self.hash_full();
    }

    pub fn flag(&mut self, flag: bool) {
        self.gathered.push(u8::from(flag));
    }

    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.gathered.extend_from_slice(text.as_bytes());
        self.hash_full();
    }

    pub fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.number(items.len() as u64);
        for item in items {
            each(self, item);
        }
    }

    /// The compact JSON of a value; for types whose serialized form is part of the trace anyway.
    pub fn value(&mut self, value: &impl Serialize) {
        // Whether it was written and how long it is stand before it, and are known after it.
        let head = self.gathered.len();
        let start = head + 1 + size_of::<u64>();
        self.gathered.resize(start, 0);
        // Plain owned data with string keys always serializes into memory.
        let written = serde_json::to_writer(&mut self.gathered, value).is_ok();
        let length = (self.gathered.len() - start) as u64;
        self.gathered[head] = u8::from(written);
        self.gathered[head + 1..start].copy_from_slice(&length.to_le_bytes());
        self.hash_full();
    }

    /// The digest of everything that was written.
    fn digest(mut self) -> impl AsRef<[u8]> {
        self.sha.update(&self.gathered);
        self.sha.finalize()
    }

    fn hash_full(&mut self) {
        if self.gathered.len() >= GATHERED {
            self.sha.update(&self.gathered);
            self.gathered.clear();
        }
    }
}
