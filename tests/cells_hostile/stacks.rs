//! Depth: of calls, of data, of sources.

use freezeframe::code_mode::engine::limits::Limit::{Source, Stack};

use crate::bench::Ends::{Any, Fails, In};
use crate::bench::{Ends, Row, check_all};

/// On boa a bound on calls, which no script can catch; on an engine that throws, an ordinary error.
const DEEP: Ends = In(&[Stack]);

#[test]
fn calls() {
    const ROWS: &[Row] = &[
        ("plain recursion", "text('a'); function f() { f() } f()", DEEP),
        (
            "recursion in a catch",
            "function f() { try { f() } catch { f() } finally { f() } } f()",
            DEEP,
        ),
        ("mutual recursion", "const f = () => g(1), g = n => f(n); f()", DEEP),
        ("through a getter", "const o = { get x() { return o.x } }; o.x", DEEP),
        ("through a setter", "const o = { set x(v) { o.x = v } }; o.x = 1", DEEP),
        ("through toJSON", "const o = { toJSON() { return JSON.stringify(o) } }; text(o)", DEEP),
        ("through toString", "const o = { toString() { return `${o}` } }; text(`${o}`)", Any),
        ("through valueOf", "const o = { valueOf() { return +o } }; +o", Any),
        ("through a proxy", "const p = new Proxy({}, { get(t, k) { return p[k] } }); p.x", DEEP),
        (
            "through has and ownKeys",
            "const p = new Proxy({}, { has: () => 'x' in p, ownKeys: () => Object.keys(p) }); Object.keys(p); 'x' in p",
            DEEP,
        ),
        ("through a comparator", "const f = () => [2, 1].sort(f); f()", DEEP),
        ("through a reviver", "const f = () => JSON.parse('[1]', f); f()", DEEP),
        ("through a replacer", "const f = () => JSON.stringify([1], f); f()", DEEP),
        ("through map", "const f = () => [1].map(f); f()", DEEP),
        (
            "through reduce and forEach",
            "const f = () => [1, 2].reduce(g), g = () => [1].forEach(f); f()",
            DEEP,
        ),
        ("through replace", "const f = () => 'x'.replace('x', f); f()", DEEP),
        ("through a constructor", "class A { constructor() { new A() } } new A()", DEEP),
        (
            "through species",
            "class A extends Array { static get [Symbol.species]() { return new A(1).map(x => x).constructor } } new A(1).map(x => x)",
            DEEP,
        ),
        (
            "through bind",
            "let f = () => g(), g = f.bind(null); f = g; const h = () => h.bind().call(); h()",
            DEEP,
        ),
        ("through apply", "const f = () => Reflect.apply(f, null, []); f()", DEEP),
        ("through an iterator", "const o = { *[Symbol.iterator]() { yield* o } }; [...o]", DEEP),
        ("through an async function", "const f = async () => { await f() }; await f()", DEEP),
        ("through a tagged template", "const f = () => f`x`; f()", DEEP),
        ("through eval", "const f = () => eval('f()'); f()", DEEP),
        ("through a default argument", "const f = (x = f()) => x; f()", DEEP),
        (
            "through a tree of calls",
            "const f = () => { for (let i = 0; i < 10; i++) try { f() } catch { } }; f()",
            DEEP,
        ),
        ("many arguments", "Math.max(...new Array(1e6).fill(1))", Any),
        ("many arguments through apply", "Math.max.apply(null, { length: 2 ** 32 - 1 })", Any),
    ];
    check_all(ROWS);
}

