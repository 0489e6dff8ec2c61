//! [`Book`]: what is written down about one cell beside its own log.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Room;
use crate::code_mode::answer::{CellId, ObserverId};
use crate::code_mode::engine::protocol::StoredValues;
use crate::code_mode::log::{CellEvent, CellLog};
use crate::session::record::TraceEventKind;
use crate::session::record_cells::{
    CellRecord, CellState, Exchange, NestedCall, NestedTool, NoticeRecord,
};
use crate::session::world::World;

/// The session's side of one cell.
#[derive(Debug)]
pub(super) struct Book {
    pub id: CellId,
    /// Step and call of its `exec`.
    pub place: (u32, u32),
    pub pragma_lines: u32,
    pub table: Arc<str>,
    pub tools: Arc<[NestedTool]>,
    pub calls: Vec<NestedCall>,
    pub notices: Vec<NoticeRecord>,
    pub exchanges: Vec<Exchange>,
}

/// What a run leaves behind of its cells.
#[derive(Debug, Default)]
pub(in crate::session) struct Records {
    pub cells: Vec<CellRecord>,
    pub strays: Vec<Exchange>,
    pub stored: StoredValues,
}

impl Room {
    /// Writes down the outcome of cells that have one now.
    pub(super) fn write_ends(&mut self, world: &mut World) {
        if self.open.is_empty() {
            return;
        }
        let (service, books) = (&self.service, &self.books);
        self.open.retain(|index| {
            let Some(book) = books.get(*index) else { return false };
            let Some(log) = service.log(*index).filter(|log| log.ended_ms.is_some()) else {
                return true;
            };
            let (state, _) = CellState::of(log);
            world.log(TraceEventKind::CellEnded { cell: book.id.0.clone(), state });
            false
        });
    }

    /// Writes an exchange down with its cell, if it has one.
    pub(super) fn keep(&mut self, cell: Option<usize>, exchange: Exchange) {
        match cell.and_then(|index| self.books.get_mut(index)) {
            Some(book) => book.exchanges.push(exchange),
            None => self.strays.push(exchange),
        }
    }

    /// Everything that is left behind.
    pub(in crate::session) fn into_records(self) -> Records {
        let stored = self.service.stored().clone();
        let logs = self.service.into_logs();
        let cells = self.books.into_iter().zip(logs).map(|(book, log)| record(book, log)).collect();
        Records { cells, strays: self.strays, stored }
    }
}

fn record(book: Book, log: CellLog) -> CellRecord {
    let Book { id: _, place, pragma_lines, table, tools, mut calls, notices, mut exchanges } = book;
    let (state, error) = CellState::of(&log);
    for entry in &log.entries {
        if let CellEvent::CallUnread { call, .. } = entry.event
            && let Some(record) = (call as usize).checked_sub(1).and_then(|at| calls.get_mut(at))
        {
            record.unread = true;
        }
    }
    let before = items_before(&log);
    for exchange in &mut exchanges {
        let known = exchange.observer.and_then(|observer| before.get(&observer));
        exchange.items_before = known.copied().unwrap_or_default();
    }
    CellRecord {
        step: place.0,
        call: place.1,
        pragma_lines,
        table,
        tools,
        state,
        error,
        calls,
        notices,
        exchanges,
        log,
    }
}

/// How many items had been handed over before each answer. Items never move between answers.
fn items_before(log: &CellLog) -> BTreeMap<ObserverId, u32> {
    let mut before = BTreeMap::new();
    let mut handed: u32 = 0;
    for entry in &log.entries {
        let (observers, items): (&[ObserverId], u32) = match &entry.event {
            CellEvent::Yielded { observer, items, .. }
            | CellEvent::Delivered { observer, items, .. } => {
                (std::slice::from_ref(observer), *items)
            }
            CellEvent::Terminated { observers, items } => (observers, *items),
            CellEvent::Lost { items, .. } => (&[], *items),
            _ => continue,
        };
        before.extend(observers.iter().map(|observer| (*observer, handed)));
        handed = handed.saturating_add(items);
    }
    before
}
