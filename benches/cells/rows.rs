//! What is timed: sources of cells, and the two ways to run one.

use std::hint::black_box;
use std::sync::Arc;

use freezeframe::code_mode::engine::CellEngine;
use freezeframe::code_mode::engine::limits::EngineLimits;
use freezeframe::code_mode::engine::protocol::{
    CellStart, CellTool, Command, EngineEvent, EngineEventKind, EngineState, StoredValues,
};
use freezeframe::session::run_with;
use freezeframe::session::script::Script;
use freezeframe::trace::{Head, Trace};
use serde_json::json;

use crate::clock::Subject;

/// A cell that awaits so many calls of one tool together.
pub fn at_once(calls: usize) -> String {
    format!(
        "const all = Array.from({{ length: {calls} }}, (_, i) => tools.echo({{ i }}));\n\
         text((await Promise.all(all)).length);"
    )
}

/// A cell that awaits so many calls of one tool one after another.
pub fn in_turn(calls: usize) -> String {
    format!("for (let i = 0; i < {calls}; i++) await tools.echo({{ i }});\ntext('done');")
}

/// A cell with so many items.
pub fn items(items: usize) -> String {
    format!("for (let i = 0; i < {items}; i++) text('item ' + i);")
}

/// A cell with one item of so many hundred bytes.
pub fn one_item(hundreds: usize) -> String {
    format!("text('0123456789'.repeat({hundreds} * 10));")
}

/// A cell on an engine: alone, or from a script to the hash of its trace.
pub fn subject(engine: &Arc<dyn CellEngine>, alone: bool, source: &str) -> Subject {
    let engine = engine.clone();
    if alone {
        let source: Arc<str> = source.into();
        return Box::new(move || engine_alone(&engine, &source));
    }
    let script = script(source);
    Box::new(move || {
        let trace = Trace::new(Head::default(), run_with(&script, &engine));
        assert!(trace.record.cells.iter().all(|cell| cell.error.is_none()));
        black_box(trace.hash);
    })
}

/// The same so many times.
pub fn times(times: usize, mut once: Subject) -> Subject {
    Box::new(move || (0..times).for_each(|_| once()))
}

/// Opens a cell, answers its calls in order, and drops it.
fn engine_alone(engine: &Arc<dyn CellEngine>, source: &Arc<str>) {
    let tool = CellTool { identifier: "echo".into(), description: "Gives back.".into() };
    let (mut cell, mut turn) = engine.open(CellStart {
        source: source.clone(),
        tools: Arc::new([tool]),
        stored: StoredValues::new(),
        now_ms: 0,
        seed: 1,
        limits: EngineLimits::default(),
    });
    let mut issued = calls(&turn.events);
    let mut answered = 0;
    while let Some(call) = issued.get(answered).copied() {
        turn = cell.command(1, &Command::Resolve { call, value: json!(1) });
        issued.extend(calls(&turn.events));
        answered += 1;
    }
    assert_eq!(turn.state, EngineState::Finished { error: None });
    black_box(turn);
}

fn calls(events: &[EngineEvent]) -> Vec<u32> {
    let call = |event: &EngineEvent| match &event.kind {
        EngineEventKind::ToolCall { call, .. } => Some(*call),
        _ => None,
    };
    events.iter().filter_map(call).collect()
}

/// A scenario with one cell.
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
                handlers: [(tool: "echo", answers: [(latency_ms: 1, result: Json("1"))])],
            ),
            script: [
                Turn(say: (en: "go")),
                Sample(calls: [(call: Custom(name: "exec", input: r#"// @exec: {{"yield_time_ms": 60000}}
{source}"#))]),
            ],
        )"##
    );
    let loaded = freezeframe::scenario::load(&text, "bench", &|_| Err("no files".to_owned()));
    loaded.script.unwrap_or_else(|| panic!("{:?}", loaded.problems))
}
