//! Single calls that ask for a lot: strings and arrays longer than a cell's heap would hold are a
//! RangeError before boa tries to make them, and walks along arrays are paid for.

use boa_engine::error::RuntimeLimitError;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue,
    NativeFunction, js_string,
};

use super::INSTRUCTIONS_PER_STEP;
use super::bridge::cell;
use super::globals::define;
use crate::code_mode::engine::limits::Limit;

/// Items of an array that one call of boa may walk along.
pub const MAX_ITEMS: u64 = 4_000_000;

/// Instructions that an item counts for.
const ITEM: u64 = 8;
/// Functions that make a string of a given length.
const STRINGS: [&str; 3] = ["repeat", "padStart", "padEnd"];
/// Functions that walk along `this`.
const ARRAYS: [&str; 33] = [
    "concat",
    "copyWithin",
    "every",
    "fill",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flat",
    "flatMap",
    "forEach",
    "includes",
    "indexOf",
    "join",
    "lastIndexOf",
    "map",
    "reduce",
    "reduceRight",
    "reverse",
    "shift",
    "slice",
    "some",
    "sort",
    "splice",
    "toLocaleString",
    "toReversed",
    "toSorted",
    "toSpliced",
    "toString",
    "unshift",
    "values",
    "with",
];

/// Wraps them.
pub fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let string = constructors.string().prototype();
    let function = constructors.function().prototype();
    let (array, items) = (constructors.array().constructor(), constructors.array().prototype());
    let reflect = context.intrinsics().objects().reflect();
    for name in STRINGS {
        wrap(&string, name, text, context)?;
    }
    for name in ARRAYS {
        wrap(&items, name, along::<0>, context)?;
    }
    wrap(&array, "from", along::<1>, context)?;
    wrap(&function, "apply", along::<2>, context)?;
    wrap(&reflect, "apply", along::<3>, context)?;
    let values = items.get(js_string!("values"), context)?;
    let property = PropertyDescriptor::builder()
        .value(values)
        .writable(true)
        .enumerable(false)
        .configurable(true);
    items.define_property_or_throw(JsSymbol::iterator(), property, context).map(|_| ())
}

type Guard = fn(&JsValue, &[JsValue], &JsFunction, &mut Context) -> JsResult<JsValue>;

fn wrap(holder: &JsObject, name: &str, guard: Guard, context: &mut Context) -> JsResult<()> {
    let name = JsString::from(name);
    let Some(original) = holder.get(name.clone(), context)?.as_function() else { return Ok(()) };
    let length = original.get(js_string!("length"), context)?.to_length(context)?;
    let native = NativeFunction::from_copy_closure_with_captures(guard, original);
    let wrapper = FunctionObjectBuilder::new(context.realm(), native)
        .name(name.clone())
        .length(usize::try_from(length).unwrap_or_default())
        .build();
    define(holder, name, wrapper.into(), false, context)
}

/// `repeat(count)`, `padStart(length, fill?)`, `padEnd(length, fill?)`
fn text(
    this: &JsValue,
    args: &[JsValue],
    original: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    if this.is_null_or_undefined() {
        return original.call(this, args, context);
    }
    // Converted once, so that a script sees its conversions run once.
    let this = this.to_string(context)?;
    let mut args = args.to_vec();
    let count = args.first().cloned().unwrap_or_default().to_number(context)?;
    if let Some(first) = args.first_mut() {
        *first = count.into();
    }
    let most = cell(context).state.limits.heap_bytes as f64;
    let name = original.get(js_string!("name"), context)?.as_string();
    let repeats = name == Some(js_string!("repeat"));
    if repeats && (count.trunc() < 0.0 || count == f64::INFINITY) {
        let count = JsValue::from(count).to_string(context)?.to_std_string_lossy();
        let text = format!("Invalid count value: {count}");
        return Err(JsNativeError::range().with_message(text).into());
    }
    let unit = if repeats { this.len() as f64 } else { 1.0 };
    if count.is_finite() && count * unit > most {
        return Err(JsNativeError::range().with_message("Invalid string length").into());
    }
    original.call(&this.into(), &args, context)
}

/// A walk along `this` (0) or along the argument of that number.
fn along<const LIST: usize>(
    this: &JsValue,
    args: &[JsValue],
    original: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let list = match LIST {
        0 => Some(this),
        number => args.get(number - 1),
    };
    if let Some(list) = list.and_then(JsValue::as_object) {
        pay(&list, context)?;
    }
    original.call(this, args, context)
}

/// Counts the items of a list as work of the cell.
fn pay(list: &JsObject, context: &mut Context) -> JsResult<()> {
    let length = list.get(js_string!("length"), context)?;
    let Some(length) = length.as_number().filter(|length| *length > 0.0) else { return Ok(()) };
    if length > MAX_ITEMS as f64 {
        return Err(JsNativeError::range().with_message("Invalid array length").into());
    }
    let cell = cell(context);
    cell.walked = cell.walked.saturating_add(length as u64 * ITEM);
    if cell.walked > cell.state.limits.steps.saturating_mul(INSTRUCTIONS_PER_STEP) {
        cell.state.limit.get_or_insert(Limit::Steps);
        return Err(JsError::from(RuntimeLimitError::LoopIteration));
    }
    Ok(())
}
