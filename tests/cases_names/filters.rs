//! Tool filters, visibility, file parameters.

use freezeframe::mcp::file_params::{declared_file_params, rewrite_file_params};
use freezeframe::mcp::filter::FilterDecision::{Allowed, InDisabled, NotInEnabled};
use freezeframe::mcp::filter::{FilterDecision, ToolFilter, Visibility, visibility};
use serde_json::Value;

/// Lists are comma separated; `*` for the enabled list means that it is unset.
fn check(case: &str, enabled: &str, disabled: &str, asked: &[(&str, FilterDecision)]) {
    let list = |text: &str| text.split(',').filter(|t| !t.is_empty()).map(str::to_owned).collect();
    let filter =
        ToolFilter { enabled: (enabled != "*").then(|| list(enabled)), disabled: list(disabled) };
    for (raw, expected) in asked {
        assert_eq!(filter.decide(raw), *expected, "{case}: {raw}");
    }
}

#[test]
fn mx_25_26_28_filters() {
    check(
        "MX-25",
        "keep,remove",
        "remove",
        &[("keep", Allowed), ("remove", InDisabled), ("unknown", NotInEnabled)],
    );
    check("MX-26", "*", "blocked", &[("blocked", InDisabled), ("open", Allowed)]);
    check("MX-28", "tool-name", "", &[("tool-name", Allowed), ("tool_name", NotInEnabled)]);
    check("empty list closes", "", "", &[("a", NotInEnabled), ("", NotInEnabled)]);
    check("in neither way", "keep", "gone", &[("gone", NotInEnabled)]);
    check("case matters", "*", "Tool", &[("tool", Allowed), ("Tool", InDisabled)]);
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect(text)
}

fn check_visibility(meta: &str, expected: Visibility) {
    assert_eq!(visibility(Some(&json(meta))), expected, "{meta}");
}

#[test]
fn mx_03_visibility() {
    use Visibility::{HiddenByUi, Visible};
    assert_eq!(visibility(None), Visible);
    check_visibility(r#"{"ui":{"visibility":["app"]}}"#, HiddenByUi);
    check_visibility(r#"{"ui":{"visibility":[]}}"#, HiddenByUi);
    check_visibility(r#"{"ui":{"visibility":["app","model"]}}"#, Visible);
    check_visibility(r#"{"ui":{"visibility":["Model", 1, ["model"]]}}"#, HiddenByUi);
    check_visibility(r#"{"ui":{"visibility":"app"}}"#, Visible);
    check_visibility(r#"{"ui":{"visibility":null}}"#, Visible);
    check_visibility(r#"{"ui":["visibility"]}"#, Visible);
    check_visibility(r#"{"visibility":["app"]}"#, Visible);
    check_visibility("null", Visible);
}

/// Rewrites the properties called `f` and `missing`; only `properties` matters.
fn check_params(case: &str, before: &str, expected: &str) {
    let wrap =
        |p: &str| json(&format!(r#"{{"type":"object","properties":{{{p}}},"required":["f"]}}"#));
    let mut schema = wrap(before);
    let params = ["missing".to_owned(), "f".to_owned()];
    for round in ["once", "twice"] {
        rewrite_file_params(&mut schema, &params);
        assert_eq!(schema.to_string(), wrap(expected).to_string(), "{case}, {round}");
    }
}

#[test]
fn file_params_become_paths() {
    let note = "Give the absolute path of a file on this machine.";
    let single = format!(r#""f":{{"type":"string","description":"{note}"}}"#);
    let list =
        format!(r#""f":{{"type":"array","items":{{"type":"string"}},"description":"{note}"}}"#);

    check_params("object", r#""f":{"type":"object","properties":{"id":{}},"title":"F"}"#, &single);
    check_params("array", r#""f":{"type":"array"}"#, &list);
    check_params("items without type", r#""f":{"items":{"type":"object"}}"#, &list);
    check_params("empty schema", r#""f":{}"#, &single);
    check_params("blank text", r#""f":{"description":" "}"#, &single);
    check_params("text of the wrong kind", r#""f":{"description":7}"#, &single);
    check_params("not an object", r#""f":true"#, r#""f":true"#);
    check_params("others stay", r#""g":{"type":"object"}"#, r#""g":{"type":"object"}"#);
    check_params(
        "text stays in front",
        r#""f":{"description":"The scan.","format":"x","type":"string"}"#,
        &format!(r#""f":{{"type":"string","description":"The scan. {note}"}}"#),
    );
}

#[test]
fn odd_schemas_stay() {
    for text in ["null", "true", "[]", r#"{"properties":[]}"#, r#"{"properties":null}"#, "{}"] {
        let mut schema = json(text);
        rewrite_file_params(&mut schema, &["f".to_owned()]);
        assert_eq!(schema, json(text));
    }
}

#[test]
fn declared_names() {
    let declared = |text: &str| declared_file_params(Some(&json(text))).join(",");
    assert_eq!(declared(r#"{"openai/fileParams":["b", 1, "a"]}"#), "b,a");
    assert_eq!(declared(r#"{"openai/fileParams":"a"}"#), "");
    assert_eq!(declared("[]"), "");
    assert!(declared_file_params(None).is_empty());
}
