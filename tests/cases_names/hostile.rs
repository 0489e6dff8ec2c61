//! Names nobody should choose: every input gets a name or a stated error.

use std::collections::BTreeSet;

use freezeframe::mcp::names::{
    MIN_NAME_LIMIT, NameError, NameRules, NormalizeOutcome, RawName, normalize,
};

fn with_limit(limit: usize) -> NameRules {
    NameRules { limit, ..NameRules::default() }
}

/// What must hold for every input: all indexes are accounted for, the parts
/// are well formed and within the limit, the joined names are unique.
fn check(case: &str, tools: &[RawName], rules: &NameRules) -> NormalizeOutcome {
    let outcome = normalize(tools, rules).expect(case);
    let sources = outcome.tools.iter().map(|tool| tool.source);
    let mut seen: Vec<usize> = sources.chain(outcome.duplicates.iter().copied()).collect();
    seen.sort_unstable();
    assert_eq!(seen, (0..tools.len()).collect::<Vec<_>>(), "{case}: indexes");

    let mut joined = BTreeSet::new();
    for tool in &outcome.tools {
        let (namespace, name) = (&tool.name.namespace, &tool.name.name);
        for part in [namespace, name] {
            let fine = part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            assert!(fine && !part.is_empty(), "{case}: {part}");
        }
        assert!(namespace.len() + name.len() + 2 <= rules.limit, "{case}: {namespace}.{name}");
        assert!(joined.insert(format!("{namespace}{name}")), "{case}: {namespace}.{name} twice");
    }
    outcome
}

/// What also holds when no name has a NUL: a shuffled input gives the same
/// names in the same order.
fn check_shuffled(case: &str, tools: &[RawName], rules: &NameRules) {
    let outcome = check(case, tools, rules);
    let shuffled = shuffle(tools);
    let again = normalize(&shuffled, rules).expect(case);
    assert_eq!(names(tools, &outcome), names(&shuffled, &again), "{case}: shuffled");
}

/// Raw tool and final name, free of indexes.
fn names<'a>(tools: &'a [RawName], outcome: &NormalizeOutcome) -> Vec<(&'a RawName, String)> {
    let named = outcome.tools.iter();
    named.map(|tool| (&tools[tool.source], format!("{:?}", tool.name))).collect()
}

/// Fisher-Yates with a fixed linear congruential generator.
fn shuffle(tools: &[RawName]) -> Vec<RawName> {
    let mut shuffled = tools.to_vec();
    let mut state = 0x2545_f491_u64;
    for last in (1..shuffled.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        shuffled.swap(last, (state >> 33) as usize % (last + 1));
    }
    shuffled
}

fn nasty_tools(more: &[&str]) -> Vec<RawName> {
    let long = ["x".repeat(61), "x".repeat(62), "é".repeat(200)];
    let parts = [
        "",
        "a",
        "_",
        "__",
        "mcp__",
        "mcp__a",
        "a_b",
        "a-b",
        "a\u{301}b",
        "\u{1f9ca}",
        "\u{1f468}\u{200d}\u{1f469}",
        "검색",
        "A_B",
        "a__",
        "a-_",
        "functions",
        "\u{202e}evil",
        "line\nbreak",
    ]
    .into_iter()
    .chain(more.iter().copied())
    .chain(long.iter().map(String::as_str));
    let parts: Vec<&str> = parts.collect();
    let mut tools = Vec::new();
    for server in &parts {
        for tool in &parts {
            tools.push(RawName::ordinary(server, tool));
            tools.push(RawName::app(Some(server), Some(tool), tool));
            tools.push(RawName::app(None, None, tool));
        }
    }
    tools
}

