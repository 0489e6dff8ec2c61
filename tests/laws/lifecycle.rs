//! Laws of cells: nothing is said twice or lost, every cell has one end, values show when they should.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use freezeframe::code_mode::answer::{Answer, Observe, ObserverId};
use freezeframe::code_mode::engine::protocol::Item;
use freezeframe::code_mode::log::{CellEvent, CellLog, TurnCause};
use freezeframe::code_mode::rules::REASONS;
use freezeframe::laws::lifecycle::drive::{Driven, drive};
use freezeframe::laws::lifecycle::played::Played;
use freezeframe::laws::lifecycle::strategy::cells;
use freezeframe::laws::lifecycle::{Ask, CellCase};
use freezeframe::laws::proptest::prelude::*;
use freezeframe::laws::proptest::test_runner::TestCaseError;
use freezeframe::laws::{DEFAULT_CASES, plain_law};

type Verdict = Result<(), TestCaseError>;

fn driven(case: &CellCase) -> Result<Driven, TestCaseError> {
    let driven = drive(Arc::new(Played), case);
    prop_assert!(driven.ended, "it did not end");
    Ok(driven)
}

fn logs(driven: &Driven) -> impl Iterator<Item = &CellLog> {
    driven.sessions.iter().flat_map(|(_, service)| service.cells())
}

fn is_closed(log: &CellLog) -> bool {
    log.entries.iter().any(|entry| matches!(entry.event, CellEvent::Closed))
}

/// Who was handed items at an entry, and how many. Nobody: they are lost.
fn handed(event: &CellEvent) -> Option<(Vec<ObserverId>, usize)> {
    Some(match event {
        CellEvent::Yielded { observer, items, .. }
        | CellEvent::Frontier { observer, items, .. }
        | CellEvent::Delivered { observer, items, .. } => (vec![*observer], *items as usize),
        CellEvent::Terminated { observers, items } => (observers.clone(), *items as usize),
        CellEvent::Lost { items, .. } => (Vec::new(), *items as usize),
        _ => return None,
    })
}

#[test]
fn every_item_is_handed_over_once_and_in_order() {
    plain_law("cells_hand_every_item_over_once", cells(), |case| {
        let driven = driven(&case)?;
        for log in logs(&driven) {
            let items: Vec<&Item> = log.items().collect();
            prop_assert_eq!(
                items.len(),
                items.iter().map(|item| format!("{item:?}")).collect::<BTreeSet<_>>().len()
            );
            let mut next = 0;
            for (observers, count) in log.entries.iter().filter_map(|e| handed(&e.event)) {
                let here = items.get(next..next + count);
                let here = here.ok_or_else(|| TestCaseError::fail("more items than there were"))?;
                next += count;
                for observer in observers {
                    let told = &driven.answers[observer.0 as usize];
                    prop_assert_eq!(told.len(), 1);
                    prop_assert_eq!(told[0].answer.items().iter().collect::<Vec<_>>(), here);
                }
            }
            prop_assert!(next == items.len() || !is_closed(log), "items left over");
        }
        Ok(())
    });
}

/// Who vanished before the answer came is not told; everybody else is told once, at most after all
/// has come to rest.
#[test]
fn every_caller_is_told_at_most_once_and_nobody_who_is_gone() {
    plain_law("cells_tell_every_caller_once", cells(), |case| {
        let driven = driven(&case)?;
        let over = driven.log.iter().any(|line| line.ends_with(" down"));
        for (number, (step, told)) in case.steps.iter().zip(&driven.answers).enumerate() {
            let asks =
                matches!(step.ask, Ask::Exec { .. } | Ask::Wait { .. } | Ask::Terminate { .. });
            prop_assert!(told.len() <= usize::from(asks), "{number} was told {told:?}");
            let gave_up = case.steps.iter().enumerate().find(|(later, step)| {
                matches!(step.ask, Ask::GiveUp { step } if step == number && *later > number)
            });
            if let (Some((_, gave_up)), Some(told)) = (gave_up, told.first()) {
                prop_assert!(told.at_ms <= gave_up.at_ms, "{number} was told when it was gone");
            }
            if asks && gave_up.is_none() && over {
                prop_assert_eq!(told.len(), 1, "{} was never told", number);
            }
            if let Some(told) = told.first() {
                prop_assert!(told.at_ms >= step.at_ms && told.why.is_some());
            }
        }
        Ok(())
    });
}

