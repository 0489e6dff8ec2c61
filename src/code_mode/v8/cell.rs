//! [`Running`]: one isolate, one context, one module; everything that happens on a cell's thread.

use std::sync::Arc;

use super::heap::{self, HeapGuard};
use super::js::{Attempt, V8Js, caught, string};
use super::process::Ready;
use super::slot::{self, Slot};
use super::thread::Brake;
use super::{globals, native, snapshot};
use crate::code_mode::engine::helpers::outcome;
use crate::code_mode::engine::js::{Js, Thrown};
use crate::code_mode::engine::limits::{Limit, MAX_SOURCE_BYTES};
use crate::code_mode::engine::protocol::{CellStart, Command, EngineState, Turn};
use crate::code_mode::engine::state::{CellState, Tap};

/// Name of the module, as stack traces show it.
const MODULE: &str = "exec_main.mjs";

/// A cell inside its isolate.
pub(super) struct Running {
    context: v8::Global<v8::Context>,
    /// The promise of the module, once it was evaluated.
    main: Option<v8::Global<v8::Promise>>,
    isolate: v8::OwnedIsolate,
    /// Dropped after the isolate, which points at it.
    guard: Box<HeapGuard>,
    brake: Arc<Brake>,
}

impl Running {
    /// A fresh isolate with the globals of a cell and a heap of so many bytes. Nothing has run in it,
    /// and it does not know yet which cell it will be.
    pub(super) fn new(ready: &Ready, heap_bytes: u64, brake: Arc<Brake>) -> Running {
        let heap = usize::try_from(heap_bytes).unwrap_or(usize::MAX);
        let params = v8::CreateParams::default()
            .snapshot_blob(v8::StartupData::from(ready.snapshot))
            .external_references(snapshot::references())
            .array_buffer_allocator(heap::buffers(heap))
            .heap_limits(0, heap);
        let mut isolate = v8::Isolate::new(params);
        isolate.set_microtasks_policy(v8::MicrotasksPolicy::Explicit);
        isolate.set_promise_reject_callback(native::rejected);
        isolate.set_host_import_module_dynamically_callback(native::import);
        let guard = HeapGuard::watch(&mut isolate);
        let context = {
            v8::scope!(let scope, &mut isolate);
            let context = v8::Context::new(scope, v8::ContextOptions::default());
            v8::Global::new(scope, context)
        };
        Running { context, main: None, isolate, guard, brake }
    }

    /// Lets other threads stop the script.
    pub(super) fn handle(&self) -> v8::IsolateHandle {
        self.isolate.thread_safe_handle()
    }

    /// The first turn.
    pub(super) fn open(&mut self, start: &CellStart, tap: Option<Tap>) -> Turn {
        self.isolate.set_slot(Slot::new(CellState::new(start, tap)));
        let end = {
            v8::scope_with_context!(let scope, &mut self.isolate, &self.context);
            match evaluate(scope, start) {
                Ok(main) => {
                    self.main = Some(v8::Global::new(scope, main));
                    None
                }
                Err(end) => Some(end),
            }
        };
        self.finish(end)
    }

    /// Every later turn.
    pub(super) fn command(&mut self, now_ms: u64, command: &Command) -> Turn {
        let end = {
            v8::scope_with_context!(let scope, &mut self.isolate, &self.context);
            slot::of(scope).state.now_ms = now_ms;
            obey(scope, command).err()
        };
        self.finish(end)
    }

    /// Drains the microtasks, also those of a turn that ends the cell, reports promises nobody
    /// handled and looks how the cell stands. Of a script that was stopped nothing more runs.
    fn finish(&mut self, end: Option<End>) -> Turn {
        if self.stopped(end.as_ref()).is_none() {
            slot::of(&mut self.isolate).state.in_microtasks = true;
            self.isolate.perform_microtask_checkpoint();
            slot::of(&mut self.isolate).state.in_microtasks = false;
        }
        let mut state = EngineState::default();
        if self.stopped(end.as_ref()).is_none() {
            v8::scope_with_context!(let scope, &mut self.isolate, &self.context);
            report_rejections(scope);
            state = match &end {
                Some(end) => end.state(scope),
                None => settled(scope, self.main.as_ref()),
            };
        }
        if let Some(limit) = self.stopped(end.as_ref()) {
            state = EngineState::Stopped { limit };
        }
        Turn { events: slot::of(&mut self.isolate).state.take_events(), state }
    }

    /// The bound that this turn has reached.
    fn stopped(&mut self, end: Option<&End>) -> Option<Limit> {
        if self.guard.is_full() {
            return Some(Limit::Heap);
        }
        let noted = slot::of(&mut self.isolate).state.limit;
        let stopped = matches!(end, Some(End::Stopped)) || self.brake.is_pulled();
        noted.or(stopped.then_some(Limit::Steps))
    }
}

/// Why a turn ends its cell, whatever the main promise says.
enum End {
    /// The script threw this where nothing could catch it.
    Thrown(v8::Global<v8::Value>),
    /// The script is being stopped.
    Stopped,
    /// The engine says so.
    State(EngineState),
}

impl End {
    /// By what was just thrown.
    fn caught(attempt: &mut Attempt<'_, '_, '_, '_>) -> End {
        match caught(attempt) {
            Thrown::Value(reason) => End::Thrown(v8::Global::new(attempt, reason)),
            _ if attempt.has_terminated() => End::Stopped,
            _ => End::failed(outcome::NOTHING_THROWN.to_owned()),
        }
    }

    fn failed(error: String) -> End {
        End::State(EngineState::Finished { error: Some(error) })
    }

