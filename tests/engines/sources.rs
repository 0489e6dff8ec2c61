//! Strategies for cells: small programs over everything a cell is likely to do.
//!
//! Words of engine errors are never put out, only their class; numbers that a mathematical library
//! rounds in its last digit are rounded before.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngAlgorithm, TestRng};

mod expressions;
mod statements;

/// What every program begins with: showing any value, and any error without an engine's words.
const HEAD: &str = "\
const kind = (e) => e instanceof Error ? e.name : typeof e + ' ' + String(e).split(/\\n|(?<=Error):/)[0];
const show = (v) => { try { text(v); } catch (e) { text('!' + kind(e)); } };
";

/// A whole cell.
pub fn program() -> impl Strategy<Value = String> {
    let body = prop::collection::vec(statements::statement(), 1..8);
    body.prop_map(|parts| format!("{HEAD}{}\n", parts.join("\n")))
}

/// The same numbers on every machine.
pub fn rng(seed: u8) -> TestRng {
    TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32])
}

/// One of these texts.
fn one(texts: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    select(texts).prop_map(str::to_owned)
}
