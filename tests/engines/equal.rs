//! [`check`]: runs a cell on both engines and compares what they report, turn by turn.

use freezeframe::code_mode::boa::BoaEngine;
use freezeframe::code_mode::engine::CellEngine;
use freezeframe::code_mode::engine::normal::hashed_error;
use freezeframe::code_mode::engine::protocol::{EngineEventKind, EngineState, Turn};
use freezeframe::code_mode::v8::V8Engine;
use serde_json::Value;

use crate::driver;

/// The turns of a cell as far as engines have to agree.
pub fn turns(engine: &dyn CellEngine, source: &str, tools: &[Value]) -> Vec<Turn> {
    let mut start = driver::start(source, tools);
    start.now_ms = 1_767_225_600_000;
    driver::run(engine, start, tools).turns.into_iter().map(normal).collect()
}

fn normal(mut turn: Turn) -> Turn {
    for event in &mut turn.events {
        event.line = None;
        if let EngineEventKind::Unhandled { reason } = &mut event.kind {
            *reason = hashed_error(reason);
        }
    }
    if let EngineState::Finished { error: Some(error) } = &mut turn.state {
        *error = hashed_error(error);
    }
    turn
}

/// Do both engines agree on this cell?
///
/// # Errors
/// The first turn in which they differ, as text.
pub fn check(source: &str, tools: &[Value]) -> Result<(), String> {
    let boa = turns(&BoaEngine::new(), source, tools);
    let v8 = turns(&V8Engine::default(), source, tools);
    if boa == v8 {
        return Ok(());
    }
    let at = boa.iter().zip(&v8).take_while(|(boa, v8)| boa == v8).count();
    let show = |turns: &[Turn]| turns.get(at).map_or("nothing".to_owned(), shown);
    Err(format!(
        "turn {at} of this cell differs:\n{source}\n  boa {}\n  v8  {}",
        show(&boa),
        show(&v8)
    ))
}

fn shown(turn: &Turn) -> String {
    serde_json::to_string(turn).expect("a turn is JSON")
}
