//! Who asks, under which permissions, and where tools may run.

use std::sync::Arc;

use crate::lang::Text;

/// Who a session is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Identity {
    /// The user's own session.
    #[default]
    Root,
    /// A session the host started for itself.
    Internal,
    /// A sub-agent that another agent spawned as a thread.
    ThreadSpawn {
        /// 1 for a child of the root session.
        depth: u32,
        /// The agent path of second-generation agents.
        path: Option<Arc<str>>,
    },
    /// A sub-agent of another kind, known by its label.
    SubAgent(Arc<str>),
}

impl Identity {
    /// The label that makes a sub-agent the approval reviewer.
    pub const GUARDIAN: &'static str = "guardian";

    /// True only for a sub-agent labelled exactly `guardian`.
    ///
    /// Upstream: `codex-rs/core/src/guardian/review.rs` 212-220.
    pub fn is_guardian(&self) -> bool {
        matches!(self, Identity::SubAgent(label) if &**label == Self::GUARDIAN)
    }

    /// Internal sessions and sub-agents cannot talk to the user.
    pub fn is_root(&self) -> bool {
        matches!(self, Identity::Root)
    }

    /// What kind of session it is.
    pub fn kind(&self) -> &'static Text {
        match self {
            Identity::Root => &Text { en: "root session", ko: "사용자 세션" },
            Identity::Internal => &Text { en: "internal session", ko: "내부 세션" },
            Identity::ThreadSpawn { .. } => {
                &Text { en: "spawned agent", ko: "만들어진 에이전트" }
            }
            Identity::SubAgent(_) => &Text { en: "sub-agent", ko: "하위 에이전트" },
        }
    }

    /// How it is shown.
    pub fn label(&self) -> String {
        match self {
            Identity::Root => "root session".to_owned(),
            Identity::Internal => "internal session".to_owned(),
            Identity::ThreadSpawn { depth, .. } => format!("spawned agent, depth {depth}"),
            Identity::SubAgent(label) => format!("sub-agent `{label}`"),
        }
    }
}

/// Kind of permission profile.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
pub enum PermissionProfile {
    /// The sandbox is managed by the agent.
    #[default]
    Managed,
    /// No sandbox.
    Disabled,
    /// The sandbox is somebody else's.
    External,
}

impl PermissionProfile {
    /// The name as written in scenarios.
    pub fn label(self) -> &'static str {
        match self {
            Self::Managed => "Managed",
            Self::Disabled => "Disabled",
            Self::External => "External",
        }
    }
}

pub use crate::builtin::collab::MultiAgentVersion as AgentVersion;

/// What is already fixed for the session.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
pub enum SessionAgents {
    /// A fresh session without a record.
    #[default]
    Fresh,
    /// Resumed or forked without a record: the first generation.
    ResumedWithoutRecord,
    /// Recorded in history, or inherited from the parent.
    Fixed(AgentVersion),
}

/// A ready environment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Environment {
    /// Its id.
    pub id: Arc<str>,
    /// Remote environments keep the shell choice open.
    pub remote: bool,
    /// May a login shell run here?
    pub login_shell: bool,
}

impl Environment {
    /// A local environment with login shells.
    pub fn local(id: &str) -> Self {
        Self { id: id.into(), remote: false, login_shell: true }
    }
}

/// Facts that decide between the two unified-exec shell modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ShellHost {
    /// A Unix machine whose user shell is zsh, with absolute zsh and wrapper paths configured.
    pub zsh_fork_possible: bool,
}
