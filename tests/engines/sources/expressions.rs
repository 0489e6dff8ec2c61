//! Expressions, typed as far as that keeps them from failing all the time.

use proptest::prelude::*;

use super::one;

/// Small numbers, and those that are special.
pub fn number() -> BoxedStrategy<String> {
    prop_oneof![
        6 => (0u32..12).prop_map(|n| n.to_string()),
        2 => (1u32..12).prop_map(|n| format!("(-{n})")),
        2 => one(&["0.5", "1.25", "(-0.1)", "1e21", "1e-7", "255", "4294967296", "9007199254740993"]),
        1 => one(&["NaN", "Infinity", "(-Infinity)", "(-0)", "Number.MAX_SAFE_INTEGER"]),
        2 => one(&["Math.floor(Math.random() * 100)", "Date.now()", "new Date().getUTCDate()"]),
    ]
    .boxed()
}

/// Strings of many alphabets.
pub fn string() -> BoxedStrategy<String> {
    one(&[
        "''",
        "'a'",
        "'B'",
        "'abc'",
        "'b,a,c'",
        "'  pad '",
        "'x1y22'",
        "'h\\u00e9llo'",
        "'日本語'",
        "'😀!'",
        "'one\\ntwo'",
        "'12'",
        "'{\"a\":[1]}'",
        "'The quick brown fox'",
    ])
    .boxed()
}

/// Values of every kind.
fn leaf() -> BoxedStrategy<String> {
    prop_oneof![
        4 => number(),
        4 => string(),
        1 => one(&["null", "undefined", "true", "false", "10n", "[]", "({})"]),
        1 => one(&["Symbol.iterator", "(() => 1)", "/a/g", "new Date(0)", "new Error('e')"]),
    ]
    .boxed()
}

/// Arrays.
pub fn array() -> BoxedStrategy<String> {
    let made =
        prop::collection::vec(leaf(), 0..5).prop_map(|items| format!("[{}]", items.join(", ")));
    prop_oneof![
        4 => made,
        1 => string().prop_map(|text| format!("[...{text}]")),
        1 => (0u32..6).prop_map(|n| format!("Array.from({{ length: {n} }}, (_, i) => i * i)")),
        1 => string().prop_map(|text| format!("{text}.split(/[, ]/)")),
    ]
    .boxed()
}

/// Objects that JSON keeps.
pub fn object() -> BoxedStrategy<String> {
    let member = (one(&["a", "b", "c", "'d e'", "2", "[`k${1}`]"]), expression_of(leaf()));
    prop::collection::vec(member, 0..4)
        .prop_map(|members| {
            let members: Vec<String> =
                members.into_iter().map(|(key, value)| format!("{key}: {value}")).collect();
            format!("({{ {} }})", members.join(", "))
        })
        .boxed()
}

/// Something about a string.
pub fn string_method() -> BoxedStrategy<String> {
    let call = one(&[
        "toUpperCase()",
        "toLowerCase()",
        "trim()",
        "length",
        "at(-1)",
        "charCodeAt(0)",
        "codePointAt(0)",
        "slice(1, 3)",
        "substring(2, 0)",
        "substr(-2, 1)",
        "split('')",
        "split(',')",
        "repeat(2)",
        "padStart(5, '*')",
        "padEnd(4)",
        "indexOf('a')",
        "includes('b')",
        "startsWith('a')",
        "endsWith('c')",
        "replace('a', '[$&]')",
        "replaceAll(/[a-c]/g, (m) => m + m)",
        "match(/\\d+/g)",
        "match(/(?<word>\\w)\\w*/)?.groups",
        "search(/o/)",
        "concat(1, null)",
        "normalize()",
        "isWellFormed()",
        "localeCompare('abc')",
        "[0]",
        "lastIndexOf('o')",
        "matchAll(/./gu).toArray().length",
        "trimEnd()",
        "codePointAt(9)",
        "toString()",
    ]);
    (string(), call).prop_map(|(text, call)| join(&text, &call)).boxed()
}

