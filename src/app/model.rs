//! [`Document`] (what is open) and [`View`] (how it is looked at). Plain data; only
//! `App::apply` changes it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::elsewhere::Away;
use super::engine::{self, Problem};
use crate::lang::Lang;
use crate::scenario::file::{self, ScenarioFile, TimedEventFile};
use crate::session::record::SampleRecord;
use crate::tool::ToolName;
use crate::trace::Trace;

/// Longest undo history, in steps.
pub const MAX_UNDO: usize = 200;

/// What is open: the text, what was understood of it, and the last good run.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// File name, for titles and problems.
    pub file_name: String,
    /// Captured tool lists that stand beside the file.
    pub files: Arc<engine::Files>,
    /// What cells run on.
    pub cells: engine::Cells,
    /// How far they are, when they run elsewhere.
    pub away: Away,
    /// The text as the editor shows it; may be broken at the moment.
    pub text: Arc<str>,
    /// The last scenario that could run.
    pub file: ScenarioFile,
    /// Problems of the present text.
    pub problems: Vec<Problem>,
    /// The last good run. A broken text never takes it away.
    pub trace: Option<Arc<Trace>>,
    /// Was the text changed since it was opened or saved?
    pub changed: bool,
    /// Earlier texts, oldest first.
    pub undo: Vec<Arc<str>>,
    /// Texts that were undone, the next one last.
    pub redo: Vec<Arc<str>>,
    /// Counts the runs; a new number says that everything derived is stale.
    pub run: u64,
    /// The last change was typed; the next typed one joins it in the undo history.
    pub typing: bool,
}

impl Document {
    /// Opens a text. History starts anew.
    pub fn open(&mut self, file_name: String, text: &str, files: engine::Files) {
        let (run, cells) = (self.run, self.cells.clone());
        *self = Document { file_name, files: Arc::new(files), run, cells, ..Document::default() };
        self.set_text(text.into());
    }

    /// Replaces the text and runs it. The last good run stays when it cannot run.
    pub fn set_text(&mut self, text: Arc<str>) {
        self.text = text;
        self.run_with(Away::Wanted);
    }

    /// Runs the text again, after cells were learned or given up.
    pub fn run_again(&mut self) {
        self.run_with(Away::Failed);
    }

    /// `lacking`: how it stands when cells are missing. While they are to come, the last good run is
    /// better than one without them.
    fn run_with(&mut self, lacking: Away) {
        let loaded = engine::load(&self.text, &self.file_name, &self.files);
        self.away = Away::Done;
        if let Some(trace) = engine::run(&loaded, &self.cells) {
            if self.cells.take_missed() {
                self.away = lacking;
            }
            self.file = loaded.file;
            if !self.away.waits() || self.trace.is_none() {
                self.trace = Some(Arc::new(trace));
            }
        }
        self.problems = loaded.problems;
        self.run += 1;
    }

    /// Replaces the text and remembers the old one.
    pub fn edit(&mut self, text: Arc<str>, typed: bool) {
        if text == self.text {
            return;
        }
        if !(typed && self.typing) {
            self.undo.push(self.text.clone());
            if MAX_UNDO < self.undo.len() {
                self.undo.remove(0);
            }
        }
        self.redo.clear();
        self.typing = typed;
        self.changed = true;
        self.set_text(text);
    }

    /// Changes the scenario itself: the text is printed anew.
    pub fn change(&mut self, change: impl FnOnce(&mut ScenarioFile)) {
        let mut file = self.file.clone();
        change(&mut file);
        self.edit(engine::print(&file).into(), false);
    }

    /// Adds an event, in order of time.
    pub fn append_event(&mut self, event: TimedEventFile) {
        self.change(|file| {
            let place = file.events.partition_point(|other| other.at_ms <= event.at_ms);
            file.events.insert(place, event);
        });
    }

    /// Replaces the source of a cell, its pragma line kept. Nothing happens when there is no such call.
    pub fn edit_cell(&mut self, step: u32, call: u32, source: &str) {
        let mut file = self.file.clone();
        let Some(input) = cell_input(&mut file, step, call) else { return };
        let (pragma, _) = split_pragma(input);
        *input = format!("{pragma}{source}");
        let text = engine::print(&file);
        self.edit(text.into(), true);
    }

    /// Source of a cell as the scenario has it, without its pragma line.
    pub fn cell_source(&self, step: u32, call: u32) -> Option<&str> {
        let mut samples = self.file.script.iter().filter_map(|beat| match beat {
            file::BeatFile::Sample(sample) => Some(sample),
            _ => None,
        });
        let sample = samples.nth((step as usize).checked_sub(1)?)?;
        match &sample.calls.get((call as usize).checked_sub(1)?)?.call {
            file::CallKindFile::Custom { input, .. } => Some(split_pragma(input).1),
            _ => None,
        }
    }

    /// Adds a user message with one sample.
    pub fn append_turn(&mut self) {
        self.change(|file| {
            file.script.push(file::BeatFile::Turn(file::TurnFile::default()));
            file.script.push(file::BeatFile::Sample(file::SampleFile::default()));
        });
    }

    /// Adds a sample to the last turn.
    pub fn append_sample(&mut self) {
        self.change(|file| file.script.push(file::BeatFile::Sample(file::SampleFile::default())));
    }

    /// One step back in the history of changes.
    pub fn undo(&mut self) {
        let Some(text) = self.undo.pop() else { return };
        self.redo.push(std::mem::replace(&mut self.text, text.clone()));
        self.typing = false;
        self.set_text(text);
    }

    /// One step forward in the history of changes.
    pub fn redo(&mut self) {
        let Some(text) = self.redo.pop() else { return };
        self.undo.push(std::mem::replace(&mut self.text, text.clone()));
        self.typing = false;
        self.set_text(text);
    }