#[test]
fn a_cell_has_one_end_and_is_silent_after_it() {
    plain_law("cells_have_one_end", cells(), |case| {
        let driven = driven(&case)?;
        for log in logs(&driven) {
            let count = |wanted: fn(&CellEvent) -> bool| {
                log.entries.iter().filter(|entry| wanted(&entry.event)).count()
            };
            let closed = count(|e| matches!(e, CellEvent::Closed));
            let completed =
                count(|e| matches!(e, CellEvent::Delivered { .. } | CellEvent::Buffered { .. }));
            let terminated = count(|e| matches!(e, CellEvent::Terminated { .. }));
            let finished = count(|e| matches!(e, CellEvent::Finished { .. }));
            let committed = count(|e| matches!(e, CellEvent::Committed { .. }));
            let discarded = count(|e| matches!(e, CellEvent::Discarded { .. }));
            prop_assert!(closed <= 1 && terminated <= 1 && finished <= 1);
            prop_assert!(committed + discarded <= 1);
            prop_assert!(terminated == 0 || (completed == 0 && committed == 0));
            prop_assert!(committed == 0 || finished == 1);
            prop_assert_eq!(log.ended_ms.is_some(), completed + terminated + closed > 0);
            let end = log.entries.iter().position(|e| matches!(e.event, CellEvent::Closed));
            for entry in log.entries.iter().skip(end.map_or(usize::MAX, |end| end + 1)) {
                let refused = matches!(entry.event, CellEvent::ObserverRefused { .. });
                prop_assert!(refused, "{:?}", entry);
            }
            let script_end = log
                .entries
                .iter()
                .position(|entry| matches!(entry.event, CellEvent::Finished { .. }));
            for entry in log.entries.iter().skip(script_end.unwrap_or(usize::MAX)) {
                let spoke = matches!(
                    entry.event,
                    CellEvent::Yielded { .. } | CellEvent::Frontier { .. } | CellEvent::Item { .. }
                );
                prop_assert!(!spoke, "{:?}", entry);
            }
        }
        Ok(())
    });
}

#[test]
fn every_call_notification_and_timeout_comes_to_one_end() {
    plain_law("cells_account_for_all_work", cells(), |case| {
        let driven = driven(&case)?;
        for log in logs(&driven) {
            let mut open: BTreeMap<String, i32> = BTreeMap::new();
            let mut count = |what: &str, number: u32, change: i32| {
                *open.entry(format!("{what} {number}")).or_default() += change;
            };
            for entry in &log.entries {
                match &entry.event {
                    CellEvent::CallIssued { call, .. } => count("call", *call, 1),
                    CellEvent::CallCancelled { call, .. } | CellEvent::CallUnread { call, .. } => {
                        count("call", *call, -1);
                    }
                    CellEvent::TimeoutSet { id, .. } => count("timeout", *id, 1),
                    CellEvent::TimeoutCleared { id } | CellEvent::TimeoutLost { id, .. } => {
                        count("timeout", *id, -1);
                    }
                    CellEvent::TurnBegan { cause } => match cause {
                        TurnCause::Evaluate => {}
                        TurnCause::Timer { id } => count("timeout", *id, -1),
                        TurnCause::Resolve { call } | TurnCause::Reject { call } => {
                            count("call", *call, -1);
                        }
                    },
                    CellEvent::NotifySent { number, .. } => count("notice", *number, 1),
                    CellEvent::NotifyAccepted { number }
                    | CellEvent::NotifyCancelled { number, .. } => count("notice", *number, -1),
                    _ => {}
                }
            }
            for (what, left) in open {
                prop_assert!(left == 0 || (left == 1 && !is_closed(log)), "{what}: {left}");
            }
        }
        Ok(())
    });
}

#[test]
fn a_cell_sees_exactly_what_was_committed_before_it_started() {
    plain_law("cells_see_what_was_committed", cells(), |case| {
        let driven = driven(&case)?;
        let commits: Vec<(u64, &CellLog)> = logs(&driven)
            .filter_map(|log| {
                let committed = |e: &&_| matches!(e, CellEvent::Committed { .. });
                log.entries.iter().map(|e| &e.event).find(committed)?;
                Some((log.ended_ms?, log))
            })
            .collect();
        let last = |log: &CellLog, key: &str| {
            log.entries.iter().rev().find_map(|entry| match &entry.event {
                CellEvent::Stored { key: stored, value } if stored == key => Some(value.clone()),
                _ => None,
            })
        };
        for log in logs(&driven) {
            for key in ["a", "b"] {
                let seen = log.stored_before.get(key);
                // Values do not outlive the host that their cells ran in.
                let host = |log: &CellLog| log.id.0.split_once(':').map(|(g, _)| g.to_owned());
                let own = commits.iter().filter(|(_, other)| host(other) == host(log));
                let before = own.filter(|(at, _)| *at <= log.started_ms);
                let possible: Vec<_> =
                    before.filter_map(|(at, other)| Some((*at, last(other, key)?))).collect();
                // Of two commits at one instant either may be the later one; a commit at the
                // instant of the start may come after it.
                let surely = possible.iter().filter(|(at, _)| *at < log.started_ms);
                let latest = surely.map(|(at, _)| *at).max();
                match seen {
                    None => prop_assert!(latest.is_none(), "{key} is missing in {}", log.id),
                    Some(value) => prop_assert!(
                        possible
                            .iter()
                            .any(|(at, v)| v == value && latest.is_none_or(|l| l <= *at)),
                        "{key} of {} is {value}",
                        log.id
                    ),
                }
            }
        }
        Ok(())
    });
}