/// Something about an array.
pub fn array_method() -> BoxedStrategy<String> {
    let call = one(&[
        "map((v) => typeof v)",
        "filter(Boolean)",
        "sort()",
        "sort((a, b) => (String(a) > String(b)) - (String(a) < String(b)))",
        "reverse()",
        "join('-')",
        "length",
        "at(-1)",
        "slice(-2)",
        "splice(1, 1)",
        "concat([1], 2)",
        "indexOf('a')",
        "includes(NaN)",
        "find((v) => v > 1)",
        "findLast((v) => v > 1)",
        "findIndex((v) => v === 'a')",
        "reduce((a, v) => a + String(typeof v), '')",
        "some((v) => v)",
        "every((v) => v)",
        "flat()",
        "flatMap((v) => [v, v])",
        "fill(0, 1)",
        "keys().toArray()",
        "entries().next()",
        "toSorted()",
        "toReversed()",
        "with(0, 'w')",
        "push(1, 2)",
        "pop()",
        "shift()",
        "unshift('u')",
        "copyWithin(0, 1)",
        "lastIndexOf(2)",
        "[1]",
        "values().toArray()",
        "reduceRight((a, v) => a + 1, 0)",
        "toSpliced(0, 1, 'x')",
        "forEach(() => {})",
    ]);
    (array(), call).prop_map(|(list, call)| join(&list, &call)).boxed()
}

fn join(value: &str, call: &str) -> String {
    if call.starts_with('[') { format!("{value}{call}") } else { format!("{value}.{call}") }
}

/// Library calls on literals.
pub fn library() -> BoxedStrategy<String> {
    one(&[
        "[...new Set([3, 1, 3, 'a', NaN, NaN])]",
        "[...new Map([['k', 1], ['l', 2], ['k', 3]])]",
        "new Map([[1, 'a']]).has(1)",
        "Object.fromEntries(new Map([['x', [1]]]))",
        "Object.entries({ b: 1, a: 2, 1: 'one' })",
        "Object.groupBy([1, 2, 3], (n) => n % 2 ? 'odd' : 'even')",
        "JSON.parse('{\"a\":[1,{\"b\":null}],\"__proto__\":2}')",
        "JSON.stringify({ a: [1, { b: undefined }], d: new Date(5) }, null, 2)",
        "JSON.stringify([NaN, -0, '\\u2028', '\\ud800'])",
        "JSON.stringify({ a: 1, b: 2, c: { a: 3 } }, ['a', 'c'])",
        "JSON.parse('[1,2]', (k, v) => typeof v === 'number' ? v + 1 : v)",
        "parseInt('12px')",
        "parseFloat('.5e1x')",
        "Number('0x1f')",
        "Number('1_0')",
        "(255).toString(16)",
        "(0.1 + 0.2).toFixed(10)",
        "(1234.5678).toPrecision(6)",
        "(25).toString(36)",
        "(1e21).toLocaleString === undefined",
        "(123.456).toExponential(2)",
        "Math.max(...[1, 5, 2])",
        "Math.hypot(3, 4)",
        "Math.round(-0.5)",
        "Math.trunc(-4.7)",
        "Math.sign(-3)",
        "Math.clz32(1)",
        "Math.imul(3, -4)",
        "Math.cbrt(27)",
        "Math.fround(5.5)",
        "new Date(0).toISOString()",
        "new Date(2024, 1, 29, 12).toISOString()",
        "new Date('2024-02-30').getTime()",
        "new Date('2024-05-06T07:08:09').toJSON()",
        "new Date(Date.UTC(2020, 5, 7)).getDay()",
        "String(new Date(1e12))",
        "typeof Date()",
        "new Date().toISOString()",
        "Date.parse('Thu, 01 Jan 1970 00:00:00 GMT')",
        "new Date(2020, 0).getTimezoneOffset()",
        "new Date(NaN).getTime()",
        "new (class extends Date {})(5).getTime()",
        "new Date() instanceof Date",
        "Date.prototype.constructor === Date",
        "Date.length",
        "Date.name",
        "Array.isArray(ALL_TOOLS)",
        "ALL_TOOLS.map((t) => t.name)",
        "Object.keys(tools)",
        "typeof tools.echo",
        "typeof tools.nope",
        "Object.keys(globalThis)",
        "/(\\d{4})-(\\d\\d)/.exec('on 2024-05-06')",
        "/^\\w/u.test('Ä')",
        "'aBc'.replace(/b/i, '_')",
        "/(?<=\\$)\\d+/.exec('cost $42')?.[0]",
        "'a1b2'.split(/(\\d)/)",
        "/a{2,3}?/.exec('aaaa')[0]",
        "[...'a-b-c'.matchAll(/(\\w)-/g)].map((m) => m.index)",
        "/x/y.sticky",
        "new Uint8Array([1, 256, -1]).join()",
        "new Float32Array([0.1])[0]",
        "Array.from(new Uint16Array(new Uint8Array([1, 2, 3, 4]).buffer))",
        "encodeURIComponent('a b&日')",
        "decodeURI('%41%20')",
        "escape('ü')",
        "isNaN('x')",
        "Reflect.ownKeys({ b: 1, [Symbol.iterator]: 2, 3: 4 }).length",
        "Object.getOwnPropertyNames(class { static m() {} })",
        "(function () { return typeof this; })()",
        "(() => typeof this)()",
        "this === undefined",
        "new Proxy({}, { get: (_, k) => 'got ' + String(k) }).thing",
        "Symbol('d').description",
        "[10, 9, 1].sort()",
        "[3, 1, 2].sort((a, b) => b - a)",
        "['b', undefined, 'a'].sort()",
        "10n ** 20n",
        "BigInt.asUintN(8, 257n)",
        "7n / 2n",
        "typeof 1n",
        "-7 % 3",
        "2 ** 10",
        "7 >>> 1",
        "0.1 + 0.2",
        "1 / 3",
        "5e-324",
        "1.7976931348623157e308 * 10",
        "123456789012345680000",
        "[1, [2, [3, [4]]]].flat(Infinity)",
        "Object.is(-0, 0)",
        "structuredClone === undefined",
        "new Error('m', { cause: 1 }).cause",
        "new RangeError('r').name",
        "new AggregateError([1], 'agg').errors",
        "Error('x') instanceof Error",
        "new Error('first').stack.split('\\n')[0]",
        "Object.prototype.toString.call([])",
        "Object.prototype.toString.call(null)",
        "String(Symbol('q'))",
        "String([1, [2, 3]])",
        "String({})",
        "String(() => 1)",
        "`${[1, 2]}`",
        "([] + {})",
        "[] == false",
        "null ?? 'd'",
        "new WeakRef({ a: 1 }).deref()",
        "new WeakMap().get({})",
        "Number.EPSILON > 0",
        "Number.parseFloat('1.50')",
        "Number.isInteger(5.0)",
        "(5).toString(2)",
        "(-255).toString(16)",
    ])
    .boxed()
}