#[test]
fn nasty_names_at_every_limit() {
    let tools = nasty_tools(&[]);
    let with_nul = nasty_tools(&["\0", "\0\0", "a\0b", "a\0"]);
    for limit in [MIN_NAME_LIMIT, 17, 20, 32, 64, 128, 4096] {
        for prefix in [true, false] {
            let rules = NameRules { prefix, ..with_limit(limit) };
            let case = format!("limit {limit}, prefix {prefix}");
            check_shuffled(&case, &tools, &rules);
            check(&case, &with_nul, &rules);
        }
    }
}

#[test]
fn a_megabyte_of_name() {
    let huge = "üx".repeat(350_000);
    let tools = [
        RawName::ordinary("a", &huge),
        RawName::ordinary(&huge, "a"),
        RawName::ordinary(&huge, &huge),
        RawName::app(Some(&huge), Some(&huge), &huge),
    ];
    for limit in [MIN_NAME_LIMIT, 64, 128, usize::MAX] {
        let outcome = check("huge", &tools, &with_limit(limit));
        let shortened = outcome.tools.iter().filter(|tool| tool.name.changes.shortened);
        assert_eq!(shortened.count(), if limit == usize::MAX { 0 } else { 4 });
    }
}

#[test]
fn too_small_a_limit_is_an_error() {
    let tools = [RawName::ordinary("a", "b")];
    for limit in [0, 1, 13, 15] {
        let error = normalize(&tools, &with_limit(limit)).expect_err("too small");
        assert_eq!(error, NameError::LimitTooSmall { limit });
        let text =
            format!("name limit {limit} is too small; a hashed name needs at least 16 bytes");
        assert_eq!(error.to_string(), text);
    }
    let long = [RawName::ordinary("server", "tool")];
    let outcome = check("smallest", &long, &with_limit(MIN_NAME_LIMIT));
    let name = &outcome.tools[0].name;
    assert_eq!((&*name.namespace, &*name.name), ("m", "_26b775a19c85"));
}

#[test]
fn duplicates_keep_the_first() {
    let tool = |name: &str| RawName::ordinary("s", name);
    let tools = [tool("b"), tool("a"), tool("b"), tool("a"), tool("b")];
    let outcome = check("duplicates", &tools, &NameRules::default());
    let kept: Vec<usize> = outcome.tools.iter().map(|tool| tool.source).collect();
    assert_eq!((kept, outcome.duplicates), (vec![1, 0], vec![2, 3, 4]));

    // Same server and raw name, another wish: not the same tool.
    let renamed = RawName { name: "c".into(), ..tool("b") };
    let outcome = check("renamed", &[tool("b"), renamed], &NameRules::default());
    assert!(outcome.duplicates.is_empty());
    let outcome = normalize(&[], &NameRules::default()).expect("nothing to do");
    assert_eq!(outcome, NormalizeOutcome::default());
}

/// Fields are joined with NUL, so NULs inside of names can make two different
/// tools look alike. They count as one then, and the first of the input stays.
#[test]
fn nul_can_forge_an_identity() {
    let forged = |server: &str, namespace: &str| RawName {
        server: server.into(),
        namespace: namespace.into(),
        ..RawName::ordinary("", "t")
    };
    let tools = [forged("a\0b", "c"), forged("a", "b\0c")];
    let outcome = check("forged", &tools[..1], &NameRules::default());
    assert_eq!(&*outcome.tools[0].name.namespace, "mcp__c");
    let outcome = normalize(&tools, &NameRules::default()).expect("normalizes");
    assert_eq!(outcome.duplicates, [1]);
}

#[test]
fn two_thousand_tools() {
    let name = |i: usize| RawName::ordinary(&format!("server-{}", i % 20), &format!("tool_{i}"));
    let tools: Vec<RawName> = (0..2000).map(name).collect();
    check_shuffled("2000", &tools, &NameRules::default());
    let outcome = check("2000", &tools, &NameRules::default());
    assert_eq!(outcome.tools.len(), 2000);
    assert!(outcome.tools.iter().all(|tool| tool.name.changes.attempt.is_none()));
}
