//! `stack` of errors: boa gives frames only, V8 begins with `Name: message`.
//!
//! Reading `stack` and the error text of a failed cell both begin like V8's, which takes the frames
//! and the message when the error is made, and the name when somebody first looks: a constructor may
//! still set one. Errors of boa itself get the whole text when somebody looks.

use boa_engine::builtins::error::Error;
use boa_engine::context::intrinsics::StandardConstructor;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::globals::{define, function};
use super::source::own_columns;

/// Frames that a stack text shows, as V8's default.
const FRAMES: usize = 10;

/// Functions of boa, taken before any script runs.
struct Originals {
    /// The getter of `Error.prototype.stack`.
    frames: JsFunction,
    /// `Error`
    error: JsObject,
}

/// Replaces the constructors of errors and the getter of `Error.prototype.stack`.
pub fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let error = constructors.error().clone();
    let derived = [
        (js_string!("TypeError"), constructors.type_error().clone()),
        (js_string!("RangeError"), constructors.range_error().clone()),
        (js_string!("ReferenceError"), constructors.reference_error().clone()),
        (js_string!("SyntaxError"), constructors.syntax_error().clone()),
        (js_string!("EvalError"), constructors.eval_error().clone()),
        (js_string!("URIError"), constructors.uri_error().clone()),
        (js_string!("AggregateError"), constructors.aggregate_error().clone()),
    ];
    install_getter(&error, context)?;
    let base = wrap(js_string!("Error"), &error, None, context)?;
    for (name, constructor) in derived {
        wrap(name, &constructor, Some(&base), context)?;
    }
    let name = js_string!("captureStackTrace");
    let capture = function(NativeFunction::from_fn_ptr(capture), name.clone(), 2, context);
    define(&base, name, capture.into(), true, context)
}

fn install_getter(error: &StandardConstructor, context: &mut Context) -> JsResult<()> {
    let prototype = error.prototype();
    let key = js_string!("stack");
    let accessor = prototype.borrow().properties().get(&key.clone().into()).unwrap_or_default();
    if let Some(frames) = accessor.get().and_then(|getter| getter.as_function()) {
        context.insert_data(Originals { frames, error: error.constructor() });
    }
    let get = function(NativeFunction::from_fn_ptr(get), js_string!("get stack"), 0, context);
    let property = PropertyDescriptor::builder()
        .get(get)
        .set(accessor.set().cloned().unwrap_or_default())
        .enumerable(false)
        .configurable(true);
    prototype.define_property_or_throw(key, property, context).map(|_| ())
}

/// A constructor in place of boa's, with the same prototype of instances.
fn wrap(
    name: JsString,
    original: &StandardConstructor,
    base: Option<&JsObject>,
    context: &mut Context,
) -> JsResult<JsObject> {
    let native = NativeFunction::from_copy_closure_with_captures(construct, original.constructor());
    let length = if name == js_string!("AggregateError") { 2 } else { 1 };
    let wrapper = FunctionObjectBuilder::new(context.realm(), native)
        .name(name.clone())
        .length(length)
        .constructor(true)
        .build();
    let wrapper: JsObject = wrapper.into();
    if let Some(base) = base {
        wrapper.set_prototype(Some(base.clone()));
    }
    let prototype = original.prototype();
    define(&prototype, js_string!("constructor"), wrapper.clone().into(), false, context)?;
    let property = PropertyDescriptor::builder()
        .value(prototype)
        .writable(false)
        .enumerable(false)
        .configurable(false);
    wrapper.define_property_or_throw(js_string!("prototype"), property, context)?;
    define(&context.global_object(), name, wrapper.clone().into(), false, context)?;
    Ok(wrapper)
}

/// `target` is what `new` was applied to, or undefined for a plain call.
fn construct(
    target: &JsValue,
    args: &[JsValue],
    original: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let error = original.construct(args, target.as_object().as_ref(), context)?;
    set_stack(&error, &error, context)?;
    Ok(error.into())
}

