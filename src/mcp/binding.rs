//! [`McpBinding`]: the immutable list of tools one step plans over, and what was left out of it.
//!
//! Knows: tool lists of servers, their names, schemas and search documents. May not know: how a
//! server came to be ready (the session does), nor what the planner does with the list.
//! Start reading at [`bind`].
//!
//! Upstream: `codex-rs/codex-mcp/src/tools.rs` 113-226, `codex-rs/core/src/session/mcp.rs` 310-358.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::apps::{CODEX_APPS_SERVER, ToolHints};
use super::cache::BindCache;
use super::filter::{FilterDecision, ToolFilter, Visibility, visibility};
use super::names::{NameChanges, NameRules, RawName, normalize};
use super::spec::PreparedTool;
use crate::schema::{SchemaError, SchemaLimits};
use crate::tool::{ToolExposures, ToolName};

/// A tool as its server lists it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct McpTool {
    /// Raw name.
    pub name: Arc<str>,
    /// Human title.
    pub title: Option<Arc<str>>,
    /// Description.
    pub description: Option<Arc<str>>,
    /// Raw input schema.
    pub input_schema: Arc<Value>,
    /// Raw output schema.
    pub output_schema: Option<Arc<Value>>,
    /// Behaviour hints.
    pub hints: ToolHints,
    /// `_meta`, if the server sent one.
    pub meta: Option<Arc<Value>>,
    /// Connector id, for app tools.
    pub connector_id: Option<Arc<str>>,
    /// Connector name, for app tools.
    pub connector_name: Option<Arc<str>>,
    /// Connector description, for app tools.
    pub connector_description: Option<Arc<str>>,
    /// Display names of the plugins it belongs to.
    pub plugins: Arc<[Arc<str>]>,
}

impl McpTool {
    /// True when the tool carries any connector metadata.
    pub fn has_connector(&self) -> bool {
        self.connector_id.is_some()
            || self.connector_name.is_some()
            || self.connector_description.is_some()
    }
}

/// What the configuration says about a server, as far as the planner reads it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServerTerms {
    /// Server instructions; they describe the namespace.
    pub instructions: Option<Arc<str>>,
    /// Surfaces its tools stay away from.
    pub omit_tools_from: ToolExposures,
    /// Its calls may run beside others.
    pub parallel: bool,
    /// Which raw names take part.
    pub filter: ToolFilter,
    /// It belongs to an agent plugin and has a size budget.
    pub agent_plugin: bool,
    /// Display names of the plugins it belongs to.
    pub plugins: Arc<[Arc<str>]>,
}

/// One server's contribution to a binding.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerListing {
    /// The server.
    pub server: Arc<str>,
    /// What the configuration says.
    pub terms: Arc<ServerTerms>,
    /// Its tools; empty when it contributes nothing.
    pub tools: Arc<[Arc<McpTool>]>,
    /// Where the list comes from.
    pub source: ListSource,
}

/// Where a server's list comes from, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum ListSource {
    /// The running server.
    Live,
    /// A client whose transport has closed: its last list.
    Closed,
    /// An earlier session; read-only hints do not count.
    Cached,
    /// Nothing: the server was left out. The tools are what it *would* list.
    LeftOut(LeftOut),
}

/// Why a server was left out of a binding.
#[derive(Clone, Debug, PartialEq)]
pub enum LeftOut {
    /// Its start was not finished when the grace ran out, in ms.
    StillStarting {
        /// The grace.
        grace_ms: u64,
    },
    /// Its start failed with this message.
    StartFailed(Arc<str>),
    /// It is switched off in the configuration.
    Disabled,
    /// It is known to the scenario but not configured now.
    NotConfigured,
}

/// A tool of a binding under its final name.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundTool {
    /// Model-visible name.
    pub name: ToolName,
    /// Its server.
    pub server: Arc<str>,
    /// What the configuration says about the server.
    pub terms: Arc<ServerTerms>,
    /// As the server lists it.
    pub tool: Arc<McpTool>,
    /// What normalization did.
    pub changes: NameChanges,
    /// Spec and search document, or why there is none.
    pub prepared: Result<Arc<PreparedTool>, SchemaError>,
    /// Listed by a cache instead of the running server.
    pub cached: bool,
}

impl BoundTool {
    /// True for a tool of the hosted apps server.
    pub fn is_app(&self) -> bool {
        &*self.server == CODEX_APPS_SERVER
    }

