//! `JSON.stringify`

use boa_engine::property::PropertyKey;
use boa_engine::value::JsVariant;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};

use super::options::{allowed, gap};
use super::quote::quote;
use super::{MAX_DEPTH, is_array, keys, overflow, raw, type_error, unwrap};

/// The text of a value, or nothing where it has no JSON form.
///
/// # Errors
/// What the script throws on the way; a cycle, a bigint, too deep a value.
pub fn stringify(value: &JsValue, context: &mut Context) -> JsResult<Option<String>> {
    Writer::default().write(value.clone(), context)
}

/// `JSON.stringify(value, replacer?, space?)`
pub fn native(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
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
            return Err(overflow());
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

fn key_text(key: &PropertyKey) -> JsString {
    match key {
        PropertyKey::String(text) => text.clone(),
        PropertyKey::Index(index) => JsString::from(index.get()),
        PropertyKey::Symbol(_) => JsString::default(),
    }
}
