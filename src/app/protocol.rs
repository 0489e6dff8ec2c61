//! [`Message`] and [`State`]: how a page, or the page around it, talks with the window.
//!
//! JSON objects with a `type`. Everything that comes in is hostile: bounded, checked, and turned
//! into commands that a user could have given. Knows no browser; `web/embed.js` checks who speaks.
//! Start reading at [`hear`].

use eframe::egui::Key;
use serde::{Deserialize, Serialize};

use super::command::{Command, TABLE, named};
use super::model::{Look, Screen};
use super::{App, cells, visit, walk};
use crate::lang::Lang;
use crate::tool::ToolName;

/// Version of the protocol; `ready` says it.
pub const PROTOCOL: u32 = 1;
/// Longest message that is read, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 2 * 1024 * 1024;

/// What a page can ask for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Message {
    /// Open a scenario: a text of one's own, or what a link points to.
    Load {
        /// Scenario text.
        text: Option<String>,
        /// File name of the text.
        name: Option<String>,
        /// Link, with or without `#`. `s=lecture-widget` opens a scenario of the pack.
        link: Option<String>,
    },
    /// Go to a place of what is open.
    Goto {
        /// Sample, from 1.
        step: Option<u32>,
        /// Virtual time, in ms; wins over `step`.
        ms: Option<u64>,
    },
    /// Play or pause.
    Play {
        /// Play?
        on: bool,
    },
    /// Show why a tool is where it is, or the scenario's answer.
    Reveal {
        /// Dotted name.
        tool: Option<String>,
        /// Open or close the sheet with the answer.
        answer: Option<bool>,
    },
    /// Obey a command of the `?` sheet.
    Command {
        /// Its id, such as `next-sample`.
        id: String,
    },
    /// Follow what the reader's system prefers.
    Set {
        /// `en` or `ko`.
        lang: Option<String>,
        /// Light or dark.
        look: Option<LookWord>,
        /// No motion.
        still: Option<bool>,
        /// Only the stage: no bars, for slides.
        presenter: Option<bool>,
    },
    /// Ask for the state.
    State,
}

/// Light, dark or the system's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LookWord {
    /// As the system says.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Where the window stands, for a page around it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// Always `state`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Link to this place, without `#`; empty when none can hold it.
    pub link: String,
    /// `gallery`, `stage`, or `cell` while a cell is walked; then start and end are the cell's.
    pub screen: &'static str,
    /// File name of the scenario.
    pub file: String,
    /// Title in the chosen language.
    pub title: String,
    /// Sample, from 1; 0 when there is none.
    pub step: u32,
    /// Number of samples.
    pub steps: u32,
    /// Virtual time of the world, in ms.
    pub ms: u64,
    /// Is it playing?
    pub playing: bool,
    /// Is there nothing before this place?
    pub at_start: bool,
    /// Is there nothing after it?
    pub at_end: bool,
    /// Content hash of the trace, 64 hex digits; empty when nothing ran.
    pub hash: String,
    /// Does the text hold an error?
    pub broken: bool,
    /// `done`; `waiting` while cells run elsewhere, and the picture is an earlier one; `failed` when
    /// they could not.
    pub cells: &'static str,
    /// Language.
    pub lang: Lang,
}

/// Obeys a message.
///
/// # Errors
/// In words, when it is none. What it asks for and cannot be had is told in the window's notice.
pub fn hear(app: &mut App, json: &str) -> Result<(), String> {
    if MAX_MESSAGE_BYTES < json.len() {
        return Err(format!("{} bytes; at most {MAX_MESSAGE_BYTES} are read", json.len()));
    }
    let message: Message = serde_json::from_str(json).map_err(|error| error.to_string())?;
    obey(app, message)
}

