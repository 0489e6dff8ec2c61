//! Commands of the cell screen; the rest of the window's are [`apply`](super::super::apply)'s.

use super::super::App;
use super::super::apply::{change, pause};
use super::super::command::Command;
use super::super::model::{CellHead, Screen};
use super::{cell_of, execs, walk};
use crate::session::record_cells::CellRecord;

/// Movement inside a cell. False for everything that means the same as on the stage.
pub fn in_cell(app: &mut App, command: &Command) -> bool {
    match command {
        Command::NextRule | Command::NextSample => stop_at(app, |_, stop| stop + 1),
        Command::PreviousRule | Command::PreviousSample => {
            stop_at(app, |_, stop| stop.saturating_sub(1));
        }
        Command::NextTurn => stop_at(app, |cell, stop| walk::turn(cell, stop, true)),
        Command::PreviousTurn => stop_at(app, |cell, stop| walk::turn(cell, stop, false)),
        Command::First => stop_at(app, |_, _| 0),
        Command::Last => stop_at(app, |cell, _| walk::last(cell)),
        Command::Close => app.view.cell = None,
        _ => return false,
    }
    true
}

/// To another entry of the open cell; a number past the end is the last one.
pub fn stop_at(app: &mut App, to: impl FnOnce(&CellRecord, usize) -> usize) {
    pause(app);
    let Some(head) = app.view.cell else { return };
    let Some(cell) = cell_of(&app.doc, head) else { return };
    let stop = to(cell, head.stop).min(walk::last(cell));
    app.view.cell = Some(CellHead { stop, ..head });
}

/// Opens the cell of this sample, or the next one, or any.
pub fn toggle(app: &mut App) {
    pause(app);
    if app.view.cell.take().is_some() {
        return;
    }
    let Some(trace) = &app.doc.trace else { return };
    let here = app.view.head.step;
    let all: Vec<(u32, u32)> = execs(&trace.record).collect();
    let found = all.iter().find(|(step, _)| here <= *step).or(all.last());
    if let Some((step, call)) = found {
        open(app, *step, *call);
    }
}

/// Opens the cell of a call, at its first entry.
pub fn open(app: &mut App, step: u32, call: u32) {
    pause(app);
    app.view.cell = Some(CellHead { step, call, stop: 0 });
    app.view.screen = Screen::Stage;
}

/// Edits a cell; the walk stays where it was, as far as the new cell goes.
pub fn edit(app: &mut App, step: u32, call: u32, source: &str) {
    change(app, |app| app.doc.edit_cell(step, call, source));
    stop_at(app, |_, stop| stop);
}
