//! [`Registry`]: the insertion-ordered table of everything that can be dispatched.

use std::sync::Arc;

use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::builtin::PayloadKinds;
use crate::mcp::binding::BoundTool;
use crate::search::SearchInfo;
use crate::tool::{ToolExposure, ToolName, ToolSpec};

/// Names in the default namespace that no external tool may take, whether or not the built-in of
/// that name is registered.
///
/// Upstream: `codex-rs/core/src/tools/registry.rs` 302-372.
pub const RESERVED_NAMES: [&str; 2] = ["exec_command", "shell_command"];

/// What a registered tool runs on.
#[derive(Clone, Debug)]
pub struct Runtime {
    /// The owner's own spelling of the name.
    pub name: ToolName,
    /// What the model is told.
    pub spec: Arc<ToolSpec>,
    /// Declared exposure.
    pub exposure: ToolExposure,
    /// Declared parallel flag.
    pub parallel: bool,
    /// Payloads the handler takes.
    pub payload: PayloadKinds,
    /// How a search finds it, if it can.
    pub search: Option<Arc<SearchInfo>>,
    /// Who supplied it.
    pub origin: Origin,
}

/// Who supplied a tool.
#[derive(Clone, Debug)]
pub enum Origin {
    /// The agent itself.
    Builtin,
    /// An MCP server.
    Mcp(Arc<BoundTool>),
    /// An in-process extension.
    Extension,
    /// The client.
    Dynamic,
    /// `tool_search`.
    Search,
    /// `exec` and `wait`.
    CodeMode,
    /// The provider; never registered.
    Hosted,
}

impl Origin {
    /// The word for MCP servers, also where no runtime exists.
    pub const MCP: &'static str = "mcp";

    /// A short word for screens and traces.
    pub fn label(&self) -> &'static str {
        match self {
            Origin::Builtin => "built-in",
            Origin::Mcp(_) => Self::MCP,
            Origin::Extension => "extension",
            Origin::Dynamic => "dynamic",
            Origin::Search => "search",
            Origin::CodeMode => "code mode",
            Origin::Hosted => "hosted",
        }
    }

    /// The MCP server, if one supplied the tool.
    pub fn server(&self) -> Option<&Arc<str>> {
        match self {
            Origin::Mcp(tool) => Some(&tool.server),
            _ => None,
        }
    }
}

/// An entry of the registry. Exposure belongs to the entry, not to the runtime.
#[derive(Clone, Debug)]
pub struct RegisteredTool {
    /// What it runs on.
    pub runtime: Runtime,
    /// How it is advertised now.
    pub exposure: ToolExposure,
    /// The candidate of the ledger this entry came from.
    pub candidate: u32,
}

/// How an external registration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum External {
    /// Appended at the end.
    Registered,
    /// The name is taken; the first owner keeps it and the collision is recorded.
    Taken,
    /// The name is reserved. `recorded` tells whether that also counted as a collision.
    Reserved {
        /// True when the reserved built-in is itself registered.
        recorded: bool,
    },
}

/// A fault of the planner's own making: a trusted tool registered twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlreadyRegistered(pub ToolName);

impl std::fmt::Display for AlreadyRegistered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "tool {} already registered", self.0.display())
    }
}

/// The insertion-ordered registry, keyed by canonical name, and the first collision it saw.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    entries: IndexMap<ToolName, RegisteredTool>,
    first_collision: Option<ToolName>,
}

impl Registry {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty registry with room for the agent's own tools and `tools` more.
    pub fn with_room(tools: usize) -> Self {
        Self { entries: IndexMap::with_capacity(tools + 40), first_collision: None }
    }

    /// Appends a tool of the agent itself. Twice the same name is a fault: the first stays.
    ///
    /// # Errors
    /// [`AlreadyRegistered`] when the key is occupied.
    pub fn register_trusted(&mut self, tool: RegisteredTool) -> Result<(), AlreadyRegistered> {
        match self.entries.entry(tool.runtime.name.canonical()) {
            Entry::Occupied(_) => Err(AlreadyRegistered(tool.runtime.name)),
            Entry::Vacant(slot) => {
                slot.insert(tool);
                Ok(())
            }
        }
    }

