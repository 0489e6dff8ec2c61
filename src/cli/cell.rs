//! `freezeframe cell`: one cell from a file, and what the model and it say to each other.
//!
//! It builds a scenario with one `exec` and as many `wait`s as the cell needs, and runs that:
//! everything is a scenario. Start reading at [`cell`]; `stage` is the scenario around the cell,
//! `report` the text.

mod report;
mod source;
mod stage;

use super::args::CellArgs;
use super::files::note;
use super::host;
use super::output::{print, stream};
use super::problems::Bad;
use crate::code_mode::log::CellEvent;
use crate::session::record::CallStatus;
use crate::session::record_cells::{CellRecord, ExchangeKind};
use crate::session::run_with;
use crate::trace::{Trace, json};
use stage::{Stage, Wait};

/// `freezeframe cell`.
pub fn cell(args: &CellArgs) -> Result<(), Bad> {
    let input = source::input(&args.file, args.yield_ms)?;
    let engine = host::engine(&args.engine)?;
    let mut stage = Stage::open(args.tools.as_deref(), args.wait_ms)?;
    let run = |stage: &Stage, waits: &[Wait]| -> Result<Trace, Bad> {
        let script = stage.script(&input, waits)?;
        Ok(Trace::new(stage.head(), run_with(&script, &engine)))
    };
    let mut alone = run(&stage, &[])?;
    if is_missing(&alone) {
        note("the model of that scenario has no `exec`; here it has tool mode CodeModeOnly");
        stage.offer_exec();
        alone = run(&stage, &[])?;
    }
    let trace = play(alone, &|waits| run(&stage, waits), args.waits.into())?;
    if args.json {
        return stream(|out| json::write_to(&trace, out));
    }
    print(&report::write(&trace, &input))
}

/// Runs the cell with the waits it needs, and no others. A cell that runs for ever is terminated.
fn play(
    alone: Trace,
    run: &dyn Fn(&[Wait]) -> Result<Trace, Bad>,
    most: usize,
) -> Result<Trace, Bad> {
    if alone.record.cells.first().is_none_or(|cell| yields(cell) != 1) {
        return Ok(alone);
    }
    let patient = run(&vec![Wait::More; most])?;
    let Some(cell) = patient.record.cells.first() else { return Ok(patient) };
    let mut waits = vec![Wait::More; yields(cell).min(most)];
    if let Some(limit_ms) = runs_for_ever(cell) {
        let before = |answered: Option<u64>| answered.is_some_and(|at| at < limit_ms);
        waits.truncate(cell.exchanges.iter().take_while(|ex| before(ex.answered_ms)).count());
        waits.push(Wait::Terminate);
    }
    match waits == vec![Wait::More; most] {
        true => Ok(patient),
        false => run(&waits),
    }
}

/// Does the table have no `exec`?
fn is_missing(trace: &Trace) -> bool {
    let call = trace.sample(1).and_then(|sample| sample.calls.first());
    call.is_some_and(|call| call.status == CallStatus::Unsupported)
}

/// How often the cell has yielded before it ended, if it did.
fn yields(cell: &CellRecord) -> usize {
    cell.exchanges.iter().take_while(|exchange| exchange.kind == ExchangeKind::Yielded).count()
}

/// When the cell met a bound that only says that it does not end, in virtual ms.
fn runs_for_ever(cell: &CellRecord) -> Option<u64> {
    cell.log.entries.iter().find_map(|entry| match entry.event {
        CellEvent::LimitReached { limit, .. } if limit.keeps_running() => Some(entry.at_ms),
        _ => None,
    })
}
