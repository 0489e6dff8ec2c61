//! The NM rows, the test vectors and the field reports A1-A5.

use std::collections::BTreeSet;

use freezeframe::mcp::names::{NameChanges, NameRules, RawName, normalize};

/// Rules as text: `limit=64`, `prefix=off`, `bare=SERVER`, separated by spaces.
fn rules(text: &str) -> NameRules {
    let mut rules = NameRules::default();
    for word in text.split_whitespace() {
        match word.split_once('=') {
            Some(("limit", limit)) => rules.limit = limit.parse().expect("a number"),
            Some(("prefix", "off")) => rules.prefix = false,
            Some(("bare", server)) => rules.non_prefixed_servers = BTreeSet::from([server.into()]),
            _ => panic!("unknown rule {word}"),
        }
    }
    rules
}

/// The reasons as text, in the order of the steps; the prefix is not told.
fn reasons(changes: NameChanges) -> String {
    let told = [
        (changes.sanitized, "sanitized".to_owned()),
        (changes.namespace_hashed, "namespace-hashed".to_owned()),
        (changes.name_hashed, "name-hashed".to_owned()),
        (changes.shortened, "shortened".to_owned()),
        (changes.taken, "taken".to_owned()),
        (changes.namespace_cut, "namespace-cut".to_owned()),
        (
            changes.attempt.is_some_and(|n| n > 0),
            format!("attempt-{}", changes.attempt.unwrap_or(0)),
        ),
    ];
    let told = told.into_iter().filter(|(yes, _)| *yes);
    told.map(|(_, word)| format!(" {word}")).collect()
}

/// Normalizes, then compares one line per tool: `server :: raw -> namespace .
/// name` and the reasons.
fn check_tools(case: &str, rule_text: &str, tools: &[RawName], expected: &[&str]) {
    let outcome = normalize(tools, &rules(rule_text)).expect(case);
    let lines: Vec<String> = outcome
        .tools
        .iter()
        .map(|tool| {
            let from = &tools[tool.source];
            let to = &tool.name;
            let why = reasons(to.changes);
            format!("{} :: {} -> {} . {}{why}", from.server, from.raw, to.namespace, to.name)
        })
        .collect();
    assert_eq!(lines, expected, "{case}");
}

/// The same for ordinary servers, tools given as `server :: raw`.
fn check(case: &str, rule_text: &str, tools: &[&str], expected: &[&str]) {
    let tools: Vec<RawName> = tools
        .iter()
        .map(|line| line.split_once(" :: ").expect("server :: tool"))
        .map(|(server, tool)| RawName::ordinary(server, tool))
        .collect();
    check_tools(case, rule_text, &tools, expected);
}

#[test]
fn nm_rows_spelling() {
    check(
        "NM-01",
        "",
        &["server1 :: tool2", "server1 :: tool1"],
        &["server1 :: tool1 -> mcp__server1 . tool1", "server1 :: tool2 -> mcp__server1 . tool2"],
    );
    check(
        "NM-02",
        "",
        &["server1 :: duplicate_tool", "server1 :: duplicate_tool"],
        &["server1 :: duplicate_tool -> mcp__server1 . duplicate_tool"],
    );
    check(
        "NM-03",
        "",
        &["server.one :: tool.two-three"],
        &["server.one :: tool.two-three -> mcp__server_one . tool_two_three sanitized"],
    );
    check(
        "NM-04",
        "",
        &["music-studio :: get-strudel-guide"],
        &["music-studio :: get-strudel-guide -> mcp__music_studio . get_strudel_guide sanitized"],
    );
    check("NM-11", "prefix=off", &["rmcp :: echo"], &["rmcp :: echo -> rmcp . echo"]);
    check(
        "NM-12",
        "bare=rmcp",
        &["rmcp :: echo", "other :: echo"],
        &["other :: echo -> mcp__other . echo", "rmcp :: echo -> rmcp . echo"],
    );
    check("NM-13", "", &["mcp__rmcp :: echo"], &["mcp__rmcp :: echo -> mcp__rmcp . echo"]);
    check("NM-15", "", &[" :: "], &[" ::  -> mcp___ . _ sanitized"]);
    check("NM-16", "", &["서버 :: 검색"], &["서버 :: 검색 -> mcp____ . __ sanitized"]);
    check(
        "case and runs are kept",
        "",
        &["A--B :: Read__File"],
        &["A--B :: Read__File -> mcp__A__B . Read__File sanitized"],
    );
    check(
        "the exemption goes by raw server name",
        "bare=r-x",
        &["r-x :: a", "r_y :: a"],
        &["r-x :: a -> r_x . a sanitized", "r_y :: a -> mcp__r_y . a"],
    );
    check(
        "the prefix is looked for after sanitizing",
        "",
        &["mcp--x :: a"],
        &["mcp--x :: a -> mcp__x . a sanitized"],
    );
}

