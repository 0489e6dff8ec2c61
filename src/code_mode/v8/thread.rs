//! The border between the caller's thread and the cell's: channels, the wait for an answer, and
//! what happens to a thread that gives none.

use std::collections::VecDeque;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::cell::Running;
use super::cpu::Clock;
use super::looks::Looks;
use super::process::Ready;
use super::spare;
use crate::code_mode::engine::EngineCell;
use crate::code_mode::engine::limits::Limit;
use crate::code_mode::engine::protocol::{CellStart, Command, EngineState, Turn};
use crate::code_mode::engine::state::Tap;

/// Stack of a cell's thread; V8 itself uses at most one of these.
const STACK_BYTES: usize = 4 * 1024 * 1024;
/// How long a script that was told to stop may go on before its thread is given up.
const GRACE: Duration = Duration::from_secs(1);
/// Ended cells whose isolates may still be in the course of being taken down.
const ENDING: usize = 4;

/// Stops a script from outside.
#[derive(Default)]
pub(super) struct Brake {
    handle: OnceLock<v8::IsolateHandle>,
    pulled: AtomicBool,
}

impl Brake {
    /// Has somebody asked the script to stop?
    pub(super) fn is_pulled(&self) -> bool {
        self.pulled.load(Ordering::Acquire)
    }

    fn pull(&self) {
        self.pulled.store(true, Ordering::Release);
        if let Some(handle) = self.handle.get() {
            handle.terminate_execution();
        }
    }
}

/// What the thread of a cell is told.
enum Request {
    /// Which cell it is; always the first.
    Begin(Box<CellStart>, Option<Tap>),
    Command {
        now_ms: u64,
        command: Command,
    },
}

/// The caller's end of a cell.
pub(super) struct V8Cell {
    /// None once the cell has ended: the thread then takes its isolate down.
    requests: Option<UnboundedSender<Request>>,
    turns: UnboundedReceiver<Turn>,
    brake: Arc<Brake>,
    thread: Option<JoinHandle<()>>,
    clock: Clock,
    budget: Duration,
    looks: Looks,
}

/// Runs a cell up to the end of its first turn.
pub(super) fn open(
    ready: &'static Ready,
    start: CellStart,
    tap: Option<Tap>,
) -> (Box<dyn EngineCell>, Turn) {
    let heap_bytes = start.limits.heap_bytes;
    let made = spare::take(heap_bytes).or_else(|| make(ready, heap_bytes));
    let Some(mut cell) = made else { return (Box::new(super::Over), died()) };
    cell.budget = Duration::from_millis(start.limits.real_ms);
    let begun = cell.tell(Request::Begin(Box::new(start), tap));
    spare::keep(heap_bytes, || make(ready, heap_bytes));
    let turn = if begun { cell.wait() } else { died() };
    (Box::new(cell), turn)
}

/// Starts the thread of a cell that is told later which one it is.
fn make(ready: &'static Ready, heap_bytes: u64) -> Option<V8Cell> {
    let (requests, inbox) = unbounded_channel();
    let (outbox, turns) = unbounded_channel();
    let brake = Arc::new(Brake::default());
    let shared = brake.clone();
    let body = move || live(ready, heap_bytes, shared, inbox, &outbox);
    let thread = thread::Builder::new().name("cell".to_owned()).stack_size(STACK_BYTES);
    // A panic closes the channel, which the caller takes for the end of the engine.
    let spawned = thread.spawn(|| drop(panic::catch_unwind(AssertUnwindSafe(body))));
    let thread = spawned.ok()?;
    Some(V8Cell {
        requests: Some(requests),
        turns,
        brake,
        clock: Clock::of(&thread),
        thread: Some(thread),
        budget: Duration::ZERO,
        looks: Looks::default(),
    })
}

/// Everything the thread of a cell does.
fn live(
    ready: &Ready,
    heap_bytes: u64,
    brake: Arc<Brake>,
    mut inbox: UnboundedReceiver<Request>,
    outbox: &UnboundedSender<Turn>,
) {
    let mut running = Running::new(ready, heap_bytes, brake.clone());
    let _ = brake.handle.set(running.handle());
    let mut next = inbox.blocking_recv();
    let mut looks = Looks::default();
    while let Some(request) = next {
        let turn = match request {
            Request::Begin(start, tap) => running.open(&start, tap),
            Request::Command { now_ms, command } => running.command(now_ms, &command),
        };
        let goes_on = turn.state == EngineState::Pending;
        if outbox.send(turn).is_err() || !goes_on {
            return;
        }
        next = following(&mut inbox, &mut looks);
    }
}

