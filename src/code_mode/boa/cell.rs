//! One cell: what a turn does, and when the cell is over.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::vm::RuntimeLimits;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue, Module};

use super::bridge::{BoaJs, CellData, cell, from_json, note_stop, panic_words, panicked};
use super::host::{Hooks, Jobs, NoModules, VirtualClock, rejection};
use super::source::{self, Refused};
use super::{INSTRUCTIONS_PER_STEP, MAX_REGISTERS, MICROTASK_STEPS, globals};
use crate::code_mode::engine::EngineCell;
use crate::code_mode::engine::helpers::outcome;
use crate::code_mode::engine::limits::{EngineLimits, Limit};
use crate::code_mode::engine::protocol::{CellStart, Command, EngineState, Turn};
use crate::code_mode::engine::state::{CellState, Tap};

/// Frames that an error remembers, native ones included.
const BACKTRACE: usize = 16;
/// Calls that the second run of [`BoaCell::overflowed`] may nest less deeply.
const SHALLOWER: u32 = 32;

/// A cell in its own context.
pub struct BoaCell {
    context: Context,
    host: Host,
    main: Option<JsPromise>,
    /// How the cell stands; nothing is done once it is not pending.
    state: EngineState,
    /// All that the cell was told; none in a second run.
    history: Option<(CellStart, Vec<(u64, Command)>)>,
}

/// Why a turn ends its cell, whatever the main promise says.
enum End {
    /// The script threw this where nothing could catch it.
    Thrown(JsValue),
    /// The engine says so.
    State(EngineState),
}

/// The parts that the context shares with its cell.
struct Host {
    jobs: Rc<Jobs>,
    clock: Rc<VirtualClock>,
    hooks: Rc<Hooks>,
    modules: Rc<NoModules>,
}

impl BoaCell {
    /// Compiles and evaluates.
    pub fn open(start: CellStart, tap: Option<Tap>) -> (BoaCell, Turn) {
        let mut cell = BoaCell::new(&start, tap);
        let source = start.source.clone();
        cell.history = Some((start, Vec::new()));
        let turn = cell.turn(|cell| cell.start(&source));
        (cell, turn)
    }

    fn new(start: &CellStart, tap: Option<Tap>) -> BoaCell {
        let host = Host {
            jobs: Rc::default(),
            clock: Rc::default(),
            hooks: Rc::new(Hooks::new(start.limits.heap_bytes)),
            modules: Rc::default(),
        };
        host.clock.now_ms.set(start.now_ms);
        let mut context = context(&host, &start.limits);
        context.insert_data(CellData::new(CellState::new(start, tap)));
        BoaCell { context, host, main: None, state: EngineState::Pending, history: None }
    }

    /// Runs `act` and whatever follows from it.
    fn turn(&mut self, act: impl FnOnce(&mut BoaCell) -> Result<(), End>) -> Turn {
        let done = catch_unwind(AssertUnwindSafe(|| self.run(act)));
        self.state = done.unwrap_or_else(|panic| panicked(panic_words(&*panic)));
        let events = cell(&mut self.context).state.take_events();
        Turn { events, state: self.state.clone() }
    }

    /// `act`, the microtasks, the promises nobody handled, and how the cell stands then.
    fn run(&mut self, act: impl FnOnce(&mut BoaCell) -> Result<(), End>) -> EngineState {
        let done = act(self);
        // Also after a callback that threw.
        if self.stopped().is_none() {
            self.drain();
        }
        if self.stopped().is_none() {
            self.report_unhandled();
        }
        let state = match done {
            Ok(()) => self.settled(),
            Err(End::Thrown(reason)) => self.failed(&reason),
            Err(End::State(state)) => state,
        };
        self.stopped().unwrap_or(state)
    }

    /// How the main promise stands.
    fn settled(&mut self) -> EngineState {
        match self.main.as_ref().map(JsPromise::state) {
            Some(PromiseState::Fulfilled(_)) => outcome::fulfilled(),
            Some(PromiseState::Rejected(reason)) => {
                outcome::rejected(&mut BoaJs { context: &mut self.context }, &reason)
            }
            None | Some(PromiseState::Pending) => {
                if self.stopped().is_none() && self.overflowed() {
                    cell(&mut self.context).state.limit = Some(Limit::Stack);
                }
                EngineState::Pending
            }
        }
    }

