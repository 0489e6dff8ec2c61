//! Upstream's shape of a cell, with the same V8 and nothing else: a fresh thread, a fresh isolate, a
//! fresh context, commands over one channel and events over another, and nobody who waits for a turn
//! to end before the next command is sent. It keeps no bounds, no lines, no trace.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use v8::MapFnTo;

/// What a cell tells its session.
enum Event {
    Call(u32, String),
    Done(String),
}

/// What the isolate keeps.
struct Slot {
    events: Sender<Event>,
    calls: Vec<v8::Global<v8::PromiseResolver>>,
}

/// Runs a cell whose `tools.echo` is answered with 1, and gives back how its main promise ended.
pub fn run(source: &str) -> String {
    let (commands, inbox) = channel();
    let (outbox, events) = channel();
    let source = source.to_owned();
    let thread = thread::spawn(move || live(&source, &inbox, outbox));
    let end = loop {
        match events.recv().expect("the cell ends with an event") {
            Event::Call(call, input) => {
                std::hint::black_box(input);
                commands.send((call, String::from("1"))).expect("the cell is alive");
            }
            Event::Done(end) => break end,
        }
    };
    drop(commands);
    thread.join().expect("the cell does not panic");
    end
}

fn live(source: &str, inbox: &Receiver<(u32, String)>, events: Sender<Event>) {
    let mut isolate = v8::Isolate::new(v8::CreateParams::default());
    isolate.set_microtasks_policy(v8::MicrotasksPolicy::Explicit);
    isolate.set_slot(Slot { events: events.clone(), calls: Vec::new() });
    let scope = std::pin::pin!(v8::HandleScope::new(&mut isolate));
    let scope = &mut scope.init();
    let context = v8::Context::new(scope, v8::ContextOptions::default());
    let scope = &mut v8::ContextScope::new(scope, context);
    install(scope, context).expect("a fresh context takes globals");
    let promise = evaluate(scope, source).expect("the source is a module");
    scope.perform_microtask_checkpoint();
    while promise.state() == v8::PromiseState::Pending {
        let Ok((call, value)) = inbox.recv() else { return };
        v8::scope!(let scope, scope);
        let value = v8::String::new(scope, &value).and_then(|text| v8::json::parse(scope, text));
        let slot = scope.get_slot::<Slot>().expect("set above");
        let resolver = slot.calls.get(call as usize).cloned().expect("a call that was made");
        let resolver = v8::Local::new(scope, resolver);
        resolver.resolve(scope, value.expect("JSON"));
        scope.perform_microtask_checkpoint();
    }
    let _ = events.send(Event::Done(promise.result(scope).to_rust_string_lossy(scope)));
}

fn install(scope: &mut v8::PinScope<'_, '_>, context: v8::Local<'_, v8::Context>) -> Option<()> {
    let global = context.global(scope);
    let tools = v8::Object::new(scope);
    for (holder, name, native) in
        [(tools, "echo", call.map_fn_to()), (global, "text", text.map_fn_to())]
    {
        let name = v8::String::new(scope, name)?;
        let function = v8::Function::builder_raw(native).build(scope)?;
        holder.set(scope, name.into(), function.into())?;
    }
    let name = v8::String::new(scope, "tools")?;
    global.set(scope, name.into(), tools.into()).map(|_| ())
}

fn evaluate<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    source: &str,
) -> Option<v8::Local<'s, v8::Promise>> {
    let code = v8::String::new(scope, source)?;
    let name = v8::String::new(scope, "exec_main.mjs")?.into();
    let origin =
        v8::ScriptOrigin::new(scope, name, 0, 0, false, -1, None, false, false, true, None);
    let mut source = v8::script_compiler::Source::new(code, Some(&origin));
    let module = v8::script_compiler::compile_module(scope, &mut source)?;
    module.instantiate_module(scope, |_, _, _, _| None)?;
    module.evaluate(scope)?.try_into().ok()
}

/// `tools.echo(input)`
fn call<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    args: v8::FunctionCallbackArguments<'s>,
    mut answer: v8::ReturnValue<'s, v8::Value>,
) {
    let Some(input) = v8::json::stringify(scope, args.get(0)) else { return };
    let input = input.to_rust_string_lossy(scope);
    let Some(resolver) = v8::PromiseResolver::new(scope) else { return };
    let kept = v8::Global::new(scope, resolver);
    let Some(slot) = scope.get_slot_mut::<Slot>() else { return };
    let number = slot.calls.len() as u32;
    slot.calls.push(kept);
    let _ = slot.events.send(Event::Call(number, input));
    answer.set(resolver.get_promise(scope).into());
}

/// `text(value)`
fn text<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    args: v8::FunctionCallbackArguments<'s>,
    _: v8::ReturnValue<'s, v8::Value>,
) {
    std::hint::black_box(args.get(0).to_rust_string_lossy(scope));
}
