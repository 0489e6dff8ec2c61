//! Arguments, answers and the item that carries them.

use std::sync::Arc;

use freezeframe::search::*;
use freezeframe::tool::*;

use crate::{custom, found_by, function, namespace};

/// Calls with `json` and compares with `namespace "description" [tool, ...]; ...` or the error.
#[track_caller]
fn check_call(case: &str, infos: &[Arc<SearchInfo>], json: &str, expected: &str) {
    let index = SearchIndex::build(infos.to_vec());
    let result = parse_arguments(json).and_then(|arguments| answer(&index, &arguments));
    let text = match result {
        Ok(found) => found.tools.iter().map(|tool| show(tool)).collect::<Vec<_>>().join("; "),
        Err(error) => error.to_string(),
    };
    assert_eq!(text, expected, "{case}");
}

fn show(spec: &NamespaceSpec) -> String {
    let names: Vec<&str> = spec.tools.iter().map(|tool| tool.name()).collect();
    format!("{} {:?} [{}]", spec.name, &*spec.description, names.join(", "))
}

#[test]
fn bm_21_arguments() {
    let parse = "failed to parse tool_search arguments: ";
    let nine: Vec<_> = (0..9).map(|n| found_by("word", &format!("n.t{n}"))).collect();
    let eight = r#"n "Tools in the n namespace." [t0, t1, t2, t3, t4, t5, t6, t7]"#;
    for (case, json, expected) in [
        ("BM-21 blank", r#"{"query":"  \n"}"#, "query must not be empty"),
        ("blank and 0", r#"{"query":" ","limit":0}"#, "query must not be empty"),
        ("BM-21 limit 0", r#"{"query":"word","limit":0}"#, "limit must be greater than zero"),
        ("BM-21 no limit", r#"{"query":"word"}"#, eight),
        ("limit null", r#"{"query":"word","limit":null}"#, eight),
        ("limit 1", r#"{"query":" word ","limit":1}"#, r#"n "Tools in the n namespace." [t0]"#),
        ("no match", r#"{"query":"nothing"}"#, ""),
    ] {
        check_call(case, &nine, json, expected);
    }
    check_call("nothing indexed", &[], r#"{"query":"word"}"#, "");
    check_call("nothing indexed", &[], r#"{"query":" "}"#, "query must not be empty");
    check_call(
        "limit -1",
        &nine,
        r#"{"query":"word","limit":-1}"#,
        &format!("{parse}invalid value: integer `-1`, expected usize at line 1 column 26"),
    );
    for json in [
        "",
        "{",
        "{}",
        r#"{"limit":1}"#,
        r#"{"query":7}"#,
        r#"{"query":"word","limit":2.0}"#,
        r#"{"query":"word","limit":"2"}"#,
        r#"{"query":"word","limit":99999999999999999999}"#,
    ] {
        let error = parse_arguments(json).expect_err(json).to_string();
        assert!(error.starts_with(parse) && error.len() > parse.len(), "{json}: {error}");
    }
}

#[test]
fn bm_22_and_25_hits_coalesce() {
    let query = r#"{"query":"word"}"#;
    // The shorter the document, the better the hit.
    check_call(
        "BM-22",
        &[
            found_by("word x y", "mcp__calendar.list_events"),
            found_by("word", "mcp__calendar.create_event"),
            found_by("word x", "codex_app.automation_update"),
        ],
        query,
        "mcp__calendar \"Tools in the mcp__calendar namespace.\" [create_event, list_events]; \
         codex_app \"Tools in the codex_app namespace.\" [automation_update]",
    );
    check_call(
        "BM-25",
        &[
            found_by("word", "lookup"),
            found_by("word x", "mcp__calendar.create_event"),
            found_by("word x y", "store"),
        ],
        query,
        "functions \"\" [lookup, store]; \
         mcp__calendar \"Tools in the mcp__calendar namespace.\" [create_event]",
    );
    let described = |text: &str, description: &str, tool: &str| {
        let tool = NamespaceTool::Function(function(tool, "", "{}"));
        let spec = namespace("n", description, vec![tool]);
        Arc::new(SearchInfo::with_text(text, &spec, None).expect("searchable"))
    };
    check_call(
        "the first description is kept, even a blank one",
        &[described("word x", "second", "a"), described("word", " ", "z")],
        query,
        r#"n "Tools in the n namespace." [z, a]"#,
    );
    check_call(
        "the first description is kept",
        &[described("word x", "second", "a"), described("word", "first", "z")],
        query,
        r#"n "first" [z, a]"#,
    );
}

#[test]
fn bm_24_loadable_form_and_item() {
    let plain = ToolSpec::Function(function("look_up", "Finds.", r#"{"type":"object"}"#));
    let group =
        namespace("box", "", vec![NamespaceTool::Freeform(custom("look_through", "Sifts."))]);
    let infos = [plain, group]
        .map(|spec| Arc::new(SearchInfo::from_spec(&spec, None).expect("searchable")));
    let NamespaceTool::Function(loaded) = &*infos[0].output.tools[0] else {
        panic!("a function stays one");
    };
    assert_eq!(loaded.output_schema, None);

    let index = SearchIndex::build(infos.to_vec());
    let arguments = parse_arguments(r#"{"query":"look up look_through"}"#).expect("arguments");
    let found = answer(&index, &arguments).expect("answer");
    let item = tool_search_output("call-1", &found.tools);
    assert_eq!(
        item.to_string(),
        r#"{"type":"tool_search_output","call_id":"call-1","status":"completed","#.to_owned()
            + r#""execution":"client","tools":["#
            + r#"{"type":"namespace","name":"functions","description":"","tools":["#
            + r#"{"type":"function","name":"look_up","description":"Finds.","strict":false,"#
            + r#""defer_loading":true,"parameters":{"type":"object"}}]},"#
            + r#"{"type":"namespace","name":"box","description":"Tools in the box namespace.","#
            + r#""tools":[{"type":"custom","name":"look_through","description":"Sifts.","#
            + r#""defer_loading":true,"#
            + r#""format":{"type":"grammar","syntax":"lark","definition":"start: WORD"}}]}]}"#
    );
    assert_eq!(
        tool_search_output("", &[]).to_string(),
        r#"{"type":"tool_search_output","call_id":"","status":"completed","execution":"client","tools":[]}"#
    );
}
