//! Bounds: what ends a hostile cell, and that the next one is not harmed.

use freezeframe::code_mode::engine::limits::{EngineLimits, Limit};
use freezeframe::code_mode::engine::protocol::EngineState;
use freezeframe::code_mode::v8::V8Engine;

use crate::driver;

/// Runs a hostile cell and one after it. Work without end gets a short budget; every other bound is
/// met long before the usual one, and on a busy machine only before that.
fn check(source: &str, limit: Limit) {
    let engine = V8Engine::default();
    let mut start = driver::start(&format!("text('before');\n{source}"), &[]);
    if limit == Limit::Steps {
        start.limits = EngineLimits { real_ms: 300, ..EngineLimits::default() };
    }
    let out = driver::run(&engine, start, &[]);
    assert_eq!(out.state, EngineState::Stopped { limit }, "{source}");
    assert_eq!(out.items.first(), Some(&"before".into()), "{source}: earlier output is kept");
    let next = driver::run(&engine, driver::start("text(1)", &[]), &[]);
    assert_eq!(next.error(), None, "the cell after {source}");
}

#[test]
fn endless_work_ends_as_steps() {
    for source in [
        "for (;;) {}",
        "try { for (;;) {} } finally { text('never'); for (;;) {} }",
        "const f = () => { Promise.resolve().then(f); }; f();",
        "(async () => { for (;;) await null; })();",
        "setTimeout(() => { for (;;) {} }, 5); await new Promise(() => {});",
        "/^(a+)+$/.test('a'.repeat(40) + 'b');",
        "const o = { get stack() { for (;;) {} } }; throw o;",
        "const o = { get stack() { for (;;) {} } }; Promise.reject(o);",
        "text({ toJSON() { for (;;) {} } });",
        "[1, 2].sort(() => { for (;;) {} });",
    ] {
        check(source, Limit::Steps);
    }
}

#[test]
fn a_full_heap_ends_as_heap() {
    for source in [
        "const a = []; for (;;) a.push({});",
        "const a = []; for (;;) a.push('x'.repeat(1000) + a.length);",
        "const m = new Map(); for (let i = 0; ; i++) m.set(i, [i]);",
        "'x'.repeat(1e8).split(''); for (;;) {}",
    ] {
        check(source, Limit::Heap);
    }
}

#[test]
fn deep_calls_end_as_stack() {
    check("(function f() { f(); })();", Limit::Stack);
    check("setTimeout(function f() { f(); }, 1); await new Promise(() => {});", Limit::Stack);
}

#[test]
fn deep_calls_can_be_caught() {
    let source = "try { (function f() { f(); })(); } catch (e) { text(e instanceof RangeError); }";
    let out = driver::run(&V8Engine::default(), driver::start(source, &[]), &[]);
    assert_eq!((out.error(), out.items), (None, vec!["true".into()]));
}

#[test]
fn output_and_effects_are_bounded() {
    check("for (;;) text('x'.repeat(1000));", Limit::Output);
    check("for (;;) yield_control();", Limit::Effects);
    check("try { for (;;) yield_control(); } catch { text('caught'); }", Limit::Effects);
}

#[test]
fn large_requests_are_refused() {
    for source in ["new ArrayBuffer(2 ** 31)", "'x'.repeat(2 ** 30)", "new Array(-1)"] {
        let source = format!("try {{ {source}; }} catch (e) {{ text(e.name); }}");
        let out = driver::run(&V8Engine::default(), driver::start(&source, &[]), &[]);
        assert_eq!(out.items, ["RangeError"], "{source}");
    }
}
