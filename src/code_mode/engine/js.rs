//! [`Js`]: the few things an engine must be able to do, so that every rule of the helpers is written
//! once, over this trait, and holds on all engines alike.

use serde_json::Value as Json;

use super::state::CellState;

/// A JavaScript engine in the middle of a native call.
pub trait Js {
    /// A script value, cheap to clone.
    type Value: Clone;

    /// What kind of value it is.
    fn kind(&mut self, value: &Self::Value) -> Kind;

    /// The text of a primitive string, lone surrogates replaced by U+FFFD; none for anything else.
    fn string(&mut self, value: &Self::Value) -> Option<String>;

    /// ToString; may run script. Lone surrogates replaced by U+FFFD.
    fn to_string(&mut self, value: &Self::Value) -> Result<String, Thrown<Self::Value>>;

    /// ToNumber; may run script.
    fn to_number(&mut self, value: &Self::Value) -> Result<f64, Thrown<Self::Value>>;

    /// A property; may run a getter.
    fn get(&mut self, object: &Self::Value, key: &str) -> Result<Self::Value, Thrown<Self::Value>>;

    /// `JSON.stringify` as it was before any script ran; none where it gives undefined. Lone
    /// surrogates come as escapes.
    fn stringify(&mut self, value: &Self::Value) -> Result<Option<String>, Thrown<Self::Value>>;

    /// A fresh value from JSON: ordinary objects and arrays, members in order.
    fn json(&mut self, json: &Json) -> Self::Value;

    /// `undefined`.
    fn undefined(&mut self) -> Self::Value;

    /// A number.
    fn number(&mut self, number: f64) -> Self::Value;

    /// A pending promise whose resolvers are kept under the number of a nested call.
    fn promise(&mut self, call: u32) -> Self::Value;

    /// Keeps the callback of a timeout.
    fn keep_timeout(&mut self, id: u32, callback: Self::Value);

    /// Forgets the callback of a timeout. Was there one?
    fn drop_timeout(&mut self, id: u32) -> bool;

    /// Line of the source that is running, from 1.
    fn line(&mut self) -> Option<u32>;

    /// What the cell remembers.
    fn state(&mut self) -> &mut CellState;
}

/// Kinds of script values, as far as helpers tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `undefined`
    Undefined,
    /// `null`
    Null,
    /// A boolean.
    Boolean,
    /// A number.
    Number,
    /// A bigint.
    BigInt,
    /// A primitive string.
    String,
    /// A symbol.
    Symbol,
    /// An array.
    Array,
    /// A function.
    Function,
    /// Any other object.
    Object,
}

/// What a native call was answered with instead of a value.
#[derive(Clone, Debug)]
pub enum Thrown<V> {
    /// The script threw this value.
    Value(V),
    /// Helpers throw plain strings, never Error objects.
    Text(String),
    /// The script is being stopped; nothing may catch this.
    Stop,
}
