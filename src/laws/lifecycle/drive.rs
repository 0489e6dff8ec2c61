//! [`drive`]: plays a case against an engine, as an owner of the service has to.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::{Ask, CallScript, CellCase, Step};
use crate::code_mode::answer::{Answer, CellId, Execute, ObserverId, Out};
use crate::code_mode::engine::CellEngine;
use crate::code_mode::engine::protocol::CellTool;
use crate::code_mode::service::Service;
use crate::planner::rule::Decision;

/// Instants and steps after which a case counts as never ending.
const MAX_MOVES: u32 = 200_000;

/// What a case came to.
#[derive(Debug)]
pub struct Driven {
    /// Answers, by number of the step that asked.
    pub answers: Vec<Vec<Told>>,
    /// What the delegate did, each line with its time.
    pub log: Vec<String>,
    /// Sessions by name, in the order they were first used.
    pub sessions: Vec<(String, Service)>,
    /// Was anything left to do when it ended? Only what never ends.
    pub ended: bool,
}

/// An answer, when it came and why.
#[derive(Clone, Debug)]
pub struct Told {
    /// Virtual ms.
    pub at_ms: u64,
    /// What.
    pub answer: Answer,
    /// Why.
    pub why: Option<Decision>,
}

/// Something the delegate has still to report: when, and in order of what was first.
type Agenda = BTreeMap<(u64, u64), Report>;

#[derive(Debug)]
struct Report {
    session: usize,
    cell: CellId,
    number: u32,
    what: What,
}

#[derive(Debug)]
enum What {
    Finished(Result<Value, Arc<str>>),
    Stopped,
    Notified,
    NotifyStopped,
}

struct Driver<'a> {
    case: &'a CellCase,
    engine: Arc<dyn CellEngine>,
    tools: Arc<[CellTool]>,
    driven: Driven,
    agenda: Agenda,
    sequence: u64,
    calls_of: Vec<usize>,
    now_ms: u64,
}

/// Plays a case.
pub fn drive(engine: Arc<dyn CellEngine>, case: &CellCase) -> Driven {
    let tools = case
        .tools
        .iter()
        .map(|tool| CellTool { identifier: tool.name.as_str().into(), description: "".into() });
    let mut driver = Driver {
        case,
        engine,
        tools: tools.collect(),
        driven: Driven {
            answers: vec![Vec::new(); case.steps.len()],
            log: Vec::new(),
            sessions: Vec::new(),
            ended: true,
        },
        agenda: Agenda::new(),
        sequence: 0,
        calls_of: vec![0; case.tools.len()],
        now_ms: 0,
    };
    driver.run();
    driver.driven
}

