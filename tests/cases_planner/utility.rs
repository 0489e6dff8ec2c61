//! UT: the utility tools.

use crate::fixture::*;
use freezeframe::builtin::environment::HostTexts;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{Identity, PlanInputs, SuggestionPresentation};
use freezeframe::tool::ToolName;
use serde_json::json;

fn suggestions(inputs: &mut PlanInputs) {
    inputs.suggestions.candidates = Some(["github".into()].into());
}

const NO_SUGGESTION: &str = "visible: @shell, @utility, @v1, web_search";

#[test]
fn ut_01_to_03_configuration_switches() {
    let plan = planned(&[], |_| {});
    assert_eq!(exposure(&plan.registry, "request_user_input"), "DirectModelOnly", "UT-01");
    assert_eq!(exposure(&plan.registry, "update_plan"), "Direct", "UT-03");

    let unasked = |i: &mut PlanInputs| i.config.request_user_input = false;
    check("UT-02", &[], unasked, "visible: @shell, update_plan, view_image, @v1, web_search");
    let plan = planned(&[], unasked);
    assert_eq!(exposure(&plan.registry, "request_user_input"), "absent", "UT-02");

    let unplanned = |i: &mut PlanInputs| i.config.update_plan = false;
    check(
        "UT-03",
        &[],
        unplanned,
        "visible: @shell, request_user_input, view_image, @v1, web_search",
    );
    let plan = planned(&[], unplanned);
    assert_eq!(exposure(&plan.registry, "update_plan"), "absent", "UT-03");
}

#[test]
fn ut_04_token_budget() {
    let budget = |i: &mut PlanInputs| set(i, Feature::TokenBudget, true);
    check(
        "UT-04",
        &[],
        budget,
        "visible: @shell, update_plan, request_user_input, new_context, get_context_remaining, \
         view_image, @v1, web_search",
    );
    let plan = planned(&[], budget);
    assert_eq!(exposure(&plan.registry, "new_context"), "DirectModelOnly");
    assert_eq!(exposure(&plan.registry, "get_context_remaining"), "Direct");
}

#[test]
fn ut_05_and_06_the_clock() {
    let clock = |i: &mut PlanInputs| set(i, Feature::CurrentTimeReminder, true);
    check(
        "UT-05",
        &[],
        clock,
        "visible: @shell, update_plan, request_user_input, clock{curr_time}, view_image, @v1, \
         web_search",
    );
    let sleeping = |i: &mut PlanInputs| {
        clock(i);
        i.config.sleep_tool = true;
    };
    check(
        "UT-06",
        &[],
        sleeping,
        "visible: @shell, update_plan, request_user_input, clock{curr_time, sleep}, view_image, \
         @v1, web_search",
    );
    let plan = planned(&[], sleeping);
    assert_eq!(exposure(&plan.registry, "clock.sleep"), "DirectModelOnly");
    check("UT-06: the feature comes first", &[], |i| i.config.sleep_tool = true, NO_SUGGESTION);
    check(
        "3.3: a namespace, so gone without namespace support",
        &[],
        |i| {
            clock(i);
            i.provider.namespace_tools = false;
            set(i, Feature::MultiAgent, false);
        },
        "visible: @shell, @utility, web_search | hidden: clock.curr_time(Direct)",
    );
}

#[test]
fn ut_08_the_host_words_the_wait() {
    let texts = HostTexts { tool: "Wait, says the host.".into(), parameter: "Which one.".into() };
    let description = |on: bool, host: Option<&HostTexts>| {
        let plan = planned(&[], |i| {
            set(i, Feature::DeferredExecutor, on);
            i.wait_for_environment = host.cloned();
        });
        let name = ToolName::plain("wait_for_environment");
        plan.registry.get(&name).map(|entry| {
            let wire = entry.runtime.spec.wire_json();
            (wire.contains("Wait, says the host."), wire.contains("Which one."))
        })
    };
    assert_eq!(description(false, None), None, "UT-08");
    assert_eq!(description(false, Some(&texts)), None, "UT-08");
    assert_eq!(description(true, None), Some((false, false)), "UT-08");
    assert_eq!(description(true, Some(&texts)), Some((true, true)), "UT-08");
    let long = HostTexts { parameter: "p".repeat(1_100).into(), ..texts };
    assert_eq!(description(true, Some(&long)), Some((false, false)), "together or not at all");
}

