//! [`ProcessScript`]: what a command does, written down beforehand.

use std::sync::Arc;

/// A process that commands can start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessScript {
    /// The commands it stands for. Scripts with the same value are the first, second, … run of such
    /// a command; the last one repeats.
    pub command: CommandMatch,
    /// Why the process cannot even start.
    pub fails: Option<Arc<str>>,
    /// What it does by itself; times count from its start.
    pub run: Behaviour,
    /// Does a terminal show what is typed?
    pub echo: bool,
    /// What it does when something is typed; times count from the moment of typing. Of several
    /// answers that fit, each is used once, in order; the last one repeats.
    pub answers: Vec<Answer>,
    /// What it does when it is interrupted, instead of all that was still to come. None ends it at
    /// once with [`INTERRUPTED`].
    pub interrupt: Option<Behaviour>,
}

/// Exit code of a process that an interrupt has ended.
pub const INTERRUPTED: i32 = 130;

/// Which commands a script stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandMatch {
    /// This command line.
    Exact(Arc<str>),
    /// Every command line that begins like this; the empty text is every command.
    Prefix(Arc<str>),
}

/// Output and end of a process, after some time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behaviour {
    /// What it prints, and when.
    pub prints: Vec<Print>,
    /// When it ends; none is never.
    pub exit: Option<Exit>,
}

/// A piece of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// When, in ms.
    pub after_ms: u64,
    /// What.
    pub text: Arc<str>,
}

/// The end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// When, in ms.
    pub after_ms: u64,
    /// With which code.
    pub code: i32,
}

/// What a process does when something is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The typed text it fits, a final newline aside; none fits everything.
    pub input: Option<Arc<str>>,
    /// What happens then.
    pub then: Behaviour,
}

impl CommandMatch {
    /// Does it stand for this command line?
    pub fn fits(&self, cmd: &str) -> bool {
        match self {
            Self::Exact(text) => &**text == cmd,
            Self::Prefix(text) => cmd.starts_with(&**text),
        }
    }
}

impl Answer {
    /// Does it fit what was typed?
    pub fn fits(&self, chars: &str) -> bool {
        let bare = |text: &str| text.strip_suffix('\n').unwrap_or(text).to_owned();
        self.input.as_ref().is_none_or(|input| bare(input) == bare(chars))
    }
}

/// Which of the scripts a command runs: of those that say the same as the first that fits, the first
/// not yet used, else the last.
pub(super) fn choose_script(scripts: &[ProcessScript], used: &[bool], cmd: &str) -> Option<usize> {
    let first = scripts.iter().find(|script| script.command.fits(cmd))?;
    let fitting = scripts.iter().map(|script| script.command == first.command);
    first_unused(fitting, used)
}

/// Which of the answers a typed text gets.
pub(super) fn choose_answer(answers: &[Answer], used: &[bool], chars: &str) -> Option<usize> {
    first_unused(answers.iter().map(|answer| answer.fits(chars)), used)
}

fn first_unused(fitting: impl Iterator<Item = bool>, used: &[bool]) -> Option<usize> {
    let mut last = None;
    for (at, fits) in fitting.enumerate() {
        if !fits {
            continue;
        }
        if !used.get(at).copied().unwrap_or(false) {
            return Some(at);
        }
        last = Some(at);
    }
    last
}
