//! EN: the number of ready environments.

use crate::fixture::*;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{Environment, PlanInputs};

fn four_that_need_one(inputs: &mut PlanInputs) {
    set(inputs, Feature::RequestPermissionsTool, true);
    inputs.model.apply_patch = true;
}

#[test]
fn en_01_nothing_to_work_in() {
    let nowhere = |i: &mut PlanInputs| {
        four_that_need_one(i);
        i.environments.clear();
    };
    let left = "visible: update_plan, request_user_input, @v1, web_search";
    check("EN-01", &[], nowhere, left);
    let plan = planned(&[], nowhere);
    for name in ["exec_command", "apply_patch", "view_image", "request_permissions"] {
        assert_eq!(exposure(&plan.registry, name), "absent", "EN-01 {name}");
    }
}

#[test]
fn en_02_two_environments() {
    let two = |i: &mut PlanInputs| {
        four_that_need_one(i);
        i.environments.push(Environment::local("second"));
    };
    check(
        "EN-02",
        &[],
        two,
        "visible: @shell, update_plan, request_user_input, request_permissions, apply_patch, \
         view_image, @v1, web_search",
    );
    let plan = planned(&[], two);
    assert!(takes(&plan, "exec_command", "environment_id"));
    assert!(takes(&plan, "view_image", "environment_id"));
    let line = "*** Environment ID: ";
    assert!(spec(&plan, "apply_patch")["format"].to_string().contains(line));
    let one = planned(&[], four_that_need_one);
    assert!(!spec(&one, "apply_patch")["format"].to_string().contains(line));
}

/// The planner never sees a turn-level list: its only list is the one of the step.
#[test]
fn en_03_the_step_decides() {
    let turn = PlanInputs { environments: Vec::new(), ..PlanInputs::fixture() };
    let step = |i: &mut PlanInputs| {
        *i = turn;
        i.environments = vec![Environment::local("ready by now")];
        i.model.apply_patch = true;
    };
    check(
        "EN-03",
        &[],
        step,
        "visible: @shell, update_plan, request_user_input, apply_patch, view_image, @v1, web_search",
    );
}
