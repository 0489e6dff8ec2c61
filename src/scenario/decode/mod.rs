//! From the tree to serde types, with all problems instead of the first one.
//!
//! Serde stops at the first fault of a value. So the value that is at fault is marked as spoiled and
//! the whole is decoded again without it, until nothing is wrong any more. Unknown and repeated
//! fields are marked on the way. Start at [`decode`]; `value` says what fits into what, `parts` walks
//! groups and lists.

mod error;
mod parts;
mod value;

use std::cell::RefCell;

use serde::Deserialize;

use super::bounds::MAX_DECODE_VISITS;
use super::problem::{Fault, Faults};
use super::syntax::{Kind, Node, NodeId};
use error::DecodeError;
use value::Value;

/// Nodes that did not make it into the decoded value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Spoiled(Vec<bool>);

impl Spoiled {
    /// Is this node left out?
    pub fn has(&self, node: &Node) -> bool {
        node.kind == Kind::Bad || self.0.get(node.id as usize).copied().unwrap_or(true)
    }

    fn mark(&mut self, id: NodeId) -> bool {
        match self.0.get_mut(id as usize) {
            Some(spoiled) => !std::mem::replace(spoiled, true),
            None => false,
        }
    }
}

/// What one decoding shares among its values.
struct State {
    spoiled: Spoiled,
    faults: Faults,
    visits: u64,
    /// Something was marked in this pass, so its result is not the last word.
    dirty: bool,
}

impl State {
    /// Records an error that reached a place where decoding can go on. True when that is news.
    fn record(&mut self, error: DecodeError, root: NodeId) -> bool {
        let (target, fault) = error.into_parts();
        if let Some(fault) = fault {
            self.faults.push(fault);
        }
        self.dirty = true;
        self.spoiled.mark(target.unwrap_or(root))
    }

    fn report(&mut self, node: &Node, fault: Fault) {
        self.faults.push(fault);
        self.spoiled.mark(node.id);
    }
}

/// Decodes what can be decoded; `faults` gets everything that cannot.
pub(super) fn decode<T>(root: &Node, nodes: u32, faults: &mut Faults) -> (T, Spoiled)
where
    T: for<'de> Deserialize<'de> + Default,
{
    let spoiled = Spoiled(vec![false; nodes as usize]);
    if root.kind == Kind::Bad {
        return (T::default(), spoiled);
    }
    let faults_so_far = std::mem::take(faults);
    let state = RefCell::new(State { spoiled, faults: faults_so_far, visits: 0, dirty: false });
    let value = run_passes(root, &state);
    let State { spoiled, faults: found, .. } = state.into_inner();
    *faults = found;
    (value, spoiled)
}

fn run_passes<T>(root: &Node, state: &RefCell<State>) -> T
where
    T: for<'de> Deserialize<'de> + Default,
{
    let mut understood = T::default();
    loop {
        state.borrow_mut().dirty = false;
        let mut got_on = true;
        match T::deserialize(Value::new(root, state)) {
            Ok(value) => understood = value,
            Err(error) => got_on = state.borrow_mut().record(error, root.id),
        }
        let mut state = state.borrow_mut();
        if !state.dirty || !got_on || state.spoiled.has(root) {
            return understood;
        }
        if state.visits > MAX_DECODE_VISITS || state.faults.is_full() {
            state.faults.note_more();
            return understood;
        }
    }
}
