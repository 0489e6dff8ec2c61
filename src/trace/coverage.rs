//! Which rules a run exercised, so that a pack of scenarios can be measured against all rules.

use std::collections::BTreeSet;

use crate::planner::ledger::Ledger;
use crate::session::record::{Record, SampleRecord, TraceEventKind};

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
    found
}

fn beside_the_plan(sample: &SampleRecord, found: &mut BTreeSet<&'static str>) {
    let omitted = sample.omitted_servers.iter().map(|(_, why)| why);
    let calls = sample.calls.iter().flat_map(|call| &call.decisions);
    for decision in sample.capture.iter().chain(omitted).chain(calls) {
        found.insert(decision.rule().id);
    }
}
