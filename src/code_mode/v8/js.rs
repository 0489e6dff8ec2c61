//! [`Js`] for V8: the view a native call has of the script that called it.

use serde_json::Value as Json;

use super::slot::{self, Slot};
use crate::code_mode::engine::js::{Js, Kind, Thrown};
use crate::code_mode::engine::state::CellState;

/// A value inside a scope.
pub(super) type Local<'s> = v8::Local<'s, v8::Value>;

/// A scope that catches what is thrown inside it.
pub(super) type Attempt<'pin, 'outer, 's, 'i> =
    v8::PinnedRef<'pin, v8::TryCatch<'outer, 's, v8::HandleScope<'i>>>;

/// What V8's own stringify gives where `JSON.stringify` gives undefined. JSON text never looks so.
const NO_JSON: &str = "undefined";
/// Frames looked at for the line of the cell, past those of `eval` and of built-in functions.
const FRAMES: usize = 16;

/// A scope inside a native call, or between two runs of the script.
pub(super) struct V8Js<'a, 's, 'i> {
    pub(super) scope: &'a mut v8::PinScope<'s, 'i>,
}

impl<'s> V8Js<'_, 's, '_> {
    fn slot(&mut self) -> &mut Slot {
        slot::of(self.scope)
    }
}

impl<'s> Js for V8Js<'_, 's, '_> {
    type Value = Local<'s>;

    fn kind(&mut self, value: &Local<'s>) -> Kind {
        match value {
            value if value.is_string() => Kind::String,
            value if value.is_undefined() => Kind::Undefined,
            value if value.is_null() => Kind::Null,
            value if value.is_boolean() => Kind::Boolean,
            value if value.is_number() => Kind::Number,
            value if value.is_big_int() => Kind::BigInt,
            value if value.is_symbol() => Kind::Symbol,
            value if value.is_array() => Kind::Array,
            value if value.is_function() => Kind::Function,
            _ => Kind::Object,
        }
    }

    fn string(&mut self, value: &Local<'s>) -> Option<String> {
        value.is_string().then(|| value.to_rust_string_lossy(self.scope))
    }

    fn to_string(&mut self, value: &Local<'s>) -> Result<String, Thrown<Local<'s>>> {
        v8::tc_scope!(let attempt, self.scope);
        match value.to_string(attempt) {
            Some(text) => Ok(text.to_rust_string_lossy(attempt)),
            None => Err(caught(attempt)),
        }
    }

    fn to_number(&mut self, value: &Local<'s>) -> Result<f64, Thrown<Local<'s>>> {
        v8::tc_scope!(let attempt, self.scope);
        match value.number_value(attempt) {
            Some(number) => Ok(number),
            None => Err(caught(attempt)),
        }
    }

    fn get(&mut self, object: &Local<'s>, key: &str) -> Result<Local<'s>, Thrown<Local<'s>>> {
        v8::tc_scope!(let attempt, self.scope);
        let Ok(object) = v8::Local::<v8::Object>::try_from(*object) else {
            return Ok(v8::undefined(attempt).into());
        };
        let Some(key) = v8::String::new(attempt, key) else {
            return Ok(v8::undefined(attempt).into());
        };
        match object.get(attempt, key.into()) {
            Some(value) => Ok(value),
            None => Err(caught(attempt)),
        }
    }

    fn stringify(&mut self, value: &Local<'s>) -> Result<Option<String>, Thrown<Local<'s>>> {
        v8::tc_scope!(let attempt, self.scope);
        match v8::json::stringify(attempt, *value) {
            Some(text) => {
                let text = text.to_rust_string_lossy(attempt);
                Ok((text != NO_JSON).then_some(text))
            }
            None => Err(caught(attempt)),
        }
    }

    fn json(&mut self, json: &Json) -> Local<'s> {
        match json {
            Json::Null => v8::null(self.scope).into(),
            Json::Bool(value) => v8::Boolean::new(self.scope, *value).into(),
            Json::String(text) => string(self.scope, text),
            Json::Number(number) => self.number(number.as_f64().unwrap_or(f64::NAN)),
            Json::Array(_) | Json::Object(_) => {
                v8::tc_scope!(let attempt, self.scope);
                let text = v8::String::new(attempt, &json.to_string());
                text.and_then(|text| v8::json::parse(attempt, text))
                    .unwrap_or_else(|| v8::undefined(attempt).into())
            }
        }
    }

    fn undefined(&mut self) -> Local<'s> {
        v8::undefined(self.scope).into()
    }

    fn number(&mut self, number: f64) -> Local<'s> {
        v8::Number::new(self.scope, number).into()
    }

    fn promise(&mut self, call: u32) -> Local<'s> {
        // None only while the script is being stopped.
        let Some(resolver) = v8::PromiseResolver::new(self.scope) else { return self.undefined() };
        let kept = v8::Global::new(self.scope, resolver);
        self.slot().calls.insert(call, kept);
        resolver.get_promise(self.scope).into()
    }

    fn keep_timeout(&mut self, id: u32, callback: Local<'s>) {
        let Ok(callback) = v8::Local::<v8::Function>::try_from(callback) else { return };
        let kept = v8::Global::new(self.scope, callback);
        self.slot().timeouts.insert(id, kept);
    }

    fn drop_timeout(&mut self, id: u32) -> bool {
        self.slot().timeouts.remove(&id).is_some()
    }

    fn line(&mut self) -> Option<u32> {
        let script = self.slot().script?;
        // The caller is nearly always the cell itself; only then one frame is enough.
        line_within(self.scope, script, 1).or_else(|| line_within(self.scope, script, FRAMES))
    }

    fn state(&mut self) -> &mut CellState {
        &mut self.slot().state
    }
}

/// A string value. One that is too long for V8 becomes empty; bounds of cells are far below that.
pub(super) fn string<'s>(scope: &v8::PinScope<'s, '_>, text: &str) -> Local<'s> {
    v8::String::new(scope, text).unwrap_or_else(|| v8::String::empty(scope)).into()
}

/// What an operation threw, by way of the scope around it.
pub(super) fn caught<'s>(attempt: &mut Attempt<'_, '_, 's, '_>) -> Thrown<Local<'s>> {
    match attempt.exception() {
        Some(error) if !attempt.has_terminated() => Thrown::Value(error),
        _ => Thrown::Stop,
    }
}

/// Line of the innermost of `frames` frames that belongs to the cell's module.
fn line_within(scope: &mut v8::PinScope<'_, '_>, script: usize, frames: usize) -> Option<u32> {
    v8::scope!(let scope, scope);
    let trace = v8::StackTrace::current_stack_trace(scope, frames)?;
    (0..trace.get_frame_count())
        .filter_map(|index| trace.get_frame(scope, index))
        .find(|frame| frame.get_script_id() == script)
        .and_then(|frame| u32::try_from(frame.get_line_number()).ok())
}
