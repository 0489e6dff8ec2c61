//! FZ rows of the planner cases, and the server rows of the field reports.

use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::DynamicTool;
use freezeframe::planner::ledger::Standing;
use freezeframe::session::record::{TraceEventKind, When};
use freezeframe::session::run;
use freezeframe::session::script::*;

use crate::world::*;

fn with_filesystem(beats: Vec<Beat>) -> Script {
    Script { servers: filesystem(), ..script(beats) }
}

const READ: &str = "mcp__filesystem.read_file";

#[test]
fn fz_01_a_server_that_dies_mid_sample_keeps_its_place_in_this_sample() {
    let during = vec![(50, Event::Disconnected("filesystem".into()))];
    check(
        &with_filesystem(vec![turn(), sample(vec![call(READ, "{}")], during)]),
        r#"1: [mcp__filesystem.read_file mcp__filesystem.write_file] failed "MCP tool call failed for `filesystem/read_file`: transport closed""#,
    );
}

#[test]
fn fz_01_a_call_in_flight_is_told_about_the_lost_transport() {
    let mut slow = call(READ, "{}");
    slow.latency_ms = Some(500);
    let during = vec![(300, Event::Disconnected("filesystem".into()))];
    let record = run(&with_filesystem(vec![turn(), sample(vec![slow], during)]));
    let call = &record.samples[0].calls[0];
    assert_eq!((call.started_ms, call.finished_ms), (Some(100), 300));
    assert!(call.output.ends_with("transport closed"), "{}", call.output);
}

#[test]
fn fz_03_a_server_that_connects_mid_sample_waits_for_the_next_sample_of_the_same_turn() {
    let during = vec![(500, Event::ServerConfigured(filesystem()[0].clone()))];
    check(
        &script(vec![turn(), sample(vec![], during), quiet()]),
        "1:\n2: [mcp__filesystem.read_file mcp__filesystem.write_file]",
    );
}

