//! No case is forgotten: each id of the case list is named by a test, or by a deviation on purpose.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const IDS: &str = include_str!("../case_ids.txt");
const DEVIATIONS: &str = "## Deliberate deviations";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All Rust files of the `tests/cases_*` directories and files, this one left out.
fn case_tests() -> Vec<String> {
    let mut texts = Vec::new();
    let mut open = vec![root().join("tests")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            let name = path.strip_prefix(root().join("tests")).expect("inside").to_string_lossy();
            if !name.starts_with("cases_") || path.ends_with("cases_planner/ids.rs") {
                continue;
            }
            match path.is_dir() {
                true => open.push(path.clone()),
                false if path.extension().is_some_and(|end| end == "rs") => texts.push(read(&path)),
                false => {}
            }
        }
    }
    texts
}

/// The ids a text names, as `SH-06` or `sh_06`; of `sh_01_to_05` only the first counts.
fn named(text: &str) -> BTreeSet<String> {
    let upper = text.to_uppercase().replace('_', "-");
    let bytes = upper.as_bytes();
    let mut found = BTreeSet::new();
    for (at, window) in bytes.windows(5).enumerate() {
        let letters = window[..2].iter().all(u8::is_ascii_uppercase);
        let digits = window[3..].iter().all(u8::is_ascii_digit);
        let starts = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        let ends = bytes.get(at + 5).is_none_or(|next| !next.is_ascii_digit());
        if letters && window[2] == b'-' && digits && starts && ends {
            found.insert(String::from_utf8_lossy(window).into_owned());
        }
    }
    found
}

fn all_ids() -> Vec<&'static str> {
    IDS.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).collect()
}

#[test]
fn every_case_is_tested_or_a_deliberate_deviation() {
    let mut known: BTreeSet<String> = case_tests().iter().flat_map(|text| named(text)).collect();
    let architecture = read(&root().join("ARCHITECTURE.md"));
    let section = architecture.split(DEVIATIONS).nth(1).expect("the deviations have a section");
    known.extend(named(section.split("\n## ").next().unwrap_or_default()));
    let forgotten: Vec<&str> = all_ids().into_iter().filter(|id| !known.contains(*id)).collect();
    assert!(forgotten.is_empty(), "no test and no deviation: {forgotten:?}");
}

#[test]
fn the_case_list_is_whole() {
    let ids: BTreeSet<&str> = all_ids().into_iter().collect();
    assert_eq!((ids.len(), all_ids().len()), (237, 237), "each id once");
}
