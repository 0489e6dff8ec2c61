//! CM: code mode, as far as the planner decides it.

use crate::fixture::*;
use freezeframe::planner::Plan;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{PlanInputs, ToolMode, WebSearchMode};
use freezeframe::tool::{ToolExposure, ToolName};

fn code_mode(inputs: &mut PlanInputs) {
    set(inputs, Feature::CodeMode, true);
}

fn code_mode_only(inputs: &mut PlanInputs) {
    set(inputs, Feature::CodeModeOnly, true);
}

const BOTH: &str = "visible: exec, wait, @shell, @utility, @v1, web_search";
const DIRECT: &str = "visible: @shell, @utility, @v1, web_search";

fn exec_text(plan: &Plan) -> String {
    spec(plan, "exec")["description"].as_str().unwrap_or_default().to_owned()
}

fn nested(plan: &Plan) -> String {
    let owned = plan.nested.iter().map(|(id, name)| format!("{id}={}", name.dotted()));
    owned.collect::<Vec<_>>().join(" ")
}

#[test]
fn cm_01_to_04_entry_points() {
    check(
        "CM-01",
        &[],
        |i| {
            set(i, Feature::MultiAgent, false);
            i.dynamic_tools = [dynamic("codex_app.lookup")].into();
        },
        "visible: @shell, @utility, codex_app{lookup}, web_search",
    );
    check("CM-03", &[], code_mode, BOTH);
    let overruled = |i: &mut PlanInputs| {
        code_mode_only(i);
        i.model.tool_mode = Some(ToolMode::Direct);
    };
    check("CM-04", &[], overruled, DIRECT);
}

#[test]
fn cm_05_the_yield_time_is_printed() {
    let text = |yield_ms: Option<u64>| {
        exec_text(&planned(&[], |i| {
            code_mode(i);
            if let Some(ms) = yield_ms {
                i.config.code_mode.default_exec_yield_time_ms = ms;
            }
        }))
    };
    assert!(text(None).contains("Defaults to 30000 ms."), "CM-05");
    assert!(text(Some(10_000)).contains("Defaults to 10000 ms."), "CM-05");
}

#[test]
fn cm_07_the_default_namespace_can_be_direct_only() {
    let world = |i: &mut PlanInputs| {
        code_mode_only(i);
        i.config.code_mode.direct_only_tool_namespaces = ["functions".into()].into();
    };
    check(
        "CM-07",
        &[],
        world,
        "visible: exec, wait, @shell, @utility, web_search | hidden: \
         multi_agent_v1.spawn_agent(Direct), multi_agent_v1.send_input(Direct), \
         multi_agent_v1.resume_agent(Direct), multi_agent_v1.wait_agent(Direct), \
         multi_agent_v1.close_agent(Direct)",
    );
    check(
        "2, 4a: also while code mode is off",
        &[],
        |i| i.config.code_mode.direct_only_tool_namespaces = ["multi_agent_v1".into()].into(),
        DIRECT,
    );
}

#[test]
fn cm_08_an_excluded_namespace_keeps_its_exposure() {
    let world = |excluded: bool| {
        planned(&[], |i| {
            search_without_agents(i);
            code_mode_only(i);
            i.dynamic_tools = [deferred_dynamic("codex_app.lookup")].into();
            if excluded {
                i.config.code_mode.excluded_tool_namespaces = ["codex_app".into()].into();
            }
        })
    };
    let guidance = |plan: &Plan| exec_text(plan).to_lowercase().contains("deferred");
    let (open, excluded) = (world(false), world(true));
    assert!(guidance(&open));
    assert!(!guidance(&excluded), "CM-08");
    assert_eq!(exposure(&excluded.registry, "codex_app.lookup"), "Deferred", "CM-08");
    assert!(excluded.registry.get(&ToolName::plain("tool_search")).is_some(), "CM-08");
    assert!(nested(&open).contains("codex_app__lookup=codex_app.lookup"));
    assert!(!nested(&excluded).contains("codex_app"));
}

#[test]
fn cm_11_what_stays_in_code_mode_only() {
    check(
        "CM-11",
        &[],
        |i| {
            code_mode_only(i);
            set(i, Feature::MultiAgentV2, true);
            i.config.web_search = Some(WebSearchMode::Live);
        },
        "visible: exec, wait, request_user_input, collaboration{followup_task, interrupt_agent, \
         list_agents, send_message, spawn_agent, wait_agent}, web_search | hidden: \
         exec_command(Direct), write_stdin(Direct), update_plan(Direct), view_image(Direct)",
    );
}

