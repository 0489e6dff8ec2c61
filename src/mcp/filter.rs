//! Which raw tools of a server may reach the model at all.
//!
//! Two independent questions: did the configuration let the tool through
//! ([`ToolFilter`]), and did the server itself keep it for its own user
//! interface ([`visibility`])? Knows only strings and JSON; runs before any
//! name is changed. Start with [`ToolFilter::decide`].

use std::collections::BTreeSet;

use serde_json::Value;

/// The two name lists of one server's configuration. Entries are **raw** tool
/// names, exactly as the server spells them; an entry in sanitized spelling
/// matches nothing. The default lets everything through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolFilter {
    /// `enabled_tools`: when set, only these names pass. An empty set closes
    /// the server.
    pub enabled: Option<BTreeSet<String>>,
    /// `disabled_tools`: these names never pass, even when also enabled.
    pub disabled: BTreeSet<String>,
}

impl ToolFilter {
    /// Answers for one raw tool name. The allow list is asked first, so a name
    /// that fails both lists reports [`FilterDecision::NotInEnabled`].
    pub fn decide(&self, raw: &str) -> FilterDecision {
        if let Some(enabled) = &self.enabled
            && !enabled.contains(raw)
        {
            return FilterDecision::NotInEnabled;
        }
        if self.disabled.contains(raw) {
            return FilterDecision::InDisabled;
        }
        FilterDecision::Allowed
    }
}

/// What a [`ToolFilter`] said about one raw name, and which list said it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterDecision {
    /// The tool takes part.
    Allowed,
    /// `enabled_tools` is set and does not name the tool.
    NotInEnabled,
    /// `disabled_tools` names the tool.
    InDisabled,
}

/// Whether a server offers a tool to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// The model may see the tool.
    Visible,
    /// The tool is meant for the server's user interface. It is never
    /// registered, yet it still takes part in name normalization.
    HiddenByUi,
}

/// Reads `ui.visibility` in a tool's `_meta` object (`meta` is the value of
/// `_meta`, not the tool).
///
/// Only a list can hide a tool: it does so unless one of its entries is the
/// string `model`. Anything that is not a list counts as absent.
pub fn visibility(meta: Option<&Value>) -> Visibility {
    let list = meta
        .and_then(|meta| meta.get("ui"))
        .and_then(|ui| ui.get("visibility"))
        .and_then(Value::as_array);
    match list {
        Some(audiences) if !audiences.iter().any(|a| a == "model") => Visibility::HiddenByUi,
        _ => Visibility::Visible,
    }
}