#[test]
fn nm_rows_collisions() {
    check(
        "NM-05",
        "",
        &["basic_server :: query", "basic-server :: lookup"],
        &[
            "basic-server :: lookup -> mcp__basic_server_756d1be7d674 . lookup sanitized namespace-hashed",
            "basic_server :: query -> mcp__basic_server_eec657cc7f92 . query namespace-hashed",
        ],
    );
    check(
        "NM-07 NM-25",
        "",
        &["server :: tool_name", "server :: tool-name"],
        &[
            "server :: tool-name -> mcp__server . tool_name_72d5533b71c6 sanitized name-hashed",
            "server :: tool_name -> mcp__server . tool_name_28fc4d6eebf6 name-hashed",
        ],
    );
    check(
        "before a trailing delimiter",
        "",
        &["a-b__ :: x", "a_b__ :: x"],
        &[
            "a-b__ :: x -> mcp__a_b_6842247c2332__ . x sanitized namespace-hashed",
            "a_b__ :: x -> mcp__a_b_941221e6dccb__ . x namespace-hashed",
        ],
    );
    check(
        "nothing but a delimiter",
        "prefix=off",
        &["-- :: x", "__ :: x"],
        &[
            "-- :: x -> _edb45c581467__ . x sanitized namespace-hashed",
            "__ :: x -> _7ad9f7a52c63__ . x namespace-hashed",
        ],
    );
    // A server that is called like another one's hashed namespace: the names
    // inside of the shared namespace are told apart instead.
    let decoy = "basic_server_756d1be7d674 :: x";
    check(
        "hash meets a plain name",
        "",
        &["basic-server :: x", "basic_server :: x", decoy],
        &[
            "basic-server :: x -> mcp__basic_server_756d1be7d674 . x_2c7b5d65e539 sanitized namespace-hashed name-hashed",
            "basic_server :: x -> mcp__basic_server_eec657cc7f92 . x namespace-hashed",
            "basic_server_756d1be7d674 :: x -> mcp__basic_server_756d1be7d674 . x_8caa108a4d2c name-hashed",
        ],
    );
}

#[test]
fn joined_names_are_unique() {
    check(
        "split differently",
        "",
        &["ab :: c", "a :: bc"],
        &["a :: bc -> mcp__a . bc", "ab :: c -> mcp__ab . c_147906af845b taken"],
    );
    check(
        "the hash is taken too",
        "",
        &["ab :: c", "a :: bc", "a :: bc_147906af845b"],
        &[
            "a :: bc -> mcp__a . bc",
            "a :: bc_147906af845b -> mcp__a . bc_147906af845b",
            "ab :: c -> mcp__ab . c_0b9f54980fce taken attempt-1",
        ],
    );
}

#[test]
fn nm_21_app_names() {
    let app = RawName::app(Some("Calendar"), Some("conn1"), "calendar_create_event");
    assert_eq!(app.namespace.as_ref(), "codex_apps__calendar");
    assert_eq!(app.name.as_ref(), "_create_event");
    check_tools(
        "NM-21",
        "",
        &[app],
        &["codex_apps :: calendar_create_event -> mcp__codex_apps__calendar . _create_event"],
    );
    // Two connectors of one name share a spelling, not an identity.
    let two = ["c1", "c2"].map(|id| RawName::app(Some("Mail"), Some(id), "send"));
    let outcome = normalize(&two, &NameRules::default()).expect("normalizes");
    assert!(outcome.tools.iter().all(|tool| tool.name.changes.namespace_hashed));
}

const LONG: &str =
    "extremely_lengthy_function_name_that_absolutely_surpasses_all_reasonable_limits";

#[test]
fn nm_08_nm_09_long_names() {
    let tools = [format!("my_server :: yet_another_{LONG}"), format!("my_server :: {LONG}")];
    let tools = tools.each_ref().map(String::as_str);
    check(
        "NM-08",
        "limit=64",
        &tools,
        &[
            &format!(
                "my_server :: {LONG} -> mcp__my_server . extremely_lengthy_function_name_tha_38fe1039d52b shortened"
            ),
            &format!(
                "my_server :: yet_another_{LONG} -> mcp__my_server . yet_another_extremely_lengthy_funct_39102af73ec8 shortened"
            ),
        ],
    );
    check(
        "NM-09",
        "limit=128",
        &tools,
        &[
            &format!("my_server :: {LONG} -> mcp__my_server . {LONG}"),
            &format!("my_server :: yet_another_{LONG} -> mcp__my_server . yet_another_{LONG}"),
        ],
    );
}

