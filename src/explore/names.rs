//! Names that somebody probably meant.

use crate::planner::ledger::Ledger;

/// Most names offered for one that nobody knows.
pub const MAX_NEAREST: usize = 5;
/// Candidates compared at most, so that a list of 20 000 tools stays cheap.
const MAX_COMPARED: usize = 20_000;
/// Characters compared at most.
const MAX_CHARS: usize = 128;

/// Names of the ledger's candidates nearest to `name`: those with the same bare name first, then by
/// edit distance. Names that have nothing in common with it are left out.
pub fn nearest_names(ledger: &Ledger, name: &str) -> Vec<String> {
    nearest(name, ledger.candidates.iter().map(|candidate| candidate.name.dotted()))
}

/// The nearest of `candidates`, best first.
pub fn nearest(name: &str, candidates: impl IntoIterator<Item = String>) -> Vec<String> {
    let wanted = simple(name);
    let bare = simple(name.rsplit('.').next().unwrap_or(name));
    let mut ranked: Vec<(usize, String)> = Vec::new();
    for candidate in candidates.into_iter().take(MAX_COMPARED) {
        let whole = simple(&candidate);
        let tail = simple(candidate.rsplit('.').next().unwrap_or(&candidate));
        let distance = strsim::osa_distance(&wanted, &whole).min(1 + edit(&bare, &tail));
        let limit = (wanted.chars().count() / 2).max(2);
        let part = bare.len() >= 3 && (whole.contains(&bare) || wanted.contains(&tail));
        if distance <= limit || part {
            let rank = if part { distance.min(limit) } else { distance };
            ranked.push((rank, candidate));
        }
    }
    ranked.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    ranked.dedup_by(|a, b| a.1 == b.1);
    ranked.truncate(MAX_NEAREST);
    ranked.into_iter().map(|(_, name)| name).collect()
}

fn edit(a: &str, b: &str) -> usize {
    strsim::osa_distance(a, b)
}

/// Case and separators are the usual slips, so they do not count.
fn simple(name: &str) -> String {
    name.chars()
        .take(MAX_CHARS)
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}
