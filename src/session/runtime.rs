//! [`McpRuntime`]: connections to servers, and the servers themselves as the scenario scripts them.
//!
//! Two things are kept apart here that are easily confused: a *server* is up or down and has a tool
//! list of its own; a *connection* is what the client knows of it. A connection whose transport has
//! closed still knows its last list.
//!
//! Upstream: `codex-rs/core/src/session/mcp.rs` 310-358. Where the reference leaves room the choice
//! is written at the function.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::listing::paged;
use super::script::{ServerConfig, StartUp};
use crate::mcp::binding::McpTool;

/// A tool list.
pub type ToolList = Arc<[Arc<McpTool>]>;

/// A server as it really is.
#[derive(Clone, Debug)]
pub struct Server {
    /// Can it be reached?
    pub up: bool,
    /// What it would list now.
    pub tools: ToolList,
    /// Are its credentials good?
    pub credentials: bool,
}

/// What the client knows of a server.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The configuration it was made from.
    pub config: Arc<ServerConfig>,
    /// Its state.
    pub state: ConnectionState,
    /// The last list the client read.
    pub list: Option<ToolList>,
    /// A capture stops waiting for it at this time unless it must wait longer, in virtual ms.
    pub deadline_ms: u64,
}

/// The state of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionState {
    /// Not started: switched off, or postponed.
    Idle,
    /// Starting; `ends_ms` is when the start ends by itself.
    Starting {
        /// Virtual ms.
        ends_ms: u64,
        /// How it will end: `None` is success.
        fails: Option<Arc<str>>,
    },
    /// Connected.
    Ready,
    /// The start failed with this message.
    Failed(Arc<str>),
    /// It was connected; the transport has closed.
    Closed,
}

/// What the client makes of a server's new list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// It reads it now.
    Taken,
    /// It reads the list when the start of the server ends, and that will be the new one.
    AtStart,
    /// It keeps what it has.
    Missed,
}

/// The set of connections and the servers behind them.
#[derive(Clone, Debug, Default)]
pub struct McpRuntime {
    /// What is configured now, by name.
    pub configured: BTreeMap<Arc<str>, Arc<ServerConfig>>,
    /// Servers the scenario knows, configured or not.
    pub servers: BTreeMap<Arc<str>, Server>,
    /// Configurations ever seen, for the tools a removed server would have.
    pub known: BTreeMap<Arc<str>, Arc<ServerConfig>>,
    /// Connections of the published runtime, by name.
    pub connections: BTreeMap<Arc<str>, Connection>,
    /// Why the runtime has to be refreshed before it is used again.
    pub stale: Option<&'static str>,
    /// Counts changes of any list.
    pub revision: u64,
    /// Grace for optional servers, in ms.
    pub grace_ms: u64,
}

impl McpRuntime {
    /// Puts a server into the configuration. The caller marks the runtime stale.
    pub fn configure(&mut self, config: Arc<ServerConfig>) {
        let name = config.name.clone();
        let same_list = self.servers.get(&name).is_some_and(|server| server.tools == config.tools);
        if !same_list {
            let up = self.servers.get(&name).is_none_or(|server| server.up);
            let server = Server { up, tools: config.tools.clone(), credentials: false };
            self.servers.insert(name.clone(), server);
        }
        self.known.insert(name.clone(), config.clone());
        self.configured.insert(name, config);
    }

    /// Makes the connections agree with the configuration.
    ///
    /// Choice: a connection whose configuration did not change and whose transport is open or still
    /// opening is kept, and lists its tools anew, so that a list change nobody noticed comes in here;
    /// every other server is started anew, all with one new shared deadline.
    pub fn refresh(&mut self, now_ms: u64) {
        self.stale = None;
        let mut kept = std::mem::take(&mut self.connections);
        let mut changed = false;
        for (name, config) in self.configured.clone() {
            let old = kept.remove(&name).filter(|connection| {
                let alive = !matches!(
                    connection.state,
                    ConnectionState::Closed | ConnectionState::Failed(_)
                );
                alive && connection.config == config
            });
            let connection = match old {
                Some(mut connection) => {
                    changed |= self.list_anew(&mut connection);
                    connection
                }
                None => {
                    changed = true;
                    self.start(config, now_ms)
                }
            };
            self.connections.insert(name, connection);
        }
        if changed || !kept.is_empty() {
            self.revision += 1;
        }
    }

