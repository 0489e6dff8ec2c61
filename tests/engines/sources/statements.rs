//! Statements, each in a block of its own.

use proptest::prelude::*;

use super::expressions::{array, expression, number, object, string};
use super::one;

/// Any statement.
pub fn statement() -> BoxedStrategy<String> {
    simple()
        .prop_recursive(2, 8, 3, |inner| {
            let several = prop::collection::vec(inner.clone(), 0..3).prop_map(|parts| parts.join("\n"));
            prop_oneof![
                2 => (several.clone(), several.clone())
                    .prop_map(|(a, b)| format!("try {{\n{a}\n}} catch (e) {{ show(kind(e));\n{b}\n}}")),
                1 => (several.clone(), several.clone(), several.clone()).prop_map(|(a, b, c)| {
                    format!("try {{ try {{\n{a}\n}} finally {{\n{b}\n}} }} catch (e) {{ show(kind(e)); }}\n{c}")
                }),
                1 => (expression(), several.clone(), several.clone())
                    .prop_map(|(test, a, b)| format!("if ({test}) {{\n{a}\n}} else {{\n{b}\n}}")),
                1 => (1u32..4, several.clone())
                    .prop_map(|(n, a)| format!("for (let i = 0; i < {n}; i++) {{ show('i' + i);\n{a}\n}}")),
                1 => (several.clone(), several.clone()).prop_map(|(a, b)| {
                    format!("{{ const f = async () => {{\n{a}\n}}; const p = f();\n{b}\ntry {{ await p; }} catch (e) {{ show(kind(e)); }} }}")
                }),
                1 => several.clone().prop_map(|a| format!("await (async () => {{\n{a}\n}})();")),
                1 => several.clone().prop_map(|a| format!("(async () => {{\n{a}\n}})();")),
                1 => (several.clone(), number()).prop_map(|(a, ms)| {
                    format!("setTimeout(async () => {{ try {{\n{a}\n}} catch (e) {{ show(kind(e)); }} }}, {ms});")
                }),
                1 => several.prop_map(|a| format!("await Promise.resolve().then(async () => {{\n{a}\n}});")),
            ]
        })
        .boxed()
}

fn simple() -> BoxedStrategy<String> {
    prop_oneof![
        8 => guarded(expression(), "show(#);"),
        2 => guarded(object(), "show(#);"),
        3 => tool_call(),
        3 => promises(),
        3 => timers(),
        2 => kept(),
        2 => control(),
        2 => throwing(),
        4 => shapes(),
        2 => loops(),
        2 => microtasks(),
        2 => functions(),
    ]
    .boxed()
}

/// A statement about an expression, whose errors are shown by class.
fn guarded(what: BoxedStrategy<String>, form: &'static str) -> BoxedStrategy<String> {
    what.prop_map(move |what| {
        let statement = form.replace('#', &what);
        format!("try {{ {statement} }} catch (e) {{ show(kind(e)); }}")
    })
    .boxed()
}

fn tool() -> BoxedStrategy<String> {
    let name = one(&["echo", "slow", "bad", "mixed"]);
    let input = prop_oneof![
        2 => Just(String::new()),
        3 => object(),
        2 => expression(),
        1 => string(),
    ];
    (name, input).prop_map(|(name, input)| format!("tools.{name}({input})")).boxed()
}

fn tool_call() -> BoxedStrategy<String> {
    prop_oneof![
        4 => guarded(tool(), "show(await #);"),
        2 => tool().prop_map(|call| format!("try {{ {call}.then((v) => show(v), (e) => show('caught ' + kind(e))); }} catch (e) {{ show(kind(e)); }}")),
        1 => tool().prop_map(|call| format!("try {{ {call}; }} catch (e) {{ show(kind(e)); }}")),
        1 => (tool(), tool()).prop_map(|(a, b)| {
            format!("for (const go of [() => {a}, () => {b}]) {{ try {{ show(await go()); }} catch (e) {{ show(kind(e)); }} finally {{ show('next'); }} }}")
        }),
        1 => tool().prop_map(|call| format!("show(await (async () => {call})().catch((e) => kind(e)));")),
    ]
    .boxed()
}

