//! [`Command`]: everything a user can do, in one enum, and the table of those that have a name, a
//! tooltip and a key. Panels push commands; [`super::apply`] is the only place that obeys them.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use super::model::{Look, Page, PlayHead, Tab};
use crate::lang::Lang;
use crate::scenario::file::{EventFile, FreezePolicy, TimedEventFile};
use crate::tool::ToolName;

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Play or pause.
    TogglePlay,
    /// The clock of a playing document is due; the time in seconds.
    Tick(f64),
    /// One planner rule or one moment on.
    NextRule,
    /// One planner rule or one moment back.
    PreviousRule,
    /// One sample on; a torn sample is stopped at twice.
    NextSample,
    /// One sample back.
    PreviousSample,
    /// One turn on.
    NextTurn,
    /// One turn back.
    PreviousTurn,
    /// To the first sample.
    First,
    /// To the last sample.
    Last,
    /// To a place.
    GoTo(PlayHead),
    /// To the photograph of a sample, from 1.
    GoToStep(u32),
    /// To a virtual time, in ms.
    Scrub(u64),
    /// Twice the speed.
    Faster,
    /// Half the speed.
    Slower,
    /// To the cells of this run, or back.
    ToggleCells,
    /// To the cell that a call started.
    OpenCell {
        /// Step, from 1.
        step: u32,
        /// Call, from 1.
        call: u32,
    },
    /// To an entry of the open cell's log, from 0.
    CellStop(usize),
    /// The source of a cell was typed into.
    EditCell {
        /// Step, from 1.
        step: u32,
        /// Call, from 1.
        call: u32,
        /// The source, without its pragma line.
        source: String,
    },
    /// Look at a tool, or at none.
    Select(Option<ToolName>),
    /// Show a tab of the detail pane.
    ShowTab(Tab),
    /// Show a page of the narrow window.
    ShowPage(Page),
    /// Open the rules of a stage, 1 to 9, or close them.
    OpenStage(Option<usize>),
    /// Put the keyboard into the filter field.
    Find,
    /// The filter field has the keyboard.
    FindFocused,
    /// Show only tools whose name holds this.
    SetFilter(String),
    /// Show all tools again.
    EndFind,
    /// To the gallery.
    Gallery,
    /// Back from the gallery.
    Stage,
    /// Open a scenario of the gallery.
    OpenEntry(usize),
    /// Open a text.
    OpenText {
        /// File name.
        name: String,
        /// Text.
        text: String,
        /// Captured tool lists that stand beside it.
        files: super::engine::Files,
    },
    /// Ask for a file.
    OpenFile,
    /// Ask where to save.
    SaveFile,
    /// The text was saved.
    Saved,
    /// Show or hide the editor.
    ToggleEditor,
    /// The text was typed into.
    EditText(String),
    /// Add an event.
    AppendEvent(TimedEventFile),
    /// Add an event at the play head.
    AppendNow(EventFile),
    /// Add an event right after the sample's end.
    AppendNext(EventFile),
    /// Set the freeze policy.
    SetPolicy(FreezePolicy),
    /// Add a turn with one sample.
    AppendTurn,
    /// Add a sample to the last turn.
    AppendSample,
    /// Undo a change of the scenario.
    Undo,
    /// Redo it.
    Redo,
    /// Show or hide the sheet of commands.
    ToggleHelp,
    /// Show or hide question, answer and notes.
    ToggleAbout,
    /// Large type, few panels.
    TogglePresenter,
    /// Close what lies on top.
    Close,
    /// The other language.
    ToggleLang,
    /// A language.
    SetLang(Lang),
    /// The other look.
    ToggleLook,
    /// A look.
    SetLook(Look),
    /// Motion on or off.
    ToggleMotion,
    /// The timeline shows half the time.
    ZoomIn,
    /// The timeline shows twice the time.
    ZoomOut,
    /// The timeline shows everything.
    ZoomFit,
    /// Close the notice.
    CloseNotice,
    /// Put a text on the clipboard.
    Copy(String),
    /// Put the link to this place on the clipboard.
    CopyLink,
    /// Go where a link points.
    Follow(String),
}

