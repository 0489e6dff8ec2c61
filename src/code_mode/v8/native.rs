//! Native functions that V8 calls: the helpers, the nested tools, imports, rejections.
//!
//! Nothing here may panic: there is C++ above.

use super::js::{Local, V8Js, string};
use super::slot;
use crate::code_mode::engine::helpers::{self, Helper, outcome};
use crate::code_mode::engine::js::Thrown;

/// The helper whose place in [`Helper::ALL`] the function carries.
pub(super) fn helper<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    args: v8::FunctionCallbackArguments<'s>,
    mut answer: v8::ReturnValue<'s, v8::Value>,
) {
    let index = args.data().integer_value(scope).unwrap_or(-1);
    let Some(helper) = usize::try_from(index).ok().and_then(|index| Helper::ALL.get(index)) else {
        return;
    };
    let given = given(&args);
    let result = helpers::call(&mut V8Js { scope }, *helper, &given);
    settle(scope, &mut answer, result);
}

/// The nested tool whose place in the cell's tools the function carries.
pub(super) fn tool<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    args: v8::FunctionCallbackArguments<'s>,
    mut answer: v8::ReturnValue<'s, v8::Value>,
) {
    let index = args.data().uint32_value(scope).unwrap_or(u32::MAX);
    let given = given(&args);
    let result = helpers::call_tool(&mut V8Js { scope }, index, &given);
    settle(scope, &mut answer, result);
}

fn given<'s>(args: &v8::FunctionCallbackArguments<'s>) -> Vec<Local<'s>> {
    (0..args.length()).map(|index| args.get(index)).collect()
}

fn settle<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    answer: &mut v8::ReturnValue<'s, v8::Value>,
    result: Result<Local<'s>, Thrown<Local<'s>>>,
) {
    match result {
        Ok(value) => answer.set(value),
        Err(Thrown::Value(error)) => {
            scope.throw_exception(error);
        }
        Err(Thrown::Text(text)) => {
            let text = string(scope, &text);
            scope.throw_exception(text);
        }
        // Ends the script at its next step; `catch` and `finally` do not see it.
        Err(Thrown::Stop) => {
            scope.terminate_execution();
        }
    }
}

/// `import()`: a promise that is rejected with a string.
pub(super) fn import<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    _options: v8::Local<'s, v8::Data>,
    _resource: v8::Local<'s, v8::Value>,
    _specifier: v8::Local<'s, v8::String>,
    _attributes: v8::Local<'s, v8::FixedArray>,
) -> Option<v8::Local<'s, v8::Promise>> {
    let resolver = v8::PromiseResolver::new(scope)?;
    let reason = string(scope, outcome::DYNAMIC_IMPORT);
    resolver.reject(scope, reason)?;
    Some(resolver.get_promise(scope))
}

/// Static imports are refused before the module is linked, so nobody asks for one.
pub(super) fn resolve<'s>(
    _context: v8::Local<'s, v8::Context>,
    _specifier: v8::Local<'s, v8::String>,
    _attributes: v8::Local<'s, v8::FixedArray>,
    _referrer: v8::Local<'s, v8::Module>,
) -> Option<v8::Local<'s, v8::Module>> {
    None
}

/// A promise was rejected and nobody listens yet.
pub(super) unsafe extern "C" fn rejected(message: v8::PromiseRejectMessage<'_>) {
    if message.get_event() != v8::PromiseRejectEvent::PromiseRejectWithNoHandler {
        return;
    }
    // SAFETY: V8 calls this on the isolate's own thread, and `message` outlives the scope.
    v8::callback_scope!(unsafe scope, &message);
    slot::note_rejection(scope, message.get_promise());
}
