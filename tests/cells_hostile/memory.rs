//! Bombs: strings, arrays, graphs, maps, buffers, numbers, expressions.

use freezeframe::code_mode::engine::limits::Limit::{Heap, Steps};

use crate::bench::Ends::{Any, Fails, In, Somehow};
use crate::bench::{Ends, Row, check_all, check_with};

/// The memory, or the time it takes to fill it: whichever is met first on this machine.
const BURST: Ends = In(&[Heap, Steps]);

/// Nothing but memory stops these, and it does.
#[test]
fn doubling_strings() {
    const ROWS: &[Row] = &[
        ("string bomb", "text('a'); let s = 'x'; for (;;) s += s", In(&[Heap])),
        ("template bomb", "let s = 'x'; for (;;) s = `${s}${s}`", In(&[Heap])),
        ("join bomb", "let s = 'xy'; for (;;) s = [s, s, s].join(s)", In(&[Heap])),
    ];
    check_with(10_000, ROWS);
}

#[test]
fn strings() {
    const ROWS: &[Row] = &[
        ("string bomb in a catch", "let s = 'x'; for (;;) try { s += s } catch { }", BURST),
        ("replace bomb", "let s = 'x'; for (;;) s = s.replaceAll('x', 'xxxxxxxx')", BURST),
        ("json bomb", "let s = '\"'; for (;;) s = JSON.stringify(s)", BURST),
        ("huge repeat", "'x'.repeat(2 ** 40)", Fails("RangeError")),
        ("huge repeat, allowed size", "text('x'.repeat(2 ** 29 - 30).length)", Any),
        ("huge padEnd", "'x'.padEnd(2 ** 40, 'ab')", Fails("RangeError")),
        (
            "many big strings",
            "const a = []; for (let i = 0; ; i++) a.push(('x' + i).repeat(1e6))",
            BURST,
        ),
        ("escape bomb", "let s = '%'; for (;;) s = encodeURIComponent(s)", BURST),
        (
            "normalize bomb",
            "let s = '\\u{1F1E6}\\u0390'; for (;;) s = (s + s).normalize('NFKD')",
            BURST,
        ),
        ("one error text of a hundred megabytes", "throw new Error('x'.repeat(1e8))", Any),
    ];
    check_all(ROWS);
}

#[test]
fn collections() {
    const ROWS: &[Row] = &[
        ("array bomb", "const a = []; for (;;) a.push(new Array(1e4).fill(a.length))", BURST),
        ("doubling array", "let a = [1, 2]; for (;;) a = a.concat(a)", BURST),
        ("spreading array", "let a = [1, 2]; for (;;) a = [...a, ...a]", BURST),
        (
            "object graph bomb",
            "let o = {}; for (let i = 0; ; i++) o = { a: o, b: { c: o, d: [o, i, {}, {}, {}] }, ['k' + i]: new Array(50).fill(i) }",
            BURST,
        ),
        (
            "map bomb",
            "const m = new Map(); for (let i = 0; ; i++) m.set(i, 'v'.repeat(1e3) + i)",
            BURST,
        ),
        (
            "set bomb",
            "const s = new Set(); for (let i = 0; ; i++) s.add({ i, a: new Array(1e3).fill(i) })",
            BURST,
        ),
        (
            "closure bomb",
            "let f = null; for (;;) { const g = f, a = new Array(1e4).fill(0); f = () => [g, a] }",
            BURST,
        ),
        (
            "symbols",
            "const a = []; for (let i = 0; ; i++) a.push(Symbol.for('x'.repeat(1e4) + i))",
            BURST,
        ),
        (
            "promises",
            "const a = []; for (;;) a.push(new Promise(() => { }), new Array(1e4).fill(0))",
            BURST,
        ),
        ("the longest array", "new Array(2 ** 32 - 1).fill(0)", Any),
        ("the longest array, joined", "new Array(2 ** 32 - 1).join('xyz')", Any),
        ("a sparse array, sorted", "const a = []; a[2 ** 32 - 2] = 1; a.sort()", Any),
        ("a sparse array, reversed", "const a = []; a[2 ** 32 - 2] = 1; a.reverse()", Any),
        ("array from a length", "Array.from({ length: 2 ** 32 - 1 })", Any),
        ("an array too long", "new Array(2 ** 32)", Fails("RangeError")),
        ("flat", "let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; a.flat(Infinity)", Any),
        (
            "object with a million keys",
            "const o = {}; for (let i = 0; i < 150000; i++) o['k' + i] = i; text(Object.keys(o).length)",
            Any,
        ),
    ];
    check_all(ROWS);
}

#[test]
fn buffers_and_numbers() {
    const ROWS: &[Row] = &[
        ("a buffer of a terabyte", "new ArrayBuffer(2 ** 40)", Fails("RangeError")),
        ("a typed array of a gigabyte", "new Float64Array(2 ** 27)", Any),
        ("many typed arrays", "const a = []; for (;;) a.push(new Uint8Array(1e7))", Any),
        ("resizable buffer", "new ArrayBuffer(1, { maxByteLength: 2 ** 33 }).resize(2 ** 32)", Any),
        ("typed array from a length", "Uint8Array.from({ length: 2 ** 31 })", Any),
        ("bigint power", "2n ** 10000000n", Any),
        ("bigint power of a power", "2n ** (2n ** 40n)", Any),
        ("bigint squares", "let n = 3n; for (;;) n *= n", BURST),
        ("bigint to text", "text((3n ** 2000000n).toString().length)", Any),
        ("bigint shift", "1n << (2n ** 62n)", Any),
        ("bigint factorial", "let n = 1n; for (let i = 1n; ; i++) n *= i", BURST),
        (
            "number to text",
            "text((1e308).toFixed(100).length + (1 / 3).toString(2).length)",
            Somehow,
        ),
    ];
    check_all(ROWS);
}

#[test]
fn expressions() {
    const ROWS: &[Row] = &[
        ("backtracking", "/(a+)+b/.test('a'.repeat(40))", In(&[Steps])),
        (
            "backtracking in a catch",
            "for (;;) try { /(a|aa)+$/.test('a'.repeat(60) + 'b') } catch { }",
            In(&[Steps]),
        ),
        ("backtracking in replace", "'a'.repeat(40).replace(/(.*)*x/, '')", In(&[Steps])),
        ("backtracking in a lookahead", "/^(?=(a+)+$)b/.test('a'.repeat(40) + '!')", In(&[Steps])),
        ("a repeated repetition", "new RegExp('(?:(?:a{1,1000}){1,1000}){1,1000}').test('a')", Any),
        ("a pattern of a megabyte", "new RegExp('a?'.repeat(5e5)).test('a'.repeat(1000))", Any),
        ("a pattern nested deeply", "new RegExp('('.repeat(1e5) + 'a' + ')'.repeat(1e5))", Any),
        (
            "a class of everything",
            "new RegExp('[' + '\\\\u{0}-\\\\u{10ffff}'.repeat(1e4) + ']', 'u')",
            Any,
        ),
    ];
    check_all(ROWS);
}
