//! How fast cells are, all engines side by side.
//!
//! Targets (medians on an idle machine, release): a trivial cell end to end, trace and hash included,
//! under 1.3 ms on V8 and 1.0 ms on boa; one cell that awaits a thousand nested calls at once under
//! 10 ms on V8 and 30 ms on boa; cost linear in calls and output.
//!
//! Engines take turns in every run, so that a busy machine treats them alike. The column `upstream`
//! is upstream's shape on the same V8, see [`upstream`]: the yardstick of this very run. V8 makes an
//! isolate ahead while others have their turn; how fast cells follow each other is in the rows of
//! hundreds.
//!
//! `cargo bench --bench cells -- calls` runs the rows whose name has that word.

mod clock;
mod rows;
#[cfg(feature = "v8")]
mod upstream;

use std::sync::Arc;

use freezeframe::code_mode::engine::CellEngine;

use clock::{Bench, Subject};

/// One text item.
const TRIVIAL: &str = "text(1 + 1);";
/// Numbers of calls and items whose costs are compared.
const SIZES: [usize; 4] = [1_000, 2_000, 4_000, 8_000];

fn main() {
    let Some(bench) = Bench::from_arguments() else { return };
    let engines = engines();
    if engines.is_empty() {
        println!("no engine is built in");
        return;
    }
    bench.head(engines.iter().map(|engine| engine.name()).chain(YARDSTICK));
    let subjects = |alone: bool, source: &str| -> Vec<Subject> {
        let ours = engines.iter().map(|engine| rows::subject(engine, alone, source));
        ours.chain(yardstick(source)).collect()
    };
    let row = |name: &str, runs: usize, alone: bool, source: &str| {
        bench.wants(name).then(|| bench.row(name, runs, &mut subjects(alone, source)))
    };
    let hundred = |name: &str, alone: bool| {
        let mut subjects: Vec<Subject> =
            subjects(alone, TRIVIAL).into_iter().map(|once| rows::times(100, once)).collect();
        bench.wants(name).then(|| bench.row(name, 9, &mut subjects))
    };
    row("trivial cell: engine alone", 101, true, TRIVIAL);
    row("trivial cell: scenario to hash (1.0 | 1.3 ms)", 101, false, TRIVIAL);
    hundred("100 trivial cells: engine alone", true);
    hundred("100 trivial cells: scenario to hash", false);
    row("1000 calls at once: engine alone", 31, true, &rows::at_once(1_000));
    row("1000 calls at once: scenario to hash (30 | 10 ms)", 31, false, &rows::at_once(1_000));

    type Shape = (&'static str, bool, fn(usize) -> String);
    let shapes: [Shape; 6] = [
        ("calls at once: engine alone", true, rows::at_once),
        ("calls at once: scenario to hash", false, rows::at_once),
        ("calls in turn: engine alone", true, rows::in_turn),
        ("calls in turn: scenario to hash", false, rows::in_turn),
        ("items: scenario to hash", false, rows::items),
        ("hundreds of bytes in one item: scenario to hash", false, rows::one_item),
    ];
    for (name, alone, source) in shapes {
        let times: Vec<_> = SIZES
            .into_iter()
            .filter_map(|size| row(&format!("{size} {name}"), 9, alone, &source(size)))
            .collect();
        if let [first, .., last] = times.as_slice() {
            bench.growth(SIZES[SIZES.len() - 1] / SIZES[0], first, last);
        }
    }
}

fn engines() -> Vec<Arc<dyn CellEngine>> {
    vec![
        #[cfg(feature = "boa")]
        Arc::new(freezeframe::code_mode::boa::BoaEngine::new()),
        #[cfg(feature = "v8")]
        Arc::new(freezeframe::code_mode::v8::V8Engine::default()),
    ]
}

#[cfg(feature = "v8")]
const YARDSTICK: Option<&str> = Some("upstream");
#[cfg(not(feature = "v8"))]
const YARDSTICK: Option<&str> = None;

/// Upstream's shape, once V8 is initialised by an engine of ours.
#[cfg(feature = "v8")]
fn yardstick(source: &str) -> Option<Subject> {
    let source = source.to_owned();
    Some(Box::new(move || {
        std::hint::black_box(upstream::run(&source));
    }))
}

/// Without V8 there is none.
#[cfg(not(feature = "v8"))]
fn yardstick(_: &str) -> Option<Subject> {
    None
}
