//! Bounds of a cell's memory: V8's own heap, and the buffers beside it.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Room for a script that is being stopped. V8 gives up, and with it the process, if it finds none
/// before it reaches a point where it can stop; the largest single thing a script can ask for, an
/// array or a string, takes half of this.
const ROOM: usize = 2 * 1024 * 1024 * 1024;
/// Alignment of buffers, as `malloc` would give.
const ALIGN: usize = 16;

/// Watches one heap.
pub(super) struct HeapGuard {
    full: AtomicBool,
    handle: v8::IsolateHandle,
}

impl HeapGuard {
    /// Has the heap been full?
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Stops the script of `isolate` when its heap is nearly full. The guard has to live as long as
    /// the isolate.
    pub(super) fn watch(isolate: &mut v8::Isolate) -> Box<HeapGuard> {
        let guard = Box::new(HeapGuard {
            full: AtomicBool::new(false),
            handle: isolate.thread_safe_handle(),
        });
        let data = (&raw const *guard).cast_mut().cast::<c_void>();
        isolate.add_near_heap_limit_callback(nearly_full, data);
        guard
    }
}

unsafe extern "C" fn nearly_full(data: *mut c_void, _: usize, initial: usize) -> usize {
    // SAFETY: `data` is the guard of `watch`, which outlives the isolate; it is only read.
    let guard = unsafe { &*data.cast::<HeapGuard>() };
    guard.full.store(true, Ordering::Relaxed);
    guard.handle.terminate_execution();
    initial.saturating_add(ROOM)
}

/// Memory of array buffers, which V8 does not count to its heap.
struct Buffers {
    used: AtomicUsize,
    most: usize,
}

impl Buffers {
    /// A layout for `length` bytes, if they fit.
    fn take(&self, length: usize) -> Option<Layout> {
        let layout = Layout::from_size_align(length.max(1), ALIGN).ok()?;
        let fits = |used: usize| used.checked_add(layout.size()).filter(|sum| *sum <= self.most);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).ok().map(|_| layout)
    }
}

static BUFFERS: v8::RustAllocatorVtable<Buffers> = v8::RustAllocatorVtable {
    allocate: zeroed,
    allocate_uninitialized: uninitialized,
    free,
    drop: forget,
};

/// An allocator that gives out at most `most` bytes at a time. A script that wants more gets a
/// RangeError.
pub(super) fn buffers(most: usize) -> v8::UniqueRef<v8::Allocator> {
    let buffers = Arc::new(Buffers { used: AtomicUsize::new(0), most });
    // SAFETY: the handle comes from an Arc and `forget`, called once, gives it back.
    unsafe { v8::new_rust_allocator(Arc::into_raw(buffers), &BUFFERS) }
}

unsafe extern "C" fn zeroed(buffers: &Buffers, length: usize) -> *mut c_void {
    // SAFETY: a layout of `take` is never empty.
    let memory = buffers.take(length).map(|layout| unsafe { alloc_zeroed(layout) });
    memory.map_or(std::ptr::null_mut(), <*mut u8>::cast)
}

unsafe extern "C" fn uninitialized(buffers: &Buffers, length: usize) -> *mut c_void {
    // SAFETY: a layout of `take` is never empty.
    let memory = buffers.take(length).map(|layout| unsafe { alloc(layout) });
    memory.map_or(std::ptr::null_mut(), <*mut u8>::cast)
}

unsafe extern "C" fn free(buffers: &Buffers, memory: *mut c_void, length: usize) {
    let Ok(layout) = Layout::from_size_align(length.max(1), ALIGN) else { return };
    if memory.is_null() {
        return;
    }
    // SAFETY: V8 frees what `zeroed` or `uninitialized` gave for the same length.
    unsafe { dealloc(memory.cast::<u8>(), layout) };
    buffers.used.fetch_sub(layout.size(), Ordering::Relaxed);
}

unsafe extern "C" fn forget(buffers: *const Buffers) {
    // SAFETY: this is the Arc of `buffers`, given back once.
    drop(unsafe { Arc::from_raw(buffers) });
}
