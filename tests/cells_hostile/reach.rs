//! Attempts to reach the host, to poison what helpers and engine rely on, and odd text.

use crate::bench::Ends::{Any, Fails, Somehow, Well};
use crate::bench::{Row, check_all};

#[test]
fn the_host() {
    const ROWS: &[Row] = &[
        ("process by name", "text(typeof process + typeof require + typeof Deno + typeof Bun)", Well("undefinedundefinedundefinedundefined")),
        ("process by constructor", "text(text.constructor.constructor('return typeof process')())", Well("undefined")),
        ("process by a tool's constructor", "tools.fast.constructor('return process')()", Fails("ReferenceError")),
        ("import of a module", "await import('fs')", Fails("")),
        ("import of a file", "await import('/etc/passwd')", Fails("")),
        ("import of data", "await import('data:text/javascript,export default 1')", Fails("")),
        ("import of itself", "await import('exec_main.mjs')", Fails("")),
        ("static import", "import fs from 'fs'; text('x')", Fails("")),
        ("eval", "text(eval('typeof process + typeof globalThis.require'))", Well("undefinedundefined")),
        ("files and network", "text([typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof Worker, typeof console, typeof WebAssembly, typeof SharedArrayBuffer, typeof Atomics].join())", Well("undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined")),
        (
            "a walk over everything",
            "const seen = new Set(), todo = [globalThis]; const names = [];
             while (todo.length) { const o = todo.pop(); if (Object(o) !== o || seen.has(o)) continue; seen.add(o);
             for (const k of Reflect.ownKeys(o)) { names.push(String(k)); try { todo.push(o[k]) } catch { } try { todo.push(Reflect.getPrototypeOf(o)) } catch { } } }
             text(names.filter(n => /process|require|fetch|socket|file|spawn|env$|host|realm|boa/i.test(n)).join())",
            Well(""),
        ),
        ("stack of an error", "try { null.x } catch (e) { text(/\\/|rust|src|boa_/.test(String(e.stack))) }", Well("false")),
        ("frames of the caller", "function f() { return f.caller } text(String(f()))", Any),
        ("the arguments of helpers", "text(typeof text.caller + typeof text.arguments)", Any),
        ("the meta of a module", "text(JSON.stringify(Object.keys(import.meta)))", Any),
        ("the zone of dates", "text(new Date(0).getTimezoneOffset())", Well("0")),
        ("a clock that stands still", "const a = Date.now(); for (let i = 0; i < 1e4; i++); text(Date.now() - a)", Well("0")),
    ];
    check_all(ROWS);
}