/// Any expression.
pub fn expression() -> BoxedStrategy<String> {
    let leaf = prop_oneof![4 => leaf(), 2 => array(), 3 => string_method(), 3 => array_method(), 6 => library()];
    expression_of(leaf.boxed())
}

fn expression_of(leaf: BoxedStrategy<String>) -> BoxedStrategy<String> {
    leaf.prop_recursive(3, 12, 3, |inner| {
        let binary = one(&[
            "+", "-", "*", "/", "%", "===", "!==", "==", "<", ">=", "&&", "||", "&", "|", "^", ">>", ",",
        ]);
        let unary = one(&["-", "+", "!", "~", "typeof ", "void "]);
        prop_oneof![
            4 => (inner.clone(), binary, inner.clone()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} ?? {b})")),
            1 => (unary, inner.clone()).prop_map(|(op, a)| format!("({op}({a}))")),
            1 => (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a}, ...[{b}]]")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({{ x: {a}, ...({{ y: {b} }}) }})")),
            1 => inner.clone().prop_map(|a| format!("`<${{{a}}}>`")),
            1 => inner.clone().prop_map(|a| format!("({a})?.length")),
            1 => inner.clone().prop_map(|a| format!("({a})?.a?.b")),
            1 => inner.clone().prop_map(|a| format!("String({a})")),
            1 => inner.clone().prop_map(|a| format!("JSON.stringify({a})")),
            1 => inner.prop_map(|a| format!("((x) => [x, typeof x])({a})")),
        ]
    })
    .boxed()
}
