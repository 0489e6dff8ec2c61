//! [`SpecCache`]: specs of built-in tools by their options, made once. A cache, never a decision.

use std::sync::Arc;

use indexmap::IndexMap;

use super::finalize::code_mode::ExecKey;
use super::inputs::{DynamicTool, ExtensionTool};
use crate::builtin::collab::{AgentRole, ModelPreset, WaitTimeouts};
use crate::builtin::environment::{HostTextVerdict, HostTexts};
use crate::schema::SchemaError;
use crate::search::SearchInfo;
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
    /// Client tools of the last list.
    pub dynamic: Slot<(Arc<[DynamicTool]>, usize), Prepared>,
    /// Search infos of the last extensions.
    pub extensions: Slot<Arc<[ExtensionTool]>, Vec<Option<Arc<SearchInfo>>>>,
    /// `wait_agent` of the second generation, by namespace and timeouts.
    pub wait_agent: Slot<(Option<Arc<str>>, WaitTimeouts), ToolSpec>,
    /// `wait_for_environment`, by the host's texts.
    pub wait_for_environment: Slot<Option<HostTexts>, (Arc<ToolSpec>, HostTextVerdict)>,
    /// `exec`, by everything its text depends on.
    pub exec: Slot<ExecKey, ToolSpec>,
    made: IndexMap<SpecKey, Arc<ToolSpec>>,
    infos: IndexMap<&'static str, (Arc<ToolSpec>, Option<Arc<SearchInfo>>)>,
    spawn: Option<SpawnSlot>,
}

/// Client tools after preparation, in the order of the list.
pub type Prepared = Vec<Result<(Arc<ToolSpec>, Option<Arc<SearchInfo>>), SchemaError>>;

/// The last value, with what it was made of.
#[derive(Debug)]
pub struct Slot<K, V>(Option<(K, Arc<V>)>);

impl<K, V> Default for Slot<K, V> {
    fn default() -> Self {
        Slot(None)
    }
}

impl<K: PartialEq, V> Slot<K, V> {
    /// The value of `key`, made now unless it is the last one.
    pub fn get(&mut self, key: K, make: impl FnOnce(&K) -> V) -> Arc<V> {
        if let Some((last, value)) = &self.0
            && *last == key
        {
            return value.clone();
        }
        let value = Arc::new(make(&key));
        self.0 = Some((key, value.clone()));
        value
    }
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

    /// The search info of a built-in, made anew when its spec is another one.
    pub fn info(
        &mut self,
        tool: &'static str,
        spec: &Arc<ToolSpec>,
        make: impl FnOnce() -> Option<SearchInfo>,
    ) -> Option<Arc<SearchInfo>> {
        match self.infos.get(tool) {
            Some((known, info)) if Arc::ptr_eq(known, spec) => info.clone(),
            _ => {
                let info = make().map(Arc::new);
                self.infos.insert(tool, (spec.clone(), info.clone()));
                info
            }
        }
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
