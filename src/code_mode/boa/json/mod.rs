//! `JSON.stringify`, for scripts and for the helpers: boa's own recurses natively along the value and
//! would overflow the stack, and words a cycle in its own way.
//!
//! An explicit stack of open values, so that only getters, `toJSON` and replacers run script.

mod options;
mod quote;

use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyKey;
use boa_engine::value::JsVariant;
use boa_engine::{
    Context, JsBigInt, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue,
    NativeFunction, js_string,
};

use super::globals::{define, function};
use options::{allowed, gap};
use quote::quote;

/// Values that may be open at once; one more is a RangeError that scripts can catch.
pub const MAX_DEPTH: usize = 4_000;

/// Functions of boa that the algorithm needs, taken before any script runs.
#[derive(Clone)]
struct Intrinsics {
    /// `Object.keys`
    keys: JsFunction,
    /// `Array.isArray`
    is_array: JsFunction,
    /// `JSON.isRawJSON`
    is_raw: JsFunction,
}

/// Replaces `JSON.stringify`, and keeps what helpers need of the original objects.
pub fn install(context: &mut Context) -> JsResult<()> {
    let json = context.intrinsics().objects().json();
    let object = context.intrinsics().constructors().object().constructor();
    let array = context.intrinsics().constructors().array().constructor();
    let keys = method(&object, js_string!("keys"), context)?;
    let is_array = method(&array, js_string!("isArray"), context)?;
    let is_raw = method(&json, js_string!("isRawJSON"), context)?;
    context.insert_data(Intrinsics { keys, is_array, is_raw });
    let name = js_string!("stringify");
    let native = function(NativeFunction::from_fn_ptr(native), name.clone(), context);
    define(&json, name, native.into(), false, context)
}

/// The text of a value, or nothing where it has no JSON form.
///
/// # Errors
/// What the script throws on the way; a cycle, a bigint, too deep a value.
pub fn stringify(value: &JsValue, context: &mut Context) -> JsResult<Option<String>> {
    Writer::default().write(value.clone(), context)
}

fn method(object: &JsObject, name: JsString, context: &mut Context) -> JsResult<JsFunction> {
    let method = object.get(name, context)?.as_function();
    method.ok_or_else(|| type_error("a function of the engine is missing"))
}

fn native(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let arg = |index: usize| args.get(index).cloned().unwrap_or_default();
    let mut writer = Writer { gap: gap(&arg(2), context)?, ..Writer::default() };
    if let Some(replacer) = arg(1).as_object() {
        if replacer.is_callable() {
            writer.replacer = Some(replacer);
        } else if is_array(&replacer, context)? {
            writer.allowed = Some(allowed(&replacer, context)?);
        }
    }
    let text = writer.write(arg(0), context)?;
    Ok(text.map_or_else(JsValue::undefined, |text| JsString::from(text).into()))
}

/// A value that is being written.
struct Open {
    object: JsObject,
    members: Members,
    next: usize,
    any: bool,
}

enum Members {
    Items(u64),
    Keys(Vec<PropertyKey>),
}

#[derive(Default)]
struct Writer {
    out: String,
    gap: String,
    replacer: Option<JsObject>,
    allowed: Option<Vec<PropertyKey>>,
    open: Vec<Open>,
}

/// What a value comes to, before it is written.
enum Form {
    Nothing,
    Text(String),
    Open(JsObject),
}

impl Writer {
    fn write(mut self, value: JsValue, context: &mut Context) -> JsResult<Option<String>> {
        let holder = JsObject::with_object_proto(context.intrinsics());
        holder.create_data_property(js_string!(), value.clone(), context)?;
        let empty = PropertyKey::from(js_string!());
        match self.form(&holder, &empty, value, context)? {
            Form::Nothing => return Ok(None),
            Form::Text(text) => return Ok(Some(text)),
            Form::Open(object) => self.open(object, context)?,
        }
        while let Some(open) = self.open.last_mut() {
            let Some(key) = open.members.key(open.next) else {
                self.close();
                continue;
            };
            open.next += 1;
            let (object, list) = (open.object.clone(), matches!(open.members, Members::Items(_)));
            let value = object.get(key.clone(), context)?;
            let form = self.form(&object, &key, value, context)?;
            if matches!(form, Form::Nothing) && !list {
                continue;
            }
            self.begin_member(&key, list);
            match form {
                Form::Nothing => self.out.push_str("null"),
                Form::Text(text) => self.out.push_str(&text),
                Form::Open(object) => self.open(object, context)?,
            }
        }
        Ok(Some(self.out))
    }

