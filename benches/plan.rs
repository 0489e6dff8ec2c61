//! How fast a plan is made.
//!
//! Targets: a plan with 30 tools under 50 microseconds (20 000 plans a second on one core), and a
//! re-plan over an unchanged binding of 2 000 MCP tools under 5 % of the first plan. The second one
//! is printed as a ratio before the table, because both halves have to come from the same run.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use divan::Bencher;
use freezeframe::mcp::binding::{ListSource, McpBinding, McpTool, ServerListing, bind};
use freezeframe::mcp::cache::BindCache;
use freezeframe::planner::Planner;
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::{PlanInputs, ToolMode};
use serde_json::json;

fn main() {
    print_targets();
    divan::main();
}

fn tool(server: usize, number: usize) -> Arc<McpTool> {
    let schema = json!({
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Where to look."},
            "pattern": {"type": "string", "description": "What to look for."},
            "limit": {"type": "integer", "minimum": 1},
            "options": {"type": "object", "properties": {"deep": {"type": "boolean"}}},
        },
        "required": ["path"],
        "additionalProperties": false,
    });
    Arc::new(McpTool {
        name: format!("tool_{number:04}").into(),
        title: Some(format!("Tool {number}").into()),
        description: Some(
            format!("Looks through part {number} of source {server} and returns what it finds.")
                .into(),
        ),
        input_schema: Arc::new(schema),
        ..McpTool::default()
    })
}

fn listings(servers: usize, tools: usize) -> Vec<ServerListing> {
    (0..servers)
        .map(|server| ServerListing {
            server: format!("source-{server}").into(),
            terms: Arc::default(),
            tools: (0..tools).map(|number| tool(server, number)).collect(),
            source: ListSource::Live,
        })
        .collect()
}

fn bound(inputs: &PlanInputs, listings: &[ServerListing]) -> Arc<McpBinding> {
    Arc::new(bind(listings, &inputs.bind_rules(), &mut BindCache::default()))
}

/// The fixture with `servers` times `tools` MCP tools.
fn inputs(listings: &[ServerListing], search: bool) -> PlanInputs {
    let mut inputs = PlanInputs::fixture();
    inputs.model.supports_search_tool = search;
    inputs.binding = bound(&inputs, listings);
    inputs
}

/// How many settings a bench walks through: more than a planner remembers plans.
const WORLDS: usize = 16;

/// The same inputs in many settings, so that no plan is a remembered one. Each turns a switch that
/// changes one parameter list, and a number that one rule reads.
fn worlds(inputs: &PlanInputs) -> Vec<PlanInputs> {
    (0..WORLDS)
        .map(|world| {
            let mut other = inputs.clone();
            other.features.set(Feature::DefaultModeRequestUserInput, world % 2 == 0);
            other.config.agent_max_depth = 1 + world as u32;
            other
        })
        .collect()
}

/// Thirty tools: the thirteen of the fixture with a server, and seventeen MCP tools.
fn thirty(search: bool) -> Vec<PlanInputs> {
    worlds(&inputs(&listings(1, 17), search))
}

fn plan_all(bencher: Bencher, worlds: &[PlanInputs]) {
    let mut planner = Planner::new();
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = (turn + 1) % worlds.len();
        black_box(planner.plan(black_box(&worlds[turn])))
    });
}

#[divan::bench]
fn plan_30_tools_direct(bencher: Bencher) {
    plan_all(bencher, &thirty(false));
}

#[divan::bench]
fn plan_30_tools_deferred(bencher: Bencher) {
    plan_all(bencher, &thirty(true));
}

#[divan::bench]
fn plan_30_tools_code_mode(bencher: Bencher) {
    let mut worlds = thirty(true);
    for inputs in &mut worlds {
        inputs.features.set(Feature::CodeMode, true);
    }
    plan_all(bencher, &worlds);
}

