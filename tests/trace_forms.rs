//! Text, JSON, schema and hash of a trace, over a record made by hand from two real plans.

mod common;

use common::{NEXT, caption, sample};
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::session::record::*;
use freezeframe::session::script::FreezePolicy;
use freezeframe::tool::ToolName;
use freezeframe::trace::{Head, Trace, coverage, json, schema, text};
use serde_json::Value;

/// Two turns, two samples, one call, one flipped switch.
fn record() -> Record {
    let mut second = PlanInputs::fixture();
    second.features.set(Feature::TokenBudget, true);
    let mut one = sample(1, 1, 0, PlanInputs::fixture());
    one.events = 1..4;
    one.calls = vec![CallRecord {
        call: 1,
        id: "call_1_1".into(),
        tool: ToolName::namespaced("mcp__fs", "read"),
        arguments: "{\"path\":\"\u{1b}[31m\"}".into(),
        issued_ms: 100,
        started_ms: Some(100),
        finished_ms: 1_040,
        parallel: true,
        lifecycle: None,
        status: CallStatus::Failed,
        output: "no such file\nreally".into(),
        decisions: vec![NEXT.with([("what", "call".into())])],
        loaded: vec![(ToolName::plain("x"), 0.123_456)],
        tie_cut: Some((vec![ToolName::plain("x")], vec![ToolName::plain("y")])),
        table: "0123456789abcdef".into(),
    }];
    one.live = vec![LiveState {
        at_ms: 500,
        servers: vec![LiveServer { name: "fs".into(), state: ServerState::Closed, tools: 2 }],
        gone: vec!["mcp__fs.read".into()],
        fresh: vec![],
    }];
    let mut two = sample(2, 2, 2_000, second);
    two.events = 5..6;
    two.changes.appeared = vec!["new_context".into(), "get_context_remaining".into()];
    let happened = TraceEventKind::Happened {
        what: "set Feature token_budget".into(),
        effects: vec![Effect {
            part: "Feature token_budget".into(),
            when: When::NextTurn,
            why: NEXT.with([("what", "switch".into())]),
            step: Some(2),
        }],
    };
    let events = [
        (0, TraceEventKind::TurnStarted { turn: 1 }),
        (0, TraceEventKind::CaptureStarted { step: 1 }),
        (500, happened),
        (1_040, TraceEventKind::SampleEnded { step: 1 }),
        (2_000, TraceEventKind::TurnStarted { turn: 2 }),
        (2_005, TraceEventKind::CaptureStarted { step: 2 }),
        (3_050, TraceEventKind::Broken { step: 2, anomaly: Anomaly::SplitTables, tool: None }),
    ];
    let turn = |turn: u32, at_ms| TurnRecord {
        turn,
        at_ms,
        ended_ms: at_ms + 1_040,
        say: caption("Hello."),
        first_step: turn,
        steps: 1,
    };
    Record {
        policy: FreezePolicy::Step,
        turns: vec![turn(1, 0), turn(2, 2_000)],
        samples: vec![one, two],
        events: events.into_iter().map(|(at_ms, kind)| TraceEvent { at_ms, kind }).collect(),
        anomalies: Anomalies { split_tables: 1, ..Anomalies::default() },
        cells: Vec::new(),
        strays: Vec::new(),
        stored: Default::default(),
        ended_ms: 3_050,
    }
}

fn trace() -> Trace {
    Trace::new(Head { title: caption("A made-up run"), ..Head::default() }, record())
}

/// The text form contains every line of `expected`, in this order.
fn check_text(text: &str, expected: &[&str]) {
    let mut rest = text;
    for line in expected {
        let Some(at) = rest.find(line) else { panic!("`{line}` is not (here) in:\n{text}") };
        rest = &rest[at + line.len()..];
    }
}

#[test]
fn the_text_tells_the_run_in_order() {
    let text = text::write(&trace());
    check_text(
        &text,
        &[
            "freezeframe trace 1\n",
            "title     A made-up run\n",
            "policy    step\n",
            "anomalies called_not_advertised 0, advertised_but_gone 0, split_tables 1\n",
            "== turn 1 == 0 to 1040 ms, step 1\n",
            "   say: Hello.\n",
            "      0 ms  turn 1 starts\n",
            "-- step 1 -- turn 1, shot at 5 ms (capture from 0, streamed 1000, ended 1040)\n",
            "   server left out: gh: The server belongs to the turn. [test.rule/next]\n",
            "   visible 11\n      1 exec_command\n",
            "      6 multi_agent_v1.close_agent\n",
            "   absent ",
            "Not offered: the tool mode is Direct. [code_mode.entry/off]\n         exec wait\n",
            "   sent 7 entries, ",
            "   call 1: mcp__fs.read -> failed (issued 100, started 100, finished 1040 ms, parallel)\n",
            "      arguments: {\"path\":\"\\u{1b}[31m\"}\n",
            "      output: no such file\\nreally\n",
            "TIE CUT, dropped: y\n",
            "live     500 ms: fs closed 2 tools, TORN, gone: mcp__fs.read\n",
            "       500 ms  set Feature token_budget\n",
            "takes effect: next turn (turn 2, step 2) because The",
            "== turn 2 ==",
            "-- step 2 --",
            "appeared: new_context get_context_remaining\n",
            "3050 ms  BROKEN in step 2: split_tables\n",
        ],
    );
    assert!(text.lines().all(|line| line.chars().count() <= text::MAX_COLUMNS), "{text}");
    assert!(!text.contains('\u{1b}') && !text.contains("\"type\""), "{text}");
    assert!(text.ends_with('\n') && !text.contains(" \n"), "{text}");
}

