//! What the connections of a runtime contribute to a capture, and how long a capture waits for them.

use std::sync::Arc;

use super::record::ServerState;
use super::runtime::{Connection, ConnectionState, McpRuntime, ToolList};
use super::script::ServerConfig;
use crate::mcp::apps::CODEX_APPS_SERVER;
use crate::mcp::binding::{LeftOut, ListSource, ServerListing};

impl McpRuntime {
    /// Must a capture wait for this server to the end of its start?
    pub fn must_wait(&self, connection: &Connection, mentions: &[Arc<str>]) -> bool {
        let config = &connection.config;
        let cached = config.cached;
        (config.required && !(config.postponed && cached))
            || mentions.contains(&config.name)
            || config.terms.agent_plugin
            || (&*config.name == CODEX_APPS_SERVER && !cached)
    }

    /// Until when a capture waits for this connection, if it waits at all.
    pub fn waits_until(&self, connection: &Connection, mentions: &[Arc<str>]) -> Option<u64> {
        let ConnectionState::Starting { ends_ms, .. } = connection.state else { return None };
        if self.must_wait(connection, mentions) {
            return Some(ends_ms);
        }
        if connection.config.cached {
            return None;
        }
        Some(ends_ms.min(connection.deadline_ms))
    }

    /// What every known server contributes at this moment, in name order.
    pub fn listings(&self) -> Vec<ServerListing> {
        let mut listings: Vec<ServerListing> = self
            .connections
            .values()
            .map(|connection| {
                let config = &connection.config;
                let (source, tools) = self.contribution(connection);
                ServerListing {
                    server: config.name.clone(),
                    terms: config.terms.clone(),
                    tools,
                    source,
                }
            })
            .collect();
        for (name, config) in &self.known {
            if !self.connections.contains_key(name) {
                listings.push(ServerListing {
                    server: name.clone(),
                    terms: config.terms.clone(),
                    tools: config.tools.clone(),
                    source: ListSource::LeftOut(LeftOut::NotConfigured),
                });
            }
        }
        listings
    }

    fn contribution(&self, connection: &Connection) -> (ListSource, ToolList) {
        let config = &connection.config;
        let would_list = || config.tools.clone();
        let cached_or = |why: LeftOut| match config.cached {
            true => (ListSource::Cached, config.tools.clone()),
            false => (ListSource::LeftOut(why), config.tools.clone()),
        };
        let list = || connection.list.clone().unwrap_or_else(would_list);
        match &connection.state {
            ConnectionState::Ready => (ListSource::Live, list()),
            ConnectionState::Closed => (ListSource::Closed, list()),
            ConnectionState::Idle if !config.enabled => {
                (ListSource::LeftOut(LeftOut::Disabled), would_list())
            }
            ConnectionState::Idle | ConnectionState::Starting { .. } => {
                cached_or(LeftOut::StillStarting { grace_ms: self.grace_ms })
            }
            ConnectionState::Failed(reason) => {
                (ListSource::LeftOut(LeftOut::StartFailed(reason.clone())), would_list())
            }
        }
    }

    /// May the previous binding object serve again, if nothing else changed? Only while every
    /// server has finished starting and no transport is closed.
    pub fn is_stable(&self) -> bool {
        self.connections.values().all(|connection| match &connection.state {
            ConnectionState::Ready => true,
            ConnectionState::Failed(_) => {
                !connection.config.required && &*connection.config.name != CODEX_APPS_SERVER
            }
            ConnectionState::Idle => !connection.config.enabled,
            ConnectionState::Starting { .. } | ConnectionState::Closed => false,
        })
    }

    /// The state of a server for the live lane.
    pub fn state_of(&self, name: &str) -> ServerState {
        if !self.configured.contains_key(name) {
            return ServerState::Removed;
        }
        match self.connections.get(name).map(|connection| &connection.state) {
            None | Some(ConnectionState::Idle) => ServerState::Idle,
            Some(ConnectionState::Starting { .. }) => ServerState::Starting,
            Some(ConnectionState::Ready) => ServerState::Ready,
            Some(ConnectionState::Failed(reason)) => ServerState::Failed(reason.clone()),
            Some(ConnectionState::Closed) => ServerState::Closed,
        }
    }
}

/// The tools a client reads through the pages of `tools/list`: all of them, up to its page cap.
pub(super) fn paged(config: &ServerConfig, tools: &ToolList) -> ToolList {
    let (Some(size), Some(cap)) = (config.page_size, config.page_cap) else { return tools.clone() };
    let most = (size as usize).saturating_mul(cap as usize);
    if tools.len() <= most { tools.clone() } else { tools[..most].into() }
}
