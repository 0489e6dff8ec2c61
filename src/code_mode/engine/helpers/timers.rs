//! `setTimeout` and `clearTimeout` over virtual time.

use super::{arg, emit, thrown};
use crate::code_mode::engine::js::{Js, Kind, Thrown};
use crate::code_mode::engine::protocol::EngineEventKind;

/// `setTimeout(callback, delay?)`: further arguments are dropped.
///
/// A delay that cannot be converted throws the script's own error, yet the timeout has been
/// scheduled, at once, and has used an id.
pub fn set<J: Js>(js: &mut J, args: &[J::Value]) -> Result<J::Value, Thrown<J::Value>> {
    let callback = arg(js, args, 0);
    if js.kind(&callback) != Kind::Function {
        return thrown("setTimeout expects a function callback");
    }
    let (delay_ms, error) = match args.get(1) {
        None => (0, None),
        Some(delay) => match js.to_number(delay) {
            Ok(number) => (whole(number), None),
            Err(Thrown::Stop) => return Err(Thrown::Stop),
            Err(error) => (0, Some(error)),
        },
    };
    let id = js.state().next_timeout();
    js.keep_timeout(id, callback);
    emit(js, EngineEventKind::TimeoutSet { id, delay_ms })?;
    match error {
        Some(error) => Err(error),
        None => Ok(js.number(f64::from(id))),
    }
}

/// `clearTimeout(id?)`: what is no id of a waiting timeout does nothing.
pub fn clear<J: Js>(js: &mut J, args: &[J::Value]) -> Result<(), Thrown<J::Value>> {
    let id = arg(js, args, 0);
    if matches!(js.kind(&id), Kind::Undefined | Kind::Null) {
        return Ok(());
    }
    let id = match js.to_number(&id) {
        Ok(number) => whole(number),
        Err(Thrown::Stop) => return Err(Thrown::Stop),
        Err(_) => return thrown("clearTimeout expects a numeric timeout id"),
    };
    let Ok(id) = u32::try_from(id) else { return Ok(()) };
    if id != 0 && js.drop_timeout(id) {
        emit(js, EngineEventKind::TimeoutCleared { id })?;
    }
    Ok(())
}

/// Cuts off the fraction; not a number, infinite and negative are 0, beyond 2^64 is 2^64 - 1.
fn whole(number: f64) -> u64 {
    if number.is_finite() && number > 0.0 { number as u64 } else { 0 }
}
