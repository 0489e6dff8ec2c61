//! The global object of a cell: what is taken away, what is added.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::bridge::{BoaJs, cell, error};
use super::{bounds, errors, json};
use crate::code_mode::engine::helpers::{self, Helper, Home, REMOVED_GLOBALS};
use crate::code_mode::engine::protocol::CellTool;

/// Globals of boa that no other engine has.
const OFF_STANDARD: [&str; 1] = ["TypedArray"];

/// Makes the global object what a cell finds.
///
/// # Errors
/// None with a fresh context; the cell would end with it before it starts.
pub fn install(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for name in REMOVED_GLOBALS.into_iter().chain(OFF_STANDARD) {
        global.delete_property_or_throw(JsString::from(name), context)?;
    }
    errors::install(context)?;
    json::install(context)?;
    bounds::install(context)?;
    install_tools(&global, context)?;
    for (index, helper) in Helper::ALL.into_iter().enumerate() {
        install_helper(&global, helper, NATIVE[index], context)?;
    }
    Ok(())
}

/// `tools` and `ALL_TOOLS`.
fn install_tools(global: &JsObject, context: &mut Context) -> JsResult<()> {
    let list = cell(context).state.tools.clone();
    let tools = JsObject::with_object_proto(context.intrinsics());
    let mut all = Vec::with_capacity(list.len());
    for (tool, index) in list.iter().zip(0u32..) {
        let name = JsString::from(&*tool.identifier);
        let native = NativeFunction::from_copy_closure_with_captures(call_tool, index);
        let function = function(native, name.clone(), 0, context);
        tools.create_data_property(name.clone(), function, context)?;
        all.push(describe(tool, name, context)?);
    }
    let all = JsArray::from_iter(all, context);
    define(global, js_string!("tools"), tools.into(), true, context)?;
    define(global, js_string!("ALL_TOOLS"), all.into(), true, context)
}

fn describe(tool: &CellTool, name: JsString, context: &mut Context) -> JsResult<JsValue> {
    let entry = JsObject::with_object_proto(context.intrinsics());
    entry.create_data_property(js_string!("name"), name, context)?;
    let description = JsString::from(&*tool.description);
    entry.create_data_property(js_string!("description"), description, context)?;
    Ok(entry.into())
}

fn install_helper(
    global: &JsObject,
    helper: Helper,
    native: Native,
    context: &mut Context,
) -> JsResult<()> {
    let name = JsString::from(helper.name());
    let (home, enumerable) = match helper.home() {
        Home::Global => (global.clone(), true),
        Home::Math => (context.intrinsics().objects().math(), false),
        // The clock that `Date` reads is ours already.
        Home::Date => return Ok(()),
    };
    let function = function(NativeFunction::from_fn_ptr(native), name.clone(), 0, context);
    define(&home, name, function.into(), enumerable, context)
}

/// A function that is no constructor.
pub fn function(
    native: NativeFunction,
    name: JsString,
    length: usize,
    context: &mut Context,
) -> JsFunction {
    FunctionObjectBuilder::new(context.realm(), native).name(name).length(length).build()
}

/// A property that can be written and configured.
pub fn define(
    object: &JsObject,
    name: JsString,
    value: JsValue,
    enumerable: bool,
    context: &mut Context,
) -> JsResult<()> {
    let property = PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(enumerable)
        .configurable(true);
    object.define_property_or_throw(name, property, context).map(|_| ())
}

fn call_tool(
    _: &JsValue,
    args: &[JsValue],
    index: &u32,
    context: &mut Context,
) -> JsResult<JsValue> {
    helpers::call_tool(&mut BoaJs { context }, *index, args).map_err(error)
}

type Native = fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>;

/// A function pointer for each helper, since a pointer cannot carry which one it is.
const NATIVE: [Native; Helper::ALL.len()] = [
    native::<0>,
    native::<1>,
    native::<2>,
    native::<3>,
    native::<4>,
    native::<5>,
    native::<6>,
    native::<7>,
    native::<8>,
    native::<9>,
    native::<10>,
    native::<11>,
    native::<12>,
];

fn native<const INDEX: usize>(
    _: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    helpers::call(&mut BoaJs { context }, Helper::ALL[INDEX], args).map_err(error)
}
