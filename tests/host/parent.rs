//! The parent's side of the tests.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use freezeframe::code_mode::engine::limits::EngineLimits;
use freezeframe::code_mode::engine::protocol::{
    CellStart, Command, EngineEventKind, EngineState, Item, Turn,
};
use freezeframe::code_mode::engine::{CellEngine, EngineCell};
use freezeframe::host::{HostEngine, HostOptions, Program};
use serde_json::json;

use crate::fake::Fake;

/// Real time a turn may take in these tests, without its margin.
pub const REAL_MS: u64 = 1_500;

/// An engine and what it had to say.
pub struct Parent {
    pub engine: HostEngine,
    notices: Arc<Mutex<Vec<String>>>,
}

impl Parent {
    pub fn new(mode: &str) -> Parent {
        let path = std::env::current_exe().expect("this program");
        Parent::with(mode, path, true)
    }

    pub fn with(mode: &str, path: std::path::PathBuf, fallback: bool) -> Parent {
        let notices = Arc::new(Mutex::new(Vec::new()));
        let heard = notices.clone();
        let engine = HostEngine::new(HostOptions {
            program: Program {
                path,
                arguments: vec![String::from("cell-host"), mode.to_owned()],
                engine: "fake",
                handshake: Duration::from_secs(2),
            },
            margin: Duration::from_millis(200),
            fallback: fallback.then(|| Arc::new(Fake { tap: None }) as Arc<dyn CellEngine>),
            notice: Arc::new(move |words| heard.lock().expect("a list").push(words.to_owned())),
        });
        Parent { engine, notices }
    }

    pub fn notices(&self) -> Vec<String> {
        self.notices.lock().expect("a list").clone()
    }

    pub fn open(&self, source: &str) -> Cell {
        let (cell, turn) = self.engine.open(start(source));
        Cell { cell, turn }
    }

    /// Opens a cell that ends at once; says what it put out and how it ended.
    pub fn run(&self, source: &str) -> (Vec<String>, EngineState) {
        let cell = self.open(source);
        (texts(&cell.turn), cell.turn.state)
    }

    /// A cell that does nothing odd does well.
    #[track_caller]
    pub fn check_alive(&self) {
        let ended = EngineState::Finished { error: None };
        assert_eq!(self.run("text alive"), (vec![String::from("alive")], ended));
    }

    /// Nothing was worth a notice.
    #[track_caller]
    pub fn check_quiet(&self) {
        assert_eq!(self.notices(), [""; 0]);
    }
}

/// A cell and its last turn.
pub struct Cell {
    cell: Box<dyn EngineCell>,
    pub turn: Turn,
}

impl Cell {
    /// Answers the first call with `n`.
    pub fn next(&mut self, n: u32) {
        self.turn = self.cell.command(n.into(), &Command::Resolve { call: 1, value: json!(n) });
    }

    /// What the last turn put out and how the cell stands.
    #[track_caller]
    pub fn check(&self, expected: &[&str], state: EngineState) {
        assert_eq!((texts(&self.turn), &self.turn.state), (owned(expected), &state));
    }
}

pub fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

pub fn texts(turn: &Turn) -> Vec<String> {
    turn.events
        .iter()
        .map(|event| match &event.kind {
            EngineEventKind::Item { item: Item::Text { text } } => text.clone(),
            other => format!("{other:?}"),
        })
        .collect()
}

pub fn start(source: &str) -> CellStart {
    CellStart {
        source: source.into(),
        tools: Arc::default(),
        stored: Default::default(),
        now_ms: 0,
        seed: 7,
        limits: EngineLimits { real_ms: REAL_MS, effects: 1_000, ..EngineLimits::default() },
    }
}

/// Runs something and fails if it took longer than it may.
#[track_caller]
pub fn within<T>(most: Duration, act: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let came = act();
    let took = began.elapsed();
    assert!(took < most, "took {took:?}");
    came
}
