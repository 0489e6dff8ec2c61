//! Laws of Code Mode's texts: pragmas, arguments, budgets.

use std::collections::BTreeMap;

use freezeframe::code_mode::budget::{Budget, fit_items, truncate_middle};
use freezeframe::code_mode::engine::protocol::Item;
use freezeframe::code_mode::pragma::{MAX_SAFE_INTEGER, PRAGMA_PREFIX, parse_exec};
use freezeframe::code_mode::wait_args::parse_wait;
use freezeframe::laws::cells::{BudgetCase, budget_case, exec_text};
use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;

use crate::common::Verdict;

#[test]
fn a_pragma_never_touches_the_code() {
    law("a_pragma_never_touches_the_code", exec_text(), |case| {
        let text = case.0.as_str();
        let first = text.lines().next().unwrap_or_default().trim_start();
        let Ok(request) = parse_exec(text) else { return Ok(()) };
        prop_assert!(text.ends_with(request.code));
        prop_assert!(!request.code.trim().is_empty());
        if !first.starts_with(PRAGMA_PREFIX) {
            prop_assert_eq!(request.code, text);
            prop_assert_eq!((request.yield_time_ms, request.max_output_tokens), (None, None));
            return Ok(());
        }
        let removed = &text[..text.len() - request.code.len()];
        prop_assert!(removed.ends_with('\n') && removed.matches('\n').count() == 1);
        let options = [request.yield_time_ms, request.max_output_tokens];
        prop_assert!(options.iter().flatten().all(|option| *option <= MAX_SAFE_INTEGER));
        Ok(())
    });
}

#[test]
fn bad_wait_arguments_are_an_error_and_nothing_else() {
    law("bad_wait_arguments_are_an_error_and_nothing_else", exec_text(), |case| {
        let outcome = parse_wait(&case.0);
        if let Err(error) = &outcome {
            prop_assert!(error.starts_with("failed to parse function arguments: "), "{}", error);
        }
        let wanted = serde_json::from_str::<serde_json::Value>(&case.0).ok();
        let has_id =
            wanted.is_some_and(|value| value.get("cell_id").is_some_and(|id| id.is_string()));
        prop_assert!(outcome.is_err() || has_id || case.0.trim_start().starts_with('['));
        Ok(())
    });
}

/// What is left of a text when its marker is taken out: the head, what the marker counts, the tail.
fn taken_apart<'a>(text: &'a str, whole: &str, budget: Budget) -> Option<(&'a str, u64, &'a str)> {
    let unit = if matches!(budget, Budget::Tokens(_)) { "tokens" } else { "chars" };
    let end = format!(" {unit} truncated…");
    // The text may hold ellipses of its own: the head is what it shares with the whole.
    text.match_indices('…').find_map(|(at, ellipsis)| {
        let (head, rest) = text.split_at(at);
        let (count, tail) = rest[ellipsis.len()..].split_once(&end)?;
        let fits = whole.starts_with(head) && whole.ends_with(tail);
        Some((head, count.parse().ok()?, tail)).filter(|_| fits)
    })
}

fn is_cut(text: &str, whole: &str, budget: Budget) -> Verdict {
    let (head, count, tail) = taken_apart(text, whole, budget).ok_or_else(|| {
        TestCaseError::fail(format!("{text:?} is not {whole:?} without a middle"))
    })?;
    let allowed = budget.bytes() as usize;
    prop_assert!(head.len() <= allowed / 2 && tail.len() <= allowed - allowed / 2);
    // Not one character more could have stayed.
    let next = whole[head.len()..].chars().next().map_or(0, char::len_utf8);
    prop_assert!(head.len() + next > allowed / 2, "{:?} {:?}", text, whole);
    let before = whole[..whole.len() - tail.len()].chars().next_back().map_or(0, char::len_utf8);
    prop_assert!(tail.len() + before > allowed - allowed / 2, "{:?} {:?}", text, whole);
    let middle = &whole[head.len()..whole.len() - tail.len()];
    let expected = match budget {
        Budget::Tokens(_) => (whole.len() - allowed).div_ceil(4),
        Budget::Bytes(_) => middle.chars().count(),
    };
    prop_assert_eq!(count, expected as u64);
    Ok(())
}

