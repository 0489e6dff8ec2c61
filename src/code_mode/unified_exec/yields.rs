//! How long a call watches a process.

/// Shortest yield time, in ms.
pub const MIN_YIELD_MS: u64 = 250;
/// Longest yield time of `exec_command`, and of `write_stdin` that writes, in ms.
pub const MAX_YIELD_MS: u64 = 30_000;
/// Yield time of an `exec_command` that names none, in ms.
pub const DEFAULT_EXEC_YIELD_MS: u64 = 10_000;
/// Yield time of a `write_stdin` that names none, in ms.
pub const DEFAULT_WRITE_YIELD_MS: u64 = 250;
/// Shortest yield time of a `write_stdin` that only reads, in ms.
pub const MIN_READ_YIELD_MS: u64 = 5_000;
/// Longest yield time of a `write_stdin` that only reads, in ms, unless configured.
pub const MAX_READ_YIELD_MS: u64 = 300_000;

/// The ms an `exec_command` watches.
pub fn exec_yield_ms(requested: u64) -> u64 {
    requested.clamp(MIN_YIELD_MS, MAX_YIELD_MS)
}

/// The ms a `write_stdin` watches. `max_read_ms` is the configured bound for calls that only read;
/// it never shortens them below [`MIN_READ_YIELD_MS`].
pub fn write_yield_ms(requested: u64, writes: bool, max_read_ms: u64) -> u64 {
    if writes {
        return requested.clamp(MIN_YIELD_MS, MAX_YIELD_MS);
    }
    requested.clamp(MIN_READ_YIELD_MS, max_read_ms.max(MIN_READ_YIELD_MS))
}
