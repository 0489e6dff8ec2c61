//! Work that does not end, and floods.

use freezeframe::code_mode::engine::limits::Limit::{Effects, Output, Steps, Turns};

use crate::bench::Ends::{Any, In, Somehow, Well, Yields};
use crate::bench::{Row, check_all};

#[test]
fn loops() {
    const ROWS: &[Row] = &[
        ("endless loop", "text('a'); for (;;);", In(&[Steps])),
        ("endless loop with a body", "let n = 0; while (true) { n = n + 1 | 0 }", In(&[Steps])),
        (
            "nested endless loops in functions",
            "function f() { for (;;) g() } function g() { for (let i = 0; i < 1000; i++) h() }
             function h() { do { } while (Math.random() < 0.9) } f()",
            In(&[Steps]),
        ),
        (
            "loop in a catch",
            "for (;;) { try { for (;;); } catch { } finally { for (;;); } }",
            In(&[Steps]),
        ),
        (
            "endless generator",
            "function* g() { for (;;) yield 1 } for (const x of g());",
            In(&[Steps]),
        ),
        (
            "endless iterator",
            "const e = { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }) }) }; for (const x of e);",
            In(&[Steps]),
        ),
        (
            "endless spread",
            "const e = { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }) }) }; [...e]",
            Any,
        ),
        ("a length from nowhere", "Array.prototype.map.call({ length: 2 ** 53 - 1 }, x => x)", Any),
        ("indexOf over nothing", "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)", Any),
        (
            "loop through a getter",
            "const o = { get x() { return o.y }, get y() { for (;;); } }; o.x",
            In(&[Steps]),
        ),
        ("loop in a comparator", "[3, 2, 1].sort(() => { for (;;); })", In(&[Steps])),
        ("loop in toString", "text(`${{ toString() { for (;;); } }}`)", In(&[Steps])),
        ("loop in a delivered toJSON", "text({ toJSON() { for (;;); } })", In(&[Steps])),
    ];
    check_all(ROWS);
}

#[test]
fn microtasks() {
    const ROWS: &[Row] = &[
        (
            "promise chain",
            "const f = () => Promise.resolve().then(f); f(); await new Promise(() => { })",
            In(&[Steps]),
        ),
        ("async loop", "text('a'); for (;;) await null", In(&[Steps])),
        (
            "async recursion",
            "const f = async () => { await null; return f() }; await f()",
            In(&[Steps]),
        ),
        (
            "thenable that names itself",
            "const t = { then(done) { done(t) } }; await t",
            In(&[Steps]),
        ),
        (
            "two that wake each other",
            "const a = async () => { for (;;) await b() }; const b = async () => { await null }; a(); await a()",
            In(&[Steps]),
        ),
        (
            "async generator",
            "async function* g() { for (;;) yield 1 } for await (const x of g());",
            In(&[Steps]),
        ),
        ("await for ever", "text('a'); await new Promise(() => { })", Yields),
    ];
    check_all(ROWS);
}

#[test]
fn timers() {
    const ROWS: &[Row] = &[
        (
            "endless timers at once",
            "const f = () => setTimeout(f, 0); f(); await new Promise(() => { })",
            In(&[Turns, Effects]),
        ),
        (
            "two timers for every timer",
            "const f = () => { setTimeout(f, 0); setTimeout(f, 0) }; f(); await new Promise(() => { })",
            In(&[Turns, Effects]),
        ),
        (
            "endless timers of 1 ms",
            "const f = () => setTimeout(f, 1); f(); await new Promise(() => { })",
            Yields,
        ),
        ("a timer for the end of days", "await new Promise(f => setTimeout(f, 2 ** 60))", Yields),
        (
            "many timers",
            "for (let i = 0; i < 10000; i++) setTimeout(() => { }, 1e9)",
            In(&[Effects]),
        ),
    ];
    check_all(ROWS);
}

#[test]
fn floods() {
    const ROWS: &[Row] = &[
        ("texts", "for (;;) text('x')", In(&[Effects])),
        ("long texts", "const x = 'x'.repeat(1e5); for (;;) text(x)", In(&[Output])),
        ("images", "for (;;) image('data:image/png;base64,AAAA')", In(&[Effects])),
        ("stores", "for (let i = 0; ; i++) store('k' + i, [i])", In(&[Effects])),
        ("big stores", "const x = 'x'.repeat(1e5); for (;;) store('k', { x })", In(&[Output])),
        ("notifications", "for (;;) notify('x')", In(&[Effects])),
        ("yields", "for (;;) yield_control()", In(&[Effects, Steps])),
        ("tool calls", "for (;;) tools.slow({})", In(&[Effects])),
        ("big tool calls", "const x = 'x'.repeat(1e5); for (;;) tools.slow({ x })", In(&[Output])),
        ("loads", "for (;;) load('k')", In(&[Effects, Steps])),
        (
            "an answered call, a thousand times",
            "for (let i = 0; i < 1000; i++) await tools.fast({}); text('x')",
            Well("x"),
        ),
        (
            "calls that end with the cell",
            "for (let i = 0; i < 1000; i++) tools.slow({}); exit()",
            Somehow,
        ),
        ("answered calls without end", "for (;;) await tools.fast({})", In(&[Effects, Turns])),
    ];
    check_all(ROWS);
}
