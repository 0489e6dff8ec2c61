//! Cases of cells that play random scripts, watched by random callers.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::{Ask, CallScript, CellCase, Step, ToolScript};
use crate::code_mode::answer::Observe;
use crate::code_mode::service::ServiceOptions;

/// Most steps of a case.
const MAX_STEPS: usize = 14;
/// Tools of every case.
const TOOLS: u32 = 3;

/// A line of a script.
#[derive(Clone, Debug)]
enum Line {
    Text,
    Call(u32, bool),
    Notify,
    Yield,
    Store(&'static str),
    Load(&'static str),
    Timer(u64),
    Clear(u32),
    Exit,
    Oops,
}

/// A case in which every item and every stored value is a text of its own.
pub fn cells() -> BoxedStrategy<CellCase> {
    let cap = option::weighted(0.2, select(&[0, 40, 10_500][..]));
    let failing = option::weighted(0.1, 1_u32..4);
    let options = (cap, failing).prop_map(|(cap, failing)| ServiceOptions {
        max_yield_time_ms: cap,
        failing_starts: failing.into_iter().collect(),
        ..ServiceOptions::default()
    });
    let wait = || select(&[0, 0, 1, 10, 50, 200][..]);
    let rest = vec((wait(), ask()), 0..MAX_STEPS);
    let end = option::of((wait(), vec((wait(), ask()), 0..2)));
    let steps = (exec(), rest, end).prop_map(|(first, mut steps, end)| {
        steps.insert(0, (0, first));
        if let Some((wait, late)) = end {
            steps.push((wait, Draft::Shutdown));
            steps.extend(late);
        }
        steps
    });
    (vec(tool(), TOOLS as usize), select(&[0, 0, 20, 300][..]), options, steps)
        .prop_map(|(tools, notify_ms, options, steps)| {
            let named = (0..)
                .zip(tools)
                .map(|(number, tool)| ToolScript { name: format!("t{number}"), ..tool });
            let steps = numbered(steps);
            CellCase { tools: named.collect(), notify_ms, options, steps }
        })
        .boxed()
}

/// A step before its number is known.
#[derive(Clone, Debug)]
enum Draft {
    Exec(Vec<(Vec<Line>, String)>, Observe),
    Wait(&'static str, Observe),
    /// A wait whose caller vanishes at once.
    Abandoned(&'static str, Observe),
    Terminate(&'static str),
    /// So many steps back.
    GiveUp(usize),
    LoseHost,
    Shutdown,
}

fn ask() -> BoxedStrategy<Draft> {
    let cell = || select(&["1", "1", "1", "1", "2", "2", "3", "g2:1"][..]);
    prop_oneof![
        4 => exec(),
        8 => (cell(), mode()).prop_map(|(cell, mode)| Draft::Wait(cell, mode)),
        2 => (cell(), mode()).prop_map(|(cell, mode)| Draft::Abandoned(cell, mode)),
        2 => cell().prop_map(Draft::Terminate),
        4 => select(&[1, 1, 1, 2, 3, 5][..]).prop_map(Draft::GiveUp),
        1 => Just(Draft::LoseHost),
    ]
    .boxed()
}

fn exec() -> BoxedStrategy<Draft> {
    let turn = (vec(line(), 0..5), state());
    (vec(turn, 0..6), mode()).prop_map(|(turns, mode)| Draft::Exec(turns, mode)).boxed()
}

/// The steps with their times, after the time each waits for the one before.
fn numbered(drafts: Vec<(u64, Draft)>) -> Vec<Step> {
    let mut at_ms = 0;
    let mut steps: Vec<Step> = Vec::new();
    for (wait, draft) in drafts {
        at_ms += wait;
        let number = steps.len();
        let mut push = |ask| steps.push(Step { at_ms, session: "A".into(), ask });
        match draft {
            Draft::Exec(turns, mode) => push(Ask::Exec { source: source(number, &turns), mode }),
            Draft::Wait(cell, mode) => push(Ask::Wait { cell: cell.to_string(), mode }),
            Draft::Abandoned(cell, mode) => {
                push(Ask::Wait { cell: cell.to_string(), mode });
                push(Ask::GiveUp { step: number });
            }
            Draft::Terminate(cell) => push(Ask::Terminate { cell: cell.to_string() }),
            Draft::GiveUp(back) => push(Ask::GiveUp { step: number.saturating_sub(back) }),
            Draft::LoseHost => push(Ask::LoseHost),
            Draft::Shutdown => push(Ask::Shutdown),
        }
    }
    steps
}

/// The script as the played engine reads it.
fn source(step: usize, turns: &[(Vec<Line>, String)]) -> String {
    let mut lines = Vec::new();
    for (turn, (body, state)) in turns.iter().enumerate() {
        for (place, line) in body.iter().enumerate() {
            let own = format!("{step}.{turn}.{place}");
            lines.push(match line {
                Line::Text => format!("text {own}"),
                Line::Call(tool, true) => format!("call {tool} {{\"n\":\"{own}\"}}"),
                Line::Call(tool, false) => format!("call {tool}"),
                Line::Notify => format!("notify {own}"),
                Line::Yield => "yield".to_owned(),
                Line::Store(key) => format!("store {key} \"{own}\""),
                Line::Load(key) => format!("load {key}"),
                Line::Timer(ms) => format!("timer {ms}"),
                Line::Clear(id) => format!("clear {id}"),
                Line::Exit => "exit".to_owned(),
                Line::Oops => format!("oops {own}"),
            });
        }
        lines.push(format!("-- {state}"));
    }
    lines.join("\n")
}

fn line() -> BoxedStrategy<Line> {
    prop_oneof![
        6 => Just(Line::Text),
        5 => (0..TOOLS, any::<bool>()).prop_map(|(tool, input)| Line::Call(tool, input)),
        2 => Just(Line::Notify),
        3 => Just(Line::Yield),
        3 => select(&["a", "b"][..]).prop_map(Line::Store),
        1 => select(&["a", "b"][..]).prop_map(Line::Load),
        4 => select(&[0, 1, 10, 100][..]).prop_map(Line::Timer),
        1 => (1..4u32).prop_map(Line::Clear),
        1 => Just(Line::Exit),
        1 => Just(Line::Oops),
    ]
    .boxed()
}

fn state() -> BoxedStrategy<String> {
    let stopped = ["steps", "time", "turns", "heap", "stack", "output", "effects"];
    prop_oneof![
        12 => Just("pending".to_owned()),
        3 => Just("done".to_owned()),
        2 => Just("fail it broke".to_owned()),
        1 => Just("died".to_owned()),
        1 => select(stopped.to_vec()).prop_map(|limit| format!("stopped {limit}")),
    ]
    .boxed()
}

fn mode() -> BoxedStrategy<Observe> {
    prop_oneof![
        3 => select(&[0, 10, 50, 300, 9_999, 10_000][..])
            .prop_map(|requested_ms| Observe::Yield { requested_ms }),
        1 => Just(Observe::Frontier),
    ]
    .boxed()
}

fn tool() -> BoxedStrategy<ToolScript> {
    let ms = || select(&[0, 1, 10, 50, 100, 400][..]);
    let call = prop_oneof![
        3 => ms().prop_map(|ms| CallScript::Ok(ms, json!({ "ok": ms }))),
        1 => ms().prop_map(|ms| CallScript::Err(ms, "tool exploded".into())),
        1 => ms().prop_map(CallScript::Echo),
        1 => Just(CallScript::Hang),
    ];
    (vec(call, 1..3), select(&[0, 0, 0, 10, 200][..]))
        .prop_map(|(calls, cancel_ms)| ToolScript { name: String::new(), calls, cancel_ms })
        .boxed()
}
