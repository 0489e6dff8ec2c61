//! Compares the cells of a trace with what a scenario expects of them.

use serde_json::Value;

use super::cells::{CellStateFile, ExpectCellFile, ExpectNestedFile, NestedStatusFile, StoredFile};
use super::expect::{Found, outside};
use crate::code_mode::engine::protocol::{Item, StoredValues};
use crate::session::record::Record;
use crate::session::record_cells::{CellRecord, CellState, NestedCall, NestedStatus};

pub(super) fn compare(found: &mut Found, record: &Record, expect: &ExpectCellFile) {
    let id = &expect.cell;
    let Some(cell) = record.cell(id) else {
        let cells = record.cells.len();
        return found.add(format!("there is no cell {id}; the run has {cells}"), vec![]);
    };
    if let Some(state) = expect.state {
        let expected = CellState::from(state).label();
        found.equal(&format!("state of cell {id}"), expected, cell.state.label());
    }
    let items: Vec<String> = cell.items().map(words).collect();
    if let Some(expected) = expect.items.as_ref().filter(|expected| **expected != items) {
        let title =
            format!("items of cell {id}: expected {}, came {}", expected.len(), items.len());
        found.add(title, differing(expected, &items));
    }
    for piece in expect.items_has.iter().filter(|piece| !items.iter().any(|i| i.contains(*piece))) {
        let lines = items.iter().take(super::expect::MAX_LINES).cloned().collect();
        found.add(format!("no item of cell {id} has `{piece}`"), lines);
    }
    if let Some(piece) = &expect.error_has {
        piece_of(found, &format!("error of cell {id}"), piece, cell.error.as_deref());
    }
    if let Some(expected) = &expect.stored {
        stored(found, &format!("stored by cell {id}"), expected, &cell.writes());
    }
    for call in &expect.calls {
        compare_call(found, cell, call);
    }
}

/// The whole of a set of stored values, in any order.
pub(super) fn stored(found: &mut Found, what: &str, expected: &[StoredFile], came: &StoredValues) {
    for entry in expected {
        let wanted: Value = match serde_json::from_str(&entry.json) {
            Ok(wanted) => wanted,
            Err(error) => {
                found.add(format!("{what}: {}: not JSON: {error}", entry.key), vec![]);
                continue;
            }
        };
        match came.get(&entry.key) {
            Some(value) => {
                let what = format!("{what}: {}", entry.key);
                found.equal(&what, &wanted.to_string(), &value.to_string());
            }
            None => found.add(format!("{what}: {} is missing", entry.key), vec![]),
        }
    }
    for key in came.keys().filter(|key| !expected.iter().any(|entry| entry.key == **key)) {
        found.add(format!("{what}: {key} is there and not expected"), vec![]);
    }
}

fn compare_call(found: &mut Found, cell: &CellRecord, expect: &ExpectNestedFile) {
    let at = expect.call;
    let id = &cell.log.id;
    let Some(call) = cell.calls.iter().find(|call| call.call == at) else {
        let calls = cell.calls.len();
        return found.add(format!("cell {id} has no call {at}; it has {calls}"), vec![]);
    };
    let what = |part: &str| format!("{part} of tool-{at} of cell {id}");
    if let Some(status) = expect.status {
        let expected = NestedStatus::from(status).label();
        found.equal(&what("status"), expected, call.status.label());
    }
    if let Some(step) = expect.step {
        let came = call.step.map_or_else(|| "none".to_owned(), |step| step.to_string());
        found.equal(&what("step"), &step.to_string(), &came);
    }
    if let Some(piece) = &expect.rejected_has {
        piece_of(found, &what("rejection"), piece, rejection(call));
    }
    if let Some(expected) = &expect.value_has {
        value_has(found, &what("value"), expected, call);
    }
}

fn rejection(call: &NestedCall) -> Option<&str> {
    call.result.as_ref().and_then(|result| result.as_ref().err()).map(|text| &**text)
}

fn value_has(found: &mut Found, what: &str, expected: &str, call: &NestedCall) {
    let expected: Value = match serde_json::from_str(expected) {
        Ok(expected) => expected,
        Err(error) => return found.add(format!("{what}: not JSON: {error}"), vec![]),
    };
    let Some(Ok(came)) = &call.result else {
        return found.add(format!("{what}: there is none"), vec![]);
    };
    if let Some((path, expected, came)) = outside(&expected, came, String::from("$")) {
        let came = came.map_or_else(|| String::from("nothing"), |came| came.to_string());
        let lines = vec![format!("expected: {expected}"), format!("came:     {came}")];
        found.add(format!("{what} differs at {path}"), lines);
    }
}

fn piece_of(found: &mut Found, what: &str, piece: &str, came: Option<&str>) {
    if came.is_some_and(|came| came.contains(piece)) {
        return;
    }
    let came = came.unwrap_or("nothing");
    let lines = vec![format!("expected: {piece}"), format!("came:     {came}")];
    found.add(format!("{what} lacks a piece"), lines);
}

/// An item as expectations write it.
pub(crate) fn words(item: &Item) -> String {
    match item {
        Item::Text { text } => text.clone(),
        Item::Image { url, .. } | Item::Audio { url } => url.clone(),
    }
}

fn differing(expected: &[String], came: &[String]) -> Vec<String> {
    let longest = expected.len().max(came.len());
    let at = (0..longest).find(|at| expected.get(*at) != came.get(*at)).unwrap_or(0);
    let show = |list: &[String]| {
        list.get(at).map_or_else(|| "nothing".to_owned(), |item| format!("{item:?}"))
    };
    vec![
        format!("item {} expected: {}", at + 1, show(expected)),
        format!("item {} came:     {}", at + 1, show(came)),
    ]
}

impl From<CellStateFile> for CellState {
    fn from(state: CellStateFile) -> Self {
        match state {
            CellStateFile::Running => Self::Running,
            CellStateFile::Completed => Self::Completed,
            CellStateFile::Failed => Self::Failed,
            CellStateFile::Terminated => Self::Terminated,
            CellStateFile::Lost => Self::Lost,
        }
    }
}

impl From<NestedStatusFile> for NestedStatus {
    fn from(status: NestedStatusFile) -> Self {
        match status {
            NestedStatusFile::Pending => Self::Pending,
            NestedStatusFile::Resolved => Self::Resolved,
            NestedStatusFile::Rejected => Self::Rejected,
            NestedStatusFile::Cancelled => Self::Cancelled,
        }
    }
}