/// The next command; none when the cell was dropped.
fn following(inbox: &mut UnboundedReceiver<Request>, looks: &mut Looks) -> Option<Request> {
    let seen = looks.until(|| match inbox.try_recv() {
        Ok(request) => Some(Some(request)),
        Err(TryRecvError::Disconnected) => Some(None),
        Err(TryRecvError::Empty) => None,
    });
    seen.unwrap_or_else(|| inbox.blocking_recv())
}

impl EngineCell for V8Cell {
    fn command(&mut self, now_ms: u64, command: &Command) -> Turn {
        match self.tell(Request::Command { now_ms, command: command.clone() }) {
            true => self.wait(),
            false => died(),
        }
    }
}

impl V8Cell {
    /// Is there still somebody to be told?
    fn tell(&self, request: Request) -> bool {
        self.requests.as_ref().is_some_and(|requests| requests.send(request).is_ok())
    }

    /// Waits for the turn that has just begun.
    fn wait(&mut self) -> Turn {
        let turn = match self.receive(self.budget) {
            Received::Turn(turn) => turn,
            Received::Late => self.stop(),
        };
        if turn.state != EngineState::Pending {
            self.requests = None;
        }
        turn
    }

    /// Stops a script that has used up its budget. What it did before is reported.
    fn stop(&mut self) -> Turn {
        self.brake.pull();
        let stopped = EngineState::Stopped { limit: Limit::Steps };
        match self.receive(GRACE) {
            Received::Turn(Turn { events, state: EngineState::Stopped { limit } }) => {
                Turn { events, state: EngineState::Stopped { limit } }
            }
            Received::Turn(turn) => Turn { state: stopped, ..turn },
            Received::Late => {
                // A built-in function that asks nobody: the thread is left to itself.
                self.thread = None;
                Turn { events: Vec::new(), state: stopped }
            }
        }
    }

    /// Waits for a turn until the thread has used so much time.
    fn receive(&mut self, time: Duration) -> Received {
        let seen = self.looks.until(|| match self.turns.try_recv() {
            Ok(turn) => Some(turn),
            Err(TryRecvError::Disconnected) => Some(died()),
            Err(TryRecvError::Empty) => None,
        });
        if let Some(turn) = seen {
            return Received::Turn(turn);
        }
        // Asking for the time is dear, so only long turns are measured, from here on.
        let until = self.clock.spent() + time;
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut context = Context::from_waker(&waker);
        loop {
            match self.turns.poll_recv(&mut context) {
                Poll::Ready(turn) => return Received::Turn(turn.unwrap_or_else(died)),
                Poll::Pending => {}
            }
            let left = until.saturating_sub(self.clock.spent());
            if left.is_zero() {
                return Received::Late;
            }
            thread::park_timeout(left);
        }
    }
}

enum Received {
    Turn(Turn),
    Late,
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn died() -> Turn {
    Turn { events: Vec::new(), state: EngineState::Died }
}

impl Drop for V8Cell {
    fn drop(&mut self) {
        // Between two turns nothing runs; if it did, it would end here.
        self.brake.pull();
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            bury(thread);
        }
    }
}

/// Lets an ended thread take its isolate down beside the next cells, but never many at a time.
fn bury(thread: JoinHandle<()>) {
    static ENDING_THREADS: Mutex<VecDeque<JoinHandle<()>>> = Mutex::new(VecDeque::new());
    let mut threads = ENDING_THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    threads.push_back(thread);
    let mut waiting = VecDeque::new();
    for thread in mem::take(&mut *threads) {
        if thread.is_finished() {
            let _ = thread.join();
        } else {
            waiting.push_back(thread);
        }
    }
    let oldest = if waiting.len() > ENDING { waiting.pop_front() } else { None };
    *threads = waiting;
    drop(threads);
    if let Some(oldest) = oldest {
        let _ = oldest.join();
    }
}
