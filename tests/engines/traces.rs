//! [`check`]: a cell from a scenario to the hash of its trace, on both engines.

use std::sync::Arc;

use freezeframe::code_mode::boa::BoaEngine;
use freezeframe::code_mode::engine::CellEngine;
use freezeframe::code_mode::v8::V8Engine;
use freezeframe::session::run_with;
use freezeframe::session::script::Script;
use freezeframe::trace::{Head, Trace, text};

/// A sample that runs the cell and one that waits for it; tools of every kind.
const SCENARIO: &str = r#####"#![enable(implicit_some, unwrap_variant_newtypes)]
Scenario(
    format: 1,
    title: (en: "a generated cell"),
    start: (
        set: [
            ModelToolMode(CodeModeOnly),
            Feature(multi_agent, false),
            Extensions([
                (name: "echo", description: "Gives back.", parallel: true),
                (name: "slow", parallel: true),
                (name: "bad", parallel: true),
                (name: "mixed"),
            ]),
        ],
        handlers: [
            (tool: "echo", answers: [(latency_ms: 0, result: Json("\"back\""))]),
            (tool: "slow", answers: [
                (latency_ms: 40, result: Json("{\"n\": 1, \"list\": [1, \"two\", null]}")),
            ]),
            (tool: "bad", answers: [(latency_ms: 7, result: Error("no luck"))]),
            (tool: "mixed", answers: [
                (latency_ms: 9, result: Json("\"first\"")),
                (latency_ms: 1, result: Error("second")),
                (latency_ms: 3, result: Json("3")),
            ]),
        ],
    ),
    script: [
        Turn(say: (en: "go")),
        Sample(calls: [(call: Custom(name: "exec", input: r####"$SOURCE"####))]),
        Sample(calls: [(call: Function(name: "wait", arguments: "{\"cell_id\": \"1\"}"))]),
    ],
)"#####;

/// A run on an engine.
pub fn trace(script: &Script, engine: impl CellEngine + 'static) -> Trace {
    let engine: Arc<dyn CellEngine> = Arc::new(engine);
    Trace::new(Head::default(), run_with(script, &engine))
}

/// Has a run the same hash on both engines? Gives it back, and how many cells there were.
///
/// # Errors
/// Both traces as text.
pub fn same_hash(script: &Script) -> Result<(Arc<str>, usize), String> {
    let boa = trace(script, BoaEngine::new());
    let v8 = trace(script, V8Engine::default());
    match boa.hash == v8.hash {
        true => Ok((boa.hash.clone(), boa.record.cells.len())),
        false => Err(format!("--- boa\n{}\n--- v8\n{}", text::write(&boa), text::write(&v8))),
    }
}

/// Has a scenario with this cell the same hash on both engines?
///
/// # Errors
/// The cell and both traces.
pub fn check(source: &str) -> Result<(), String> {
    let text = SCENARIO.replace("$SOURCE", source);
    let loaded = freezeframe::scenario::load(&text, "test", &|_| Err("no files".to_owned()));
    let script = loaded.script.ok_or_else(|| format!("{:?}\n{text}", loaded.problems))?;
    match same_hash(&script)? {
        (_, 1) => Ok(()),
        (_, cells) => Err(format!("{cells} cells ran of\n{source}")),
    }
}
