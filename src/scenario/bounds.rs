//! The bounds of a scenario file. Whatever goes past one of them is a problem with its place, never
//! a silent cut.

use crate::code_mode::engine::limits::EngineLimits;

/// Size of a scenario file, in bytes.
pub const MAX_FILE_BYTES: usize = 8 * 1024 * 1024;
/// Size of a captured `tools/list` file, in bytes.
pub const MAX_CAPTURE_BYTES: usize = 8 * 1024 * 1024;
/// Brackets inside brackets in a scenario file.
pub const MAX_NESTING: usize = 128;
/// Values in a scenario file: every number, text, list and group counts once.
pub const MAX_NODES: u32 = 500_000;
/// Problems that are listed; a last line says when there are more.
pub const MAX_PROBLEMS: usize = 100;
/// Faults of the notation (brackets, commas, quotes) after which reading stops.
pub const MAX_SYNTAX_PROBLEMS: usize = 20;
/// Values visited while decoding, over all passes. Small files get as many passes as they need.
pub const MAX_DECODE_VISITS: u64 = 4_000_000;
/// Beats and events together, over the script, `events` and every `during`.
pub const MAX_EVENTS: usize = 10_000;
/// Calls over all samples.
pub const MAX_CALLS: usize = 10_000;
/// Configured servers, over `start` and all events.
pub const MAX_SERVERS: usize = 1_000;
/// Tools over all servers, list changes, extensions and client tools.
pub const MAX_TOOLS: usize = 20_000;
/// A name: of a server, tool, environment, role, plugin, namespace. In bytes.
pub const MAX_NAME_BYTES: usize = 4 * 1024;
/// Any other text: a description, a schema, an argument. In bytes.
pub const MAX_TEXT_BYTES: usize = 2 * 1024 * 1024;
/// Brackets inside brackets in a JSON schema; the planner's own bound.
pub const MAX_SCHEMA_DEPTH: usize = crate::schema::MAX_SCHEMA_DEPTH;
/// Work of a replay: servers, their tools, extension and client tools, environments and hooks, times
/// the moments (samples, events, calls) at which a table may have to be made of them.
pub const MAX_REPLAY_WORK: u64 = 1_000_000;
/// Handlers and their answers together.
pub const MAX_ANSWERS: usize = 20_000;
/// Processes, their pieces of output and their answers to standard input together.
pub const MAX_CHUNKS: usize = 20_000;
/// Calls of a scenario that start a cell.
pub const MAX_CELLS: usize = 1_000;
/// What all cells of a scenario may use together; each gets an equal part, and never more than
/// [`EngineLimits::default`] allows. Calls and timeouts are effects and every engine turn comes from
/// one of them, so this bounds the turns of a run as well.
pub const MAX_OF_ALL_CELLS: EngineLimits = EngineLimits {
    steps: 50_000_000,
    recursion: u32::MAX,
    heap_bytes: 1024 * 1024 * 1024,
    output_bytes: 64 * 1024 * 1024,
    effects: 1_000_000,
    real_ms: 250_000,
};
/// Any virtual time or duration, in ms (about 31 years).
pub const MAX_TIME_MS: u64 = 1_000_000_000_000;

/// One bound, for documentation and `--help` texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// What is bounded.
    pub what: &'static str,
    /// The largest value that is still fine.
    pub at_most: u64,
    /// Its unit.
    pub unit: &'static str,
}

/// Every bound of the format, in the order of the documentation.
pub const ALL: [Bound; 20] = [
    bound("scenario file", MAX_FILE_BYTES as u64, "bytes"),
    bound("captured tools/list file", MAX_CAPTURE_BYTES as u64, "bytes"),
    bound("brackets inside brackets", MAX_NESTING as u64, "levels"),
    bound("values in a file", MAX_NODES as u64, "values"),
    bound("problems listed", MAX_PROBLEMS as u64, "problems"),
    bound("beats and events", MAX_EVENTS as u64, "events"),
    bound("calls", MAX_CALLS as u64, "calls"),
    bound("configured servers", MAX_SERVERS as u64, "servers"),
    bound("tools", MAX_TOOLS as u64, "tools"),
    bound("a name", MAX_NAME_BYTES as u64, "bytes"),
    bound("any other text", MAX_TEXT_BYTES as u64, "bytes"),
    bound("depth of a JSON schema", MAX_SCHEMA_DEPTH as u64, "levels"),
    bound("servers, tools, environments and hooks times moments", MAX_REPLAY_WORK, "steps"),
    bound("handlers and answers", MAX_ANSWERS as u64, "answers"),
    bound("processes and pieces of output", MAX_CHUNKS as u64, "pieces"),
    bound("cells", MAX_CELLS as u64, "cells"),
    bound("turns of loops in all cells", MAX_OF_ALL_CELLS.steps, "steps"),
    bound("effects of all cells", MAX_OF_ALL_CELLS.effects as u64, "effects"),
    bound("output of all cells", MAX_OF_ALL_CELLS.output_bytes, "bytes"),
    bound("a virtual time", MAX_TIME_MS, "ms"),
];

const fn bound(what: &'static str, at_most: u64, unit: &'static str) -> Bound {
    Bound { what, at_most, unit }
}
