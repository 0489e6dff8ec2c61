//! CO: agent tools.

use crate::fixture::*;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{AgentVersion, Identity, PlanInputs, SessionAgents};

const NONE: &str = "visible: @shell, @utility, web_search";
const V1: &str = "visible: @shell, @utility, @v1, web_search";
const V2: &str = "visible: @shell, @utility, collaboration{followup_task, interrupt_agent, \
                  list_agents, send_message, spawn_agent, wait_agent}, web_search";

fn v2(inputs: &mut PlanInputs) {
    set(inputs, Feature::MultiAgentV2, true);
}

#[test]
fn co_01_to_07_two_generations() {
    check("CO-01", &[], |_| {}, V1);
    check("CO-03", &[], v2, V2);
    let renamed = |i: &mut PlanInputs| {
        v2(i);
        i.config.agents_v2.tool_namespace = Some("agents".into());
    };
    check("CO-07", &[], renamed, &V2.replace("collaboration", "agents"));
    let registered = "exec_command write_stdin update_plan request_user_input view_image \
                      agents.spawn_agent agents.send_message agents.followup_task \
                      agents.wait_agent agents.interrupt_agent agents.list_agents";
    let plan = planned(&[], renamed);
    let order: Vec<String> = plan.registry.iter().map(|(name, _)| name.dotted()).collect();
    assert_eq!(order.join(" "), registered, "CO-07: no plain runtime beside it");
}

#[test]
fn co_09_agent_tools_alone_bring_search_in() {
    let deferred = "visible: @shell, @utility, tool_search, web_search | deferred: @deferred-v1";
    check("CO-09", &[], search_on, deferred);
    let plan = planned(&[], search_on);
    let text = spec(&plan, "tool_search")["description"].to_string();
    assert!(text.contains("- Multi-agent tools: Spawn and manage sub-agents."), "CO-09 {text}");
}

#[test]
fn co_10_depth() {
    let child = |depth: u32, max: u32| {
        move |i: &mut PlanInputs| {
            i.identity = Identity::ThreadSpawn { depth, path: None };
            i.config.agent_max_depth = max;
        }
    };
    check("CO-10", &[], child(1, 1), NONE);
    check("3.4: one deeper is allowed", &[], child(1, 2), V1);
    check("3.4: as deep as it goes", &[], child(u32::MAX, u32::MAX), V1);
    check("3.4: not even the root", &[], |i| i.config.agent_max_depth = 0, NONE);
    let review = |i: &mut PlanInputs| i.identity = Identity::SubAgent("review".into());
    check("3.4: other sub-agents count as roots", &[], review, V1);
    let spawned_v2 = |i: &mut PlanInputs| {
        v2(i);
        i.identity = Identity::ThreadSpawn { depth: 9, path: None };
    };
    check("3.4: the second generation has no depth", &[], spawned_v2, V2);
}

#[test]
fn co_16_nothing_is_deferred() {
    check("CO-16", &[], search_without_agents, NONE);
}

/// Reference 3.4: the first rule that applies decides.
#[test]
fn the_version_is_chosen_in_order() {
    type Change = fn(&mut PlanInputs);
    let rules: [(&str, Change, Change, &str); 8] = [
        ("the feature beats the switch", v2, |i| i.config.agents_enabled = false, V2),
        (
            "the switch beats the record",
            |i| i.config.agents_enabled = false,
            |i| i.session_agents = SessionAgents::Fixed(AgentVersion::V2),
            NONE,
        ),
        (
            "the record beats the model",
            |i| i.session_agents = SessionAgents::Fixed(AgentVersion::V1),
            |i| i.model.agents = Some(AgentVersion::V2),
            V1,
        ),
        (
            "an inherited refusal is a record",
            |i| i.session_agents = SessionAgents::Fixed(AgentVersion::Disabled),
            |i| i.model.agents = Some(AgentVersion::V2),
            NONE,
        ),
        (
            "a resumed session without a record is of the first generation",
            |i| i.session_agents = SessionAgents::ResumedWithoutRecord,
            |i| i.model.agents = Some(AgentVersion::V2),
            V1,
        ),
        (
            "the model beats the feature",
            |i| i.model.agents = Some(AgentVersion::V2),
            |i| set(i, Feature::MultiAgent, false),
            V2,
        ),
        ("the model may refuse", |i| i.model.agents = Some(AgentVersion::Disabled), |_| {}, NONE),
        (
            "a model that declares the first generation needs no feature",
            |i| i.model.agents = Some(AgentVersion::V1),
            |i| set(i, Feature::MultiAgent, false),
            V1,
        ),
    ];
    for (case, first, second, expected) in rules {
        let both = |i: &mut PlanInputs| {
            first(i);
            second(i);
        };
        check(case, &[], both, expected);
    }
}

