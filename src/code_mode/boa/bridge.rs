//! [`BoaJs`]: boa, seen as the few things that the helpers need.

use std::any::Any;
use std::collections::BTreeMap;

use boa_engine::builtins::promise::ResolvingFunctions;
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::object::builtins::{JsArray, JsFunction, JsPromise};
use boa_engine::vm::SourcePath;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue, JsVariant};
use serde_json::Value as Json;

use super::json;
use crate::code_mode::engine::js::{Js, Kind, Thrown};
use crate::code_mode::engine::limits::Limit;
use crate::code_mode::engine::protocol::EngineState;
use crate::code_mode::engine::state::CellState;

/// What a context knows of its cell.
pub struct CellData {
    /// Shared with all engines.
    pub state: CellState,
    /// Resolvers of nested calls that are not settled, by number.
    pub calls: BTreeMap<u32, ResolvingFunctions>,
    /// Callbacks of timeouts that have not fired, by id.
    pub timeouts: BTreeMap<u32, JsFunction>,
    /// Instructions that walks along arrays were counted for.
    pub walked: u64,
    /// The engine itself failed.
    pub died: bool,
}

impl CellData {
    /// Of a cell that starts.
    pub fn new(state: CellState) -> CellData {
        CellData {
            state,
            calls: BTreeMap::new(),
            timeouts: BTreeMap::new(),
            walked: 0,
            died: false,
        }
    }
}

/// The cell that a context belongs to.
///
/// # Panics
/// Never: it is put there before any script runs, and no script can reach it.
pub fn cell(context: &mut Context) -> &mut CellData {
    context.host_defined_mut().get_mut::<CellData>().expect("the context of a cell has its data")
}

/// Notes which bound an engine error stands for, if no other was noted before.
pub fn note_stop(context: &mut Context, error: &JsError) {
    let depth = is_depth(&format!("{error:?}"));
    let panic = matches!(error.as_engine(), Some(EngineError::Panic(_)));
    let cell = cell(context);
    match () {
        // boa words a bound that it met at a place of its own as a panic.
        () if depth => {
            cell.state.limit.get_or_insert(Limit::Stack);
        }
        () if panic => cell.died = true,
        () => {
            cell.state.limit.get_or_insert(Limit::Steps);
        }
    }
}

/// The words of a panic.
pub fn panic_words(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "",
    }
}

/// How a cell ends in which boa has panicked with these words: it expects never to meet a bound in
/// some places. Where a panic ends the whole module, its owner asks this.
pub fn panicked(words: &str) -> EngineState {
    let limit = match () {
        () if is_depth(words) => Limit::Stack,
        () if words.contains(CAPACITY) => Limit::Heap,
        () => return EngineState::Died,
    };
    EngineState::Stopped { limit }
}

/// What Rust says when an allocation is larger than any machine.
const CAPACITY: &str = "capacity overflow";

/// Does the debug text of an error speak of calls nested too deeply?
fn is_depth(text: &str) -> bool {
    text.contains("RuntimeLimit(Recursion)") || text.contains("RuntimeLimit(StackSize)")
}

/// A native call in boa.
pub struct BoaJs<'a> {
    /// The context it runs in.
    pub context: &'a mut Context,
}

impl BoaJs<'_> {
    /// What an error of boa is to a helper.
    pub fn thrown(&mut self, error: JsError) -> Thrown<JsValue> {
        match error.into_opaque(self.context) {
            Ok(value) => Thrown::Value(value),
            Err(error) => {
                note_stop(self.context, &error);
                Thrown::Stop
            }
        }
    }
}

/// What a helper's answer is to boa.
pub fn error(thrown: Thrown<JsValue>) -> JsError {
    match thrown {
        Thrown::Value(value) => JsError::from_opaque(value),
        Thrown::Text(text) => JsError::from_opaque(JsString::from(text).into()),
        // Uncatchable; which bound it is was noted when it was reached.
        Thrown::Stop => JsError::from(RuntimeLimitError::LoopIteration),
    }
}

