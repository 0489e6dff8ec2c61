//! Builders for scripts, and the one helper that replays them and shows what came out.

use std::sync::Arc;

use freezeframe::lang::Caption;
use freezeframe::mcp::binding::{McpTool, ServerTerms};
use freezeframe::planner::ledger::Standing;
use freezeframe::session::record::{CallRecord, Record, SampleRecord};
use freezeframe::session::run;
use freezeframe::session::script::*;
use freezeframe::session::script_cells::CellScripts;
use serde_json::json;

/// A script over the fixture.
pub fn script(beats: Vec<Beat>) -> Script {
    Script {
        policy: FreezePolicy::Step,
        start: Settings::default(),
        servers: Vec::new(),
        grace_ms: DEFAULT_GRACE_MS,
        beats,
        events: Vec::new(),
        cells: CellScripts::default(),
    }
}

pub fn tool(name: &str) -> Arc<McpTool> {
    Arc::new(McpTool {
        name: name.into(),
        input_schema: Arc::new(json!({"type": "object"})),
        ..McpTool::default()
    })
}

pub fn server(name: &str, tools: &[&str]) -> ServerConfig {
    ServerConfig {
        name: name.into(),
        terms: Arc::new(ServerTerms::default()),
        tools: tools.iter().map(|name| tool(name)).collect(),
        enabled: true,
        start: StartUp::Ready,
        required: false,
        postponed: false,
        cached: false,
        startup_timeout_ms: 30_000,
        tool_timeout_ms: 300_000,
        latency_ms: 20,
        page_size: None,
        page_cap: None,
    }
}

pub fn filesystem() -> Vec<Arc<ServerConfig>> {
    vec![Arc::new(server("filesystem", &["read_file", "write_file"]))]
}

pub fn turn() -> Beat {
    Beat::Turn(Caption::default())
}

pub fn quiet() -> Beat {
    Beat::Sample(SampleScript { lasts_ms: 1_000, ..SampleScript::default() })
}

pub fn sample(calls: Vec<CallScript>, during: Vec<(u64, Event)>) -> Beat {
    Beat::Sample(SampleScript { lasts_ms: 1_000, calls, during, ..SampleScript::default() })
}

pub fn item(item: ResponseItem) -> CallScript {
    CallScript {
        at_ms: 100,
        item,
        latency_ms: None,
        approval_ms: 0,
        result: ScriptedResult::Default,
        cancelled_after_ms: None,
    }
}

/// A function call, `namespace.name` or plain.
pub fn call(name: &str, arguments: &str) -> CallScript {
    let (namespace, name) = split(name);
    item(ResponseItem::Function { namespace, name, arguments: arguments.into() })
}

pub fn custom(name: &str, input: &str) -> CallScript {
    let (namespace, name) = split(name);
    item(ResponseItem::Custom { namespace, name, input: input.into() })
}

pub fn search(arguments: &str) -> CallScript {
    item(ResponseItem::ToolSearch {
        arguments: arguments.into(),
        execution: "client".into(),
        has_call_id: true,
    })
}

fn split(name: &str) -> (Option<Arc<str>>, Arc<str>) {
    match name.rsplit_once('.') {
        Some((namespace, name)) => (Some(namespace.into()), name.into()),
        None => (None, name.into()),
    }
}

/// A setting of the start state or of an event.
pub fn setting(
    key: &str,
    level: Level,
    apply: impl Fn(&mut Settings) + Send + Sync + 'static,
) -> Setting {
    Setting { key: key.into(), value: "changed".into(), level, apply: Arc::new(apply) }
}

/// Names of one standing in one sample, as one text.
pub fn names(sample: &SampleRecord, standing: Standing) -> String {
    let Ok(plan) = &sample.plan else { return String::from("(no plan)") };
    let names: Vec<String> = match standing {
        Standing::Visible => plan.visible_names().map(|name| name.dotted()).collect(),
        other => plan.standing(other).map(|candidate| candidate.name.dotted()).collect(),
    };
    names.join(" ")
}

/// Replays a script and shows, for every sample, its MCP names and the outcome of its calls.
pub fn check(script: &Script, expected: &str) {
    let record = run(script);
    let shown: Vec<String> = record.samples.iter().map(show).collect();
    assert_eq!(shown.join("\n"), expected.trim(), "\nevents: {:#?}", record.events);
}

fn show(sample: &SampleRecord) -> String {
    let mcp = |standing| {
        let all = names(sample, standing);
        let mcp: Vec<&str> = all.split(' ').filter(|name| name.contains("mcp__")).collect();
        mcp.join(" ")
    };
    let mut parts = vec![format!("{}:", sample.step)];
    if let Err(failure) = &sample.plan {
        parts.push(format!("failed {failure}"));
    }
    let (visible, deferred) = (mcp(Standing::Visible), mcp(Standing::Deferred));
    if !visible.is_empty() {
        parts.push(format!("[{visible}]"));
    }
    if !deferred.is_empty() {
        parts.push(format!("deferred [{deferred}]"));
    }
    parts.extend(sample.calls.iter().map(outcome));
    parts.join(" ")
}

/// `status "output"` of a call.
pub fn outcome(call: &CallRecord) -> String {
    format!("{} {:?}", call.status.label(), call.output)
}

/// The calls of the only sample of a script over the fixture.
pub fn calls(script: &Script) -> Vec<CallRecord> {
    let record: Record = run(script);
    record.samples.into_iter().flat_map(|sample| sample.calls).collect()
}
