//! Scenario text in, problems out.

use expect_test::{Expect, expect};
use freezeframe::scenario::{self, Loaded, ScenarioFile};

const FULL: &str = include_str!("scenarios/full.ron");

/// Behind the first line, which is not part of the value.
const HEADER_END: usize = 60;

/// Loads `text` as `test.ron` and compares its problems, one block each.
fn check(text: &str, problems: Expect) {
    problems.assert_eq(&problems_of(text).join("\n"));
}

fn load(text: &str) -> Loaded {
    scenario::load(text, "test.ron", &|path| Err(format!("no file `{path}`")))
}

fn problems_of(text: &str) -> Vec<String> {
    let loaded = load(text);
    loaded.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn the_full_file_has_no_problem_and_other_readers_agree() {
    check(FULL, expect![""]);
    let loaded = load(FULL);
    assert_eq!(ron::from_str::<ScenarioFile>(FULL).expect("ron reads it"), loaded.file);
}

#[test]
fn what_is_printed_reads_back() {
    let loaded = load(FULL);
    let printed = scenario::print(&loaded.file);
    check(&printed, expect![""]);
    assert_eq!(load(&printed).file, loaded.file);
    assert_eq!(ron::from_str::<ScenarioFile>(&printed).expect("ron reads it"), loaded.file);
}

#[test]
fn an_empty_scenario_prints_as_little_as_possible() {
    let printed = scenario::print(&ScenarioFile::default());
    expect![[r#"
        #![enable(implicit_some, unwrap_variant_newtypes)]
        Scenario(format: 1)
    "#]]
    .assert_eq(&printed);
}

/// G1: every single comma that matters.
#[test]
fn g1_one_missing_comma_is_one_problem_on_its_line() {
    let mut checked = 0;
    for (at, _) in FULL.match_indices(',').filter(|(at, _)| *at > HEADER_END) {
        let loaded = load(&without(at));
        let problems: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
        let Some(first) = loaded.problems.first() else { continue };
        if first.message.starts_with("this is not JSON") {
            continue; // a comma inside of a text
        }
        assert_eq!(problems.len(), 1, "{}", problems.join("\n"));
        assert_eq!(first.line, line_of(at), "{first}");
        assert!(first.message.starts_with("a comma is missing before"), "{first}");
        checked += 1;
    }
    assert!(checked > 150, "{checked}");
}

/// A bracket less is one problem, now and then two or three, never an avalanche.
#[test]
fn one_missing_bracket_makes_little_noise() {
    let (mut one, mut all) = (0, 0);
    for (at, _) in FULL.match_indices(['(', ')', '[', ']']).filter(|(at, _)| *at > HEADER_END) {
        let problems = problems_of(&without(at));
        let what = || format!("line {}:\n{}", line_of(at), problems.join("\n"));
        assert!((1..=3).contains(&problems.len()), "{}", what());
        one += usize::from(problems.len() == 1);
        all += 1;
    }
    assert!(one * 100 > all * 95, "{one} of {all}");
}

fn without(at: usize) -> String {
    format!("{}{}", &FULL[..at], &FULL[at + 1..])
}

fn line_of(at: usize) -> u32 {
    FULL[..at].matches('\n').count() as u32 + 1
}

#[test]
fn g1_a_number_that_is_none() {
    check(
        "(format: 0x0x0, order: 3, orde: 4)",
        expect![[r#"
        test.ron:1:10: error: `0x0x0` is not a number
            | 0x0x0
            expected: a number such as `250`
        test.ron:1:27: error: Scenario has no field `orde`
            | orde
            expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`
            hint: did you mean `order`?"#]],
    );
}

#[test]
fn g2_misspelt_repeated_and_newer_fields() {
    check(
        r#"Scenario(
    format: 1,
    titel: (en: "x"),
    order: 1,
    order: 2,
    start: (
        set: [SupportsSerch(true), Feature(token_bugdet, true), Feature(code_mode)],
        servers: [(nme: "fs"), (name: "b", latency: 3)],
    ),
    not_yet_invented: 5,
)"#,
        expect![[r#"
            test.ron:3:5: error: Scenario has no field `titel`
                | titel
                expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`
                hint: did you mean `title`?
            test.ron:5:5: error: the field `order` is given twice
                | order
                expected: each field once
            test.ron:7:15: error: there is no Setting `SupportsSerch`
                | SupportsSerch
                expected: one of `SupportsSearch`, `ApplyPatch`, `WebSearch`, `AppPolicy`, `Permission`, `ResponsesLite`, `UpdatePlan`, `Suggestions` and 47 more
                hint: did you mean `SupportsSearch`?
            test.ron:7:44: error: there is no Feature `token_bugdet`
                | token_bugdet
                expected: one of `token_budget`, `tool_suggest`, `code_mode`, `view_image`, `multi_agent`, `plugins`, `code_mode_host`, `shell_tool` and 20 more
                hint: did you mean `token_budget`?
            test.ron:7:65: error: `Feature` takes 2 values
                | Feature(code_mode)
                expected: `Feature(…, …)`
            test.ron:8:20: error: Server has no field `nme`
                | nme
                expected: one of `name`, `instructions`, `tools`, `tools_from`, `enabled`, `start`, `required`, `postponed`, `cached`, `startup_timeout_ms`, `tool_timeout_ms`, `latency_ms`, `omit_tools_from`, `parallel`, `enabled_tools`, `disabled_tools`, `agent_plugin`, `plugins`, `page_size`, `page_cap`
                hint: did you mean `name`?
            test.ron:8:44: error: Server has no field `latency`
                | latency
                expected: one of `name`, `instructions`, `tools`, `tools_from`, `enabled`, `start`, `required`, `postponed`, `cached`, `startup_timeout_ms`, `tool_timeout_ms`, `latency_ms`, `omit_tools_from`, `parallel`, `enabled_tools`, `disabled_tools`, `agent_plugin`, `plugins`, `page_size`, `page_cap`
                hint: did you mean `latency_ms`?
            test.ron:10:5: error: Scenario has no field `not_yet_invented`
                | not_yet_invented
                expected: one of `format`, `title`, `theme`, `order`, `question`, `answer`, `source`, `notes`, `policy`, `start`, `script`, `events`, `expect`"#]],
    );
}

#[test]
fn wrong_types() {
    check(
        r#"(
    format: "1",
    title: "plain",
    order: -1,
    theme: "Lecture",
    policy: Forever,
    source: 5,
    notes: (en: "x"),
    start: { set: [] },
    script: [
        Turn, Wait(-5), Wait("5"), Wait(1.5), Wait(99999999999999999999999999), Turn("hi"),
        Sample(lasts_ms: 1, calls: [(call: Function())]),
        Event(RuntimeStale()),
        Event(Set(SupportsSearch(true))),
        Event(Ready("x")),
        (say: (en: "x")),
        7,
    ],
    events: [(at_ms: 1), (event: RuntimeStale), (at_ms: tomorrow, event: RuntimeStale)],
)"#,
        expect![[r#"
            test.ron:2:13: error: the text "1" does not fit here
                | "1"
                expected: a whole number from 0 to 4294967295
                hint: without quotes: 1
            test.ron:3:12: error: the text "plain" does not fit here
                | "plain"
                expected: `(en: …)`
            test.ron:4:12: error: a number below zero cannot stand here
                | -1
                expected: a whole number from 0 to 4294967295
            test.ron:5:12: error: the text "Lecture" does not fit here
                | "Lecture"
                expected: one of `Lecture`, `Names`, `Servers`, `Search`, `Schemas`, `Identity`, `CodeMode`, `Other`
                hint: without quotes: `Lecture`
            test.ron:6:13: error: there is no FreezePolicy `Forever`
                | Forever
                expected: one of `Step`, `Turn`, `Call`
            test.ron:7:13: error: the number 5 does not fit here
                | 5
                expected: a text in double quotes
            test.ron:8:12: error: a group `(…)` does not fit here
                | (en: "x")
                expected: a list `[…]`
            test.ron:9:12: error: a map `{…}` does not fit here
                | { set: [] }
                expected: `(set: …)`
                hint: groups of fields stand in ( )
            test.ron:11:9: error: `Turn` stands here without its content
                | Turn
                expected: `Turn(…)`
            test.ron:11:20: error: a number below zero cannot stand here
                | -5
                expected: a whole number, 0 or more
            test.ron:11:30: error: the text "5" does not fit here
                | "5"
                expected: a whole number, 0 or more
                hint: without quotes: 5
            test.ron:11:41: error: a number with a fraction does not fit here
                | 1.5
                expected: a whole number, 0 or more
            test.ron:11:52: error: this number is too large
                | 99999999999999999999999999
                expected: a whole number, 0 or more
            test.ron:11:86: error: the text "hi" does not fit here
                | "hi"
                expected: `(say: …)`
            test.ron:12:44: error: the field `name` is missing
                | Function()
                expected: `name: …`
            test.ron:13:15: error: `RuntimeStale` takes no content
                | RuntimeStale()
                expected: `RuntimeStale`
            test.ron:14:19: error: `SupportsSearch(…)` does not fit here
                | SupportsSearch(true)
                expected: a list `[…]`
            test.ron:15:15: error: there is no Event `Ready`
                | Ready
                expected: one of `Set`, `EnvironmentReady`, `EnvironmentLost`, `ServerConfigured`, `ServerRemoved`, `ServerReady`, `ServerFailed`, `ListChanged`, `Disconnected`, `Reconnected`, `RuntimeStale`, `CodeModeHostLost`, `NewCredentials`
                hint: did you mean `ServerReady`?
            test.ron:16:9: error: a group `(…)` does not fit here
                | (say: (en: "x"))
                expected: one of `Turn`, `Sample`, `Event`, `Wait`
            test.ron:17:9: error: the number 7 does not fit here
                | 7
                expected: one of `Turn`, `Sample`, `Event`, `Wait`
            test.ron:19:14: error: the field `event` is missing
                | (at_ms: 1)
                expected: `event: …`
            test.ron:19:26: error: the field `at_ms` is missing
                | (event: RuntimeStale)
                expected: `at_ms: …`
            test.ron:19:57: error: the word `tomorrow` does not fit here
                | tomorrow
                expected: a whole number, 0 or more"#]],
    );
}
