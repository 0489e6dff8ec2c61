//! The index against the search engine it stands in for.

use std::collections::BTreeMap;

use bm25::{Language, SearchEngine, SearchEngineBuilder};
use freezeframe::search::SearchIndex;

use crate::found_by;

/// A small generator of our own, so that the corpora are the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    /// Words of few letters, so that they are often shared; the first ones are special to the
    /// tokenizer.
    fn words(&mut self, most: usize) -> String {
        const SPECIAL: [&str; 8] =
            ["the", "files", "read_file", "法令", "fs.read", "Größe", "--", "same"];
        let mut words = Vec::new();
        for _ in 0..self.roll(most + 1) {
            let pick = self.roll(60);
            let word = SPECIAL.get(pick).map(|word| word.to_string());
            words.push(word.unwrap_or_else(|| format!("w{}", pick * pick / 40)));
        }
        words.join(" ")
    }
}

/// Both must find the same documents with the very same scores; only the library's order among
/// equal scores is free.
#[track_caller]
fn check_against_library(corpus: &[String], queries: &[String]) {
    let library: SearchEngine<u32> =
        SearchEngineBuilder::<u32>::with_corpus(Language::English, corpus.iter().cloned()).build();
    let infos = corpus.iter().map(|text| found_by(text, "tool")).collect();
    let index = SearchIndex::build(infos);
    for query in queries {
        let theirs = library.search(query, None);
        let ours = index.search(query, usize::MAX).hits;
        let in_rank: Vec<f32> = theirs.iter().map(|found| found.score).collect();
        assert_eq!(ours.iter().map(|hit| hit.score).collect::<Vec<_>>(), in_rank, "{query}");
        let theirs: BTreeMap<usize, f32> =
            theirs.iter().map(|found| (found.document.id as usize, found.score)).collect();
        assert_eq!(
            ours.iter().map(|hit| (hit.index, hit.score)).collect::<BTreeMap<_, _>>(),
            theirs
        );
        for pair in ours.windows(2) {
            let ranked = pair[0].score > pair[1].score || pair[0].index < pair[1].index;
            assert!(ranked, "{query}: equal scores stand in registration order");
        }
    }
}

#[test]
fn random_corpora_rank_as_in_the_library() {
    let mut dice = Dice(2026);
    for _ in 0..60 {
        let corpus: Vec<String> = (0..dice.roll(40)).map(|_| dice.words(30)).collect();
        let queries: Vec<String> = (0..10).map(|_| dice.words(6)).collect();
        check_against_library(&corpus, &queries);
    }
}

#[test]
fn corner_corpora_rank_as_in_the_library() {
    let texts = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect::<Vec<_>>();
    let queries = texts(&["", "the", "word", "word word other", "\n", "a\nb"]);
    for corpus in [
        texts(&[]),
        texts(&[""]),
        texts(&["the of"]),
        texts(&["word"]),
        texts(&["", "word", "", "word\nother\r\nword"]),
        texts(&["word", "word", "word"]),
        vec!["word ".repeat(10_000), "other".to_owned()],
    ] {
        check_against_library(&corpus, &queries);
    }
}