fn promise() -> BoxedStrategy<String> {
    prop_oneof![
        2 => expression().prop_map(|v| format!("Promise.resolve().then(() => {v})")),
        2 => tool().prop_map(|call| format!("(async () => {call})()")),
        1 => (number(), number()).prop_map(|(v, ms)| format!("new Promise((r) => setTimeout(() => r({v}), {ms}))")),
        1 => string().prop_map(|v| format!("Promise.reject({v})")),
        1 => expression().prop_map(|v| format!("(async () => {v})()")),
        1 => expression().prop_map(|v| format!("({{ then(ok) {{ ok({v}); }} }})")),
        1 => number(),
    ]
    .boxed()
}

fn promises() -> BoxedStrategy<String> {
    let all = (one(&["all", "race", "allSettled", "any"]), prop::collection::vec(promise(), 0..4));
    let combined = all
        .prop_filter("an empty race never ends", |(how, list)| how != "race" || !list.is_empty());
    prop_oneof![
        3 => combined.prop_map(|(how, list)| {
            let list = list.join(", ");
            format!("try {{ const got = await Promise.{how}([{list}]); show(got.map?.((r) => r?.status ? [r.status, r.value, r.reason && kind(r.reason)] : r) ?? got); }} catch (e) {{ show([kind(e), e?.errors?.map(kind)]); }}")
        }),
        1 => guarded(promise(), "show(await #);"),
        1 => promise().prop_map(|p| format!("Promise.resolve({p}).then((v) => show(v)).catch((e) => show(kind(e))).finally(() => show('done'));")),
        1 => promise().prop_map(|p| format!("try {{ {p}; }} catch (e) {{ show(kind(e)); }}")),
        1 => promise().prop_map(|p| format!("{{ const {{ promise, resolve }} = Promise.withResolvers(); setTimeout(resolve, 3, 1); await promise; try {{ show(await Promise.try(() => {p})); }} catch (e) {{ show(kind(e)); }} }}")),
    ]
    .boxed()
}

fn timers() -> BoxedStrategy<String> {
    prop_oneof![
        2 => (string(), number()).prop_map(|(v, ms)| format!("setTimeout(() => show({v}), {ms});")),
        2 => (1u32..30).prop_map(|ms| format!("await new Promise((r) => setTimeout(r, {ms})); show(Date.now());")),
        1 => (number(), expression()).prop_map(|(ms, id)| format!("{{ const id = setTimeout(() => show('never?'), {ms}); show(typeof id); try {{ clearTimeout({id}); clearTimeout(id); }} catch (e) {{ show(kind(e)); }} }}")),
        1 => expression().prop_map(|v| format!("try {{ show(typeof setTimeout({v}, 1)); }} catch (e) {{ show(kind(e)); }}")),
        1 => expression().prop_map(|v| format!("try {{ setTimeout(() => show('late'), {v}); }} catch (e) {{ show(kind(e)); }}")),
    ]
    .boxed()
}

fn kept() -> BoxedStrategy<String> {
    prop_oneof![
        2 => (expression(), expression()).prop_map(|(k, v)| format!("try {{ store({k}, {v}); show(load({k})); }} catch (e) {{ show(kind(e)); }}")),
        1 => (string(), object()).prop_map(|(k, v)| format!("try {{ store({k}, {v}); const o = load({k}); o.more = 1; show([o, load({k})]); }} catch (e) {{ show(kind(e)); }}")),
        1 => expression().prop_map(|k| format!("try {{ show(load({k})); }} catch (e) {{ show(kind(e)); }}")),
    ]
    .boxed()
}

fn control() -> BoxedStrategy<String> {
    prop_oneof![
        2 => expression().prop_map(|v| format!("try {{ notify({v}); }} catch (e) {{ show(kind(e)); }}")),
        2 => Just("yield_control();".to_owned()),
        1 => Just("exit();".to_owned()),
        1 => Just("try { exit(); } catch (e) { show(e); } finally { show('fin'); }".to_owned()),
        1 => Just("(async () => { await null; exit(); })();".to_owned()),
        1 => string().prop_map(|s| format!("try {{ image({s}); }} catch (e) {{ show(e); }}")),
        1 => expression().prop_map(|s| format!("try {{ image({s}, 'low'); }} catch (e) {{ show(kind(e)); }}")),
        1 => Just("image({ image_url: 'data:image/png;base64,AAA', detail: 'low' });".to_owned()),
        1 => Just("audio('data:audio/wav;base64,QQ==');".to_owned()),
        1 => Just("try { await import('x'); } catch (e) { show(e); }".to_owned()),
    ]
    .boxed()
}

