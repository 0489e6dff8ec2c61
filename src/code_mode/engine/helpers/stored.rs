//! `store` and `load`: values that outlive a cell.

use super::{arg, convert, emit, thrown};
use crate::code_mode::engine::js::{Js, Thrown};
use crate::code_mode::engine::protocol::EngineEventKind;

/// `store(key, value)`
pub fn store<J: Js>(js: &mut J, args: &[J::Value]) -> Result<(), Thrown<J::Value>> {
    let key = key(js, args, "store key must be a string")?;
    let value = arg(js, args, 1);
    let value = convert::json(js, &value)?;
    emit(js, EngineEventKind::Store { key: key.clone(), value: value.clone() })?;
    js.state().stored.insert(key, value);
    Ok(())
}

/// `load(key)`: the snapshot of the cell's start, overlaid with the cell's own writes.
pub fn load<J: Js>(js: &mut J, args: &[J::Value]) -> Result<J::Value, Thrown<J::Value>> {
    let key = key(js, args, "load key must be a string")?;
    let value = js.state().stored.get(&key).cloned();
    emit(js, EngineEventKind::Load { key, found: value.is_some() })?;
    Ok(match value {
        Some(value) => js.json(&value),
        None => js.undefined(),
    })
}

/// ToString of the first argument; `refusal` replaces whatever the conversion threw.
fn key<J: Js>(js: &mut J, args: &[J::Value], refusal: &str) -> Result<String, Thrown<J::Value>> {
    let key = arg(js, args, 0);
    match js.to_string(&key) {
        Err(Thrown::Value(_) | Thrown::Text(_)) => thrown(refusal),
        other => other,
    }
}
