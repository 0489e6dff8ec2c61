//! The valid name that somebody probably meant.

/// Names longer than this are not compared.
const MAX_COMPARED: usize = 80;
/// Shortest word that is looked for inside of longer names.
const MIN_PART: usize = 4;
/// Candidates compared at most, so that a list of 20 000 tools stays cheap.
const MAX_CANDIDATES: usize = 5_000;

/// The candidate nearest to `name`, if one is near enough to be a slip of the pen. Ties go to the
/// earlier candidate.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.is_empty() || name.len() > MAX_COMPARED {
        return None;
    }
    let plain = simplify(name);
    let limit = (plain.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if candidate.is_empty() || candidate.len() > MAX_COMPARED {
            continue;
        }
        let simple = simplify(candidate);
        let distance = strsim::osa_distance(&plain, &simple);
        let contains = plain.len() >= MIN_PART && simple.contains(&plain);
        // A name that holds the whole word is near as well, but every slip is nearer.
        let rank = if distance <= limit { distance } else { MAX_COMPARED + distance };
        let near = distance <= limit || contains;
        if near && best.is_none_or(|(least, _)| rank < least) {
            best = Some((rank, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Case and separators are the usual slips, so they do not count.
fn simplify(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// The words for a nearest name.
pub(super) fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// All candidates in words, the nearest ones only when there are many.
pub(super) fn one_of(name: &str, candidates: &[&str]) -> String {
    const MAX_LISTED: usize = 24;
    const NEAREST: usize = 8;
    if candidates.len() <= MAX_LISTED {
        return format!("one of {}", quoted(candidates));
    }
    let plain = simplify(&name.chars().take(MAX_COMPARED).collect::<String>());
    let mut ranked: Vec<(usize, &str)> = candidates
        .iter()
        .map(|candidate| (strsim::osa_distance(&plain, &simplify(candidate)), *candidate))
        .collect();
    ranked.sort_by_key(|(distance, _)| *distance);
    let listed: Vec<&str> = ranked.iter().take(NEAREST).map(|(_, name)| *name).collect();
    format!("one of {} and {} more", quoted(&listed), candidates.len() - NEAREST)
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