#[test]
fn data() {
    const ROWS: &[Row] = &[
        (
            "deep arrays to text",
            "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; text(`${a}`)",
            Any,
        ),
        ("deep arrays to JSON", "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; text(a)", Any),
        (
            "deep arrays to a tool",
            "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; tools.fast({ a })",
            Any,
        ),
        (
            "deep arrays to store",
            "let a = []; for (let i = 0; i < 200; i++) a = [a]; store('k', a)",
            Fails("recursion limit exceeded"),
        ),
        ("deep JSON text", "JSON.parse('['.repeat(1e5) + ']'.repeat(1e5))", Any),
        ("deep flat", "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)", Any),
        (
            "long prototype chain",
            "let o = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); o.x",
            Any,
        ),
        (
            "proxies around proxies",
            "let o = {}; for (let i = 0; i < 1e5; i++) o = new Proxy(o, {}); o.x",
            Any,
        ),
        (
            "bound functions around each other",
            "let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(); f()",
            Any,
        ),
        (
            "promises around promises",
            "let p = Promise.resolve(1); for (let i = 0; i < 1e5; i++) p = p.then(); text(await p)",
            Any,
        ),
        (
            "a chain of causes",
            "let e = new Error('x'); for (let i = 0; i < 1e5; i++) e = new Error('x', { cause: e }); throw e",
            Any,
        ),
        (
            "a long list, dropped",
            "let o = null; for (let i = 0; i < 190000; i++) o = { o }; text('x')",
            Any,
        ),
        ("a cycle to JSON", "const o = {}; o.o = o; text(o)", Fails("")),
    ];
    check_all(ROWS);
}

#[test]
fn sources() {
    let nested = |open: &str, inner: &str, close: &str, depth: usize| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let long = |row: (&'static str, String, Ends)| -> Row { (row.0, row.1.leak(), row.2) };
    let rows = [
        ("deep parentheses", nested("(", "1", ")", 100_000), Any),
        ("deep arrays", nested("[", "", "]", 100_000), Any),
        ("deep blocks", nested("{", "", "}", 100_000), Any),
        ("deep objects", format!("x = {}", nested("{a:", "1", "}", 50_000)), Any),
        ("deep functions", nested("(()=>", "1", ")", 40_000), Any),
        ("deep templates", nested("`${", "1", "}`", 50_000), Any),
        ("a row of operators", format!("{}1", "!".repeat(200_000)), Any),
        ("a row of minuses", format!("{}1", "- ".repeat(100_000)), Any),
        ("a row of sums", format!("1{}", "+1".repeat(120_000)), Any),
        ("a row of dots", format!("let a = {{}}; a{}", "?.a".repeat(80_000)), Any),
        ("a row of ifs", format!("{};", "if(1)".repeat(50_000)), Any),
        ("a row of elses", format!("{};", "if(0);else ".repeat(20_000)), Any),
        ("a row of labels", (0..20_000).map(|n| format!("a{n}:")).collect::<String>() + ";", Any),
        ("a row of awaits", format!("{}1", "await ".repeat(40_000)), Any),
        ("a row of conditions", format!("{}1", "1?1:".repeat(60_000)), Any),
        ("a row of commas", format!("1{}", ",1".repeat(120_000)), Any),
        ("a row of assignments", format!("let a; {}1", "a=".repeat(120_000)), Any),
        ("a row of arrows", format!("{}1", "a=>".repeat(80_000)), Any),
        ("many statements", "let x;".to_owned() + &"x=1;".repeat(60_000), Any),
        ("many variables", (0..20_000).map(|n| format!("let v{n};")).collect(), Any),
        ("a source of a megabyte", "//".to_owned() + &"x".repeat(1_000_000), In(&[Source])),
        ("a source too long by one byte", " ".repeat(256 * 1024 + 1), In(&[Source])),
        ("deep eval", "eval('('.repeat(1e5) + ')'.repeat(1e5))".to_owned(), Any),
        ("deep Function", "new Function('a', '['.repeat(1e5) + ']'.repeat(1e5))".to_owned(), Any),
        ("Function bomb", "let s = 'x'; for (;;) { s += s; new Function(s) }".to_owned(), Any),
    ];
    check_all(&rows.map(long));
}
