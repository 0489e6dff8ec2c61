//! SH: the shell family.

use crate::fixture::*;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{Environment, PlanInputs};
use freezeframe::planner::registry::Origin;
use freezeframe::tool::ToolName;
use serde_json::json;

#[test]
fn sh_01_to_05_the_gate() {
    check("SH-01", &[], |_| {}, "visible: @shell, @utility, @v1, web_search");
    let closed = "visible: @utility, @v1, web_search";
    check("SH-02", &[], |i| set(i, Feature::ShellTool, false), closed);
    check("SH-03", &[], |i| set(i, Feature::UnifiedExec, false), closed);
    check("SH-04", &[], |i| i.model.shell_disabled = true, closed);
    let nowhere = "visible: update_plan, request_user_input, @v1, web_search";
    check("SH-05", &[], |i| i.environments.clear(), nowhere);
}

#[test]
fn the_zsh_fork_switch_is_no_part_of_the_gate() {
    let forked = |i: &mut PlanInputs| {
        set(i, Feature::ShellZshFork, true);
        set(i, Feature::UnifiedExecZshFork, false);
    };
    check("3.1", &[], forked, "visible: @shell, @utility, @v1, web_search");
}

#[test]
fn sh_06_two_environments_are_told_apart_by_id() {
    let plan = planned(&[], |i| i.environments.push(Environment::local("second")));
    assert!(takes(&plan, "exec_command", "environment_id"));
    assert!(takes(&plan, "view_image", "environment_id"));
    assert!(!takes(&plan, "write_stdin", "environment_id"));
}

#[test]
fn sh_07_any_environment_may_allow_a_login_shell() {
    let login = |allowed: &[bool]| {
        let plan = planned(&[], |i| {
            i.environments = allowed
                .iter()
                .map(|&login_shell| Environment { login_shell, ..Environment::local("e") })
                .collect();
        });
        takes(&plan, "exec_command", "login")
    };
    assert!(!login(&[false]), "SH-07");
    assert!(login(&[true]));
    assert!(login(&[false, true]));
}

#[test]
fn sh_09_a_forked_shell_is_fixed_unless_an_environment_is_remote() {
    let choice = |change: &dyn Fn(&mut PlanInputs)| {
        let plan = planned(&[], |i| {
            i.shell_host.zsh_fork_possible = true;
            set(i, Feature::ShellZshFork, true);
            change(i);
        });
        takes(&plan, "exec_command", "shell")
    };
    assert!(!choice(&|_| {}), "SH-09");
    assert!(choice(&|i| i.environments[0].remote = true));
    assert!(choice(&|i| i.shell_host.zsh_fork_possible = false));
    assert!(choice(&|i| set(i, Feature::UnifiedExecZshFork, false)));
    assert!(choice(&|i| set(i, Feature::ShellZshFork, false)));
}

#[test]
fn sh_17_only_the_default_namespace_is_reserved() {
    let world = |i: &mut PlanInputs| {
        i.environments.push(Environment::local("second"));
        i.dynamic_tools = [dynamic("exec_command"), dynamic("client.exec_command")].into();
    };
    check("SH-17", &[], world, "visible: @shell, @utility, @v1, client{exec_command}, web_search");
    let plan = planned(&[], world);
    let kept = plan.registry.get(&ToolName::plain("exec_command")).expect("registered");
    assert!(matches!(kept.runtime.origin, Origin::Builtin));
}

#[test]
fn a_reserved_name_stays_reserved_behind_a_closed_gate() {
    let world = |i: &mut PlanInputs| {
        i.model.shell_disabled = true;
        i.config.error_on_tool_collisions = true;
        i.dynamic_tools = [dynamic("exec_command"), dynamic("shell_command")].into();
    };
    check("1.5, strict", &[], world, "visible: @utility, @v1, web_search");
    let open = |i: &mut PlanInputs| {
        world(i);
        i.model.shell_disabled = false;
    };
    check("1.5, strict", &[], open, "error: duplicate tool: functions.exec_command");
}

#[test]
fn sh_19_approvals_insert_the_middle_value() {
    let plan = planned(&[], |i| set(i, Feature::ExecPermissionApprovals, true));
    let properties = &parameters(&plan, "exec_command")["properties"];
    assert_eq!(
        properties["sandbox_permissions"]["enum"],
        json!(["use_default", "with_additional_permissions", "require_escalated"]),
        "SH-19"
    );
    assert!(properties.get("additional_permissions").is_some());
}
