//! What must come before what.
//!
//! An event of `during` may lie behind the end of its sample: it then happens at its time, after the
//! response and before whatever comes next. A call cannot: it is part of the response.

use crate::scenario::file::{BeatFile, SampleFile, ScenarioFile};
use crate::scenario::place::Place;
use crate::scenario::problem::{Fault, Faults};

pub(super) fn check(file: &ScenarioFile, at: &Place<'_>, faults: &mut Faults) {
    let mut in_turn = false;
    for (beat, at) in at.field("script").each(&file.script) {
        match beat {
            BeatFile::Turn(_) => in_turn = true,
            BeatFile::Sample(sample) => {
                if !in_turn {
                    at.error(faults, "there is no turn before this sample", "`Turn(…)` before it");
                    in_turn = true;
                }
                check_stream(sample, &at.content(), faults);
            }
            BeatFile::Event(_) | BeatFile::Wait(_) => {}
        }
    }
}

fn check_stream(sample: &SampleFile, at: &Place<'_>, faults: &mut Faults) {
    let late = |ms: u64| ms > sample.lasts_ms;
    let warn = |at: Place<'_>, what: &str, faults: &mut Faults| {
        let message = format!("{what} lies behind the end of the response");
        let fault = Fault::warning(at.span(), message);
        at.report(faults, fault.expected(format!("at most {}", sample.lasts_ms)));
    };
    for (call, at) in at.field("calls").each(&sample.calls) {
        if !at.field("call").is_written() {
            at.error(faults, "this call does not say what is called", "`call: …`");
        }
        if late(call.at_ms) {
            warn(at.field("at_ms"), "this call", faults);
        }
    }
    for (ms, at) in at.field("retries_at_ms").each(&sample.retries_at_ms) {
        if late(*ms) {
            warn(at, "this retry", faults);
        }
    }
}