    /// Reads the present list of a connected server. Returns whether it is another one.
    fn list_anew(&self, connection: &mut Connection) -> bool {
        if connection.state != ConnectionState::Ready {
            return false;
        }
        let before = connection.list.take();
        self.make_ready(connection);
        before != connection.list
    }

    /// Starts the connection of a configured server.
    fn start(&self, config: Arc<ServerConfig>, now_ms: u64) -> Connection {
        let deadline_ms = match self.grace_ms {
            0 => now_ms.saturating_add(config.startup_timeout_ms),
            grace => now_ms.saturating_add(grace),
        };
        let idle = !config.enabled || config.postponed;
        let mut connection =
            Connection { config, state: ConnectionState::Idle, list: None, deadline_ms };
        if !idle {
            connection.state = self.starting(&connection.config, now_ms);
            self.settle(&mut connection, now_ms);
        }
        connection
    }

    /// The state at the beginning of a start.
    ///
    /// Choice: a server that is down refuses at once.
    fn starting(&self, config: &ServerConfig, now_ms: u64) -> ConnectionState {
        let at = |ms: u64| now_ms.saturating_add(ms);
        let timeout = config.startup_timeout_ms;
        let timed_out = || Some(Arc::from(format!("timed out after {timeout} ms")));
        let server = self.servers.get(&config.name);
        if server.is_some_and(|server| !server.up) {
            return ConnectionState::Failed("connection refused".into());
        }
        match &config.start {
            StartUp::Ready => ConnectionState::Starting { ends_ms: now_ms, fails: None },
            StartUp::After(ms) if *ms > timeout => {
                ConnectionState::Starting { ends_ms: at(timeout), fails: timed_out() }
            }
            StartUp::After(ms) => ConnectionState::Starting { ends_ms: at(*ms), fails: None },
            StartUp::Fails(ms, reason) if *ms <= timeout => {
                ConnectionState::Starting { ends_ms: at(*ms), fails: Some(reason.clone()) }
            }
            StartUp::Fails(..) | StartUp::Never => {
                ConnectionState::Starting { ends_ms: at(timeout), fails: timed_out() }
            }
            StartUp::NeedsCredentials if server.is_some_and(|server| server.credentials) => {
                ConnectionState::Starting { ends_ms: now_ms, fails: None }
            }
            StartUp::NeedsCredentials => ConnectionState::Failed("authentication required".into()),
        }
    }

    /// Ends a start whose time has come. Returns whether the state changed.
    fn settle(&self, connection: &mut Connection, now_ms: u64) -> bool {
        let ConnectionState::Starting { ends_ms, fails } = &connection.state else { return false };
        if *ends_ms > now_ms {
            return false;
        }
        match fails.clone() {
            Some(reason) => connection.state = ConnectionState::Failed(reason),
            None => self.make_ready(connection),
        }
        true
    }

    fn make_ready(&self, connection: &mut Connection) {
        connection.state = ConnectionState::Ready;
        let tools = match self.servers.get(&connection.config.name) {
            Some(server) => server.tools.clone(),
            None => connection.config.tools.clone(),
        };
        connection.list = Some(paged(&connection.config, &tools));
    }

    /// Starts servers whose start was postponed; each gets a grace of its own.
    pub fn start_postponed(&mut self, now_ms: u64) {
        for name in self.names_where(|connection| {
            connection.config.enabled && connection.state == ConnectionState::Idle
        }) {
            let Some(config) = self.connections.get(&name).map(|c| c.config.clone()) else {
                continue;
            };
            let mut connection = self.start(config, now_ms);
            connection.state = self.starting(&connection.config, now_ms);
            self.settle(&mut connection, now_ms);
            self.connections.insert(name, connection);
            self.revision += 1;
        }
    }

