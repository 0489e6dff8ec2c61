//! HO: the hosted search and the two gated extension tools.

use crate::fixture::*;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{ImageAuth, PlanInputs, WebSearchMode};
use freezeframe::tool::{SearchContextSize, ToolName};
use serde_json::json;

const HOSTED: &str = "visible: @shell, @utility, @v1, web_search";
const NEITHER: &str = "visible: @shell, @utility, @v1";
const REPLACED: &str = "visible: @shell, @utility, @v1, web{run}";

fn standalone(inputs: &mut PlanInputs) {
    set(inputs, Feature::StandaloneWebSearch, true);
    inputs.config.web_search = Some(WebSearchMode::Live);
}

fn with_web_run(inputs: &mut PlanInputs) {
    inputs.extensions = [extension("web.run")].into();
}

#[test]
fn ho_01_to_04_modes_and_options() {
    let wire = |mode: WebSearchMode, change: fn(&mut PlanInputs)| {
        let plan = planned(&[], |i| {
            i.config.web_search = Some(mode);
            change(i);
        });
        shown(&plan, "web_search")
    };
    let cached = json!({"type": "web_search", "external_web_access": false});
    assert_eq!(wire(WebSearchMode::Cached, |_| {}), cached, "HO-01");
    let live = json!({"type": "web_search", "external_web_access": true});
    assert_eq!(wire(WebSearchMode::Live, |_| {}), live, "HO-03");
    let indexed =
        json!({"type": "web_search", "external_web_access": true, "indexed_web_access": true});
    assert_eq!(wire(WebSearchMode::Indexed, |_| {}), indexed, "3.7");
    check("HO-04", &[], |i| i.config.web_search = Some(WebSearchMode::Disabled), NEITHER);
    let options = |i: &mut PlanInputs| {
        i.model.web_search_images = true;
        i.config.web_search_options.allowed_domains = Some(vec!["example.com".to_owned()]);
        i.config.web_search_options.context_size = Some(SearchContextSize::High);
    };
    let full = json!({"type": "web_search", "external_web_access": false,
        "filters": {"allowed_domains": ["example.com"]}, "search_context_size": "high",
        "search_content_types": ["text", "image"]});
    assert_eq!(wire(WebSearchMode::Cached, options), full, "3.7");
}

#[test]
fn ho_06_to_12_who_searches_the_web() {
    check("HO-06", &[], standalone, HOSTED);
    let replaced = |i: &mut PlanInputs| {
        standalone(i);
        with_web_run(i);
    };
    check("HO-07", &[], replaced, REPLACED);
    check("HO-10", &[], with_web_run, HOSTED);
    let disabled = |i: &mut PlanInputs| {
        replaced(i);
        i.config.web_search = Some(WebSearchMode::Disabled);
    };
    check("HO-10", &[], disabled, NEITHER);
    check("HO-11", &[], |i| i.provider.web_search = false, NEITHER);
    let incapable = |i: &mut PlanInputs| {
        replaced(i);
        i.provider.web_search = false;
    };
    check("2: standalone search needs the provider too", &[], incapable, NEITHER);
    check("HO-12", &[], |i| i.model.responses_lite = true, NEITHER);
    let lite = |i: &mut PlanInputs| {
        i.model.responses_lite = true;
        with_web_run(i);
    };
    check("2: Lite makes search standalone", &[], lite, REPLACED);
}

/// Reference 3.7: only an extension's `web.run` that won its name replaces the hosted tool.
#[test]
fn only_the_extension_replaces_the_hosted_search() {
    let dynamic_run = |i: &mut PlanInputs| {
        standalone(i);
        i.dynamic_tools = [dynamic("web.run")].into();
    };
    check("3.7, dynamic", &[], dynamic_run, "visible: @shell, @utility, @v1, web{run}, web_search");
    let beaten = |i: &mut PlanInputs| {
        standalone(i);
        with_web_run(i);
        i.config.non_prefixed_servers = ["web".to_owned()].into();
    };
    check(
        "3.7, an MCP tool that was first",
        &[server("web", &["run"])],
        beaten,
        "visible: @shell, @resources, @utility, @v1, web{run}, web_search",
    );
}

#[test]
fn ho_14_to_16_image_gates() {
    let gates = |change: fn(&mut PlanInputs)| {
        let plan = planned(&[], |i| {
            i.model.image_input = true;
            i.extensions = [extension("image_gen.imagegen")].into();
            change(i);
        });
        exposure(&plan.registry, "image_gen.imagegen")
    };
    assert_eq!(gates(|_| {}), "Direct", "HO-14");
    assert_eq!(gates(|i| set(i, Feature::ImageGeneration, false)), "absent", "HO-15");
    assert_eq!(gates(|i| i.model.image_input = false), "absent", "HO-16");
    assert_eq!(gates(|i| i.provider.image_generation = false), "absent");
    assert_eq!(gates(|i| i.provider.namespace_tools = false), "absent");
    assert_eq!(gates(|i| i.provider.image_auth = ImageAuth::ApiKey), "absent");
    assert_eq!(gates(|i| i.provider.image_auth = ImageAuth::FreePlan), "absent");
    assert_eq!(gates(|i| i.provider.image_auth = ImageAuth::ActorAuthorized), "Direct");
}

/// The gates speak of exact names: any other tool of the same extension is simply tried.
#[test]
fn gates_are_by_exact_name() {
    let world = |i: &mut PlanInputs| {
        i.extensions = [extension("web.fetch"), extension("image_gen.upscale")].into();
    };
    check(
        "3.6",
        &[],
        world,
        "visible: @shell, @utility, @v1, web{fetch}, image_gen{upscale}, web_search",
    );
}

#[test]
fn ho_21_a_hosted_tool_is_nobody_to_dispatch() {
    let plan = planned(&[], |_| {});
    let name = ToolName::plain("web_search");
    assert_eq!(plan.registry.supports_parallel_tool_calls(&name), None, "HO-21");
}
