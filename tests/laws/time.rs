//! Laws of virtual time: order, the parallel gate, and when an event takes effect.

use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::laws::proptest::test_runner::TestCaseError;
use freezeframe::laws::scenarios::{lowered, played, scenario};
use freezeframe::scenario::file::BeatFile;
use freezeframe::session::record::{CallRecord, Effect, Record, TraceEventKind, When};
use freezeframe::session::run;
use freezeframe::session::script::{Beat, Script};

use crate::common::list;

#[test]
fn everything_stands_in_order_of_time() {
    law("everything_stands_in_order_of_time", scenario(), |file| {
        let record = played(&file)?;
        prop_assert!(record.events.windows(2).all(|pair| pair[0].at_ms <= pair[1].at_ms));
        let mut ended_ms = 0;
        let mut ended_event = 0;
        for sample in &record.samples {
            prop_assert!(ended_ms <= sample.capture_started_ms);
            prop_assert!(sample.capture_started_ms <= sample.shot_ms);
            prop_assert!(sample.shot_ms <= sample.streamed_ms);
            prop_assert!(sample.streamed_ms <= sample.ended_ms);
            prop_assert!(ended_event <= sample.events.start);
            prop_assert!(sample.events.end <= record.events.len());
            prop_assert!(sample.live.windows(2).all(|pair| pair[0].at_ms <= pair[1].at_ms));
            for event in &record.events[sample.events.clone()] {
                let inside = sample.capture_started_ms..=sample.ended_ms;
                prop_assert!(inside.contains(&event.at_ms), "{:?}", event);
            }
            for call in &sample.calls {
                let started_ms = call.started_ms.unwrap_or(call.issued_ms);
                prop_assert!(sample.shot_ms <= call.issued_ms && call.issued_ms <= started_ms);
                prop_assert!(started_ms <= call.finished_ms && call.finished_ms <= sample.ended_ms);
            }
            (ended_ms, ended_event) = (sample.ended_ms, sample.events.end);
        }
        let last = record.events.last().map_or(0, |event| event.at_ms);
        prop_assert!(last <= record.ended_ms && ended_ms <= record.ended_ms);
        Ok(())
    });
}

#[test]
fn an_exclusive_call_runs_alone_and_outputs_stand_in_call_order() {
    law("an_exclusive_call_runs_alone", scenario(), |file| {
        let record = played(&file)?;
        let scripted = file.script.iter().filter_map(|beat| match beat {
            BeatFile::Sample(sample) => Some(sample.calls.len() as u32),
            _ => None,
        });
        for (sample, scripted) in record.samples.iter().zip(scripted) {
            if sample.plan.is_err() {
                continue;
            }
            let numbers: Vec<u32> = sample.calls.iter().map(|call| call.call).collect();
            prop_assert_eq!(numbers, (1..=scripted).collect::<Vec<_>>());
            for (at, one) in sample.calls.iter().enumerate() {
                for other in &sample.calls[at + 1..] {
                    let shared = one.parallel && other.parallel;
                    prop_assert!(shared || !overlap(one, other), "{:#?} {:#?}", one, other);
                }
            }
        }
        Ok(())
    });
}

fn overlap(one: &CallRecord, other: &CallRecord) -> bool {
    let (Some(a), Some(b)) = (one.started_ms, other.started_ms) else { return false };
    a < other.finished_ms && b < one.finished_ms
}

#[test]
fn every_call_is_announced_and_ends_once() {
    law("every_call_is_announced_and_ends_once", scenario(), |file| {
        let record = played(&file)?;
        let count = |wanted: &dyn Fn(&TraceEventKind) -> bool| {
            record.events.iter().filter(|event| wanted(&event.kind)).count()
        };
        let calls: usize = record.samples.iter().map(|sample| sample.calls.len()).sum();
        let issued = count(&|kind| matches!(kind, TraceEventKind::CallIssued { .. }));
        let finished = count(&|kind| matches!(kind, TraceEventKind::CallFinished { .. }));
        prop_assert_eq!((issued, finished), (calls, calls));
        let captures = count(&|kind| matches!(kind, TraceEventKind::CaptureStarted { .. }));
        let shots = count(&|kind| {
            matches!(kind, TraceEventKind::Captured { .. } | TraceEventKind::CaptureFailed { .. })
        });
        prop_assert_eq!((captures, shots), (record.samples.len(), record.samples.len()));
        Ok(())
    });
}

