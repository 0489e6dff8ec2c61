//! Cells under test: a case is what callers do at which instant and how the tools behave; driving it
//! gives every answer, the delegate's log and the cells' own logs.
//!
//! The case does not know which engine runs its sources. [`played::Played`] is one without JavaScript,
//! for laws and for what no script can be made to do; [`strategy`] makes cases for it.

pub mod drive;
pub mod played;
pub mod strategy;

use serde_json::Value;

use crate::code_mode::answer::Observe;
use crate::code_mode::service::ServiceOptions;

/// What callers do, and how the tools behave.
#[derive(Clone, Debug, Default)]
pub struct CellCase {
    /// Nested tools, in order.
    pub tools: Vec<ToolScript>,
    /// Virtual ms until a notification is accepted.
    pub notify_ms: u64,
    /// Settings of every session.
    pub options: ServiceOptions,
    /// In order of time.
    pub steps: Vec<Step>,
}

/// A nested tool.
#[derive(Clone, Debug)]
pub struct ToolScript {
    /// Its name on `tools`.
    pub name: String,
    /// First, second, … call; the last one repeats. None hangs.
    pub calls: Vec<CallScript>,
    /// Virtual ms from its cancellation to its end.
    pub cancel_ms: u64,
}

/// What one call comes to.
#[derive(Clone, Debug)]
pub enum CallScript {
    /// A value after so many ms.
    Ok(u64, Value),
    /// A rejection after so many ms.
    Err(u64, String),
    /// Its own input after so many ms; `null` if there was none.
    Echo(u64),
    /// It does not end by itself.
    Hang,
}

/// Something a caller does.
#[derive(Clone, Debug)]
pub struct Step {
    /// Virtual ms; not earlier than the step before.
    pub at_ms: u64,
    /// Name of the session.
    pub session: String,
    /// What.
    pub ask: Ask,
}

/// Kinds of steps.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Starts a cell.
    Exec {
        /// Source, in the engine's language.
        source: String,
        /// What is waited for.
        mode: Observe,
    },
    /// Waits for a cell.
    Wait {
        /// Its id.
        cell: String,
        /// What is waited for.
        mode: Observe,
    },
    /// Ends a cell.
    Terminate {
        /// Its id.
        cell: String,
    },
    /// The caller of an earlier step vanishes.
    GiveUp {
        /// Number of that step, from 0.
        step: usize,
    },
    /// The engine host is lost.
    LoseHost,
    /// Ends the session.
    Shutdown,
}
