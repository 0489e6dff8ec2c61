//! [`Postings`]: every BM25 term of a corpus, computed once so that a search only adds.
//!
//! The `bm25` crate stays the judge: it splits the text, weighs a term inside a document
//! (`Embedder`) and across the corpus (`Scorer`). Its own search walks hash sets in random order and
//! scans whole documents for each query word, so the adding and sorting happen here instead, in a
//! fixed order. The sums are the library's, bit for bit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use bm25::{
    DefaultTokenizer, Embedder, EmbedderBuilder, Embedding, Language, Scorer, TokenEmbedder,
    TokenEmbedding, Tokenizer,
};

/// A token as the library's default embedding sees it. Two words with the same hash are one token,
/// upstream as here.
type Token = u32;

/// Built from constants only, so sharing it cannot make two runs differ.
static ENGLISH: LazyLock<DefaultTokenizer> =
    LazyLock::new(|| DefaultTokenizer::new(Language::English));

/// The searchable tokens of `text`, in order, repeats kept: folded to ASCII, lower case, without
/// stop words, stemmed.
pub(super) fn tokens(text: &str) -> Vec<String> {
    ENGLISH.tokenize(text)
}

/// For each token the documents that hold it, ascending, with what it is worth in each.
#[derive(Debug, Default)]
pub(super) struct Postings {
    documents: usize,
    by_token: BTreeMap<Token, Vec<Posting>>,
    /// The token lists the index was made of; a rebuild takes over those of unchanged texts.
    token_lists: BTreeMap<Arc<str>, Arc<str>>,
}

#[derive(Clone, Copy, Debug)]
struct Posting {
    document: usize,
    score: f32,
}

impl Postings {
    pub(super) fn build(texts: &[Arc<str>], previous: Option<&Postings>) -> Postings {
        let known = |text: &Arc<str>| previous.and_then(|p| p.token_lists.get(text)).cloned();
        let lists: Vec<Arc<str>> =
            texts.iter().map(|text| known(text).unwrap_or_else(|| split(text))).collect();

        let corpus: Vec<&str> = lists.iter().map(|list| &**list).collect();
        let embedder: Embedder<Token, Lines> =
            EmbedderBuilder::with_tokenizer_and_fit_to_corpus(Lines, &corpus).build();
        let mut by_token: BTreeMap<Token, Vec<Posting>> = BTreeMap::new();
        for (document, list) in corpus.iter().enumerate() {
            let weights: BTreeMap<Token, f32> =
                embedder.embed(list).0.into_iter().map(|term| (term.index, term.value)).collect();
            for (token, score) in weights {
                by_token.entry(token).or_default().push(Posting { document, score });
            }
        }

        let rarity = rarity(texts.len(), by_token.values().map(Vec::len).collect());
        for postings in by_token.values_mut() {
            let rarity = rarity.get(&postings.len()).copied().unwrap_or_default();
            for posting in postings {
                posting.score *= rarity;
            }
        }
        let token_lists = texts.iter().cloned().zip(lists).collect();
        Postings { documents: texts.len(), by_token, token_lists }
    }

    /// Every document that shares a token with `query`, ascending, with its score.
    ///
    /// Terms are added in the order of the query, a repeated word as often as it is written.
    pub(super) fn scores(&self, query: &str) -> Vec<(usize, f32)> {
        let mut sums: Vec<Option<f32>> = vec![None; self.documents];
        for token in tokens(query) {
            for posting in self.postings(&token) {
                if let Some(sum) = sums.get_mut(posting.document) {
                    *sum = Some(sum.unwrap_or_default() + posting.score);
                }
            }
        }
        sums.into_iter().enumerate().filter_map(|(doc, sum)| Some((doc, sum?))).collect()
    }

    /// What one token adds to one document: 0 when the document does not hold it.
    pub(super) fn term(&self, token: &str, document: usize) -> f32 {
        let postings = self.postings(token);
        match postings.binary_search_by_key(&document, |posting| posting.document) {
            Ok(at) => postings[at].score,
            Err(_) => 0.0,
        }
    }

    fn postings(&self, token: &str) -> &[Posting] {
        self.by_token.get(&Token::embed(token)).map_or(&[], Vec::as_slice)
    }
}

/// The library's inverse document frequency for each number of documents in `counts`.
///
/// The crate only lets it out through a score. So it scores a stand-in corpus of the same size, in
/// which marker `n` sits in exactly the first `n` documents with weight 1: the score of the first
/// document for marker `n` is the bare factor.
fn rarity(documents: usize, counts: BTreeSet<usize>) -> BTreeMap<usize, f32> {
    let marker = |count: usize| TokenEmbedding { index: count, value: 1.0 };
    let mut scorer: Scorer<usize, usize> = Scorer::new();
    for document in 0..documents {
        let held = counts.range(document + 1..).copied().map(marker).collect();
        scorer.upsert(&document, Embedding(held));
    }
    let factor = |count| scorer.score(&0, &Embedding(vec![marker(count)])).unwrap_or_default();
    counts.iter().map(|&count| (count, factor(count))).collect()
}

/// Token lists travel through the embedder as text, one token a line, so that no document is split
/// twice. No token holds a line feed: the word splitter breaks there.
struct Lines;

impl Tokenizer for Lines {
    fn tokenize(&self, list: &str) -> Vec<String> {
        list.lines().map(str::to_owned).collect()
    }
}

fn split(text: &str) -> Arc<str> {
    tokens(text).join("\n").into()
}
