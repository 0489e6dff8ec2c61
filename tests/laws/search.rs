//! Laws of the ranking.

use std::collections::BTreeMap;

use freezeframe::laws::corpora::{SearchCase, search_case};
use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::search::SearchIndex;

/// Sums in 32 bits against sums in 64: this far apart at most.
const TOLERANCE: f64 = 1e-3;

/// BM25 as the textbook has it: k1 = 1.2, b = 0.75.
fn reference(case: &SearchCase) -> BTreeMap<usize, f64> {
    let documents: Vec<Vec<String>> =
        case.documents.iter().map(|text| SearchIndex::tokens(text)).collect();
    let count = documents.len() as f64;
    let average = documents.iter().map(Vec::len).sum::<usize>() as f64 / count;
    let mut scores = BTreeMap::new();
    for token in SearchIndex::tokens(&case.query) {
        let holding = documents.iter().filter(|document| document.contains(&token)).count() as f64;
        let rarity = (1.0 + (count - holding + 0.5) / (holding + 0.5)).ln();
        for (at, document) in documents.iter().enumerate() {
            let often = document.iter().filter(|other| **other == token).count() as f64;
            if often > 0.0 {
                let length = 0.25 + 0.75 * document.len() as f64 / average;
                *scores.entry(at).or_insert(0.0) += rarity * often * 2.2 / (often + 1.2 * length);
            }
        }
    }
    scores
}

#[test]
fn the_ranking_is_the_textbook_s() {
    law("the_ranking_is_the_textbook_s", search_case(), |case| {
        let found = case.index().search(&case.query, usize::MAX);
        let expected = reference(&case);
        prop_assert_eq!(found.hits.len(), expected.len());
        for hit in &found.hits {
            let score = expected.get(&hit.index).copied().unwrap_or(-1.0);
            prop_assert!((f64::from(hit.score) - score).abs() < TOLERANCE, "{:?} {}", hit, score);
        }
        for pair in found.hits.windows(2) {
            let (first, second) = (expected[&pair[0].index], expected[&pair[1].index]);
            prop_assert!(first > second - TOLERANCE, "{:?}", pair);
            prop_assert!(pair[0].score != pair[1].score || pair[0].index < pair[1].index);
        }
        Ok(())
    });
}

#[test]
fn a_limit_cuts_and_changes_nothing_else() {
    law("a_limit_cuts_and_changes_nothing_else", search_case(), |case| {
        let index = case.index();
        let all = index.search(&case.query, usize::MAX);
        let some = index.search(&case.query, case.limit);
        prop_assert_eq!(&some.hits[..], &all.hits[..case.limit.min(all.hits.len())]);
        prop_assert_eq!(some.matched, all.hits.len());
        let cut = all.hits.get(some.hits.len());
        let tied = cut.is_some_and(|cut| some.hits.last().is_some_and(|l| l.score == cut.score));
        prop_assert_eq!(some.tie_cut.is_some(), tied);
        Ok(())
    });
}

#[test]
fn the_order_of_documents_changes_no_score() {
    law("the_order_of_documents_changes_no_score", search_case(), |mut case| {
        let last = case.documents.len().saturating_sub(1);
        let scores = |case: &SearchCase| -> BTreeMap<usize, u32> {
            let hits = case.index().search(&case.query, usize::MAX).hits;
            hits.into_iter().map(|hit| (hit.index, hit.score.to_bits())).collect()
        };
        let before = scores(&case);
        case.documents.reverse();
        let after: BTreeMap<usize, u32> =
            scores(&case).into_iter().map(|(at, score)| (last - at, score)).collect();
        prop_assert_eq!(after, before);
        Ok(())
    });
}

#[test]
fn the_shares_of_the_words_add_up() {
    law("the_shares_of_the_words_add_up", search_case(), |case| {
        let index = case.index();
        for hit in index.search(&case.query, usize::MAX).hits {
            let shares = index.explain(&case.query, hit.index);
            let sum = shares.iter().fold(0.0_f32, |sum, share| sum + share.score);
            prop_assert_eq!(sum, hit.score);
        }
        Ok(())
    });
}
