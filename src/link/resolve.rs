//! [`resolve`]: from a link to the text it means, or to the nearest one.

use super::{Edit, EditFault, Link, text_hash};

/// File name of an own scenario whose link gives none.
pub const UNNAMED: &str = "link.ron";

/// What a link means, among the scenarios that are there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// File name and text, edited as the link says. `None` when the link names nothing, or nothing
    /// that is there or near.
    pub text: Option<(String, String)>,
    /// What does not match any more, in the order in which it is noticed.
    pub stale: Vec<Stale>,
}

/// Why the text is not what the link's maker saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stale {
    /// No scenario has this name; the nearest one is shown, if any is near.
    Unknown {
        /// What the link asks for.
        wanted: String,
        /// Stem of what is shown instead.
        near: Option<String>,
    },
    /// The scenario is there, with another text.
    Text,
    /// The link's changes could not be made.
    Edit(EditFault),
}

/// Finds the text of a link among `scenarios`: file names and texts.
pub fn resolve(link: &Link, scenarios: &[(&str, &str)]) -> Resolved {
    let mut stale = Vec::new();
    let found = match (&link.scenario, &link.edit) {
        (Some(wanted), _) => find(wanted, scenarios, &mut stale),
        (None, Some(_)) => Some((link.file.as_deref().unwrap_or(UNNAMED), "")),
        (None, None) => None,
    };
    let Some((file_name, base)) = found else { return Resolved { text: None, stale } };
    let exact = stale.is_empty();
    let same = exact && link.text_hash.as_ref().is_none_or(|hash| *hash == text_hash(base));
    if exact && !same {
        stale.push(Stale::Text);
    }
    let text = edited(base, same, link.edit.as_ref()).unwrap_or_else(|fault| {
        stale.push(Stale::Edit(fault));
        base.to_owned()
    });
    Resolved { text: Some((file_name.to_owned(), text)), stale }
}

/// The file name without its ending, as links carry it.
pub fn stem(file_name: &str) -> &str {
    file_name.strip_suffix(".ron").unwrap_or(file_name)
}

/// Lines are copied by number: on another base the result would be anything.
fn edited(base: &str, same: bool, edit: Option<&Edit>) -> Result<String, EditFault> {
    match edit {
        None => Ok(base.to_owned()),
        Some(edit) if same => edit.apply(base),
        Some(_) => Err(EditFault::OtherBase),
    }
}

/// The scenario of this name, or the one that was probably meant.
fn find<'a>(
    wanted: &str,
    scenarios: &[(&'a str, &'a str)],
    stale: &mut Vec<Stale>,
) -> Option<(&'a str, &'a str)> {
    let named = |name: &str| scenarios.iter().copied().find(|(file, _)| stem(file) == name);
    if let Some(found) = named(stem(wanted)) {
        return Some(found);
    }
    let names = scenarios.iter().map(|(file, _)| stem(file));
    let near = crate::scenario::nearest_name(stem(wanted), names);
    stale.push(Stale::Unknown { wanted: wanted.to_owned(), near: near.map(str::to_owned) });
    near.and_then(named)
}
