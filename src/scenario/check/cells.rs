//! Handlers, processes, options and expectations of cells.

use std::collections::BTreeSet;

use super::samples;
use crate::code_mode::engine::limits::EngineLimits;
use crate::scenario::bounds::{MAX_ANSWERS, MAX_CELLS, MAX_CHUNKS};
use crate::scenario::cells::{CellLimitsFile, ExpectCellFile, ExpectNestedFile, StoredFile};
use crate::scenario::file::{CallKindFile, ResultFile, SampleFile, ScenarioFile, StartFile};
use crate::scenario::json;
use crate::scenario::place::Place;
use crate::scenario::problem::{Fault, Faults};
use crate::scenario::syntax::short;

/// Names that run by themselves, so that no handler can answer for them.
const RUN_BY_THEMSELVES: [&str; 3] = ["exec", "wait", "tool_search"];

/// How much of everything there is.
pub(super) fn counts(file: &ScenarioFile, at: &Place<'_>, faults: &mut Faults) {
    let StartFile { handlers, processes, .. } = &file.start;
    let answers: usize = handlers.iter().map(|handler| handler.answers.len()).sum();
    let of_process = |process: &crate::scenario::cells::ProcessFile| {
        let answers: usize = process.stdin.iter().map(|entry| entry.output.len() + 1).sum();
        process.output.len() + answers + 1
    };
    let chunks: usize = processes.iter().map(of_process).sum();
    let cells = samples(file, at).map(|(sample, _)| cells_of(sample)).sum();
    let start = at.field("start");
    let rows = [
        (answers + handlers.len(), MAX_ANSWERS, "handlers and answers", start.field("handlers")),
        (
            file.start.cells.failing_starts.len(),
            MAX_CELLS,
            "executions that fail to start",
            start.field("cells").field("failing_starts"),
        ),
        (chunks, MAX_CHUNKS, "processes and pieces of output", start.field("processes")),
        (cells, MAX_CELLS, "cells", at.field("script")),
    ];
    for (count, bound, what, at) in rows {
        if count > bound {
            let message = format!("{count} {what} are too many");
            at.error(faults, message, format!("at most {bound}"));
        }
    }
}

/// Calls that start a cell.
fn cells_of(sample: &SampleFile) -> usize {
    let starts = |call: &&crate::scenario::file::CallFile| {
        call.result == ResultFile::Default
            && matches!(&call.call, CallKindFile::Custom { name, .. } if is_plain(name, "exec"))
    };
    sample.calls.iter().filter(starts).count()
}

fn is_plain(name: &str, plain: &str) -> bool {
    name.strip_prefix("functions.").unwrap_or(name) == plain
}

/// What the parts of a scenario say about cells. Something may have been lost when `complete` is
/// false.
pub(super) fn check(
    file: &ScenarioFile,
    at: &Place<'_>,
    source: &str,
    complete: bool,
    faults: &mut Faults,
) {
    let start = at.field("start");
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (handler, at) in start.field("handlers").each(&file.start.handlers) {
        if handler.answers.is_empty() && complete {
            at.error(faults, "this handler has no answer", "at least one in `answers`");
        }
        let tool = handler.tool.strip_prefix("functions.").unwrap_or(&handler.tool);
        let at = at.field("tool");
        if RUN_BY_THEMSELVES.contains(&tool) {
            let message = format!("`{tool}` runs by itself; nobody else answers for it");
            at.error(faults, message, "another tool");
        } else if tool.is_empty() {
            if complete {
                at.error(
                    faults,
                    "this handler does not say whose calls it answers",
                    "a tool's name",
                );
            }
        } else if !seen.insert(tool) {
            let message = format!("the tool `{}` has two handlers", short(tool));
            at.error(faults, message, "one handler with several answers");
        }
    }
    failing_starts(&file.start.cells.failing_starts, &start.field("cells"), faults);
    limits(&file.start.cells.limits, &start.field("cells").field("limits"), faults);
    expectations(file, &at.field("expect"), source, faults);
    for (sample, at) in samples(file, at) {
        idle_latencies(sample, &at, faults);
    }
}