fn throwing() -> BoxedStrategy<String> {
    prop_oneof![
        1 => string().prop_map(|s| format!("throw {s};")),
        1 => expression().prop_map(|v| format!("throw {v};")),
        1 => string().prop_map(|s| format!("throw new Error({s});")),
        1 => string().prop_map(|s| format!("throw new TypeError({s});")),
        1 => Just("null.x;".to_owned()),
        1 => Just("undeclared + 1;".to_owned()),
        1 => Just("class E extends Error { name = 'E' } throw new E('custom');".to_owned()),
        1 => expression().prop_map(|v| format!("Promise.reject({v});")),
        1 => Just("setTimeout(() => { throw new Error('tick'); }, 2);".to_owned()),
        1 => Just("(function f() { f(); })();".to_owned()).prop_map(|_| "(() => { throw { a: 1 }; })();".to_owned()),
    ]
    .prop_map(|thrown| format!("if (Math.random() < 0.3) {{ {thrown} }} else {{ try {{ {thrown} }} catch (e) {{ show(kind(e)); }} }}"))
    .boxed()
}

fn shapes() -> BoxedStrategy<String> {
    prop_oneof![
        1 => (array(), expression()).prop_map(|(a, d)| format!("try {{ const [x, , y = {d}, ...rest] = {a}; show([x, y, rest]); }} catch (e) {{ show(kind(e)); }}")),
        1 => object().prop_map(|o| format!("{{ const {{ a, b: {{ c }} = {{ c: 'no c' }} }} = {o}; const {{ d, ...rest }} = {o}; show([a, c, d, rest]); }}")),
        1 => (number(), string()).prop_map(|(n, s)| format!(
            "{{ class A {{ #n = {n}; static made = 0; constructor() {{ A.made++; }} get n() {{ return this.#n; }} set n(v) {{ this.#n = v; }} tell() {{ return {s} + this.n; }} static {{ show('static'); }} }}\n\
             class B extends A {{ tell() {{ return 'B' + super.tell(); }} toString() {{ return 'str'; }} }}\n\
             const b = new B(); b.n = 5; show([b.tell(), A.made, `${{b}}`, b instanceof A, Object.keys(b)]); }}")),
        1 => array().prop_map(|a| format!("{{ function* g(list) {{ let got = 0; try {{ for (const v of list) got = yield [got, v]; }} finally {{ show('closed'); }} return 'end'; }} const it = g({a}); show([it.next(), it.next(7), it.return(3)]); show([...g([1])]); }}")),
        1 => array().prop_map(|a| format!("{{ async function* g() {{ for (const v of {a}) {{ await null; yield v; }} }} try {{ for await (const v of g()) show(v); }} catch (e) {{ show(kind(e)); }} }}")),
        1 => (array(), array()).prop_map(|(a, b)| format!("{{ const m = new Map(); for (const k of {a}) m.set(k, (m.get(k) ?? 0) + 1); for (const k of {b}) m.delete(k); show([...m].length); show([...m.values()]); }}")),
        1 => array().prop_map(|a| format!("{{ const s = new Set({a}); s.add(1).delete('a'); show([s.size, [...s].map((v) => typeof v), s.union(new Set([1, 2])).size]); }}")),
        1 => (string(), string()).prop_map(|(a, b)| format!("{{ const tag = (parts, ...v) => parts.raw.join('|') + v.join(); show(tag`x${{{a}}}\\n${{{b}}}`); }}")),
        1 => object().prop_map(|o| format!("{{ const o = {o}; for (const k in o) show(k); delete o.a; show(['a' in o, Object.isFrozen(Object.freeze(o))]); try {{ o.z = 1; }} catch (e) {{ show(kind(e)); }} }}")),
        1 => number().prop_map(|n| format!("{{ const o = {{ get x() {{ return {n}; }}, set x(v) {{ show('set'); }}, ['y' + 1]: 2, async m() {{ return this.x; }} }}; o.x = 1; show([o, await o.m()]); }}")),
        1 => Just("{ let log = []; const p = new Proxy({}, { get(t, k) { log.push(String(k)); return 1; }, has() { return true; } }); p.a; 'b' in p; p.c; show(log); }".to_owned()),
        1 => expression().prop_map(|v| format!("try {{ switch ({v}) {{ case 1: show('one'); case 'a': show('a'); break; default: show('other'); }} }} catch (e) {{ show(kind(e)); }}")),
        1 => Just("{ let a = 1, b = 2; [a, b] = [b, a]; a ||= 9; b &&= 8; let c; c ??= 7; show([a, b, c, a **= 2]); }".to_owned()),
        1 => Just("{ const it = { *[Symbol.iterator]() { yield* [1, 2]; } }; show(Math.max(...it)); }".to_owned()),
    ]
    .boxed()
}

