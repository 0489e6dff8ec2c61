//! [`web_search`]: the one tool the provider runs by itself. It is a spec only and never has a
//! registry entry.

use super::ToolSpec;
use crate::tool::{SearchContextSize, UserLocation, WebSearchFilters, WebSearchSpec};

/// The resolved mode of the hosted search. A disabled search has no spec, hence no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WebSearchMode {
    /// Stored pages only.
    Cached,
    /// Live, but only pages of the index.
    Indexed,
    /// Live.
    Live,
}

/// What the configuration and the model add to the hosted search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WebSearchOptions {
    /// Domain filter, copied when set.
    pub filters: Option<WebSearchFilters>,
    /// Rough location of the user, copied when set.
    pub user_location: Option<UserLocation>,
    /// Context size, copied when set.
    pub search_context_size: Option<SearchContextSize>,
    /// True for a model that takes text and images from a search.
    pub images: bool,
}

/// The spec of the hosted `web_search`.
///
/// Upstream: `codex-rs/core/src/tools/spec_plan.rs` 546-576.
pub fn web_search(mode: WebSearchMode, options: &WebSearchOptions) -> ToolSpec {
    ToolSpec::WebSearch(WebSearchSpec {
        external_web_access: Some(mode != WebSearchMode::Cached),
        indexed_web_access: (mode == WebSearchMode::Indexed).then_some(true),
        filters: options.filters.clone(),
        user_location: options.user_location.clone(),
        search_context_size: options.search_context_size,
        search_content_types: options.images.then(|| vec!["text", "image"]),
    })
}