    /// The end that a bound or boa itself has brought.
    fn stopped(&mut self) -> Option<EngineState> {
        let spent = self.context.instructions_remaining() == 0;
        let cell = cell(&mut self.context);
        if spent {
            cell.state.limit.get_or_insert(Limit::Steps);
        }
        match cell.state.limit {
            _ if cell.died => Some(EngineState::Died),
            limit => limit.map(|limit| EngineState::Stopped { limit }),
        }
    }

    /// Did calls nest too deeply in a function that had awaited? boa does not tell; see
    /// [`super::host::MainAwait`].
    ///
    /// The module itself: it has ended and its promise is pending. Any other function matters once
    /// nothing can happen any more; then a second run, in which calls may nest a little less deeply,
    /// goes another way if and only if the depth has mattered.
    fn overflowed(&mut self) -> bool {
        if self.main.is_some() && self.host.hooks.main.has_ended() {
            return true;
        }
        let here = cell(&mut self.context);
        if !here.calls.is_empty() || !here.timeouts.is_empty() {
            return false;
        }
        let Some((start, commands)) = &self.history else { return false };
        let mut start = start.clone();
        start.limits.recursion = start.limits.recursion.saturating_sub(SHALLOWER);
        let mut second = BoaCell::new(&start, None);
        second.turn(|cell| cell.start(&start.source));
        for (now_ms, command) in commands {
            second.tell(*now_ms, command);
        }
        second.context.instructions_remaining() != self.context.instructions_remaining()
    }

    /// The module, up to its first await.
    fn start(&mut self, text: &str) -> Result<(), End> {
        let text = source::prepare(text).map_err(|refused| {
            let limit = match refused {
                Refused::Long => Limit::Source,
                Refused::Deep => Limit::Stack,
            };
            End::State(EngineState::Stopped { limit })
        })?;
        let done = globals::install(&mut self.context);
        self.check(done)?;
        let module = source::parse(&text, &mut self.context);
        let module = self.check(module)?;
        self.load(&module)?;
        let linked = module.link(&mut self.context);
        self.check(linked)?;
        let main = module.evaluate(&mut self.context);
        self.main = Some(self.check(main)?);
        self.host.hooks.main.left(self.context.instructions_remaining());
        // The first microtask is the script itself, behind the await that was put before it.
        if let Some(job) = self.host.jobs.next() {
            let done = job.call(&mut self.context);
            self.check(done)?;
        }
        Ok(())
    }

    /// Static imports: there are none to be had.
    fn load(&mut self, module: &Module) -> Result<(), End> {
        self.host.modules.loading.set(true);
        let loaded = module.load(&mut self.context);
        self.host.modules.loading.set(false);
        match rejection(&loaded) {
            Some(reason) => {
                // The promise of the loading is no promise of the script.
                self.host.hooks.take_unhandled();
                Err(End::Thrown(reason))
            }
            None => Ok(()),
        }
    }

    /// Handles one command in a turn of its own.
    fn tell(&mut self, now_ms: u64, command: &Command) -> Turn {
        self.host.clock.now_ms.set(now_ms);
        cell(&mut self.context).state.now_ms = now_ms;
        self.turn(|cell| match command {
            Command::Resolve { call, value } => {
                let value = from_json(value, &mut cell.context);
                let value = cell.check(value)?;
                cell.settle(*call, Ok(value))
            }
            Command::Reject { call, message } => {
                cell.settle(*call, Err(JsString::from(&**message).into()))
            }
            Command::Fire { timeout } => cell.fire(*timeout),
        })
    }