fn loops() -> BoxedStrategy<String> {
    prop_oneof![
        1 => (1u32..5, 1u32..5).prop_map(|(n, m)| format!("outer: for (let i = 0; i < {n}; i++) {{ for (let j = 0; j < {m}; j++) {{ if (j === 2) continue outer; if (i === 2) break outer; show([i, j]); }} }}")),
        1 => array().prop_map(|a| format!("{{ const fs = []; for (const v of {a}) fs.push(() => v); show(fs.map((f) => typeof f())); }}")),
        1 => (1u32..6).prop_map(|n| format!("{{ let n = {n}; while (n-- > 0) {{ if (n % 2) continue; show(n); }} do {{ n++; }} while (n < 3); show(n); }}")),
        1 => (10u32..2_000).prop_map(|n| format!("{{ let s = 0; for (let i = 0; i < {n}; i++) s = (s * 31 + i) % 65521; show(s); }}")),
        1 => (1u32..5).prop_map(|n| format!("for (let i = 0; i < {n}; i++) {{ try {{ if (i === 1) continue; if (i === 3) break; show(i); }} finally {{ show('f' + i); }} }}")),
        1 => (1u32..4).prop_map(|n| format!("for (let i = 0; i < {n}; i++) show(await tools.echo({{ i }}));")),
        1 => (1u32..4).prop_map(|n| format!("show(await Promise.all(Array.from({{ length: {n} }}, (_, i) => tools.mixed({{ i }}).catch((e) => 'failed ' + e))));")),
        1 => (1u32..9).prop_map(|n| format!("{{ const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2); show(fib({n})); }}")),
    ]
    .boxed()
}

/// The order of microtasks.
fn microtasks() -> BoxedStrategy<String> {
    one(&[
        "Promise.resolve().then(() => show('m1')).then(() => show('m2')); Promise.resolve().then(() => show('n1')); show('sync');",
        "(async () => { show('a1'); await null; show('a2'); await null; show('a3'); })(); Promise.resolve().then(() => show('b1')).then(() => show('b2'));",
        "{ const t = { then(ok) { show('then'); ok('thenable'); } }; (async () => show(await t))(); Promise.resolve(t).then(show); Promise.resolve().then(() => show('c')); }",
        "{ const p = Promise.reject('later'); setTimeout(() => p.catch((e) => show(e)), 1); }",
        "{ const p = Promise.reject(new TypeError('x')); p.catch(() => show('handled')); }",
        "new Promise((ok, no) => { ok(1); no(2); throw 3; }).then(show);",
        "Promise.resolve(Promise.resolve(1)).then(show); (async () => Promise.resolve(2))().then(show); Promise.resolve().then(() => 3).then(show);",
        "(async () => { try { await Promise.reject('r'); } catch (e) { show(e); } finally { show('f'); } })(); Promise.resolve().then(() => show('t'));",
        "Promise.all([1, Promise.resolve(2), (async () => 3)()]).then(show); Promise.race([new Promise((r) => setTimeout(r, 5, 'slow')), 'fast']).then(show);",
        "Promise.any([Promise.reject(1), Promise.reject(2)]).catch((e) => show([kind(e), e.errors]));",
        "Promise.allSettled([Promise.reject(1), 2]).then((r) => show(r));",
        "(async () => { for await (const v of [Promise.resolve('f1'), 'f2']) show(v); })(); Promise.resolve().then(() => show('g1')).then(() => show('g2')).then(() => show('g3'));",
        "Promise.reject(1).finally(() => { show('fin'); }).catch((e) => show(e));",
        "import('nowhere').catch((e) => show(e)); Promise.resolve().then(() => show('i1'));",
        "(async () => { await (async () => { await null; show('inner'); })(); show('outer'); })(); Promise.resolve().then(() => show('p1')).then(() => show('p2')).then(() => show('p3'));",
        "{ async function* g() { try { yield 1; yield 2; } finally { show('gen closed'); } } (async () => { for await (const v of g()) { show(v); break; } })(); Promise.resolve().then(() => show('q1')).then(() => show('q2')); }",
        "(async () => { throw new Error('unseen'); })(); Promise.reject({ a: 1 }); Promise.reject(null);",
    ])
    .boxed()
}