#[test]
fn fz_05_two_calls_of_one_response_use_one_table() {
    let mut late = call(READ, "{}");
    late.at_ms = 600;
    let during = vec![(300, Event::ServerRemoved("filesystem".into()))];
    let record = run(&with_filesystem(vec![turn(), sample(vec![call(READ, "{}"), late], during)]));
    let calls = &record.samples[0].calls;
    assert_eq!(calls[0].table, calls[1].table);
    assert_eq!(outcome(&calls[0]), r#"ok "ok""#);
    // Routing is frozen, authority is not: the second call refreshes the runtime and is refused.
    assert_eq!(
        outcome(&calls[1]),
        r#"failed "MCP tool `filesystem/read_file` is not available to the model""#
    );
}

#[test]
fn fz_06_a_search_hit_changes_no_list() {
    let mut script = with_filesystem(vec![
        turn(),
        sample(vec![search(r#"{"query":"write_file"}"#)], vec![]),
        sample(vec![call("mcp__filesystem.write_file", "{}")], vec![]),
    ]);
    script.start.plan.model.supports_search_tool = true;
    let record = run(&script);
    let (first, second) = (&record.samples[0], &record.samples[1]);
    assert_eq!(names(first, Standing::Visible), names(second, Standing::Visible));
    assert_eq!(first.loaded.len(), 0);
    assert!(second.loaded.iter().any(|name| name.dotted() == "mcp__filesystem.write_file"));
    assert!(first.calls[0].output.contains(r#""defer_loading":true"#));
    assert_eq!(outcome(&second.calls[0]), r#"ok "ok""#);
}

#[test]
fn fz_08_an_environment_that_becomes_ready_shows_at_the_next_sample() {
    let mut script = script(vec![
        turn(),
        quiet(),
        Beat::Event(Event::EnvironmentReady("local".into())),
        quiet(),
    ]);
    script.start.environments[0].ready = false;
    let record = run(&script);
    assert!(!names(&record.samples[0], Standing::Visible).contains("exec_command"));
    assert!(names(&record.samples[1], Standing::Visible).starts_with("exec_command write_stdin"));
}

#[test]
fn fz_11_a_stable_binding_is_one_object_with_its_handlers_and_its_index() {
    let mut script = with_filesystem(vec![turn(), quiet(), quiet()]);
    script.start.plan.model.supports_search_tool = true;
    let record = run(&script);
    let second = &record.samples[1];
    assert!(second.handlers_reused && second.search_reused);
    assert!(std::sync::Arc::ptr_eq(&record.samples[0].inputs.binding, &second.inputs.binding));
}

#[test]
fn fz_12_a_capture_walks_runtime_binding_plan_freeze_prompt_in_order() {
    let record = run(&with_filesystem(vec![
        turn(),
        sample(vec![], vec![(10, Event::RuntimeStale)]),
        quiet(),
    ]));
    let rules: Vec<&str> = record.samples[1].capture.iter().map(|d| d.rule().id).collect();
    assert_eq!(
        rules,
        [
            "effect.mcp_config",
            "capture.binding",
            "capture.collect",
            "capture.freeze",
            "capture.prompt"
        ]
    );
}

#[test]
fn fz_13_a_closed_transport_alone_removes_no_names() {
    check(
        &with_filesystem(vec![
            turn(),
            sample(vec![], vec![(500, Event::Disconnected("filesystem".into()))]),
            sample(vec![call(READ, "{}")], vec![]),
        ]),
        r#"1: [mcp__filesystem.read_file mcp__filesystem.write_file]
2: [mcp__filesystem.read_file mcp__filesystem.write_file] failed "MCP tool call failed for `filesystem/read_file`: transport closed""#,
    );
}

#[test]
fn fz_13_a_refresh_finds_the_server_dead_and_its_names_go() {
    check(
        &with_filesystem(vec![
            turn(),
            sample(
                vec![],
                vec![(500, Event::Disconnected("filesystem".into())), (600, Event::RuntimeStale)],
            ),
            quiet(),
        ]),
        "1: [mcp__filesystem.read_file mcp__filesystem.write_file]\n2:",
    );
}

#[test]
fn fz_14_a_turn_level_change_waits_for_the_next_turn() {
    let change = Event::Set(vec![setting("Feature token_budget", Level::Turn, |settings| {
        settings.plan.features.set(Feature::TokenBudget, true);
    })]);
    let record =
        run(&script(vec![turn(), sample(vec![], vec![(500, change)]), quiet(), turn(), quiet()]));
    let has = |step: usize| names(&record.samples[step], Standing::Visible).contains("new_context");
    assert_eq!((has(0), has(1), has(2)), (false, false, true));
    let effect = record.events.iter().find_map(|event| match &event.kind {
        TraceEventKind::Happened { effects, .. } => effects.first().cloned(),
        _ => None,
    });
    let effect = effect.expect("the change is on record");
    assert_eq!((effect.when, effect.step), (When::NextTurn, Some(3)));
}

#[test]
fn the_four_ways_of_losing_a_server_are_told_apart() {
    let run_with = |event: Event| {
        let record =
            run(&with_filesystem(vec![turn(), sample(vec![], vec![(500, event)]), quiet()]));
        names(&record.samples[1], Standing::Visible).contains("mcp__filesystem")
    };
    assert!(run_with(Event::Disconnected("filesystem".into())), "a lost transport");
    assert!(run_with(Event::RuntimeStale), "a refresh of a healthy server");
    assert!(!run_with(Event::ServerRemoved("filesystem".into())), "a removal");
    let reconnected = with_filesystem(vec![
        turn(),
        sample(
            vec![],
            vec![
                (200, Event::Disconnected("filesystem".into())),
                (300, Event::Reconnected("filesystem".into())),
            ],
        ),
        sample(vec![call(READ, "{}")], vec![]),
    ]);
    check(
        &reconnected,
        r#"1: [mcp__filesystem.read_file mcp__filesystem.write_file]
2: [mcp__filesystem.read_file mcp__filesystem.write_file] ok "ok""#,
    );
}

#[test]
fn b1_a_list_change_that_nobody_noticed_waits_for_a_refresh() {
    let grown = Event::ListChanged {
        server: "filesystem".into(),
        tools: vec![tool("read_file"), tool("stat")].into(),
        unnoticed: true,
    };
    check(
        &with_filesystem(vec![
            turn(),
            sample(vec![], vec![(500, grown)]),
            sample(vec![], vec![(500, Event::RuntimeStale)]),
            quiet(),
        ]),
        "1: [mcp__filesystem.read_file mcp__filesystem.write_file]
2: [mcp__filesystem.read_file mcp__filesystem.write_file]
3: [mcp__filesystem.read_file mcp__filesystem.stat]",
    );
}

#[test]
fn b3_slow_servers_are_waited_for_within_a_shared_grace() {
    let with_start = |name: &str, start: StartUp| {
        std::sync::Arc::new(ServerConfig { start, ..server(name, &["go"]) })
    };
    let mut slow = script(vec![turn(), quiet(), quiet()]);
    slow.servers = vec![
        with_start("fast", StartUp::After(300)),
        with_start("slow", StartUp::After(1_200)),
        with_start("late", StartUp::After(40_000)),
        with_start("dead", StartUp::Never),
        std::sync::Arc::new(ServerConfig {
            cached: true,
            start: StartUp::Never,
            ..server("known", &["go"])
        }),
    ];
    check(&slow, "1: [mcp__fast.go mcp__known.go]\n2: [mcp__fast.go mcp__known.go mcp__slow.go]");
    let record = run(&slow);
    assert_eq!(record.samples[0].shot_ms, 1_000);
    let omitted: Vec<&str> =
        record.samples[0].omitted_servers.iter().map(|(name, _)| &**name).collect();
    assert_eq!(omitted, ["dead", "late", "slow"]);
    slow.grace_ms = 250;
    let record = run(&slow);
    assert_eq!(record.samples[0].shot_ms, 250);
    slow.grace_ms = 0;
    let record = run(&slow);
    assert_eq!(record.samples[0].shot_ms, 30_000);
}

#[test]
fn b3_a_required_server_that_never_starts_fails_the_capture() {
    let mut slow = script(vec![turn(), quiet()]);
    slow.servers = vec![std::sync::Arc::new(ServerConfig {
        required: true,
        start: StartUp::Never,
        ..server("db", &["query"])
    })];
    check(&slow, "1: failed required MCP server `db` failed to start: timed out after 30000 ms");
}

#[test]
fn a_table_kept_for_the_turn_is_torn_from_the_first_moment_of_the_next_sample() {
    let beats = vec![
        turn(),
        sample(vec![], vec![(500, Event::ServerRemoved("filesystem".into()))]),
        quiet(),
    ];
    let gone = |policy: FreezePolicy| {
        let record = run(&Script { policy, ..with_filesystem(beats.clone()) });
        let live = record.samples[1].live.first().expect("a state at the shot").clone();
        live.gone.iter().filter(|name| name.starts_with("mcp__filesystem")).count()
    };
    assert_eq!((gone(FreezePolicy::Step), gone(FreezePolicy::Turn)), (0, 2));
}

#[test]
fn wrong_policies_break_what_the_step_policy_keeps() {
    let mut late = call("mcp__filesystem.read_file", "{}");
    late.at_ms = 700;
    let beats = vec![
        turn(),
        sample(
            vec![call("update_plan", r#"{"plan":[]}"#), late],
            vec![(500, Event::ServerConfigured(filesystem()[0].clone()))],
        ),
        sample(vec![call("mcp__filesystem.read_file", "{}")], vec![]),
    ];
    let broken = |policy: FreezePolicy| {
        let anomalies = run(&Script { policy, ..script(beats.clone()) }).anomalies;
        (anomalies.called_not_advertised, anomalies.advertised_but_gone, anomalies.split_tables)
    };
    assert_eq!(broken(FreezePolicy::Step), (0, 0, 0));
    assert_eq!(broken(FreezePolicy::Turn), (1, 0, 0));
    let (not_advertised, _, split) = broken(FreezePolicy::Call);
    assert_eq!((not_advertised, split), (1, 1));
}

/// Found by the laws: a client tool may have the name of the hosted one.
#[test]
fn two_tools_of_one_name_are_two_lines_of_the_list() {
    let own = DynamicTool {
        namespace: None,
        name: "web_search".into(),
        description: "".into(),
        input_schema: std::sync::Arc::new(serde_json::json!({"type": "object"})),
        defer_loading: false,
    };
    let update_plan = |on: bool| {
        Beat::Event(Event::Set(vec![setting("update_plan", Level::Turn, move |settings| {
            settings.plan.config.update_plan = on;
        })]))
    };
    let mut script = script(vec![turn(), quiet(), update_plan(false), turn(), quiet()]);
    script.start.plan.dynamic_tools = [own].into();
    let record = run(&script);
    let changes = &record.samples[1].changes;
    assert_eq!(changes.vanished, ["update_plan".into()]);
    assert!(changes.appeared.is_empty() && changes.moved.is_empty(), "{changes:?}");
}