    /// Settles a nested call.
    fn settle(&mut self, call: u32, answer: Result<JsValue, JsValue>) -> Result<(), End> {
        let Some(resolvers) = cell(&mut self.context).calls.remove(&call) else {
            let error = Some(outcome::unknown_call(call));
            return Err(End::State(EngineState::Finished { error }));
        };
        let (function, value) = match answer {
            Ok(value) => (resolvers.resolve, value),
            Err(reason) => (resolvers.reject, reason),
        };
        let done = function.call(&JsValue::undefined(), &[value], &mut self.context);
        self.check(done).map(|_| ())
    }

    /// Runs the callback of a timeout, if it is still there.
    fn fire(&mut self, timeout: u32) -> Result<(), End> {
        let Some(callback) = cell(&mut self.context).timeouts.remove(&timeout) else {
            return Ok(());
        };
        let done = callback.call(&JsValue::undefined(), &[], &mut self.context);
        self.check(done).map(|_| ())
    }

    /// The value, or how a cell ends that this error ends.
    fn check<T>(&mut self, done: JsResult<T>) -> Result<T, End> {
        match done.map_err(|error| self.reason(error)) {
            Ok(value) => Ok(value),
            Err(Some(reason)) => Err(End::Thrown(reason)),
            Err(None) => Err(End::State(self.stopped().unwrap_or(EngineState::Died))),
        }
    }

    /// What was thrown; none if the script is being stopped.
    fn reason(&mut self, error: JsError) -> Option<JsValue> {
        match error.into_opaque(&mut self.context) {
            Ok(reason) => Some(reason),
            Err(error) => {
                note_stop(&mut self.context, &error);
                None
            }
        }
    }

    fn failed(&mut self, reason: &JsValue) -> EngineState {
        outcome::failed(&mut BoaJs { context: &mut self.context }, reason)
    }

    /// Runs microtasks until there are none.
    fn drain(&mut self) {
        let state = &mut cell(&mut self.context).state;
        state.in_microtasks = true;
        let mut left = state.limits.steps / MICROTASK_STEPS;
        while let Some(job) = self.host.jobs.next() {
            if left == 0 {
                cell(&mut self.context).state.limit.get_or_insert(Limit::Steps);
            } else if let Err(error) = job.call(&mut self.context) {
                // Jobs settle promises with what scripts throw; only a stop comes through.
                self.reason(error);
            }
            left = left.saturating_sub(1);
            if self.stopped().is_some() {
                break;
            }
        }
        cell(&mut self.context).state.in_microtasks = false;
    }

    /// Reports promises that are still rejected and unhandled, but for the main one.
    fn report_unhandled(&mut self) {
        for promise in self.host.hooks.take_unhandled() {
            if self.main.as_ref().is_some_and(|main| JsObject::equals(main, &promise)) {
                continue;
            }
            let Ok(promise) = JsPromise::from_object(promise.upcast()) else { continue };
            let Some(reason) = rejection(&promise) else { continue };
            let mut js = BoaJs { context: &mut self.context };
            if outcome::unhandled(&mut js, &reason).is_err() {
                return;
            }
        }
    }
}

impl EngineCell for BoaCell {
    fn command(&mut self, now_ms: u64, command: &Command) -> Turn {
        if self.state != EngineState::Pending {
            return Turn { events: Vec::new(), state: self.state.clone() };
        }
        if let Some((_, commands)) = &mut self.history {
            commands.push((now_ms, command.clone()));
        }
        self.tell(now_ms, command)
    }
}

/// A context with its bounds and nothing of a cell in it.
fn context(host: &Host, limits: &EngineLimits) -> Context {
    let instructions = limits.steps.saturating_mul(INSTRUCTIONS_PER_STEP);
    let mut context = Context::builder()
        .job_executor(host.jobs.clone())
        .clock(host.clock.clone())
        .host_hooks(host.hooks.clone())
        .module_loader(host.modules.clone())
        .instructions_remaining(usize::try_from(instructions).unwrap_or(usize::MAX))
        .build()
        .expect("a context without special wishes can be built");
    let mut runtime = RuntimeLimits::default();
    runtime.set_recursion_limit(limits.recursion as usize);
    runtime.set_stack_size_limit(MAX_REGISTERS);
    runtime.set_backtrace_limit(BACKTRACE);
    context.set_runtime_limits(runtime);
    context
}
