//! Names of MCP tools as the model API accepts them, over all servers at once.
//!
//! Servers name their tools freely; the model API takes short ASCII names and
//! needs every name once. [`normalize`] maps one to the other and says for
//! each tool what was done to it. Knows only std, SHA-1 and the slug rule of
//! connectors; never compares with built-in tools (registration does that).
//! Start with [`normalize`]; its last step is in the `fit` submodule.
//!
//! Upstream place: `codex-rs/codex-mcp/src/tools.rs` 113-226.

mod fit;
mod identity;
mod vocabulary;

use std::collections::BTreeMap;
use std::sync::Arc;

use fit::{Fitter, hash_suffix};
use identity::Identities;

pub use vocabulary::*;

/// Gives every distinct tool of all servers its final name.
///
/// Names depend on the whole set: a second tool with a similar name can change
/// the first one's, and removing it changes it back. Shuffling the input
/// changes nothing but the indexes (unless NULs inside of names forge equal
/// identities of different tools: then the first of the input stays).
///
/// # Errors
///
/// See [`NameError`]; a bad tool name never costs another tool its place.
pub fn normalize(raw: &[RawName], rules: &NameRules) -> Result<NormalizeOutcome, NameError> {
    if rules.limit < MIN_NAME_LIMIT {
        let limit = rules.limit;
        return Err(NameError::LimitTooSmall { limit });
    }
    let identities = Identities::of(raw);
    let (order, duplicates) = identities.distinct_in_byte_order();
    let (namespaces, namespace_of) = namespaces(raw, &identities, &order, rules);
    let names: Vec<Sanitized> = order.iter().map(|&i| sanitize(&raw[i].name)).collect();
    let clashing = clashing_names(&namespaces, &namespace_of, &names);

    let mut fitter = Fitter::new(rules.limit);
    let mut tools = Vec::with_capacity(order.len());
    for (at, &source) in order.iter().enumerate() {
        let namespace = &namespaces[namespace_of[at]];
        let identity = identities.tool(source);
        let mut name = names[at].text.clone();
        if clashing[at] {
            name = format!("{name}{}", hash_suffix(identity)).into();
        }
        let fitted = fitter
            .place(&namespace.text, name, identity)
            .ok_or(NameError::NoFreeName { source })?;
        let changes = NameChanges {
            sanitized: namespace.changes.sanitized || names[at].changed,
            name_hashed: clashing[at],
            shortened: fitted.shortened,
            taken: fitted.taken,
            namespace_cut: fitted.namespace_cut,
            attempt: fitted.attempt,
            ..namespace.changes
        };
        let name = NormalName { namespace: fitted.namespace, name: fitted.name, changes };
        tools.push(Normalized { source, name });
    }
    Ok(NormalizeOutcome { tools, duplicates })
}

struct Sanitized {
    text: Arc<str>,
    changed: bool,
}

/// Shares the string when nothing has to change, which is the usual case.
fn sanitize(text: &Arc<str>) -> Sanitized {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !text.is_empty() && text.chars().all(allowed) {
        let text = text.clone();
        return Sanitized { text, changed: false };
    }
    let text = match text.as_ref() {
        "" => "_".into(),
        text => {
            let replaced = text.chars().map(|c| if allowed(c) { c } else { '_' });
            replaced.collect::<String>().into()
        }
    };
    Sanitized { text, changed: true }
}

/// One namespace of one source, shared by all of its tools. `changes` holds
/// what concerns the namespace only.
struct Namespace<'a> {
    text: Arc<str>,
    identity: &'a str,
    changes: NameChanges,
}

/// All namespaces, and for each position of `order` the index of its own.
fn namespaces<'a>(
    raw: &[RawName],
    identities: &'a Identities,
    order: &[usize],
    rules: &NameRules,
) -> (Vec<Namespace<'a>>, Vec<usize>) {
    // Keyed by the fields rather than by the identity: NULs inside of names
    // can give different fields one identity.
    let mut known: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    let mut all = Vec::new();
    let mut of = Vec::with_capacity(order.len());
    for &source in order {
        let tool = &raw[source];
        let connector = tool.connector_id.as_deref().unwrap_or_default();
        let key = (tool.server.as_ref(), tool.namespace.as_ref(), connector);
        let index = *known.entry(key).or_insert_with(|| {
            all.push(namespace(tool, identities.namespace(source), rules));
            all.len() - 1
        });
        of.push(index);
    }
    hash_clashing_namespaces(&mut all);
    (all, of)
}

fn namespace<'a>(tool: &RawName, identity: &'a str, rules: &NameRules) -> Namespace<'a> {
    let Sanitized { mut text, changed } = sanitize(&tool.namespace);
    let prefixed = rules.prefix
        && !rules.non_prefixed_servers.contains(tool.server.as_ref())
        && !text.starts_with(NAMESPACE_PREFIX);
    if prefixed {
        text = format!("{NAMESPACE_PREFIX}{text}").into();
    }
    let changes = NameChanges { sanitized: changed, prefixed, ..NameChanges::default() };
    Namespace { text, identity, changes }
}

/// A text that belongs to more than one identity is kept by none of them. The
/// hash goes before a final `__`, which joins namespace and name.
fn hash_clashing_namespaces(all: &mut [Namespace<'_>]) {
    let mut owners: BTreeMap<Arc<str>, (&str, bool)> = BTreeMap::new();
    for namespace in all.iter() {
        let (first, clash) =
            owners.entry(namespace.text.clone()).or_insert((namespace.identity, false));
        *clash |= *first != namespace.identity;
    }
    for namespace in all {
        if !owners.get(&namespace.text).is_some_and(|(_, clash)| *clash) {
            continue;
        }
        let (stem, tail) = match namespace.text.strip_suffix("__") {
            Some(stem) => (stem, "__"),
            None => (namespace.text.as_ref(), ""),
        };
        namespace.text = format!("{stem}{}{tail}", hash_suffix(namespace.identity)).into();
        namespace.changes.namespace_hashed = true;
    }
}

/// For each tool, whether another one has the same final namespace and name.
fn clashing_names(all: &[Namespace<'_>], of: &[usize], names: &[Sanitized]) -> Vec<bool> {
    let mut first_at: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut clashing = vec![false; names.len()];
    for (at, name) in names.iter().enumerate() {
        let key = (all[of[at]].text.as_ref(), name.text.as_ref());
        let first = *first_at.entry(key).or_insert(at);
        if first != at {
            clashing[first] = true;
            clashing[at] = true;
        }
    }
    clashing
}
