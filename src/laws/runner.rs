//! [`law`]: looks for a case that breaks a law, and leaves the shortest one behind as a scenario.

use std::fmt::Debug;
use std::path::PathBuf;

use proptest::prelude::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use sha2::{Digest, Sha256};

use crate::scenario::{ScenarioFile, print};

/// Cases that every law is tried on, unless `FREEZEFRAME_LAW_CASES` says otherwise.
pub const DEFAULT_CASES: u32 = 2_000;

/// Steps that are spent on making a failure shorter.
const MAX_SHRINK_STEPS: u32 = 20_000;

/// Something a law is tried on.
pub trait Case: Debug + Clone {
    /// The case as a scenario that can be run and looked at.
    fn scenario(&self) -> ScenarioFile;
}

/// Tries a law on many cases of a strategy.
///
/// The cases of a law are always the same ones: its random numbers start from its name. The
/// environment changes that: `FREEZEFRAME_LAW_CASES` is the number of cases,
/// `FREEZEFRAME_LAW_SEED` any text that gives other cases. No failure is remembered in a file.
///
/// # Panics
/// When a case breaks the law. The message holds the shortest such case as a scenario; it is also
/// written to `target/laws/NAME.ron`.
pub fn law<S>(name: &str, strategy: S, check: impl Fn(S::Value) -> Result<(), TestCaseError>)
where
    S: Strategy,
    S::Value: Case,
{
    try_law(name, strategy, check, |why, case| report(name, why, case));
}

/// The same for cases that are no scenarios.
///
/// # Panics
/// When a case breaks the law. The message holds the shortest such case.
pub fn plain_law<S: Strategy>(
    name: &str,
    strategy: S,
    check: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    try_law(name, strategy, check, |why, case| {
        format!("law `{name}` is broken: {why}\ncase: {case:#?}")
    });
}

fn try_law<S: Strategy>(
    name: &str,
    strategy: S,
    check: impl Fn(S::Value) -> Result<(), TestCaseError>,
    report: impl Fn(&str, &S::Value) -> String,
) {
    let config = Config {
        cases: number("FREEZEFRAME_LAW_CASES").unwrap_or(DEFAULT_CASES),
        failure_persistence: None,
        max_shrink_iters: MAX_SHRINK_STEPS,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed(name));
    match TestRunner::new_with_rng(config, rng).run(&strategy, check) {
        Ok(()) => {}
        Err(TestError::Abort(why)) => panic!("law `{name}` could not be tried: {why}"),
        Err(TestError::Fail(why, case)) => panic!("{}", report(&why.to_string(), &case)),
    }
}

fn number(variable: &str) -> Option<u32> {
    std::env::var(variable).ok()?.parse().ok()
}

fn seed(name: &str) -> [u8; 32] {
    let more = std::env::var("FREEZEFRAME_LAW_SEED").unwrap_or_default();
    Sha256::new().chain_update(name).chain_update([0]).chain_update(more).finalize().into()
}

fn report(name: &str, why: &str, case: &impl Case) -> String {
    let text = print(&case.scenario());
    let project = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let folder = project.join("target/laws");
    let file = format!("target/laws/{name}.ron");
    let written =
        std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(project.join(&file), &text));
    let place = match written {
        Ok(()) => format!("run it: cargo run -- run {file}"),
        Err(error) => format!("it could not be written to {file}: {error}"),
    };
    format!("law `{name}` is broken: {why}\n{place}\n\n{text}\ncase: {case:#?}")
}