/// A value from JSON.
pub fn from_json(json: &Json, context: &mut Context) -> JsResult<JsValue> {
    Ok(match json {
        Json::Null => JsValue::null(),
        Json::Bool(value) => JsValue::from(*value),
        Json::Number(number) => match number.as_i64().and_then(|int| i32::try_from(int).ok()) {
            Some(int) => JsValue::from(int),
            None => JsValue::from(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => JsString::from(text.as_str()).into(),
        Json::Array(items) => {
            let mut values = Vec::with_capacity(items.len());
            for item in items {
                values.push(from_json(item, context)?);
            }
            JsArray::from_iter(values, context).into()
        }
        Json::Object(members) => {
            let object = JsObject::with_object_proto(context.intrinsics());
            for (key, value) in members {
                let value = from_json(value, context)?;
                object.create_data_property(JsString::from(key.as_str()), value, context)?;
            }
            object.into()
        }
    })
}

impl Js for BoaJs<'_> {
    type Value = JsValue;

    fn kind(&mut self, value: &JsValue) -> Kind {
        match value.variant() {
            JsVariant::Undefined => Kind::Undefined,
            JsVariant::Null => Kind::Null,
            JsVariant::Boolean(_) => Kind::Boolean,
            JsVariant::Integer32(_) | JsVariant::Float64(_) => Kind::Number,
            JsVariant::BigInt(_) => Kind::BigInt,
            JsVariant::String(_) => Kind::String,
            JsVariant::Symbol(_) => Kind::Symbol,
            JsVariant::Object(object) if object.is_callable() => Kind::Function,
            JsVariant::Object(object) if object.is_array() => Kind::Array,
            JsVariant::Object(_) => Kind::Object,
        }
    }

    fn string(&mut self, value: &JsValue) -> Option<String> {
        value.as_string().map(|text| text.to_std_string_lossy())
    }

    fn to_string(&mut self, value: &JsValue) -> Result<String, Thrown<JsValue>> {
        match value.to_string(self.context) {
            Ok(text) => Ok(text.to_std_string_lossy()),
            Err(error) => Err(self.thrown(error)),
        }
    }

    fn to_number(&mut self, value: &JsValue) -> Result<f64, Thrown<JsValue>> {
        value.to_number(self.context).map_err(|error| self.thrown(error))
    }

    fn get(&mut self, object: &JsValue, key: &str) -> Result<JsValue, Thrown<JsValue>> {
        let Some(object) = object.as_object() else { return Ok(JsValue::undefined()) };
        object.get(JsString::from(key), self.context).map_err(|error| self.thrown(error))
    }

    fn stringify(&mut self, value: &JsValue) -> Result<Option<String>, Thrown<JsValue>> {
        json::stringify(value, self.context).map_err(|error| self.thrown(error))
    }

    fn json(&mut self, json: &Json) -> JsValue {
        // Defining members of a fresh ordinary object runs no script and cannot fail.
        from_json(json, self.context).unwrap_or_default()
    }

    fn undefined(&mut self) -> JsValue {
        JsValue::undefined()
    }

    fn number(&mut self, number: f64) -> JsValue {
        JsValue::from(number)
    }

    fn promise(&mut self, call: u32) -> JsValue {
        let (promise, resolvers) = JsPromise::new_pending(self.context);
        cell(self.context).calls.insert(call, resolvers);
        promise.into()
    }

    fn keep_timeout(&mut self, id: u32, callback: JsValue) {
        if let Some(callback) = callback.as_function() {
            cell(self.context).timeouts.insert(id, callback);
        }
    }

    fn drop_timeout(&mut self, id: u32) -> bool {
        cell(self.context).timeouts.remove(&id).is_some()
    }

    fn line(&mut self) -> Option<u32> {
        self.context.stack_trace().find_map(|frame| {
            let place = frame.position();
            let ours = matches!(place.path, SourcePath::Path(_));
            place.position.filter(|_| ours).map(|position| position.line_number())
        })
    }

    fn state(&mut self) -> &mut CellState {
        &mut cell(self.context).state
    }
}