#[test]
fn cm_16_names_in_cells() {
    let identifier = |namespace: Option<&str>, name: &str| {
        let namespace = namespace.map(Into::into);
        ToolName { namespace, name: name.into() }.code_mode_name()
    };
    assert_eq!(identifier(Some("mcp__registry"), "direct"), "mcp__registry__direct", "CM-16");
    let calendar = "mcp__codex_apps__calendar";
    assert_eq!(identifier(Some(calendar), "_create"), "mcp__codex_apps__calendar_create", "CM-16");
    assert_eq!(identifier(Some("a_"), "b"), "a_b", "CM-16");
    assert_eq!(identifier(None, "1x"), "_x", "CM-16");
}

#[test]
fn cm_17_two_namespaces_never_collide() {
    let world = |i: &mut PlanInputs| {
        code_mode_only(i);
        i.config.error_on_tool_collisions = true;
        i.dynamic_tools = [dynamic("first.lookup"), dynamic("second.lookup")].into();
    };
    let plan = planned(&[], world);
    assert_eq!(exposure(&plan.registry, "first.lookup"), "Direct", "CM-17");
    assert_eq!(exposure(&plan.registry, "second.lookup"), "Direct", "CM-17");
}

/// Reference 3.8: the first owner of an identifier wins; the other one stays visible.
#[test]
fn an_identifier_has_one_owner() {
    let world = |i: &mut PlanInputs| {
        code_mode(i);
        set(i, Feature::MultiAgent, false);
        i.dynamic_tools =
            [dynamic("a_.b"), dynamic("a.b"), dynamic("a-.b"), dynamic("a__.b")].into();
    };
    let plan = planned(&[], world);
    let owners = nested(&plan);
    assert!(owners.ends_with("a_b=a_.b a__b=a.b a___b=a-.b"), "{owners}");
    check(
        "3.8",
        &[],
        world,
        "visible: exec, wait, @shell, @utility, a_{b}, a{b}, a-{b}, a__{b}, web_search",
    );
}

/// Reference 3.8: what cells get, and what they never get.
#[test]
fn nested_tools_follow_the_registry() {
    let plan = planned(&[filesystem()], |i| {
        code_mode(i);
        search_on(i);
        let hidden = freezeframe::planner::inputs::ExtensionTool {
            exposure: ToolExposure::Hidden,
            ..extension("notes.secret")
        };
        i.extensions = [extension("notes.add"), hidden].into();
    });
    assert_eq!(
        nested(&plan),
        "exec_command=exec_command write_stdin=write_stdin \
         list_mcp_resources=list_mcp_resources \
         list_mcp_resource_templates=list_mcp_resource_templates \
         read_mcp_resource=read_mcp_resource update_plan=update_plan view_image=view_image \
         multi_agent_v1__spawn_agent=multi_agent_v1.spawn_agent \
         multi_agent_v1__send_input=multi_agent_v1.send_input \
         multi_agent_v1__resume_agent=multi_agent_v1.resume_agent \
         multi_agent_v1__wait_agent=multi_agent_v1.wait_agent \
         multi_agent_v1__close_agent=multi_agent_v1.close_agent \
         mcp__filesystem__read_file=mcp__filesystem.read_file \
         mcp__filesystem__write_file=mcp__filesystem.write_file notes__add=notes.add"
    );
}

/// Reference 2, "effective tool mode".
#[test]
fn code_mode_falls_back_only_when_it_may() {
    let without_service = |i: &mut PlanInputs| i.code_mode_service = false;
    let fallen = |i: &mut PlanInputs| {
        code_mode(i);
        without_service(i);
    };
    check("2: falls back", &[], fallen, DIRECT);
    let by_model = |i: &mut PlanInputs| {
        i.model.tool_mode = Some(ToolMode::CodeMode);
        without_service(i);
    };
    check("2: also when the model asked", &[], by_model, DIRECT);
    let kept = |i: &mut PlanInputs| {
        fallen(i);
        i.config.code_mode.disable_in_process_fallback = true;
    };
    check("2: fallback disabled", &[], kept, BOTH);
    let only = |i: &mut PlanInputs| {
        code_mode_only(i);
        without_service(i);
    };
    let plan = planned(&[], only);
    assert_eq!(exposure(&plan.registry, "exec"), "Direct", "2: CodeModeOnly never falls back");
}

/// Reference 2, 4b: the two names are taken back in order, and both removals are collisions.
#[test]
fn exec_and_wait_belong_to_code_mode() {
    let squatters = |i: &mut PlanInputs| {
        set(i, Feature::MultiAgent, false);
        i.dynamic_tools = [dynamic("wait"), dynamic("exec")].into();
    };
    check("4b, off", &[], squatters, "visible: @shell, @utility, wait, exec, web_search");
    let evicted = |i: &mut PlanInputs| {
        squatters(i);
        code_mode(i);
    };
    check("4b", &[], evicted, "visible: exec, wait, @shell, @utility, web_search");
    let strict = |i: &mut PlanInputs| {
        evicted(i);
        i.config.error_on_tool_collisions = true;
    };
    check("4b, strict", &[], strict, "error: duplicate tool: functions.exec");
}
