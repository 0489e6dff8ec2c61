//! The globals that a snapshot cannot hold: the tools of this cell, and what is taken away.

use super::js::{Local, string};
use super::native;
use crate::code_mode::engine::helpers::REMOVED_GLOBALS;
use crate::code_mode::engine::protocol::CellTool;

/// Globals that only some builds of V8 have and that would look at the machine's clock, zone and
/// language. Cells find them on no engine.
const MACHINE: [&str; 2] = ["Intl", "Temporal"];

/// Makes the global object of a fresh context what a cell finds. Some globals are put there by V8
/// only after it has read the snapshot, so they are taken away here.
pub(super) fn finish(scope: &mut v8::PinScope<'_, '_>, tools: &[CellTool]) -> Option<()> {
    let global = scope.get_current_context().global(scope);
    for name in REMOVED_GLOBALS.into_iter().chain(MACHINE) {
        let name = v8::String::new(scope, name)?;
        global.delete(scope, name.into())?;
    }
    install_tools(scope, global, tools)
}

/// Puts the functions of `tools` and the list `ALL_TOOLS` into the global object.
fn install_tools(
    scope: &mut v8::PinScope<'_, '_>,
    global: v8::Local<'_, v8::Object>,
    tools: &[CellTool],
) -> Option<()> {
    let functions = v8::Object::new(scope);
    let mut entries: Vec<Local<'_>> = Vec::with_capacity(tools.len());
    let name_key: v8::Local<'_, v8::Name> = v8::String::new(scope, "name")?.into();
    let text_key: v8::Local<'_, v8::Name> = v8::String::new(scope, "description")?.into();
    let prototype = v8::Object::new(scope).get_prototype(scope)?;
    for (index, tool) in tools.iter().enumerate() {
        let index = v8::Integer::new_from_unsigned(scope, u32::try_from(index).ok()?);
        let name = v8::String::new(scope, &tool.identifier)?;
        let function = v8::Function::builder(native::tool)
            .data(index.into())
            .constructor_behavior(v8::ConstructorBehavior::Throw)
            .build(scope)?;
        function.set_name(name);
        functions.create_data_property(scope, name.into(), function.into())?;
        let text = string(scope, &tool.description);
        let keys = [name_key, text_key];
        let values = [name.into(), text];
        let entry = v8::Object::with_prototype_and_properties(scope, prototype, &keys, &values);
        entries.push(entry.into());
    }
    let list = v8::Array::new_with_elements(scope, &entries);
    for (key, value) in [("tools", functions.into()), ("ALL_TOOLS", list.into())] {
        let key: Local<'_> = v8::String::new(scope, key)?.into();
        global.set(scope, key, value)?;
    }
    Some(())
}
