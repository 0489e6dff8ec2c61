//! Why is a tool where it is: the answer in both languages.

mod common;

use common::record_of;
use freezeframe::explore::{WhyError, why};
use freezeframe::lang::Lang;
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::tool::ToolName;
use freezeframe::trace::{Head, Trace};

fn trace() -> Trace {
    Trace::new(Head::default(), record_of([PlanInputs::fixture()]))
}

/// The answer about `tool` at step 1 has these pieces, in this order.
fn check(tool: &str, lang: Lang, pieces: &[&str]) {
    let answer = why(&trace(), 1, &ToolName::parse_dotted(tool)).expect("somebody offers it");
    let text = answer.text(lang);
    let mut rest = &*text;
    for piece in pieces {
        let Some(at) = rest.find(piece) else { panic!("`{piece}` is not (here) in:\n{text}") };
        rest = &rest[at + piece.len()..];
    }
}

#[test]
fn a_visible_tool_names_its_chain() {
    check(
        "exec_command",
        Lang::En,
        &[
            "exec_command, step 1: visible (Direct), callable now\n",
            "Offered by: built-in\n",
            "Decided by visible.list:\n",
            "In the list: its exposure is Direct.",
            "codex-rs/core/src/tools/spec_plan.rs 483-519",
            "All decisions, in order:\n",
            "3. Identity cuts sources: ",
            "[registry.register/registered] codex-rs/core/src/tools/registry.rs 302-372\n",
            "> 7. Keep only direct specs: ",
        ],
    );
}

#[test]
fn an_absent_tool_names_the_switch_in_both_languages() {
    let english = ["clock.curr_time, step 1: absent\n", "the feature current_time_reminder is off"];
    check("clock.curr_time", Lang::En, &english);
    check(
        "clock.curr_time",
        Lang::Ko,
        &["clock.curr_time, step 1: 없음\n", "결정한 규칙 utility."],
    );
    check("functions.exec_command", Lang::En, &["exec_command, step 1: visible"]);
}

#[test]
fn unknown_names_and_steps_are_told_apart() {
    let trace = trace();
    let ask = |step, tool: &str| why(&trace, step, &ToolName::parse_dotted(tool)).map(|_| ());
    let unknown = ask(1, "exec_comand").expect_err("nobody offers it");
    assert_eq!(
        unknown.text(Lang::En),
        "no source could offer `exec_comand` here; the nearest names: exec_command"
    );
    let bare = ask(1, "curr_time").expect_err("it stands in a namespace");
    assert!(bare.text(Lang::En).contains("clock.curr_time"), "{bare:?}");
    assert_eq!(ask(0, "exec_command"), Err(WhyError::NoSuchStep { step: 0, steps: 1 }));
    assert_eq!(ask(2, "exec_command"), Err(WhyError::NoSuchStep { step: 2, steps: 1 }));
    let far = ask(1, "zzzzzzzzzzzzzzzz").expect_err("nobody offers it");
    assert_eq!(far.text(Lang::En), "no source could offer `zzzzzzzzzzzzzzzz` here");
}