    /// A value that V8 refused to make, with a heap too small even for the start.
    fn refused() -> End {
        End::State(EngineState::Died)
    }

    fn state(&self, scope: &mut v8::PinScope<'_, '_>) -> EngineState {
        match self {
            End::Thrown(reason) => {
                let reason = v8::Local::new(scope, reason);
                overflow(outcome::failed(&mut V8Js { scope }, &reason))
            }
            End::Stopped => EngineState::Stopped { limit: Limit::Steps },
            End::State(state) => state.clone(),
        }
    }
}

/// Compiles the module and runs it up to its first `await`: its promise.
fn evaluate<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    start: &CellStart,
) -> Result<v8::Local<'s, v8::Promise>, End> {
    if start.source.len() > MAX_SOURCE_BYTES {
        return Err(End::State(EngineState::Stopped { limit: Limit::Source }));
    }
    globals::finish(scope, &start.tools).ok_or_else(End::refused)?;
    v8::tc_scope!(let attempt, scope);
    let Some(module) = compile(attempt, &start.source) else { return Err(End::caught(attempt)) };
    if let Some(specifier) = first_import(attempt, module) {
        return Err(End::failed(outcome::static_import(&specifier)));
    }
    if module.instantiate_module(attempt, native::resolve) != Some(true) {
        return Err(End::caught(attempt));
    }
    slot::of(attempt).script = module.script_id().and_then(|id| usize::try_from(id).ok());
    let Some(promise) = module.evaluate(attempt) else { return Err(End::caught(attempt)) };
    let promise = v8::Local::<v8::Promise>::try_from(promise).map_err(|_| End::refused())?;
    // The engine itself listens to it: its rejection is the end of the cell, not an accident.
    promise.mark_as_handled();
    Ok(promise)
}

fn compile<'s>(scope: &v8::PinScope<'s, '_>, source: &str) -> Option<v8::Local<'s, v8::Module>> {
    let code = v8::String::new(scope, source)?;
    let name = string(scope, MODULE);
    let origin =
        v8::ScriptOrigin::new(scope, name, 0, 0, false, -1, None, false, false, true, None);
    let mut source = v8::script_compiler::Source::new(code, Some(&origin));
    v8::script_compiler::compile_module(scope, &mut source)
}

/// Specifier of the first static import or re-export.
fn first_import(scope: &v8::PinScope<'_, '_>, module: v8::Local<'_, v8::Module>) -> Option<String> {
    let requests = module.get_module_requests();
    let first = requests.get(scope, 0)?;
    let request = v8::Local::<v8::ModuleRequest>::try_from(first).ok()?;
    Some(request.get_specifier().to_rust_string_lossy(scope))
}

/// Handles a command.
fn obey(scope: &mut v8::PinScope<'_, '_>, command: &Command) -> Result<(), End> {
    match command {
        Command::Fire { timeout } => fire(scope, *timeout),
        Command::Resolve { call, value } => {
            let resolver = take_call(scope, *call)?;
            let value = V8Js { scope }.json(value);
            resolver.resolve(scope, value);
            Ok(())
        }
        Command::Reject { call, message } => {
            let resolver = take_call(scope, *call)?;
            let message = string(scope, message);
            resolver.reject(scope, message);
            Ok(())
        }
    }
}

fn take_call<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    call: u32,
) -> Result<v8::Local<'s, v8::PromiseResolver>, End> {
    let kept = slot::of(scope).calls.remove(&call);
    let kept = kept.ok_or_else(|| End::failed(outcome::unknown_call(call)))?;
    Ok(v8::Local::new(scope, kept))
}

/// Runs the callback of a timeout, if it was not cleared meanwhile.
fn fire(scope: &mut v8::PinScope<'_, '_>, timeout: u32) -> Result<(), End> {
    let Some(callback) = slot::of(scope).timeouts.remove(&timeout) else { return Ok(()) };
    let callback = v8::Local::new(scope, callback);
    v8::tc_scope!(let attempt, scope);
    let nothing = v8::undefined(attempt);
    match callback.call(attempt, nothing.into(), &[]) {
        Some(_) => Ok(()),
        None => Err(End::caught(attempt)),
    }
}

/// How the cell stands by its main promise.
fn settled(
    scope: &mut v8::PinScope<'_, '_>,
    main: Option<&v8::Global<v8::Promise>>,
) -> EngineState {
    let Some(main) = main else { return EngineState::Died };
    let main = v8::Local::new(scope, main);
    match main.state() {
        v8::PromiseState::Pending => EngineState::Pending,
        v8::PromiseState::Fulfilled => outcome::fulfilled(),
        v8::PromiseState::Rejected => {
            let reason = main.result(scope);
            overflow(outcome::rejected(&mut V8Js { scope }, &reason))
        }
    }
}

/// Reports the promises of this turn that were rejected and that nobody has handled.
fn report_rejections(scope: &mut v8::PinScope<'_, '_>) {
    for promise in slot::of(scope).take_rejections() {
        let promise = v8::Local::new(scope, promise);
        if promise.has_handler() {
            continue;
        }
        let reason = promise.result(scope);
        if outcome::unhandled(&mut V8Js { scope }, &reason).is_err() {
            return;
        }
    }
}

/// Functions that called each other too deeply, when nobody caught that, have reached a bound.
fn overflow(state: EngineState) -> EngineState {
    match &state {
        EngineState::Finished { error: Some(error) }
            if error.lines().next() == Some(outcome::STACK_EXCEEDED) =>
        {
            EngineState::Stopped { limit: Limit::Stack }
        }
        _ => state,
    }
}
