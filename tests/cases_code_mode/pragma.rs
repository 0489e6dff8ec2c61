//! P: the raw text of `exec`.

use freezeframe::code_mode::pragma::parse_exec;

/// The code, then the options that are set; or the error, with its fixed beginning shortened.
fn outcome(text: &str) -> String {
    match parse_exec(text) {
        Ok(request) => {
            let option = |name: &str, value: Option<u64>| {
                value.map(|value| format!(" {name}={value}")).unwrap_or_default()
            };
            let yield_time = option("yield", request.yield_time_ms);
            let tokens = option("tokens", request.max_output_tokens);
            format!("{:?}{yield_time}{tokens}", request.code)
        }
        Err(error) => shorten(&error),
    }
}

const ERRORS: [(&str, &str); 8] = [
    ("E1", NO_SOURCE),
    ("E2", "exec pragma must be followed by JavaScript source on subsequent lines"),
    (
        "E3",
        "exec pragma must be a JSON object with supported fields `yield_time_ms` and \
         `max_output_tokens`",
    ),
    (
        "E4 ",
        "exec pragma must be valid JSON with supported fields `yield_time_ms` and \
         `max_output_tokens`: ",
    ),
    ("E5 ", "exec pragma only supports `yield_time_ms` and `max_output_tokens`; got "),
    (
        "E6 ",
        "exec pragma fields `yield_time_ms` and `max_output_tokens` must be non-negative safe \
         integers: ",
    ),
    ("E7", "exec pragma field `yield_time_ms` must be a non-negative safe integer"),
    ("E8", "exec pragma field `max_output_tokens` must be a non-negative safe integer"),
];

const NO_SOURCE: &str = "exec expects raw JavaScript source text (non-empty). Provide JS only, \
optionally with first-line `// @exec: {\"yield_time_ms\": 10000, \"max_output_tokens\": 1000}`.";

fn shorten(error: &str) -> String {
    let short = ERRORS
        .iter()
        .find_map(|(name, text)| error.strip_prefix(text).map(|tail| format!("{name}{tail}")));
    short.unwrap_or_else(|| format!("unknown error: {error}"))
}

#[track_caller]
fn check(rows: &[(&str, &str, &str)]) {
    for (id, text, expected) in rows {
        assert_eq!(outcome(text), *expected, "{id} {text:?}");
    }
}

