//! The case files: on V8 word for word, and equal on both engines.

use freezeframe::code_mode::v8::V8Engine;

use crate::{driver, equal};

const FILES: [&str; 2] = [
    include_str!("../cases_code_mode/globals.cases"),
    include_str!("../cases_code_mode/globals_more.cases"),
];

#[test]
fn v8_passes_the_case_files() {
    let mut faults = Vec::new();
    for case in FILES.iter().flat_map(|text| driver::parse(text)) {
        faults.extend(driver::check(&V8Engine::default(), &case, true).err());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn both_engines_agree_on_the_case_files() {
    let mut faults = Vec::new();
    for case in FILES.iter().flat_map(|text| driver::parse(text)) {
        faults.extend(equal::check(&case.source, &case.tools).err());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
