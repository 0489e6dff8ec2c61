//! [`confine`]: what the child takes from itself before it runs anything.

/// Address space of a child whose engine does not bound its own heap, in bytes. A trivial cell on boa
/// needs about 100 MiB, 64 of them the stack that cells run on; the rest is for scripts.
pub const MEMORY_BYTES: u64 = 512 * 1024 * 1024;
/// Stack that cells run on, in bytes. The engine's own bounds on recursion are met long before.
pub const STACK_BYTES: usize = 64 * 1024 * 1024;

/// Limits the address space of this process and switches core dumps off.
///
/// Without `memory_bytes` the address space stays free: V8 reserves far more of it than it uses, and
/// has a heap limit of its own. Where the system has no such limits (Windows) or does not keep them
/// (macOS accepts no limit of the address space), the process runs without; it is a child, so that
/// its end is still not the end of the program.
#[cfg(unix)]
pub fn confine(memory_bytes: Option<u64>) {
    use rlimit::{Resource, setrlimit};

    let _ = setrlimit(Resource::CORE, 0, 0);
    if let Some(bytes) = memory_bytes {
        let _ = setrlimit(Resource::AS, bytes, bytes);
    }
}

/// This system has no such limits.
#[cfg(not(unix))]
pub fn confine(_memory_bytes: Option<u64>) {}
