//! Laws of cells inside a session: frozen tables, the queue, the gates, and what is told to whom.

use freezeframe::code_mode::engine::protocol::Item;
use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::laws::rooms::{room, roomed};
use freezeframe::scenario::file::BeatFile;
use freezeframe::scenario::{self, ScenarioFile};
use freezeframe::session::record::{Record, TraceEventKind};
use freezeframe::session::record_cells::{CellState, ExchangeKind, NestedCall, NestedStatus};
use freezeframe::session::script::FreezePolicy as Policy;
use freezeframe::trace::{Head, Trace};

use crate::common::Verdict;

/// One run, many laws: replaying is what costs.
#[test]
fn what_holds_of_cells_in_a_session() {
    law("what_holds_of_cells_in_a_session", room(), |file| {
        let record = roomed(&file)?;
        a_nested_call_has_the_table_of_the_step_that_dispatches_it(&record)?;
        nested_calls_leave_the_queue_in_the_order_they_were_issued(&record)?;
        an_exclusive_nested_call_is_alone_at_the_gate_of_its_worker(&record)?;
        times_of_a_nested_call_are_in_order_and_every_call_ends(&record)?;
        what_is_told_is_a_partition_of_what_was_put_out(&record)?;
        every_exec_and_wait_is_one_exchange(&record)?;
        Ok(())
    });
}

fn calls(record: &Record) -> impl Iterator<Item = &NestedCall> {
    record.cells.iter().flat_map(|cell| &cell.calls)
}

fn a_nested_call_has_the_table_of_the_step_that_dispatches_it(record: &Record) -> Verdict {
    if record.policy != Policy::Step {
        return Ok(());
    }
    for call in calls(record) {
        let (Some(step), Some(at)) = (call.step, call.dispatched_ms) else {
            prop_assert!(call.table.is_empty() && call.started_ms.is_none());
            continue;
        };
        let sample = &record.samples[step as usize - 1];
        let plan = sample.plan.as_ref().map_err(|f| TestCaseError::fail(f.to_string()))?;
        prop_assert_eq!(&call.table, plan.digest());
        prop_assert!(plan.gates.code_mode(), "a worker without Code Mode");
        prop_assert!((sample.shot_ms..=sample.ended_ms).contains(&at));
        // An argument that does not fit, or a cancellation, comes before the look-up.
        if call.payload.is_none() || call.started_ms.is_none() {
            continue;
        }
        let found = plan.registry.get(&call.tool).is_some();
        let unsupported =
            matches!(&call.result, Some(Err(message)) if message.starts_with("unsupported"));
        prop_assert!(found != unsupported, "{:?}", call);
    }
    Ok(())
}

fn nested_calls_leave_the_queue_in_the_order_they_were_issued(record: &Record) -> Verdict {
    let mut issued = Vec::new();
    let mut dispatched = Vec::new();
    for event in &record.events {
        match &event.kind {
            TraceEventKind::NestedIssued { cell, call, .. } => {
                issued.push((cell.clone(), *call));
            }
            TraceEventKind::NestedDispatched { cell, call, .. } => {
                dispatched.push((cell.clone(), *call));
            }
            _ => {}
        }
    }
    issued.retain(|call| dispatched.contains(call));
    prop_assert_eq!(issued, dispatched);
    Ok(())
}

fn an_exclusive_nested_call_is_alone_at_the_gate_of_its_worker(record: &Record) -> Verdict {
    let end = |call: &NestedCall| call.finished_ms.unwrap_or(u64::MAX);
    let started: Vec<&NestedCall> = calls(record).filter(|c| c.started_ms.is_some()).collect();
    for (at, one) in started.iter().enumerate() {
        for other in started.iter().skip(at + 1).filter(|other| other.step == one.step) {
            let apart = end(one) <= other.started_ms.unwrap_or(0)
                || end(other) <= one.started_ms.unwrap_or(0);
            let shared = one.parallel && other.parallel;
            prop_assert!(apart || shared, "{:?}\n{:?}", one, other);
        }
    }
    Ok(())
}

