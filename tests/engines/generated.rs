//! A thousand cells nobody wrote: equal turn by turn, and by the hash of a trace around them.

use proptest::test_runner::{Config, TestCaseError, TestRunner};
use serde_json::{Value, json};

use crate::{equal, sources, traces};

/// Cells that are compared.
const CELLS: u32 = 1_000;

/// Tools of every kind: at once, late, one after another, failing now and then.
fn tools() -> Vec<Value> {
    vec![
        json!({"name": "echo", "calls": {"ms": 0, "echo": true}, "description": "Gives back."}),
        json!({"name": "slow", "calls": {"ms": 40, "ok": {"n": 1, "list": [1, "two", null]}}}),
        json!({"name": "bad", "calls": {"ms": 7, "err": "no luck"}}),
        json!({"name": "mixed", "calls": [{"ms": 9, "ok": "first"}, {"ms": 1, "err": "second"}, {"ms": 3, "ok": 3}]}),
    ]
}

/// A number from the environment, for those who look for more.
fn setting<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

/// `FREEZEFRAME_CELLS` and `FREEZEFRAME_SEED` ask for more cells, or others. Without them they are
/// the same on every machine, so that a red run can be repeated.
#[test]
fn both_engines_agree_on_generated_cells() {
    let config = Config {
        cases: setting("FREEZEFRAME_CELLS").unwrap_or(CELLS),
        failure_persistence: None,
        max_shrink_iters: 2_000,
        ..Config::default()
    };
    let rng = sources::rng(setting("FREEZEFRAME_SEED").unwrap_or(7));
    let tools = tools();
    let result = TestRunner::new_with_rng(config, rng).run(&sources::program(), |source| {
        let turns = equal::check(&source, &tools);
        turns.and_then(|()| traces::check(&source)).map_err(TestCaseError::fail)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