/// A key with its modifiers. `command` is Ctrl, and Cmd on a Mac.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Keys {
    /// Ctrl or Cmd.
    pub command: bool,
    /// Shift.
    pub shift: bool,
    /// The key.
    pub key: Key,
}

impl Keys {
    const fn plain(key: Key) -> Self {
        Self { command: false, shift: false, key }
    }
    const fn shift(key: Key) -> Self {
        Self { command: false, shift: true, key }
    }
    const fn command(key: Key) -> Self {
        Self { command: true, shift: false, key }
    }
    const fn command_shift(key: Key) -> Self {
        Self { command: true, shift: true, key }
    }

    /// How the keys are printed: `Ctrl+→`, on a Mac `⌘→`.
    pub fn label(self, mac: bool) -> String {
        let mut text = String::new();
        if self.command {
            text.push_str(if mac { "⌘" } else { "Ctrl+" });
        }
        if self.shift && self.key != Key::Questionmark {
            text.push_str(if mac { "⇧" } else { "Shift+" });
        }
        text.push_str(match self.key {
            Key::ArrowRight => "→",
            Key::ArrowLeft => "←",
            Key::Escape => "Esc",
            Key::Slash => "/",
            Key::Plus => "+",
            Key::Minus => "−",
            Key::Equals => "=",
            Key::Period => ".",
            Key::Comma => ",",
            Key::Questionmark => "?",
            Key::PageUp => "PgUp",
            Key::PageDown => "PgDn",
            other => other.name(),
        });
        text
    }

    /// The form egui listens to.
    pub fn shortcut(self) -> KeyboardShortcut {
        let mut modifiers = Modifiers::NONE;
        if self.command {
            modifiers |= Modifiers::COMMAND;
        }
        if self.shift {
            modifiers |= Modifiers::SHIFT;
        }
        KeyboardShortcut::new(modifiers, self.key)
    }
}

/// A group of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Moving in time.
    Time,
    /// Looking.
    Look,
    /// Changing.
    Change,
    /// The window.
    Window,
}

impl Group {
    /// All groups in order.
    pub const ALL: [Group; 4] = [Group::Time, Group::Look, Group::Change, Group::Window];

    /// Message key.
    pub fn key(self) -> &'static str {
        match self {
            Group::Time => "group-time",
            Group::Look => "group-look",
            Group::Change => "group-change",
            Group::Window => "group-window",
        }
    }
}

/// A command of the table. Its text is the message `cmd-ID`, its tooltip `cmd-ID-tip`.
pub struct Entry {
    /// Stable id.
    pub id: &'static str,
    /// Group of the sheet.
    pub group: Group,
    /// Keys; the first one is shown on buttons.
    pub keys: &'static [Keys],
    /// The command itself.
    pub command: Command,
}

impl Entry {
    /// Message key of the text.
    pub fn text_key(&self) -> String {
        format!("cmd-{}", self.id)
    }

    /// Message key of the tooltip.
    pub fn tip_key(&self) -> String {
        format!("cmd-{}-tip", self.id)
    }
}

const fn entry(id: &'static str, group: Group, keys: &'static [Keys], command: Command) -> Entry {
    Entry { id, group, keys, command }
}

