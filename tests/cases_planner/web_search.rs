//! Which web search mode a turn uses: reference 3.7, the paragraph under the table.

use crate::fixture::*;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{PermissionProfile, PlanInputs, WebSearchMode};

/// The mode as the wire form of the hosted search betrays it.
fn mode(change: impl FnOnce(&mut PlanInputs)) -> &'static str {
    let plan = planned(&[], change);
    let Some(entry) = plan.visible.iter().find(|entry| entry.spec.name() == "web_search") else {
        return "Disabled";
    };
    match &*entry.spec.wire_json() {
        r#"{"type":"web_search","external_web_access":false}"# => "Cached",
        r#"{"type":"web_search","external_web_access":true}"# => "Live",
        r#"{"type":"web_search","external_web_access":true,"indexed_web_access":true}"# => {
            "Indexed"
        }
        other => panic!("unexpected {other}"),
    }
}

#[derive(Clone, Copy, Default)]
struct Row {
    configured: Option<WebSearchMode>,
    profile_disabled: bool,
    allowed: Option<&'static [WebSearchMode]>,
    no_external_access: bool,
}

#[track_caller]
fn check_mode(row: Row, expected: &str) {
    let found = mode(|i| {
        i.config.web_search = row.configured;
        i.config.allowed_web_search = row.allowed.map(|modes| modes.iter().copied().collect());
        i.provider.external_web_access = !row.no_external_access;
        if row.profile_disabled {
            i.permission = PermissionProfile::Disabled;
        }
    });
    assert_eq!(found, expected);
}

#[test]
fn the_configured_mode() {
    use Feature::{WebSearchCached, WebSearchRequest};
    let features = |on: &[Feature]| mode(|i| on.iter().for_each(|feature| set(i, *feature, true)));
    assert_eq!(features(&[]), "Cached");
    assert_eq!(features(&[WebSearchRequest]), "Live");
    assert_eq!(features(&[WebSearchCached]), "Cached");
    assert_eq!(features(&[WebSearchCached, WebSearchRequest]), "Cached");
    let explicit = mode(|i| {
        set(i, WebSearchRequest, true);
        i.config.web_search = Some(WebSearchMode::Indexed);
    });
    assert_eq!(explicit, "Indexed", "the explicit setting wins");
}

#[test]
fn without_a_sandbox_the_search_is_widened() {
    use WebSearchMode::*;
    let row = |configured| Row { configured, profile_disabled: true, ..Row::default() };
    check_mode(row(None), "Live");
    check_mode(row(Some(Cached)), "Live");
    check_mode(row(Some(Live)), "Live");
    check_mode(row(Some(Indexed)), "Indexed");
    check_mode(row(Some(Disabled)), "Disabled");
    check_mode(Row { no_external_access: true, ..row(Some(Live)) }, "Cached");
    check_mode(Row { allowed: Some(&[Cached, Disabled]), ..row(Some(Live)) }, "Cached");
    check_mode(Row { allowed: Some(&[Indexed, Disabled]), ..row(Some(Cached)) }, "Disabled");
    check_mode(Row { allowed: Some(&[]), ..row(Some(Cached)) }, "Disabled");
}

#[test]
fn otherwise_a_mode_that_is_not_permitted_is_replaced() {
    use WebSearchMode::*;
    let row = |configured, allowed| Row { configured, allowed, ..Row::default() };
    check_mode(row(Some(Live), Some(&[Cached, Live])), "Live");
    check_mode(row(Some(Live), Some(&[Cached])), "Cached");
    check_mode(row(Some(Cached), Some(&[Live])), "Live");
    check_mode(row(Some(Indexed), Some(&[Disabled])), "Disabled");
    check_mode(row(Some(Disabled), Some(&[Cached, Live])), "Cached");
    check_mode(row(Some(Cached), Some(&[])), "Disabled");
    let offline = |configured| Row { no_external_access: true, ..row(configured, None) };
    check_mode(offline(Some(Live)), "Cached");
    check_mode(offline(Some(Indexed)), "Cached");
    check_mode(Row { no_external_access: true, ..row(Some(Indexed), Some(&[Live])) }, "Disabled");
}
