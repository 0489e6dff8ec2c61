//! A call of `tool_search`: its arguments, its answer, and the item that carries the answer.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{DEFAULT_LIMIT, SearchIndex, SearchOutcome};
use crate::tool::{NamespaceSpec, ToolSpec, default_namespace_description};

/// What the model asked for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SearchArguments {
    /// Free text.
    pub query: String,
    /// Most hits wanted; [`DEFAULT_LIMIT`] when absent.
    pub limit: Option<usize>,
}

/// Why a call found nothing to do.
///
/// Only [`SearchCallError::Arguments`] reaches the model as a text. The other two are noticed
/// during dispatch, where the model is answered with an empty [`tool_search_output`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchCallError {
    /// The query is blank.
    EmptyQuery,
    /// The limit is 0.
    ZeroLimit,
    /// The arguments are not a query and a whole number; holds what was wrong with them.
    Arguments(String),
}

impl fmt::Display for SearchCallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyQuery => f.write_str("query must not be empty"),
            Self::ZeroLimit => f.write_str("limit must be greater than zero"),
            Self::Arguments(why) => write!(f, "failed to parse tool_search arguments: {why}"),
        }
    }
}

impl std::error::Error for SearchCallError {}

/// What a call found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchAnswer {
    /// The hits by position and score.
    pub outcome: SearchOutcome,
    /// The same hits as the model loads them, one namespace per name.
    pub tools: Vec<Arc<NamespaceSpec>>,
}

/// Reads the arguments of a call.
///
/// # Errors
///
/// [`SearchCallError::Arguments`] for anything but an object with a `query` text and, if present, a
/// `limit` that is a whole number without sign or decimal point: even `2.0` is refused.
pub fn parse_arguments(json: &str) -> Result<SearchArguments, SearchCallError> {
    serde_json::from_str(json).map_err(|error| SearchCallError::Arguments(error.to_string()))
}

/// Answers a call. Finding nothing is a success.
///
/// # Errors
///
/// [`SearchCallError::EmptyQuery`] and [`SearchCallError::ZeroLimit`], checked in this order and
/// before the index is looked at.
pub fn answer(
    index: &SearchIndex,
    arguments: &SearchArguments,
) -> Result<SearchAnswer, SearchCallError> {
    let query = arguments.query.trim();
    if query.is_empty() {
        return Err(SearchCallError::EmptyQuery);
    }
    let limit = arguments.limit.unwrap_or(DEFAULT_LIMIT);
    if limit == 0 {
        return Err(SearchCallError::ZeroLimit);
    }
    let outcome = index.search(query, limit);
    let found = outcome.hits.iter().filter_map(|hit| index.infos().get(hit.index));
    let tools = coalesce(found.map(|info| &*info.output));
    Ok(SearchAnswer { outcome, tools })
}

/// One namespace per name, where the first of it stood and with the first one's description; the
/// members stay in rank order.
fn coalesce<'a>(found: impl Iterator<Item = &'a NamespaceSpec>) -> Vec<Arc<NamespaceSpec>> {
    let mut namespaces: Vec<NamespaceSpec> = Vec::new();
    let mut places: BTreeMap<Arc<str>, usize> = BTreeMap::new();
    for spec in found {
        match places.get(&spec.name) {
            Some(&place) => namespaces[place].tools.extend(spec.tools.iter().cloned()),
            None => {
                places.insert(spec.name.clone(), namespaces.len());
                namespaces.push(spec.clone());
            }
        }
    }
    for namespace in &mut namespaces {
        if namespace.description.trim().is_empty() {
            namespace.description = default_namespace_description(&namespace.name).into();
        }
    }
    namespaces.into_iter().map(Arc::new).collect()
}

/// The history item that brings `tools` to the model. A failed search sends the same item with no
/// tools.
pub fn tool_search_output(call_id: &str, tools: &[Arc<NamespaceSpec>]) -> Value {
    let wire = |tool: &Arc<NamespaceSpec>| {
        // Plain owned data with string keys always serializes.
        serde_json::to_value(ToolSpec::Namespace(NamespaceSpec::clone(tool))).unwrap_or_default()
    };
    json!({
        "type": "tool_search_output",
        "call_id": call_id,
        "status": "completed",
        "execution": "client",
        "tools": tools.iter().map(wire).collect::<Vec<_>>(),
    })
}
