//! Every case of the Code Mode case list is a test, or a deviation that ARCHITECTURE.md names.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Groups of the case list and how many cases each has: pragma, identifiers, code-mode names,
/// TypeScript, descriptions, exposure, yield times, globals, lifecycle, frontiers, gate, nested
/// dispatch, responses, budget, unified exec, races of a cell's end.
const GROUPS: [(&str, u32); 16] = [
    ("P", 25),
    ("N", 9),
    ("C", 6),
    ("S", 44),
    ("D", 10),
    ("X", 27),
    ("V", 7),
    ("G", 58),
    ("L", 38),
    ("F", 6),
    ("Q", 4),
    ("B", 22),
    ("W", 17),
    ("T", 15),
    ("U", 15),
    ("LC", 5),
];

#[test]
fn every_case_is_tested_or_a_deliberate_deviation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut known = BTreeSet::new();
    for folder in ["tests/cases_code_mode", "tests/cases_room"] {
        collect(&root.join(folder), &mut known);
    }
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("it is there");
    let deviations = architecture.split("## Deliberate deviations").nth(1).expect("a section");
    known.extend(named(deviations.split("\n## ").next().unwrap_or_default()));
    let forgotten: Vec<String> = GROUPS
        .iter()
        .flat_map(|(group, cases)| (1..=*cases).map(move |case| format!("{group}-{case}")))
        .filter(|id| !known.contains(id))
        .collect();
    assert!(forgotten.is_empty(), "no test and no deviation: {forgotten:?}");
}

#[test]
fn a_case_that_nobody_wrote_is_noticed() {
    assert!(named("#[test] fn g_58() {}").contains("G-58"));
    assert!(!named("L-38: a row").contains("L-3"));
    assert!(!named("LC-4, C 4").contains("C-4"));
}

/// The ids that the files of a folder name; this one has none.
fn collect(folder: &Path, known: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        match path.is_dir() {
            true => collect(&path, known),
            false if path.ends_with("ids.rs") => {}
            false => known.extend(named(&fs::read_to_string(&path).expect("a readable text"))),
        }
    }
}

/// The ids a text names, as `L-06`, `l_06` or `L-6`, all told as `L-6`.
fn named(text: &str) -> BTreeSet<String> {
    let upper = text.to_uppercase().replace('_', "-");
    let apart = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
    let mut found = BTreeSet::new();
    for word in upper.split(apart) {
        let parts: Vec<&str> = word.split('-').collect();
        for pair in parts.windows(2) {
            if let Ok(case) = pair[1].parse::<u32>()
                && GROUPS.iter().any(|(group, _)| *group == pair[0])
            {
                found.insert(format!("{}-{case}", pair[0]));
            }
        }
    }
    found
}
