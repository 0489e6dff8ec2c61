//! [`Shell`]: the application inside its page. After each frame it tells what changed, and hands out
//! what only a page can do.

use eframe::egui;

use super::super::command::Command;
use super::super::elsewhere::{Away, Question};
use super::super::finger::Finger;
use super::super::model::{CellHead, PlayHead, Screen, Tab};
use super::super::settings::Settings;
use super::super::{App, Wish, visit};
use super::{Inbox, Said, files};
use crate::lang::Lang;
use crate::tool::ToolName;

/// The application inside its page.
pub(super) struct Shell {
    pub(super) app: App,
    inbox: Inbox,
    finger: Finger,
    /// In how many seconds the finger wants to be asked again. Kept for the frame itself, because
    /// egui forgets what is asked of it between two frames.
    ask_again: Option<f64>,
    hear: js_sys::Function,
    context: Option<egui::Context>,
    seen: Option<Seen>,
    link: String,
    kept: String,
}

/// What the state, the link and the mirror are made of. The same again means: nothing to tell.
#[derive(Clone, PartialEq)]
struct Seen {
    run: u64,
    away: Away,
    screen: Screen,
    head: PlayHead,
    cell: Option<CellHead>,
    playing: bool,
    selected: Option<ToolName>,
    tab: Tab,
    lang: Lang,
    presenter: bool,
    filter: String,
    notice: Option<String>,
}

impl Seen {
    fn of(app: &App) -> Self {
        let view = &app.view;
        Self {
            run: app.doc.run,
            away: app.doc.away,
            screen: view.screen,
            head: view.head,
            cell: view.cell,
            playing: view.due.is_some(),
            selected: view.selected.clone(),
            tab: view.tab,
            lang: view.lang,
            presenter: view.presenter,
            filter: view.filter.clone(),
            notice: view.notice.clone(),
        }
    }
}

impl Shell {
    pub(super) fn new(
        mut app: App,
        inbox: Inbox,
        settings: Option<&str>,
        hear: js_sys::Function,
    ) -> Self {
        let stored = settings.and_then(|text| ron::from_str::<Settings>(text).ok());
        if let Some(settings) = stored {
            settings.restore(&mut app.view);
        }
        let (link, kept) = (String::new(), String::new());
        let finger = Finger::default();
        Self { app, inbox, finger, ask_again: None, hear, context: None, seen: None, link, kept }
    }

    /// The link to the present place; empty when none can hold it.
    pub(super) fn link(&self) -> &str {
        &self.link
    }

    /// Asks for a frame.
    pub(super) fn wake(&self) {
        if let Some(context) = &self.context {
            context.request_repaint();
        }
    }

    fn tell(&self, kind: &str, text: &str) {
        // A page that throws here has itself to blame; the window goes on.
        let _ = self.hear.call2(&wasm_bindgen::JsValue::NULL, &kind.into(), &text.into());
    }

    fn read_inbox(&mut self) {
        for said in self.inbox.take() {
            match said {
                Said::File { name, text: Ok(text) } => {
                    self.app.apply(Command::OpenText { name, text, files: Default::default() });
                }
                Said::File { name, text: Err(error) } => {
                    self.app.tell(format!("{name}: {error}"));
                }
            }
        }
    }

    /// Fulfils what panels asked for and only a page can do.
    fn fulfil(&mut self) {
        if let Some(Question { ticket, name, text }) = self.app.take_question() {
            self.tell("cells", &format!("{ticket}\n{name}\n{text}"));
        }
        for wish in std::mem::take(&mut self.app.wishes) {
            match wish {
                Wish::OpenFile => self.tell("open", ""),
                Wish::SaveFile { name, text } => {
                    self.tell("save", &format!("{name}\n{text}"));
                    self.app.apply(Command::Saved);
                }
                Wish::Copy(_) => {}
            }
        }
    }

    /// Tells the page what is new. The link of a playing window is made when it pauses: browsers
    /// allow few changes of the address in a row.
    fn report(&mut self) {
        let seen = Seen::of(&self.app);
        if self.seen.as_ref() != Some(&seen) {
            if !seen.playing {
                self.link = visit::here(&self.app).unwrap_or_default();
            }
            self.seen = Some(seen);
            self.tell("changed", &self.link);
        }
        let settings = ron::to_string(&Settings::of(&self.app.view)).unwrap_or_default();
        if settings != self.kept {
            self.tell("settings", &settings);
            self.kept = settings;
        }
    }
}

impl eframe::App for Shell {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let context = ui.ctx().clone();
        if let Some(seconds) = self.ask_again.take() {
            context.request_repaint_after_secs(seconds as f32);
        }
        files::take_dropped(&context, &self.inbox);
        self.context = Some(context);
        self.read_inbox();
        self.app.ui(ui);
        self.fulfil();
        self.report();
    }

    fn raw_input_hook(&mut self, _context: &egui::Context, input: &mut egui::RawInput) {
        self.ask_again = self.finger.translate(&mut input.events, input.time.unwrap_or_default());
    }

    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }
}
