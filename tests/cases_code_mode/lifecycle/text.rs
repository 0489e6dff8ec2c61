//! Cases as text. A case ends at the next one:
//!
//! ```text
//! == ID title                            tool NAME: 100 ok {"v":1} | 50 err why | 5 echo | hang; cancel 300
//! 0 exec 9000                            notify 400              ms until a notification is accepted
//!   | source, one line each              cap 12000               longest yield time of the session
//!   = 0 yielded 1 ["a"] #reason          generation 2            of the engine host
//! 10 wait 1 frontier                     ~ 0 start 1/tool-1 a -  the delegate's whole log, if any is given
//! 20 B terminate 1                       stored {"k":1}          values of session A at the end
//! 30 give_up 1                           failing 1 3             executions that find no engine
//! 40 lose_host
//! ```
//!
//! `=` lines are the answers to the step above them, with the time they came at; a `*` at the end
//! stands for anything, `#reason` names the rule's reason and may be left out. Other sessions than
//! `A` are named before the command. `give_up 1`: the caller of step 1 vanishes (steps count from 0).

use std::sync::Arc;

use freezeframe::code_mode::answer::{Answer, Observe};
use freezeframe::code_mode::engine::CellEngine;
use freezeframe::code_mode::engine::protocol::Item;
use freezeframe::laws::lifecycle::drive::{Driven, Told, drive};
use freezeframe::laws::lifecycle::{Ask, CallScript, CellCase, Step, ToolScript};
use serde_json::{Value, json};

pub struct TextCase {
    pub id: String,
    case: CellCase,
    answers: Vec<Vec<String>>,
    log: Vec<String>,
    stored: Option<Value>,
}

/// Reads a file of cases.
pub fn parse(text: &str) -> Vec<TextCase> {
    let mut cases: Vec<TextCase> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            let id = head.split(' ').next().unwrap_or(head).to_owned();
            let (case, answers, log) = (CellCase::default(), Vec::new(), Vec::new());
            cases.push(TextCase { id, case, answers, log, stored: None });
        } else if !line.trim().is_empty() && !line.starts_with('#') {
            let case = cases.last_mut().expect("a line stands in a case");
            case.line(line).unwrap_or_else(|| panic!("{}: {line}", case.id));
        }
    }
    cases
}

impl TextCase {
    fn line(&mut self, line: &str) -> Option<()> {
        if let Some(source) = line.strip_prefix("  | ") {
            let Ask::Exec { source: text, .. } = &mut self.case.steps.last_mut()?.ask else {
                return None;
            };
            text.push_str(source);
            text.push('\n');
            return Some(());
        }
        if let Some(answer) = line.strip_prefix("  = ") {
            self.answers.last_mut()?.push(answer.to_owned());
            return Some(());
        }
        let (word, rest) = line.split_once(' ')?;
        match word {
            "~" => self.log.push(rest.to_owned()),
            "tool" => self.case.tools.push(tool(rest)?),
            "notify" => self.case.notify_ms = rest.parse().ok()?,
            "cap" => self.case.options.max_yield_time_ms = Some(rest.parse().ok()?),
            "failing" => {
                let numbers = rest.split(' ').map(|number| number.parse().ok());
                self.case.options.failing_starts = numbers.collect::<Option<_>>()?;
            }
            "generation" => self.case.options.generation = rest.parse().ok()?,
            "stored" => self.stored = Some(serde_json::from_str(rest).ok()?),
            _ => {
                let at_ms = word.parse().ok()?;
                let (session, rest) = match rest.split_once(' ') {
                    Some((name, rest)) if name.len() == 1 => (name, rest),
                    _ => ("A", rest),
                };
                self.case.steps.push(Step { at_ms, session: session.to_owned(), ask: ask(rest)? });
                self.answers.push(Vec::new());
            }
        }
        Some(())
    }
}

fn tool(text: &str) -> Option<ToolScript> {
    let (name, rest) = text.split_once(": ")?;
    let (calls, cancel_ms) = match rest.split_once("; cancel ") {
        Some((calls, ms)) => (calls, ms.parse().ok()?),
        None => (rest, 0),
    };
    let calls = calls.split(" | ").map(|call| {
        if call == "hang" {
            return Some(CallScript::Hang);
        }
        let (ms, what) = call.split_once(' ')?;
        let ms = ms.parse().ok()?;
        Some(match what.split_once(' ') {
            Some(("ok", value)) => CallScript::Ok(ms, serde_json::from_str(value).ok()?),
            Some(("err", text)) => CallScript::Err(ms, text.to_owned()),
            None if what == "echo" => CallScript::Echo(ms),
            _ => return None,
        })
    });
    Some(ToolScript { name: name.to_owned(), calls: calls.collect::<Option<_>>()?, cancel_ms })
}

