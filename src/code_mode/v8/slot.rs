//! [`Slot`]: what a cell keeps inside its isolate, where native calls find it.

use std::collections::BTreeMap;

use crate::code_mode::engine::state::CellState;

/// Rejections kept before those that were handled meanwhile are sorted out.
const REJECTIONS: usize = 256;

/// Everything native calls need.
pub(super) struct Slot {
    /// What every engine keeps.
    pub(super) state: CellState,
    /// Resolvers of nested calls in flight, by the number of the call.
    pub(super) calls: BTreeMap<u32, v8::Global<v8::PromiseResolver>>,
    /// Callbacks of timeouts, by id.
    pub(super) timeouts: BTreeMap<u32, v8::Global<v8::Function>>,
    /// V8's number of the cell's module, once it is compiled.
    pub(super) script: Option<usize>,
    rejections: Vec<v8::Global<v8::Promise>>,
    /// Length at which `rejections` is looked through.
    crowded: usize,
}

impl Slot {
    pub(super) fn new(state: CellState) -> Slot {
        Slot {
            state,
            calls: BTreeMap::new(),
            timeouts: BTreeMap::new(),
            script: None,
            rejections: Vec::new(),
            crowded: REJECTIONS,
        }
    }

    /// Takes the promises that were rejected without a handler since the last call, in order.
    pub(super) fn take_rejections(&mut self) -> Vec<v8::Global<v8::Promise>> {
        self.crowded = REJECTIONS;
        std::mem::take(&mut self.rejections)
    }
}

/// The slot of the cell that a scope belongs to.
pub(super) fn of(isolate: &mut v8::Isolate) -> &mut Slot {
    isolate.get_slot_mut::<Slot>().expect("a cell sets its slot before it runs anything")
}

/// Notes a promise that was rejected before anybody listened. Most are handled a moment later, so
/// a long list is thinned out; its bound doubles, so that this stays linear.
pub(super) fn note_rejection(
    scope: &mut v8::PinScope<'_, '_>,
    promise: v8::Local<'_, v8::Promise>,
) {
    let kept = v8::Global::new(scope, promise);
    let slot = of(scope);
    slot.rejections.push(kept);
    if slot.rejections.len() < slot.crowded {
        return;
    }
    let mut rejections = std::mem::take(&mut slot.rejections);
    {
        v8::scope!(let scope, scope);
        rejections.retain(|promise| !v8::Local::new(scope, promise).has_handler());
    }
    let slot = of(scope);
    slot.crowded = REJECTIONS.max(rejections.len() * 2);
    slot.rejections = rejections;
}