fn failing_starts(list: &[u32], at: &Place<'_>, faults: &mut Faults) {
    for (number, at) in at.field("failing_starts").each(list) {
        if *number == 0 {
            at.error(faults, "executions are counted from 1", "1 or more");
        }
    }
}

fn limits(file: &CellLimitsFile, at: &Place<'_>, faults: &mut Faults) {
    let most = EngineLimits::default();
    let rows = [
        ("steps", file.steps, most.steps),
        ("recursion", file.recursion.map(u64::from), most.recursion.into()),
        ("output_bytes", file.output_bytes, most.output_bytes),
        ("effects", file.effects.map(u64::from), most.effects.into()),
    ];
    for (name, value, most) in rows {
        if value.is_some_and(|value| !(1..=most).contains(&value)) {
            let message = "this bound of a cell is out of range";
            at.field(name).error(faults, message, format!("1 to {most}"));
        }
    }
}

/// A cell takes the time it takes.
fn idle_latencies(sample: &SampleFile, at: &Place<'_>, faults: &mut Faults) {
    for (call, at) in at.field("calls").each(&sample.calls) {
        let runs = call.result == ResultFile::Default
            && match &call.call {
                CallKindFile::Custom { name, .. } => is_plain(name, "exec"),
                CallKindFile::Function { name, .. } => is_plain(name, "wait"),
                _ => false,
            };
        if runs && call.latency_ms.is_some() {
            let at = at.field("latency_ms");
            let message = "this latency says nothing: the call lasts until its cell answers";
            at.report(faults, Fault::warning(at.span(), message));
        }
    }
}

fn expectations(file: &ScenarioFile, at: &Place<'_>, source: &str, faults: &mut Faults) {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (cell, at) in at.field("cells").each(&file.expect.cells) {
        let id_at = at.field("cell");
        if !is_cell_id(&cell.cell) {
            let message = format!("`{}` is not the id of a cell", short(&cell.cell));
            id_at.error(faults, message, "a number from 1 on, in quotes; `g2:1` after a lost host");
        } else if !seen.insert(&cell.cell) {
            let message = format!("cell {} stands here twice", cell.cell);
            id_at.error(faults, message, "each cell once");
        }
        expected_cell(cell, &at, source, faults);
    }
    stored(file.expect.stored.as_deref(), &at.field("stored"), source, faults);
}

/// A number from 1 on; behind the second host and later ones, with its number in front.
fn is_cell_id(id: &str) -> bool {
    let counts = |text: &str, from: u32| {
        text.parse().is_ok_and(|number: u32| number >= from && number.to_string() == text)
    };
    match id.strip_prefix('g').and_then(|id| id.split_once(':')) {
        Some((generation, number)) => counts(generation, 2) && counts(number, 1),
        None => counts(id, 1),
    }
}

fn expected_cell(cell: &ExpectCellFile, at: &Place<'_>, source: &str, faults: &mut Faults) {
    stored(cell.stored.as_deref(), &at.field("stored"), source, faults);
    for (call, at) in at.field("calls").each(&cell.calls) {
        expected_call(call, &at, source, faults);
    }
}

fn expected_call(call: &ExpectNestedFile, at: &Place<'_>, source: &str, faults: &mut Faults) {
    if call.call == 0 {
        at.field("call").error(faults, "nested calls are counted from 1", "1 or more");
    }
    if let Some(value) = &call.value_has {
        json::read(source, &at.field("value_has"), value, faults);
    }
}

fn stored(list: Option<&[StoredFile]>, at: &Place<'_>, source: &str, faults: &mut Faults) {
    for (entry, at) in at.each(list.unwrap_or_default()) {
        json::read(source, &at.field("json"), &entry.json, faults);
    }
}
