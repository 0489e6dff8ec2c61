//! At which step an event has taken effect. The first three rows were found by the laws.

use freezeframe::planner::ledger::Standing;
use freezeframe::session::record::TraceEventKind;
use freezeframe::session::run;
use freezeframe::session::script::*;

use crate::world::*;

/// A server whose start keeps the first capture waiting for 500 ms.
fn slow() -> ServerConfig {
    ServerConfig { start: StartUp::After(500), ..server("slow", &["x"]) }
}

/// Replays a script and shows the step of every effect, `-` for none.
fn check_steps(script: &Script, expected: &str) {
    let record = run(script);
    let mut steps: Vec<String> = Vec::new();
    for event in &record.events {
        let TraceEventKind::Happened { what, effects } = &event.kind else { continue };
        for effect in effects {
            let step = effect.step.map_or_else(|| "-".to_owned(), |step| step.to_string());
            steps.push(format!("{what}: {step}"));
        }
    }
    assert_eq!(steps.join("\n"), expected);
}

fn at(ms: u64, event: Event, beats: Vec<Beat>) -> Script {
    Script { servers: vec![slow().into()], events: vec![(ms, event)], ..script(beats) }
}

#[test]
fn a_turn_that_has_begun_does_not_see_a_setting_that_comes_while_its_first_capture_waits() {
    let set = Event::Set(vec![setting("update_plan", Level::Turn, |settings| {
        settings.plan.config.update_plan = false;
    })]);
    check_steps(
        &at(100, set.clone(), vec![turn(), quiet(), quiet()]),
        "set update_plan = changed: -",
    );
    check_steps(
        &at(100, set, vec![turn(), quiet(), turn(), quiet()]),
        "set update_plan = changed: 2",
    );
}

#[test]
fn a_turn_that_has_begun_does_not_see_a_setting_that_comes_before_its_first_sample() {
    let set = Event::Set(vec![setting("update_plan", Level::Turn, |settings| {
        settings.plan.config.update_plan = false;
    })]);
    check_steps(
        &script(vec![turn(), Beat::Event(set), quiet(), turn(), quiet()]),
        "set update_plan = changed: 2",
    );
}

#[test]
fn a_capture_that_waits_has_refreshed_the_runtime_already() {
    check_steps(
        &at(100, Event::RuntimeStale, vec![turn(), quiet(), quiet()]),
        "MCP runtime marked stale: 2",
    );
}

#[test]
fn a_call_that_refreshes_the_runtime_makes_the_next_capture_see_it() {
    let servers = vec![server("fs", &["x"]).into()];
    let lost = Beat::Event(Event::Disconnected("fs".into()));
    let during = vec![(50, Event::RuntimeStale)];
    let calls = vec![call("mcp__fs.x", "{}")];
    check_steps(
        &Script { servers, ..script(vec![turn(), quiet(), lost, sample(calls, during), quiet()]) },
        "server fs disconnected: -\nserver fs disconnected: 3\nMCP runtime marked stale: 3",
    );
}

#[test]
fn a_list_that_changes_during_a_start_is_read_at_its_end() {
    let change = Event::ListChanged {
        server: "slow".into(),
        tools: vec![tool("y")].into(),
        unnoticed: true,
    };
    let script = at(100, change, vec![turn(), quiet()]);
    check_steps(&script, "server slow lists 1 tool(s) now: 1");
    check(&script, "1: [mcp__slow.y]");
}

#[test]
fn a_running_turn_keeps_an_environment_that_is_not_selected_any_more() {
    let environments = |list: Vec<SelectedEnvironment>| {
        Event::Set(vec![setting("environments", Level::Turn, move |settings| {
            settings.environments = list.clone();
        })])
    };
    let of =
        |event: Event| script(vec![turn(), quiet(), Beat::Event(event), quiet(), turn(), quiet()]);
    let shell = |script: &Script| -> Vec<bool> {
        let has = |names: String| names.split(' ').any(|name| name == "exec_command");
        run(script).samples.iter().map(|sample| has(names(sample, Standing::Visible))).collect()
    };
    let deselected = of(environments(Vec::new()));
    assert_eq!(shell(&deselected), [true, true, false]);
    check_steps(&deselected, "set environments = changed: 3");

    let mut lost = Settings::default().environments;
    lost[0].ready = false;
    let lost = of(environments(lost));
    assert_eq!(shell(&lost), [true, false, false]);
    check_steps(&lost, "set environments = changed: 3\nset environments = changed: 2");
}
