//! [`Recorder`]: an engine around an engine that keeps every turn.
//!
//! Knows: recordings, another engine. What is known already is answered from the recordings, and the
//! engine inside is asked only for what is not: a turn that once ended its engine is never tried again.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Full, Recordings, Told};
use crate::code_mode::engine::protocol::{CellStart, Command, EngineState, Turn};
use crate::code_mode::engine::{CellEngine, EngineCell};

/// Hears which turn the engine inside is asked for next, and `None` when it has answered. If it never
/// answers, that turn was it.
pub type Watch = Arc<dyn Fn(Option<Told>) + Send + Sync>;

/// Keeps every turn of every cell. Clones share what they keep.
#[derive(Clone)]
pub struct Recorder(Arc<Shared>);

struct Shared {
    engine: Arc<dyn CellEngine>,
    watch: Option<Watch>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    recordings: Recordings,
    full: bool,
}

impl Recorder {
    /// Around an engine, with turns that are known already.
    pub fn new(engine: Arc<dyn CellEngine>, known: Recordings) -> Recorder {
        Recorder::watched(engine, known, None)
    }

    /// The same, observed.
    pub fn watched(
        engine: Arc<dyn CellEngine>,
        known: Recordings,
        watch: Option<Watch>,
    ) -> Recorder {
        let kept = Mutex::new(Kept { recordings: known, full: false });
        Recorder(Arc::new(Shared { engine, watch, kept }))
    }

    /// Everything that is known by now.
    ///
    /// # Errors
    /// When it was too much: nothing is silently left out.
    pub fn recordings(&self) -> Result<Recordings, Full> {
        let kept = self.0.kept();
        match kept.full {
            true => Err(Full),
            false => Ok(kept.recordings.clone()),
        }
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("engine", &self.0.engine).finish()
    }
}

impl CellEngine for Recorder {
    fn name(&self) -> &'static str {
        self.0.engine.name()
    }

    fn open(&self, start: CellStart) -> (Box<dyn EngineCell>, Turn) {
        let told = Told::start(&start);
        let shared = self.0.clone();
        let mut cell = RecordedLive {
            shared,
            told,
            live: Live::Closed(start),
            behind: Vec::new(),
            over: false,
        };
        let turn = cell.turn();
        (Box::new(cell), turn)
    }
}

impl Shared {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watched<T>(&self, told: Told, ask: impl FnOnce() -> T) -> T {
        let Some(watch) = &self.watch else { return ask() };
        watch(Some(told));
        let answer = ask();
        watch(None);
        answer
    }
}

/// The cell in the engine inside.
enum Live {
    /// It was not needed yet.
    Closed(CellStart),
    Open(Box<dyn EngineCell>),
}

struct RecordedLive {
    shared: Arc<Shared>,
    told: Told,
    live: Live,
    /// Commands that the cell inside was not told yet.
    behind: Vec<(Told, u64, Command)>,
    over: bool,
}

impl EngineCell for RecordedLive {
    fn command(&mut self, now_ms: u64, command: &Command) -> Turn {
        if self.over {
            return Turn { events: Vec::new(), state: EngineState::Died };
        }
        self.told = self.told.then(now_ms, command);
        self.behind.push((self.told, now_ms, command.clone()));
        self.turn()
    }
}

impl RecordedLive {
    fn turn(&mut self) -> Turn {
        let known = self.shared.kept().recordings.get(self.told).cloned();
        let turn = match known {
            Some(turn) => turn,
            None => self.ask(),
        };
        self.over = turn.state != EngineState::Pending;
        turn
    }

    /// Tells the cell inside whatever it does not know yet; the last answer is this turn.
    fn ask(&mut self) -> Turn {
        let mut turn = Turn::default();
        if let Live::Closed(start) = &self.live {
            let open = || self.shared.engine.open(start.clone());
            let (cell, first) = self.shared.watched(Told::start(start), open);
            self.live = Live::Open(cell);
            turn = first;
        }
        if let Live::Open(cell) = &mut self.live {
            for (told, now_ms, command) in self.behind.drain(..) {
                turn = self.shared.watched(told, || cell.command(now_ms, &command));
            }
        }
        let mut kept = self.shared.kept();
        kept.full |= kept.recordings.insert(self.told, turn.clone()).is_err();
        turn
    }
}
