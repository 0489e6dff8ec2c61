//! On every engine: the same cell and the same commands give the same turns, and events say where they
//! come from.

use freezeframe::code_mode::engine::CellEngine;
use freezeframe::code_mode::engine::protocol::EngineEventKind;

use crate::lifecycle::engines;
use crate::{driver, globals};

/// Whatever holds on each engine of this build.
fn on_each(holds: impl Fn(&dyn CellEngine)) {
    engines().iter().for_each(|engine| holds(&**engine));
}

#[test]
fn the_same_cell_gives_the_same_turns() {
    on_each(|engine| {
        for case in globals::CASES.iter().flat_map(|text| driver::parse(text)) {
            let run = || driver::run(engine, driver::start(&case.source, &case.tools), &case.tools);
            assert_eq!(run(), run(), "{} on {}", case.id, engine.name());
        }
    });
}

#[test]
fn chance_and_time_come_from_the_start() {
    on_each(|engine| {
        let run = |seed: u64, now_ms: u64| {
            let mut start = driver::start("text([Math.random(), Date.now()])", &[]);
            start.seed = seed;
            start.now_ms = now_ms;
            driver::run(engine, start, &[]).items
        };
        assert_eq!(run(1, 5), run(1, 5));
        assert_ne!(run(1, 5), run(2, 5));
        assert_ne!(run(1, 5), run(1, 6));
    });
}

#[test]
fn a_cell_sees_nothing_of_another() {
    on_each(|engine| {
        let run = |source: &str| driver::run(engine, driver::start(source, &[]), &[]).items;
        run("globalThis.left = 1; Array.prototype.left = 2; JSON.left = 3;");
        let looks = "text([typeof left, typeof [].left, typeof JSON.left])";
        assert_eq!(run(looks), ["[\"undefined\",\"undefined\",\"undefined\"]"]);
    });
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
    on_each(|engine| {
        let out = driver::run(engine, driver::start(source, &[]), &[]);
        let seen: Vec<(Option<u32>, bool)> = out
            .events()
            .filter(|event| matches!(event.kind, EngineEventKind::Item { .. }))
            .map(|event| (event.line, event.microtask))
            .collect();
        let wanted =
            [(Some(1), false), (Some(3), false), (Some(6), true), (Some(8), true), (None, true)];
        assert_eq!(seen, wanted, "on {}", engine.name());
    });
}

#[test]
fn rejections_nobody_handles_are_told_once() {
    on_each(|engine| {
        let unhandled = |source: &str| {
            let out = driver::run(engine, driver::start(source, &[]), &[]);
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
        assert_eq!(unhandled("await Promise.reject('main')"), [""; 0], "the promise of the cell");
        assert_eq!(unhandled("import 'x';"), [""; 0]);
    });
}
