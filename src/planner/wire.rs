//! The JSON of the list exactly as a request carries it, and what it costs.

use std::sync::Arc;

use super::visible::VisibleEntry;
use crate::tool::{DEFAULT_NAMESPACE, NamespaceSpec, NamespaceTool, ToolSpec};

/// Bytes that count as one token, rounded up.
pub const BYTES_PER_TOKEN: usize = 4;

/// Tokens of a text of `bytes` bytes.
pub fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(BYTES_PER_TOKEN)
}

/// The specs in wire form: one after the other, or regrouped for Responses Lite.
///
/// Upstream: `codex-rs/core/src/session/turn.rs` 1312-1340.
pub fn wire_specs(visible: &[VisibleEntry], lite: bool, namespaces: bool) -> Vec<Arc<ToolSpec>> {
    if !lite || !namespaces {
        return visible.iter().map(|entry| entry.spec.clone()).collect();
    }
    let mut specs: Vec<Arc<ToolSpec>> = Vec::new();
    let mut place = None;
    let mut collected: Vec<Arc<NamespaceTool>> = Vec::new();
    let mut description: Arc<str> = "".into();
    for entry in visible {
        match &*entry.spec {
            ToolSpec::Function(spec) => {
                collected.push(Arc::new(NamespaceTool::Function(spec.clone())));
            }
            ToolSpec::Freeform(spec) => {
                collected.push(Arc::new(NamespaceTool::Freeform(spec.clone())));
            }
            ToolSpec::Namespace(spec) if &*spec.name == DEFAULT_NAMESPACE => {
                collected.extend(spec.tools.iter().cloned());
                if !spec.description.trim().is_empty() {
                    description = spec.description.clone();
                }
            }
            _ => {
                specs.push(entry.spec.clone());
                continue;
            }
        }
        place.get_or_insert(specs.len());
    }
    if let Some(place) = place.filter(|_| !collected.is_empty()) {
        let group = NamespaceSpec { name: DEFAULT_NAMESPACE.into(), description, tools: collected };
        specs.insert(place, Arc::new(ToolSpec::Namespace(group)));
    }
    specs
}
