//! [`Finger`]: what hovering is for a mouse, holding still is for a finger.
//!
//! A press that may still become a hold is kept back for a moment. A finger that leaves or moves in
//! this moment has tapped or dragged; one that rests becomes a pointer without a button, so that
//! explanations appear, and they stay until the next touch. Plain events in, plain events out: knows
//! no window. Start reading at [`Finger::translate`].

use eframe::egui::{Event, Pos2, TouchPhase};

/// A finger that rests so long asks, in seconds.
pub const HOLD_SECONDS: f64 = 0.35;
/// A finger that moved so far drags, in points.
pub const STILL_POINTS: f32 = 8.0;

/// The one finger that points.
#[derive(Clone, Debug, Default)]
pub struct Finger(Stage);

#[derive(Clone, Debug, Default)]
enum Stage {
    /// No finger, or a mouse.
    #[default]
    Away,
    /// It came down and has not said yet what it wants.
    Resting { at: Pos2, since: f64, press: Event },
    /// It taps or drags: everything passes.
    Pressing,
    /// It asks: it points without pressing.
    Asking,
    /// It asked and has left; what it pointed at is still pointed at.
    Asked,
}

impl Finger {
    /// Rewrites the events of one frame; `now` in seconds. Returns in how many seconds it wants to
    /// be asked again, if nothing happens before.
    pub fn translate(&mut self, events: &mut Vec<Event>, now: f64) -> Option<f64> {
        let start = |event: &Event| matches!(event, Event::Touch { phase: TouchPhase::Start, .. });
        let fingers = events.iter().filter(|event| start(event)).count();
        let mut out = Vec::with_capacity(events.len());
        for event in events.drain(..) {
            self.take(event, fingers, now, &mut out);
        }
        *events = out;
        let Stage::Resting { at, since, .. } = &self.0 else { return None };
        let left = since + HOLD_SECONDS - now;
        if 0.0 < left {
            return Some(left);
        }
        events.push(Event::PointerMoved(*at));
        self.0 = Stage::Asking;
        None
    }

    fn take(&mut self, event: Event, fingers: usize, now: f64, out: &mut Vec<Event>) {
        match (&event, &self.0) {
            (Event::PointerButton { pressed: true, pos, .. }, _) if fingers == 1 => {
                if matches!(self.0, Stage::Asked | Stage::Asking) {
                    out.push(Event::PointerGone);
                }
                self.0 = Stage::Resting { at: *pos, since: now, press: event };
                return;
            }
            (Event::PointerMoved(pos), Stage::Resting { at, .. })
                if pos.distance(*at) <= STILL_POINTS =>
            {
                return;
            }
            (
                Event::PointerMoved(_) | Event::PointerButton { .. },
                Stage::Resting { press, .. },
            ) => {
                out.push(press.clone());
                self.0 = Stage::Pressing;
            }
            // Browsers tell the end of a touch twice.
            (Event::PointerButton { pressed: false, .. }, Stage::Asking | Stage::Asked) => {
                self.0 = Stage::Asked;
                return;
            }
            (Event::PointerGone, Stage::Asked) => return,
            (Event::PointerGone, _)
            | (Event::Touch { phase: TouchPhase::Cancel, .. }, Stage::Resting { .. }) => {
                self.0 = Stage::Away;
            }
            _ => {}
        }
        out.push(event);
    }
}