/// Every command with a name, in the order of the sheet.
pub static TABLE: &[Entry] = &[
    entry("play", Group::Time, &[Keys::plain(Key::Space)], Command::TogglePlay),
    entry(
        "next-sample",
        Group::Time,
        &[Keys::plain(Key::ArrowRight), Keys::plain(Key::PageDown)],
        Command::NextSample,
    ),
    entry(
        "previous-sample",
        Group::Time,
        &[Keys::plain(Key::ArrowLeft), Keys::plain(Key::PageUp)],
        Command::PreviousSample,
    ),
    entry("next-rule", Group::Time, &[Keys::shift(Key::ArrowRight)], Command::NextRule),
    entry("previous-rule", Group::Time, &[Keys::shift(Key::ArrowLeft)], Command::PreviousRule),
    entry("next-turn", Group::Time, &[Keys::command(Key::ArrowRight)], Command::NextTurn),
    entry("previous-turn", Group::Time, &[Keys::command(Key::ArrowLeft)], Command::PreviousTurn),
    entry("first", Group::Time, &[Keys::plain(Key::Home)], Command::First),
    entry("last", Group::Time, &[Keys::plain(Key::End)], Command::Last),
    entry("faster", Group::Time, &[Keys::plain(Key::Period)], Command::Faster),
    entry("slower", Group::Time, &[Keys::plain(Key::Comma)], Command::Slower),
    entry("trail", Group::Look, &[Keys::plain(Key::T)], Command::ShowTab(Tab::Trail)),
    entry("why", Group::Look, &[Keys::plain(Key::W)], Command::ShowTab(Tab::Why)),
    entry("json", Group::Look, &[Keys::plain(Key::J)], Command::ShowTab(Tab::Json)),
    entry("search-text", Group::Look, &[Keys::plain(Key::S)], Command::ShowTab(Tab::Search)),
    entry("calls", Group::Look, &[Keys::plain(Key::C)], Command::ShowTab(Tab::Calls)),
    entry("cells", Group::Look, &[Keys::plain(Key::X)], Command::ToggleCells),
    entry("changes", Group::Look, &[Keys::plain(Key::D)], Command::ShowTab(Tab::Changes)),
    entry("find", Group::Look, &[Keys::plain(Key::Slash)], Command::Find),
    entry("about", Group::Look, &[Keys::plain(Key::Q)], Command::ToggleAbout),
    entry(
        "zoom-in",
        Group::Look,
        &[Keys::plain(Key::Plus), Keys::plain(Key::Equals)],
        Command::ZoomIn,
    ),
    entry("zoom-out", Group::Look, &[Keys::plain(Key::Minus)], Command::ZoomOut),
    entry("zoom-fit", Group::Look, &[Keys::plain(Key::Num0)], Command::ZoomFit),
    entry("editor", Group::Change, &[Keys::plain(Key::E)], Command::ToggleEditor),
    entry("add-sample", Group::Change, &[], Command::AppendSample),
    entry("add-turn", Group::Change, &[], Command::AppendTurn),
    entry("undo", Group::Change, &[Keys::command(Key::Z)], Command::Undo),
    entry(
        "redo",
        Group::Change,
        &[Keys::command_shift(Key::Z), Keys::command(Key::Y)],
        Command::Redo,
    ),
    entry("open", Group::Change, &[Keys::command(Key::O)], Command::OpenFile),
    entry("save", Group::Change, &[Keys::command(Key::S)], Command::SaveFile),
    entry("copy-link", Group::Change, &[Keys::plain(Key::U)], Command::CopyLink),
    entry("gallery", Group::Window, &[Keys::plain(Key::G)], Command::Gallery),
    entry("presenter", Group::Window, &[Keys::plain(Key::P)], Command::TogglePresenter),
    entry("lang", Group::Window, &[Keys::plain(Key::L)], Command::ToggleLang),
    entry("look", Group::Window, &[Keys::plain(Key::K)], Command::ToggleLook),
    entry("motion", Group::Window, &[Keys::plain(Key::M)], Command::ToggleMotion),
    entry(
        "help",
        Group::Window,
        &[Keys::plain(Key::Questionmark), Keys::plain(Key::F1), Keys::shift(Key::Questionmark)],
        Command::ToggleHelp,
    ),
    entry("close", Group::Window, &[Keys::plain(Key::Escape)], Command::Close),
];

/// The table's entry of an id.
pub fn named(id: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.id == id)
}

/// Digits jump to a sample.
pub const DIGITS: [Key; 9] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];
