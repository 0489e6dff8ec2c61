//! What changed in the list against the previous sample.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::record::Changes;
use crate::planner::Plan;
use crate::planner::ledger::Standing;
use crate::tool::{ToolName, ToolSpec};

/// Compares two lists. Without a previous one nothing counts as changed.
pub fn changes(before: Option<&Arc<Plan>>, now: &Arc<Plan>) -> Changes {
    let Some(before) = before else { return Changes::default() };
    if Arc::ptr_eq(before, now) {
        return Changes::default();
    }
    let (old, new): (Vec<&ToolName>, Vec<&ToolName>) =
        (before.visible_names().collect(), now.visible_names().collect());
    let (old_place, new_place) = (places(&old), places(&new));
    let stayed: Vec<&ToolName> =
        new.iter().copied().filter(|name| old_place.contains_key(*name)).collect();
    let (old_deferred, new_deferred) = (deferred(before), deferred(now));
    Changes {
        appeared: dotted(new.iter().filter(|name| !old_place.contains_key(**name))),
        vanished: dotted(old.iter().filter(|name| !new_place.contains_key(**name))),
        moved: moved(&stayed, &old_place),
        rewritten: dotted(stayed.iter().filter(|name| is_rewritten(name, before, now))),
        newly_deferred: missing(&new_deferred, &old_deferred),
        no_longer_deferred: missing(&old_deferred, &new_deferred),
    }
}

fn places<'a>(names: &[&'a ToolName]) -> BTreeMap<&'a ToolName, usize> {
    names.iter().enumerate().map(|(place, name)| (*name, place)).collect()
}

fn dotted<'a>(names: impl Iterator<Item = &'a &'a ToolName>) -> Vec<Arc<str>> {
    names.map(|name| name.dotted().into()).collect()
}

fn deferred(plan: &Plan) -> Vec<&ToolName> {
    plan.standing(Standing::Deferred).map(|candidate| &candidate.name).collect()
}

/// Names of the first list that the second lacks.
fn missing(of: &[&ToolName], from: &[&ToolName]) -> Vec<Arc<str>> {
    let from = places(from);
    dotted(of.iter().filter(|name| !from.contains_key(**name)))
}

/// Does the tool say something else than before? Shared specs are compared by identity first.
fn is_rewritten(name: &ToolName, before: &Plan, now: &Plan) -> bool {
    match (spec(before, name), spec(now, name)) {
        (Some(old), Some(new)) => !Arc::ptr_eq(old, new) && old != new,
        (old, new) => old.is_some() != new.is_some(),
    }
}

/// The spec behind a visible name; a hosted one stands only in the list.
fn spec<'a>(plan: &'a Plan, name: &ToolName) -> Option<&'a Arc<ToolSpec>> {
    if let Some(entry) = plan.registry.get(name) {
        return Some(&entry.runtime.spec);
    }
    plan.visible.iter().find(|entry| entry.members.contains(name)).map(|entry| &entry.spec)
}

/// Names outside the longest run that kept its relative order.
fn moved(stayed: &[&ToolName], old_place: &BTreeMap<&ToolName, usize>) -> Vec<Arc<str>> {
    let order: Vec<usize> =
        stayed.iter().filter_map(|name| old_place.get(*name).copied()).collect();
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
    let outside = stayed.iter().zip(kept).filter(|(_, kept)| !kept).map(|(name, _)| name);
    outside.map(|name| name.dotted().into()).collect()
}
