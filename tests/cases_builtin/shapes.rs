//! Parameter lists: every tool, every option.

use freezeframe::builtin::collab::{self, SpawnOptions, V2SpawnOptions, WaitTimeouts};
use freezeframe::builtin::media::{ViewImageOptions, test_sync_tool, view_image};
use freezeframe::builtin::plugins::Presentation;
use freezeframe::builtin::shell::{ExecCommandOptions, exec_command, write_stdin};
use freezeframe::builtin::{code_mode, context, environment, mcp_resources, plugins, user};
use freezeframe::tool::ToolSpec;

use super::{check, role};

const PERMISSIONS: &str =
    "{file_system: {read: [string], write: [string]}, network: {enabled: boolean}}";

#[test]
fn exec_command_by_option() {
    let usual = ExecCommandOptions { shell: true, login: true, ..Default::default() };
    let rows = [
        (
            "SH-01 one environment",
            usual,
            "exec_command(cmd*: string, justification: string, login: boolean, max_output_tokens: number, prefix_rule: [string], sandbox_permissions: string<use_default|require_escalated>, shell: string, tty: boolean, workdir: string, yield_time_ms: number)".to_owned(),
        ),
        (
            "SH-06 two environments",
            ExecCommandOptions { environment_id: true, ..usual },
            "exec_command(cmd*: string, environment_id: string, justification: string, login: boolean, max_output_tokens: number, prefix_rule: [string], sandbox_permissions: string<use_default|require_escalated>, shell: string, tty: boolean, workdir: string, yield_time_ms: number)".to_owned(),
        ),
        (
            "SH-07 login shells forbidden",
            ExecCommandOptions { login: false, ..usual },
            "exec_command(cmd*: string, justification: string, max_output_tokens: number, prefix_rule: [string], sandbox_permissions: string<use_default|require_escalated>, shell: string, tty: boolean, workdir: string, yield_time_ms: number)".to_owned(),
        ),
        (
            "SH-09 fixed shell",
            ExecCommandOptions { shell: false, ..usual },
            "exec_command(cmd*: string, justification: string, login: boolean, max_output_tokens: number, prefix_rule: [string], sandbox_permissions: string<use_default|require_escalated>, tty: boolean, workdir: string, yield_time_ms: number)".to_owned(),
        ),
        (
            "SH-19 permission approvals",
            ExecCommandOptions { additional_permissions: true, ..usual },
            format!("exec_command(additional_permissions: {PERMISSIONS}, cmd*: string, justification: string, login: boolean, max_output_tokens: number, prefix_rule: [string], sandbox_permissions: string<use_default|with_additional_permissions|require_escalated>, shell: string, tty: boolean, workdir: string, yield_time_ms: number)"),
        ),
    ];
    for (case, options, expected) in rows {
        check(case, &exec_command(options), &expected);
    }
}

#[test]
fn sh_06_write_stdin_never_names_an_environment() {
    check(
        "SH-06",
        &write_stdin(),
        "write_stdin(chars: string, max_output_tokens: number, session_id*: number, yield_time_ms: number)",
    );
}

#[test]
fn view_image_by_option() {
    let with = |detail, environment_id| view_image(ViewImageOptions { detail, environment_id });
    let rows = [
        ("UT-17 no original detail", with(false, false), "view_image(path*: string)"),
        (
            "UT-17 original detail",
            with(true, false),
            "view_image(detail: string<high|original>, path*: string)",
        ),
        (
            "SH-06 two environments",
            with(false, true),
            "view_image(environment_id: string, path*: string)",
        ),
    ];
    for (case, spec, expected) in rows {
        check(case, &spec, expected);
    }
}

#[test]
fn utilities() {
    let rows: [(ToolSpec, String); 18] = [
        (mcp_resources::list_mcp_resources(), "list_mcp_resources(cursor: string, server: string)".into()),
        (mcp_resources::list_mcp_resource_templates(), "list_mcp_resource_templates(cursor: string, server: string)".into()),
        (mcp_resources::read_mcp_resource(), "read_mcp_resource(server*: string, uri*: string)".into()),
        (user::update_plan(), "update_plan(explanation: string, plan*: [{status*: string<pending|in_progress|completed>, step*: string}])".into()),
        (environment::wait_for_environment(None).0, "wait_for_environment(environment_id*: string)".into()),
        (user::request_user_input(false), "request_user_input(questions*: [{header*: string, id*: string, options*: [{description*: string, label*: string}], question*: string}])".into()),
        (user::send_user_message_async(), "send_user_message_async(message*: string)".into()),
        (user::request_permissions(), format!("request_permissions(environment_id: string, permissions*: {PERMISSIONS}, reason: string)")),
        (context::new_context(), "new_context()".into()),
        (context::get_context_remaining(), "get_context_remaining()".into()),
        (context::clock_curr_time(), "clock.curr_time()".into()),
        (context::clock_sleep(), "clock.sleep(duration_ms*: number)".into()),
        (plugins::list_available_plugins_to_install(), "list_available_plugins_to_install(required[])".into()),
        (plugins::request_plugin_install(Presentation::ListTool), "request_plugin_install(action_type*: string, suggest_reason*: string, tool_id*: string, tool_type*: string)".into()),
        (plugins::request_plugin_install(Presentation::RecommendationContext), "request_plugin_install(plugin_id*: string, suggest_reason*: string)".into()),
        (test_sync_tool(), "test_sync_tool(barrier: {id*: string, participants*: number, timeout_ms: number}, sleep_after_ms: number, sleep_before_ms: number, wait_for_git_enrichment: boolean)".into()),
        (code_mode::code_mode_wait(), "wait(cell_id*: string, max_tokens: number, terminate: boolean, yield_time_ms: number)".into()),
        (view_image(ViewImageOptions::default()), "view_image(path*: string)".into()),
    ];
    for (spec, expected) in rows {
        check("planner 3.2, 3.3, 3.8", &spec, &expected);
    }
}

