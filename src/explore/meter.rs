//! [`Meter`]: what a cell costs the model in round trips and tokens, against the same work in Direct
//! mode.
//!
//! Knows: records. May not know: windows, text. The measure is simple and stated: every round trip
//! reads the tool list of the cell's own sample and everything said since the first of them, and
//! writes its call. Direct mode is given the same tool list, and each nested call as a call of its own
//! whose whole result the model has to read. The answer the model writes at the very end is the same
//! on both sides and left out.

use crate::code_mode::log::{CellEvent, TurnCause};
use crate::session::record::Record;
use crate::session::record_cells::{CellRecord, NestedCall};

/// Both sides of the comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meter {
    /// As it was: `exec` and `wait`.
    pub cells: Cost,
    /// The nested calls, one round trip each.
    pub direct: Cost,
    /// The nested calls, those of one turn of the cell sent together in one response.
    pub batched: Cost,
    /// Nested calls.
    pub calls: u32,
}

/// What one way costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Requests to the model.
    pub round_trips: u32,
    /// Tokens read and written over all of them, bytes by four.
    pub tokens: u64,
}

/// Measures a cell.
pub fn meter(record: &Record, cell: &CellRecord) -> Meter {
    let sample = (cell.step as usize).checked_sub(1).and_then(|index| record.samples.get(index));
    let tools = sample
        .and_then(|sample| sample.plan.as_ref().ok())
        .map_or(0, |plan| plan.wire_tokens() as u64);
    let source = tokens(cell.log.source.len());
    let asks = cell.exchanges.iter().map(|exchange| {
        let written = match exchange.ask {
            crate::session::record_cells::Ask::Exec => source,
            _ => WAIT_TOKENS,
        };
        Trip { written, read: tokens(exchange.body.to_string().len()) }
    });
    Meter {
        cells: cost(tools, asks),
        direct: cost(tools, cell.calls.iter().map(|call| trip([call]))),
        batched: cost(tools, batches(cell).into_iter().map(trip)),
        calls: cell.calls.len() as u32,
    }
}

/// A `wait` call, as the model writes it.
const WAIT_TOKENS: u64 = 12;

/// What one round trip adds to the conversation.
struct Trip {
    written: u64,
    read: u64,
}

fn cost(tools: u64, trips: impl Iterator<Item = Trip>) -> Cost {
    let mut cost = Cost::default();
    let mut history = 0;
    for trip in trips {
        cost.round_trips += 1;
        cost.tokens += tools + history + trip.written;
        history += trip.written + trip.read;
    }
    // What came back last has to be read as well.
    cost.tokens += if cost.round_trips == 0 { 0 } else { history };
    cost
}

fn trip<'a>(calls: impl IntoIterator<Item = &'a NestedCall>) -> Trip {
    let mut trip = Trip { written: 0, read: 0 };
    for call in calls {
        let arguments = call.payload.as_deref().map_or(0, str::len);
        trip.written += tokens(call.tool.dotted().len() + arguments);
        trip.read += match &call.result {
            Some(Ok(value)) => tokens(value.to_string().len()),
            Some(Err(message)) => tokens(message.len()),
            None => 0,
        };
    }
    trip
}

/// Calls that one turn of the cell issued, in order.
fn batches(cell: &CellRecord) -> Vec<Vec<&NestedCall>> {
    let mut batches: Vec<Vec<&NestedCall>> = Vec::new();
    let mut fresh = true;
    for entry in &cell.log.entries {
        match &entry.event {
            CellEvent::TurnBegan { cause: TurnCause::Timer { .. } } => {}
            CellEvent::TurnBegan { .. } => fresh = true,
            CellEvent::CallIssued { call, .. } => {
                let Some(call) = cell.calls.get((*call as usize).wrapping_sub(1)) else { continue };
                match batches.last_mut().filter(|_| !fresh) {
                    Some(batch) => batch.push(call),
                    None => batches.push(vec![call]),
                }
                fresh = false;
            }
            _ => {}
        }
    }
    batches
}

fn tokens(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(4)
}
