//! [`NestedDefinition`]: what a cell gets of each nested tool, deferred ones included.
//!
//! Knows: a finished plan. May not know: cells and when they run. Made on demand, because most
//! samples run no cell.

use std::sync::Arc;

use super::declarations::Declarations;
use super::finalize::code_mode::NestedTools;
use super::registry::Registry;
use crate::builtin::code_mode::{NamespaceText, NamespaceTexts, NestedKind, all_tools_text};
use crate::tool::{ToolName, ToolSpec};

/// A nested tool as a cell is given it.
///
/// Upstream: `codex-rs/core/src/tools/code_mode/`, the list an `exec` call sends along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedDefinition {
    /// The code-mode name before it was made an identifier; the list is in its order.
    pub raw_name: Arc<str>,
    /// The member of `tools`, and the name in `ALL_TOOLS`.
    pub identifier: Arc<str>,
    /// The tool a call is dispatched to.
    pub name: ToolName,
    /// What a call sends.
    pub kind: NestedKind,
    /// The text in `ALL_TOOLS`: text of the namespace, description, declaration.
    pub description: Arc<str>,
}

/// The list for cells: sorted by raw name in byte order, each raw name once.
pub(super) fn cell_tools(
    registry: &Registry,
    nested: &NestedTools,
    declarations: &Declarations,
) -> Arc<[NestedDefinition]> {
    let texts = namespace_texts(registry, nested);
    let mut tools: Vec<NestedDefinition> = nested
        .values()
        .filter_map(|name| {
            let entry = registry.get(name)?;
            let tool = declarations.get(name, &entry.runtime.spec)?;
            Some(NestedDefinition {
                raw_name: tool.raw_name.clone(),
                identifier: tool.identifier.clone(),
                name: name.clone(),
                kind: tool.kind,
                description: all_tools_text(&tool, &texts),
            })
        })
        .collect();
    tools.sort_by(|a, b| a.raw_name.cmp(&b.raw_name));
    tools.dedup_by(|later, first| later.raw_name == first.raw_name);
    tools.into()
}

/// The text of each namespace: the first one among its nested tools that is not blank.
///
/// The reference does not say whose texts count; here every nested tool's does, deferred or not, in
/// registry order.
pub(super) fn namespace_texts(registry: &Registry, nested: &NestedTools) -> NamespaceTexts {
    let mut texts = NamespaceTexts::new();
    for name in nested.values() {
        let Some(entry) = registry.get(name) else { continue };
        let (Some(key), ToolSpec::Namespace(spec)) = (&name.namespace, &*entry.runtime.spec) else {
            continue;
        };
        match texts.get_mut(key) {
            Some(known) if known.text.trim().is_empty() => known.text = spec.description.clone(),
            Some(_) => {}
            None => {
                let text = spec.description.clone();
                texts.insert(key.clone(), NamespaceText { name: spec.name.clone(), text });
            }
        }
    }
    texts
}
