//! What types cannot say about a scenario, and captured tool lists.

use expect_test::{Expect, expect};
use freezeframe::scenario::{self, Loaded};

fn load(text: &str) -> Loaded {
    scenario::load(text, "test.ron", &|path| match path {
        "ok.json" => Ok(r#"{"tools":[{"name":"a"},{"name":"b"}]}"#.to_owned()),
        "html.json" => Ok("<html>".to_owned()),
        "other.json" => Ok(r#"{"resources":[]}"#.to_owned()),
        _ => Err("no such file".to_owned()),
    })
}

/// Loads `text` and compares its problems, one block each.
fn check(text: &str, problems: Expect) {
    let found: Vec<String> = load(text).problems.iter().map(ToString::to_string).collect();
    problems.assert_eq(&found.join("\n"));
}

#[test]
fn a_newer_format_says_so() {
    check(
        "(format: 2, colour: 3)",
        expect![[r#"
            test.ron:1:10: error: format 2 is newer than this program, which may not know its fields
                | 2
                expected: 1
            test.ron:1:13: error: Scenario has no field `colour`
                | colour
                expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`"#]],
    );
}

#[test]
fn names_that_are_never_configured() {
    check(
        r#"(
    start: (
        set: [Environments([(id: "pod"), (id: "pod")]), NonPrefixedServers(["files"])],
        servers: [(name: "github"), (name: "github"), (name: "", page_size: 0)],
    ),
    script: [
        Turn(),
        Sample(mentions: ["gihub", ""]),
        Event(ServerReady("git")),
        Event(ListChanged(server: "nobody")),
        Event(EnvironmentReady("pot")),
        Event(EnvironmentLost("local")),
        Event(Set([NameLimit(15)])),
    ],
    events: [(at_ms: 1, event: Disconnected("github")), (at_ms: 2, event: ServerRemoved("Github"))],
)"#,
        expect![[r#"
            test.ron:3:47: error: the environment `pod` stands here twice
                | "pod"
                expected: another id
            test.ron:3:77: error: no server `files` is ever configured
                | "files"
                expected: one of ``, `github`
            test.ron:4:44: error: the server `github` is configured twice
                | "github"
                expected: another name
            test.ron:4:77: error: a page of no tools never ends
                | 0
                expected: 1 or more
            test.ron:8:27: error: no server `gihub` is ever configured
                | "gihub"
                expected: one of ``, `github`
                hint: did you mean `github`?
            test.ron:9:27: error: no server `git` is ever configured
                | "git"
                expected: one of ``, `github`
            test.ron:10:35: error: no server `nobody` is ever configured
                | "nobody"
                expected: one of ``, `github`
            test.ron:11:32: error: no environment `pot` is ever configured
                | "pot"
                expected: one of `local`, `pod`
                hint: did you mean `pod`?
            test.ron:13:30: error: 15 bytes are too few for a name with its hash
                | 15
                expected: 16 or more
            test.ron:15:89: error: no server `Github` is ever configured
                | "Github"
                expected: one of ``, `github`
                hint: did you mean `github`?"#]],
    );
}

#[test]
fn tool_names_that_nobody_offers() {
    check(
        r##"(
    start: (set: [SupportsSearch(true)], servers: [(name: "fs", tools: [(name: "read-file"), (name: "stat")])]),
    script: [
        Turn(),
        Sample(calls: [
            (call: Function(name: "exec_comand")),
            (call: Function(name: "mcp__fs.read-file")),
            (call: Function(name: "mcp__fs.stat")),
            (call: Function(name: "functions.exec_command")),
            (call: Function(name: "made_up")),
        ]),
        Event(ListChanged(server: "fs", tools: [(name: "later")])),
    ],
    expect: (samples: [(
        step: 1,
        visible_has: ["update_plan", "updte_plan"],
        visible_lacks: ["anything"],
        deferred: ["mcp__fs.later"],
        wire: [(tool: "mcp__fs", has: "{}"), (tool: "mcp_fs", has: "{}")],
        calls: [(call: 5, status: Unsupported)],
    )]),
)"##,
        expect![[r#"
            test.ron:6:35: warning: no source of this scenario ever offers `exec_comand`
                | "exec_comand"
                hint: did you mean `exec_command`?
            test.ron:7:35: warning: no source of this scenario ever offers `mcp__fs.read-file`
                | "mcp__fs.read-file"
                hint: did you mean `mcp__fs.read_file`?
            test.ron:16:38: warning: no source of this scenario ever offers `updte_plan`
                | "updte_plan"
                hint: did you mean `update_plan`?
            test.ron:19:53: warning: no source of this scenario ever offers `mcp_fs`
                | "mcp_fs"
                hint: did you mean `mcp__fs`?"#]],
    );
}

#[test]
fn order_and_expectations() {
    check(
        r#"(
    script: [
        Sample(lasts_ms: 100, calls: [(at_ms: 101)], retries_at_ms: [5, 200],
            during: [(at_ms: 500, event: RuntimeStale)]),
    ],
    expect: (samples: [
        (step: 0),
        (step: 2),
        (step: 1, calls: [(call: 2)], wire: [(tool: "update_plan", has: "{a:1}")]),
    ]),
)"#,
        expect![[r#"
            test.ron:3:9: error: there is no turn before this sample
                | Sample(lasts_ms: 100, calls: [(at_ms: 101)], retries_at_ms: [5, 200], during: [(at_ms: 500, event: RuntimeStale)])
                expected: `Turn(…)` before it
            test.ron:3:39: error: this call does not say what is called
                | (at_ms: 101)
                expected: `call: …`
            test.ron:3:47: warning: this call lies behind the end of the response
                | 101
                expected: at most 100
            test.ron:3:73: warning: this retry lies behind the end of the response
                | 200
                expected: at most 100
            test.ron:7:16: error: there is no sample 0
                | 0
                expected: 1
            test.ron:8:16: error: there is no sample 2
                | 2
                expected: 1
            test.ron:9:34: error: sample 1 has no call 2
                | 2
                expected: 1
            test.ron:9:75: error: this is not JSON: key must be a string
                | a
                expected: JSON text"#]],
    );
}

#[test]
fn json_inside_of_texts() {
    check(
        r###"(
    start: (
        set: [
            Extensions([(name: "x", input: "{"), (name: "y", input: "3")]),
            DynamicTools([(name: "z", input: r#"{"a":}"#)]),
        ],
        servers: [(name: "fs", tools: [
            (name: "a", input: r#"{
  "type": "object",
  "properties": { oops }
}"#),
            (name: "b", output: "nothing"),
            (name: "c", input: r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"items":{"$ref":"#/$defs/a"}}}}"##),
            (name: "d", input: r#"{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}"#),
        ])],
    ),
    script: [Turn(), Sample(calls: [(call: Function(name: "update_plan", arguments: "{ not json"))])],
)"###,
        expect![[r###"
            test.ron:4:45: error: this is not JSON: EOF while parsing an object
                | {
                expected: JSON text
            test.ron:4:69: error: this schema cannot be used: tool input schema cannot be read: at #: expected a schema object, found a number
                | "3"
                expected: an object
            test.ron:5:54: error: this is not JSON: expected value
                | }
                expected: JSON text
            test.ron:10:19: error: this is not JSON: key must be a string
                | o
                expected: JSON text
            test.ron:12:35: error: this is not JSON: expected ident
                | o
                expected: JSON text
            test.ron:13:32: warning: references run in a circle: `#/$defs/a` → `#/$defs/b` → `#/$defs/a`
                | r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"items":{"$ref":"#/$defs/a"}}}}"##
                hint: the request carries such references as they are
            test.ron:14:43: error: this raw text ends here, at the first `"#`
                | "#
                expected: `r##"` and `"##` around the text"###]],
    );
}

#[test]
fn captured_lists() {
    check(
        r#"(start: (servers: [
    (name: "a", tools_from: "ok.json"),
    (name: "b", tools_from: "missing.json"),
    (name: "c", tools_from: "html.json"),
    (name: "d", tools_from: "other.json"),
    (name: "e", tools_from: "/etc/passwd"),
    (name: "f", tools_from: "a/../../b.json"),
    (name: "g", tools_from: "ok.json", tools: [(name: "x")]),
    (name: "h", tools_from: "C:\\x.json"),
]))"#,
        expect![[r#"
            test.ron:3:29: error: `missing.json` cannot be used: no such file
                | "missing.json"
                expected: a JSON file with the answer to `tools/list`, next to the scenario
            test.ron:4:29: error: `html.json` cannot be used: not JSON: expected value at line 1 column 1
                | "html.json"
                expected: a JSON file with the answer to `tools/list`, next to the scenario
            test.ron:5:29: error: `other.json` cannot be used: there is no list `tools`
                | "other.json"
                expected: a JSON file with the answer to `tools/list`, next to the scenario
            test.ron:6:29: error: `/etc/passwd` cannot be used: the path is absolute
                | "/etc/passwd"
                expected: a JSON file with the answer to `tools/list`, next to the scenario
            test.ron:7:29: error: `a/../../b.json` cannot be used: `..` can only stand at the front
                | "a/../../b.json"
                expected: a JSON file with the answer to `tools/list`, next to the scenario
            test.ron:8:29: error: `tools` and `tools_from` cannot stand together
                | "ok.json"
                expected: one of the two
            test.ron:9:29: error: `C:\x.json` cannot be used: the path is absolute
                | "C:\\x.json"
                expected: a JSON file with the answer to `tools/list`, next to the scenario"#]],
    );
}