#[test]
fn answers_come_at_their_deadline_on_request_or_at_an_end() {
    plain_law("cells_answer_on_time", cells(), |case| {
        let driven = driven(&case)?;
        for log in logs(&driven) {
            let mut attached: Option<(ObserverId, Observe, Option<u64>)> = None;
            for (number, entry) in log.entries.iter().enumerate() {
                match &entry.event {
                    CellEvent::ObserverAttached { observer, mode, deadline_ms, .. } => {
                        attached = Some((*observer, *mode, *deadline_ms));
                    }
                    CellEvent::Yielded { observer, why, .. } => {
                        let (id, mode, deadline) =
                            attached.take().ok_or_else(|| TestCaseError::fail("nobody there"))?;
                        prop_assert_eq!(id, *observer);
                        prop_assert_ne!(mode, Observe::Frontier);
                        let before = number.checked_sub(1).map(|n| &log.entries[n].event);
                        let asked =
                            matches!(before, Some(CellEvent::YieldRequested { heard: true, .. }));
                        prop_assert_eq!(asked, why.reason.id == "requested");
                        prop_assert!(asked || deadline == Some(entry.at_ms));
                    }
                    CellEvent::Frontier { observer, .. } => {
                        let (id, mode, _) =
                            attached.take().ok_or_else(|| TestCaseError::fail("nobody there"))?;
                        prop_assert_eq!((id, mode), (*observer, Observe::Frontier));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    });
}

#[test]
fn ids_count_up_and_logs_stand_in_order() {
    plain_law("cells_stand_in_order", cells(), |case| {
        let driven = driven(&case)?;
        for (_, service) in &driven.sessions {
            let mut last = (1, 0);
            for log in service.cells() {
                let id = match log.id.0.strip_prefix('g').and_then(|id| id.split_once(':')) {
                    Some((generation, number)) => (generation.parse(), number.parse()),
                    None => (Ok(1), log.id.0.parse()),
                };
                let (Ok(generation), Ok(number)) = id else {
                    return Err(TestCaseError::fail(format!("{} is no id", log.id)));
                };
                // One execution at most finds no engine, and uses up its number.
                let next: (u32, u32) = (generation, number);
                prop_assert!(last < next && next <= (last.0 + 13, last.1 + 2), "{last:?} {next:?}");
                last = next;
                let ordered = log
                    .entries
                    .windows(2)
                    .all(|pair| pair[0].at_ms <= pair[1].at_ms && pair[0].turn <= pair[1].turn);
                prop_assert!(ordered, "{:#?}", log.entries);
                prop_assert!(log.entries.iter().all(|entry| entry.turn < log.turns.max(1)));
            }
            prop_assert!(service.next_ms().is_none());
        }
        Ok(())
    });
}

#[test]
fn the_same_case_gives_the_same_logs() {
    plain_law("cells_are_deterministic", cells(), |case| -> Verdict {
        let one = driven(&case)?;
        let two = driven(&case)?;
        prop_assert_eq!(format!("{:?}", one), format!("{:?}", two));
        let missing = one
            .answers
            .iter()
            .flatten()
            .filter(|told| matches!(told.answer, Answer::Missing { .. } | Answer::Refused(_)));
        prop_assert!(missing.clone().all(|told| told.answer.error().is_some()));
        Ok(())
    });
}

/// Reasons that no case of the strategy can have: it starts few cells, and its engine keeps its
/// contract.
const OUT_OF_REACH: [&str; 2] = ["no_ids", "broke_contract"];

#[test]
fn the_cases_reach_every_reason() {
    let (seen, cases) = (RefCell::new(BTreeSet::new()), Cell::new(0));
    plain_law("cells_reach_every_reason", cells(), |case| {
        let driven = driven(&case)?;
        let told = driven.answers.iter().flatten().filter_map(|told| told.why.as_ref());
        let logged = logs(&driven).flat_map(|log| &log.entries).filter_map(|e| e.event.why());
        cases.set(cases.get() + 1);
        seen.borrow_mut().extend(told.chain(logged).map(|why| why.reason.id));
        Ok(())
    });
    let seen = seen.into_inner();
    if cases.get() < DEFAULT_CASES {
        return;
    }
    for reason in REASONS {
        let reached = seen.contains(reason.id);
        assert_ne!(reached, OUT_OF_REACH.contains(&reason.id), "{}", reason.id);
    }
}
