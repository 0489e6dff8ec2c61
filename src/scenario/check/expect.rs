//! Expectations must be about samples and calls that exist.

use super::samples;
use crate::scenario::file::{ExpectSampleFile, SampleFile, ScenarioFile};
use crate::scenario::json;
use crate::scenario::place::Place;
use crate::scenario::problem::Faults;

pub(super) fn check(file: &ScenarioFile, at: &Place<'_>, source: &str, faults: &mut Faults) {
    let samples: Vec<&SampleFile> = samples(file, at).map(|(sample, _)| sample).collect();
    let expected_at = at.field("expect").field("samples");
    for (expected, at) in expected_at.each(&file.expect.samples) {
        let sample = position(expected.step).and_then(|index| samples.get(index));
        let Some(sample) = sample else {
            let message = format!("there is no sample {}", expected.step);
            at.field("step").error(faults, message, from_one(samples.len(), "sample"));
            continue;
        };
        check_sample(expected, sample, &at, source, faults);
    }
}

fn check_sample(
    expected: &ExpectSampleFile,
    sample: &SampleFile,
    at: &Place<'_>,
    source: &str,
    faults: &mut Faults,
) {
    for (call, at) in at.field("calls").each(&expected.calls) {
        if position(call.call).is_none_or(|index| index >= sample.calls.len()) {
            let message = format!("sample {} has no call {}", expected.step, call.call);
            at.field("call").error(faults, message, from_one(sample.calls.len(), "call"));
        }
    }
    for (wire, at) in at.field("wire").each(&expected.wire) {
        json::read(source, &at.field("has"), &wire.has, faults);
    }
}

fn position(number: u32) -> Option<usize> {
    number.checked_sub(1).map(|index| index as usize)
}

fn from_one(count: usize, what: &str) -> String {
    match count {
        0 => format!("no expectation: there is no {what}"),
        1 => "1".to_owned(),
        _ => format!("1 to {count}"),
    }
}