    /// Number of samples.
    pub fn steps(&self) -> u32 {
        self.trace.as_ref().map_or(0, |trace| trace.record.samples.len() as u32)
    }

    /// A sample by step, from 1.
    pub fn sample(&self, step: u32) -> Option<&SampleRecord> {
        let trace = self.trace.as_ref()?;
        trace.record.samples.get((step as usize).checked_sub(1)?)
    }

    /// Does the text hold an error?
    pub fn is_broken(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == engine::Severity::Error)
    }
}

/// The input of the call in a scenario.
fn cell_input(file: &mut ScenarioFile, step: u32, call: u32) -> Option<&mut String> {
    let mut samples = file.script.iter_mut().filter_map(|beat| match beat {
        file::BeatFile::Sample(sample) => Some(sample),
        _ => None,
    });
    let sample = samples.nth((step as usize).checked_sub(1)?)?;
    match &mut sample.calls.get_mut((call as usize).checked_sub(1)?)?.call {
        file::CallKindFile::Custom { input, .. } => Some(input),
        _ => None,
    }
}

/// The pragma line with its line feed, maybe empty, and the source after it.
fn split_pragma(input: &str) -> (&str, &str) {
    let end = input.find('\n').map_or(0, |at| at + 1);
    match input.trim_start().starts_with("// @exec:") && end > 0 {
        true => input.split_at(end),
        false => ("", input),
    }
}

/// Where the play head stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayHead {
    /// Sample, from 1; 0 when there is none.
    pub step: u32,
    /// Place inside the sample.
    pub at: At,
}

/// A place inside a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The planner has taken so many decisions plus one; the photograph is being made.
    Rule(usize),
    /// The photograph is taken; the world is at this virtual time, in ms.
    Time(u64),
}

/// Which cell is walked, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellHead {
    /// Step of the `exec` call, from 1.
    pub step: u32,
    /// Its call, from 1.
    pub call: u32,
    /// Entry of the cell's log, from 0.
    pub stop: usize,
}

/// Which page fills the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Screen {
    /// The shelves of scenarios.
    #[default]
    Gallery,
    /// One scenario.
    Stage,
}

/// A tab of the detail pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tab {
    /// The nine stages.
    #[default]
    Trail,
    /// The decisions about one tool.
    Why,
    /// What is sent.
    Json,
    /// The search document.
    Search,
    /// Calls.
    Calls,
    /// Against the previous sample.
    Changes,
}

impl Tab {
    /// All tabs in order.
    pub const ALL: [Tab; 6] =
        [Tab::Trail, Tab::Why, Tab::Json, Tab::Search, Tab::Calls, Tab::Changes];

    /// Message key.
    pub fn key(self) -> &'static str {
        match self {
            Tab::Trail => "tab-trail",
            Tab::Why => "tab-why",
            Tab::Json => "tab-json",
            Tab::Search => "tab-search",
            Tab::Calls => "tab-calls",
            Tab::Changes => "tab-changes",
        }
    }
}

/// A page of the narrow window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// The photograph.
    #[default]
    Menu,
    /// The detail pane.
    Why,
    /// The timeline.
    Time,
    /// The switches.
    Conditions,
}

impl Page {
    /// All pages in order.
    pub const ALL: [Page; 4] = [Page::Menu, Page::Why, Page::Time, Page::Conditions];

    /// Message key.
    pub fn key(self) -> &'static str {
        match self {
            Page::Menu => "page-menu",
            Page::Why => "page-why",
            Page::Time => "page-time",
            Page::Conditions => "page-conditions",
        }
    }
}

/// Light, dark, or as the system says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Look {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How the document is looked at.
#[derive(Clone, Debug)]
pub struct View {
    /// Which page.
    pub screen: Screen,
    /// Where the play head stands.
    pub head: PlayHead,
    /// When the next tick is due, in seconds of the window's clock; `None` while paused.
    pub due: Option<f64>,
    /// Speed factor.
    pub speed: f32,
    /// The cell that is walked; `None` shows the stage.
    pub cell: Option<CellHead>,
    /// The tool that is looked at.
    pub selected: Option<ToolName>,
    /// Tab of the detail pane.
    pub tab: Tab,
    /// Page of the narrow window.
    pub page: Page,
    /// Stage whose rules are open, from 1 to 9.
    pub open_stage: Option<usize>,
    /// Is the editor open?
    pub editor: bool,
    /// Is the sheet of commands open?
    pub help: bool,
    /// Is the sheet about the scenario open?
    pub about: bool,
    /// Large type, few panels.
    pub presenter: bool,
    /// Only tools whose name holds this.
    pub filter: String,
    /// Is the filter field open?
    pub finding: bool,
    /// The filter field wants the keyboard.
    pub focus_filter: bool,
    /// Virtual ms the timeline shows; `None` shows all.
    pub zoom_ms: Option<u64>,
    /// Language.
    pub lang: Lang,
    /// Light or dark.
    pub look: Look,
    /// No motion.
    pub still: bool,
    /// Something that has no better place, until it is closed.
    pub notice: Option<String>,
}

impl Default for View {
    fn default() -> Self {
        Self {
            screen: Screen::Gallery,
            head: PlayHead { step: 0, at: At::Time(0) },
            due: None,
            speed: 1.0,
            cell: None,
            selected: None,
            tab: Tab::Trail,
            page: Page::Menu,
            open_stage: None,
            editor: false,
            help: false,
            about: false,
            presenter: false,
            filter: String::new(),
            finding: false,
            focus_filter: false,
            zoom_ms: None,
            lang: Lang::En,
            look: Look::System,
            still: false,
            notice: None,
        }
    }
}
