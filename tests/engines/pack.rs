//! The scenario pack: the same hash on both engines.

use std::sync::Arc;

use freezeframe::code_mode::boa::BoaEngine;
use freezeframe::code_mode::engine::CellEngine;
use freezeframe::code_mode::v8::V8Engine;
use freezeframe::pack::{SCENARIOS, resolve};
use freezeframe::session::run_with;
use freezeframe::session::script::Script;
use freezeframe::trace::{Head, Trace, text};

fn trace(script: &Script, engine: Arc<dyn CellEngine>) -> Trace {
    Trace::new(Head::default(), run_with(script, &engine))
}

#[test]
fn every_scenario_has_the_same_hash_on_both_engines() {
    let mut with_cells = 0;
    for (name, source) in SCENARIOS {
        let loaded = freezeframe::scenario::load(source, name, &resolve);
        let script = loaded.script.as_ref().unwrap_or_else(|| panic!("{name} loads"));
        let boa = trace(script, Arc::new(BoaEngine::new()));
        if boa.record.cells.is_empty() {
            continue;
        }
        with_cells += 1;
        let v8 = trace(script, Arc::new(V8Engine::default()));
        let show = |trace: &Trace| text::write(trace);
        assert_eq!(boa.hash, v8.hash, "{name}\n--- boa\n{}\n--- v8\n{}", show(&boa), show(&v8));
    }
    assert!(with_cells > 0, "the pack has scenarios with cells");
}
