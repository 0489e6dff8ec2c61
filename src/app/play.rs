//! Playing: a schedule of due times, and no repaint between them.

use std::time::Duration;

use eframe::egui;

use super::model::{At, CellHead, Document, PlayHead};
use super::walk::{self, Walk};
use super::{App, Command, cells};

/// A walk through the decisions of one sample takes about so long at speed 1, in seconds.
const WALK_SECONDS: f64 = 4.0;
/// Longest time for one decision, in seconds.
const SLOWEST_RULE: f64 = 0.12;
/// Time for one moment of the world, in seconds.
const MOMENT_SECONDS: f64 = 0.9;
/// Time before a sample's first decision, so that a caption can be read, in seconds.
const BREATH_SECONDS: f64 = 1.2;
/// Time for one entry of a cell's log, in seconds.
const ENTRY_SECONDS: f64 = 0.7;
/// Most ticks one frame catches up with.
const MAX_TICKS: usize = 400;

/// Starts or pauses. At the end it starts over.
pub fn toggle(app: &mut App) {
    if app.view.due.take().is_some() {
        return;
    }
    if let Some(head) = app.view.cell {
        let Some(cell) = cells::cell_of(&app.doc, head) else { return };
        if cells::walk::last(cell) <= head.stop {
            app.view.cell = Some(CellHead { stop: 0, ..head });
        }
        app.view.due = Some(f64::NEG_INFINITY);
        return;
    }
    if walk::next_fine(&app.doc, app.view.head).is_none()
        && let Some(first) = app.doc.sample(1)
    {
        app.view.head = walk::start_of_walk(first);
    } else if let At::Time(ms) = app.view.head.at
        && let Some(sample) = app.doc.sample(app.view.head.step)
        && ms <= sample.shot_ms
    {
        // A photograph that was only shown is made again, so that its making can be watched.
        app.view.head = walk::start_of_walk(sample);
    }
    if app.doc.steps() != 0 {
        app.view.due = Some(f64::NEG_INFINITY);
    }
}

/// Moves the play head by everything that is due.
pub fn tick(app: &mut App, now: f64) {
    let Some(mut due) = app.view.due else { return };
    if let Some(head) = app.view.cell {
        return tick_cell(app, head, due, now);
    }
    if due == f64::NEG_INFINITY {
        due = now + hold(&app.doc, app.view.head, app.view.speed);
    }
    for _ in 0..MAX_TICKS {
        if now < due {
            break;
        }
        let Some(head) = walk::next_fine(&app.doc, app.view.head) else {
            app.view.due = None;
            return;
        };
        app.view.head = head;
        due += hold(&app.doc, head, app.view.speed);
    }
    app.view.due = Some(due.max(now));
}

/// Moves the walk through a cell by one entry when it is due.
fn tick_cell(app: &mut App, head: CellHead, due: f64, now: f64) {
    let hold = ENTRY_SECONDS / f64::from(app.view.speed.max(0.01));
    if now < due {
        return;
    }
    if due == f64::NEG_INFINITY {
        app.view.due = Some(now + hold);
        return;
    }
    let last = cells::cell_of(&app.doc, head).map_or(0, cells::walk::last);
    if last <= head.stop {
        app.view.due = None;
        return;
    }
    app.view.cell = Some(CellHead { stop: head.stop + 1, ..head });
    app.view.due = Some(now + hold);
}

/// How long the play head stays where it is, in seconds.
fn hold(doc: &Document, head: PlayHead, speed: f32) -> f64 {
    let seconds = match (head.at, doc.sample(head.step)) {
        (At::Rule(0), _) => BREATH_SECONDS,
        (At::Rule(_), Some(sample)) => {
            (WALK_SECONDS / Walk::of(sample).len().max(1) as f64).min(SLOWEST_RULE)
        }
        _ => MOMENT_SECONDS,
    };
    seconds / f64::from(speed.max(0.01))
}

/// Asks for a tick while playing, and for nothing while paused.
pub fn collect(ctx: &egui::Context, due: Option<f64>, out: &mut Vec<Command>) {
    if due.is_none() {
        return;
    }
    out.push(Command::Tick(ctx.input(|input| input.time)));
}

/// Asks egui to come back when the next tick is due.
pub fn schedule(ctx: &egui::Context, due: Option<f64>) {
    let Some(due) = due else { return };
    let now = ctx.input(|input| input.time);
    let wait = if due.is_finite() { (due - now).clamp(0.0, 10.0) } else { 0.0 };
    ctx.request_repaint_after(Duration::from_secs_f64(wait));
}
