//! How fast cells are, both engines side by side.
//!
//! Targets (medians, release): a trivial cell end to end, trace and hash included, under 1.3 ms on
//! V8 and 1.0 ms on boa; one cell that awaits a thousand nested calls at once under 10 ms on V8 and
//! 30 ms on boa; cost linear in calls and output.
//!
//! Upstream's own engine, on a machine like that: 1.3 ms and 5.6 ms.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use freezeframe::code_mode::engine::CellEngine;
use freezeframe::code_mode::engine::limits::EngineLimits;
use freezeframe::code_mode::engine::protocol::{
    CellStart, CellTool, Command, EngineEventKind, EngineState, StoredValues,
};
use freezeframe::session::run_with;
use freezeframe::session::script::Script;
use freezeframe::trace::{Head, Trace};

/// One text item.
const TRIVIAL: &str = "text(1 + 1);";

fn main() {
    // `cargo test --benches` and `-- --sample-count 3` want to see that it works, not how fast.
    let quick =
        std::env::args().any(|argument| argument == "--test" || argument == "--sample-count");
    let runs = if quick { 3 } else { 101 };
    let engines = engines();
    if engines.is_empty() {
        println!("no engine is built in");
        return;
    }
    println!("cells, medians of {runs} runs");
    let names: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
    println!("{:<52}{:>12}{:>12}", "", names[0], names.get(1).copied().unwrap_or(""));
    row(&engines, "trivial cell, engine alone", runs, |engine| engine_alone(engine, TRIVIAL));
    row(&engines, "trivial cell, scenario to hash (1.0 | 1.3 ms)", runs, scenario(TRIVIAL));
    for calls in [10, 100, 1_000] {
        let source = at_once(calls);
        let name = format!("{calls} calls at once, engine alone");
        row(&engines, &name, runs, |engine| engine_alone(engine, &source));
    }
    row(
        &engines,
        "1000 calls at once, scenario to hash (30 | 10 ms)",
        runs,
        scenario(&at_once(1_000)),
    );
    for items in [100, 1_000, 10_000] {
        let source = format!("for (let i = 0; i < {items}; i++) text('item ' + i);");
        row(&engines, &format!("{items} items, engine alone"), runs, |engine| {
            engine_alone(engine, &source)
        });
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

/// A cell that awaits so many calls of one tool together.
fn at_once(calls: usize) -> String {
    format!(
        "const all = Array.from({{ length: {calls} }}, (_, i) => tools.echo({{ i }}));\n\
         text((await Promise.all(all)).length);"
    )
}

fn row(
    engines: &[Arc<dyn CellEngine>],
    name: &str,
    runs: usize,
    work: impl Fn(&Arc<dyn CellEngine>),
) {
    let mut line = format!("{name:<52}");
    for engine in engines {
        let _ = write!(line, "{:>12}", format!("{:.3} ms", median(runs, || work(engine))));
    }
    println!("{}", line.trim_end());
}

/// In ms, after a few runs that do not count.
fn median(runs: usize, mut work: impl FnMut()) -> f64 {
    for _ in 0..runs.min(5) {
        work();
    }
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[runs / 2].as_secs_f64() * 1_000.0
}

/// Opens a cell, answers its calls in order, and drops it.
fn engine_alone(engine: &Arc<dyn CellEngine>, source: &str) {
    let tool = CellTool { identifier: "echo".into(), description: "Gives back.".into() };
    let (mut cell, mut turn) = engine.open(CellStart {
        source: source.into(),
        tools: Arc::new([tool]),
        stored: StoredValues::new(),
        now_ms: 0,
        seed: 1,
        limits: EngineLimits::default(),
    });
    let mut commands = Vec::new();
    for event in &turn.events {
        if let EngineEventKind::ToolCall { call, input, .. } = &event.kind {
            commands
                .push(Command::Resolve { call: *call, value: input.clone().unwrap_or_default() });
        }
    }
    for command in &commands {
        turn = cell.command(1, command);
    }
    assert_eq!(turn.state, EngineState::Finished { error: None });
    black_box(turn);
}

/// A scenario with one cell, from the script to the trace's hash.
fn scenario(source: &str) -> impl Fn(&Arc<dyn CellEngine>) {
    let script = script(source);
    move |engine| {
        let trace = Trace::new(Head::default(), run_with(&script, engine));
        black_box(trace.hash);
    }
}

fn script(source: &str) -> Script {
    let text = format!(
        r##"#![enable(implicit_some, unwrap_variant_newtypes)]
        Scenario(
            format: 1,
            title: (en: "bench"),
            start: (
                set: [
                    ModelToolMode(CodeModeOnly),
                    Feature(multi_agent, false),
                    Extensions([(name: "echo", description: "Gives back.", parallel: true)]),
                ],
                handlers: [(tool: "echo", answers: [(latency_ms: 5, result: Json("1"))])],
            ),
            script: [
                Turn(say: (en: "go")),
                Sample(calls: [(call: Custom(name: "exec", input: r#"{source}"#))]),
            ],
        )"##
    );
    let loaded = freezeframe::scenario::load(&text, "bench", &|_| Err("no files".to_owned()));
    loaded.script.unwrap_or_else(|| panic!("{:?}", loaded.problems))
}
