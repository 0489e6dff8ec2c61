//! What changed in the list against the previous sample.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::record::Changes;
use crate::planner::Plan;
use crate::planner::ledger::Standing;

/// Compares two lists. Without a previous one nothing counts as changed.
pub fn changes(before: Option<&Arc<Plan>>, now: &Arc<Plan>) -> Changes {
    let Some(before) = before else { return Changes::default() };
    if Arc::ptr_eq(before, now) {
        return Changes::default();
    }
    let (old, new) = (visible(before), visible(now));
    let (old_text, new_text) = (texts(before), texts(now));
    let both = |name: &&Arc<str>| old.contains_key(*name) && new.contains_key(*name);
    let old_order: Vec<&Arc<str>> = ordered(&old).into_iter().filter(both).collect();
    let new_order: Vec<&Arc<str>> = ordered(&new).into_iter().filter(both).collect();
    let (old_deferred, new_deferred) = (deferred(before), deferred(now));
    let missing = |of: &[Arc<str>], from: &[Arc<str>]| -> Vec<Arc<str>> {
        of.iter().filter(|name| !from.contains(name)).cloned().collect()
    };
    Changes {
        appeared: ordered(&new).into_iter().filter(|n| !old.contains_key(*n)).cloned().collect(),
        vanished: ordered(&old).into_iter().filter(|n| !new.contains_key(*n)).cloned().collect(),
        moved: moved(&old_order, &new_order),
        rewritten: new_order
            .iter()
            .filter(|name| old_text.get(**name) != new_text.get(**name))
            .map(|name| (*name).clone())
            .collect(),
        newly_deferred: missing(&new_deferred, &old_deferred),
        no_longer_deferred: missing(&old_deferred, &new_deferred),
    }
}

fn visible(plan: &Plan) -> BTreeMap<Arc<str>, usize> {
    plan.visible_names().enumerate().map(|(i, name)| (Arc::from(name.dotted()), i)).collect()
}

fn ordered(names: &BTreeMap<Arc<str>, usize>) -> Vec<&Arc<str>> {
    let mut names: Vec<(&Arc<str>, usize)> = names.iter().map(|(name, at)| (name, *at)).collect();
    names.sort_by_key(|(_, at)| *at);
    names.into_iter().map(|(name, _)| name).collect()
}

fn deferred(plan: &Plan) -> Vec<Arc<str>> {
    plan.standing(Standing::Deferred).map(|c| c.name.dotted().into()).collect()
}

/// The runtime spec behind each visible name; hosted ones have their own text in the list.
fn texts(plan: &Plan) -> BTreeMap<Arc<str>, String> {
    let mut texts = BTreeMap::new();
    for entry in &plan.visible {
        for name in &entry.members {
            let text = match plan.registry.get(name) {
                Some(tool) => tool.runtime.spec.wire_json(),
                None => entry.spec.wire_json(),
            };
            texts.insert(Arc::from(name.dotted()), text);
        }
    }
    texts
}

/// Names outside the longest run that kept its relative order.
fn moved(old: &[&Arc<str>], new: &[&Arc<str>]) -> Vec<Arc<str>> {
    let place: BTreeMap<&Arc<str>, usize> = old.iter().enumerate().map(|(i, n)| (*n, i)).collect();
    let order: Vec<usize> = new.iter().filter_map(|name| place.get(*name).copied()).collect();
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
    new.iter().zip(kept).filter(|(_, kept)| !kept).map(|(name, _)| (*name).clone()).collect()
}