fn ask(text: &str) -> Option<Ask> {
    let words: Vec<&str> = text.split(' ').collect();
    let mode = |word: &str| match word {
        "frontier" => Some(Observe::Frontier),
        ms => Some(Observe::Yield { requested_ms: ms.parse().ok()? }),
    };
    Some(match words[..] {
        ["exec", word] => Ask::Exec { source: String::new(), mode: mode(word)? },
        ["wait", cell, word] => Ask::Wait { cell: cell.to_owned(), mode: mode(word)? },
        ["terminate", cell] => Ask::Terminate { cell: cell.to_owned() },
        ["give_up", step] => Ask::GiveUp { step: step.parse().ok()? },
        ["lose_host"] => Ask::LoseHost,
        ["shutdown"] => Ask::Shutdown,
        _ => return None,
    })
}

/// Plays a case. What is wrong with it, if anything is.
pub fn fault(case: &TextCase, engine: Arc<dyn CellEngine>) -> Option<String> {
    let name = engine.name();
    let driven = drive(engine, &case.case);
    let mut faults = Vec::new();
    if !driven.ended {
        faults.push("it did not end".to_owned());
    }
    for (step, (expected, told)) in case.answers.iter().zip(&driven.answers).enumerate() {
        let same = expected.len() == told.len()
            && expected.iter().zip(told).all(|(expected, told)| fits(expected, told));
        if !same {
            let got: Vec<String> = told.iter().map(|told| said(told, true)).collect();
            let at = case.case.steps[step].at_ms;
            faults.push(format!("  at {at}: expected {expected:?}\n       got      {got:?}"));
        }
    }
    if !case.log.is_empty() && case.log != driven.log {
        faults.push(format!("  expected log {:#?}\n  got {:#?}", case.log, driven.log));
    }
    if let Some(stored) = &case.stored {
        let got = stored_in(&driven);
        if *stored != got {
            faults.push(format!("  expected stored {stored}, got {got}"));
        }
    }
    (!faults.is_empty()).then(|| format!("{} on {name}:\n{}", case.id, faults.join("\n")))
}

fn stored_in(driven: &Driven) -> Value {
    let session = driven.sessions.iter().find(|(name, _)| name == "A");
    session.map_or(Value::Null, |(_, service)| json!(service.stored()))
}

fn fits(expected: &str, told: &Told) -> bool {
    let got = said(told, expected.contains(" #"));
    match expected.strip_suffix('*') {
        Some(start) => got.starts_with(start),
        None => got == expected,
    }
}

/// An answer as a case writes it.
fn said(told: &Told, with_reason: bool) -> String {
    let answer = match &told.answer {
        Answer::Yielded { cell, items } => format!("yielded {cell} {}", listed(items)),
        Answer::Terminated { cell, items } => format!("terminated {cell} {}", listed(items)),
        Answer::Pending { cell, items, calls } => {
            format!("pending {cell} {} calls {}", listed(items), json!(calls))
        }
        Answer::Result { cell, items, error: None, .. } => {
            format!("result {cell} {}", listed(items))
        }
        Answer::Result { cell, items, error: Some(error), .. } => {
            format!("result {cell} {} error {error}", listed(items))
        }
        Answer::Missing { cell } => format!("missing {cell}"),
        Answer::Refused(message) => format!("refused {message}"),
    };
    let reason = told.why.as_ref().map_or("", |why| why.reason.id);
    match with_reason {
        true => format!("{} {answer} #{reason}", told.at_ms),
        false => format!("{} {answer}", told.at_ms),
    }
}

fn listed(items: &[Item]) -> Value {
    let item = |item: &Item| match item {
        Item::Text { text } => json!(text),
        Item::Image { url, detail } => json!({ "image": url, "detail": detail.label() }),
        Item::Audio { url } => json!({ "audio": url }),
    };
    items.iter().map(item).collect()
}
