//! [`NestedDefinition`]: what a cell gets of each nested tool, deferred ones included.
//!
//! Knows: a finished plan. May not know: cells and when they run. Made on demand, because most
//! samples run no cell.

use std::sync::Arc;

use super::declarations::Declarations;
use super::finalize::code_mode::NestedTools;
use super::registry::{RegisteredTool, Registry};
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
    let entries = || nested.values().filter_map(|name| registry.get(name));
    let texts = namespace_texts(entries());
    let mut tools: Vec<NestedDefinition> = entries()
        .filter_map(|entry| {
            let tool = declarations.get(&entry.runtime.name, &entry.runtime.spec)?;
            Some(NestedDefinition {
                raw_name: tool.raw_name.clone(),
                identifier: tool.identifier.clone(),
                name: entry.runtime.name.clone(),
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
pub(super) fn namespace_texts<'a>(
    nested: impl Iterator<Item = &'a RegisteredTool>,
) -> NamespaceTexts {
    let mut texts = NamespaceTexts::new();
    // Most tools continue the namespace of the one before, and its text is known then.
    let mut last: Option<&Arc<str>> = None;
    for entry in nested {
        let (Some(key), ToolSpec::Namespace(spec)) =
            (&entry.runtime.name.namespace, &*entry.runtime.spec)
        else {
            continue;
        };
        if last == Some(key) {
            continue;
        }
        let text = texts.entry(key.clone()).or_insert_with(|| NamespaceText {
            name: spec.name.clone(),
            text: spec.description.clone(),
        });
        if text.text.trim().is_empty() {
            text.text = spec.description.clone();
        }
        last = (!text.text.trim().is_empty()).then_some(key);
    }
    texts
}