fn joined(items: &[Item]) -> Option<String> {
    let mut joined = String::new();
    for item in items {
        let Item::Text { text } = item else { return None };
        if !joined.is_empty() {
            joined.push('\n');
        }
        joined.push_str(text);
    }
    Some(joined)
}

#[test]
fn texts_within_a_budget_keep_their_ends() {
    law("texts_within_a_budget_keep_their_ends", budget_case(), |case| {
        let Some(whole) = joined(&case.items) else { return Ok(()) };
        let cut = truncate_middle(&whole, case.budget);
        let fitted = fit_items(case.items.clone(), case.budget);
        if whole.len() as u64 <= case.budget.bytes() {
            prop_assert_eq!(cut, whole);
            prop_assert_eq!(fitted, case.items);
            return Ok(());
        }
        is_cut(&cut, &whole, case.budget)?;
        let (tokens, lines) = (whole.len().div_ceil(4), whole.lines().count());
        let warned = format!(
            "Warning: truncated output (original token count: {tokens})\nTotal output lines: \
             {lines}\n\n{cut}"
        );
        prop_assert_eq!(fitted, vec![Item::Text { text: warned }]);
        Ok(())
    });
}

fn cost(item: &Item, budget: Budget) -> u64 {
    match (item, budget) {
        (Item::Image { .. }, _) => 0,
        (Item::Text { text }, Budget::Bytes(_)) => text.len() as u64,
        (Item::Text { text }, Budget::Tokens(_)) => text.len().div_ceil(4) as u64,
        (Item::Audio { url }, Budget::Bytes(_)) => url.len().div_ceil(4) as u64 * 4,
        (Item::Audio { url }, Budget::Tokens(_)) => url.len().div_ceil(4) as u64,
    }
}

/// Walks both lists: everything of the one is in the other, cut, or counted in the notes.
fn media_are_paid_for(case: &BudgetCase) -> Verdict {
    let (Budget::Tokens(mut left) | Budget::Bytes(mut left)) = case.budget;
    let fitted = fit_items(case.items.clone(), case.budget);
    let mut shown = fitted.iter();
    let mut lost = BTreeMap::from([("text", 0), ("audio", 0)]);
    for item in &case.items {
        let price = cost(item, case.budget);
        let kind = if matches!(item, Item::Text { .. }) { "text" } else { "audio" };
        let nothing_left = kind == "text" && left == 0;
        if price <= left && !nothing_left {
            prop_assert_eq!(shown.next(), Some(item));
            left -= price;
        } else if let (Item::Text { text: whole }, false) = (item, nothing_left) {
            let Some(Item::Text { text }) = shown.next() else {
                return Err(TestCaseError::fail("a text that fits in part is missing"));
            };
            let rest = match case.budget {
                Budget::Tokens(_) => Budget::Tokens(left),
                Budget::Bytes(_) => Budget::Bytes(left),
            };
            is_cut(text, whole, rest)?;
            left = 0;
        } else {
            *lost.entry(kind).or_default() += 1;
        }
    }
    let note = |kind: &str| match lost[kind] {
        0 => None,
        count => Some(Item::Text { text: format!("[omitted {count} {kind} items ...]") }),
    };
    let notes: Vec<Item> = note("text").into_iter().chain(note("audio")).collect();
    prop_assert_eq!(shown.cloned().collect::<Vec<_>>(), notes);
    Ok(())
}

#[test]
fn items_among_media_are_paid_for_in_order() {
    law("items_among_media_are_paid_for_in_order", budget_case(), |case| {
        if joined(&case.items).is_some() { Ok(()) } else { media_are_paid_for(&case) }
    });
}