impl Driver<'_> {
    fn run(&mut self) {
        let case = self.case;
        let mut steps = case.steps.iter().enumerate().peekable();
        for _ in 0..MAX_MOVES {
            let step = steps.peek().map(|(_, step)| step.at_ms);
            let report = self.agenda.keys().next().map(|(at, _)| *at);
            let cells = self.driven.sessions.iter().filter_map(|(_, service)| service.next_ms());
            let Some(next) = step.into_iter().chain(report).chain(cells).min() else { return };
            self.now_ms = self.now_ms.max(next);
            self.report_due();
            while let Some((number, step)) = steps.next_if(|(_, step)| step.at_ms <= self.now_ms) {
                self.ask(number, step);
            }
            self.settle();
        }
        self.driven.ended = false;
    }

    fn settle(&mut self) {
        for _ in 0..MAX_MOVES {
            self.take_out();
            self.report_due();
            let now = self.now_ms;
            let sessions = &mut self.driven.sessions;
            if !sessions.iter_mut().any(|(_, service)| service.settle(now)) {
                return;
            }
        }
    }

    fn session(&mut self, name: &str) -> usize {
        let sessions = &mut self.driven.sessions;
        sessions.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            let service = Service::new(self.engine.clone(), self.case.options.clone());
            sessions.push((name.to_owned(), service));
            sessions.len() - 1
        })
    }

    fn ask(&mut self, number: usize, step: &Step) {
        let session = self.session(&step.session);
        let (now, observer) = (self.now_ms, ObserverId(number as u64));
        let service = &mut self.driven.sessions[session].1;
        match &step.ask {
            Ask::Exec { source, mode } => {
                let request = Execute {
                    exec_call: "call-1".into(),
                    source: source.as_str().into(),
                    tools: self.tools.clone(),
                    mode: *mode,
                };
                if let Err(refused) = service.execute(now, request, observer) {
                    let answer = Answer::Refused(refused.message().to_owned());
                    let why = Some(refused.why());
                    self.driven.answers[number].push(Told { at_ms: now, answer, why });
                }
            }
            Ask::Wait { cell, mode } => service.observe(now, cell, *mode, observer),
            Ask::Terminate { cell } => service.terminate(now, cell, observer),
            Ask::GiveUp { step } => service.give_up(now, ObserverId(*step as u64)),
            Ask::LoseHost => {
                service.lose_host(now);
            }
            Ask::Shutdown => service.shutdown(now),
        }
    }

    fn take_out(&mut self) {
        for session in 0..self.driven.sessions.len() {
            for out in self.driven.sessions[session].1.take_out() {
                self.serve(session, out);
            }
        }
    }

    fn serve(&mut self, session: usize, out: Out) {
        let now = self.now_ms;
        match out {
            Out::Answer { observer, answer, why } => {
                let told = Told { at_ms: now, answer, why: Some(why) };
                if let Some(answers) = self.driven.answers.get_mut(observer.0 as usize) {
                    answers.push(told);
                }
            }
            Out::Call { cell, call, tool, input } => {
                let script = &self.case.tools[tool as usize];
                let said = input.as_ref().map_or_else(|| "-".to_owned(), Value::to_string);
                self.log(format!("start {cell}/tool-{call} {} {said}", script.name));
                let nth = self.calls_of[tool as usize];
                self.calls_of[tool as usize] += 1;
                let (ms, result) = match script.calls.get(nth).or(script.calls.last()) {
                    Some(CallScript::Ok(ms, value)) => (*ms, Ok(value.clone())),
                    Some(CallScript::Err(ms, text)) => (*ms, Err(text.as_str().into())),
                    Some(CallScript::Echo(ms)) => (*ms, Ok(input.unwrap_or_default())),
                    Some(CallScript::Hang) | None => return,
                };
                self.later(ms, session, cell, call, What::Finished(result));
            }
            Out::CancelCall { cell, call } => {
                self.log(format!("cancelled {cell}/tool-{call}"));
                self.agenda.retain(|_, report| {
                    let same = report.session == session && report.cell == cell;
                    !(same && report.number == call && matches!(report.what, What::Finished(_)))
                });
                let log = self.driven.sessions[session].1.cell(&cell.0);
                let ms = log.and_then(|log| tool_of(log, call)).map_or(0, |tool| {
                    self.case.tools.get(tool as usize).map_or(0, |tool| tool.cancel_ms)
                });
                self.later(ms, session, cell, call, What::Stopped);
            }
            Out::Notify { cell, number, exec_call, text } => {
                self.log(format!("notify {exec_call}: {text}"));
                self.later(self.case.notify_ms, session, cell, number, What::Notified);
            }
            Out::CancelNotify { cell, number } => {
                self.log("notify cancelled".to_owned());
                self.agenda.retain(|_, report| {
                    let same = report.session == session && report.cell == cell;
                    !(same && report.number == number && matches!(report.what, What::Notified))
                });
                self.later(0, session, cell, number, What::NotifyStopped);
            }
            Out::Closed { cell } => self.log(format!("closed {cell}")),
            Out::Down => self.log("down".to_owned()),
        }
    }

    fn later(&mut self, ms: u64, session: usize, cell: CellId, number: u32, what: What) {
        self.sequence += 1;
        let key = (self.now_ms.saturating_add(ms), self.sequence);
        self.agenda.insert(key, Report { session, cell, number, what });
    }

    fn report_due(&mut self) {
        while let Some(entry) = self.agenda.first_entry().filter(|e| e.key().0 <= self.now_ms) {
            let Report { session, cell, number, what } = entry.remove();
            let now = self.now_ms;
            let service = &mut self.driven.sessions[session].1;
            match what {
                What::Finished(result) => {
                    service.tool_finished(now, &cell, number, result);
                    self.log(format!("end {cell}/tool-{number}"));
                }
                What::Stopped => service.tool_stopped(now, &cell, number),
                What::Notified => service.notified(now, &cell, number),
                What::NotifyStopped => service.notify_stopped(now, &cell, number),
            }
        }
    }

    fn log(&mut self, line: String) {
        self.driven.log.push(format!("{} {line}", self.now_ms));
    }
}

/// Which tool a call of a cell went to.
fn tool_of(log: &crate::code_mode::log::CellLog, wanted: u32) -> Option<u32> {
    use crate::code_mode::log::CellEvent;
    log.entries.iter().find_map(|entry| match entry.event {
        CellEvent::CallIssued { call, tool, .. } if call == wanted => Some(tool),
        _ => None,
    })
}