const V1_ITEMS: &str =
    "[{image_url: string, name: string, path: string, text: string, type: string}]";

#[test]
fn collaboration_v1() {
    let roles = vec![role("reviewer", None)];
    let rows = [
        (
            "CO-02, CO-20 no roles",
            collab::v1_spawn_agent(&SpawnOptions::default()),
            format!(
                "multi_agent_v1.spawn_agent(fork_context: boolean, items: {V1_ITEMS}, message: string, model: string, reasoning_effort: string, service_tier: string)"
            ),
        ),
        (
            "CO-02 with roles",
            collab::v1_spawn_agent(&SpawnOptions { roles, ..Default::default() }),
            format!(
                "multi_agent_v1.spawn_agent(agent_type: string, fork_context: boolean, items: {V1_ITEMS}, message: string, model: string, reasoning_effort: string, service_tier: string)"
            ),
        ),
        (
            "3.4 send_input",
            collab::v1_send_input(),
            format!(
                "multi_agent_v1.send_input(interrupt: boolean, items: {V1_ITEMS}, message: string, target*: string)"
            ),
        ),
        (
            "3.4 resume_agent",
            collab::v1_resume_agent(),
            "multi_agent_v1.resume_agent(id*: string)".into(),
        ),
        (
            "3.4 wait_agent",
            collab::v1_wait_agent(),
            "multi_agent_v1.wait_agent(targets*: [string], timeout_ms: number)".into(),
        ),
        (
            "3.4 close_agent",
            collab::v1_close_agent(),
            "multi_agent_v1.close_agent(target*: string)".into(),
        ),
    ];
    for (case, spec, expected) in rows {
        check(case, &spec, &expected);
    }
}

#[test]
fn collaboration_v2() {
    let in_default = |function| collab::v2_placed(Some(collab::V2_DEFAULT_NAMESPACE), function);
    let spawn = |options: &V2SpawnOptions| in_default(collab::v2_spawn_agent(options));
    let usual = V2SpawnOptions::default();
    let all = V2SpawnOptions {
        spawn: SpawnOptions { roles: vec![role("reviewer", None)], presets: Vec::new() },
        model_overrides: true,
        hide_metadata: false,
    };
    let bare = V2SpawnOptions { model_overrides: false, ..usual.clone() };
    let rows = [
        (
            "CO-04, CO-05 defaults",
            spawn(&usual),
            "collaboration.spawn_agent(fork_turns: string, message*: string~, model: string, reasoning_effort: string, task_name*: string)",
        ),
        (
            "CO-04 everything shown",
            spawn(&all),
            "collaboration.spawn_agent(agent_type: string, fork_turns: string, message*: string~, model: string, reasoning_effort: string, service_tier: string, task_name*: string)",
        ),
        (
            "3.4 no overrides",
            spawn(&bare),
            "collaboration.spawn_agent(fork_turns: string, message*: string~, task_name*: string)",
        ),
        (
            "CO-05 send_message",
            in_default(collab::v2_send_message()),
            "collaboration.send_message(message*: string~, target*: string)",
        ),
        (
            "CO-05 followup_task, plain",
            collab::v2_placed(None, collab::v2_followup_task()),
            "followup_task(message*: string~, target*: string)",
        ),
        (
            "CO-21 wait_agent, other namespace",
            collab::v2_placed(Some("agents"), collab::v2_wait_agent(WaitTimeouts::BASELINE)),
            "agents.wait_agent(timeout_ms: number)",
        ),
        (
            "3.4 interrupt_agent, blank namespace",
            collab::v2_placed(Some(""), collab::v2_interrupt_agent()),
            "interrupt_agent(target*: string)",
        ),
        (
            "3.4 list_agents",
            in_default(collab::v2_list_agents()),
            "collaboration.list_agents(path_prefix: string)",
        ),
    ];
    for (case, spec, expected) in rows {
        check(case, &spec, expected);
    }
}
