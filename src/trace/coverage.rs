//! Which rules a run exercised, so that a pack of scenarios can be measured against all rules.

use std::collections::BTreeSet;

use super::cell_words::parts;
use crate::planner::ledger::Ledger;
use crate::session::record::{Record, SampleRecord, TraceEventKind};
use crate::session::record_cells::CellRecord;

/// Ids of every rule that decided something in `record`: in plans, captures, effects of events,
/// calls and left-out servers.
pub fn rules(record: &Record) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut last: Option<&Ledger> = None;
    for sample in &record.samples {
        for plan in [&sample.plan, &sample.boundary] {
            let ledger = match plan {
                Ok(plan) => &plan.ledger,
                Err(failure) => &*failure.ledger,
            };
            // Samples of one plan share its ledger.
            if last.is_none_or(|last| !std::ptr::eq(last, ledger)) {
                found.extend(ledger.decisions.iter().map(|decision| decision.rule().id));
                last = Some(ledger);
            }
        }
        beside_the_plan(sample, &mut found);
    }
    for event in &record.events {
        if let TraceEventKind::Happened { effects, .. } = &event.kind {
            found.extend(effects.iter().map(|effect| effect.why.rule().id));
        }
    }
    for cell in &record.cells {
        of_cell(cell, &mut found);
    }
    let strays = record.strays.iter().flat_map(|exchange| &exchange.decisions);
    found.extend(strays.map(|why| why.rule().id));
    found
}

fn of_cell(cell: &CellRecord, found: &mut BTreeSet<&'static str>) {
    let calls = cell.calls.iter().flat_map(|call| &call.decisions);
    let notices = cell.notices.iter().flat_map(|notice| &notice.decisions);
    let exchanges = cell.exchanges.iter().flat_map(|exchange| &exchange.decisions);
    let log = cell.log.entries.iter().filter_map(|entry| parts(cell, &entry.event).why);
    for decision in calls.chain(notices).chain(exchanges).chain(log) {
        found.insert(decision.rule().id);
    }
}

fn beside_the_plan(sample: &SampleRecord, found: &mut BTreeSet<&'static str>) {
    let omitted = sample.omitted_servers.iter().map(|(_, why)| why);
    let calls = sample.calls.iter().flat_map(|call| &call.decisions);
    for decision in sample.capture.iter().chain(omitted).chain(calls) {
        found.insert(decision.rule().id);
    }
}