#[test]
fn p_01_to_p_08_what_a_source_is() {
    check(&[
        ("P-01", "", "E1"),
        ("P-02", "  \n\t ", "E1"),
        ("P-03", "text('hi')", r#""text('hi')""#),
        ("P-04", "// @exec: {\"yield_time_ms\": 10}\ntext(1)", r#""text(1)" yield=10"#),
        (
            "P-05",
            "  \t// @exec: {\"max_output_tokens\": 5}\r\ntext(1)\ntext(2)",
            r#""text(1)\ntext(2)" tokens=5"#,
        ),
        ("P-06", "// @exec: {}\nx()", r#""x()""#),
        ("P-07", "// @exec: {\"yield_time_ms\": 0}\nx()", r#""x()" yield=0"#),
        ("P-08", "// @exec: {\"yield_time_ms\": 10}", "E2"),
        ("code before pragma", "// @exec: nonsense\n  \n", "E2"),
        ("carriage returns stay", "// @exec: {}\r\na()\r\n", r#""a()\r\n""#),
    ]);
}

#[test]
fn p_09_to_p_18_what_a_pragma_is() {
    check(&[
        ("P-09", "// @exec:\nx()", "E3"),
        ("P-10", "// @exec: nope\nx()", "E4 expected ident at line 1 column 2"),
        (
            "P-11",
            "// @exec: {yield_time_ms: 10}\nx()",
            "E4 key must be a string at line 1 column 2",
        ),
        ("P-12", "// @exec: [1]\nx()", "E3"),
        ("P-13", "// @exec: 5\nx()", "E3"),
        ("P-14", "// @exec: {\"timeout\": 5}\nx()", "E5 `timeout`"),
        (
            "P-15",
            "// @exec: {\"yield_time_ms\": -1}\nx()",
            "E6 invalid value: integer `-1`, expected u64",
        ),
        (
            "P-16",
            "// @exec: {\"yield_time_ms\": 1.5}\nx()",
            "E6 invalid type: floating point `1.5`, expected u64",
        ),
        (
            "P-17",
            "// @exec: {\"yield_time_ms\": \"10\"}\nx()",
            "E6 invalid type: string \"10\", expected u64",
        ),
        (
            "P-18",
            "// @exec: {\"max_output_tokens\": true}\nx()",
            "E6 invalid type: boolean `true`, expected usize",
        ),
        (
            "P-22",
            "//@exec: {\"yield_time_ms\": 10}\nx()",
            r#""//@exec: {\"yield_time_ms\": 10}\nx()""#,
        ),
        (
            "P-23",
            "// @EXEC: {\"yield_time_ms\": 10}\nx()",
            r#""// @EXEC: {\"yield_time_ms\": 10}\nx()""#,
        ),
        (
            "P-24",
            "x()\n// @exec: {\"yield_time_ms\": 10}\ny()",
            r#""x()\n// @exec: {\"yield_time_ms\": 10}\ny()""#,
        ),
        ("P-25", "// @exec:{\"yield_time_ms\":7}\nx()", r#""x()" yield=7"#),
        ("blank first line", "\n// @exec: {}\nx()", r#""\n// @exec: {}\nx()""#),
    ]);
}

#[test]
fn p_19_to_p_21_bounds_and_odd_numbers() {
    let with = |options: &str| outcome(&format!("// @exec: {options}\nx()"));
    let rows = [
        ("P-19", r#"{"yield_time_ms": 9007199254740991}"#, r#""x()" yield=9007199254740991"#),
        ("P-20", r#"{"yield_time_ms": 9007199254740992}"#, "E7"),
        ("P-21", r#"{"max_output_tokens": 9007199254740992}"#, "E8"),
        (
            "exponent",
            r#"{"yield_time_ms": 1e3}"#,
            "E6 invalid type: floating point `1000.0`, expected u64",
        ),
        (
            "minus zero",
            r#"{"max_output_tokens": -0}"#,
            "E6 invalid type: floating point `-0.0`, expected usize",
        ),
        (
            "two to the 64",
            r#"{"yield_time_ms": 18446744073709551616}"#,
            "E6 invalid type: floating point `1.8446744073709552e+19`, expected u64",
        ),
        ("largest u64", r#"{"max_output_tokens": 18446744073709551615}"#, "E8"),
        (
            "below zero",
            r#"{"max_output_tokens": -7}"#,
            "E6 invalid value: integer `-7`, expected usize",
        ),
        ("null is absent", r#"{"yield_time_ms": null, "max_output_tokens": null}"#, r#""x()""#),
        ("a repeated key", r#"{"yield_time_ms": "a", "yield_time_ms": 5}"#, r#""x()" yield=5"#),
        ("first unknown key", r#"{"b": 1, "a": 2, "yield_time_ms": -1}"#, "E5 `b`"),
        (
            "first wrong field",
            r#"{"max_output_tokens": "q", "yield_time_ms": -1}"#,
            "E6 invalid type: string \"q\", expected usize",
        ),
        (
            "types before bounds",
            r#"{"yield_time_ms": 9007199254740992, "max_output_tokens": -1}"#,
            "E6 invalid value: integer `-1`, expected usize",
        ),
        (
            "both out of bounds",
            r#"{"max_output_tokens": 9007199254740992, "yield_time_ms": 9007199254740992}"#,
            "E7",
        ),
    ];
    for (id, options, expected) in rows {
        assert_eq!(with(options), expected, "{id}");
    }
}
