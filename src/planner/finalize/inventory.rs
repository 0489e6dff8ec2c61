//! 4g: the namespace inventory that is published to turn metadata.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::code_mode::NestedTools;
use crate::planner::inputs::PlanInputs;
use crate::planner::ledger::CandidateSet;
use crate::planner::registry::Registry;
use crate::tool::{DEFAULT_NAMESPACE, ToolExposure, ToolName, ToolSpec};

/// One function of the inventory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolInfo {
    /// Function name.
    pub name: Arc<str>,
    /// In the final visible list.
    pub direct: bool,
    /// Deferred, with a visible `tool_search` to find it.
    pub deferred: bool,
    /// Identifier in cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_mode_name: Option<Arc<str>>,
    /// The MCP server, or `harness`.
    pub source: Arc<str>,
}

/// Namespace, then function name.
pub type Inventory = BTreeMap<Arc<str>, BTreeMap<Arc<str>, ToolInfo>>;

/// Is the inventory published at all?
pub fn is_on(inputs: &PlanInputs) -> bool {
    inputs.config.turn_metadata_includes_tool_info && inputs.model.responses_lite
}

/// Builds the inventory. `shown` holds what is in the final list; `search_shown` says whether the
/// search itself is in it.
pub fn build(
    registry: &Registry,
    nested: &NestedTools,
    shown: &CandidateSet,
    search_shown: bool,
) -> Inventory {
    let identifiers: BTreeMap<ToolName, &Arc<str>> =
        nested.iter().map(|(identifier, name)| (name.canonical(), identifier)).collect();
    let mut inventory = Inventory::new();
    for (name, entry) in registry.iter() {
        if entry.exposure == ToolExposure::Hidden {
            continue;
        }
        let (namespace, function): (Arc<str>, Arc<str>) = match &*entry.runtime.spec {
            ToolSpec::ToolSearch(_) => ("tool_search".into(), "tool_search_tool".into()),
            ToolSpec::Namespace(spec) => (spec.name.clone(), name.name.clone()),
            ToolSpec::WebSearch(_) => continue,
            _ => (DEFAULT_NAMESPACE.into(), name.name.clone()),
        };
        let info = ToolInfo {
            name: function.clone(),
            direct: shown.contains(entry.candidate),
            deferred: entry.exposure.is_deferred()
                && entry.runtime.search.is_some()
                && search_shown,
            code_mode_name: identifiers.get(name).map(|identifier| (*identifier).clone()),
            source: entry.runtime.origin.server().cloned().unwrap_or_else(|| "harness".into()),
        };
        if info.direct || info.deferred || info.code_mode_name.is_some() {
            inventory.entry(namespace).or_default().insert(function, info);
        }
    }
    inventory
}