    /// When the next start ends by itself.
    pub fn next_start_ms(&self) -> Option<u64> {
        self.connections
            .values()
            .filter_map(|connection| match connection.state {
                ConnectionState::Starting { ends_ms, .. } => Some(ends_ms),
                _ => None,
            })
            .min()
    }

    /// Ends every start whose time has come; returns the servers concerned, in name order.
    pub fn settle_due(&mut self, now_ms: u64) -> Vec<Arc<str>> {
        let due = self.names_where(|connection| {
            matches!(connection.state, ConnectionState::Starting { ends_ms, .. } if ends_ms <= now_ms)
        });
        for name in &due {
            let Some(mut connection) = self.connections.remove(name) else { continue };
            self.settle(&mut connection, now_ms);
            self.connections.insert(name.clone(), connection);
            self.revision += 1;
        }
        due
    }

    fn names_where(&self, wanted: impl Fn(&Connection) -> bool) -> Vec<Arc<str>> {
        self.connections
            .iter()
            .filter(|(_, connection)| wanted(connection))
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// Ends a start now, one way or the other. False when the server is not starting.
    pub fn end_start(&mut self, name: &str, fails: Option<Arc<str>>) -> bool {
        let Some((key, mut connection)) = self.connections.remove_entry(name) else { return false };
        let starting = matches!(connection.state, ConnectionState::Starting { .. });
        if starting {
            match fails {
                Some(reason) => connection.state = ConnectionState::Failed(reason),
                None => self.make_ready(&mut connection),
            }
            self.revision += 1;
        }
        self.connections.insert(key, connection);
        starting
    }

    /// Closes the transport of a server and takes the server down. The last list stays.
    pub fn disconnect(&mut self, name: &str) -> bool {
        let Some(server) = self.servers.get_mut(name) else { return false };
        let was_up = std::mem::replace(&mut server.up, false);
        if let Some(connection) = self.connections.get_mut(name) {
            connection.state = match connection.state {
                ConnectionState::Ready => ConnectionState::Closed,
                ConnectionState::Starting { .. } => {
                    ConnectionState::Failed("connection closed during start".into())
                }
                ref other => other.clone(),
            };
            self.revision += 1;
        }
        was_up
    }

    /// Brings a server up again.
    ///
    /// Choice: a closed transport reopens at once with the server's present list, and a failed
    /// start is tried again in the background. The reference leaves the retry rule open.
    pub fn reconnect(&mut self, name: &str, now_ms: u64) -> bool {
        let Some(server) = self.servers.get_mut(name) else { return false };
        let was_down = !std::mem::replace(&mut server.up, true);
        let Some((key, mut connection)) = self.connections.remove_entry(name) else {
            return was_down;
        };
        match connection.state {
            ConnectionState::Closed => self.make_ready(&mut connection),
            ConnectionState::Failed(_) => {
                connection.state = self.starting(&connection.config, now_ms);
                self.settle(&mut connection, now_ms);
            }
            _ => {}
        }
        self.connections.insert(key, connection);
        self.revision += 1;
        was_down
    }

    /// Gives a server another list.
    pub fn change_list(&mut self, name: &str, tools: ToolList, unnoticed: bool) -> Notice {
        if let Some(server) = self.servers.get_mut(name) {
            server.tools = tools.clone();
        }
        let Some(connection) = self.connections.get_mut(name) else { return Notice::Missed };
        match connection.state {
            ConnectionState::Starting { .. } => Notice::AtStart,
            ConnectionState::Idle if connection.config.enabled => Notice::AtStart,
            ConnectionState::Ready if !unnoticed => {
                connection.list = Some(paged(&connection.config, &tools));
                self.revision += 1;
                Notice::Taken
            }
            _ => Notice::Missed,
        }
    }
}
