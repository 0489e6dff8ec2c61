//! [`CellState`]: what a running cell remembers, the same for every engine.

use std::sync::Arc;

use super::limits::{EngineLimits, Limit};
use super::protocol::{CellStart, CellTool, EngineEvent, EngineEventKind, Item, StoredValues};

/// Sees every event the moment it happens, before the turn is over: a host process passes it on, so
/// that nothing is lost when the engine dies inside the turn.
pub type Tap = Arc<dyn Fn(&EngineEvent) + Send + Sync>;

/// State of one cell on the engine's side of the border.
pub struct CellState {
    /// Nested tools, in order.
    pub tools: Arc<[CellTool]>,
    /// Snapshot at the start, overlaid with the cell's own writes.
    pub stored: StoredValues,
    /// `exit()` has been called.
    pub exit_called: bool,
    /// Are microtasks being drained?
    pub in_microtasks: bool,
    /// A bound was reached: the script has to be stopped at the next chance.
    pub limit: Option<Limit>,
    /// Virtual time of this turn, in ms since 1970.
    pub now_ms: u64,
    /// Bounds.
    pub limits: EngineLimits,
    random: u64,
    next_call: u32,
    next_timeout: u32,
    bytes: u64,
    effects: u32,
    events: Vec<EngineEvent>,
    tap: Option<Tap>,
}

impl CellState {
    /// The state a cell starts with.
    pub fn new(start: &CellStart, tap: Option<Tap>) -> CellState {
        CellState {
            tools: start.tools.clone(),
            stored: start.stored.clone(),
            exit_called: false,
            in_microtasks: false,
            limit: None,
            now_ms: start.now_ms,
            limits: start.limits,
            random: start.seed,
            next_call: 1,
            next_timeout: 1,
            bytes: 0,
            effects: 0,
            events: Vec::new(),
            tap,
        }
    }

    /// Takes N for the next `tool-N`.
    pub fn next_call(&mut self) -> u32 {
        let call = self.next_call;
        self.next_call = call.saturating_add(1);
        call
    }

    /// Takes the id of the next timeout.
    pub fn next_timeout(&mut self) -> u32 {
        let id = self.next_timeout;
        self.next_timeout = id.saturating_add(1);
        id
    }

    /// The next number of `Math.random`, in [0, 1): SplitMix64, the same on every engine.
    pub fn random(&mut self) -> f64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Records an effect, unless it would pass a bound: then the limit is set and nothing recorded.
    /// After a limit nothing is recorded any more.
    pub fn push(&mut self, line: Option<u32>, kind: EngineEventKind) -> Result<(), Limit> {
        if let Some(limit) = self.limit {
            return Err(limit);
        }
        self.effects += 1;
        self.bytes = self.bytes.saturating_add(weight(&kind));
        let limit = match () {
            () if self.effects > self.limits.effects => Some(Limit::Effects),
            () if self.bytes > self.limits.output_bytes => Some(Limit::Output),
            () => None,
        };
        if let Some(limit) = limit {
            self.limit = Some(limit);
            return Err(limit);
        }
        let event = EngineEvent { line, microtask: self.in_microtasks, kind };
        if let Some(tap) = &self.tap {
            tap(&event);
        }
        self.events.push(event);
        Ok(())
    }

    /// Events since the last call.
    pub fn take_events(&mut self) -> Vec<EngineEvent> {
        std::mem::take(&mut self.events)
    }
}

/// Bytes an effect counts for.
fn weight(kind: &EngineEventKind) -> u64 {
    let bytes = match kind {
        EngineEventKind::Item { item: Item::Text { text } } => text.len(),
        EngineEventKind::Item { item: Item::Image { url, .. } | Item::Audio { url } } => url.len(),
        EngineEventKind::ToolCall { input: Some(input), .. } => json_len(input),
        EngineEventKind::Notify { text } => text.len(),
        EngineEventKind::Store { key, value } => key.len() + json_len(value),
        EngineEventKind::Unhandled { reason } => reason.len(),
        _ => 0,
    };
    bytes as u64
}

/// A cheap measure of a JSON value: lengths of its strings plus eight bytes for everything else.
fn json_len(value: &serde_json::Value) -> usize {
    use serde_json::Value;
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(json_len).sum::<usize>() + 8,
        Value::Object(members) => {
            members.iter().map(|(key, value)| key.len() + json_len(value)).sum::<usize>() + 8
        }
        _ => 8,
    }
}
