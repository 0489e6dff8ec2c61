//! The pack: the scenarios of `scenarios/`, embedded in the program at build time.
//!
//! Reads no file while it runs. Start reading at [`all`] and [`find`].

use super::Loaded;

include!(concat!(env!("OUT_DIR"), "/pack.rs"));

/// A scenario of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackEntry {
    /// Path below `scenarios/`, with `/`: `lecture/frozen.ron`.
    pub path: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

impl PackEntry {
    /// The short name: the file's name without folder and ending.
    pub fn name(&self) -> &'static str {
        let file = self.path.rsplit('/').next().unwrap_or(self.path);
        file.strip_suffix(".ron").unwrap_or(file)
    }

    /// A captured tool list, by the path that the scenario gives, from the scenario's own folder.
    ///
    /// # Errors
    ///
    /// Words for a problem when the pack holds no such list.
    pub fn tool_list(&self, path: &str) -> Result<String, String> {
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = path.strip_prefix("./").unwrap_or(path);
        let whole = match folder {
            "" => path.to_owned(),
            _ => format!("{folder}/{path}"),
        };
        let found = TOOL_LISTS.iter().find(|(name, _)| *name == whole);
        found
            .map(|(_, text)| (*text).to_owned())
            .ok_or_else(|| format!("the pack holds no tool list `{whole}`"))
    }

    /// Reads the scenario.
    pub fn load(&self) -> Loaded {
        super::load(self.text, self.path, &|path| self.tool_list(path))
    }
}

/// Every scenario of the pack, in order of their paths.
pub fn all() -> impl ExactSizeIterator<Item = PackEntry> + Clone {
    SCENARIOS.iter().map(|(path, text)| PackEntry { path, text })
}

/// A scenario of the pack by its short name, its path, or its path without the ending.
pub fn find(name: &str) -> Option<PackEntry> {
    let wanted = name.strip_suffix(".ron").unwrap_or(name);
    let path_is = |entry: &PackEntry| entry.path.strip_suffix(".ron") == Some(wanted);
    all().find(path_is).or_else(|| all().find(|entry| entry.name() == wanted))
}
