//! Text, JSON, schema and hash of a trace, over a record made by hand from two real plans.

mod common;

use common::{NEXT, caption, sample};
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::session::record::*;
use freezeframe::session::script::FreezePolicy;
use freezeframe::tool::ToolName;
use freezeframe::trace::{Head, Trace, coverage, hash, json, schema, text};
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

/// A run with cells: one that completes, one that is terminated, one exchange without a cell.
fn with_cells() -> Trace {
    let text = r##"(
        start: (
            set: [Feature(code_mode, true)],
            handlers: [(tool: "update_plan", answers: [(latency_ms: 30, result: Json("[1]")), (result: Error("no"))])],
        ),
        script: [Turn(), Sample(lasts_ms: 10, calls: [
            (call: Custom(name: "exec", input: r#"// @exec: {"yield_time_ms": 100}
text(await tools.update_plan({plan: []}));
store("k", { a: 1 }); notify("halfway"); load("k");
tools.update_plan({plan: []}).catch((e) => text(e));
const id = setTimeout(() => text("never"), 500); clearTimeout(id);
await new Promise((r) => setTimeout(r, 300));
throw new TypeError("of this engine");"#)),
            (at_ms: 1, call: Function(name: "wait", arguments: r#"{"cell_id":"1"}"#)),
            (at_ms: 2, call: Custom(name: "exec", input: "tools.update_plan({}); yield_control(); await new Promise(() => {});")),
            (at_ms: 3, call: Function(name: "wait", arguments: r#"{"cell_id":"2","terminate":true}"#)),
            (at_ms: 4, call: Function(name: "wait", arguments: "{}")),
        ])],
    )"##;
    let loaded = freezeframe::scenario::load(text, "test.ron", &|_| Err(String::new()));
    let script = loaded.script.unwrap_or_else(|| panic!("{:#?}", loaded.problems));
    Trace::new(Head::default(), freezeframe::session::run(&script))
}

#[test]
fn a_cell_has_a_section_of_its_own() {
    let trace = with_cells();
    // Texts of tools may be worded anew without touching this test.
    let table = &trace.record.cells[0].table[..12];
    let text = text::write(&trace).replace(table, "TABLE");
    let (_, cells) = text.split_once("\n== cell 1").expect("there is a cell");
    expect_test::expect![[r#"
         == call 1.1, 0 ms to 330 ms, failed
           6 lines, 299 bytes; 9 tools of table TABLE
           error: TypeError: of this engine
           exec call_1_1 -> yielded (asked 0, answered 100 ms; yield 100 ms; 2 tokens of 10000, 2 sent)
              reads: Script running with cell ID 1\nWall time 0.1 seconds\nOutput:\n
              reads: [1]
              reads: no
              because: The yield time is over; the script goes on. [cell.yield/deadline]
           wait call_1_2 -> failed (asked 100, answered 330 ms; yield 10000 ms; 16 tokens of 10000, 16 sent)
              reads: Script failed\nWall time 0.2 seconds\nOutput:\n
              reads: Script error:\nTypeError: of this engine\n    at exec_main.mjs:6:7
              because: The cell is complete and somebody was waiting. [cell.complete/handed_over]
           tool-1 exec-1-1: update_plan -> resolved (issued 0, dispatched 0, started 0, finished 30; table
                            TABLE of step 1)
              arguments: {"plan":[]}
              value: [1]
              because: Taken by the worker of step 1 after 0 ms in the queue. [cell.nested_call/dispatched]
              because: Exclusive: it went in after 0 ms, alone. [call.gate/exclusive]
              because: Found in the table, exposure Direct. [call.lookup/found]
           tool-2 exec-1-2: update_plan -> rejected (issued 30, dispatched 30, started 30, finished 50; table
                            TABLE of step 1)
              arguments: {"plan":[]}
              rejected: no
              because: Taken by the worker of step 1 after 0 ms in the queue. [cell.nested_call/dispatched]
              because: Exclusive: it went in after 0 ms, alone. [call.gate/exclusive]
              because: Found in the table, exposure Direct. [call.lookup/found]
           notification 1: delivered (sent 30, over 30)
              text: halfway
              because: Added to the input of the running turn: the next request carries it. [cell.notify/delivered]
           log, 4 turns
                 0 ms  turn 0            observer due 100 ms call_1_1
                    because: Waits at most 100 ms, as asked. [cell.yield_time/as_asked]
                 0 ms  turn 0            evaluate
                 0 ms  turn 0   line 1   call tool-1 {"plan":[]}
                30 ms  turn 0            call_ended tool-1 [1]
                30 ms  turn 1            resolve tool-1
                30 ms  turn 1   line 1   item "[1]"
                30 ms  turn 1   line 2   store k {"a":1}
                30 ms  turn 1   line 2   notify notification 1 halfway
                30 ms  turn 1   line 2   load yes k
                30 ms  turn 1   line 3   call tool-2 {"plan":[]}
                30 ms  turn 1   line 4   timeout_set timeout 1 due 530 ms
                30 ms  turn 1   line 4   timeout_cleared timeout 1
                30 ms  turn 1   line 5   timeout_set timeout 2 due 330 ms
                30 ms  turn 1            notify_accepted notification 1
                50 ms  turn 1            call_ended tool-2 no
                50 ms  turn 2            reject tool-2
                50 ms  turn 2   line 3   item "no"
               100 ms  turn 2            yielded call_1_1 2 items
                    because: The yield time is over; the script goes on. [cell.yield/deadline]
               100 ms  turn 2            observer due 11100 ms call_1_2
                    because: Asked for 10000 ms and waits at most 11000 ms: long waits get a second of grace.
                             [cell.yield_time/grace]
               330 ms  turn 3            timer timeout 2
               330 ms  turn 3            finished TypeError: of this engine
                    because: The script failed: TypeError: of this engine. [cell.complete/failed]
               330 ms  turn 3            committed k
                    because: The cell failed, and what it wrote before is kept: 1 key(s). [cell.commit/failed]
               330 ms  turn 3            delivered call_1_2 0 items TypeError: of this engine
                    because: The cell is complete and somebody was waiting. [cell.complete/handed_over]
               330 ms  turn 3            closed

        == cell 2 == call 1.3, 330 ms to 330 ms, terminated
           1 line, 68 bytes; 9 tools of table TABLE
           exec call_1_3 -> yielded (asked 330, answered 330 ms; yield 30000 ms; 0 tokens of 10000, 0 sent)
              reads: Script running with cell ID 2\nWall time 0.0 seconds\nOutput:\n
              because: The script called yield_control() while somebody was waiting. [cell.yield/requested]
           terminate call_1_4 -> terminated (asked 330, answered 330 ms; yield 10000 ms; 0 tokens of 10000, 0 sent)
              reads: Script terminated\nWall time 0.0 seconds\nOutput:\n
              because: The script, its calls and its notifications have ended; 0 item(s) had not been delivered.
                       [cell.terminate/terminated]
           tool-1 exec-2-1: update_plan -> cancelled (issued 330, dispatched never, started never, finished 330; no
                            table)
           log, 1 turn
               330 ms  turn 0            observer due 31330 ms call_1_3
                    because: Asked for 30000 ms and waits at most 31000 ms: long waits get a second of grace.
                             [cell.yield_time/grace]
               330 ms  turn 0            evaluate
               330 ms  turn 0   line 1   call tool-1 {}
               330 ms  turn 0   line 1   yield_control yes
                    because: Somebody is waiting and is answered now. [cell.yield_request/heard]
               330 ms  turn 0            yielded call_1_3 0 items
                    because: The script called yield_control() while somebody was waiting. [cell.yield/requested]
               330 ms  turn 0            terminating call_1_4
                    because: The cell was running: its script is stopped, its calls are cancelled.
                             [cell.terminate/claimed]
               330 ms  turn 0            call_cancelled tool-1
                    because: The cell was terminated. [cell.cancel/with_cell]
               330 ms  turn 0            call_stopped tool-1
               330 ms  turn 0            terminated call_1_4 0 items
               330 ms  turn 0            closed

        == exchanges without a cell ==
           wait call_1_5 -> refused (asked 330, answered 330 ms; yield 0 ms; 0 tokens of 10000, 0 sent)
              reads: failed to parse function arguments: missing field `cell_id` at line 1 column 2
              because: The handler refuses its input; the model gets one plain text and no cell is touched.
                       [cell.call/refused]

        == stored at the end ==
           k: {"a":1}
    "#]].assert_eq(cells);
}

#[test]
fn the_json_of_cells_keeps_to_its_schema() {
    let trace = with_cells();
    let json: serde_json::Value = serde_json::from_str(&json::write(&trace)).expect("JSON");
    let cell = &json["cells"][0];
    assert_eq!(cell["state"], "failed");
    assert_eq!(cell["calls"][0]["value"], serde_json::json!([1]));
    assert_eq!(cell["calls"][1]["rejection"], "no");
    assert_eq!(cell["exchanges"][1]["kind"], "failed");
    assert_eq!(json["strays"][0]["kind"], "refused");
    assert_eq!(json["stored"][0]["key"], "k");
    let schema = freezeframe::trace::schema::json_schema();
    let defs = &schema["$defs"];
    let members = |name: &str| -> Vec<String> {
        let properties = defs[name]["properties"].as_object();
        properties.map(|all| all.keys().cloned().collect()).unwrap_or_default()
    };
    for entry in cell["log"].as_array().expect("a list") {
        for member in entry.as_object().expect("an object").keys() {
            assert!(members("CellEntry").contains(member), "{member}");
        }
    }
}

#[test]
fn wording_of_an_engine_and_lines_do_not_enter_the_hash() {
    let trace = with_cells();
    let mut other = trace.record.clone();
    for cell in &mut other.cells {
        for entry in &mut cell.log.entries {
            entry.line = entry.line.map(|line| line + 1);
            entry.microtask = !entry.microtask;
        }
        if let Some(error) = &mut cell.error {
            *error = "TypeError: other words\n    at somewhere".into();
        }
    }
    assert_eq!(hash::content_hash(&other), trace.hash);
    other.cells[0].log.entries[0].at_ms += 1;
    assert_ne!(hash::content_hash(&other), trace.hash);
}
