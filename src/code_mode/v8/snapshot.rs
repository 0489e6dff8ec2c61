//! The startup snapshot: a context with every global of a cell except its tools, made once per
//! process. A cell starts from it instead of installing them anew.

use std::borrow::Cow;

use v8::MapFnTo;

use super::native;
use crate::code_mode::engine::helpers::{Helper, Home};

/// What a cell says in a process with another time zone.
const ZONE: &str = "V8 shows dates in the zone of this process: start it with TZ=UTC";
const REFUSED: &str = "V8 refused the globals of a cell";

const GLOBALS: &str = include_str!("globals.js");

/// Addresses of native functions that a snapshot names.
pub(super) fn references() -> Cow<'static, [v8::ExternalReference]> {
    Cow::Owned(vec![
        v8::ExternalReference { function: native::helper.map_fn_to() },
        v8::ExternalReference { function: native::tool.map_fn_to() },
        v8::ExternalReference { pointer: std::ptr::null_mut() },
    ])
}

/// Makes the snapshot.
///
/// # Errors
/// V8 refuses, which it never did; or dates would not be those of UTC.
pub(super) fn make() -> Result<&'static [u8], &'static str> {
    let mut isolate = v8::Isolate::snapshot_creator(Some(references()), None);
    let installed = {
        v8::scope!(let scope, &mut isolate);
        let context = v8::Context::new(scope, v8::ContextOptions::default());
        let scope = &mut v8::ContextScope::new(scope, context);
        let installed = install(scope);
        scope.set_default_context(context);
        installed
    };
    // The creator has to be finished in any case.
    let blob = isolate.create_blob(v8::FunctionCodeHandling::Keep);
    match (installed, blob) {
        (Some(true), Some(blob)) => Ok(Vec::leak(blob.to_vec())),
        (Some(false), _) => Err(ZONE),
        _ => Err(REFUSED),
    }
}

/// Installs the globals. Is the zone of dates UTC?
fn install(scope: &mut v8::PinScope<'_, '_>) -> Option<bool> {
    let context = scope.get_current_context();
    let global = context.global(scope);
    // Places in the order of the global object; every cell puts its own values there.
    for name in ["tools", "ALL_TOOLS"] {
        let name = v8::String::new(scope, name)?;
        let nothing = v8::undefined(scope);
        global.set(scope, name.into(), nothing.into())?;
    }
    let mut now = None;
    let mut random = None;
    for (index, helper) in Helper::ALL.into_iter().enumerate() {
        let index = v8::Integer::new_from_unsigned(scope, u32::try_from(index).ok()?);
        let name = v8::String::new(scope, helper.name())?;
        let function = v8::Function::builder(native::helper)
            .data(index.into())
            .constructor_behavior(v8::ConstructorBehavior::Throw)
            .build(scope)?;
        function.set_name(name);
        match helper.home() {
            Home::Global => {
                global.set(scope, name.into(), function.into())?;
            }
            Home::Math => random = Some(function),
            Home::Date => now = Some(function),
        }
    }
    let source = v8::String::new(scope, GLOBALS)?;
    let script = v8::Script::compile(scope, source, None)?;
    let setup: v8::Local<v8::Function> = script.run(scope)?.try_into().ok()?;
    let nothing = v8::undefined(scope);
    let arguments = [now?.into(), random?.into()];
    let is_utc = setup.call(scope, nothing.into(), &arguments)?;
    Some(is_utc.is_true())
}
