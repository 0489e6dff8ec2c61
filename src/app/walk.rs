//! [`Walk`]: the decisions of one sample in the order they are told, and the places a play head can
//! stand on inside of it. All by index, nothing is copied.

use super::model::{At, Document, PlayHead};
use crate::planner::rule::{Decision, Stage};
use crate::session::record::{LiveState, SampleRecord};

/// The decisions of one sample: those of the capture before planning, the plan's, and the rest.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    capture: &'a [Decision],
    before: usize,
    plan: &'a [Decision],
}

impl<'a> Walk<'a> {
    /// The walk of a sample.
    pub fn of(sample: &'a SampleRecord) -> Self {
        let before = sample
            .capture
            .iter()
            .take_while(|decision| decision.rule().stage < Stage::Identity)
            .count();
        let plan = match &sample.plan {
            Ok(plan) => plan.ledger.decisions.as_slice(),
            Err(failure) => failure.ledger.decisions.as_slice(),
        };
        Self { capture: &sample.capture, before, plan }
    }

    /// Number of decisions.
    pub fn len(&self) -> usize {
        self.capture.len() + self.plan.len()
    }

    /// True for a sample without a single decision.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A decision by its place in the walk.
    pub fn get(&self, place: usize) -> Option<&'a Decision> {
        match place.checked_sub(self.before) {
            None => self.capture.get(place),
            Some(inside) if inside < self.plan.len() => self.plan.get(inside),
            Some(inside) => self.capture.get(inside - self.plan.len() + self.before),
        }
    }

    /// All decisions with their places.
    pub fn iter(self) -> impl Iterator<Item = (usize, &'a Decision)> {
        (0..self.len()).filter_map(move |place| Some((place, self.get(place)?)))
    }

    /// How many of the plan's own decisions are told when the walk stands on `place`.
    pub fn told(&self, place: usize) -> usize {
        (place + 1).saturating_sub(self.before).min(self.plan.len())
    }
}

/// How many of the plan's decisions are told at a place of a sample.
pub fn told(sample: &SampleRecord, at: At) -> usize {
    match at {
        At::Rule(place) => Walk::of(sample).told(place),
        At::Time(_) => usize::MAX,
    }
}

/// The virtual time of a play head.
pub fn time(doc: &Document, head: PlayHead) -> u64 {
    match (head.at, doc.sample(head.step)) {
        (At::Time(ms), _) => ms,
        (At::Rule(_), Some(sample)) => sample.shot_ms,
        (At::Rule(_), None) => 0,
    }
}

/// The world beside the photograph at a time.
pub fn live(sample: &SampleRecord, ms: u64) -> Option<&LiveState> {
    let after = sample.live.partition_point(|state| state.at_ms <= ms);
    sample.live.get(after.saturating_sub(1))
}

/// The next moment of a sample after `ms` at which something changes.
fn next_moment(sample: &SampleRecord, ms: u64) -> Option<u64> {
    moments(sample).filter(|moment| ms < *moment).min()
}

/// The last moment of a sample before `ms`.
fn previous_moment(sample: &SampleRecord, ms: u64) -> Option<u64> {
    moments(sample).filter(|moment| *moment < ms).max()
}

fn moments(sample: &SampleRecord) -> impl Iterator<Item = u64> + '_ {
    let live = sample.live.iter().map(|state| state.at_ms);
    let calls = sample.calls.iter().flat_map(|call| [call.issued_ms, call.finished_ms]);
    [sample.shot_ms, sample.ended_ms].into_iter().chain(live).chain(calls)
}

/// The first moment at which photograph and world disagree.
pub fn tear(sample: &SampleRecord) -> Option<u64> {
    sample
        .live
        .iter()
        .find(|state| state.is_torn())
        .map(|state| state.at_ms)
        .filter(|ms| sample.shot_ms < *ms)
}

/// One fine step on: the next decision, then the next moment, then the next sample's first decision.
pub fn next_fine(doc: &Document, head: PlayHead) -> Option<PlayHead> {
    let sample = doc.sample(head.step)?;
    let at = match head.at {
        At::Rule(place) if place + 1 < Walk::of(sample).len() => Some(At::Rule(place + 1)),
        At::Rule(_) => Some(At::Time(sample.shot_ms)),
        At::Time(ms) => next_moment(sample, ms).map(At::Time),
    };
    match at {
        Some(at) => Some(PlayHead { at, ..head }),
        None => doc.sample(head.step + 1).map(start_of_walk),
    }
}

/// One fine step back.
pub fn previous_fine(doc: &Document, head: PlayHead) -> Option<PlayHead> {
    let sample = doc.sample(head.step)?;
    let last_rule = |sample: &SampleRecord| Walk::of(sample).len().checked_sub(1).map(At::Rule);
    let at = match head.at {
        At::Rule(0) => None,
        At::Rule(place) => Some(At::Rule(place - 1)),
        At::Time(ms) => match previous_moment(sample, ms).filter(|m| sample.shot_ms <= *m) {
            Some(moment) => Some(At::Time(moment)),
            None => last_rule(sample),
        },
    };
    match at {
        Some(at) => Some(PlayHead { at, ..head }),
        None => {
            let before = doc.sample(head.step.checked_sub(1)?)?;
            Some(PlayHead { step: before.step, at: At::Time(before.ended_ms) })
        }
    }
}

/// The moment a photograph is taken.
pub fn shot(sample: &SampleRecord) -> PlayHead {
    PlayHead { step: sample.step, at: At::Time(sample.shot_ms) }
}

/// The first decision of a sample.
pub fn start_of_walk(sample: &SampleRecord) -> PlayHead {
    match Walk::of(sample).is_empty() {
        true => shot(sample),
        false => PlayHead { step: sample.step, at: At::Rule(0) },
    }
}

/// The next sample; a sample that tears is stopped at twice, the second time torn.
pub fn next_sample(doc: &Document, head: PlayHead) -> Option<PlayHead> {
    let sample = doc.sample(head.step)?;
    if let Some(torn) = tear(sample).filter(|torn| time(doc, head) < *torn) {
        return Some(PlayHead { at: At::Time(torn), ..head });
    }
    doc.sample(head.step + 1).map(shot)
}

/// The previous sample, or the first half of a torn one.
pub fn previous_sample(doc: &Document, head: PlayHead) -> Option<PlayHead> {
    let sample = doc.sample(head.step)?;
    let torn_now = tear(sample).is_some_and(|torn| torn <= time(doc, head));
    if torn_now {
        return Some(shot(sample));
    }
    let before = doc.sample(head.step.checked_sub(1)?)?;
    match tear(before) {
        Some(torn) => Some(PlayHead { step: before.step, at: At::Time(torn) }),
        None => Some(shot(before)),
    }
}

/// The place of a virtual time.
pub fn at_time(doc: &Document, ms: u64) -> Option<PlayHead> {
    let samples = &doc.trace.as_ref()?.record.samples;
    let after = samples.partition_point(|sample| sample.shot_ms <= ms);
    let sample = samples.get(after.saturating_sub(1))?;
    Some(PlayHead { step: sample.step, at: At::Time(ms.clamp(sample.shot_ms, sample.ended_ms)) })
}