#[test]
fn a_second_generation_agent_on_a_path_needs_a_second_generation_model() {
    let on_path = |i: &mut PlanInputs| {
        v2(i);
        i.identity = Identity::ThreadSpawn { depth: 1, path: Some("/root/worker".into()) };
    };
    check("3.4", &[], on_path, NONE);
    let with_model = |i: &mut PlanInputs| {
        on_path(i);
        i.model.agents = Some(AgentVersion::V2);
    };
    check("3.4", &[], with_model, V2);
}

#[test]
fn second_generation_options() {
    let plain = "visible: @shell, @utility, spawn_agent, send_message, followup_task, wait_agent, \
                 interrupt_agent, list_agents, web_search";
    let unnamed = |i: &mut PlanInputs| {
        v2(i);
        i.config.agents_v2.tool_namespace = None;
    };
    check("3.4: no namespace", &[], unnamed, plain);
    let incapable = |i: &mut PlanInputs| {
        v2(i);
        i.provider.namespace_tools = false;
    };
    check("3.4: a provider without namespaces", &[], incapable, plain);
    let no_wait = |i: &mut PlanInputs| {
        v2(i);
        i.config.agents_v2.wait_agent = false;
    };
    check("3.4: no wait", &[], no_wait, &V2.replace(", wait_agent", ""));
    let never_deferred = |i: &mut PlanInputs| {
        v2(i);
        search_on(i);
    };
    check("3.4: never deferred", &[], never_deferred, V2);
    let plan = planned(&[], v2);
    assert_eq!(exposure(&plan.registry, "collaboration.spawn_agent"), "DirectModelOnly");
    let plan = planned(&[], |i| {
        v2(i);
        i.config.agents_v2.non_code_mode_only = false;
    });
    assert_eq!(exposure(&plan.registry, "collaboration.spawn_agent"), "Direct");
}

/// CO-02 and CO-04, as far as the planner chooses the options.
#[test]
fn spawn_shows_what_is_configured() {
    let plan = planned(&[], |_| {});
    assert!(!takes(&plan, "multi_agent_v1.spawn_agent", "agent_type"));
    let role = freezeframe::builtin::collab::AgentRole { name: "tester".into(), description: None };
    let with_roles = |i: &mut PlanInputs| i.config.agent_roles = [role.clone()].into();
    assert!(takes(&planned(&[], with_roles), "multi_agent_v1.spawn_agent", "agent_type"));
    let spawn = |overrides: bool, hidden: bool| {
        let plan = planned(&[], |i| {
            v2(i);
            i.config.agents_v2.expose_spawn_agent_model_overrides = overrides;
            i.config.agents_v2.hide_spawn_agent_metadata = hidden;
        });
        let takes = |argument| takes(&plan, "collaboration.spawn_agent", argument);
        (takes("model"), takes("reasoning_effort"), takes("service_tier"))
    };
    assert_eq!(spawn(true, true), (true, true, false), "CO-04");
    assert_eq!(spawn(false, true), (false, false, false));
    assert_eq!(spawn(true, false), (true, true, true));
}
