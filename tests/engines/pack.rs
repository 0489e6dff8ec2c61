//! The scenario pack: the same hash on both engines, and it is the one of the golden trace.

use std::path::Path;

use freezeframe::pack::{SCENARIOS, resolve};

use crate::traces::same_hash;

/// The line of a golden trace that has the hash.
fn golden_hash(name: &str) -> String {
    let stem = name.strip_suffix(".ron").unwrap_or(name);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let path = folder.join(format!("{stem}.trace.txt"));
    let golden = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let hash = golden.lines().find_map(|line| line.strip_prefix("hash "));
    hash.unwrap_or_else(|| panic!("{path:?} has no hash")).trim().to_owned()
}

#[test]
fn every_scenario_has_the_hash_of_its_golden_trace_on_both_engines() {
    let mut with_cells = 0;
    for (name, source) in SCENARIOS {
        let loaded = freezeframe::scenario::load(source, name, &resolve);
        let script = loaded.script.as_ref().unwrap_or_else(|| panic!("{name} loads"));
        let (hash, cells) = same_hash(script).unwrap_or_else(|texts| panic!("{name}\n{texts}"));
        assert_eq!(*hash, *golden_hash(name), "{name}");
        with_cells += usize::from(cells > 0);
    }
    assert!(with_cells >= 15, "the pack has only {with_cells} scenarios with cells");
}
