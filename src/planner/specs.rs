//! [`SpecCache`]: specs of built-in tools by their options, made once. A cache, never a decision.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::builtin::collab::{AgentRole, ModelPreset};
use crate::tool::ToolSpec;

/// What a built-in spec depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpecKey {
    /// Which tool.
    pub tool: &'static str,
    /// Its options, packed by the source that owns the tool.
    pub options: u64,
    /// A name or text it depends on.
    pub text: Option<Arc<str>>,
}

impl SpecKey {
    /// A tool without options.
    pub fn fixed(tool: &'static str) -> Self {
        Self { tool, options: 0, text: None }
    }

    /// A tool with packed options.
    pub fn with(tool: &'static str, options: u64) -> Self {
        Self { tool, options, text: None }
    }
}

/// Most specs kept; beyond it the cache starts over.
const MAX_SPECS: usize = 512;

/// Specs made so far.
#[derive(Debug, Default)]
pub struct SpecCache {
    made: IndexMap<SpecKey, Arc<ToolSpec>>,
    spawn: Option<SpawnSlot>,
}

#[derive(Debug)]
struct SpawnSlot {
    roles: Arc<[AgentRole]>,
    presets: Arc<[ModelPreset]>,
    options: (&'static str, u64),
    namespace: Option<Arc<str>>,
    spec: Arc<ToolSpec>,
}

impl SpecCache {
    /// The spec under `key`, made now if it is new.
    pub fn get(&mut self, key: SpecKey, make: impl FnOnce() -> ToolSpec) -> Arc<ToolSpec> {
        if let Some(spec) = self.made.get(&key) {
            return spec.clone();
        }
        if self.made.len() >= MAX_SPECS {
            self.made.clear();
        }
        let spec = Arc::new(make());
        self.made.insert(key, spec.clone());
        spec
    }

    /// The spec of a `spawn_agent`, which also depends on roles and presets. One slot.
    pub fn spawn(
        &mut self,
        options: (&'static str, u64),
        namespace: Option<&Arc<str>>,
        roles: &Arc<[AgentRole]>,
        presets: &Arc<[ModelPreset]>,
        make: impl FnOnce() -> ToolSpec,
    ) -> Arc<ToolSpec> {
        if let Some(slot) = &self.spawn
            && slot.options == options
            && slot.namespace.as_ref() == namespace
            && slot.roles == *roles
            && slot.presets == *presets
        {
            return slot.spec.clone();
        }
        let spec = Arc::new(make());
        self.spawn = Some(SpawnSlot {
            roles: roles.clone(),
            presets: presets.clone(),
            options,
            namespace: namespace.cloned(),
            spec: spec.clone(),
        });
        spec
    }
}
