//! The words of name normalization: what goes in, the rules, what comes out,
//! what can go wrong. No logic but the connector spelling of [`RawName::app`].
//! Start with [`RawName`].

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::mcp::apps::{CODEX_APPS_SERVER, slug};

/// What every namespace is given in front, unless a rule exempts it.
pub const NAMESPACE_PREFIX: &str = "mcp__";

/// The longest joined name at the baseline, in bytes, two of them reserved.
pub const DEFAULT_NAME_LIMIT: usize = 128;

/// The smallest usable [`NameRules::limit`]: two reserved bytes, a 13-byte
/// hash, and one byte so that a cut namespace is never empty. (An empty
/// namespace would read as the default one, where built-in tools live.)
pub const MIN_NAME_LIMIT: usize = 16;

/// How often one tool may be hashed again because its name was taken. Each
/// failure needs another tool that already holds that very hash, so nothing
/// but a list of that many crafted decoys comes near.
pub const MAX_HASH_ATTEMPTS: u32 = 1_000_000;

/// The parameters of [`normalize`](super::normalize); the default is the baseline's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameRules {
    /// Bytes that namespace and name may take together, two of them reserved.
    /// At least [`MIN_NAME_LIMIT`]; 128 at the baseline, 64 some weeks before.
    pub limit: usize,
    /// Whether namespaces are prefixed with [`NAMESPACE_PREFIX`] at all.
    pub prefix: bool,
    /// Servers (raw names) whose namespaces are never prefixed.
    pub non_prefixed_servers: BTreeSet<String>,
}

impl Default for NameRules {
    fn default() -> Self {
        Self { limit: DEFAULT_NAME_LIMIT, prefix: true, non_prefixed_servers: BTreeSet::new() }
    }
}

/// One tool before normalization. All strings are arbitrary: empty, huge and
/// NUL-ridden ones are fine. Two tools with equal fields are the same tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawName {
    /// The server's configured name.
    pub server: Arc<str>,
    /// The namespace the tool would like to have.
    pub namespace: Arc<str>,
    /// The name the tool would like to have.
    pub name: Arc<str>,
    /// The connector behind an app tool. `None` and `""` are the same.
    pub connector_id: Option<Arc<str>>,
    /// The name the server itself knows; calls go out under it.
    pub raw: Arc<str>,
}

impl RawName {
    /// A tool of an ordinary server: namespace and name are the raw ones.
    pub fn ordinary(server: &str, tool: &str) -> Self {
        let (server, raw): (Arc<str>, Arc<str>) = (server.into(), tool.into());
        Self { namespace: server.clone(), server, name: raw.clone(), connector_id: None, raw }
    }

    /// A connector's tool. The namespace is `codex_apps__` and the slug of the
    /// connector name, or just `codex_apps` without one. The name is the slug
    /// of the raw name minus the connector name's slug in front, or else minus
    /// the connector id's slug. The comparison knows no word boundary
    /// (`calendar` takes its letters off `calendars_list` too) and never takes
    /// the whole name.
    pub fn app(connector_name: Option<&str>, connector_id: Option<&str>, raw: &str) -> Self {
        let connector = connector_name.map(slug);
        let namespace = match &connector {
            Some(connector) => format!("{CODEX_APPS_SERVER}__{connector}"),
            None => CODEX_APPS_SERVER.to_owned(),
        };
        let full = slug(raw);
        let without = |front: &str| full.strip_prefix(front).filter(|rest| !rest.is_empty());
        let name = connector
            .and_then(|front| without(&front))
            .or_else(|| without(&slug(connector_id?)))
            .unwrap_or(&full);
        Self {
            server: CODEX_APPS_SERVER.into(),
            namespace: namespace.into(),
            name: name.into(),
            connector_id: connector_id.map(Arc::from),
            raw: raw.into(),
        }
    }
}

/// What happened to one name on its way, and why. All false and `None` means
/// that the tool kept the spelling it asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NameChanges {
    /// Namespace or name was empty or had characters other than ASCII letters,
    /// digits and `_`; each such character became one `_`.
    pub sanitized: bool,
    /// [`NAMESPACE_PREFIX`] was put in front of the namespace.
    pub prefixed: bool,
    /// Another source wanted the same namespace, so all of them got a hash.
    pub namespace_hashed: bool,
    /// Another tool wanted the same name in the same namespace, so all of them
    /// got a hash.
    pub name_hashed: bool,
    /// Namespace and name together were over the limit: the name was cut and
    /// got a hash.
    pub shortened: bool,
    /// Namespace and name together spell what an earlier tool already has, so
    /// this one got a hash. Never together with `shortened`.
    pub taken: bool,
    /// The namespace left no room for a hash: it was cut as well, and the name
    /// is the bare hash.
    pub namespace_cut: bool,
    /// Set when `shortened` or `taken`: how many hashes were in use already
    /// before a free one was found; mostly 0.
    pub attempt: Option<u32>,
}

/// A name the model API accepts: `[A-Za-z0-9_]+` in both parts, the two joined
/// without a separator unique in its outcome and within the limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NormalName {
    /// The callable namespace. Tools of one source mostly share the string.
    pub namespace: Arc<str>,
    /// The callable name.
    pub name: Arc<str>,
    /// How the two came about.
    pub changes: NameChanges,
}

/// One distinct tool of the input and its final name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normalized {
    /// Index into the input.
    pub source: usize,
    /// The final name.
    pub name: NormalName,
}

/// The result of [`normalize`](super::normalize). Every input index is in exactly one list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NormalizeOutcome {
    /// The distinct tools in byte order of their raw identity, so the order of
    /// the input does not matter.
    pub tools: Vec<Normalized>,
    /// Input indexes of exact repetitions of an earlier tool, ascending.
    pub duplicates: Vec<usize>,
}

/// Why names could not be normalized. No content of a tool name alone leads
/// here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameError {
    /// [`NameRules::limit`] is under [`MIN_NAME_LIMIT`].
    LimitTooSmall {
        /// The refused limit, in bytes.
        limit: usize,
    },
    /// [`MAX_HASH_ATTEMPTS`] hashes of one tool were all taken.
    NoFreeName {
        /// Input index of the tool.
        source: usize,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LimitTooSmall { limit } => write!(
                f,
                "name limit {limit} is too small; a hashed name needs at least {MIN_NAME_LIMIT} bytes"
            ),
            Self::NoFreeName { source } => {
                write!(f, "no free name for tool {source} after {MAX_HASH_ATTEMPTS} hashes")
            }
        }
    }
}

impl std::error::Error for NameError {}
