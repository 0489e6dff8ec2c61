//! NS: how namespaces merge and where they stand.

use crate::fixture::*;
use freezeframe::planner::inputs::PlanInputs;

fn with_patch(inputs: &mut PlanInputs) {
    inputs.model.apply_patch = true;
}

#[test]
fn ns_01_and_02_the_whole_order() {
    check(
        "NS-01",
        &[filesystem()],
        with_patch,
        "visible: @shell, @resources, update_plan, request_user_input, apply_patch, view_image, \
         @v1, mcp__filesystem{read_file, write_file}, web_search",
    );
    check(
        "NS-02",
        &[filesystem()],
        |i| {
            with_patch(i);
            search_on(i);
        },
        "visible: @shell, @resources, update_plan, request_user_input, apply_patch, view_image, \
         tool_search, web_search | deferred: @deferred-v1, mcp__filesystem.read_file, \
         mcp__filesystem.write_file",
    );
}

fn description(first: &str, second: &str) -> String {
    let plan = planned(&[], |i| {
        i.extensions =
            [described_extension("n.b", first), described_extension("n.a", second)].into();
    });
    shown(&plan, "n")["description"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn ns_05_to_07_one_description() {
    assert_eq!(description("  ", "Text"), "Text", "NS-05");
    assert_eq!(description("First", "Second"), "First", "NS-06");
    assert_eq!(description("", " \n"), "Tools in the n namespace.", "NS-07");
}

/// Reference 9, rules 1 to 4 and 6.
#[test]
fn a_namespace_keeps_its_first_place_and_sorts_its_tools() {
    check(
        "9",
        &[],
        |i| {
            let tools = ["n.z", "plain", "m.x", "n.B", "n.a", "web_search"];
            i.dynamic_tools = tools.map(dynamic).into();
        },
        "visible: @shell, @utility, @v1, n{B, a, z}, plain, m{x}, web_search, web_search",
    );
}

/// Reference 9, rule 5: the default namespace has no text of its own.
#[test]
fn the_default_namespace_may_be_spelled_out() {
    let world = |i: &mut PlanInputs| {
        let mut tool = dynamic("lookup");
        tool.namespace = Some(("functions".into(), "".into()));
        i.dynamic_tools = [tool].into();
    };
    check("9", &[], world, "visible: @shell, @utility, @v1, functions{lookup}, web_search");
    assert_eq!(shown(&planned(&[], world), "functions")["description"], "");
}
