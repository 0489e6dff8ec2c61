//! Scenarios with cells in them: sources for the [played engine](super::lifecycle::played::Played),
//! waits, handlers, and a world that changes beside them.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::lifecycle::played::Played;
use super::scenarios::lowered;
use crate::code_mode::engine::CellEngine;
use crate::planner::features::Feature;
use crate::scenario::ScenarioFile;
use crate::scenario::cells::{AnswerFile, AnswerResultFile, CellOptionsFile, HandlerFile};
use crate::scenario::file::*;
use crate::scenario::server::{ServerFile, ToolFile};
use crate::scenario::setting::{ExtensionFile, SettingFile};
use crate::session::record::Record;
use crate::session::run_with;

/// Tools whose answers are scripted: an exclusive and a parallel extension, and one of a server.
const TOOLS: [&str; 3] = ["serial", "together", "mcp__fs.read"];

/// A scenario of a few turns in which cells run, yield and are gone back to.
pub fn room() -> BoxedStrategy<ScenarioFile> {
    let policy = prop_oneof![
        6 => Just(FreezePolicy::Step),
        1 => Just(FreezePolicy::Turn),
        1 => Just(FreezePolicy::Call),
    ];
    let handlers = (answers(), answers(), answers(), vec(select(&[0, 0, 5, 60][..]), 3));
    let options = (
        option::weighted(0.2, select(&[0, 40][..])),
        select(&[0, 0, 15, 80][..]),
        option::weighted(0.2, 1_u32..4),
    );
    (policy, handlers, options, any::<bool>(), exec(), vec(beat(), 1..9))
        .prop_map(|(policy, (a, b, c, delays), (cap, notify, failing), interrupt, first, beats)| {
            let handlers = TOOLS.iter().zip([a, b, c]).zip(delays);
            let handlers = handlers.map(|((tool, answers), cancel_delay_ms)| HandlerFile {
                tool: (*tool).to_owned(),
                answers,
                cancel_delay_ms,
            });
            let mut script = vec![
                BeatFile::Turn(TurnFile::default()),
                BeatFile::Sample(sample(vec![(0, first)], 20)),
            ];
            script.extend(beats);
            ScenarioFile {
                policy,
                start: StartFile {
                    set: settings(interrupt),
                    servers: vec![server()],
                    handlers: handlers.collect(),
                    cells: CellOptionsFile {
                        max_yield_time_ms: cap,
                        notify_latency_ms: notify,
                        failing_starts: failing.into_iter().collect(),
                        ..CellOptionsFile::default()
                    },
                    ..StartFile::default()
                },
                script,
                ..ScenarioFile::default()
            }
        })
        .boxed()
}

/// Runs such a scenario.
///
/// # Errors
/// See [`lowered`].
pub fn roomed(file: &ScenarioFile) -> Result<Record, TestCaseError> {
    let engine: Arc<dyn CellEngine> = Arc::new(Played);
    Ok(run_with(&lowered(file)?, &engine))
}

fn settings(interrupt: bool) -> Vec<SettingFile> {
    let extension = |name: &str, parallel| ExtensionFile {
        name: name.to_owned(),
        parallel,
        ..ExtensionFile::default()
    };
    vec![
        SettingFile::Feature(Feature::CodeMode, true),
        SettingFile::Feature(Feature::CodeModeInterrupt, interrupt),
        SettingFile::Feature(Feature::MultiAgent, false),
        SettingFile::Extensions(vec![extension("serial", false), extension("together", true)]),
    ]
}

fn server() -> ServerFile {
    let tool = |name: &str| ToolFile { name: name.to_owned(), ..ToolFile::default() };
    ServerFile {
        name: "fs".to_owned(),
        tools: vec![tool("read"), tool("stat")],
        ..ServerFile::default()
    }
}

fn answers() -> BoxedStrategy<Vec<AnswerFile>> {
    let result = prop_oneof![
        4 => Just(AnswerResultFile::Json("[1]".to_owned())),
        1 => Just(AnswerResultFile::Default),
        1 => Just(AnswerResultFile::Unsuccessful("no".to_owned())),
        1 => Just(AnswerResultFile::Error("no".to_owned())),
        1 => Just(AnswerResultFile::Fatal("gone".to_owned())),
        1 => Just(AnswerResultFile::Echo),
        1 => Just(AnswerResultFile::Hang),
    ];
    let latency = option::weighted(0.9, select(&[0, 1, 10, 10, 45, 200][..]));
    let answer = (latency, result).prop_map(|(latency_ms, result)| AnswerFile {
        latency_ms,
        approval_ms: 0,
        result,
    });
    vec(answer, 1..4).boxed()
}