#[test]
fn poison() {
    const ROWS: &[Row] = &[
        (
            "Array.prototype",
            "for (const k of Object.getOwnPropertyNames(Array.prototype)) try { Array.prototype[k] = () => { throw 'no' } } catch { } text({ a: [1, { b: 2 }] }); await tools.fast({ a: [1] }); text('x')",
            Well("{\"a\":[1,{\"b\":2}]}\nx"),
        ),
        (
            "Array.prototype[Symbol.iterator]",
            "Array.prototype[Symbol.iterator] = () => { throw 'no' }; text([1]); text('x')",
            Well("[1]\nx"),
        ),
        (
            "Object.prototype.then",
            "Object.prototype.then = function (done) { done('stolen') }; text(await tools.fast({}))",
            Any,
        ),
        (
            "Object.prototype.then that never ends",
            "Object.prototype.then = () => { }; await tools.fast({}); text('x')",
            Any,
        ),
        (
            "Object.prototype.toJSON",
            "Object.prototype.toJSON = () => 'mine'; text({ a: 1 }); store('k', { a: 1 })",
            Well("\"mine\""),
        ),
        (
            "Object.prototype getters and setters",
            "for (const k of ['line', 'call', 'value', 'detail', 'image_url', 'name', 'description', '0', 'length']) Object.defineProperty(Object.prototype, k, { __proto__: null, get() { throw 'no' }, set() { throw 'no' }, configurable: true }); text('x'); store('k', { a: 1 }); text(load('k')); await tools.fast({}); text('y')",
            Well("x\n{\"a\":1}\ny"),
        ),
        (
            "JSON",
            "JSON.stringify = JSON.parse = () => { throw 'no' }; globalThis.JSON = null; text({ a: 1 }); store('k', [1]); text(load('k')); text(await tools.fast({ a: 1 }))",
            Somehow,
        ),
        (
            "Promise.prototype.then",
            "Promise.prototype.then = () => { throw 'no' }; const v = await tools.fast({}); text('x')",
            Well("x"),
        ),
        ("Promise", "globalThis.Promise = null; await tools.fast({}); text('x')", Well("x")),
        (
            "Promise species",
            "Object.defineProperty(Promise, Symbol.species, { get() { throw 'no' } }); await tools.fast({}); text('x')",
            Well("x"),
        ),
        (
            "Promise.prototype.constructor",
            "Promise.prototype.constructor = class { constructor() { throw 'no' } }; await tools.fast({}).catch(() => 0); text('x')",
            Any,
        ),
        (
            "Function.prototype.call",
            "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 'no' }; text('x'); setTimeout(() => text('t'), 1); await tools.fast({}); await new Promise(f => setTimeout(f, 5)); text('y')",
            Well("x\nt\ny"),
        ),
        (
            "Symbol.toPrimitive",
            "Object.prototype[Symbol.toPrimitive] = () => { throw 'no' }; text('x'); text([1])",
            Well("x\n[1]"),
        ),
        (
            "String.prototype",
            "for (const k of Object.getOwnPropertyNames(String.prototype)) try { String.prototype[k] = () => { throw 'no' } } catch { } text('x'); notify('n'); store('k', 's'); text(load('k'))",
            Well("x\ns"),
        ),
        (
            "Error.prototype",
            "Error.prototype.toString = () => { throw 'no' }; Object.defineProperty(Error.prototype, 'stack', { get() { throw 'no' } }); null.x",
            Fails(""),
        ),
        (
            "a thrown proxy",
            "throw new Proxy({}, { get() { throw 'no' }, has() { throw 'no' }, getPrototypeOf() { throw 'no' } })",
            Fails(""),
        ),
        (
            "a thrown thing without text",
            "throw { toString() { throw 'no' }, get stack() { throw 'no' } }",
            Fails(""),
        ),
        ("a thrown loop", "throw { toString() { for (;;); } }", Any),
        (
            "getters on globalThis",
            "const { defineProperty } = Object; for (const k of ['text', 'tools', 'store', 'JSON', 'Promise', 'Array', 'Object', 'Map', 'Date', 'hacked']) defineProperty(globalThis, k, { get() { throw 'no' }, configurable: true }); await 0",
            Somehow,
        ),
        (
            "frozen globals",
            "Object.freeze(globalThis); Object.freeze(Object.prototype); Object.freeze(tools); await tools.fast({}); text('x')",
            Well("x"),
        ),
        ("globals without a prototype", "Object.setPrototypeOf(globalThis, null); text('x')", Any),
        (
            "everything deleted",
            "const t = text; for (const k of Reflect.ownKeys(globalThis)) delete globalThis[k]; t('x'); globalThis.hacked = 1",
            Any,
        ),
        (
            "tools replaced",
            "tools.fast = () => 1; globalThis.tools = { fast: () => 2 }; ALL_TOOLS.length = 0; globalThis.hacked = 1; text(tools.fast())",
            Well("2"),
        ),
        (
            "helpers on odd receivers",
            "text.call(null, 'x'); Reflect.construct(Object, [], text); try { new text('y') } catch { }",
            Any,
        ),
        (
            "a settled cell that goes on",
            "setTimeout(() => { globalThis.hacked = 1; text('late') }, 1)",
            Somehow,
        ),
        ("exit in a catch", "try { exit() } catch { text('caught') } finally { text('f') }", Any),
    ];
    check_all(ROWS);
}

#[test]
fn odd_text() {
    let rows: [Row; 12] = [
        (
            "lone surrogates",
            "text('\\ud800a\\udfff'); notify('\\ud800'); store('\\udc00', 1)",
            Well("\u{fffd}a\u{fffd}"),
        ),
        (
            "lone surrogates to a tool",
            "await tools.fast({ a: '\\ud800' })",
            Fails("failed to serialize JavaScript value"),
        ),
        ("lone surrogates in an error", "throw new Error('\\ud800')", Fails("\u{fffd}")),
        ("NUL bytes in text", "text('a\\0b')", Well("a\0b")),
        ("NUL bytes in the source", "text('a\0b')", Well("a\0b")),
        ("NUL bytes between tokens", "text(1)\0", Fails("SyntaxError")),
        ("a byte order mark", "\u{feff}text('x')", Well("x")),
        ("odd line ends", "text('x')\u{2028}text('y')\r\ntext('z')\u{2029}", Well("x\ny\nz")),
        ("names from everywhere", "const ñ한𝒳 = 1, \\u0061b = 2; text(ñ한𝒳 + ab)", Well("3")),
        (
            "text that draws on terminals",
            "text('\\u001b[2J\\u001b]0;x\\u0007')",
            Well("\u{1b}[2J\u{1b}]0;x\u{7}"),
        ),
        ("an empty text", "text('')", Well("")),
        (
            "the name __proto__",
            "store('__proto__', { __proto__: 1, ['__proto__']: 2 }); text(load('__proto__'))",
            Well("{\"__proto__\":2}"),
        ),
    ];
    check_all(&rows);
}
