//! [`SearchSlot`]: the one-slot cache that spares a session the index it already has.

use std::sync::Arc;

use super::{SearchIndex, SearchInfo, tool_search_spec};
use crate::tool::ToolSpec;

/// The last search tool of a session. One slot: two inputs that alternate rebuild every time.
///
/// Upstream: `ToolSearchHandlerCache`, `codex-rs/core/src/tools/handlers/tool_search.rs`.
#[derive(Clone, Debug, Default)]
pub struct SearchSlot {
    last: Option<Filled>,
}

#[derive(Clone, Debug)]
struct Filled {
    entries: Vec<SearchEntry>,
    omit_sources: bool,
    tool: Arc<SearchTool>,
}

impl SearchSlot {
    /// The search tool over `entries`, which stand in registration order.
    ///
    /// [`Reuse::Reused`] when the list and the listing mode are those of the last call. Otherwise a
    /// new tool; it still shares the old tool's index as far as the documents are the same.
    pub fn get(&mut self, entries: &[SearchEntry], omit_sources: bool) -> (Arc<SearchTool>, Reuse) {
        if let Some(last) = &self.last
            && last.omit_sources == omit_sources
            && last.entries == entries
        {
            return (last.tool.clone(), Reuse::Reused);
        }
        let infos: Vec<_> = entries.iter().map(|entry| entry.info.clone()).collect();
        let spec = Arc::new(tool_search_spec(&infos, omit_sources));
        let previous = self.last.as_ref().map(|last| &last.tool.index);
        let tool = Arc::new(SearchTool { index: SearchIndex::rebuild(previous, infos), spec });
        self.last = Some(Filled { entries: entries.to_vec(), omit_sources, tool: tool.clone() });
        (tool, Reuse::Built)
    }
}

/// One deferred tool, as the cache compares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchEntry {
    /// What makes it the same tool as last time.
    pub key: SearchKey,
    /// What is indexed.
    pub info: Arc<SearchInfo>,
}

/// What makes a deferred tool the same one as in the last plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchKey {
    /// Its search info alone: dynamic, extension and collaboration tools.
    Value,
    /// The handler object, by a number that a session never gives twice: MCP tools. An equal but
    /// rebuilt handler is another tool.
    Handler(u64),
}

/// Where the search tool of a plan came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reuse {
    /// The very object of the last plan.
    Reused,
    /// A new one.
    Built,
}

/// What the registry holds under `tool_search`.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTool {
    /// Answers the calls.
    pub index: SearchIndex,
    /// What the model is told.
    pub spec: Arc<ToolSpec>,
}
