//! Replay speed: ten thousand steps, seeking, and a search over two thousand tools.
//!
//! Targets (medians, release): 10 000 steps with 30 tools under 1 s; a seek under 16 ms; a search
//! over 2 000 tools under 1 ms once the index is built.

use std::sync::Arc;

use divan::{Bencher, black_box};
use freezeframe::lang::Caption;
use freezeframe::mcp::binding::{McpTool, ServerTerms};
use freezeframe::planner::features::Feature;
use freezeframe::search::{SearchIndex, SearchInfo};
use freezeframe::session::run;
use freezeframe::session::script::*;
use freezeframe::session::script_cells::CellScripts;
use freezeframe::trace::{Head, Trace};
use serde_json::json;

fn main() {
    divan::main();
}

const STEPS: usize = 10_000;

fn tool(server: usize, number: usize) -> Arc<McpTool> {
    Arc::new(McpTool {
        name: format!("tool_{number}").into(),
        description: Some(format!("Does thing {number} of group {server} to a file.").into()),
        input_schema: Arc::new(json!({
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Where to look."},
                "limit": {"type": "integer", "description": "How many."},
            },
            "required": ["path"],
        })),
        ..McpTool::default()
    })
}

fn server(number: usize, tools: usize) -> Arc<ServerConfig> {
    Arc::new(ServerConfig {
        name: format!("server_{number}").into(),
        terms: Arc::new(ServerTerms::default()),
        tools: (0..tools).map(|tool_number| tool(number, tool_number)).collect(),
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
    })
}

fn call() -> CallScript {
    CallScript {
        at_ms: 10,
        item: ResponseItem::Function {
            namespace: None,
            name: "exec_command".into(),
            arguments: r#"{"cmd":"ls"}"#.into(),
        },
        latency_ms: None,
        approval_ms: 0,
        result: ScriptedResult::Default,
        cancelled_after_ms: None,
    }
}

/// Thirty tools: eleven built-in ones and nineteen of two servers.
fn script(every_step: impl Fn(usize) -> Option<Event>) -> Script {
    let mut beats = Vec::with_capacity(STEPS * 2);
    for step in 0..STEPS {
        if step % 4 == 0 {
            beats.push(Beat::Turn(Caption::default()));
        }
        beats.extend(every_step(step).map(Beat::Event));
        beats.push(Beat::Sample(SampleScript {
            lasts_ms: 100,
            calls: vec![call()],
            ..SampleScript::default()
        }));
    }
    Script {
        policy: FreezePolicy::Step,
        start: Settings::default(),
        servers: vec![server(1, 10), server(2, 9)],
        grace_ms: DEFAULT_GRACE_MS,
        beats,
        events: Vec::new(),
        cells: CellScripts::default(),
    }
}

/// Nothing changes: every step has the same plan.
#[divan::bench(sample_count = 5)]
fn ten_thousand_quiet_steps(bencher: Bencher) {
    let script = script(|_| None);
    bencher.bench(|| Trace::new(Head::default(), run(black_box(&script))).hash);
}

/// A step-level change before every step that no step had before: every step is planned afresh.
#[divan::bench(sample_count = 5)]
fn ten_thousand_restless_steps(bencher: Bencher) {
    let script = script(|step| {
        Some(Event::Set(vec![Setting {
            key: "Suggestions".into(),
            value: "another candidate".into(),
            level: Level::Step,
            apply: Arc::new(move |settings| {
                let candidate = format!("plugin-{step}").into();
                settings.plan.suggestions.candidates = Some([candidate].into());
            }),
        }]))
    });
    bencher.bench(|| Trace::new(Head::default(), run(black_box(&script))).hash);
}

/// A turn-level change before every turn.
#[divan::bench(sample_count = 5)]
fn ten_thousand_steps_with_a_flip_a_turn(bencher: Bencher) {
    let script = script(|step| {
        (step % 4 == 3).then(|| {
            Event::Set(vec![Setting {
                key: "Feature token_budget".into(),
                value: "flipped".into(),
                level: Level::Turn,
                apply: Arc::new(move |settings| {
                    settings.plan.features.set(Feature::TokenBudget, step % 8 == 3);
                }),
            }])
        })
    });
    bencher.bench(|| Trace::new(Head::default(), run(black_box(&script))).hash);
}

/// Seeking is an index: the text of one step out of ten thousand.
#[divan::bench]
fn seek_in_ten_thousand_steps(bencher: Bencher) {
    let trace = Trace::new(Head::default(), run(&script(|_| None)));
    let mut step = 1;
    bencher.bench_local(move || {
        step = (step * 7_919) % STEPS as u32 + 1;
        freezeframe::trace::text::step(black_box(&trace), step)
    });
}

fn index(documents: usize) -> SearchIndex {
    let infos = (0..documents)
        .map(|number| {
            let text = format!(
                "mcp__server_{}tool_{number} tool_{number} Reads file number {number} from disk and \
                 returns its contents, part {} of group {} path limit encoding",
                number % 10,
                number % 7,
                number % 13
            );
            Arc::new(SearchInfo {
                text: text.into(),
                output: Arc::new(freezeframe::tool::NamespaceSpec {
                    name: "functions".into(),
                    description: "".into(),
                    tools: Vec::new(),
                }),
                source: None,
            })
        })
        .collect();
    SearchIndex::build(infos)
}

/// A query that every one of two thousand documents answers.
#[divan::bench]
fn search_two_thousand_tools(bencher: Bencher) {
    let index = index(2_000);
    bencher.bench_local(move || index.search(black_box("read a file from disk by path"), 8));
}