    /// `toJSON`, the replacer and wrapper objects; then text, or an object to open.
    fn form(
        &self,
        holder: &JsObject,
        key: &PropertyKey,
        mut value: JsValue,
        context: &mut Context,
    ) -> JsResult<Form> {
        if value.is_object() || value.is_bigint() {
            let to_json = value.to_object(context)?.get(js_string!("toJSON"), context)?;
            if let Some(to_json) = to_json.as_callable() {
                value = to_json.call(&value, &[key_text(key).into()], context)?;
            }
        }
        if let Some(replacer) = &self.replacer {
            value =
                replacer.call(&holder.clone().into(), &[key_text(key).into(), value], context)?;
        }
        if let Some(object) = value.as_object() {
            value = unwrap(&object, context)?.unwrap_or(value);
        }
        Ok(match value.variant() {
            JsVariant::Null => Form::Text("null".to_owned()),
            JsVariant::Boolean(value) => Form::Text(value.to_string()),
            JsVariant::Integer32(value) => Form::Text(value.to_string()),
            JsVariant::Float64(number) if number.is_finite() => {
                Form::Text(value.to_string(context)?.to_std_string_lossy())
            }
            JsVariant::Float64(_) => Form::Text("null".to_owned()),
            JsVariant::String(text) => {
                let mut out = String::with_capacity(text.len() + 2);
                quote(&text, &mut out);
                Form::Text(out)
            }
            JsVariant::BigInt(_) => {
                return Err(type_error("Do not know how to serialize a BigInt"));
            }
            JsVariant::Undefined | JsVariant::Symbol(_) => Form::Nothing,
            JsVariant::Object(object) if object.is_callable() => Form::Nothing,
            JsVariant::Object(object) => match raw(&object, context)? {
                Some(text) => Form::Text(text),
                None => Form::Open(object),
            },
        })
    }

    fn open(&mut self, object: JsObject, context: &mut Context) -> JsResult<()> {
        if self.open.iter().any(|open| JsObject::equals(&open.object, &object)) {
            return Err(type_error("Converting circular structure to JSON"));
        }
        if self.open.len() >= MAX_DEPTH {
            let error = JsNativeError::range().with_message("Maximum call stack size exceeded");
            return Err(error.into());
        }
        let members = if is_array(&object, context)? {
            let length = object.get(js_string!("length"), context)?.to_length(context)?;
            Members::Items(length)
        } else if let Some(allowed) = &self.allowed {
            Members::Keys(allowed.clone())
        } else {
            Members::Keys(keys(&object, context)?)
        };
        self.out.push(if matches!(members, Members::Items(_)) { '[' } else { '{' });
        self.open.push(Open { object, members, next: 0, any: false });
        Ok(())
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if open.any {
            self.line();
        }
        self.out.push(if matches!(open.members, Members::Items(_)) { ']' } else { '}' });
    }

    fn begin_member(&mut self, key: &PropertyKey, list: bool) {
        let first = self.open.last_mut().is_none_or(|open| !std::mem::replace(&mut open.any, true));
        if !first {
            self.out.push(',');
        }
        self.line();
        if !list {
            quote(&key_text(key), &mut self.out);
            self.out.push_str(if self.gap.is_empty() { ":" } else { ": " });
        }
    }

    /// A new line at the present depth, if the text is indented.
    fn line(&mut self) {
        if self.gap.is_empty() {
            return;
        }
        self.out.push('\n');
        for _ in 0..self.open.len() {
            self.out.push_str(&self.gap);
        }
    }
}

impl Members {
    fn key(&self, index: usize) -> Option<PropertyKey> {
        match self {
            Members::Items(length) => {
                ((index as u64) < *length).then(|| PropertyKey::from(index as u64))
            }
            Members::Keys(keys) => keys.get(index).cloned(),
        }
    }
}

fn type_error(text: &'static str) -> JsError {
    JsNativeError::typ().with_message(text).into()
}

fn key_text(key: &PropertyKey) -> JsString {
    match key {
        PropertyKey::String(text) => text.clone(),
        PropertyKey::Index(index) => JsString::from(index.get()),
        PropertyKey::Symbol(_) => JsString::default(),
    }
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