    /// Parallel-safe: the server opted in, or a read-only hint that a running server gave.
    pub fn parallel(&self) -> bool {
        self.terms.parallel || (!self.cached && self.tool.hints.read_only == Some(true))
    }
}

/// A listed tool that did not make it into the binding, or is not for the model.
#[derive(Clone, Debug, PartialEq)]
pub struct DroppedTool {
    /// The name it would have had.
    pub name: ToolName,
    /// Its server.
    pub server: Arc<str>,
    /// Raw name.
    pub raw: Arc<str>,
    /// What the configuration says about the server.
    pub terms: Arc<ServerTerms>,
    /// As the server lists it.
    pub tool: Arc<McpTool>,
    /// Why.
    pub why: Dropped,
}

/// Why a listed tool is not in the binding.
#[derive(Clone, Debug, PartialEq)]
pub enum Dropped {
    /// The server was left out.
    Server(LeftOut),
    /// `enabled_tools` does not name it.
    NotEnabled,
    /// `disabled_tools` names it.
    Disabled,
    /// `_meta.ui.visibility` keeps it from the model.
    HiddenByUi,
    /// The same tool was listed twice.
    Duplicate,
    /// No valid name could be made for it.
    Unnameable(String),
}

/// The immutable MCP state of one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct McpBinding {
    /// Tools the model may see, in raw-identity order.
    pub tools: Vec<Arc<BoundTool>>,
    /// Listed tools that are not for the model, with reasons.
    pub dropped: Vec<DroppedTool>,
    /// Is any enabled server configured, whatever its state?
    pub has_servers: bool,
    /// Servers of the binding's configuration, with their surfaces.
    pub catalog: BTreeMap<Arc<str>, ToolExposures>,
    /// Where each server's list came from.
    pub sources: Vec<(Arc<str>, ListSource)>,
}

impl McpBinding {
    /// What [`bind`] was given, so that a changed binding can be tried: tools that were dropped stand
    /// behind the others of their server.
    pub fn listings(&self) -> Vec<ServerListing> {
        self.sources.iter().map(|(server, source)| self.listing(server, source)).collect()
    }

    fn listing(&self, server: &Arc<str>, source: &ListSource) -> ServerListing {
        let bound = self.tools.iter().filter(|tool| tool.server == *server);
        let dropped = self.dropped.iter().filter(|tool| tool.server == *server);
        let terms = bound.clone().map(|tool| &tool.terms);
        let terms = terms.chain(dropped.clone().map(|tool| &tool.terms)).next().cloned();
        let omit_tools_from = self.catalog.get(server).copied().unwrap_or_default();
        ServerListing {
            server: server.clone(),
            terms: terms.unwrap_or_else(|| {
                Arc::new(ServerTerms { omit_tools_from, ..ServerTerms::default() })
            }),
            tools: bound.map(|t| &t.tool).chain(dropped.map(|t| &t.tool)).cloned().collect(),
            source: source.clone(),
        }
    }
}

/// Limits and name rules of a binding.
#[derive(Clone, Debug, PartialEq)]
pub struct BindRules {
    /// How names are made.
    pub names: NameRules,
    /// How schemas are prepared.
    pub schemas: SchemaLimits,
}

/// Builds a binding from what every server lists. The order of `listings` does not matter.
///
/// `cache` keeps prepared tools by content, so that an unchanged tool costs nothing; it never
/// changes the result.
pub fn bind(listings: &[ServerListing], rules: &BindRules, cache: &mut BindCache) -> McpBinding {
    let mut binding = McpBinding::default();
    let mut offered: Vec<(&ServerListing, &Arc<McpTool>, Visibility)> = Vec::new();
    for listing in listings {
        binding.sources.push((listing.server.clone(), listing.source.clone()));
        if let ListSource::LeftOut(why) = &listing.source {
            binding.has_servers |= !matches!(why, LeftOut::Disabled | LeftOut::NotConfigured);
            drop_all(&mut binding, listing, why, rules);
            continue;
        }
        binding.has_servers = true;
        binding.catalog.insert(listing.server.clone(), listing.terms.omit_tools_from);
        for tool in listing.tools.iter() {
            let why = match listing.terms.filter.decide(&tool.name) {
                FilterDecision::Allowed => {
                    offered.push((listing, tool, visibility(tool.meta.as_deref())));
                    continue;
                }
                FilterDecision::NotInEnabled => Dropped::NotEnabled,
                FilterDecision::InDisabled => Dropped::Disabled,
            };
            drop_one(&mut binding, listing, tool, why, rules);
        }
    }
    for (server, omitted) in catalog_of_left_out(listings) {
        binding.catalog.entry(server).or_insert(omitted);
    }
    name_offered(&mut binding, &offered, rules, cache);
    binding.sources.sort_by(|a, b| a.0.cmp(&b.0));
    binding.dropped.sort_by(|a, b| (&a.server, &a.raw).cmp(&(&b.server, &b.raw)));
    binding
}