#[test]
fn an_unchanged_table_is_told_once_and_a_single_step_tells_it_all() {
    let mut record = record();
    let mut third = sample(3, 2, 3_100, PlanInputs::fixture());
    third.plan = record.samples[1].plan.clone();
    third.boundary = third.plan.clone();
    record.samples.push(third);
    let trace = Trace::new(Head::default(), record);
    check_text(&text::write(&trace), &["-- step 3 --", "absent and sent: as in step 2\n"]);
    let step = text::step(&trace, 3).expect("there is a step 3");
    check_text(&step, &["-- step 3 --", "visible 13\n", "   absent ", "   sent "]);
    assert!(text::step(&trace, 0).is_none() && text::step(&trace, 4).is_none());
}

#[test]
fn the_json_keeps_its_members_and_fits_its_schema() {
    let trace = trace();
    let written: Value = serde_json::from_str(&json::write(&trace)).expect("it is JSON");
    assert_eq!(written["hash"], *trace.hash);
    assert_eq!(written["policy"], "step");
    let sample = &written["samples"][0];
    assert_eq!(sample["virtual_ms"], 5);
    assert_eq!(sample["visible"][0], "exec_command");
    assert_eq!(sample["visible"][5], "multi_agent_v1.close_agent");
    assert_eq!(sample["tools"][0]["type"], "function");
    assert!(sample["tokens"].as_u64() > Some(100) && sample["chars"].as_u64() > Some(100));
    let absent = sample["absent"].as_array().expect("a list");
    assert!(absent.iter().all(|a| a["rule"] != "" && a["reason"] != ""), "{absent:?}");
    assert_eq!(sample["calls"][0]["tool"], "mcp__fs.read");
    assert_eq!(sample["calls"][0]["status"], "failed");
    assert_eq!(sample["calls"][0]["loaded"][0]["score"], 0.1235);
    assert_eq!(written["events"][2]["event"], "happened");
    assert_eq!(written["events"][2]["effects"][0]["when"], "next_turn");
    // The wire JSON is passed on byte for byte.
    let plan = trace.record.samples[0].plan.as_ref().expect("planned");
    for (json, tool) in plan.wire_json().iter().zip(sample["tools"].as_array().expect("a list")) {
        assert_eq!(**json, serde_json::to_string(tool).expect("it is JSON"));
    }
    required_members_are_there(&schema::json_schema(), &written);
}

/// Every object that the schema names has its required members; unknown ones are not allowed here.
fn required_members_are_there(schema: &Value, written: &Value) {
    let sample = &schema["$defs"]["Sample"];
    for (schema, value) in [(schema, written), (sample, &written["samples"][0])] {
        let known = schema["properties"].as_object().expect("an object");
        let members = value.as_object().expect("an object");
        for name in schema["required"].as_array().expect("a list") {
            assert!(members.contains_key(name.as_str().expect("a name")), "{name}");
        }
        for name in members.keys() {
            assert!(known.contains_key(name), "{name} is not in the schema");
        }
    }
}

/// Changes a record and tells whether the hash noticed.
fn check_hash(name: &str, notices: bool, change: impl FnOnce(&mut Record)) {
    let mut changed = record();
    change(&mut changed);
    let hash = Trace::new(Head::default(), changed).hash;
    assert_eq!(hash != trace().hash, notices, "{name}");
}

#[test]
fn the_hash_sees_content_and_no_prose() {
    check_hash("nothing", false, |_| ());
    check_hash("caption", false, |r| r.samples[0].say = caption("other"));
    check_hash("question", false, |r| r.samples[0].ask = caption("other"));
    check_hash("turn caption", false, |r| r.turns[0].say = caption("other"));
    check_hash("score", false, |r| r.samples[0].calls[0].loaded[0].1 = 0.5);
    check_hash("policy", true, |r| r.policy = FreezePolicy::Turn);
    check_hash("shot", true, |r| r.samples[0].shot_ms += 1);
    check_hash("output", true, |r| r.samples[0].calls[0].output = "other".into());
    check_hash("status", true, |r| r.samples[0].calls[0].status = CallStatus::Ok);
    check_hash("never started", true, |r| r.samples[0].calls[0].started_ms = None);
    check_hash("hit", true, |r| r.samples[0].calls[0].loaded[0].0 = ToolName::plain("z"));
    check_hash("live", true, |r| r.samples[0].live[0].servers[0].tools = 3);
    check_hash("event time", true, |r| r.events[2].at_ms += 1);
    check_hash("a lost event", true, |r| r.events.truncate(3));
    check_hash("anomaly", true, |r| r.anomalies.split_tables = 0);
    check_hash("plan", true, |r| r.samples[0].plan = r.samples[1].plan.clone());
    check_hash("fact", true, |r| {
        r.samples[0].capture[0] = NEXT.with([("what", "other".into())]);
    });
    assert_eq!(trace().hash.len(), 64);
    assert_ne!(trace().hash.to_uppercase(), *trace().hash);
}

#[test]
fn coverage_names_the_rules_of_plans_calls_and_effects() {
    let rules = coverage::rules(&record());
    for rule in ["test.rule", "visible.list", "gate.search", "registry.register"] {
        assert!(rules.contains(rule), "{rule} is not in {rules:?}");
    }
}
