//! Bounds of the engine: every one ends in a stated limit, also on the small stack of a test thread.

use freezeframe::code_mode::boa::BoaEngine;
use freezeframe::code_mode::engine::limits::{EngineLimits, Limit};
use freezeframe::code_mode::engine::protocol::{CellStart, EngineState};

use crate::driver;

/// Small enough that a build without optimisation is done at once.
fn start(source: &str) -> CellStart {
    let limits = EngineLimits { steps: 20_000, effects: 1_000, ..EngineLimits::default() };
    CellStart { limits, ..driver::start(source, &[]) }
}

fn check(source: &str, limit: Limit) {
    let out = driver::run(&BoaEngine::new(), start(source), &[]);
    assert_eq!(out.state, EngineState::Stopped { limit }, "{source}");
}

fn check_error(source: &str, error: &str) {
    let out = driver::run(&BoaEngine::new(), start(source), &[]);
    let text = out.error().unwrap_or_default();
    assert_eq!(text.lines().next(), Some(error), "{source}");
}

#[test]
fn what_does_not_end_takes_too_many_steps() {
    for source in [
        "for (;;);",
        "function f() { for (let i = 0; i < 1e4; i++); } for (;;) f();",
        "try { for (;;); } catch { text('caught') } finally { for (;;); }",
        "await null; while (true) {}",
        "(async () => { await null; for (;;); })(); await new Promise(() => {});",
        "setTimeout(() => { for (;;); }, 1); await new Promise(() => {});",
        "while (true) await null;",
        "const f = () => Promise.resolve().then(f); f(); await new Promise(() => {});",
        "for await (const x of (async function* () { for (;;) yield 1; })());",
        "[...(function* () { for (;;) yield 1; })()];",
        "const a = Array(1e5); for (;;) a.indexOf(1);",
        "text({ toJSON() { for (;;); } });",
        "throw { get stack() { for (;;); } };",
    ] {
        check(source, Limit::Steps);
    }
}

#[test]
fn what_puts_out_too_much_is_stopped() {
    check("for (;;) text('x');", Limit::Effects);
    check("for (;;) { try { text('x'.repeat(1e6)); } catch {} }", Limit::Output);
    check("for (let i = 0; ; i++) store('k' + i, 'x'.repeat(1e6));", Limit::Output);
    check("for (;;) Promise.reject(1);", Limit::Steps);
    check(
        "setTimeout(function f() { setTimeout(f, 0); }, 0); await new Promise(() => {});",
        Limit::Effects,
    );
    check("await null; for (;;) notify('x');", Limit::Effects);
}

#[test]
fn nothing_runs_after_a_stop() {
    let source = "const go = () => { for (;;) text('x'); };
        (async () => { try { await null; go(); } finally { notify('never'); } })();
        await null; await null; await null; notify('nor this');";
    let out = driver::run(&BoaEngine::new(), start(source), &[]);
    assert_eq!(out.state, EngineState::Stopped { limit: Limit::Effects });
    assert_eq!((out.items.len(), out.log.len()), (1_000, 0));
}

#[test]
fn calls_that_nest_too_deeply_end_the_cell() {
    for source in [
        "function f() { f(); } f();",
        "function f() { try { f(); } catch { text('caught'); } } f();",
        "const f = () => [1].map(f); f();",
        "const o = { get x() { return this.x; } }; o.x;",
        "const o = { toJSON() { return JSON.stringify(o); } }; text(o);",
        "const p = new Proxy({}, { get(t, k, r) { return r[k]; } }); p.x;",
        "const f = () => JSON.parse('[1]', f); f();",
        "const f = () => JSON.stringify({ a: 1 }, f); f();",
        "const f = () => [2, 1].sort(f); f();",
        "const f = () => 'a'.replace(/a/, f); f();",
        "const f = () => new Promise(f); f();",
        "class A { constructor() { new A(); } } new A();",
        "class E extends Error { constructor() { super(new E()); } } new E();",
        "globalThis.f = () => eval('f()'); f();",
        "globalThis.f = () => Function('f()')(); f();",
        "const f = () => setTimeout(f, { valueOf: f }); f();",
        "const f = () => image({ get image_url() { return f(); } }); f();",
        "const it = { [Symbol.iterator]() { return [...it]; } }; [...it];",
        "async function f() { await f(); } await f();",
        "await null; function f() { f(); } f();",
        "async function f() { await null; const g = () => g(); g(); } await f();",
        "setTimeout(function f() { f(); }, 1); await new Promise(() => {});",
        "let d = 0; const f = () => ++d > 170 ? eval('('.repeat(28) + ')'.repeat(28)) : [1].map(f); f();",
    ] {
        check(source, Limit::Stack);
    }
    let detached = "async function f() { await null; const g = () => g(); g(); } f(); text('on');";
    assert_eq!(driver::run(&BoaEngine::new(), start(detached), &[]).items, ["on"]);
}