/// Two equal turns in a row, as most samples of a session are.
#[divan::bench]
fn plan_30_tools_unchanged(bencher: Bencher) {
    let inputs = thirty(true).remove(0);
    let mut planner = Planner::new();
    bencher.bench_local(|| black_box(planner.plan(black_box(&inputs))));
}

#[divan::bench]
fn digest_30_tools(bencher: Bencher) {
    let worlds = thirty(true);
    let mut planner = Planner::new();
    let mut turn = 0;
    bencher
        .with_inputs(|| {
            turn = (turn + 1) % WORLDS;
            planner.plan(&worlds[turn]).plan.expect("plans")
        })
        .bench_local_values(|plan| plan.digest().clone());
}

#[divan::bench]
fn wire_json_30_tools(bencher: Bencher) {
    let worlds = thirty(false);
    let mut planner = Planner::new();
    let mut turn = 0;
    bencher
        .with_inputs(|| {
            turn = (turn + 1) % WORLDS;
            planner.plan(&worlds[turn]).plan.expect("plans")
        })
        .bench_local_values(|plan| plan.wire_json().len());
}

/// The list for cells of a plan whose declarations are known, as every sample after the first has it.
#[divan::bench]
fn cell_tools_2000_tools(bencher: Bencher) {
    let mut worlds = worlds(&inputs(&listings(20, 100), true));
    for inputs in &mut worlds {
        inputs.model.tool_mode = Some(ToolMode::CodeModeOnly);
    }
    let mut planner = Planner::new();
    let mut turn = 0;
    bencher
        .with_inputs(|| {
            turn = (turn + 1) % WORLDS;
            planner.plan(&worlds[turn]).plan.expect("plans")
        })
        .bench_local_values(|plan| plan.cell_tools().len());
}

#[divan::bench(args = [false, true], sample_count = 10)]
fn first_plan_2000_tools(bencher: Bencher, search: bool) {
    let listings = listings(20, 100);
    bencher.bench_local(|| first(&listings, search, ToolMode::Direct));
}

#[divan::bench(args = [false, true], sample_count = 50)]
fn re_plan_2000_tools(bencher: Bencher, search: bool) {
    plan_all(bencher, &worlds(&inputs(&listings(20, 100), search)));
}

fn first(listings: &[ServerListing], search: bool, mode: ToolMode) -> (Planner, PlanInputs) {
    let mut inputs = inputs(listings, search);
    inputs.model.tool_mode = Some(mode);
    let mut planner = Planner::new();
    black_box(planner.plan(&inputs).plan.expect("plans"));
    (planner, inputs)
}

/// The ratio of a re-plan to the first plan, and the plans a second with 30 tools.
fn print_targets() {
    for search in [false, true] {
        let thirty = thirty(search);
        let mut planner = Planner::new();
        let rounds = 20_000;
        let start = Instant::now();
        for round in 0..rounds {
            black_box(planner.plan(&thirty[round % WORLDS]));
        }
        let each = start.elapsed() / rounds as u32;
        let rate = 1.0 / each.as_secs_f64();
        println!("30 tools, search {search}: {each:?} a plan, {rate:.0} plans/s (target 20 000)");

        for mode in [ToolMode::Direct, ToolMode::CodeMode, ToolMode::CodeModeOnly] {
            print_ratio(search, mode);
        }
    }
}

fn print_ratio(search: bool, mode: ToolMode) {
    let listings = listings(20, 100);
    let start = Instant::now();
    let (mut planner, one) = first(&listings, search, mode);
    let first = start.elapsed();
    let worlds = worlds(&one);
    let best = (0..2 * WORLDS).map(|round| {
        let start = Instant::now();
        black_box(planner.plan(&worlds[round % WORLDS]));
        start.elapsed()
    });
    let again = median(best.collect());
    let ratio = 100.0 * again.as_secs_f64() / first.as_secs_f64();
    println!(
        "2000 tools, {}, search {search}: first {first:?}, again {again:?}, {ratio:.2} % (target 5)",
        mode.label()
    );
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
