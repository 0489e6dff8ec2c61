//! Code Mode without an engine: texts of calls, items and budgets, processes and the calls on them.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::cases::one_sample;
use super::names;
use super::runner::Case;
use crate::code_mode::budget::Budget;
use crate::code_mode::engine::protocol::{ImageDetail, Item};
use crate::code_mode::unified_exec::script::Behaviour;
use crate::code_mode::unified_exec::{
    Answer, CommandMatch, ExecCommandArgs, Exit, Print, ProcessScript, ShellCall, WriteStdinArgs,
};
use crate::planner::features::Feature;
use crate::scenario::ScenarioFile;
use crate::scenario::cells::{BehaviourFile, ChunkFile, ExitFile, ProcessFile, StdinFile};
use crate::scenario::file::{BeatFile, CallFile, CallKindFile, SampleFile};
use crate::scenario::setting::SettingFile;

/// A scenario in which the model makes these calls.
fn calling(calls: Vec<CallFile>) -> ScenarioFile {
    let mut file = one_sample(Vec::new(), vec![SettingFile::Feature(Feature::CodeMode, true)]);
    if let Some(BeatFile::Sample(sample)) = file.script.last_mut() {
        *sample = SampleFile { calls, ..SampleFile::default() };
    }
    file
}

fn exec(input: String) -> CallFile {
    let call = CallKindFile::Custom { name: "exec".to_owned(), input };
    CallFile { call, ..CallFile::default() }
}

/// The raw text of an `exec` call.
#[derive(Clone, Debug)]
pub struct ExecText(pub String);

impl Case for ExecText {
    fn scenario(&self) -> ScenarioFile {
        calling(vec![exec(self.0.clone())])
    }
}

/// Pieces of pragmas in any order, so that many texts nearly are one.
pub fn exec_text() -> BoxedStrategy<ExecText> {
    const PIECES: [&str; 24] = [
        "// @exec:",
        "{",
        "}",
        "\n",
        "\"yield_time_ms\"",
        "\"max_output_tokens\"",
        ":",
        ",",
        " ",
        "10",
        "9007199254740992",
        "-1",
        "1.5",
        "null",
        "\"x\"",
        "\r\n",
        "text(1)",
        "\t",
        "// ",
        "\u{2028}",
        "é",
        "[",
        "18446744073709551616",
        "-0",
    ];
    let soup = vec(select(&PIECES[..]), 0..12).prop_map(|pieces| pieces.concat());
    let number = || select(&["0", "7", "null", "1e3", "-5", "9007199254740991", "true"][..]);
    let key = || select(&["yield_time_ms", "max_output_tokens", "timeout"][..]);
    let member = (key(), number()).prop_map(|(key, value)| format!("\"{key}\": {value}"));
    let code = prop_oneof![names::prose(), Just("text(1);\ntext(2);\n".to_owned())];
    let pragma = (vec(member, 0..4), select(&["", " ", "\t\u{a0}"][..]), code).prop_map(
        |(members, indent, code)| format!("{indent}// @exec: {{{}}}\n{code}", members.join(", ")),
    );
    prop_oneof![soup, pragma].prop_map(ExecText).boxed()
}

/// Items of an answer and what they may cost.
#[derive(Clone, Debug)]
pub struct BudgetCase {
    /// The items.
    pub items: Vec<Item>,
    /// The budget.
    pub budget: Budget,
}

impl Case for BudgetCase {
    fn scenario(&self) -> ScenarioFile {
        let tokens = self.budget.bytes() / 4;
        let mut source = format!("// @exec: {{\"max_output_tokens\": {tokens}}}\n");
        for item in &self.items {
            let (helper, value) = match item {
                Item::Text { text } => ("text", text),
                Item::Image { url, .. } => ("image", url),
                Item::Audio { url } => ("audio", url),
            };
            let value = Value::from(value.as_str());
            source.push_str(&format!("{helper}({value});\n"));
        }
        calling(vec![exec(source)])
    }
}

