//! [`Ledger`]: for every tool that any source could offer, the chain of decisions that put it where
//! it is, in pipeline order.

use std::sync::Arc;

use serde::Serialize;
use smallvec::SmallVec;

use super::reach::Reach;
use super::rule::{Decision, Outcome, Stage};
use crate::tool::{ToolExposure, ToolName};

/// Index of a decision in [`Ledger::decisions`].
pub type DecisionId = u32;
/// Index of a candidate in [`Ledger::candidates`].
pub type CandidateId = u32;

/// Where a candidate ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// In the list the model sees.
    Visible,
    /// Registered with a deferred exposure.
    Deferred,
    /// Registered, in no list.
    Hidden,
    /// Not registered.
    Absent,
}

/// A tool that some source could offer at this sample.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its name, or the name it would have.
    pub name: ToolName,
    /// Who could offer it.
    pub origin: &'static str,
    /// The MCP server, if it is one's.
    pub server: Option<Arc<str>>,
    /// Decisions about it, in pipeline order.
    pub chain: SmallVec<[DecisionId; 8]>,
    /// Where it ended.
    pub standing: Standing,
    /// Its exposure, if registered.
    pub exposure: Option<ToolExposure>,
    /// By which path it can be reached.
    pub reach: Reach,
}

/// A set of candidates.
#[derive(Clone, Debug, Default)]
pub struct CandidateSet(Vec<bool>);

impl CandidateSet {
    /// Puts a candidate in.
    pub fn insert(&mut self, candidate: CandidateId) {
        let at = candidate as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, false);
        }
        self.0[at] = true;
    }

    /// Is the candidate in?
    pub fn contains(&self, candidate: CandidateId) -> bool {
        self.0.get(candidate as usize).copied().unwrap_or(false)
    }
}

/// All decisions of one plan.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// Decisions in the order they were taken. One decision may concern many tools.
    pub decisions: Vec<Decision>,
    /// Every tool any source could offer, in the order the sources were walked.
    pub candidates: Vec<Candidate>,
}

impl Ledger {
    /// Writes a decision down.
    pub fn note(&mut self, decision: Decision) -> DecisionId {
        self.decisions.push(decision);
        (self.decisions.len() - 1) as DecisionId
    }

    /// Opens a candidate; it is absent until something registers it.
    pub fn candidate(&mut self, name: ToolName, origin: &'static str) -> CandidateId {
        self.candidates.push(Candidate {
            name,
            origin,
            server: None,
            chain: SmallVec::new(),
            standing: Standing::Absent,
            exposure: None,
            reach: Reach::Absent,
        });
        (self.candidates.len() - 1) as CandidateId
    }

    /// Says which MCP server a candidate belongs to.
    pub fn set_server(&mut self, candidate: CandidateId, server: &Arc<str>) {
        if let Some(candidate) = self.candidates.get_mut(candidate as usize) {
            candidate.server = Some(server.clone());
        }
    }

    /// Adds a decision to a candidate's chain.
    pub fn link(&mut self, candidate: CandidateId, decision: DecisionId) {
        if let Some(candidate) = self.candidates.get_mut(candidate as usize) {
            candidate.chain.push(decision);
        }
    }

    /// Writes a decision down for one candidate.
    pub fn decide(&mut self, candidate: CandidateId, decision: Decision) -> DecisionId {
        let id = self.note(decision);
        self.link(candidate, id);
        id
    }

    /// A decision by index.
    pub fn decision(&self, id: DecisionId) -> Option<&Decision> {
        self.decisions.get(id as usize)
    }

    /// The chain of a candidate.
    pub fn chain<'a>(
        &'a self,
        candidate: &'a Candidate,
    ) -> impl Iterator<Item = &'a Decision> + 'a {
        candidate.chain.iter().filter_map(|id| self.decision(*id))
    }

    /// The decision that settled where the candidate is: the last one that was not a mere note.
    pub fn deciding<'a>(&'a self, candidate: &'a Candidate) -> Option<&'a Decision> {
        candidate
            .chain
            .iter()
            .rev()
            .filter_map(|id| self.decision(*id))
            .find(|decision| !matches!(decision.outcome(), Outcome::Noted | Outcome::Passed))
            .or_else(|| candidate.chain.last().and_then(|id| self.decision(*id)))
    }

    /// Candidates under a name; the registered one first when several sources offered it.
    pub fn named(&self, name: &ToolName) -> Vec<&Candidate> {
        let canonical = name.canonical();
        let mut found: Vec<&Candidate> =
            self.candidates.iter().filter(|c| c.name.canonical() == canonical).collect();
        found.sort_by_key(|candidate| candidate.standing);
        found
    }

    /// Decisions of one stage, in order.
    pub fn stage(&self, stage: Stage) -> impl Iterator<Item = (DecisionId, &Decision)> {
        self.decisions
            .iter()
            .enumerate()
            .filter(move |(_, decision)| decision.rule().stage == stage)
            .map(|(id, decision)| (id as DecisionId, decision))
    }
}