#[test]
fn captured_lists_come_with_everything_a_server_said() {
    let text = r#"{"result":{"tools":[{
        "name": "send", "title": "Send", "description": "Sends.",
        "inputSchema": {"type":"object"}, "outputSchema": {"type":"string"},
        "annotations": {"readOnlyHint": true, "destructiveHint": false, "openWorldHint": false},
        "_meta": {"ui": {"visibility": ["app"]}, "connector_id": "mail", "connector_name": "Mail"}
    }]}}"#;
    let forms = [
        text.to_owned(),
        text.replace(r#"{"result":"#, "").replace("]}}", "]}"),
        text.replace(r#"{"result":{"tools":"#, "").replace("]}}", "]"),
        format!("[{text}]"),
    ];
    for form in forms {
        let loaded = scenario::load(
            r#"(start: (servers: [(name: "a", tools_from: "x.json")]))"#,
            "test.ron",
            &|_| Ok(form.clone()),
        );
        let script = loaded.script.unwrap_or_else(|| panic!("{:?} for {form}", loaded.problems));
        let tool = &script.servers[0].tools[0];
        assert_eq!(&*tool.name, "send");
        assert_eq!(tool.title.as_deref(), Some("Send"));
        assert_eq!(tool.hints.read_only, Some(true));
        assert_eq!(tool.hints.open_world, Some(false));
        assert_eq!(tool.connector_id.as_deref(), Some("mail"));
        assert!(tool.output_schema.is_some() && tool.meta.is_some(), "{tool:?}");
    }
}

#[test]
fn a_path_leads_back_to_its_text() {
    let text = r#"(script: [Turn(), 7, Sample(calls: [(call: Function(name: "x"))])], expect: (samples: [(step: 1)]))"#;
    let loaded = load(text);
    let at = |path: &str| &text[loaded.span_of(path)];
    // The 7 did not make it into the scenario, so it does not count.
    assert_eq!(at("script[1].Sample.calls[0].call.Function.name"), r#""x""#);
    assert_eq!(at("expect.samples[0].step"), "1");
    assert_eq!(at("expect.samples[0].visible"), "(step: 1)");
    let problem = loaded.problem_at("expect.samples[0].step", "no such luck", "more of it");
    expect![[r#"
        test.ron:1:95: error: no such luck
            | 1
            expected: more of it"#]]
    .assert_eq(&problem.to_string());
}

/// A misspelt field, server and tool in one file are three problems, each with the nearest name.
#[test]
fn one_fault_does_not_hide_another() {
    check(
        r#"(
    titel: (en: "x"),
    start: (servers: [(name: "github", tools: [(name: "search")])]),
    script: [
        Turn(),
        Sample(lasts: 5, mentions: ["gihub"], calls: [(call: Function(name: "mcp__github.serch"))]),
    ],
)"#,
        expect![[r#"
            test.ron:2:5: error: Scenario has no field `titel`
                | titel
                expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`
                hint: did you mean `title`?
            test.ron:6:16: error: Sample has no field `lasts`
                | lasts
                expected: one of `say`, `ask`, `lasts_ms`, `mentions`, `retries_at_ms`, `calls`, `during`
                hint: did you mean `lasts_ms`?
            test.ron:6:37: error: no server `gihub` is ever configured
                | "gihub"
                expected: one of `github`
                hint: did you mean `github`?
            test.ron:6:77: warning: no source of this scenario ever offers `mcp__github.serch`
                | "mcp__github.serch"
                hint: did you mean `mcp__github.search`?"#]],
    );
}

/// What is lost after a fault is not searched for by name.
#[test]
fn a_lost_part_makes_no_noise() {
    check(
        r#"(
    start: (servers: [(name: github), (name: "a", start: Redy)]),
    script: [
        Sampel(calls: []),
        Sample(mentions: ["github"], calls: [(call: Function(name: "mcp__github.search"))]),
    ],
    expect: (samples: [(step: 2)]),
)"#,
        expect![[r#"
            test.ron:2:30: error: the word `github` does not fit here
                | github
                expected: a text in double quotes
                hint: with quotes: "github"
            test.ron:2:58: error: there is no StartUp `Redy`
                | Redy
                expected: one of `Ready`, `After`, `Fails`, `Never`, `NeedsCredentials`
                hint: did you mean `Ready`?
            test.ron:4:9: error: there is no Beat `Sampel`
                | Sampel
                expected: one of `Turn`, `Sample`, `Event`, `Wait`
                hint: did you mean `Sample`?"#]],
    );
    check(
        r#"(
    strat: (servers: [(name: "github")]),
    script: [Turn(), Sample(mentions: ["github"])],
)"#,
        expect![[r#"
            test.ron:2:5: error: Scenario has no field `strat`
                | strat
                expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`
                hint: did you mean `start`?"#]],
    );
}

#[test]
fn the_json_schema_knows_every_field() {
    let schema = scenario::json_schema();
    let fields: Vec<&String> =
        schema["properties"].as_object().expect("an object").keys().collect();
    assert_eq!(fields.len(), 13, "{fields:?}");
    for name in ["Server", "Tool", "Setting", "Sample", "Event", "ExpectSample"] {
        assert!(schema["$defs"].get(name).is_some(), "{name}");
    }
}

#[test]
fn the_product_of_things_and_moments_has_a_bound_of_its_own() {
    let list = |count: usize, item: &str| item.repeat(count);
    let rows = [
        (2_001, format!("servers: [(name: \"big\", tools: [{}])]", numbered(2_000))),
        (1_000, format!("servers: [{}]", numbered(1_000))),
        (3_000, format!("set: [Extensions([{}])]", numbered(3_000))),
        (3_000, format!("set: [DynamicTools([{}])]", numbered(3_000))),
        (3_000, format!("set: [Environments([{}])]", numbered(3_000).replace("name", "id"))),
        (3_000, format!("set: [Hooks([{}])]", list(3_000, "(block: \"no\"),"))),
    ];
    for (things, start) in rows {
        let moments = freezeframe::scenario::bounds::MAX_REPLAY_WORK as usize / things + 1;
        let samples = list(moments, "Sample(()),");
        let text = format!("Scenario(start: ({start}), script: [Turn(()), {samples}])");
        let loaded = freezeframe::scenario::load(&text, "big.ron", &|_| Err(String::new()));
        assert!(loaded.script.is_none());
        let messages: Vec<&str> = loaded.problems.iter().map(|p| p.message.as_str()).collect();
        let expected = format!(
            "{things} servers, tools, environments and hooks at {moments} moments are too much for \
             one replay"
        );
        assert_eq!(messages, [expected]);
    }
}

fn numbered(count: usize) -> String {
    (0..count).map(|n| format!("(name: \"n{n}\"),")).collect()
}