/// Texts of characters of all widths, sometimes media among them, and a small budget.
pub fn budget_case() -> BoxedStrategy<BudgetCase> {
    let text = || {
        let letter = select(&['a', '\n', 'é', '한', '😀', '…'][..]);
        vec(letter, 0..40).prop_map(|letters| Item::Text { text: letters.into_iter().collect() })
    };
    let image = Just(Item::Image { url: "data:,i".to_owned(), detail: ImageDetail::High });
    let sound = (0..40_usize)
        .prop_map(|length| Item::Audio { url: format!("data:,{}", "s".repeat(length)) });
    let texts = vec(text(), 0..5);
    let mixed = vec(prop_oneof![3 => text(), 1 => image, 1 => sound], 0..8);
    let budget =
        prop_oneof![(0..60_u64).prop_map(Budget::Tokens), (0..200_u64).prop_map(Budget::Bytes),];
    (prop_oneof![texts, mixed], budget)
        .prop_map(|(items, budget)| BudgetCase { items, budget })
        .boxed()
}

/// Processes, and calls at given times.
#[derive(Clone, Debug)]
pub struct ShellCase {
    /// What commands do.
    pub scripts: Vec<ProcessScript>,
    /// When each call is made, in ms, and whether its caller vanishes, after how many ms.
    pub calls: Vec<(u64, ShellCall, Option<u64>)>,
}

impl Case for ShellCase {
    fn scenario(&self) -> ScenarioFile {
        let call = |(at_ms, call, vanishes): &(u64, ShellCall, Option<u64>)| {
            let (name, arguments) = match call {
                ShellCall::Exec(args) => ("exec_command", exec_arguments(args)),
                ShellCall::Write(args) => ("write_stdin", write_arguments(args)),
            };
            let (name, arguments) = (name.to_owned(), arguments.to_string());
            CallFile {
                at_ms: *at_ms,
                call: CallKindFile::Function { name, arguments },
                cancelled_after_ms: *vanishes,
                ..CallFile::default()
            }
        };
        let mut file = calling(self.calls.iter().map(call).collect());
        file.start.processes = self.scripts.iter().map(process_file).collect();
        file
    }
}

fn exec_arguments(args: &ExecCommandArgs) -> Value {
    json!({"cmd": args.cmd, "tty": args.tty, "yield_time_ms": args.yield_time_ms})
}

fn write_arguments(args: &WriteStdinArgs) -> Value {
    let (id, chars) = (args.session_id, args.chars.as_str());
    json!({"session_id": id, "chars": chars, "yield_time_ms": args.yield_time_ms})
}

fn process_file(script: &ProcessScript) -> ProcessFile {
    let (cmd, begins_with) = match &script.command {
        CommandMatch::Exact(cmd) => (cmd, false),
        CommandMatch::Prefix(start) => (start, true),
    };
    let BehaviourFile { output, exit } = behaviour_file(&script.run);
    let stdin = script.answers.iter().map(|answer| {
        let BehaviourFile { output, exit } = behaviour_file(&answer.then);
        let chars = answer.input.as_deref().unwrap_or_default().to_owned();
        StdinFile { chars, output, exit }
    });
    ProcessFile {
        cmd: cmd.to_string(),
        begins_with,
        output,
        exit,
        echo: script.echo,
        stdin: stdin.collect(),
        interrupt: script.interrupt.as_ref().map(behaviour_file),
        fails: script.fails.as_deref().map(str::to_owned),
    }
}

fn behaviour_file(behaviour: &Behaviour) -> BehaviourFile {
    let chunk = |print: &Print| ChunkFile { at_ms: print.after_ms, text: print.text.to_string() };
    BehaviourFile {
        output: behaviour.prints.iter().map(chunk).collect(),
        exit: behaviour.exit.map(|exit| ExitFile { at_ms: exit.after_ms, code: exit.code }),
    }
}

