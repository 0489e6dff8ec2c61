//! The thinnest slice: the fixture plans what the reference says it plans.

use freezeframe::planner::inputs::PlanInputs;
use freezeframe::planner::plan;

#[test]
fn the_fixture_plans_its_list() {
    let plan = plan(&PlanInputs::fixture()).expect("the fixture plans");
    let visible: Vec<String> = plan.visible_names().map(|name| name.dotted()).collect();
    assert_eq!(
        visible.join(" "),
        "exec_command write_stdin update_plan request_user_input view_image \
         multi_agent_v1.close_agent multi_agent_v1.resume_agent multi_agent_v1.send_input \
         multi_agent_v1.spawn_agent multi_agent_v1.wait_agent web_search"
    );
}
