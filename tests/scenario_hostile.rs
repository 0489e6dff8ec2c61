//! Files that nobody should write: a clear list of problems, at once, without a panic.

use expect_test::{Expect, expect};
use freezeframe::scenario::{self, bounds};

const FULL: &str = include_str!("scenarios/full.ron");

/// Loads `bytes` and compares the first problems, one block each. No clock: how long a file may take
/// is bounded by `scenario::bounds`, and a hang shows by itself.
fn check(bytes: impl AsRef<[u8]>, problems: Expect) {
    let loaded = scenario::load_bytes(bytes.as_ref(), "test.ron", &|_| Err("no file".to_owned()));
    let found: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
    assert!(found.len() <= bounds::MAX_PROBLEMS + 1, "{} problems", found.len());
    let mut shown = found.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    if found.len() > 3 {
        shown.push_str(&format!("\n({} in all)", found.len()));
    }
    problems.assert_eq(&shown);
}

fn scenario_with(part: &str) -> String {
    format!("Scenario(format: 1, {part})")
}

#[test]
fn empty() {
    check(
        "",
        expect![[r#"
        test.ron:1:1: error: there is nothing in this file
            expected: `Scenario(…)`"#]],
    );
    check(
        " // nothing\n",
        expect![[r#"
        test.ron:2:1: error: there is nothing in this file
            expected: `Scenario(…)`"#]],
    );
}

#[test]
fn truncated() {
    let (before, _) = FULL.split_once("startup_timeout_ms").expect("the word is there");
    check(
        before,
        expect![[r#"
        test.ron:90:17: error: the file ends, and still open: `(` of line 71, `[` of line 70, `(` of line 13 and 1 more
            expected: `)`"#]],
    );
    check(
        "(title: (en: \"never closed), script: [",
        expect![[r#"
        test.ron:1:14: error: this text is never closed
            | "
            expected: `"`"#]],
    );
    check(
        "(source: r##\"never closed\"#), script: [",
        expect![[r###"
        test.ron:1:10: error: this raw text is never closed
            | r##"
            expected: `"##`"###]],
    );
    check(
        "(order: 1, /* never /* closed */ ",
        expect![[r#"
        test.ron:1:12: error: this comment is never closed
            | /*
            expected: `*/`"#]],
    );
}

#[test]
fn truncated_anywhere() {
    for end in (0..FULL.len()).step_by(11).filter(|end| FULL.is_char_boundary(*end)) {
        let loaded = scenario::load(&FULL[..end], "test.ron", &|_| Err(String::new()));
        let count = loaded.problems.len();
        // Only the last bracket and the line break after it can be missed without a loss.
        assert!((1..=3).contains(&count) || end + 1 >= FULL.len(), "{count} problems at {end}");
    }
}

#[test]
fn characters_replaced() {
    let replacements = ["", "(", ")", "]", "\"", ",", "\0", "é", "9", "r#\""];
    for (index, (at, c)) in FULL.char_indices().enumerate().step_by(13) {
        let replacement = replacements[index % replacements.len()];
        let text = format!("{}{replacement}{}", &FULL[..at], &FULL[at + c.len_utf8()..]);
        let loaded = scenario::load(&text, "test.ron", &|_| Err(String::new()));
        for problem in &loaded.problems {
            assert!(text.is_char_boundary(problem.span.start), "{problem}");
            assert!(problem.span.end <= text.len() && problem.line >= 1, "{problem}");
        }
    }
}

#[test]
fn wrong_types_everywhere() {
    let text =
        "(format: [], title: 1, start: [(set: {})], script: (1, 2), events: \"x\", expect: None)";
    check(
        text,
        expect![[r#"
        test.ron:1:10: error: a list `[…]` does not fit here
            | []
            expected: a whole number from 0 to 4294967295
        test.ron:1:21: error: the number 1 does not fit here
            | 1
            expected: `(en: …)`
        test.ron:1:31: error: a list `[…]` does not fit here
            | [(set: {})]
            expected: `(set: …)`
        (6 in all)"#]],
    );
}

#[test]
fn huge() {
    check(
        " ".repeat(bounds::MAX_FILE_BYTES + 1),
        expect![[r#"
        test.ron:1:1: error: the file has more than 8388608 bytes
            expected: at most 8388608 bytes"#]],
    );
    check(
        "(".to_owned() + &"x".repeat(bounds::MAX_FILE_BYTES - 1),
        expect![[r#"
            test.ron:1:8388609: error: the file ends, and still open: `(` of line 1
                expected: `)`"#]],
    );
    let many = "0,".repeat(bounds::MAX_FILE_BYTES / 2 - 20);
    check(
        scenario_with(&format!("script: [{many}]")),
        expect![[r#"
        test.ron:1:1000028: error: more than 500000 values in one file
            | 0"#]],
    );
    let many = "Wait(1),".repeat(bounds::MAX_EVENTS + 1);
    check(
        scenario_with(&format!("script: [{many}]")),
        expect![[r#"
        test.ron:1:29: error: 10001 beats and events are too many
            | [Wait(1),Wait(1),Wait(1),Wait(1),Wait(1),Wait(1),Wait(1),Wait(1),Wait(1),Wait(1),Wait(1),Wait(1),Wait(1),Wait(1),Wait(1…
            expected: at most 10000"#]],
    );
    let many = "(name:\"t\"),".repeat(bounds::MAX_TOOLS + 1);
    check(
        scenario_with(&format!("start: (servers: [(name: \"s\", tools: [{many}])])")),
        expect![[r#"
        test.ron:1:58: error: with these there are too many tools
            | [(name:"t"),(name:"t"),(name:"t"),(name:"t"),(name:"t"),(name:"t"),(name:"t"),(name:"t"),(name:"t"),(name:"t"),(name:"t…
            expected: at most 20000 tools over all servers and list changes"#]],
    );
    let many = "Wait(-1),".repeat(20_000);
    check(
        scenario_with(&format!("script: [{many}]")),
        expect![[r#"
        test.ron:1:35: error: a number below zero cannot stand here
            | -1
            expected: a whole number, 0 or more
        test.ron:1:44: error: a number below zero cannot stand here
            | -1
            expected: a whole number, 0 or more
        test.ron:1:53: error: a number below zero cannot stand here
            | -1
            expected: a whole number, 0 or more
        (101 in all)"#]],
    );
    let many = "x: 1,".repeat(20_000);
    check(
        scenario_with(&many),
        expect![[r#"
        test.ron:1:21: error: Scenario has no field `x`
            | x
            expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`
        test.ron:1:26: error: Scenario has no field `x`
            | x
            expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`
        test.ron:1:31: error: Scenario has no field `x`
            | x
            expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`
        (101 in all)"#]],
    );
    let many = "ZshForkPossible(true),".repeat(200_000);
    check(scenario_with(&format!("start: (set: [{many}])")), expect![[""]]);
}

#[test]
fn deeply_nested() {
    for bracket in ["(", "[", "{", "Some(", "a:(", "/*"] {
        let loaded = scenario::load(&bracket.repeat(100_000), "test.ron", &|_| Err(String::new()));
        assert!(!loaded.problems.is_empty(), "{bracket}");
    }
    let nested = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    check(
        scenario_with(&format!("notes: {nested}, orde: 3")),
        expect![[r#"
        test.ron:1:29: error: a list `[…]` does not fit here
            | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
            expected: `(en: …)`
        test.ron:1:155: error: more than 128 brackets inside each other
            | [
            expected: less nesting
        test.ron:1:10030: error: Scenario has no field `orde`
            | orde
            expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`
            hint: did you mean `order`?"#]],
    );
    let schema = format!("{}1{}", "[".repeat(65), "]".repeat(65));
    let tool =
        format!("start: (servers: [(name: \"s\", tools: [(name: \"t\", input: \"{schema}\")])])");
    check(
        scenario_with(&tool),
        expect![[r#"
        test.ron:1:143: error: this JSON is nested more than 64 levels deep
            | [
            expected: less nesting"#]],
    );
}

#[test]
fn nuls_and_other_bytes() {
    check(
        "(order:\0 1,\0\0 source: \"a\0b\")",
        expect![[r#"
        test.ron:1:8: error: there are 4 NUL characters, the first one here
            | ␀
            expected: text; `\0` inside of quotes"#]],
    );
    check(
        b"(source: \"caf\xe9\", order: -1)",
        expect![[r#"
        test.ron:1:14: error: the byte 0xE9 is not part of UTF-8 text
            | �
            expected: UTF-8
        test.ron:1:25: error: a number below zero cannot stand here
            | -1
            expected: a whole number from 0 to 4294967295"#]],
    );
    check(
        b"\xff\xfe(\0)\0",
        expect![[r#"
        test.ron:1:1: error: this file is UTF-16
            expected: UTF-8"#]],
    );
    check(
        "\0".repeat(1_000_000),
        expect![[r#"
        test.ron:1:1: error: there are 1000000 NUL characters, the first one here
            | ␀
            expected: text; `\0` inside of quotes
        test.ron:1:1000001: error: there is nothing in this file
            expected: `Scenario(…)`"#]],
    );
    check("\u{feff}(order: 1)", expect![[""]]);
    check(
        "(order: 1\u{202e})",
        expect![[r#"
            test.ron:1:10: error: `�` cannot stand here
                | �
                expected: a value"#]],
    );
}

#[test]
fn duplicate_fields() {
    check(
        "(order: 1, order: 2, order: 3, title: (en: \"a\", en: \"b\"))",
        expect![[r#"
        test.ron:1:12: error: the field `order` is given twice
            | order
            expected: each field once
        test.ron:1:22: error: the field `order` is given twice
            | order
            expected: each field once
        test.ron:1:49: error: the field `en` is given twice
            | en
            expected: each field once"#]],
    );
}

#[test]
fn cyclic_schema_references() {
    let schema = r###"r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##"###;
    let tool =
        format!("start: (servers: [(name: \"s\", tools: [(name: \"t\", input: {schema})])])");
    check(
        scenario_with(&tool),
        expect![[r###"
            test.ron:1:78: warning: references run in a circle: `#/$defs/a` → `#/$defs/b` → `#/$defs/a`
                | r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##
                hint: the request carries such references as they are"###]],
    );
}

#[test]
fn a_circle_of_thousands_is_told_in_a_few_words() {
    let definitions: Vec<String> = (0..5_000)
        .map(|n| format!(r##""D{n:04}":{{"$ref":"#/$defs/D{:04}"}}"##, (n + 1) % 5_000))
        .collect();
    let schema = format!(r###"r##"{{"$defs":{{{}}}}}"##"###, definitions.join(","));
    let tool =
        format!("start: (servers: [(name: \"s\", tools: [(name: \"t\", input: {schema})])])");
    let loaded = scenario::load(&scenario_with(&tool), "test.ron", &|_| Err(String::new()));
    let messages: Vec<&str> = loaded.problems.iter().map(|p| p.message.as_str()).collect();
    let circle = "references run in a circle: `#/$defs/D0000` → `#/$defs/D0001` → `#/$defs/D0002` → \
        `#/$defs/D0003` → `#/$defs/D0004` → `#/$defs/D0005` → `#/$defs/D0006` → … 4993 more … → \
        `#/$defs/D0000`";
    assert_eq!(messages, [circle]);
}

#[test]
fn a_raw_text_with_a_megabyte_of_hashes() {
    let loaded = scenario::load(&format!("r{}\"", "#".repeat(1_000_000)), "test.ron", &|_| {
        Err(String::new())
    });
    assert!(!loaded.is_ok());
    for problem in &loaded.problems {
        assert!(problem.to_string().len() < 1_000, "{}", problem.to_string().len());
    }
}

#[test]
fn unknown_servers() {
    let part = r#"start: (servers: [(name: "files")]), script: [Turn(), Sample(mentions: ["flies"]), Event(Disconnected("nobody"))]"#;
    check(
        scenario_with(part),
        expect![[r#"
        test.ron:1:93: error: no server `flies` is ever configured
            | "flies"
            expected: one of `files`
            hint: did you mean `files`?
        test.ron:1:123: error: no server `nobody` is ever configured
            | "nobody"
            expected: one of `files`"#]],
    );
}

#[test]
fn impossible_times() {
    let part = "script: [Turn(), Wait(-1), Wait(1000000000001), Sample(lasts_ms: -5, during: [(at_ms: 99999999999999999999, event: RuntimeStale)])]";
    check(
        scenario_with(part),
        expect![[r#"
        test.ron:1:43: error: a number below zero cannot stand here
            | -1
            expected: a whole number, 0 or more
        test.ron:1:53: error: this time is too long
            | 1000000000001
            expected: at most 1000000000000 ms
        test.ron:1:86: error: a number below zero cannot stand here
            | -5
            expected: a whole number, 0 or more"#]],
    );
}

#[test]
fn names_of_a_megabyte() {
    let name = "n".repeat(1_000_000);
    check(
        scenario_with(&format!("start: (servers: [(name: \"{name}\")])")),
        expect![[r#"
        test.ron:1:46: error: this name has 1000000 bytes
            | "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…
            expected: at most 4096 bytes"#]],
    );
    check(
        scenario_with(&format!("{name}: 1")),
        expect![[r#"
        test.ron:1:21: error: Scenario has no field `nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…`
            | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…
            expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`"#]],
    );
    check(
        scenario_with(&format!("theme: {name}")),
        expect![[r#"
        test.ron:1:28: error: there is no Theme `nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…`
            | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…
            expected: one of `Lecture`, `Names`, `Servers`, `Search`, `Schemas`, `Identity`, `CodeMode`, `Other`"#]],
    );
    check(
        scenario_with(&format!("script: [Event(ServerReady(\"{name}\"))]")),
        expect![[r#"
            test.ron:1:48: error: this name has 1000000 bytes
                | "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…
                expected: at most 4096 bytes
            test.ron:1:48: error: no server `nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…` is ever configured
                | "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…
                expected: a configured server, and there is none"#]],
    );
    check(
        scenario_with(&format!("order: {}", "9".repeat(1_000_000))),
        expect![[r#"
        test.ron:1:28: error: this number is too large
            | 99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999…
            expected: a whole number from 0 to 4294967295"#]],
    );
}