/// Servers that are configured stay in the catalog even while they contribute nothing.
fn catalog_of_left_out(listings: &[ServerListing]) -> Vec<(Arc<str>, ToolExposures)> {
    let configured = |listing: &&ServerListing| {
        matches!(
            listing.source,
            ListSource::LeftOut(LeftOut::StillStarting { .. } | LeftOut::StartFailed(_))
        )
    };
    listings
        .iter()
        .filter(configured)
        .map(|listing| (listing.server.clone(), listing.terms.omit_tools_from))
        .collect()
}

fn name_offered(
    binding: &mut McpBinding,
    offered: &[(&ServerListing, &Arc<McpTool>, Visibility)],
    rules: &BindRules,
    cache: &mut BindCache,
) {
    let raw: Vec<RawName> =
        offered.iter().map(|(listing, tool, _)| raw_name(&listing.server, tool)).collect();
    let outcome = match normalize(&raw, &rules.names) {
        Ok(outcome) => outcome,
        Err(error) => {
            for (listing, tool, _) in offered {
                let why = Dropped::Unnameable(error.to_string());
                drop_one(binding, listing, tool, why, rules);
            }
            return;
        }
    };
    for index in outcome.duplicates {
        let (listing, tool, _) = offered[index];
        drop_one(binding, listing, tool, Dropped::Duplicate, rules);
    }
    binding.tools.reserve(outcome.tools.len());
    for normal in outcome.tools {
        let (listing, tool, visible) = offered[normal.source];
        let name = ToolName { namespace: Some(normal.name.namespace), name: normal.name.name };
        if visible == Visibility::HiddenByUi {
            binding.dropped.push(DroppedTool {
                name,
                server: listing.server.clone(),
                raw: tool.name.clone(),
                terms: listing.terms.clone(),
                tool: tool.clone(),
                why: Dropped::HiddenByUi,
            });
            continue;
        }
        let prepared = cache.prepare(&listing.server, &listing.terms, tool, &name, &rules.schemas);
        binding.tools.push(Arc::new(BoundTool {
            name,
            server: listing.server.clone(),
            terms: listing.terms.clone(),
            tool: tool.clone(),
            changes: normal.name.changes,
            prepared,
            cached: listing.source == ListSource::Cached,
        }));
    }
}

fn raw_name(server: &Arc<str>, tool: &McpTool) -> RawName {
    if &**server == CODEX_APPS_SERVER {
        return RawName::app(
            tool.connector_name.as_deref(),
            tool.connector_id.as_deref(),
            &tool.name,
        );
    }
    RawName {
        server: server.clone(),
        namespace: server.clone(),
        name: tool.name.clone(),
        connector_id: None,
        raw: tool.name.clone(),
    }
}

fn drop_all(binding: &mut McpBinding, listing: &ServerListing, why: &LeftOut, rules: &BindRules) {
    for tool in listing.tools.iter() {
        drop_one(binding, listing, tool, Dropped::Server(why.clone()), rules);
    }
}

fn drop_one(
    binding: &mut McpBinding,
    listing: &ServerListing,
    tool: &Arc<McpTool>,
    why: Dropped,
    rules: &BindRules,
) {
    binding.dropped.push(DroppedTool {
        name: lone_name(&raw_name(&listing.server, tool), &rules.names),
        server: listing.server.clone(),
        raw: tool.name.clone(),
        terms: listing.terms.clone(),
        tool: tool.clone(),
        why,
    });
}

/// The name a tool would get if it were alone in the world.
fn lone_name(raw: &RawName, rules: &NameRules) -> ToolName {
    match normalize(std::slice::from_ref(raw), rules) {
        Ok(outcome) => match outcome.tools.into_iter().next() {
            Some(tool) => ToolName { namespace: Some(tool.name.namespace), name: tool.name.name },
            None => ToolName::namespaced(&raw.server, &raw.raw),
        },
        Err(_) => ToolName::namespaced(&raw.server, &raw.raw),
    }
}
