//! The same cell and the same commands give the same turns, and events say where they come from.

use freezeframe::code_mode::boa::BoaEngine;
use freezeframe::code_mode::engine::protocol::EngineEventKind;

use crate::{driver, globals};

#[test]
fn the_same_cell_gives_the_same_turns() {
    for case in globals::CASES.iter().flat_map(|text| driver::parse(text)) {
        let run = || {
            driver::run(&BoaEngine::new(), driver::start(&case.source, &case.tools), &case.tools)
        };
        assert_eq!(run(), run(), "{}", case.id);
    }
}

#[test]
fn chance_and_time_come_from_the_start() {
    let run = |seed: u64, now_ms: u64| {
        let mut start = driver::start("text([Math.random(), Date.now()])", &[]);
        start.seed = seed;
        start.now_ms = now_ms;
        driver::run(&BoaEngine::new(), start, &[]).items
    };
    assert_eq!(run(1, 5), run(1, 5));
    assert_ne!(run(1, 5), run(2, 5));
    assert_ne!(run(1, 5), run(1, 6));
}

#[test]
fn a_cell_sees_nothing_of_another() {
    let engine = BoaEngine::new();
    let run = |source: &str| driver::run(&engine, driver::start(source, &[]), &[]).items;
    run("globalThis.left = 1; Array.prototype.left = 2; JSON.left = 3;");
    assert_eq!(
        run("text([typeof left, typeof [].left, typeof JSON.left])"),
        ["[\"undefined\",\"undefined\",\"undefined\"]"]
    );
}

#[test]
fn events_carry_line_and_phase() {
    let source = "\
text('one');
const f = () => {
  text('three');
};
f();
await null; text('six');
[1].map(() =>
  text('eight'));
Promise.resolve('native').then(text);
await null;
";
    let out = driver::run(&BoaEngine::new(), driver::start(source, &[]), &[]);
    let seen: Vec<(Option<u32>, bool)> = out
        .events()
        .filter(|event| matches!(event.kind, EngineEventKind::Item { .. }))
        .map(|event| (event.line, event.microtask))
        .collect();
    let wanted =
        [(Some(1), false), (Some(3), false), (Some(6), true), (Some(8), true), (None, true)];
    assert_eq!(seen, wanted);
}

#[test]
fn rejections_nobody_handles_are_told_once() {
    let unhandled = |source: &str| {
        let out = driver::run(&BoaEngine::new(), driver::start(source, &[]), &[]);
        let reasons = out.events().filter_map(|event| match &event.kind {
            EngineEventKind::Unhandled { reason } => Some(reason.clone()),
            _ => None,
        });
        reasons.collect::<Vec<_>>()
    };
    let source = "Promise.reject(new Error('lost\\nsecond line'));
        (async () => { throw 'two'; })();
        await new Promise((r) => setTimeout(r, 1));
        Promise.reject('three');";
    assert_eq!(unhandled(source), ["Error: lost", "two", "three"]);
    let handled = "const p = Promise.reject('late'); await null; p.catch(() => {});
        try { await Promise.reject('caught'); } catch {}";
    assert_eq!(unhandled(handled), [""; 0]);
    assert_eq!(unhandled("await Promise.reject('main')"), [""; 0], "the main promise is the end");
    assert_eq!(unhandled("import 'x';"), [""; 0]);
}
