//! The second and third argument of `JSON.stringify`.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};

use super::{list_of, unwrap};

/// Longest indentation, in characters.
const MAX_GAP: usize = 10;

/// The keys that a list of names and numbers allows, each once.
pub fn allowed(list: &JsObject, context: &mut Context) -> JsResult<Vec<PropertyKey>> {
    let mut keys: Vec<PropertyKey> = Vec::new();
    for item in list_of(list, context)? {
        let name = match item.as_object() {
            Some(object) if object.is::<f64>() || object.is::<JsString>() => {
                item.to_string(context)?
            }
            None if item.is_string() || item.is_number() => item.to_string(context)?,
            _ => continue,
        };
        let key = PropertyKey::from(name);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    Ok(keys)
}

/// The indentation that a number or a string asks for.
pub fn gap(space: &JsValue, context: &mut Context) -> JsResult<String> {
    let space = match space.as_object() {
        Some(object) => unwrap(&object, context)?.unwrap_or_default(),
        None => space.clone(),
    };
    if let Some(number) = space.as_number() {
        let width = if number.is_nan() { 0.0 } else { number.clamp(0.0, MAX_GAP as f64) };
        return Ok(" ".repeat(width as usize));
    }
    let Some(text) = space.as_string() else { return Ok(String::new()) };
    let text: Vec<u16> = text.iter().take(MAX_GAP).collect();
    Ok(String::from_utf16_lossy(&text))
}