/// `Error.captureStackTrace(object)`
fn capture(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = args.first().and_then(JsValue::as_object);
    let original = context.get_data::<Originals>().map(|originals| originals.error.clone());
    if let (Some(object), Some(original)) = (object, original) {
        let here = original.construct(&[], None, context)?;
        set_stack(&object, &here, context)?;
    }
    Ok(JsValue::undefined())
}

/// What of a `stack` is known when it is made: message and frames.
type Made = (JsString, JsString);

/// Gives `object` a `stack` of its own: its own message, the frames of `frames`.
fn set_stack(object: &JsObject, frames: &JsObject, context: &mut Context) -> JsResult<()> {
    let made: Made = (message(object, context)?, JsString::from(frames_of(frames, context)?));
    let get = NativeFunction::from_copy_closure_with_captures(first_look, made);
    let get = function(get, js_string!("stack"), 0, context);
    let set = function(NativeFunction::from_fn_ptr(replace), js_string!("stack"), 1, context);
    let property =
        PropertyDescriptor::builder().get(get).set(set).enumerable(false).configurable(true);
    object.define_property_or_throw(js_string!("stack"), property, context).map(|_| ())
}

/// Somebody reads a `stack`: from now on it stays as it is.
fn first_look(
    this: &JsValue,
    _: &[JsValue],
    (message, frames): &Made,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(object) = this.as_object() else { return Ok(JsValue::undefined()) };
    let head = head(&object, message, context)?;
    let text: JsValue = JsString::from(head + &frames.to_std_string_lossy()).into();
    if object.has_own_property(js_string!("stack"), context)? {
        // Frozen objects keep their getter, which says the same again.
        let _ = define(&object, js_string!("stack"), text.clone(), false, context);
    }
    Ok(text)
}

fn replace(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = args.first().cloned().unwrap_or_default();
    if let Some(object) = this.as_object() {
        define(&object, js_string!("stack"), value, false, context)?;
    }
    Ok(JsValue::undefined())
}

fn get(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let error = this.as_object().filter(|object| object.is::<Error>());
    let Some(error) = error else { return Ok(JsValue::undefined()) };
    let message = message(&error, context)?;
    let head = head(&error, &message, context)?;
    Ok(JsString::from(head + &frames_of(&error, context)?).into())
}

/// The frames of an error of boa, each on a line of its own.
fn frames_of(error: &JsObject, context: &mut Context) -> JsResult<String> {
    let mut text = String::new();
    let getter = context.get_data::<Originals>().map(|originals| originals.frames.clone());
    let Some(getter) = getter else { return Ok(text) };
    let frames = getter.call(&error.clone().into(), &[], context)?;
    let frames = frames.as_string().map(|frames| frames.to_std_string_lossy());
    for line in frames.unwrap_or_default().lines().filter_map(frame).take(FRAMES) {
        text.push_str("\n    at ");
        text.push_str(&line);
    }
    Ok(text)
}

/// A line of boa in the shape of V8; none for native functions.
fn frame(line: &str) -> Option<String> {
    let (name, place) = line.trim().strip_prefix("at ")?.rsplit_once(" (")?;
    let place = place.strip_suffix(')')?;
    if !place.contains(".mjs:") {
        return None;
    }
    let place = own_columns(place, ".mjs:1:");
    Some(if name == "<main>" { place } else { format!("{name} ({place})") })
}

fn message(error: &JsObject, context: &mut Context) -> JsResult<JsString> {
    let message = error.get(js_string!("message"), context)?;
    if message.is_undefined() { Ok(JsString::default()) } else { message.to_string(context) }
}

/// `Name: message`, with the name as it is now.
fn head(error: &JsObject, message: &JsString, context: &mut Context) -> JsResult<String> {
    let name = error.get(js_string!("name"), context)?;
    let name = if name.is_undefined() { js_string!("Error") } else { name.to_string(context)? };
    let (name, message) = (name.to_std_string_lossy(), message.to_std_string_lossy());
    Ok(match (name.is_empty(), message.is_empty()) {
        (true, _) => message,
        (_, true) => name,
        _ => format!("{name}: {message}"),
    })
}
