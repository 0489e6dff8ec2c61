//! [`Played`]: an engine that does what its source says, line by line, without any JavaScript.
//!
//! ```text
//! text a           an item                    store k 1    keeps a JSON value
//! call 0 {"n":1}   calls tool number 0        load k       reads it
//! call 1           the same without argument  timer 100    sets a timeout
//! notify hello     sends a notification       clear 1      clears a timeout
//! yield            yield_control()            exit         exit()
//! oops why         an unhandled rejection
//! -- pending | done | fail TEXT | stopped LIMIT | died      ends the turn
//! ```
//!
//! Every command the cell gets plays the next turn, whatever the command was; after the last one
//! nothing happens any more. A line that is none of these ends the cell with an error.

use std::collections::BTreeSet;

use crate::code_mode::engine::limits::Limit;
use crate::code_mode::engine::protocol::{
    CellStart, Command, EngineEvent, EngineEventKind, EngineState, Item, StoredValues, Turn,
};
use crate::code_mode::engine::{CellEngine, EngineCell};

/// The engine.
#[derive(Debug)]
pub struct Played;

struct PlayedCell {
    /// Lines not played yet, last first.
    rest: Vec<(u32, String)>,
    stored: StoredValues,
    open_timeouts: BTreeSet<u32>,
    calls: u32,
    timeouts: u32,
}

impl CellEngine for Played {
    fn name(&self) -> &'static str {
        "played"
    }

    fn open(&self, start: CellStart) -> (Box<dyn EngineCell>, Turn) {
        let lines = (1..).zip(start.source.lines().map(str::to_owned));
        let rest = lines.collect::<Vec<_>>().into_iter().rev().collect();
        let stored = start.stored;
        let mut cell =
            PlayedCell { rest, stored, open_timeouts: BTreeSet::new(), calls: 0, timeouts: 0 };
        let turn = cell.play();
        (Box::new(cell), turn)
    }
}

impl EngineCell for PlayedCell {
    fn command(&mut self, _now_ms: u64, command: &Command) -> Turn {
        if let Command::Fire { timeout } = command {
            self.open_timeouts.remove(timeout);
        }
        self.play()
    }
}

impl PlayedCell {
    fn play(&mut self) -> Turn {
        let mut events = Vec::new();
        while let Some((line, text)) = self.rest.pop() {
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            if let Some(state) = text.strip_prefix("-- ") {
                let state = state_of(state).unwrap_or_else(|| refused(text));
                return Turn { events, state };
            }
            match self.event(text) {
                Some(Some(kind)) => {
                    events.push(EngineEvent { line: Some(line), microtask: false, kind });
                }
                Some(None) => {}
                None => return Turn { events, state: refused(text) },
            }
        }
        Turn { events, state: EngineState::Pending }
    }

    /// None is a line that means nothing; an inner none is one that has no effect.
    fn event(&mut self, text: &str) -> Option<Option<EngineEventKind>> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Some(Some(match word {
            "text" => EngineEventKind::Item { item: Item::text(rest) },
            "notify" => EngineEventKind::Notify { text: rest.to_owned() },
            "yield" => EngineEventKind::YieldRequested,
            "exit" => EngineEventKind::Exit,
            "oops" => EngineEventKind::Unhandled { reason: rest.to_owned() },
            "call" => {
                let (tool, input) = match rest.split_once(' ') {
                    Some((tool, input)) => (tool, Some(serde_json::from_str(input).ok()?)),
                    None => (rest, None),
                };
                self.calls += 1;
                EngineEventKind::ToolCall { call: self.calls, tool: tool.parse().ok()?, input }
            }
            "store" => {
                let (key, value) = rest.split_once(' ')?;
                let value: serde_json::Value = serde_json::from_str(value).ok()?;
                self.stored.insert(key.to_owned(), value.clone());
                EngineEventKind::Store { key: key.to_owned(), value }
            }
            "load" => {
                let found = self.stored.contains_key(rest);
                EngineEventKind::Load { key: rest.to_owned(), found }
            }
            "timer" => {
                self.timeouts += 1;
                self.open_timeouts.insert(self.timeouts);
                EngineEventKind::TimeoutSet { id: self.timeouts, delay_ms: rest.parse().ok()? }
            }
            "clear" => {
                let id = rest.parse().ok()?;
                if !self.open_timeouts.remove(&id) {
                    return Some(None);
                }
                EngineEventKind::TimeoutCleared { id }
            }
            _ => return None,
        }))
    }
}

fn state_of(text: &str) -> Option<EngineState> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    Some(match word {
        "pending" => EngineState::Pending,
        "done" => EngineState::Finished { error: None },
        "fail" => EngineState::Finished { error: Some(rest.to_owned()) },
        "died" => EngineState::Died,
        "stopped" => {
            let word = serde_json::Value::from(rest);
            EngineState::Stopped { limit: serde_json::from_value::<Limit>(word).ok()? }
        }
        _ => return None,
    })
}

fn refused(line: &str) -> EngineState {
    EngineState::Finished { error: Some(format!("played: not a line: {line}")) }
}
