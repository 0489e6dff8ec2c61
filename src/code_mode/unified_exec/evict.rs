//! Which process goes when there are too many.

/// Processes that are kept at once.
pub const MAX_PROCESSES: usize = 64;
/// Most recently used processes that never go.
pub const PROTECTED: usize = 8;

/// A process as the choice sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Session id.
    pub id: i32,
    /// Larger is more recent; no two are the same.
    pub last_used: u64,
    /// Has it ended?
    pub exited: bool,
    /// Is a call working on it? Then it cannot go now.
    pub locked: bool,
}

/// The process that makes room: of those not protected the least recently used that has ended, else
/// the least recently used. None if all of them are being worked on; a process that lives is never
/// taken because one that has ended is only busy.
pub fn choose_victim(candidates: &[Candidate]) -> Option<i32> {
    let mut oldest_first = candidates.to_vec();
    oldest_first.sort_by_key(|candidate| candidate.last_used);
    let unprotected = oldest_first.len().saturating_sub(PROTECTED);
    let unprotected = oldest_first.get(..unprotected)?;
    let any_exited = unprotected.iter().any(|candidate| candidate.exited);
    let victim = |candidate: &&Candidate| !candidate.locked && candidate.exited == any_exited;
    unprotected.iter().find(victim).map(|candidate| candidate.id)
}
