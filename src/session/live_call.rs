//! What an MCP call meets on the live binding. Routing is frozen, authority is not.
//!
//! Upstream: section 5.9 of the reference; order of checks: arguments, preparation, app policy,
//! approval, catalog revision. Each refusal is a tool result flagged as an error.

use std::sync::Arc;

use super::call::End;
use super::call_rules::*;
use super::runtime::{ConnectionState, McpRuntime};
use super::world::World;
use crate::mcp::apps::AppDecision;
use crate::mcp::binding::BoundTool;
use crate::mcp::filter::{FilterDecision, Visibility, visibility};
use crate::planner::rule::Decision;

/// How far a call got.
#[derive(Debug)]
pub enum Attempt {
    /// It is over.
    Refused(End),
    /// Its server is still starting.
    Starting,
    /// It is prepared at this catalog revision.
    Prepared {
        /// The revision.
        revision: u64,
    },
}

/// Prepares a call on the live binding.
pub fn prepare(
    world: &mut World,
    tool: &BoundTool,
    arguments: &str,
    decisions: &mut Vec<Decision>,
) -> Attempt {
    let text = arguments.trim();
    if !text.is_empty()
        && let Err(error) = serde_json::from_str::<serde_json::Value>(text)
    {
        decisions.push(ARGUMENTS_REFUSED.decide());
        return Attempt::Refused(End::unsuccessful(format!("err: {error}")));
    }
    if let Some(why) = world.refresh_if_stale() {
        decisions.push(LIVE_REFRESHED.with([("why", why.into())]));
    }
    let (server, raw) = (&tool.server, &tool.tool.name);
    if world.runtime.is_starting(server) {
        return Attempt::Starting;
    }
    let facts = || [("server", server.clone().into()), ("tool", raw.clone().into())];
    if !world.runtime.offers(server, raw) {
        decisions.push(LIVE_GONE.with(facts()));
        let message = format!("MCP tool `{server}/{raw}` is not available to the model");
        return Attempt::Refused(End::unsuccessful(message));
    }
    if world.runtime.is_closed(server) {
        return Attempt::Refused(transport_closed(server, raw, decisions));
    }
    if tool.is_app() && !app_allows(world, tool) {
        decisions.push(LIVE_BLOCKED.decide());
        return Attempt::Refused(End::unsuccessful("MCP tool call blocked by app configuration"));
    }
    decisions.push(LIVE_OK.with(facts()));
    Attempt::Prepared { revision: world.runtime.revision }
}

/// The transport closed before or during the call.
pub fn transport_closed(server: &Arc<str>, raw: &str, decisions: &mut Vec<Decision>) -> End {
    decisions.push(LIVE_TRANSPORT.with([("server", server.clone().into())]));
    End::unsuccessful(format!("MCP tool call failed for `{server}/{raw}`: transport closed"))
}

/// The catalog changed between preparation and call.
pub fn revision_changed(tool: &BoundTool, decisions: &mut Vec<Decision>) -> End {
    decisions.push(LIVE_REVISION.decide());
    End::unsuccessful(format!(
        "tool call rejected because the catalog changed after `{}/{}` was prepared",
        tool.server, tool.tool.name
    ))
}

fn app_allows(world: &World, tool: &BoundTool) -> bool {
    let plan = &world.settings.plan;
    let Some(connector) = tool.tool.connector_id.as_deref() else { return false };
    let raw = &tool.tool;
    let decision = plan.app_policy.allows(connector, &raw.name, raw.title.as_deref(), &raw.hints);
    plan.apps_enabled && matches!(decision, AppDecision::Allowed(_))
}

impl McpRuntime {
    /// Is the connection of this server still opening?
    pub fn is_starting(&self, server: &str) -> bool {
        let state = self.connections.get(server).map(|connection| &connection.state);
        matches!(state, Some(ConnectionState::Starting { .. }))
    }

    /// Has the transport of this server closed?
    pub fn is_closed(&self, server: &str) -> bool {
        let state = self.connections.get(server).map(|connection| &connection.state);
        matches!(state, Some(ConnectionState::Closed))
    }

    /// Does the client of this server list the raw tool for the model?
    pub fn offers(&self, server: &str, raw: &str) -> bool {
        let Some(connection) = self.connections.get(server) else { return false };
        let usable = matches!(connection.state, ConnectionState::Ready | ConnectionState::Closed);
        let Some(list) = connection.list.as_ref().filter(|_| usable) else { return false };
        let allowed = connection.config.terms.filter.decide(raw) == FilterDecision::Allowed;
        allowed
            && list.iter().any(|tool| {
                &*tool.name == raw && visibility(tool.meta.as_deref()) == Visibility::Visible
            })
    }

    /// Latency and bound of a server's calls, in ms.
    pub fn call_times(&self, server: &str) -> (u64, u64) {
        match self.connections.get(server) {
            Some(connection) => (connection.config.latency_ms, connection.config.tool_timeout_ms),
            None => (super::call::DEFAULT_LATENCY_MS, u64::MAX),
        }
    }
}
