//! The text form of a trace, for review in git and for a terminal without a window.
//!
//! Stable: the same trace always gives the same bytes, and a small change of the trace changes few
//! lines. The bodies of tools are not in it; their digest, size and tokens are. English only.
//! Start reading at [`write()`], then [`step`].

mod cell;
mod event;
mod page;
mod sample;

pub use page::{MAX_COLUMNS, MAX_QUOTE, visible_only};

use page::{Page, quote};

use super::Trace;
use crate::lang::{Caption, Lang};
use crate::planner::rule::Decision;

/// First line of every text form.
pub const FIRST_LINE: &str = "freezeframe trace 1";

/// The whole trace.
pub fn write(trace: &Trace) -> String {
    let mut page = Page::default();
    head(&mut page, trace);
    let events = &trace.record.events;
    let mut done = 0;
    let mut turn = 0;
    for sample in &trace.record.samples {
        let inside = sample.events.start.clamp(done, events.len());
        turns_before(&mut page, trace, &mut turn, sample.turn);
        between(&mut page, trace, done..inside);
        sample::write(&mut page, trace, sample, sample::Detail::Changes);
        done = sample.events.end.clamp(inside, events.len());
    }
    let last = trace.record.turns.last().map_or(0, |turn| turn.turn);
    turns_before(&mut page, trace, &mut turn, last);
    between(&mut page, trace, done..events.len());
    cell::write(&mut page, trace);
    page.finish()
}

/// One sample, in full. `None` when there is no such step.
pub fn step(trace: &Trace, step: u32) -> Option<String> {
    let mut page = Page::default();
    let title = trace.head.title.get(Lang::En);
    page.item(0, "title     ", title);
    sample::write(&mut page, trace, trace.sample(step)?, sample::Detail::Full);
    Some(page.finish())
}

fn head(page: &mut Page, trace: &Trace) {
    let record = &trace.record;
    page.line(0, FIRST_LINE);
    let mut said = |lead: &str, caption: &Caption| {
        if !caption.is_empty() {
            page.item(0, lead, &quote(caption.get(Lang::En)));
        }
    };
    said("title     ", &trace.head.title);
    said("question  ", &trace.head.question);
    said("answer    ", &trace.head.answer);
    for note in &trace.head.notes {
        said("note      ", note);
    }
    if !trace.head.source.is_empty() {
        page.item(0, "source    ", &quote(&trace.head.source));
    }
    page.item(0, "policy    ", record.policy.label());
    let run = format!(
        "{}, {}, {}, ended at {} ms",
        counted(record.turns.len(), "turn"),
        counted(record.samples.len(), "sample"),
        counted(record.events.len(), "event"),
        record.ended_ms
    );
    page.item(0, "run       ", &run);
    let broken = record.anomalies;
    let anomalies = match broken.total() {
        0 => String::from("none"),
        _ => format!(
            "called_not_advertised {}, advertised_but_gone {}, split_tables {}",
            broken.called_not_advertised, broken.advertised_but_gone, broken.split_tables
        ),
    };
    page.item(0, "anomalies ", &anomalies);
    page.item(0, "hash      ", &trace.hash);
}

/// Headings of the turns up to `until` that have none yet.
fn turns_before(page: &mut Page, trace: &Trace, done: &mut u32, until: u32) {
    let due = trace.record.turns.iter().filter(|turn| turn.turn > *done && turn.turn <= until);
    for turn in due {
        page.blank();
        let steps = match turn.steps {
            0 => String::from("no steps"),
            1 => format!("step {}", turn.first_step),
            steps => {
                let last = turn.first_step.saturating_add(steps - 1);
                format!("steps {} to {last}", turn.first_step)
            }
        };
        let title =
            format!("== turn {} == {} to {} ms, {steps}", turn.turn, turn.at_ms, turn.ended_ms);
        page.line(0, &title);
        if !turn.say.is_empty() {
            page.item(3, "say: ", &quote(turn.say.get(Lang::En)));
        }
    }
    *done = until.max(*done);
}

/// Events outside of samples.
fn between(page: &mut Page, trace: &Trace, range: std::ops::Range<usize>) {
    let Some(events) = trace.record.events.get(range).filter(|events| !events.is_empty()) else {
        return;
    };
    page.blank();
    for event in events {
        event::write(page, trace, 0, event);
    }
}

/// `3 samples`, `1 turn`.
fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// A decision as the text form writes it: the sentence, then rule and case.
fn decision(decision: &Decision) -> String {
    let sentence = quote(&decision.sentence(Lang::En));
    format!("{sentence} [{}/{}]", decision.rule().id, decision.reason.id)
}
