//! G: what a script finds and what its values become. The cases are data, for any engine.

use freezeframe::code_mode::boa::BoaEngine;

use crate::driver;

/// The listed cases, then some that the list only describes (`GX`).
pub const CASES: [&str; 2] = [include_str!("globals.cases"), include_str!("globals_more.cases")];

#[test]
fn on_boa() {
    let mut faults = Vec::new();
    for case in CASES.iter().flat_map(|text| driver::parse(text)) {
        faults.extend(driver::check(&BoaEngine::new(), &case, false).err());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_listed_case_is_there() {
    let ids: Vec<String> = driver::parse(CASES[0]).into_iter().map(|case| case.id).collect();
    let wanted: Vec<String> = (1..=58).map(|number| format!("G-{number:02}")).collect();
    assert_eq!(ids, wanted);
}