fn obey(app: &mut App, message: Message) -> Result<(), String> {
    match message {
        Message::Load { text: Some(text), name, link: None } => {
            let name = name.unwrap_or_else(|| String::from("message.ron"));
            app.apply(Command::OpenText { name, text, files: Default::default() });
        }
        Message::Load { text: None, name: None, link: Some(link) } => visit::follow(app, &link),
        Message::Load { .. } => return Err(String::from("load wants `text` or `link`")),
        Message::Goto { step, ms } => {
            let to_step = step.map(Command::GoToStep);
            let command = ms.map(Command::Scrub).or(to_step);
            app.apply(command.ok_or("goto wants `step` or `ms`")?);
        }
        Message::Play { on } => {
            if on != app.view.due.is_some() {
                app.apply(Command::TogglePlay);
            }
        }
        Message::Reveal { tool, answer } => {
            if let Some(tool) = tool {
                app.apply(Command::Select(Some(ToolName::parse_dotted(&tool))));
            }
            if answer.is_some_and(|open| open != app.view.about) {
                app.apply(Command::ToggleAbout);
            }
        }
        Message::Command { id } => {
            let entry = named(&id).ok_or_else(|| format!("no command is called {id:?}"))?;
            app.apply(entry.command.clone());
        }
        Message::Set { lang, look, still, presenter } => {
            if let Some(wanted) = lang {
                let lang = [Lang::En, Lang::Ko].into_iter().find(|lang| lang.code() == wanted);
                app.apply(Command::SetLang(lang.ok_or("lang is `en` or `ko`")?));
            }
            if let Some(look) = look {
                app.apply(Command::SetLook(match look {
                    LookWord::System => Look::System,
                    LookWord::Light => Look::Light,
                    LookWord::Dark => Look::Dark,
                }));
            }
            app.view.still = still.unwrap_or(app.view.still);
            app.view.presenter = presenter.unwrap_or(app.view.presenter);
        }
        Message::State => {}
    }
    Ok(())
}

/// The state, with the link to it.
pub fn state(app: &App, link: &str) -> State {
    let trace = app.doc.trace.as_ref();
    let head = app.view.head;
    let cell = app.view.cell.map(|head| {
        let last = cells::cell_of(&app.doc, head).map_or(0, cells::walk::last);
        (head, last)
    });
    let title = trace.map(|trace| trace.head.title.get(app.view.lang).to_owned());
    State {
        kind: "state",
        link: link.to_owned(),
        screen: match (app.view.screen, cell) {
            (Screen::Gallery, _) => "gallery",
            (Screen::Stage, None) => "stage",
            (Screen::Stage, Some(_)) => "cell",
        },
        file: app.doc.file_name.clone(),
        title: title.unwrap_or_default(),
        step: head.step,
        steps: app.doc.steps(),
        ms: walk::time(&app.doc, head),
        playing: app.view.due.is_some(),
        at_start: match cell {
            Some((cell, _)) => cell.stop == 0,
            None => walk::previous_sample(&app.doc, head).is_none(),
        },
        at_end: match cell {
            Some((cell, last)) => last <= cell.stop,
            None => walk::next_sample(&app.doc, head).is_none(),
        },
        hash: trace.map(|trace| trace.hash.to_string()).unwrap_or_default(),
        broken: app.doc.is_broken(),
        cells: app.doc.away.label(),
        lang: app.view.lang,
    }
}

/// Keys that the window listens to, as browsers name them (`event.key`) with `Ctrl+` and `Shift+`,
/// each with the command it gives. The page around an embedded window gets all others. Shift is
/// left out where it makes the character, as in `?`.
pub fn keys() -> Vec<(String, &'static str)> {
    let mut keys: Vec<(String, &'static str)> = Vec::new();
    for entry in TABLE {
        for shortcut in entry.keys {
            let name = browser_name(shortcut.key);
            let is_sign = name.len() == 1 && !name.starts_with(|c: char| c.is_alphanumeric());
            let ctrl = if shortcut.command { "Ctrl+" } else { "" };
            let shift = if shortcut.shift && !is_sign { "Shift+" } else { "" };
            let key = format!("{ctrl}{shift}{name}");
            if keys.iter().all(|(known, _)| *known != key) {
                keys.push((key, entry.id));
            }
        }
    }
    keys
}

fn browser_name(key: Key) -> String {
    let name = match key {
        Key::ArrowLeft => "ArrowLeft",
        Key::ArrowRight => "ArrowRight",
        Key::ArrowUp => "ArrowUp",
        Key::ArrowDown => "ArrowDown",
        Key::Space => " ",
        Key::Questionmark => "?",
        Key::Slash => "/",
        Key::Period => ".",
        Key::Comma => ",",
        Key::Plus => "+",
        Key::Minus => "-",
        Key::Equals => "=",
        other if other.name().len() == 1 => return other.name().to_ascii_lowercase(),
        other => other.name(),
    };
    name.to_owned()
}
