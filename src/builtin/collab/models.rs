//! The list of models in the spawn description.

use std::sync::Arc;

use super::MultiAgentVersion;

/// Most presets a spawn description lists.
pub const MAX_LISTED_PRESETS: usize = 5;

/// A model the user could pick.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ModelPreset {
    /// The value of `model`.
    pub name: Arc<str>,
    /// What the model is good for.
    pub description: Arc<str>,
    /// Shown in the model picker?
    pub picker_visible: bool,
    /// The multi-agent version the preset declares, if any.
    pub version: Option<MultiAgentVersion>,
}

/// The presets a spawn description lists: visible in the picker, the first
/// [`MAX_LISTED_PRESETS`] of them. With `skip_disabled` (version 2) those that declare
/// [`MultiAgentVersion::Disabled`] are left out before counting.
pub fn listed_presets(presets: &[ModelPreset], skip_disabled: bool) -> Vec<&ModelPreset> {
    presets
        .iter()
        .filter(|preset| preset.picker_visible)
        .filter(|preset| !skip_disabled || preset.version != Some(MultiAgentVersion::Disabled))
        .take(MAX_LISTED_PRESETS)
        .collect()
}

/// The paragraph about models, for the end of a spawn description.
pub(super) fn models_paragraph(presets: &[ModelPreset], skip_disabled: bool) -> String {
    let listed = listed_presets(presets, skip_disabled);
    if listed.is_empty() {
        return "No model override is loaded.".to_owned();
    }
    let lines =
        listed.iter().map(|preset| format!("\n- `{}`: {}", preset.name, preset.description));
    format!("Models that `model` can name:{}", lines.collect::<String>())
}

/// When to name a model at all.
pub(super) const INHERIT: &str = "Without `model` the new agent runs on the model of this agent. \
Keep it so unless the user asked for another one or the task clearly needs it.";