const COMMANDS: [&str; 3] = ["a", "b", "ab"];

/// Few commands and sessions, so that calls meet; times that fall together often.
pub fn shell_case() -> BoxedStrategy<ShellCase> {
    (vec(script(), 0..4), vec(call(), 0..12))
        .prop_map(|(scripts, mut calls)| {
            calls.sort_by_key(|(at, _, _)| *at);
            ShellCase { scripts, calls }
        })
        .boxed()
}

fn moment() -> BoxedStrategy<u64> {
    prop_oneof![select(&[0, 1, 50, 100, 250, 350, 5_000][..]), 0..8_000_u64].boxed()
}

fn behaviour() -> BoxedStrategy<Behaviour> {
    let print = (moment(), select(&["x", "line\n", "한", ""][..]))
        .prop_map(|(after_ms, text)| Print { after_ms, text: text.into() });
    let exit = (moment(), 0..3_i32).prop_map(|(after_ms, code)| Exit { after_ms, code });
    (vec(print, 0..5), option::of(exit))
        .prop_map(|(prints, exit)| Behaviour { prints, exit })
        .boxed()
}

fn script() -> impl Strategy<Value = ProcessScript> {
    let command = prop_oneof![
        select(&COMMANDS[..]).prop_map(|cmd| CommandMatch::Exact(cmd.into())),
        select(&["", "a"][..]).prop_map(|start| CommandMatch::Prefix(start.into())),
    ];
    let input = option::of(select(&["y", "n"][..]).prop_map(Arc::from));
    let answer = (input, behaviour()).prop_map(|(input, then)| Answer { input, then });
    let fails = option::weighted(0.1, Just(Arc::from("no")));
    let parts =
        (command, fails, behaviour(), any::<bool>(), vec(answer, 0..3), option::of(behaviour()));
    parts.prop_map(|(command, fails, run, echo, answers, interrupt)| ProcessScript {
        command,
        fails,
        run,
        echo,
        answers,
        interrupt,
    })
}

fn call() -> impl Strategy<Value = (u64, ShellCall, Option<u64>)> {
    let exec = (select(&COMMANDS[..]), any::<bool>(), moment()).prop_map(|(cmd, tty, yields)| {
        ShellCall::Exec(ExecCommandArgs {
            cmd: cmd.to_owned(),
            tty,
            yield_time_ms: yields,
            max_output_tokens: None,
        })
    });
    let chars = select(&["", "y\n", "n", "\u{3}", "z"][..]);
    let write = (1_000..1_004_i32, chars, moment()).prop_map(|(session_id, chars, yields)| {
        ShellCall::Write(WriteStdinArgs {
            session_id,
            chars: chars.to_owned(),
            yield_time_ms: yields,
            max_output_tokens: None,
        })
    });
    let at = prop_oneof![moment(), 0..40_000_u64];
    (at, prop_oneof![1 => exec, 2 => write], option::weighted(0.1, moment()))
}

/// Pieces of output and how much of it is kept; `true` looks at it after the piece.
#[derive(Clone, Debug)]
pub struct BufferCase {
    /// Bytes kept.
    pub capacity: usize,
    /// The pieces.
    pub pieces: Vec<(Vec<u8>, bool)>,
}

impl Case for BufferCase {
    /// Capacities are fixed outside of laws; the scenario only prints the pieces.
    fn scenario(&self) -> ScenarioFile {
        let mut source = String::new();
        for (piece, _) in &self.pieces {
            source.push_str(&format!("text({:?});\n", String::from_utf8_lossy(piece)));
        }
        calling(vec![exec(source)])
    }
}

/// Small pieces and small capacities.
pub fn buffer_case() -> BoxedStrategy<BufferCase> {
    let piece = vec(any::<u8>(), 0..12);
    (0..24_usize, vec((piece, proptest::bool::weighted(0.2)), 0..10))
        .prop_map(|(capacity, pieces)| BufferCase { capacity, pieces })
        .boxed()
}
