//! ID: who is asking.

use crate::fixture::*;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::*;
use freezeframe::tool::ToolName;

const ORDINARY: &str = "visible: @shell, @utility, @v1, web_search";
const THREE: &str = "visible: @shell, view_image";

fn labelled(label: &str) -> impl Fn(&mut PlanInputs) {
    move |i: &mut PlanInputs| i.identity = Identity::SubAgent(label.into())
}

fn guardian(change: impl Fn(&mut PlanInputs)) -> impl Fn(&mut PlanInputs) {
    move |i: &mut PlanInputs| {
        labelled("guardian")(i);
        change(i);
    }
}

#[test]
fn id_01_to_05_a_reviewer_has_at_most_three_tools() {
    check("ID-01", &[], guardian(|_| {}), THREE);
    check("ID-02", &[], guardian(|i| i.environments.clear()), "");
    check("ID-03", &[], guardian(|i| i.permission = PermissionProfile::External), "");
    check("ID-04", &[], guardian(|i| i.permission = PermissionProfile::Disabled), "");
    let blind = guardian(|i| set(i, Feature::ViewImage, false));
    check("ID-05", &[], blind, "visible: exec_command, write_stdin");
    let nowhere = planned(&[], guardian(|i| i.environments.clear()));
    assert!(nowhere.registry.is_empty(), "ID-02");
}

#[test]
fn id_06_the_label_is_exact() {
    for label in ["Guardian", "guardian2", "guardian ", "review", ""] {
        check(&format!("ID-06 `{label}`"), &[], labelled(label), ORDINARY);
    }
    check("ID-06", &[], |i| i.identity = Identity::Internal, ORDINARY);
    check("ID-16", &[], |i| i.permission = PermissionProfile::External, ORDINARY);
}

#[test]
fn id_08_whole_sources_are_skipped() {
    let everything = guardian(|i| {
        i.extensions = [extension("notes.add")].into();
        i.dynamic_tools = [dynamic("client.lookup"), deferred_dynamic("client.hidden")].into();
        i.config.web_search = Some(WebSearchMode::Live);
        search_on(i);
        i.config.update_plan = true;
        set(i, Feature::TokenBudget, true);
    });
    check("ID-08", &[filesystem()], &everything, THREE);
    let plan = planned(&[filesystem()], &everything);
    assert_eq!(plan.registry.len(), 3, "ID-08: nothing is registered and hidden either");
    assert_eq!(plan.registry.get(&ToolName::plain("tool_search")).map(|_| ()), None);
}

#[test]
fn id_10_the_environment_count_still_matters() {
    let two = guardian(|i| i.environments.push(Environment::local("second")));
    check("ID-10", &[], &two, THREE);
    let plan = planned(&[], &two);
    assert!(takes(&plan, "exec_command", "environment_id"), "ID-10");
    assert!(takes(&plan, "view_image", "environment_id"), "ID-10");
}

/// Reference 4: the branch asks neither the shell features nor the model, and never offers more
/// permissions.
#[test]
fn the_branch_has_its_own_rules() {
    let closed = guardian(|i| {
        set(i, Feature::ShellTool, false);
        set(i, Feature::UnifiedExec, false);
        i.model.shell_disabled = true;
    });
    check("4", &[], closed, THREE);
    let approvals = guardian(|i| set(i, Feature::ExecPermissionApprovals, true));
    assert!(!takes(&planned(&[], approvals), "exec_command", "additional_permissions"));
    let forked = guardian(|i| {
        i.shell_host.zsh_fork_possible = true;
        set(i, Feature::ShellZshFork, true);
    });
    assert!(!takes(&planned(&[], forked), "exec_command", "shell"));
    let sharp = guardian(|i| i.model.original_image_detail = true);
    assert!(takes(&planned(&[], sharp), "view_image", "detail"));
}

/// Reference 4: the final pass still runs.
#[test]
fn a_reviewer_may_meet_code_mode() {
    let code = guardian(|i| set(i, Feature::CodeMode, true));
    check("4, CodeMode", &[], code, "visible: exec, wait, exec_command, write_stdin, view_image");
    let only = guardian(|i| set(i, Feature::CodeModeOnly, true));
    check(
        "4, CodeModeOnly",
        &[],
        only,
        "visible: exec, wait | hidden: exec_command(Direct), write_stdin(Direct), \
         view_image(Direct)",
    );
}
