//! Collaboration: tools with which an agent runs other agents, in two versions.
//!
//! Version 1 puts each tool into a namespace spec of its own ([`V1_NAMESPACE`]) and may be
//! deferred; version 2 gives bare functions that [`v2_placed`] puts into a configurable namespace.
//! Which version is in force is the planner's decision.

mod models;
mod v1;
mod v2;

pub use models::{MAX_LISTED_PRESETS, ModelPreset, listed_presets};
pub use v1::{
    V1_NAMES, V1_NAMESPACE, V1_SOURCE_DESCRIPTION, V1_SOURCE_NAME, v1_close_agent, v1_resume_agent,
    v1_search_text, v1_send_input, v1_spawn_agent, v1_wait_agent,
};
pub use v2::{
    V2_DEFAULT_NAMESPACE, V2_NAMES, V2SpawnOptions, v2_followup_task, v2_interrupt_agent,
    v2_list_agents, v2_placed, v2_send_message, v2_spawn_agent, v2_wait_agent,
};

use std::sync::Arc;

use super::params::{Parameter, number, text};
use super::{JsonSchema, ToolSpec, function, namespace_of_one};

/// A multi-agent version, as a model or a preset declares it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
pub enum MultiAgentVersion {
    /// No collaboration tools.
    Disabled,
    /// Version 1.
    V1,
    /// Version 2.
    V2,
}

/// A configured kind of agent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentRole {
    /// The value of `agent_type`.
    pub name: Arc<str>,
    /// What the role is for, if the configuration says so.
    pub description: Option<Arc<str>>,
}

/// What the two spawn tools have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpawnOptions {
    /// Configured roles, in display order. Empty: no `agent_type`.
    pub roles: Vec<AgentRole>,
    /// Known models, in display order, hidden ones included.
    pub presets: Vec<ModelPreset>,
}

/// How long a wait may take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaitTimeouts {
    /// Used when the call names none.
    pub default_ms: u64,
    /// Smallest.
    pub min_ms: u64,
    /// Largest.
    pub max_ms: u64,
}

impl WaitTimeouts {
    /// The constants of version 1, and the defaults of version 2.
    pub const BASELINE: WaitTimeouts =
        WaitTimeouts { default_ms: 30_000, min_ms: 10_000, max_ms: 3_600_000 };

    fn parameter(self) -> Parameter {
        let Self { default_ms, min_ms, max_ms } = self;
        number(
            "timeout_ms",
            &format!(
                "Milliseconds to wait at most. Defaults to {default_ms}; at least {min_ms}, at \
                 most {max_ms}."
            ),
        )
    }
}

impl Default for WaitTimeouts {
    fn default() -> Self {
        Self::BASELINE
    }
}

/// `agent_type`, with the roles to choose from; nothing when there are none.
fn agent_type(roles: &[AgentRole]) -> Option<Parameter> {
    if roles.is_empty() {
        return None;
    }
    let mut lines = vec!["Kind of agent to start. Known kinds:".to_owned()];
    lines.extend(roles.iter().map(|role| match &role.description {
        Some(description) => format!("- `{}`: {description}", role.name),
        None => format!("- `{}`", role.name),
    }));
    Some(text("agent_type", &lines.join("\n")))
}
