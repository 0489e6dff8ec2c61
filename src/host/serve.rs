//! [`serve`]: the child's side. It reads questions, runs cells and reports what they do.
//!
//! Knows: an engine and two pipes. May not know: how it was started, what limits it. Cells of one
//! child run one at a time. When the parent goes away the child has nothing left to do: a thread of
//! its own notices that, even while a script keeps the engine busy.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::frame::{self, FrameError};
use super::message::{FromHost, ToHost, VERSION};
use crate::code_mode::engine::protocol::{EngineEvent, EngineState, Turn};
use crate::code_mode::engine::state::Tap;
use crate::code_mode::engine::{CellEngine, EngineCell};

/// Questions that are read ahead; there should never be more than one.
const READ_AHEAD: usize = 16;

/// Why a child stopped serving.
#[derive(Debug)]
pub enum ServeError {
    /// The handshake failed.
    Rejected(String),
    /// The parent asked something that makes no sense.
    Confused(&'static str),
    /// The pipes.
    Frame(FrameError),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(reason) => write!(f, "{reason}"),
            Self::Confused(what) => write!(f, "{what}"),
            Self::Frame(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// Serves until the parent closes its pipe.
///
/// `make` builds the engine around the tap through which events leave at once; without one the
/// parent is refused. `orphaned` is called
/// on another thread when the parent is gone, maybe in the middle of a turn: a process should end
/// there.
///
/// # Errors
///
/// When the handshake fails, a message makes no sense or a pipe breaks.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    make: impl FnOnce(Tap) -> Option<Arc<dyn CellEngine>>,
    orphaned: impl Fn() + Send + 'static,
) -> Result<(), ServeError> {
    let wire = Wire::new(output);
    let engine = make(wire.tap());
    let questions = listen(input, orphaned);
    greet(&questions, &wire, engine.as_ref().map(|engine| engine.name()))?;
    let Some(engine) = engine else { return Ok(()) };
    let mut cells = BTreeMap::new();
    loop {
        match next(&questions)? {
            None => return Ok(()),
            Some(question) => answer(question, &*engine, &mut cells, &wire)?,
        }
    }
}

type Question = Result<ToHost, FrameError>;

/// Reads ahead on a thread of its own.
fn listen(
    input: impl Read + Send + 'static,
    orphaned: impl Fn() + Send + 'static,
) -> Receiver<Question> {
    let (to, questions) = sync_channel(READ_AHEAD);
    thread::spawn(move || read_all(input, &to, &orphaned));
    questions
}

fn read_all(input: impl Read, to: &SyncSender<Question>, orphaned: &dyn Fn()) {
    let mut input = BufReader::new(input);
    loop {
        let question = frame::read(&mut input).map(|(question, _)| question);
        let over = question.is_err();
        let alone = matches!(question, Err(FrameError::End | FrameError::Cut | FrameError::Io(_)));
        if to.send(question).is_err() || alone {
            return orphaned();
        }
        if over {
            return;
        }
    }
}

/// The next question; none when the parent is gone.
fn next(questions: &Receiver<Question>) -> Result<Option<ToHost>, ServeError> {
    match questions.recv() {
        Ok(Ok(question)) => Ok(Some(question)),
        Ok(Err(FrameError::End)) | Err(_) => Ok(None),
        Ok(Err(error)) => Err(ServeError::Frame(error)),
    }
}

fn greet(
    questions: &Receiver<Question>,
    wire: &Wire,
    runs: Option<&str>,
) -> Result<(), ServeError> {
    let reason = match next(questions)? {
        Some(ToHost::Hello { version, engine })
            if version == VERSION && runs == Some(engine.as_str()) =>
        {
            return wire.send(&FromHost::Ready { version, engine }).map_err(ServeError::Frame);
        }
        Some(ToHost::Hello { version, engine }) => format!(
            "asked for engine {engine} and version {version}, but this is {} and version {VERSION}",
            runs.unwrap_or("a build without it"),
        ),
        Some(_) => String::from("the first message was no hello"),
        None => return Ok(()),
    };
    // The parent may not wait for the reason.
    let _ = wire.send(&FromHost::Rejected { reason: reason.clone() });
    Err(ServeError::Rejected(reason))
}

type Cells = BTreeMap<u64, Box<dyn EngineCell>>;

fn answer(
    question: ToHost,
    engine: &dyn CellEngine,
    cells: &mut Cells,
    wire: &Wire,
) -> Result<(), ServeError> {
    let (cell, turn, running) = match question {
        ToHost::Hello { .. } => return Err(ServeError::Confused("a second hello")),
        ToHost::Close { cell } => {
            cells.remove(&cell);
            return Ok(());
        }
        ToHost::Open { cell, .. } if cells.contains_key(&cell) => {
            return Err(ServeError::Confused("a cell was opened twice"));
        }
        ToHost::Open { cell, start } => {
            wire.begin(cell);
            let (running, turn) = engine.open(start);
            (cell, turn, running)
        }
        ToHost::Command { cell, now_ms, command } => {
            let Some(mut running) = cells.remove(&cell) else {
                return Err(ServeError::Confused("a command for a cell that is not there"));
            };
            wire.begin(cell);
            let turn = running.command(now_ms, &command);
            (cell, turn, running)
        }
    };
    if turn.state == EngineState::Pending {
        cells.insert(cell, running);
    }
    wire.finish(cell, &turn).map_err(ServeError::Frame)
}

/// The pipe to the parent, shared by the turns and by the tap inside the engine.
#[derive(Clone)]
struct Wire(Arc<Mutex<Line>>);

struct Line {
    to: Box<dyn Write + Send>,
    cell: u64,
    /// Events of this turn that have left already.
    tapped: usize,
    /// The parent is gone, or an event did not fit into a frame.
    broken: Option<FrameError>,
}

impl Wire {
    fn new(to: impl Write + Send + 'static) -> Wire {
        Wire(Arc::new(Mutex::new(Line { to: Box::new(to), cell: 0, tapped: 0, broken: None })))
    }

    fn with<T>(&self, act: impl FnOnce(&mut Line) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn tap(&self) -> Tap {
        let wire = self.clone();
        Arc::new(move |event: &EngineEvent| wire.with(|line| line.event(event)))
    }

    fn send(&self, message: &FromHost) -> Result<(), FrameError> {
        self.with(|line| frame::write(&mut line.to, message))
    }

    fn begin(&self, cell: u64) {
        self.with(|line| (line.cell, line.tapped) = (cell, 0));
    }

    /// Sends the events that did not leave through the tap, and the state.
    fn finish(&self, cell: u64, turn: &Turn) -> Result<(), FrameError> {
        self.with(|line| {
            for event in turn.events.iter().skip(line.tapped) {
                line.event(event);
            }
            match line.broken.take() {
                Some(error) => Err(error),
                None => {
                    let state = turn.state.clone();
                    frame::write(&mut line.to, &FromHost::State { cell, state })
                }
            }
        })
    }
}

impl Line {
    fn event(&mut self, event: &EngineEvent) {
        self.tapped += 1;
        if self.broken.is_none() {
            let message = FromHost::Event { cell: self.cell, event: event.clone() };
            self.broken = frame::write(&mut self.to, &message).err();
        }
    }
}
