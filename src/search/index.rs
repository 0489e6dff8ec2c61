//! [`SearchIndex`]: ranks deferred tools against a query.

use std::sync::Arc;

use super::SearchInfo;
use super::postings::{self, Postings};

/// The searchable tools of one plan, in registration order. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct SearchIndex {
    infos: Arc<[Arc<SearchInfo>]>,
    postings: Arc<Postings>,
}

impl SearchIndex {
    /// Indexes `infos`; a hit names a tool by its position in that list.
    pub fn build(infos: Vec<Arc<SearchInfo>>) -> Self {
        Self::rebuild(None, infos)
    }

    /// The same, taking over what `previous` already worked out for unchanged documents.
    pub(super) fn rebuild(previous: Option<&SearchIndex>, infos: Vec<Arc<SearchInfo>>) -> Self {
        let postings = match previous {
            Some(index) if same_texts(&index.infos, &infos) => index.postings.clone(),
            _ => {
                let texts: Vec<_> = infos.iter().map(|info| info.text.clone()).collect();
                Arc::new(Postings::build(&texts, previous.map(|index| &*index.postings)))
            }
        };
        Self { infos: infos.into(), postings }
    }

    /// Number of indexed tools.
    pub fn len(&self) -> usize {
        self.infos.len()
    }

    /// True when no tool is indexed.
    pub fn is_empty(&self) -> bool {
        self.infos.is_empty()
    }

    /// The indexed tools, in registration order.
    pub fn infos(&self) -> &[Arc<SearchInfo>] {
        &self.infos
    }

    /// The tools that share at least one token with `query`, best first, at most `limit` of them.
    /// Never padded: a query of stop words finds nothing.
    ///
    /// Equal scores stand in registration order. Upstream leaves their order to chance, so a cut
    /// through a run of equal scores is reported as [`TieCut`].
    pub fn search(&self, query: &str, limit: usize) -> SearchOutcome {
        let mut hits: Vec<Hit> = self
            .postings
            .scores(query)
            .into_iter()
            .map(|(index, score)| Hit { index, score })
            .collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
        let matched = hits.len();
        let cut = hits.split_off(limit.min(matched));
        let tie_cut = TieCut::between(&hits, &cut);
        SearchOutcome { hits, matched, tie_cut }
    }

    /// The tokens `text` is indexed and searched by, in order, repeats kept.
    pub fn tokens(text: &str) -> Vec<String> {
        postings::tokens(text)
    }

    /// What each token of `query` adds to the score of tool `index`, in the order of the query. The
    /// sum is the score of the hit; a token the tool does not hold adds 0, and so does every token
    /// when there is no tool `index`.
    pub fn explain(&self, query: &str, index: usize) -> Vec<TokenScore> {
        let explain = |token: String| {
            let score = self.postings.term(&token, index);
            TokenScore { token, score }
        };
        postings::tokens(query).into_iter().map(explain).collect()
    }
}

impl PartialEq for SearchIndex {
    /// Everything else follows from the tools and their order.
    fn eq(&self, other: &Self) -> bool {
        self.infos == other.infos
    }
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchOutcome {
    /// Best first.
    pub hits: Vec<Hit>,
    /// How many tools matched before the cut.
    pub matched: usize,
    /// Set when the cut separated equal scores.
    pub tie_cut: Option<TieCut>,
}

/// One found tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Position in [`SearchIndex::infos`].
    pub index: usize,
    /// BM25 score, above 0.
    pub score: f32,
}

/// A cut through a run of equal scores: another run of the real planner might keep other ones.
#[derive(Clone, Debug, PartialEq)]
pub struct TieCut {
    /// The score on both sides.
    pub score: f32,
    /// Tools with that score that made it, ascending.
    pub kept: Vec<usize>,
    /// Tools with that score that did not, ascending.
    pub dropped: Vec<usize>,
}

impl TieCut {
    fn between(hits: &[Hit], cut: &[Hit]) -> Option<TieCut> {
        let score = hits.last()?.score;
        let tied = |side: &[Hit]| -> Vec<usize> {
            side.iter().filter(|hit| hit.score == score).map(|hit| hit.index).collect()
        };
        let dropped = tied(cut);
        if dropped.is_empty() {
            return None;
        }
        Some(TieCut { score, kept: tied(hits), dropped })
    }
}

/// The share of one query token in a score.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenScore {
    /// The token after folding and stemming.
    pub token: String,
    /// What it adds.
    pub score: f32,
}

fn same_texts(old: &[Arc<SearchInfo>], new: &[Arc<SearchInfo>]) -> bool {
    old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old.text == new.text)
}
