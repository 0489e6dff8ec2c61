//! Arguments of `wait`: raw text in, the call or the error with its place out.

use freezeframe::code_mode::wait_args::parse_wait;

fn outcome(text: &str) -> String {
    match parse_wait(text) {
        Ok(call) => {
            let tokens = call.max_tokens.map(|tokens| format!(" tokens={tokens}"));
            let end = if call.terminate { " terminate" } else { "" };
            format!("{} {}{}{end}", call.cell_id, call.yield_time_ms, tokens.unwrap_or_default())
        }
        Err(error) => error.replace("failed to parse function arguments:", "FAILED"),
    }
}

#[test]
fn arguments_are_read_or_refused_with_their_place() {
    let rows = [
        ("defaults", r#"{"cell_id":"1"}"#, "1 10000"),
        (
            "all",
            r#"{"terminate":true,"max_tokens":7,"yield_time_ms":0,"cell_id":"g2:1"}"#,
            "g2:1 0 tokens=7 terminate",
        ),
        ("unknown members", r#"{"cell_id":"1","more":[1]}"#, "1 10000"),
        ("null tokens", r#"{"cell_id":"1","max_tokens":null}"#, "1 10000"),
        ("an array", r#"["4",5,null,true]"#, "4 5 terminate"),
        ("W-09", "{}", "FAILED missing field `cell_id` at line 1 column 2"),
        ("W-09", "not json", "FAILED expected ident at line 1 column 2"),
        (
            "W-09",
            r#"{"cell_id":"1","yield_time_ms":-1}"#,
            "FAILED invalid value: integer `-1`, expected u64 at line 1 column 33",
        ),
        (
            "repeated",
            r#"{"cell_id":"1","cell_id":"2"}"#,
            "FAILED duplicate field `cell_id` at line 1 column 24",
        ),
        (
            "a float",
            r#"{"cell_id":"1","yield_time_ms":5000.0}"#,
            "FAILED invalid type: floating point `5000.0`, expected u64 at line 1 column 37",
        ),
        (
            "tokens of a wrong type",
            r#"{"cell_id":"1","max_tokens":"9"}"#,
            "FAILED invalid type: string \"9\", expected usize at line 1 column 31",
        ),
        (
            "negative tokens",
            r#"{"cell_id":"1","max_tokens":-9}"#,
            "FAILED invalid value: integer `-9`, expected usize at line 1 column 30",
        ),
        (
            "null elsewhere",
            r#"{"cell_id":"1","terminate":null}"#,
            "FAILED invalid type: null, expected a boolean at line 1 column 31",
        ),
        (
            "a number for the id",
            r#"{"cell_id":1}"#,
            "FAILED invalid type: integer `1`, expected a string at line 1 column 12",
        ),
        ("nothing", "", "FAILED EOF while parsing a value at line 1 column 0"),
        ("more after it", r#"{"cell_id":"1"} x"#, "FAILED trailing characters at line 1 column 17"),
    ];
    for (id, text, expected) in rows {
        assert_eq!(outcome(text), expected, "{id} {text}");
    }
}
