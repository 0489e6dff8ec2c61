//! The single changes that would make a tool visible: found by trying, written as a file writes them.

use std::sync::Arc;

use expect_test::{Expect, expect};
use freezeframe::explore::switches;
use freezeframe::lang::Lang;
use freezeframe::mcp::binding::*;
use freezeframe::mcp::cache::BindCache;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{Identity, PlanInputs};
use freezeframe::tool::{ToolExposures, ToolName};
use serde_json::json;

fn check_in(lang: Lang, inputs: &PlanInputs, tool: &str, expected: Expect) {
    expected.assert_eq(&switches(inputs, &ToolName::parse_dotted(tool)).text(lang));
}

fn check(inputs: &PlanInputs, tool: &str, expected: Expect) {
    check_in(Lang::En, inputs, tool, expected);
}

/// One server `fs` with the tools `read` and `hidden`, changed by `change`.
fn with_server(change: impl FnOnce(&mut ServerListing)) -> PlanInputs {
    let tool = |name: &str, meta| {
        Arc::new(McpTool {
            name: name.into(),
            input_schema: Arc::new(json!({"type": "object", "properties": {}})),
            meta,
            ..McpTool::default()
        })
    };
    let meta = Arc::new(json!({"ui": {"visibility": ["app"], "x": 1}}));
    let mut listing = ServerListing {
        server: "fs".into(),
        terms: Arc::default(),
        tools: [tool("read", None), tool("hidden", Some(meta))].into(),
        source: ListSource::Live,
    };
    change(&mut listing);
    let mut inputs = PlanInputs::fixture();
    let binding = bind(&[listing], &inputs.bind_rules(), &mut BindCache::default());
    inputs.binding = Arc::new(binding);
    inputs
}

fn terms(listing: &mut ServerListing, change: impl FnOnce(&mut ServerTerms)) {
    let mut terms = ServerTerms::default();
    change(&mut terms);
    listing.terms = Arc::new(terms);
}

#[test]
fn a_visible_tool_needs_no_change() {
    let expected = expect!["It is visible; no change is needed.\n"];
    check(&PlanInputs::fixture(), "exec_command", expected);
    let expected = expect!["이미 보여요. 바꿀 것이 없어요.\n"];
    check_in(Lang::Ko, &PlanInputs::fixture(), "web_search", expected);
}

#[test]
fn a_feature_is_named_in_both_languages() {
    let inputs = PlanInputs::fixture();
    check(
        &inputs,
        "clock.curr_time",
        expect![[r#"
        Single changes that help, found by trying:
        - Turn `Feature current_time_reminder` on. (visible then, from the next turn on)
            Feature(current_time_reminder, true)
    "#]],
    );
    check_in(
        Lang::Ko,
        &inputs,
        "clock.curr_time",
        expect![[r#"
        직접 시험해서 찾은, 하나로 충분한 변화:
        - `Feature current_time_reminder` 켜기 (그러면 보여요, 다음 turn부터)
            Feature(current_time_reminder, true)
    "#]],
    );
    check(
        &inputs,
        "clock.sleep",
        expect![[r#"
            None of 75 single changes makes it visible; it takes more than one.
        "#]],
    );
}

#[test]
fn environments_and_identity_are_tried() {
    let inputs = PlanInputs { environments: vec![], ..PlanInputs::fixture() };
    check(
        &inputs,
        "exec_command",
        expect![[r#"
        Single changes that help, found by trying:
        - A local environment is selected and ready. (visible then, from the next turn on)
            Environments([(id: "local")])
    "#]],
    );
    let reviewer = Identity::SubAgent(Identity::GUARDIAN.into());
    let inputs = PlanInputs { identity: reviewer, ..PlanInputs::fixture() };
    check(
        &inputs,
        "update_plan",
        expect![[r#"
        Single changes that help, found by trying:
        - Set `Identity` to `Root`. (visible then, from the next turn on)
            Identity(Root)
    "#]],
    );
    let mut inputs = PlanInputs::fixture();
    inputs.features.set(Feature::ShellTool, false);
    check(
        &inputs,
        "exec_command",
        expect![[r#"
        Single changes that help, found by trying:
        - Turn `Feature shell_tool` on. (visible then, from the next turn on)
            Feature(shell_tool, true)
    "#]],
    );
}

#[test]
fn servers_and_their_terms_are_tried() {
    let starting = LeftOut::StillStarting { grace_ms: 1_000 };
    let inputs = with_server(|l| l.source = ListSource::LeftOut(starting));
    check(
        &inputs,
        "mcp__fs.read",
        expect![[r#"
        Single changes that help, found by trying:
        - The server `fs` is connected when the table is taken. (visible then)
    "#]],
    );
    let inputs = with_server(|l| terms(l, |t| t.omit_tools_from = ToolExposures::DIRECT));
    check(
        &inputs,
        "mcp__fs.read",
        expect![[r#"
        Single changes that help, found by trying:
        - `omit_tools_from` of the server `fs` is empty. (visible then)
        - Turn `SupportsSearch` on. (found through tool_search then, from the next turn on)
            SupportsSearch(true)
    "#]],
    );
    let inputs = with_server(|l| terms(l, |t| t.filter.enabled = Some(["x".into()].into())));
    check(
        &inputs,
        "mcp__fs.read",
        expect![[r#"
        Single changes that help, found by trying:
        - The tool filter of the server `fs` lets `read` through. (visible then)
    "#]],
    );
    check(
        &with_server(|_| ()),
        "mcp__fs.hidden",
        expect![[r#"
        Single changes that help, found by trying:
        - `_meta.ui.visibility` of `hidden` contains `model`. (visible then)
    "#]],
    );
}

#[test]
fn deferral_is_a_second_class_of_help() {
    let mut inputs = with_server(|l| {
        l.source = ListSource::LeftOut(LeftOut::NotConfigured);
    });
    inputs.model.supports_search_tool = true;
    check(
        &inputs,
        "mcp__fs.read",
        expect![[r#"
        Single changes that help, found by trying:
        - The server `fs` is connected when the table is taken. (found through tool_search then)
    "#]],
    );
    let mut inputs = with_server(|_| ());
    inputs.model.supports_search_tool = true;
    check(
        &inputs,
        "mcp__fs.read",
        expect![[r#"
        Single changes that help, found by trying:
        - Turn `SupportsSearch` off. (visible then, from the next turn on)
            SupportsSearch(false)
        - Set `DirectOnlyNamespaces` to `["mcp__fs"]`. (visible then, from the next turn on)
            DirectOnlyNamespaces(["mcp__fs"])
    "#]],
    );
}

#[test]
fn listings_of_a_binding_bind_to_the_same_binding() {
    let inputs = with_server(|l| terms(l, |t| t.filter.disabled = ["read".into()].into()));
    let listings = inputs.binding.listings();
    let again = bind(&listings, &inputs.bind_rules(), &mut BindCache::default());
    assert_eq!(again, *inputs.binding);
}
