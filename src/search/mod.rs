//! The way back to deferred tools: their search documents, the BM25 index over them, the
//! `tool_search` spec and the answer to a call of it.
//!
//! Knows: tool vocabulary, schemas, the `bm25` crate. May not know: the planner that decides what is
//! deferred, sessions, traces. Nothing here depends on hash order or time: the same infos in the
//! same order always give the same bytes.
//! Start reading at [`SearchInfo`], then [`SearchIndex::search`], then [`answer`].

mod call;
mod document;
mod index;
mod info;
mod postings;
mod slot;
mod spec;

pub use call::{
    SearchAnswer, SearchArguments, SearchCallError, answer, parse_arguments, tool_search_output,
};
pub use document::{McpDocument, mcp_document};
pub use index::{Hit, SearchIndex, SearchOutcome, TieCut, TokenScore};
pub use info::{SearchInfo, SearchSource};
pub use slot::{Reuse, SearchEntry, SearchKey, SearchSlot, SearchTool};
pub use spec::{DEFAULT_LIMIT, SOURCE_SECTION_BOUND, tool_search_spec};
