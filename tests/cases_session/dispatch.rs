//! RT rows of the planner cases: routing, dispatch, gate, hooks, cancellation.

use std::sync::Arc;

use freezeframe::planner::inputs::{DynamicTool, ExtensionTool};
use freezeframe::session::record::{CallStatus, Lifecycle};
use freezeframe::session::run;
use freezeframe::session::script::*;
use freezeframe::tool::{ToolExposure, ToolName};
use serde_json::json;

use crate::world::*;

fn one(
    mut call: CallScript,
    change: impl FnOnce(&mut Script),
) -> freezeframe::session::record::CallRecord {
    call.at_ms = 0;
    let mut script = script(vec![turn(), sample(vec![call], vec![])]);
    change(&mut script);
    calls(&script).remove(0)
}

fn plain(call: CallScript) -> String {
    outcome(&one(call, |_| {}))
}

fn dynamic(namespace: Option<&str>, name: &str) -> DynamicTool {
    DynamicTool {
        namespace: namespace.map(|name| (name.into(), "Text".into())),
        name: name.into(),
        description: "Text".into(),
        input_schema: Arc::new(json!({"type": "object"})),
        defer_loading: false,
    }
}

#[test]
fn rt_01_a_namespace_member_becomes_part_of_the_name() {
    let record = one(call("mcp__codex_apps__calendar.create_event", r#"{"a": 1}"#), |_| {});
    assert_eq!(record.tool.dotted(), "mcp__codex_apps__calendar.create_event");
    assert_eq!(&*record.arguments, r#"{"a": 1}"#);
    assert_eq!(
        outcome(&record),
        r#"unsupported "unsupported call: mcp__codex_apps__calendarcreate_event""#
    );
}

#[test]
fn rt_02_a_custom_call_keeps_its_namespace() {
    let record = one(custom("mcp__python.exec", "print(1)"), |_| {});
    assert_eq!(record.tool, ToolName::namespaced("mcp__python", "exec"));
    assert_eq!(outcome(&record), r#"unsupported "unsupported custom tool call: mcp__pythonexec""#);
}

/// What a search is answered with that never reached its handler's answer, call 1 of step 1.
const EMPTY_SEARCH: &str = r#"{"type":"tool_search_output","call_id":"call_1_1","status":"completed","execution":"client","tools":[]}"#;

#[test]
fn an_interrupted_search_is_answered_in_its_own_shape() {
    let mut call = search(r#"{"query":"agent"}"#);
    call.latency_ms = Some(500);
    call.cancelled_after_ms = Some(50);
    let record = one(call, |script| script.start.plan.model.supports_search_tool = true);
    assert_eq!((record.status, &*record.output), (CallStatus::Aborted, EMPTY_SEARCH));
}

#[test]
fn a_hook_rewrite_survives_the_wait_for_a_server() {
    let rewrite = Hook { rewrite: Some("{}".into()), ..Hook::default() };
    let again = ServerConfig { start: StartUp::After(500), ..server("filesystem", &["read_file"]) };
    let mut call = call("mcp__filesystem.read_file", "not json");
    call.at_ms = 10;
    let mut script = script(vec![
        turn(),
        sample(vec![call], vec![(5, Event::ServerConfigured(Arc::new(again)))]),
    ]);
    script.servers = filesystem();
    script.start.hooks = [rewrite].into();
    let record = calls(&script).remove(0);
    assert_eq!((record.finished_ms, &*outcome(&record)), (530, r#"ok "ok""#));
}

#[test]
fn rt_03_only_the_clients_own_searches_are_calls() {
    let record = one(search(r#"{"query":"x"}"#), |_| {});
    assert_eq!((record.status, &*record.output), (CallStatus::Unsupported, EMPTY_SEARCH));
    for (execution, has_call_id) in [("server", true), ("client", false)] {
        let foreign = item(ResponseItem::ToolSearch {
            arguments: r#"{"query":"x"}"#.into(),
            execution: execution.into(),
            has_call_id,
        });
        assert_eq!(plain(foreign), r#"ignored """#);
    }
}

#[test]
fn rt_04_unknown_names_are_told_to_the_model() {
    assert_eq!(plain(call("nope", "{}")), r#"unsupported "unsupported call: nope""#);
    assert_eq!(plain(custom("nope", "x")), r#"unsupported "unsupported custom tool call: nope""#);
    assert_eq!(plain(call("mcp__fs.nope", "{}")), r#"unsupported "unsupported call: mcp__fsnope""#);
}

#[test]
fn rt_06_exposure_is_not_an_access_check() {
    for exposure in ToolExposure::ALL {
        let record = one(call("probe", "{}"), |script| {
            let spec = freezeframe::tool::ToolSpec::Function(freezeframe::tool::FunctionSpec {
                name: "probe".into(),
                description: "Text".into(),
                strict: false,
                defer_loading: None,
                parameters: Arc::new(freezeframe::schema::JsonSchema::object([], &[], None)),
                output_schema: None,
            });
            script.start.plan.extensions = Arc::new([ExtensionTool {
                name: ToolName::plain("probe"),
                spec: Arc::new(spec),
                exposure,
                parallel: false,
                search_source: None,
            }]);
        });
        assert_eq!(outcome(&record), r#"ok "ok""#, "{exposure:?}");
    }
}

#[test]
fn rt_12_unusual_characters_of_an_extension_are_kept() {
    let record = run(&{
        let mut script = script(vec![turn(), sample(vec![call("extension/.echo", "{}")], vec![])]);
        let child = freezeframe::tool::FunctionSpec {
            name: "echo".into(),
            description: "Text".into(),
            strict: false,
            defer_loading: None,
            parameters: Arc::new(freezeframe::schema::JsonSchema::object([], &[], None)),
            output_schema: None,
        };
        script.start.plan.extensions = Arc::new([ExtensionTool {
            name: ToolName::namespaced("extension/", "echo"),
            spec: Arc::new(freezeframe::tool::ToolSpec::Namespace(
                freezeframe::tool::NamespaceSpec {
                    name: "extension/".into(),
                    description: "Text".into(),
                    tools: vec![Arc::new(freezeframe::tool::NamespaceTool::Function(child))],
                },
            )),
            exposure: ToolExposure::Direct,
            parallel: false,
            search_source: None,
        }]);
        script
    });
    let visible = names(&record.samples[0], freezeframe::planner::ledger::Standing::Visible);
    assert!(visible.contains("extension/.echo"), "{visible}");
    assert_eq!(outcome(&record.samples[0].calls[0]), r#"ok "ok""#);
}

#[test]
fn rt_13_lifecycle_outcomes() {
    let lifecycle = |result: ScriptedResult| {
        let mut call = call("update_plan", r#"{"plan":[]}"#);
        call.result = result;
        let record = one(call, |_| {});
        (record.lifecycle, record.output)
    };
    assert_eq!(
        lifecycle(ScriptedResult::Unsuccessful("no".into())),
        (Some(Lifecycle::Completed { success: false }), "no".into())
    );
    assert_eq!(
        lifecycle(ScriptedResult::Error("broken".into())),
        (Some(Lifecycle::Failed { handler_executed: true }), "broken".into())
    );
    assert_eq!(
        lifecycle(ScriptedResult::Default),
        (Some(Lifecycle::Completed { success: true }), "ok".into())
    );
}

fn hooked(call: CallScript, hook: Hook) -> freezeframe::session::record::CallRecord {
    one(call, |script| script.start.hooks = Arc::new([hook]))
}

#[test]
fn rt_15_a_hook_that_blocks_keeps_the_handler_from_running() {
    let hook = Hook { matches: "Bash".into(), block: Some("not today".into()), ..Hook::default() };
    let record = hooked(call("exec_command", r#"{"cmd":"ls"}"#), hook);
    assert_eq!(outcome(&record), r#"blocked "not today""#);
    assert_eq!(record.lifecycle, Some(Lifecycle::Blocked));
}

#[test]
fn rt_16_a_hook_may_rewrite_the_arguments() {
    let hook = Hook { rewrite: Some(r#"{"cmd":"true"}"#.into()), ..Hook::default() };
    // The model's own arguments lack `cmd`; the handler sees the rewritten ones.
    let record = hooked(call("exec_command", "{}"), hook);
    assert_eq!(outcome(&record), r#"ok "ok""#);
    let bad = Hook { rewrite: Some("{".into()), ..Hook::default() };
    let record = hooked(call("exec_command", r#"{"cmd":"ls"}"#), bad);
    assert_eq!(record.lifecycle, Some(Lifecycle::Failed { handler_executed: false }));
}

#[test]
fn rt_20_blank_arguments_are_shown_as_an_empty_object() {
    let watch = Hook { matches: "nobody".into(), ..Hook::default() };
    let shown = |arguments: &str| {
        let record = hooked(call("get_context_remaining", arguments), watch.clone());
        record.decisions.iter().find(|d| d.reason.id == "saw").map(|decision| {
            decision.facts.iter().map(|(_, fact)| fact.to_string()).collect::<Vec<_>>().join(" ")
        })
    };
    let with_tool = |arguments: &str| {
        let record = one(call("get_context_remaining", arguments), |script| {
            script.start.hooks = Arc::new([watch.clone()]);
            script
                .start
                .plan
                .features
                .set(freezeframe::planner::features::Feature::TokenBudget, true);
        });
        record.decisions.iter().find(|d| d.reason.id == "saw").map(|decision| {
            decision.facts.iter().map(|(_, fact)| fact.to_string()).collect::<Vec<_>>().join(" ")
        })
    };
    assert_eq!(shown("  "), None, "no such tool, no hook");
    assert_eq!(with_tool("  ").as_deref(), Some("get_context_remaining {}"));
    assert_eq!(with_tool("not json").as_deref(), Some(r#"get_context_remaining "not json""#));
}

#[test]
fn rt_21_the_agent_alias_belongs_to_spawn_agent_of_the_first_generation() {
    let block = |matches: &str| Hook {
        matches: matches.into(),
        block: Some("no".into()),
        ..Hook::default()
    };
    let v1 =
        |hook: Hook| hooked(call("multi_agent_v1.spawn_agent", r#"{"message":"x"}"#), hook).status;
    assert_eq!(v1(block("Agent")), CallStatus::Blocked);
    assert_eq!(v1(block("spawn_agent")), CallStatus::Blocked);
    let v2 = |hook: Hook| {
        one(call("collaboration.spawn_agent", r#"{"task_name":"t","message":"x"}"#), |script| {
            script.start.hooks = Arc::new([hook]);
            script
                .start
                .plan
                .features
                .set(freezeframe::planner::features::Feature::MultiAgentV2, true);
        })
        .status
    };
    assert_eq!(v2(block("Agent")), CallStatus::Ok);
    assert_eq!(v2(block("collaborationspawn_agent")), CallStatus::Blocked);
}

#[test]
fn rt_22_write_stdin_gives_hooks_nothing_before_the_call() {
    let hook = Hook { block: Some("no".into()), ..Hook::default() };
    let record = hooked(call("write_stdin", r#"{"session_id":1}"#), hook);
    assert_eq!(record.status, CallStatus::Ok);
}

#[test]
fn rt_24_outputs_stand_in_call_order_whatever_finishes_first() {
    let slow = |name: &str, latency| {
        let mut call = call("exec_command", &format!(r#"{{"cmd":"{name}"}}"#));
        call.latency_ms = Some(latency);
        call.result = ScriptedResult::Ok(name.into());
        call
    };
    let record = run(&script(vec![turn(), sample(vec![slow("A", 500), slow("B", 50)], vec![])]));
    let calls = &record.samples[0].calls;
    assert_eq!(
        (outcome(&calls[0]).as_str(), outcome(&calls[1]).as_str()),
        (r#"ok "A""#, r#"ok "B""#)
    );
    assert_eq!((calls[0].finished_ms, calls[1].finished_ms), (600, 150));
    assert_eq!((calls[0].started_ms, calls[1].started_ms), (Some(100), Some(100)));
}

#[test]
fn an_exclusive_call_waits_and_makes_others_wait() {
    let run_for = |name: &str, arguments: &str, latency| {
        let mut call = call(name, arguments);
        call.latency_ms = Some(latency);
        call
    };
    let record = run(&script(vec![
        turn(),
        sample(
            vec![
                run_for("exec_command", r#"{"cmd":"a"}"#, 300),
                run_for("update_plan", r#"{"plan":[]}"#, 100),
                run_for("exec_command", r#"{"cmd":"b"}"#, 50),
            ],
            vec![],
        ),
    ]));
    let times: Vec<_> =
        record.samples[0].calls.iter().map(|c| (c.started_ms, c.finished_ms)).collect();
    assert_eq!(times, [(Some(100), 400), (Some(400), 500), (Some(500), 550)]);
}

#[test]
fn an_incompatible_payload_is_fatal_and_records_nothing() {
    let record = one(custom("exec_command", "ls"), |_| {});
    assert_eq!((record.status, &*record.output, record.lifecycle), (CallStatus::Fatal, "", None));
}

#[test]
fn an_interrupted_call_says_how_long_it_ran() {
    let interrupted = |name: &str, arguments: &str, after| {
        let mut call = call(name, arguments);
        call.latency_ms = Some(60_000);
        call.cancelled_after_ms = Some(after);
        one(call, |_| {})
    };
    let shell = interrupted("exec_command", r#"{"cmd":"sleep 60"}"#, 2_340);
    assert_eq!(outcome(&shell), r#"aborted "Wall time: 2.3 seconds\naborted by user""#);
    let plan = interrupted("update_plan", r#"{"plan":[]}"#, 10);
    assert_eq!(outcome(&plan), r#"aborted "aborted by user after 0.1s""#);
}

#[test]
fn a_list_that_changes_between_preparation_and_call_rejects_the_call() {
    let mut asked = call("mcp__filesystem.read_file", "{}");
    asked.approval_ms = 400;
    let changed = Event::ListChanged {
        server: "filesystem".into(),
        tools: vec![tool("read_file")].into(),
        unnoticed: false,
    };
    let record = run(&Script {
        servers: filesystem(),
        ..script(vec![turn(), sample(vec![asked], vec![(300, changed)])])
    });
    assert_eq!(
        outcome(&record.samples[0].calls[0]),
        r#"failed "tool call rejected because the catalog changed after `filesystem/read_file` was prepared""#
    );
}

#[test]
fn bm_21_a_search_that_cannot_be_parsed_is_told_others_are_not() {
    let on = |script: &mut Script| script.start.plan.model.supports_search_tool = true;
    let record = one(search(r#"{"limit":2}"#), on);
    assert!(record.output.starts_with("failed to parse tool_search arguments: "));
    assert_eq!((&*record.id, record.lifecycle), ("", None));
    let record = one(search(r#"{"query":"  "}"#), on);
    assert!(record.output.contains(r#""tools":[]"#), "{}", record.output);
}

#[test]
fn dynamic_tools_are_exclusive_and_dispatch() {
    let record = one(call("lab.probe", "{}"), |script| {
        script.start.plan.dynamic_tools = Arc::new([dynamic(Some("lab"), "probe")]);
    });
    assert_eq!((record.parallel, outcome(&record)), (false, String::from(r#"ok "ok""#)));
}
