//! [`Process`]: one script, played over virtual time.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::buffer::{Collected, HeadTail, OUTPUT_CAPACITY};
use super::script::{Behaviour, Exit, INTERRUPTED, ProcessScript, choose_answer};

/// How long an ended process is waited for, in ms, while its children hold its pipes open.
pub const PIPE_WAIT_MS: u64 = 50;
/// The character that interrupts.
pub const INTERRUPT: char = '\u{3}';

/// A process that was started.
#[derive(Clone, Debug)]
pub struct Process {
    /// The command line it was started with.
    pub cmd: Arc<str>,
    /// Has it a terminal?
    pub tty: bool,
    echo: bool,
    script: Arc<ProcessScript>,
    used_answers: Vec<bool>,
    /// Output to come, by time and order of scheduling.
    prints: BTreeMap<(u64, u64), Arc<str>>,
    scheduled: u64,
    exit: Option<Exit>,
    buffer: HeadTail,
}

impl Process {
    /// Starts a script at `now_ms`.
    pub fn start(now_ms: u64, cmd: &str, tty: bool, script: Arc<ProcessScript>) -> Process {
        let mut process = Process {
            cmd: cmd.into(),
            tty,
            echo: script.echo,
            used_answers: vec![false; script.answers.len()],
            prints: BTreeMap::new(),
            scheduled: 0,
            exit: None,
            buffer: HeadTail::new(OUTPUT_CAPACITY),
            script: script.clone(),
        };
        process.schedule(now_ms, &script.run);
        process
    }

    /// The exit code, if the process ended before `now_ms`.
    pub fn exited_before(&self, now_ms: u64) -> Option<i32> {
        self.exit.filter(|exit| exit.after_ms < now_ms).map(|exit| exit.code)
    }

    /// When it has ended and nothing more is waited for; none while it runs for ever.
    pub fn closed_ms(&self) -> Option<u64> {
        let exit = self.exit?.after_ms;
        let patience = exit.saturating_add(PIPE_WAIT_MS);
        let (last, _) = self.prints.keys().next_back().copied().unwrap_or_default();
        Some(last.clamp(exit, patience))
    }

    /// Types on its terminal. False if there is nobody left to read it.
    pub fn write(&mut self, now_ms: u64, chars: &str) -> bool {
        if self.exited_before(now_ms).is_some() {
            return false;
        }
        if self.echo {
            self.print(now_ms, chars.replace(INTERRUPT, "^C").into());
        }
        let script = self.script.clone();
        let chosen = choose_answer(&script.answers, &self.used_answers, chars);
        match chosen.and_then(|at| script.answers.get(at).map(|answer| (at, answer))) {
            Some((at, answer)) => {
                self.used_answers[at] = true;
                self.schedule(now_ms, &answer.then);
            }
            None if chars.contains(INTERRUPT) => self.interrupt(now_ms),
            None => {}
        }
        true
    }

    /// Interrupts it: what was still to come does not happen. Does nothing to one that has ended.
    pub fn interrupt(&mut self, now_ms: u64) {
        if self.exited_before(now_ms).is_some() {
            return;
        }
        self.prints.retain(|(at, _), _| *at <= now_ms);
        self.exit = None;
        let ends = Exit { after_ms: 0, code: INTERRUPTED };
        let default = Behaviour { prints: Vec::new(), exit: Some(ends) };
        let script = self.script.clone();
        self.schedule(now_ms, script.interrupt.as_ref().unwrap_or(&default));
    }

    /// Takes what it printed up to and including `until_ms`, and was not taken before.
    pub fn collect_through(&mut self, until_ms: u64) -> Collected {
        while let Some(entry) = self.prints.first_entry() {
            if entry.key().0 > until_ms {
                break;
            }
            let text = entry.remove();
            self.buffer.push(text.as_bytes());
        }
        self.buffer.take()
    }

    fn schedule(&mut self, now_ms: u64, behaviour: &Behaviour) {
        for print in &behaviour.prints {
            self.print(now_ms.saturating_add(print.after_ms), print.text.clone());
        }
        let Some(exit) = behaviour.exit else { return };
        let after_ms = now_ms.saturating_add(exit.after_ms);
        // The first end is the end.
        if self.exit.is_none_or(|earlier| after_ms < earlier.after_ms) {
            self.exit = Some(Exit { after_ms, code: exit.code });
        }
    }

    fn print(&mut self, at_ms: u64, text: Arc<str>) {
        self.prints.insert((at_ms, self.scheduled), text);
        self.scheduled += 1;
    }
}