    /// Puts a tool of the agent itself in front of everything.
    ///
    /// # Errors
    /// [`AlreadyRegistered`] when the key is occupied.
    pub fn prepend_trusted(&mut self, tool: RegisteredTool) -> Result<(), AlreadyRegistered> {
        let key = tool.runtime.name.canonical();
        if self.entries.contains_key(&key) {
            return Err(AlreadyRegistered(tool.runtime.name));
        }
        self.entries.shift_insert(0, key, tool);
        Ok(())
    }

    /// Tries to append a tool of somebody else: reserved and taken names are refused.
    pub fn register_external(&mut self, tool: RegisteredTool) -> External {
        let key = tool.runtime.name.canonical();
        if tool.runtime.name.is_default_namespace() && RESERVED_NAMES.contains(&&*key.name) {
            let recorded = self.entries.contains_key(&key);
            if recorded {
                self.record_collision(key);
            }
            return External::Reserved { recorded };
        }
        match self.entries.entry(key) {
            Entry::Occupied(taken) => {
                let key = taken.key().clone();
                self.record_collision(key);
                External::Taken
            }
            Entry::Vacant(slot) => {
                slot.insert(tool);
                External::Registered
            }
        }
    }

    /// Removes an entry; later ones keep their order.
    pub fn remove(&mut self, name: &ToolName) -> Option<RegisteredTool> {
        self.entries.shift_remove(&name.canonical())
    }

    /// Keeps the first collision, exactly as it was spelled.
    pub fn record_collision(&mut self, name: ToolName) {
        self.first_collision.get_or_insert(name);
    }

    /// The first recorded collision.
    pub fn first_collision(&self) -> Option<&ToolName> {
        self.first_collision.as_ref()
    }

    /// Finds an entry under any spelling of its name.
    pub fn get(&self, name: &ToolName) -> Option<&RegisteredTool> {
        match name.namespace.as_deref() {
            None | Some("") => self.entries.get(&name.canonical()),
            Some(_) => self.entries.get(name),
        }
    }

    /// Finds an entry under any spelling of its name, to change its exposure.
    pub fn get_mut(&mut self, name: &ToolName) -> Option<&mut RegisteredTool> {
        match name.namespace.as_deref() {
            None | Some("") => self.entries.get_mut(&name.canonical()),
            Some(_) => self.entries.get_mut(name),
        }
    }

    /// The position of an entry.
    pub fn index_of(&self, name: &ToolName) -> Option<usize> {
        self.entries.get_index_of(&name.canonical())
    }

    /// Entries in order, with their canonical names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&ToolName, &RegisteredTool)> {
        self.entries.iter()
    }

    /// Entries in order, with mutable exposure.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&ToolName, &mut RegisteredTool)> {
        self.entries.iter_mut()
    }

    /// Overwrites the exposure of the entry at `index`.
    pub fn expose(&mut self, index: usize, exposure: ToolExposure) {
        if let Some((_, entry)) = self.entries.get_index_mut(index) {
            entry.exposure = exposure;
        }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True when nothing is registered.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Does the tool's handler allow others beside it? `None` for an unknown name; a Hidden entry
    /// never does.
    pub fn supports_parallel_tool_calls(&self, name: &ToolName) -> Option<bool> {
        let entry = self.get(name)?;
        Some(entry.exposure != ToolExposure::Hidden && entry.runtime.parallel)
    }

    /// Namespaces of deferred entries with their first non-blank description, in byte order. The
    /// default namespace is left out.
    pub fn deferred_namespaces(&self) -> Vec<(String, String)> {
        let mut found = std::collections::BTreeMap::<String, String>::new();
        for (name, tool) in self.iter() {
            if !tool.exposure.is_deferred() || name.is_default_namespace() {
                continue;
            }
            let text = found.entry(name.canonical_namespace().to_owned()).or_default();
            let ToolSpec::Namespace(spec) = &*tool.runtime.spec else { continue };
            if text.is_empty() && !spec.description.trim().is_empty() {
                *text = spec.description.to_string();
            }
        }
        found.into_iter().collect()
    }
}
