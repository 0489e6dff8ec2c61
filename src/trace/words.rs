//! Fixed words of engine states, shared by text and JSON.

use crate::planner::ledger::Standing;
use crate::planner::reach::Reach;
use crate::session::record::{Anomaly, Lifecycle, ServerState, When};

/// The word of a standing.
pub fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Visible => "visible",
        Standing::Deferred => "deferred",
        Standing::Hidden => "hidden",
        Standing::Absent => "absent",
    }
}

/// The word of a reachability verdict.
pub fn reach(reach: Reach) -> &'static str {
    match reach {
        Reach::CallableNow => "callable_now",
        Reach::AfterSearch => "after_search",
        Reach::InsideExec => "inside_exec",
        Reach::NeverShown => "never_shown",
        Reach::HostedOnly => "hosted_only",
        Reach::Orphan => "orphan",
        Reach::Absent => "absent",
    }
}

/// The word of a server's state, without its message.
pub fn server_state(state: &ServerState) -> &'static str {
    match state {
        ServerState::Idle => "idle",
        ServerState::Starting => "starting",
        ServerState::Ready => "ready",
        ServerState::Failed(_) => "failed",
        ServerState::Closed => "closed",
        ServerState::Removed => "removed",
    }
}

/// The message of a failed server.
pub fn server_error(state: &ServerState) -> Option<&str> {
    match state {
        ServerState::Failed(message) => Some(message),
        _ => None,
    }
}

/// The word of an anomaly.
pub fn anomaly(anomaly: Anomaly) -> &'static str {
    match anomaly {
        Anomaly::CalledNotAdvertised => "called_not_advertised",
        Anomaly::AdvertisedButGone => "advertised_but_gone",
        Anomaly::SplitTables => "split_tables",
    }
}

/// The word of an effect's time.
pub fn when(when: When) -> &'static str {
    match when {
        When::Now => "now",
        When::NextSample => "next_sample",
        When::NextTurn => "next_turn",
        When::AfterRefresh => "after_refresh",
        When::Never => "never",
    }
}

/// The word of a finish notification.
pub fn lifecycle(lifecycle: Lifecycle) -> &'static str {
    match lifecycle {
        Lifecycle::Blocked => "blocked",
        Lifecycle::Completed { .. } => "completed",
        Lifecycle::Failed { .. } => "failed",
        Lifecycle::Aborted => "aborted",
    }
}
