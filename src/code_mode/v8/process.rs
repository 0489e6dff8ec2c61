//! What happens once per process: V8 is initialised and the startup snapshot is made.

use std::sync::OnceLock;

use super::snapshot;

/// V8 as it is ready for cells.
pub(super) struct Ready {
    /// The startup snapshot.
    pub(super) snapshot: &'static [u8],
}

/// Initialises V8 on first use.
///
/// # Errors
/// Why no cell can run; the same at every call.
pub(super) fn ready() -> Result<&'static Ready, &'static str> {
    static READY: OnceLock<Result<Ready, &'static str>> = OnceLock::new();
    READY.get_or_init(initialise).as_ref().map_err(|why| *why)
}

fn initialise() -> Result<Ready, &'static str> {
    // Any thread may be the first to open a cell, so no thread may be the parent of all others.
    let platform = v8::new_unprotected_default_platform(0, false).make_shared();
    v8::V8::initialize_platform(platform);
    v8::V8::initialize();
    Ok(Ready { snapshot: snapshot::make()? })
}