fn times_of_a_nested_call_are_in_order_and_every_call_ends(record: &Record) -> Verdict {
    for call in calls(record) {
        prop_assert!(call.finished_ms.is_some() && call.status != NestedStatus::Pending);
        let times = [Some(call.issued_ms), call.dispatched_ms, call.started_ms, call.finished_ms];
        let times: Vec<u64> = times.into_iter().flatten().collect();
        prop_assert!(times.is_sorted(), "{:?}", call);
        prop_assert!(times.iter().all(|at| *at <= record.ended_ms));
        let settled = matches!(call.status, NestedStatus::Resolved | NestedStatus::Rejected);
        prop_assert_eq!(settled, call.result.is_some());
    }
    for cell in &record.cells {
        prop_assert!(cell.log.ended_ms.is_some());
    }
    Ok(())
}

fn what_is_told_is_a_partition_of_what_was_put_out(record: &Record) -> Verdict {
    for cell in &record.cells {
        let items: Vec<&Item> = cell.items().collect();
        let mut told = 0;
        for exchange in &cell.exchanges {
            if exchange.items == 0 || exchange.items_before < told {
                // A terminated cell tells its terminator and its observer the same.
                continue;
            }
            let (from, count) = (exchange.items_before as usize, exchange.items as usize);
            prop_assert!(from + count <= items.len());
            let read = exchange.body.as_array().cloned().unwrap_or_default();
            for (item, part) in items[from..from + count].iter().zip(read.iter().skip(1)) {
                let Item::Text { text } = item else { continue };
                prop_assert_eq!(part["text"].as_str(), Some(text.as_str()));
            }
            told = exchange.items_before + exchange.items;
        }
    }
    Ok(())
}

fn every_exec_and_wait_is_one_exchange(record: &Record) -> Verdict {
    let exchanges = record.exchanges();
    for sample in &record.samples {
        for call in &sample.calls {
            let own =
                exchanges.iter().filter(|(_, e)| (e.step, e.call) == (sample.step, call.call));
            let own: Vec<_> = own.collect();
            let Some((_, exchange)) = own.first() else {
                prop_assert!(
                    !matches!(&*call.tool.name, "exec" | "wait")
                        || call.output.contains("unsupported")
                        || call.started_ms.is_none()
                );
                continue;
            };
            prop_assert_eq!(own.len(), 1);
            prop_assert_eq!(exchange.answered_ms.is_none(), exchange.kind == ExchangeKind::GaveUp);
            if let Some(answered) = exchange.answered_ms {
                prop_assert_eq!(answered, call.finished_ms);
            }
        }
    }
    Ok(())
}

#[test]
fn a_file_with_cells_reads_back_and_runs_the_same() {
    law("a_file_with_cells_reads_back_and_runs_the_same", room(), |file| {
        let hash = |file: &ScenarioFile| {
            roomed(file).map(|record| Trace::new(Head::default(), record).hash)
        };
        let printed = scenario::print(&file);
        let loaded = scenario::load(&printed, "law.ron", &|_| Err(String::new()));
        prop_assert_eq!(&loaded.file, &file);
        prop_assert_eq!(hash(&loaded.file)?, hash(&file)?);
        Ok(())
    });
}

#[test]
fn more_time_at_the_end_changes_nothing_that_was_over() {
    law("more_time_at_the_end_changes_nothing_that_was_over", room(), |mut file| {
        let before = roomed(&file)?;
        file.script.push(BeatFile::Wait(1_000));
        let after = roomed(&file)?;
        for (short, long) in before.cells.iter().zip(&after.cells) {
            let over = matches!(short.state, CellState::Completed | CellState::Failed);
            if over && short.log.ended_ms.is_some_and(|at| at < before.ended_ms) {
                prop_assert_eq!(short.state, long.state);
                prop_assert_eq!(short.log.ended_ms, long.log.ended_ms);
            }
        }
        prop_assert_eq!(before.samples.len(), after.samples.len());
        for (short, long) in before.samples.iter().zip(&after.samples) {
            prop_assert_eq!(short.ended_ms, long.ended_ms);
        }
        Ok(())
    });
}