fn functions() -> BoxedStrategy<String> {
    one(&[
        "{ const add = (a) => (b) => a + b; show(add(1)(2)); }",
        "{ function f(a, b = a + 1, ...c) { return [a, b, c, arguments.length, f.length, f.name]; } show(f(1)); show(f(1, 2, 3, 4)); }",
        "{ const counter = (() => { let n = 0; return { up: () => ++n, get n() { return n; } }; })(); counter.up(); counter.up(); show(counter.n); }",
        "show([1, 2, 3].map(function (v) { return v * this.k; }, { k: 2 }));",
        "{ const f = function () { return this?.x; }; show([f.call({ x: 1 }), f.apply({ x: 2 }), f.bind({ x: 3 })(), f()]); }",
        "show(hoisted()); function hoisted() { return 'up'; }",
        "try { tdz; let tdz = 1; } catch (e) { show(kind(e)); }",
        "try { const c = 1; c = 2; } catch (e) { show(kind(e)); }",
        "show(eval('var v = 5; v * 2')); show(new Function('a', 'return a + 1')(1));",
        "show(((a, { b = 2, ...r } = {}, [c] = [3]) => [a, b, r, c])(1));",
        "{ const memo = new Map(); const f = (n) => memo.get(n) ?? (memo.set(n, n < 2 ? n : f(n - 1) + f(n - 2)), memo.get(n)); show(f(30)); }",
        "try { JSON.parse('{bad'); } catch (e) { show(kind(e)); }",
        "try { 'x'.repeat(-1); } catch (e) { show(kind(e)); }",
        "try { new Array(-1); } catch (e) { show(kind(e)); }",
        "try { decodeURIComponent('%'); } catch (e) { show(kind(e)); }",
        "try { new RegExp('('); } catch (e) { show(kind(e)); }",
        "try { 1n + 1; } catch (e) { show(kind(e)); }",
        "try { ({}).x.y; } catch (e) { show(kind(e)); }",
        "try { Symbol() + ''; } catch (e) { show(kind(e)); }",
        "try { new (class { constructor() { null.f(); } })(); } catch (e) { show(kind(e)); }",
        "try { class A { constructor() {} } A(); } catch (e) { show(kind(e)); }",
        "try { tools.nope(); } catch (e) { show(kind(e)); }",
        "try { structuredClone({}); } catch (e) { show(kind(e)); }",
        "{ const o = { toJSON() { return 'json'; }, valueOf() { return 42; }, toString() { return 'str'; } }; show(o); show(o + 1); show(`${o}`); show([o]); }",
        "{ const c = {}; c.c = c; try { text(c); } catch (e) { show(kind(e)); } }",
        "text = ((f) => (v) => f('<' + v + '>'))(text); text('wrapped');",
        "tools.extra = () => 'mine'; show(await tools.extra());",
        "JSON.stringify = () => 'hacked'; show({ a: 1 });",
        "Array.prototype.map = undefined; show([1]);",
        "globalThis.mark = 1; show(typeof mark);",
        "Object.prototype.polluted = 'p'; show({ a: 1 }); show(await tools.slow()); delete Object.prototype.polluted;",
    ])
    .boxed()
}
