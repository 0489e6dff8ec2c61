//! [`Moment`]: how a cell stands after so many entries of its log. Made anew from the log whenever it
//! is asked for, so that stepping back is stepping forward less far.
//!
//! Knows: records of cells. May not know: widgets.

use std::collections::BTreeMap;

use crate::code_mode::engine::protocol::StoredValues;
use crate::code_mode::log::{CellEntry, CellEvent, TurnCause};
use crate::session::record_cells::{CellRecord, Exchange, ExchangeKind};

/// A cell after a number of entries.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// Virtual time, in ms.
    pub at_ms: u64,
    /// Engine turn, 0 is the evaluation.
    pub turn: u32,
    /// Line of the source that acted last in this turn, from 1.
    pub line: Option<u32>,
    /// Output items so far.
    pub items: usize,
    /// Items that the model has been handed.
    pub handed: usize,
    /// Calls on their way, by number, with the line that issued them.
    pub pending: BTreeMap<u32, Option<u32>>,
    /// Timeouts on their way: id and due time.
    pub timers: BTreeMap<u32, u64>,
    /// Answers the model has got.
    pub answers: usize,
    /// The script has ended.
    pub over: bool,
    /// Lines that issued calls and set timeouts: where the script goes on when they are over.
    call_lines: BTreeMap<u32, Option<u32>>,
    timer_lines: BTreeMap<u32, Option<u32>>,
}

impl Moment {
    /// The cell after entry number `stop`, from 0.
    pub fn of(cell: &CellRecord, stop: usize) -> Moment {
        let mut moment = Moment::default();
        for entry in cell.log.entries.iter().take(stop + 1) {
            moment.take(entry);
        }
        moment.answers = cell
            .exchanges
            .iter()
            .filter(|exchange| exchange.answered_ms.is_some_and(|at| at <= moment.at_ms))
            .filter(|exchange| moment.has_handed(exchange))
            .count();
        moment
    }

    /// Within one instant an answer is there once its items have been handed over.
    fn has_handed(&self, exchange: &Exchange) -> bool {
        let handed = self.handed as u64;
        match exchange.kind {
            ExchangeKind::Missing | ExchangeKind::Refused | ExchangeKind::GaveUp => true,
            ExchangeKind::Completed | ExchangeKind::Failed | ExchangeKind::Terminated => {
                self.over && u64::from(exchange.items_before + exchange.items) <= handed
            }
            ExchangeKind::Yielded => u64::from(exchange.items_before + exchange.items) <= handed,
        }
    }

    fn take(&mut self, entry: &CellEntry) {
        self.at_ms = entry.at_ms;
        if self.turn != entry.turn {
            self.turn = entry.turn;
            self.line = None;
        }
        if entry.line.is_some() {
            self.line = entry.line;
        }
        match &entry.event {
            CellEvent::TurnBegan {
                cause: TurnCause::Resolve { call } | TurnCause::Reject { call },
            } => {
                self.line = self.call_lines.get(call).copied().flatten();
                self.pending.remove(call);
            }
            CellEvent::TurnBegan { cause: TurnCause::Timer { id } } => {
                self.line = self.timer_lines.get(id).copied().flatten();
                self.timers.remove(id);
            }
            CellEvent::TimeoutCleared { id } | CellEvent::TimeoutLost { id, .. } => {
                self.timers.remove(id);
            }
            CellEvent::Item { .. } => self.items += 1,
            CellEvent::CallIssued { call, .. } => {
                self.pending.insert(*call, entry.line);
                self.call_lines.insert(*call, entry.line);
            }
            CellEvent::CallEnded { call, .. }
            | CellEvent::CallStopped { call }
            | CellEvent::CallUnread { call, .. } => {
                self.pending.remove(call);
            }
            CellEvent::TimeoutSet { id, due_ms, .. } => {
                self.timers.insert(*id, *due_ms);
                self.timer_lines.insert(*id, entry.line);
            }
            CellEvent::Yielded { items, .. }
            | CellEvent::Frontier { items, .. }
            | CellEvent::Terminated { items, .. }
            | CellEvent::Delivered { items, .. }
            | CellEvent::Lost { items, .. } => {
                self.over |= matches!(
                    entry.event,
                    CellEvent::Terminated { .. } | CellEvent::Delivered { .. }
                );
                self.handed += *items as usize;
            }
            CellEvent::PutBack { items, .. } => {
                self.handed = self.handed.saturating_sub(*items as usize);
            }
            CellEvent::Finished { .. } => self.over = true,
            CellEvent::HostLost { .. } => {
                self.over = true;
                self.pending.clear();
            }
            _ => {}
        }
    }
}

/// What the script can `load` after entry number `stop`.
pub fn stored(cell: &CellRecord, stop: usize) -> StoredValues {
    cell.log.stored_at(stop + 1)
}

/// Number of the last entry.
pub fn last(cell: &CellRecord) -> usize {
    cell.log.entries.len().saturating_sub(1)
}

/// The next or previous entry at which a turn of the engine begins; the ends when there is none.
pub fn turn(cell: &CellRecord, stop: usize, forward: bool) -> usize {
    let begins = |index: &usize| {
        matches!(
            cell.log.entries.get(*index).map(|entry| &entry.event),
            Some(CellEvent::TurnBegan { .. })
        )
    };
    match forward {
        true => (stop + 1..=last(cell)).find(begins).unwrap_or(last(cell)),
        false => (0..stop).rev().find(begins).unwrap_or(0),
    }
}

/// The last entry at or before a virtual time.
pub fn at_time(cell: &CellRecord, ms: u64) -> usize {
    cell.log.entries.partition_point(|entry| entry.at_ms <= ms).saturating_sub(1)
}
