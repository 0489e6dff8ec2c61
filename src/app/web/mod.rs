//! The window in a page: a canvas, a queue of what the page says, and a function that hears what
//! changed. The only part of the app that knows a browser; `web/wasm/page.rs` gives it its names.
//!
//! May not know: addresses, history and storage of the browser, which are `web/page.js`'s.
//! Start reading at [`Page::open`], then [`shell`].

mod files;
mod shell;

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsValue;
use web_sys::HtmlCanvasElement;

use super::engine::Cells;
use super::{App, mirror, pack_gallery, protocol};
use crate::code_mode::engine::recording::Recordings;
use shell::Shell;

/// The window of one canvas.
pub struct Page {
    runner: eframe::WebRunner,
    inbox: Inbox,
}

/// Messages and failures that came between two frames.
#[derive(Clone, Default)]
pub struct Inbox(Rc<RefCell<Vec<Said>>>);

/// Something that came from outside.
enum Said {
    /// A file was read.
    File {
        /// Its name.
        name: String,
        /// Its text, or why there is none.
        text: Result<String, String>,
    },
}

impl Inbox {
    fn push(&self, said: Said) {
        self.0.borrow_mut().push(said);
    }

    fn take(&self) -> Vec<Said> {
        std::mem::take(&mut self.0.borrow_mut())
    }
}

impl Page {
    /// Opens the window in a canvas. `settings` is what `hear` was told to keep last time; `address`
    /// is what links are put behind. `hear` is called with `(kind, text)` in the middle of a frame,
    /// so it may not call back before that frame is over:
    ///
    /// - `changed`, the link to the new place: something that the state tells has changed;
    /// - `settings`, a text to keep for the next start;
    /// - `open`, nothing: ask the reader for a file and hand it to [`Page::file`];
    /// - `save`, name and text, with a line end between: let the reader save it;
    /// - `cells`, ticket, name and text, with line ends between: let the cells of that scenario run,
    ///   and say so to [`Page::cells`].
    ///
    /// `cells` are recordings in their JSON form; without any, every cell has to run elsewhere.
    ///
    /// # Errors
    /// When there is no WebGL, or an embedded theme cannot be read.
    pub async fn open(
        canvas: HtmlCanvasElement,
        address: String,
        settings: Option<String>,
        cells: Option<String>,
        hear: js_sys::Function,
    ) -> Result<Page, JsValue> {
        let mut app = App::new(pack_gallery()).map_err(|error| error.to_string())?;
        app.address = Some(address);
        // What cannot be read is not known: those cells run elsewhere, as if there were none.
        let known = cells.and_then(|json| Recordings::read(&json).ok()).unwrap_or_default();
        app.doc.cells = Cells::recorded(known);
        let inbox = Inbox::default();
        let runner = eframe::WebRunner::new();
        let shell = Shell::new(app, inbox.clone(), settings.as_deref(), hear);
        let create: eframe::AppCreator<'static> = Box::new(move |_| Ok(Box::new(shell)));
        runner.start(canvas, eframe::WebOptions::default(), create).await?;
        Ok(Page { runner, inbox })
    }

    /// Obeys a message of [`protocol`].
    ///
    /// # Errors
    /// In words, when it is none, or when the window has ended.
    pub fn say(&self, json: &str) -> Result<(), String> {
        self.with(|shell| protocol::hear(&mut shell.app, json)).ok_or(ENDED)?
    }

    /// Takes a file that the reader chose.
    pub fn file(&self, name: String, text: String) {
        self.inbox.push(Said::File { name, text: Ok(text) });
        self.with(|_| ());
    }

    /// Hears how the cells fare: `running`; `ended` and why; `ran` and recordings; `failed` and
    /// why. `ticket` is that of the question.
    pub fn cells(&self, ticket: f64, what: &str, text: &str) {
        let ticket = ticket as u64;
        self.with(|shell| match what {
            "running" => shell.app.cells_run(),
            "ended" => shell.app.cell_ended(text),
            "ran" => shell.app.cells_ran(ticket, text),
            _ => shell.app.cells_failed(ticket, text),
        });
    }

    /// The state, as JSON.
    pub fn state(&self) -> Option<String> {
        self.with(|shell| {
            let state = protocol::state(&shell.app, shell.link());
            serde_json::to_string(&state).ok()
        })?
    }

    /// What the window shows, as JSON.
    pub fn mirror(&self) -> Option<String> {
        self.with(|shell| serde_json::to_string(&mirror::mirror(&shell.app)).ok())?
    }

    /// Why the window ended, if a panic ended it.
    pub fn panicked(&self) -> Option<String> {
        self.runner.panic_summary().map(|summary| summary.message())
    }

    /// Ends the window and frees its canvas.
    pub fn close(&self) {
        self.runner.destroy();
    }

    /// `None` after a panic and while a frame is being drawn.
    fn with<T>(&self, then: impl FnOnce(&mut Shell) -> T) -> Option<T> {
        let mut shell = self.runner.app_mut::<Shell>()?;
        let done = then(&mut shell);
        shell.wake();
        Some(done)
    }
}

const ENDED: &str = "the window has ended";
