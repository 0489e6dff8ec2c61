//! [`ToolName`]: the identity of a tool, a namespace and a name.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::schema::typescript::identifier;

/// The namespace of tools that have none of their own.
pub const DEFAULT_NAMESPACE: &str = "functions";

/// A tool's identity: an optional namespace and a name, both case-sensitive.
///
/// `None`, an empty namespace and [`DEFAULT_NAMESPACE`] mean the same place; [`ToolName::canonical`]
/// makes them the same value, and the registry keys on that. Equality itself is exact.
///
/// Upstream: `codex-rs/tools/src/tool_executor.rs` and `codex-rs/core/src/tools/registry.rs` 302-372.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToolName {
    /// The namespace as the owner spelled it.
    pub namespace: Option<Arc<str>>,
    /// The bare name.
    pub name: Arc<str>,
}

impl ToolName {
    /// A tool without a namespace.
    pub fn plain(name: &str) -> Self {
        Self { namespace: None, name: name.into() }
    }

    /// A tool inside `namespace`.
    pub fn namespaced(namespace: &str, name: &str) -> Self {
        Self { namespace: Some(namespace.into()), name: name.into() }
    }

    /// True for an absent, empty or explicit default namespace.
    pub fn is_default_namespace(&self) -> bool {
        matches!(self.namespace.as_deref(), None | Some("") | Some(DEFAULT_NAMESPACE))
    }

    /// The namespace with the default filled in.
    pub fn canonical_namespace(&self) -> &str {
        match self.namespace.as_deref() {
            None | Some("") => DEFAULT_NAMESPACE,
            Some(namespace) => namespace,
        }
    }

    /// The registry key: the default namespace written out.
    pub fn canonical(&self) -> ToolName {
        match self.namespace.as_deref() {
            None | Some("") => ToolName::namespaced(DEFAULT_NAMESPACE, &self.name),
            Some(_) => self.clone(),
        }
    }

    /// The name as error messages print it: namespace and name with nothing between them.
    pub fn display(&self) -> String {
        if self.is_default_namespace() {
            return self.name.to_string();
        }
        format!("{}{}", self.canonical_namespace(), self.name)
    }

    /// The name as collision errors print it: `{namespace or functions}.{name}`.
    pub fn strict(&self) -> String {
        format!("{}.{}", self.canonical_namespace(), self.name)
    }

    /// The name as traces, scenarios and the command line write it: `namespace.name`, or the bare
    /// name in the default namespace.
    pub fn dotted(&self) -> String {
        if self.is_default_namespace() {
            return self.name.to_string();
        }
        self.strict()
    }

    /// The inverse of [`ToolName::dotted`]: everything before the *last* dot is the namespace.
    pub fn parse_dotted(text: &str) -> ToolName {
        match text.rsplit_once('.') {
            Some((namespace, name)) if !namespace.is_empty() && !name.is_empty() => {
                ToolName::namespaced(namespace, name)
            }
            _ => ToolName::plain(text),
        }
    }

    /// The JavaScript identifier under which nested code calls this tool: the raw code-mode name,
    /// with `_` for each character that an identifier cannot hold.
    pub fn code_mode_name(&self) -> String {
        identifier(&self.raw_code_mode_name())
    }

    /// The code-mode name before it is made an identifier: the bare name in the default namespace,
    /// else namespace and name, with `__` between them unless either side brings an underscore.
    pub fn raw_code_mode_name(&self) -> String {
        if self.is_default_namespace() {
            return self.name.to_string();
        }
        let namespace = self.canonical_namespace();
        if namespace.ends_with('_') || self.name.starts_with('_') {
            return format!("{namespace}{}", self.name);
        }
        format!("{namespace}__{}", self.name)
    }
}

impl Ord for ToolName {
    /// Byte order of `(namespace, Some(name))`, or of `(name, None)` for a plain name.
    fn cmp(&self, other: &Self) -> Ordering {
        fn key(name: &ToolName) -> (&str, Option<&str>) {
            match name.namespace.as_deref() {
                Some(namespace) => (namespace, Some(&name.name)),
                None => (&name.name, None),
            }
        }
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for ToolName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.dotted())
    }
}

impl Serialize for ToolName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