/// A cell that waits for nothing goes on waiting, however much it did before.
#[test]
fn waiting_for_ever_is_no_limit() {
    let source = "const f = (n) => n && f(n - 1); (async () => { await null; f(300); })();
        await null; f(300); await new Promise(() => {});";
    let out = driver::run(&BoaEngine::new(), start(source), &[]);
    assert_eq!(out.state, EngineState::Pending);
}

#[test]
fn sources_that_nest_too_deeply_are_not_parsed() {
    let nest = |open: &str, middle: &str, close: &str, n: usize| {
        format!("let x, f; x = {}{middle}{}", open.repeat(n), close.repeat(n))
    };
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "", "]"),
        ("{a:", "1", "}"),
        ("f(", "1", ")"),
        ("`${", "1", "}`"),
        ("function(){return ", "1", "}"),
        ("class{static x=", "1", "}"),
        ("()=>{", "1", "}"),
        ("{get a(){return ", "1", "}}"),
        ("!", "1", ""),
        ("x=>", "1", ""),
        ("x?x:", "x", ""),
        ("x+", "x", ""),
        ("x.", "x", ""),
        ("await ", "1", ""),
    ] {
        check(&nest(open, middle, close, 4_000), Limit::Stack);
        // As deep as is let through must be safe on this stack.
        for n in [10, 20, 25, 30, 35, 100, 300, 1_000] {
            let out = driver::run(&BoaEngine::new(), start(&nest(open, middle, close, n)), &[]);
            assert_ne!(out.state, EngineState::Died, "{open} {n}");
        }
    }
    check(&"x".repeat(300 * 1024), Limit::Source);
    check("eval('['.repeat(1e4))", Limit::Stack);
    check("new Function('a'.repeat(1e4).split('').join('=>'))", Limit::Stack);
}

#[test]
fn single_calls_that_ask_for_a_lot_are_range_errors() {
    let text = "RangeError: Invalid string length";
    check_error("'x'.repeat(2 ** 30)", text);
    check_error("'x'.padEnd(2 ** 30)", text);
    let list = "RangeError: Invalid array length";
    check_error("Array(1e9).fill(0)", list);
    check_error("Array.from({ length: 1e9 })", list);
    check_error("Array(1e9).join('x')", list);
    check_error("[...Array(1e9)]", list);
    check_error("Math.max.apply(null, { length: 1e9 })", list);
    let buffer = "RangeError: cannot allocate a buffer that exceeds the maximum buffer size";
    check_error("new ArrayBuffer(2 ** 33)", buffer);
    check_error("new Uint8Array(2 ** 31)", buffer);
    let deep = "RangeError: Maximum call stack size exceeded";
    check_error("let a = []; for (let i = 0; i < 5e3; i++) a = [a]; JSON.stringify(a)", deep);
    check_error("JSON.parse('['.repeat(5e3))", deep);
    check_error("JSON.parse('['.repeat(50) + ']'.repeat(50), (k, v) => v)", deep);
    let big = "RangeError: Maximum BigInt size exceeded";
    check_error("2n ** (2n ** 40n)", big);
}

#[test]
fn the_next_cell_is_not_harmed() {
    let engine = BoaEngine::new();
    for source in ["for (;;);", "function f() { f(); } f();", "throw 1", "for (;;) text('x');"] {
        driver::run(&engine, start(source), &[]);
        assert_eq!(driver::run(&engine, start("text('fine')"), &[]).items, ["fine"]);
    }
}