#[test]
fn ut_10_to_14_plugin_suggestions() {
    for feature in [Feature::ToolSuggest, Feature::Apps, Feature::Plugins] {
        let off = |i: &mut PlanInputs| {
            suggestions(i);
            set(i, feature, false);
        };
        check(&format!("UT-10 {}", feature.key()), &[], off, NO_SUGGESTION);
    }
    check("UT-11", &[], |i| i.suggestions.candidates = None, NO_SUGGESTION);
    check("UT-11", &[], |i| i.suggestions.candidates = Some([].into()), NO_SUGGESTION);
    let both = "visible: @shell, update_plan, request_user_input, \
                list_available_plugins_to_install, request_plugin_install, view_image, @v1, \
                web_search";
    check("UT-12, UT-14", &[], suggestions, both);
    let in_context = |i: &mut PlanInputs| {
        suggestions(i);
        i.suggestions.presentation = SuggestionPresentation::RecommendationContext;
    };
    check(
        "3.3, presentation in the context",
        &[],
        in_context,
        "visible: @shell, update_plan, request_user_input, request_plugin_install, view_image, \
         @v1, web_search",
    );
    assert!(takes(&planned(&[], in_context), "request_plugin_install", "plugin_id"));
    assert!(takes(&planned(&[], suggestions), "request_plugin_install", "tool_id"));
}

#[test]
fn ut_15_experimental_tools() {
    let listed = |i: &mut PlanInputs| {
        i.model.experimental_tools.insert("test_sync_tool".into());
        i.model.apply_patch = true;
    };
    check(
        "UT-15",
        &[],
        listed,
        "visible: @shell, update_plan, request_user_input, apply_patch, test_sync_tool, \
         view_image, @v1, web_search",
    );
    let name = ToolName::plain("test_sync_tool");
    let parallel =
        |plan: &freezeframe::planner::Plan| plan.registry.supports_parallel_tool_calls(&name);
    assert_eq!(parallel(&planned(&[], listed)), Some(true), "UT-15");
    assert_eq!(parallel(&planned(&[], |_| {})), None, "UT-15");
}

#[test]
fn a_message_to_the_user_comes_from_the_users_own_session() {
    let listed = |i: &mut PlanInputs| {
        i.model.experimental_tools.insert("send_user_message_async".into());
    };
    check(
        "3.3",
        &[],
        listed,
        "visible: @shell, update_plan, request_user_input, send_user_message_async, view_image, \
         @v1, web_search",
    );
    let plan = planned(&[], listed);
    assert_eq!(exposure(&plan.registry, "send_user_message_async"), "DirectModelOnly");
    let others = [
        Identity::Internal,
        Identity::ThreadSpawn { depth: 1, path: None },
        Identity::SubAgent("review".into()),
    ];
    for identity in others {
        let plan = planned(&[], |i| {
            listed(i);
            i.identity = identity;
        });
        assert_eq!(exposure(&plan.registry, "send_user_message_async"), "absent");
    }
}

#[test]
fn ut_17_the_unified_budget_takes_detail_away() {
    let detail = |original: bool, lite: bool, budget: bool| {
        let plan = planned(&[], |i| {
            i.model.original_image_detail = original;
            i.model.responses_lite = lite;
            set(i, Feature::UnifiedImageBudget, budget);
        });
        parameters(&plan, "view_image")["properties"].get("detail").map(|d| d["enum"].clone())
    };
    assert_eq!(detail(true, false, false), Some(json!(["high", "original"])), "UT-17");
    assert_eq!(detail(false, false, false), None, "UT-17");
    assert_eq!(detail(true, false, true), None, "UT-17");
    assert_eq!(detail(true, true, false), Some(json!(["high", "original"])));
}

#[test]
fn ut_18_the_question_names_its_modes() {
    let text = |on: bool| {
        let plan = planned(&[], |i| set(i, Feature::DefaultModeRequestUserInput, on));
        spec(&plan, "request_user_input")["description"].as_str().unwrap_or_default().to_owned()
    };
    let (off, on) = (text(false), text(true));
    assert!(off.contains("Plan mode") && !off.contains("Default or Plan mode"), "UT-18 {off}");
    assert!(on.contains("Default or Plan mode"), "UT-18 {on}");
}
