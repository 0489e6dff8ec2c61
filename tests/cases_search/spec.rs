//! What the model is told about the search, and when the search tool is a new one.

use std::sync::Arc;

use freezeframe::search::*;
use freezeframe::tool::*;

use crate::{found_by, function};

fn from_source(name: &str, description: Option<&str>) -> Arc<SearchInfo> {
    let spec = ToolSpec::Function(function("lookup", "", "{}"));
    let source = Some(SearchSource::new(name, description));
    Arc::new(SearchInfo::with_text("lookup", &spec, source).expect("searchable"))
}

/// Compares what the description says between its first paragraph and its guidance.
#[track_caller]
fn check_sources(case: &str, infos: &[Arc<SearchInfo>], omit_sources: bool, expected: &str) {
    let spec = tool_search_spec(infos, omit_sources);
    let (_, tail) = spec.description().split_once("# Tool discovery\n\n").expect("heading first");
    let (_, tail) = tail.split_once('\n').expect("one sentence");
    let (sources, guidance) = tail.rsplit_once('\n').expect("guidance on the last line");
    assert_eq!(sources, expected, "{case}");
    for name in ["`tool_search`", "`list_mcp_resources`", "`list_mcp_resource_templates`"] {
        assert!(guidance.contains(name), "{case}: guidance names {name}");
    }
}

#[test]
fn source_section() {
    let intro = "\nThe deferred tools come from the following sources:\n";
    let drive = [
        from_source("Google Drive", Some("Files of the team.")),
        from_source("Google Drive", None),
        from_source("docs", None),
    ];
    let lines = format!("{intro}- Google Drive: Files of the team.\n- docs");
    check_sources("TS-12", &drive, false, &lines);
    check_sources("TS-14", &drive, true, "");

    let nameless = [found_by("text", "lookup")];
    check_sources("TS-19", &nameless, false, &format!("{intro}None currently enabled."));
    check_sources("TS-19, nothing at all", &[], false, &format!("{intro}None currently enabled."));
    check_sources("TS-14 without sources", &nameless, true, "");

    let late = [
        from_source("b", None),
        from_source("b", Some("second")),
        from_source("b", Some("third")),
        from_source("a", None),
        from_source("B", None),
    ];
    check_sources("byte order, first text", &late, false, &format!("{intro}- B\n- a\n- b: second"));

    let long = "ü".repeat(SOURCE_SECTION_BOUND);
    let lengthy = [from_source("a", Some(&long)), from_source("b", Some("starved"))];
    let room = SOURCE_SECTION_BOUND - "- a: \n- b".len();
    let lines = format!("{intro}- a: {}\n- b", &long[..room / 2 * 2]);
    check_sources("bound", &lengthy, false, &lines);
}

#[test]
fn ts_20_parameters() {
    let json: serde_json::Value =
        serde_json::from_str(&tool_search_spec(&[], false).wire_json()).expect("wire JSON");
    assert_eq!(json["type"], "tool_search");
    assert_eq!(json["execution"], "client");
    let parameters = &json["parameters"];
    assert_eq!(parameters["required"], serde_json::json!(["query"]));
    assert_eq!(parameters["additionalProperties"], false);
    assert_eq!(parameters["properties"]["query"]["type"], "string");
    assert_eq!(parameters["properties"]["limit"]["type"], "number");
    let limit = parameters["properties"]["limit"]["description"].as_str().expect("text");
    assert!(limit.contains("default 8"), "{limit}");
    assert_eq!(DEFAULT_LIMIT, 8);
}

#[test]
fn mcp_sources() {
    let check = |connector, server, namespace, expected: Option<(&str, Option<&str>)>| {
        let expected = expected.map(|(name, description)| SearchSource::new(name, description));
        assert_eq!(SearchSource::for_mcp(connector, server, namespace), expected);
    };
    check(Some(" Drive "), "apps", Some(" Files. "), Some(("Drive", Some("Files."))));
    check(Some(" "), " apps ", Some(" "), Some(("apps", None)));
    check(None, "apps", None, Some(("apps", None)));
    check(None, " ", Some("Files."), None);
}

/// Asks one slot for each list in turn and compares which answers were reused.
#[track_caller]
fn check_slot(case: &str, plans: &[(Vec<SearchEntry>, bool)], expected: &[Reuse]) {
    let mut slot = SearchSlot::default();
    let mut last: Option<Arc<SearchTool>> = None;
    for (step, ((entries, omit), expected)) in plans.iter().zip(expected).enumerate() {
        let (tool, reuse) = slot.get(entries, *omit);
        assert_eq!(reuse, *expected, "{case}, step {step}");
        let same = last.is_some_and(|last| Arc::ptr_eq(&last, &tool));
        assert_eq!(same, reuse == Reuse::Reused, "{case}, step {step}");
        // Whatever was taken over from the last tool, the answer is that of a fresh one.
        let infos: Vec<_> = entries.iter().map(|entry| entry.info.clone()).collect();
        assert_eq!(*tool.spec, tool_search_spec(&infos, *omit), "{case}, step {step}");
        let fresh = SearchIndex::build(infos);
        assert_eq!(tool.index, fresh);
        assert_eq!(tool.index.search("word two", 8), fresh.search("word two", 8), "{case}");
        last = Some(tool);
    }
}

#[test]
fn ts_17_one_slot() {
    use Reuse::{Built, Reused};
    use SearchKey::{Handler, Value};
    let plan = |tools: &[(SearchKey, &str)], omit| {
        let entry = |&(key, text): &_| SearchEntry { key, info: found_by(text, "n.tool") };
        (tools.iter().map(entry).collect::<Vec<_>>(), omit)
    };
    let a = || plan(&[(Value, "word one"), (Value, "word two")], false);
    let b = plan(&[(Value, "word one"), (Value, "word three")], false);
    check_slot("TS-17", &[a(), a(), b.clone(), b.clone()], &[Built, Reused, Built, Reused]);
    check_slot("alternating", &[a(), b.clone(), a(), b], &[Built; 4]);

    let swapped = plan(&[(Value, "word two"), (Value, "word one")], false);
    let longer = plan(&[(Value, "word one"), (Value, "word two"), (Value, "word")], false);
    let omitted = plan(&[(Value, "word one"), (Value, "word two")], true);
    check_slot("order, length, mode", &[a(), swapped, longer, omitted], &[Built; 4]);

    let handler = |number| plan(&[(Handler(number), "word one"), (Value, "word two")], false);
    check_slot(
        "TS-17, an equal but rebuilt handler is another one",
        &[handler(1), handler(1), handler(2)],
        &[Built, Reused, Built],
    );
    check_slot("none at all", &[plan(&[], false), plan(&[], false)], &[Built, Reused]);
}