/// A server of one letter `server` times and a tool of one letter `tool`
/// times; the expected text writes those runs as `s*N` and `t*N`.
fn check_lengths(case: &str, rule_text: &str, server: usize, tool: usize, expected: &str) {
    let raw = RawName::ordinary(&"s".repeat(server), &"t".repeat(tool));
    let outcome = normalize(&[raw], &rules(rule_text)).expect(case);
    let name = &outcome.tools[0].name;
    let total = name.namespace.len() + name.name.len();
    let run = |text: &str, c: char| match text.matches(c).count() {
        0 | 1 => text.to_owned(),
        n => text.replacen(&c.to_string().repeat(n), &format!("{c}*{n}"), 1),
    };
    let spelled = format!(
        "{} . {} = {total}{}",
        run(&name.namespace, 's'),
        run(&name.name, 't'),
        reasons(name.changes)
    );
    assert_eq!(spelled, expected, "{case}");
}

#[test]
fn nm_23_boundaries() {
    check_lengths("126 stays", "", 1, 120, "mcp__s . t*120 = 126");
    check_lengths("127 is cut", "", 1, 121, "mcp__s . t*107_6553d4acc58b = 126 shortened");
    check_lengths("62 stays", "limit=64", 1, 56, "mcp__s . t*56 = 62");
    check_lengths("namespace 113", "", 108, 13, "mcp__s*108 . t*13 = 126");
    check_lengths("113 leaves the hash", "", 108, 14, "mcp__s*108 . _d746ad497cbe = 126 shortened");
    check_lengths("114 that fits", "", 109, 12, "mcp__s*109 . t*12 = 126");
    check_lengths(
        "114 is cut to 113",
        "",
        109,
        13,
        "mcp__s*108 . _ca134e096e02 = 126 shortened namespace-cut",
    );
}

#[test]
fn a1_limit_is_a_parameter() {
    let tool = "enterprise_database_management :: synchronize_all_customer_data_across_multiple_regional_systems";
    let namespace = "mcp__enterprise_database_management";
    check(
        "A1 at 64",
        "limit=64",
        &[tool],
        &[&format!("{tool} -> {namespace} . synchronize_al_2957eb788d48 shortened")],
    );
    check(
        "A1 at 128",
        "limit=128",
        &[tool],
        &[&format!(
            "{tool} -> {namespace} . synchronize_all_customer_data_across_multiple_regional_systems"
        )],
    );
}

#[test]
fn a2_one_bad_name_costs_nobody_else() {
    let long = format!("b :: {}", "n".repeat(90));
    check(
        "A2",
        "limit=64",
        &["c :: read file", &long, "a :: two", "a :: one", "a :: three"],
        &[
            "a :: one -> mcp__a . one",
            "a :: three -> mcp__a . three",
            "a :: two -> mcp__a . two",
            &format!("{long} -> mcp__b . {}_e3feb6569ae3 shortened", "n".repeat(43)),
            "c :: read file -> mcp__c . read_file sanitized",
        ],
    );
}

#[test]
fn a3_a4_a5_spelling_and_collisions() {
    check(
        "A3",
        "",
        &["unreal-mcp :: list-toolsets"],
        &["unreal-mcp :: list-toolsets -> mcp__unreal_mcp . list_toolsets sanitized"],
    );
    check(
        "A4",
        "",
        &[
            "special :: assets/list",
            "special :: assets.list",
            "special :: utility/select_at_screen",
        ],
        &[
            "special :: assets.list -> mcp__special . assets_list_b7a8e74fe9dc sanitized name-hashed",
            "special :: assets/list -> mcp__special . assets_list_a2ef137d15ad sanitized name-hashed",
            "special :: utility/select_at_screen -> mcp__special . utility_select_at_screen sanitized",
        ],
    );
    check(
        "A5",
        "",
        &["docs-prod :: lookup-all", "docs_prod :: lookup_all"],
        &[
            "docs-prod :: lookup-all -> mcp__docs_prod_001c2274a277 . lookup_all sanitized namespace-hashed",
            "docs_prod :: lookup_all -> mcp__docs_prod_ffcbae2ff4e7 . lookup_all namespace-hashed",
        ],
    );
    check(
        "A5 after removal",
        "",
        &["docs_prod :: lookup_all"],
        &["docs_prod :: lookup_all -> mcp__docs_prod . lookup_all"],
    );
}