fn beat() -> BoxedStrategy<BeatFile> {
    let calls = vec((select(&[0, 0, 3, 12][..]), call()), 0..4);
    prop_oneof![
        6 => (calls, select(&[10, 20, 150][..]))
            .prop_map(|(calls, lasts_ms)| BeatFile::Sample(sample(calls, lasts_ms))),
        3 => select(&[0, 1, 10, 45, 300][..]).prop_map(BeatFile::Wait),
        1 => Just(BeatFile::Turn(TurnFile::default())),
        2 => event().prop_map(BeatFile::Event),
    ]
    .boxed()
}

fn sample(calls: Vec<(u64, CallFile)>, lasts_ms: u64) -> SampleFile {
    let calls = calls.into_iter().map(|(at_ms, call)| CallFile { at_ms, ..call }).collect();
    SampleFile { lasts_ms, calls, ..SampleFile::default() }
}

fn event() -> BoxedStrategy<EventFile> {
    prop_oneof![
        Just(EventFile::Disconnected("fs".to_owned())),
        Just(EventFile::Reconnected("fs".to_owned())),
        Just(EventFile::ServerRemoved("fs".to_owned())),
        Just(EventFile::CodeModeHostLost),
        Just(EventFile::ServerConfigured(server())),
        any::<bool>().prop_map(|on| EventFile::Set(vec![SettingFile::UpdatePlan(on)])),
        any::<bool>()
            .prop_map(|on| EventFile::Set(vec![SettingFile::Feature(Feature::CodeMode, on)])),
        any::<bool>().prop_map(|on| {
            let list = if on { settings(false).pop() } else { None };
            EventFile::Set(vec![list.unwrap_or(SettingFile::Extensions(Vec::new()))])
        }),
    ]
    .boxed()
}

fn call() -> BoxedStrategy<CallFile> {
    let cell = || select(&["1", "1", "2", "3", "9", "x", "g2:1"][..]);
    let yields = option::weighted(0.8, select(&[0, 10, 45, 400][..]));
    let wait = (cell(), yields, prop::bool::weighted(0.2)).prop_map(|(cell, yields, terminate)| {
        let yields = yields.map_or(String::new(), |ms| format!(",\"yield_time_ms\":{ms}"));
        let arguments = format!("{{\"cell_id\":\"{cell}\"{yields},\"terminate\":{terminate}}}");
        CallFile {
            call: CallKindFile::Function { name: "wait".to_owned(), arguments },
            ..CallFile::default()
        }
    });
    let direct = select(&TOOLS[..]).prop_map(|tool| CallFile {
        call: CallKindFile::Function { name: tool.to_owned(), arguments: "{}".to_owned() },
        ..CallFile::default()
    });
    let any_call = prop_oneof![3 => exec(), 5 => wait, 1 => direct];
    (any_call, option::weighted(0.1, select(&[0, 5, 30][..])))
        .prop_map(|(call, cancelled_after_ms)| CallFile { cancelled_after_ms, ..call })
        .boxed()
}

fn exec() -> BoxedStrategy<CallFile> {
    let turn = (vec(line(), 0..6), state());
    let yields = option::weighted(0.9, select(&[0, 10, 45, 400][..]));
    (yields, vec(turn, 0..6))
        .prop_map(|(yields, turns)| {
            let pragma = yields
                .map_or(String::new(), |ms| format!("// @exec: {{\"yield_time_ms\": {ms}}}\n"));
            let mut input = pragma;
            for (number, (lines, state)) in turns.iter().enumerate() {
                for line in lines {
                    input.push_str(&line.replace('#', &number.to_string()));
                    input.push('\n');
                }
                input.push_str(&format!("-- {state}\n"));
            }
            // A source is never blank.
            input.push_str("-- pending");
            CallFile {
                call: CallKindFile::Custom { name: "exec".to_owned(), input },
                ..CallFile::default()
            }
        })
        .boxed()
}

fn line() -> BoxedStrategy<String> {
    prop_oneof![
        3 => Just("text at #".to_owned()),
        6 => (0u32..10).prop_map(|tool| format!("call {tool} {{\"n\":\"#\"}}")),
        1 => (0u32..10).prop_map(|tool| format!("call {tool} \"text\"")),
        2 => Just("notify at #".to_owned()),
        1 => Just("yield".to_owned()),
        1 => Just("store k \"#\"".to_owned()),
        2 => select(&[0, 10, 45, 120][..]).prop_map(|ms| format!("timer {ms}")),
    ]
    .boxed()
}

fn state() -> BoxedStrategy<String> {
    prop_oneof![
        8 => Just("pending".to_owned()),
        2 => Just("done".to_owned()),
        1 => Just("fail why".to_owned()),
        1 => Just("died".to_owned()),
    ]
    .boxed()
}
