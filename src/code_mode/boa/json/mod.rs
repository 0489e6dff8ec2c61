//! `JSON` of a cell. boa's own `stringify` and `parse` recurse natively along the value and would
//! overflow the stack; these keep an explicit stack of open values, so that only getters, `toJSON`,
//! replacers and revivers run script.

mod fault;
mod options;
mod parse;
mod quote;
mod stringify;

use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyKey;
use boa_engine::{
    Context, JsBigInt, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue,
    NativeFunction, js_string,
};

use super::globals::{define, function};

pub use parse::MAX_REVIVED;
pub use stringify::stringify;

/// Values that may be open at once; one more is a RangeError that scripts can catch.
pub const MAX_DEPTH: usize = 4_000;

/// Functions of boa that the algorithms need, taken before any script runs.
#[derive(Clone)]
struct Intrinsics {
    /// `Object.keys`
    keys: JsFunction,
    /// `Array.isArray`
    is_array: JsFunction,
    /// `JSON.isRawJSON`
    is_raw: JsFunction,
    /// `JSON.parse`
    parse: JsFunction,
}

/// Replaces `JSON.stringify` and `JSON.parse`, and keeps what is needed of the original objects.
pub fn install(context: &mut Context) -> JsResult<()> {
    let json = context.intrinsics().objects().json();
    let object = context.intrinsics().constructors().object().constructor();
    let array = context.intrinsics().constructors().array().constructor();
    let keys = method(&object, js_string!("keys"), context)?;
    let is_array = method(&array, js_string!("isArray"), context)?;
    let is_raw = method(&json, js_string!("isRawJSON"), context)?;
    let parse = method(&json, js_string!("parse"), context)?;
    context.insert_data(Intrinsics { keys, is_array, is_raw, parse });
    let stringify = NativeFunction::from_fn_ptr(stringify::native);
    let parse = NativeFunction::from_fn_ptr(parse::native);
    for (name, length, native) in
        [(js_string!("stringify"), 3, stringify), (js_string!("parse"), 2, parse)]
    {
        let native = function(native, name.clone(), length, context);
        define(&json, name, native.into(), false, context)?;
    }
    Ok(())
}

fn method(object: &JsObject, name: JsString, context: &mut Context) -> JsResult<JsFunction> {
    let method = object.get(name, context)?.as_function();
    method.ok_or_else(|| type_error("a function of the engine is missing"))
}

fn type_error(text: &'static str) -> JsError {
    JsNativeError::typ().with_message(text).into()
}

fn overflow() -> JsError {
    JsNativeError::range().with_message("Maximum call stack size exceeded").into()
}

/// The primitive inside a wrapper object.
fn unwrap(object: &JsObject, context: &mut Context) -> JsResult<Option<JsValue>> {
    let value = JsValue::from(object.clone());
    if object.is::<f64>() {
        return Ok(Some(value.to_number(context)?.into()));
    }
    if object.is::<JsString>() {
        return Ok(Some(value.to_string(context)?.into()));
    }
    if let Some(boolean) = object.downcast_ref::<bool>() {
        return Ok(Some(JsValue::from(*boolean)));
    }
    Ok(object.downcast_ref::<JsBigInt>().map(|bigint| JsValue::from(bigint.clone())))
}

/// The text inside an object of `JSON.rawJSON`; those have no prototype and one property.
fn raw(object: &JsObject, context: &mut Context) -> JsResult<Option<String>> {
    if object.is_ordinary() || object.prototype().is_some() {
        return Ok(None);
    }
    let Some(intrinsics) = context.get_data::<Intrinsics>().cloned() else { return Ok(None) };
    let args = [object.clone().into()];
    let is_raw = intrinsics.is_raw.call(&JsValue::undefined(), &args, context)?;
    if !is_raw.to_boolean() {
        return Ok(None);
    }
    let text = object.get(js_string!("rawJSON"), context)?;
    Ok(text.as_string().map(|text| text.to_std_string_lossy()))
}

/// Is it an array, or a proxy that stands for one?
fn is_array(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    if object.is_array() || object.is_ordinary() {
        return Ok(object.is_array());
    }
    let Some(intrinsics) = context.get_data::<Intrinsics>().cloned() else { return Ok(false) };
    let args = [object.clone().into()];
    Ok(intrinsics.is_array.call(&JsValue::undefined(), &args, context)?.to_boolean())
}

/// Own enumerable string keys, in order.
fn keys(object: &JsObject, context: &mut Context) -> JsResult<Vec<PropertyKey>> {
    if object.is_ordinary() {
        let mut keys = object.own_property_keys(context)?;
        let object = object.borrow();
        keys.retain(|key| {
            let text = !matches!(key, PropertyKey::Symbol(_));
            text && object.properties().get(key).is_some_and(|it| it.enumerable() == Some(true))
        });
        return Ok(keys);
    }
    let Some(intrinsics) = context.get_data::<Intrinsics>().cloned() else { return Ok(vec![]) };
    let list = intrinsics.keys.call(&JsValue::undefined(), &[object.clone().into()], context)?;
    let Some(list) = list.as_object() else { return Ok(vec![]) };
    list_of(&list, context)?.into_iter().map(|key| key.to_property_key(context)).collect()
}

fn list_of(list: &JsObject, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let length = list.get(js_string!("length"), context)?.to_length(context)?;
    (0..length).map(|index| list.get(index, context)).collect()
}
