//! What changed in the list against the previous sample.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::record::Changes;
use crate::planner::Plan;
use crate::planner::ledger::Standing;
use crate::tool::{ToolName, ToolSpec};

/// A line of the visible list. A hosted tool and one of ours can share a name: they are two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line<'a> {
    name: &'a ToolName,
    hosted: bool,
}

/// Compares two lists. Without a previous one nothing counts as changed.
pub fn changes(before: Option<&Arc<Plan>>, now: &Arc<Plan>) -> Changes {
    let Some(before) = before else { return Changes::default() };
    if Arc::ptr_eq(before, now) {
        return Changes::default();
    }
    let (old, new) = (visible(before), visible(now));
    let (old_place, new_place) = (places(&old), places(&new));
    let stayed: Vec<Line<'_>> =
        new.iter().copied().filter(|line| old_place.contains_key(line)).collect();
    let (old_deferred, new_deferred) = (deferred(before), deferred(now));
    Changes {
        appeared: dotted(new.iter().filter(|line| !old_place.contains_key(line))),
        vanished: dotted(old.iter().filter(|line| !new_place.contains_key(line))),
        moved: moved(&stayed, &old_place),
        rewritten: dotted(stayed.iter().filter(|line| is_rewritten(**line, before, now))),
        newly_deferred: missing(&new_deferred, &old_deferred),
        no_longer_deferred: missing(&old_deferred, &new_deferred),
    }
}

fn visible(plan: &Plan) -> Vec<Line<'_>> {
    let lines = plan.visible.iter().flat_map(|entry| {
        let hosted = is_hosted(&entry.spec);
        entry.members.iter().map(move |name| Line { name, hosted })
    });
    lines.collect()
}

fn is_hosted(spec: &ToolSpec) -> bool {
    matches!(spec, ToolSpec::WebSearch(_))
}

fn deferred(plan: &Plan) -> Vec<Line<'_>> {
    let deferred = plan.standing(Standing::Deferred);
    deferred.map(|candidate| Line { name: &candidate.name, hosted: false }).collect()
}

fn places<'a>(lines: &[Line<'a>]) -> BTreeMap<Line<'a>, usize> {
    lines.iter().enumerate().map(|(place, line)| (*line, place)).collect()
}

fn dotted<'l, 'a: 'l>(lines: impl Iterator<Item = &'l Line<'a>>) -> Vec<Arc<str>> {
    lines.map(|line| line.name.dotted().into()).collect()
}

/// Names of the first list that the second lacks.
fn missing(of: &[Line<'_>], from: &[Line<'_>]) -> Vec<Arc<str>> {
    let from = places(from);
    dotted(of.iter().filter(|line| !from.contains_key(line)))
}

/// Does the tool say something else than before? Shared specs are compared by identity first.
fn is_rewritten(line: Line<'_>, before: &Plan, now: &Plan) -> bool {
    match (spec(before, line), spec(now, line)) {
        (Some(old), Some(new)) => !Arc::ptr_eq(old, new) && old != new,
        (old, new) => old.is_some() != new.is_some(),
    }
}

/// The spec behind a line; a hosted one stands only in the list.
fn spec<'a>(plan: &'a Plan, line: Line<'_>) -> Option<&'a Arc<ToolSpec>> {
    if line.hosted {
        return plan.visible.iter().map(|entry| &entry.spec).find(|spec| is_hosted(spec));
    }
    plan.registry.get(line.name).map(|entry| &entry.runtime.spec)
}

/// Names outside the longest run that kept its relative order.
fn moved(stayed: &[Line<'_>], old_place: &BTreeMap<Line<'_>, usize>) -> Vec<Arc<str>> {
    let order: Vec<usize> = stayed.iter().filter_map(|line| old_place.get(line).copied()).collect();
    // Longest increasing subsequence by patience sorting, O(n log n).
    let mut tails: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = vec![None; order.len()];
    for (index, value) in order.iter().enumerate() {
        let at = tails.partition_point(|tail| order[*tail] < *value);
        previous[index] = at.checked_sub(1).map(|before| tails[before]);
        match tails.get_mut(at) {
            Some(slot) => *slot = index,
            None => tails.push(index),
        }
    }
    let mut kept = vec![false; order.len()];
    let mut next = tails.last().copied();
    while let Some(index) = next {
        kept[index] = true;
        next = previous[index];
    }
    dotted(stayed.iter().zip(kept).filter(|(_, kept)| !kept).map(|(line, _)| line))
}
