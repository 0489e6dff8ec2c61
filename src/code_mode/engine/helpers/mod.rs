//! The helpers a cell finds in its global object, each rule once for all engines.
//!
//! Knows: [`Js`], bounds, events. May not know: which engine it runs on, what a tool does.
//! Start reading at [`call`], then [`convert`] (values on their way out) and [`outcome`] (how a
//! cell ends).
//!
//! Helpers throw plain strings, never Error objects; the two exceptions (an unusable delay of a
//! timeout, a throwing `detail` getter) pass on what the script itself threw.
//!
//! Upstream: `codex-rs/code-mode-runtime/src/`.

pub mod convert;
mod media;
pub mod outcome;
mod stored;
mod timers;

use super::js::{Js, Thrown};
use super::limits::MAX_DATE_MS;
use super::protocol::{EngineEventKind, Item};

/// Globals of the host that a cell must not find, though the engine may offer them.
pub const REMOVED_GLOBALS: [&str; 4] = ["console", "Atomics", "SharedArrayBuffer", "WebAssembly"];
/// What `exit()` throws.
pub const EXIT_SENTINEL: &str = "__codex_code_mode_exit__";

/// A native function that a cell can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Helper {
    /// `text(value)`: an output item.
    Text,
    /// `image(value, detail?)`: an output item.
    Image,
    /// `audio(value)`: an output item.
    Audio,
    /// `generatedImage(result)`: an image and maybe its hint.
    GeneratedImage,
    /// `store(key, value)`: keeps a snapshot for later cells.
    Store,
    /// `load(key)`: a fresh copy of a kept value.
    Load,
    /// `notify(value)`: a message for the model, outside the output.
    Notify,
    /// `setTimeout(callback, delay?)`: its id.
    SetTimeout,
    /// `clearTimeout(id?)`
    ClearTimeout,
    /// `yield_control()`: asks for the output so far to be delivered.
    YieldControl,
    /// `exit()`: ends the cell by throwing [`EXIT_SENTINEL`].
    Exit,
    /// `Math.random()`, seeded.
    Random,
    /// `Date.now()`, virtual. An engine whose clock can be set needs it not.
    Now,
}

/// The object that holds a helper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Home {
    /// The global object: writable, enumerable, configurable.
    Global,
    /// `Math`, in place of the standard function.
    Math,
    /// `Date`, in place of the standard function.
    Date,
}

impl Helper {
    /// All of them; those of the global object in the order in which they are installed there,
    /// after `tools` and `ALL_TOOLS`.
    pub const ALL: [Helper; 13] = [
        Helper::Text,
        Helper::Image,
        Helper::Audio,
        Helper::GeneratedImage,
        Helper::Store,
        Helper::Load,
        Helper::Notify,
        Helper::SetTimeout,
        Helper::ClearTimeout,
        Helper::YieldControl,
        Helper::Exit,
        Helper::Random,
        Helper::Now,
    ];

    /// Its name in its [`Helper::home`].
    pub fn name(self) -> &'static str {
        match self {
            Helper::Text => "text",
            Helper::Image => "image",
            Helper::Audio => "audio",
            Helper::GeneratedImage => "generatedImage",
            Helper::Store => "store",
            Helper::Load => "load",
            Helper::Notify => "notify",
            Helper::SetTimeout => "setTimeout",
            Helper::ClearTimeout => "clearTimeout",
            Helper::YieldControl => "yield_control",
            Helper::Exit => "exit",
            Helper::Random => "random",
            Helper::Now => "now",
        }
    }

    /// Where it is installed.
    pub fn home(self) -> Home {
        match self {
            Helper::Random => Home::Math,
            Helper::Now => Home::Date,
            _ => Home::Global,
        }
    }
}

/// What a native call comes to.
pub type Answer<V> = Result<V, Thrown<V>>;

/// Calls a helper. `args` are exactly the arguments the script gave.
///
/// # Errors
/// What the script sees thrown; [`Thrown::Stop`] when a bound was reached.
pub fn call<J: Js>(js: &mut J, helper: Helper, args: &[J::Value]) -> Answer<J::Value> {
    match helper {
        Helper::Text => {
            let first = arg(js, args, 0);
            let text = convert::text(js, &first)?;
            emit(js, EngineEventKind::Item { item: Item::Text { text } })?;
        }
        Helper::Image => media::image(js, args)?,
        Helper::Audio => media::audio(js, args)?,
        Helper::GeneratedImage => media::generated_image(js, args)?,
        Helper::Store => stored::store(js, args)?,
        Helper::Load => return stored::load(js, args),
        Helper::Notify => {
            let first = arg(js, args, 0);
            let text = convert::text(js, &first)?;
            if text.trim().is_empty() {
                return thrown("notify expects non-empty text");
            }
            emit(js, EngineEventKind::Notify { text })?;
        }
        Helper::SetTimeout => return timers::set(js, args),
        Helper::ClearTimeout => timers::clear(js, args)?,
        Helper::YieldControl => emit(js, EngineEventKind::YieldRequested)?,
        Helper::Exit => {
            js.state().exit_called = true;
            emit(js, EngineEventKind::Exit)?;
            return thrown(EXIT_SENTINEL);
        }
        Helper::Random => {
            let number = js.state().random();
            return Ok(js.number(number));
        }
        Helper::Now => {
            let now = js.state().now_ms.min(MAX_DATE_MS);
            return Ok(js.number(now as f64));
        }
    }
    Ok(js.undefined())
}

/// Calls the nested tool at `index` of [`super::protocol::CellStart::tools`]: the pending promise.
///
/// # Errors
/// An argument without a JSON form is thrown at once and takes no number.
pub fn call_tool<J: Js>(js: &mut J, index: u32, args: &[J::Value]) -> Answer<J::Value> {
    let input = match args.first() {
        Some(value) => Some(convert::json(js, value)?),
        None => None,
    };
    let call = js.state().next_call();
    let promise = js.promise(call);
    emit(js, EngineEventKind::ToolCall { call, tool: index, input })?;
    Ok(promise)
}

/// Records an effect at the line that is running.
fn emit<J: Js>(js: &mut J, kind: EngineEventKind) -> Result<(), Thrown<J::Value>> {
    let line = js.line();
    js.state().push(line, kind).map_err(|_| Thrown::Stop)
}

/// An argument; a missing one is undefined.
fn arg<J: Js>(js: &mut J, args: &[J::Value], index: usize) -> J::Value {
    args.get(index).cloned().unwrap_or_else(|| js.undefined())
}

/// Throws a string.
fn thrown<T, V>(text: impl Into<String>) -> Result<T, Thrown<V>> {
    Err(Thrown::Text(text.into()))
}