/// The index of the first event of a kind, and of how many there must be.
fn index_of(
    record: &Record,
    wanted: impl Fn(&TraceEventKind) -> bool,
) -> Result<usize, TestCaseError> {
    let found = record.events.iter().position(|event| wanted(&event.kind));
    found.ok_or_else(|| TestCaseError::fail("an event is missing"))
}

/// The moment of the run, as an index of its events, up to which a change must have come to be seen
/// by the capture that the effect names.
fn deadline(record: &Record, effect: &Effect, step: u32) -> Result<usize, TestCaseError> {
    let sample = &record.samples[step as usize - 1];
    match effect.when {
        // The turn takes its settings when it begins.
        When::NextTurn => index_of(
            record,
            |kind| matches!(kind, TraceEventKind::TurnStarted { turn } if *turn == sample.turn),
        ),
        // The runtime is refreshed at the beginning of a capture, or by a call before it.
        When::AfterRefresh => Ok(sample.events.start),
        When::NextSample if effect.why.reason.id == "stale" => Ok(sample.events.start),
        _ => index_of(record, |kind| match kind {
            TraceEventKind::Captured { step: at, .. }
            | TraceEventKind::CaptureFailed { step: at, .. } => *at == step,
            _ => false,
        }),
    }
}

#[test]
fn an_effect_names_a_step_that_could_see_it() {
    law("an_effect_names_a_step_that_could_see_it", scenario(), |file| {
        let record = played(&file)?;
        for (index, event) in record.events.iter().enumerate() {
            let TraceEventKind::Happened { effects, .. } = &event.kind else { continue };
            for effect in effects {
                let Some(step) = effect.step else { continue };
                prop_assert!(!matches!(effect.when, When::Now | When::Never));
                prop_assert!(step >= 1 && step as usize <= record.samples.len());
                let deadline = deadline(&record, effect, step)?;
                prop_assert!(index < deadline, "{:?} is too late for step {}", effect, step);
            }
        }
        Ok(())
    });
}

/// Leaves one event of a script and takes away the others.
fn only(script: &mut Script, wanted: Option<usize>) {
    let mut count = 0;
    let mut keep = || {
        count += 1;
        wanted == Some(count - 1)
    };
    script.beats.retain_mut(|beat| match beat {
        Beat::Event(_) => keep(),
        Beat::Sample(sample) => {
            sample.during.retain(|_| keep());
            true
        }
        Beat::Turn(_) | Beat::Wait(_) => true,
    });
    script.events.retain(|_| keep());
}

#[test]
fn an_event_changes_no_table_before_the_step_it_names() {
    let case = (scenario(), 0..8_usize);
    law("an_event_changes_no_table_before_the_step_it_names", case, |(file, wanted)| {
        let mut script = lowered(&file)?;
        only(&mut script, Some(wanted));
        let with = run(&script);
        let happened = with.events.iter().find_map(|event| match &event.kind {
            TraceEventKind::Happened { effects, .. } => Some(effects),
            _ => None,
        });
        let Some(effects) = happened else { return Ok(()) };
        let steps = effects.iter().filter_map(|effect| effect.step);
        let first = steps.min().map_or(with.samples.len(), |step| step as usize - 1);
        only(&mut script, None);
        let without = run(&script);
        prop_assert_eq!(with.samples.len(), without.samples.len());
        for (one, other) in with.samples.iter().zip(&without.samples).take(first) {
            prop_assert_eq!(list(one), list(other), "step {}", one.step);
        }
        Ok(())
    });
}
