//! Values on their way out of a script: as text, as JSON, as the text of an error.

use serde_json::Value as Json;

use crate::code_mode::engine::js::{Js, Kind, Thrown};

/// What a value without a JSON form becomes as text: V8's native stringify gives this word, where
/// `JSON.stringify` of a script gives undefined.
const NO_JSON: &str = "undefined";

/// The text of a value: primitives as ToString gives them, everything else as JSON.
///
/// # Errors
/// What `toJSON`, a getter or a cycle threw, as the string of [`error_text`].
pub fn text<J: Js>(js: &mut J, value: &J::Value) -> Result<String, Thrown<J::Value>> {
    match js.kind(value) {
        Kind::Undefined
        | Kind::Null
        | Kind::Boolean
        | Kind::Number
        | Kind::BigInt
        | Kind::String => js.to_string(value),
        Kind::Symbol | Kind::Array | Kind::Function | Kind::Object => stringified(js, value),
    }
}

/// The JSON of a value: the engine's stringify, then a JSON parser on this side, with its bound of
/// 127 levels and its refusal of lone surrogates.
///
/// # Errors
/// As [`text`], and `failed to serialize JavaScript value: …` when there is no JSON form.
pub fn json<J: Js>(js: &mut J, value: &J::Value) -> Result<Json, Thrown<J::Value>> {
    let text = stringified(js, value)?;
    serde_json::from_str(&text)
        .map_err(|error| Thrown::Text(format!("failed to serialize JavaScript value: {error}")))
}

/// The text of something thrown: the `stack` of an object if that is a string, else ToString, else
/// nothing.
///
/// # Errors
/// Only [`Thrown::Stop`].
pub fn error_text<J: Js>(js: &mut J, value: &J::Value) -> Result<String, Thrown<J::Value>> {
    if matches!(js.kind(value), Kind::Array | Kind::Function | Kind::Object) {
        match js.get(value, "stack") {
            Ok(stack) => {
                if let Some(text) = js.string(&stack) {
                    return Ok(text);
                }
            }
            Err(Thrown::Stop) => return Err(Thrown::Stop),
            Err(_) => {}
        }
    }
    match js.to_string(value) {
        Err(Thrown::Stop) => Err(Thrown::Stop),
        text => Ok(text.unwrap_or_default()),
    }
}

/// The engine's stringify; what it throws is thrown again as text.
fn stringified<J: Js>(js: &mut J, value: &J::Value) -> Result<String, Thrown<J::Value>> {
    match js.stringify(value) {
        Ok(text) => Ok(text.unwrap_or_else(|| NO_JSON.to_owned())),
        Err(Thrown::Value(error)) => {
            let text = error_text(js, &error)?;
            Err(Thrown::Text(text))
        }
        Err(other) => Err(other),
    }
}
