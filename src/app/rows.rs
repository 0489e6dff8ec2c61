//! The rows of the menu: request order, what each costs, and what is new about it.

use std::sync::Arc;

use crate::planner::Plan;
use crate::planner::ledger::Candidate;
use crate::planner::rule::Outcome;
use crate::planner::wire::tokens;
use crate::session::record::Changes;
use crate::tool::{NamespaceSpec, ToolName, ToolSpec};

/// The rows of a plan whose dotted name passes; a namespace stays with its first member.
pub fn menu(plan: &Plan, changes: &Changes, passes: impl Fn(&str) -> bool) -> Vec<Row> {
    let mut rows = Vec::with_capacity(plan.visible.len());
    for (index, (spec, json)) in plan.wire().iter().zip(plan.wire_json()).enumerate() {
        let cost = tokens(json.len()) as u64;
        let place = index + 1;
        let chars = spec.description_chars() as u64;
        match &**spec {
            ToolSpec::Namespace(group) => {
                let members = members(plan, changes, group, place);
                let mut kept: Vec<Row> =
                    members.into_iter().filter(|row| passes(&row.dotted)).collect();
                let Some(first) = kept.first() else { continue };
                let mut head = row(RowKind::Namespace, place, &group.name, cost);
                head.chars = chars;
                head.server = first.server.clone();
                head.registered_at = kept.iter().map(|row| row.registered_at).min().unwrap_or(0);
                head.shown_at = kept.iter().map(|row| row.shown_at).min().unwrap_or(0);
                rows.push(head);
                rows.append(&mut kept);
            }
            _ => {
                let mut next = row(RowKind::Tool, place, spec.name(), cost);
                next.chars = chars;
                place_row(&mut next, plan, ToolName::plain(spec.name()), changes);
                if passes(&next.dotted) {
                    rows.push(next);
                }
            }
        }
    }
    rows
}

fn members(plan: &Plan, changes: &Changes, group: &NamespaceSpec, place: usize) -> Vec<Row> {
    let members = group.tools.iter().map(|member| {
        let size = serde_json::to_string(&**member).map_or(0, |json| json.len());
        let mut next = row(RowKind::Member, place, member.name(), tokens(size) as u64);
        next.chars = member.description().chars().count() as u64;
        let name = ToolName::namespaced(&group.name, member.name());
        place_row(&mut next, plan, name, changes);
        next
    });
    members.collect()
}

/// What a row of the menu stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A tool of its own.
    Tool,
    /// A namespace; its members follow.
    Namespace,
    /// A member of the namespace above.
    Member,
}

/// What is new about a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Badge {
    /// Was not in the previous list.
    New,
    /// Stands on another place.
    Moved,
    /// Other wire JSON.
    Rewritten,
}

/// A row of the menu.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it stands for.
    pub kind: RowKind,
    /// Place in the request, from 1; members carry their namespace's.
    pub place: usize,
    /// The name as shown.
    pub label: String,
    /// The tool, unless it is a namespace.
    pub tool: Option<ToolName>,
    /// The dotted name, for marks.
    pub dotted: String,
    /// Description characters.
    pub chars: u64,
    /// Tokens; a member's are part of its namespace's.
    pub tokens: u64,
    /// What is new about it.
    pub badge: Option<Badge>,
    /// The server it comes from.
    pub server: Option<Arc<str>>,
    /// Number of decisions after which it is registered.
    pub registered_at: usize,
    /// Number of decisions after which it is shown.
    pub shown_at: usize,
}

fn row(kind: RowKind, place: usize, label: &str, cost: u64) -> Row {
    Row {
        kind,
        place,
        label: label.to_owned(),
        tool: None,
        dotted: label.to_owned(),
        chars: 0,
        tokens: cost,
        badge: None,
        server: None,
        registered_at: 0,
        shown_at: 0,
    }
}

fn place_row(row: &mut Row, plan: &Plan, name: ToolName, changes: &Changes) {
    row.dotted = name.dotted();
    row.badge = badge(changes, &row.dotted);
    if let Some(candidate) = candidate(plan, &name) {
        row.server = candidate.server.clone();
        row.registered_at = since(plan, candidate, Outcome::Registered);
        row.shown_at = since(plan, candidate, Outcome::Shown).max(row.registered_at);
    }
    row.tool = Some(name);
}

fn badge(changes: &Changes, dotted: &str) -> Option<Badge> {
    let holds = |list: &[Arc<str>]| list.iter().any(|name| **name == *dotted);
    if holds(&changes.appeared) {
        return Some(Badge::New);
    }
    if holds(&changes.moved) {
        return Some(Badge::Moved);
    }
    holds(&changes.rewritten).then_some(Badge::Rewritten)
}

/// The candidate of a registered tool by its registry entry, others by name.
pub fn candidate<'a>(plan: &'a Plan, name: &ToolName) -> Option<&'a Candidate> {
    match plan.registry.get(name) {
        Some(entry) => plan.ledger.candidates.get(entry.candidate as usize),
        None => plan.candidate(name),
    }
}

/// Number of decisions after which the candidate has met an outcome.
fn since(plan: &Plan, candidate: &Candidate, outcome: Outcome) -> usize {
    let met = candidate.chain.iter().find(|id| {
        plan.ledger.decision(**id).is_some_and(|decision| decision.outcome() == outcome)
    });
    met.or(candidate.chain.last()).map_or(0, |id| *id as usize + 1)
}
