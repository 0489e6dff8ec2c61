//! Names that somebody probably meant.

use crate::planner::ledger::Ledger;

/// Most names offered for one that nobody knows.
pub const MAX_NEAREST: usize = 5;
/// Candidates compared at most, so that a list of 20 000 tools stays cheap.
const MAX_COMPARED: usize = 20_000;
/// Shortest word that is looked for inside of longer names.
const MIN_PART: usize = 3;
/// Rank of a name that holds the whole word: behind every slip of the pen.
const HOLDS: usize = 1_000;
/// Characters compared at most.
const MAX_CHARS: usize = 128;

/// Names of the ledger's candidates nearest to `name`: those with the same bare name first, then by
/// edit distance. Names that have nothing in common with it are left out.
pub fn nearest_names(ledger: &Ledger, name: &str) -> Vec<String> {
    nearest(name, ledger.candidates.iter().map(|candidate| candidate.name.dotted()))
}

/// The nearest of `candidates`, best first: slips of the whole name, slips of the name behind the
/// last dot, and names that hold the whole word.
pub fn nearest(name: &str, candidates: impl IntoIterator<Item = String>) -> Vec<String> {
    let (whole, bare) = (simple(name), simple(bare_of(name)));
    let mut ranked: Vec<(usize, String)> = Vec::new();
    for candidate in candidates.into_iter().take(MAX_COMPARED) {
        let (there, tail) = (simple(&candidate), simple(bare_of(&candidate)));
        let slip = within(strsim::osa_distance(&whole, &there), &whole);
        let bare_slip = within(strsim::osa_distance(&bare, &tail) + 1, &bare);
        let holds = (bare.len() >= MIN_PART && there.contains(&bare)).then_some(HOLDS);
        if let Some(rank) = slip.into_iter().chain(bare_slip).chain(holds).min() {
            ranked.push((rank, candidate));
        }
    }
    ranked.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    ranked.dedup_by(|a, b| a.1 == b.1);
    ranked.truncate(MAX_NEAREST);
    ranked.into_iter().map(|(_, name)| name).collect()
}

/// A distance that is small enough for a word: a third of its letters.
fn within(distance: usize, word: &str) -> Option<usize> {
    (distance <= (word.chars().count() / 3).max(1)).then_some(distance)
}

fn bare_of(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Case and separators are the usual slips, so they do not count.
fn simple(name: &str) -> String {
    name.chars()
        .take(MAX_CHARS)
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}
