//! Cells whose engine is not in this process: a run that lacks one waits, asks, learns and runs again.
//!
//! Knows: recordings, the document. May not know: who runs the cells, which is the page's matter.
//! Start reading at [`App::take_question`]; the other functions are what the page answers.

use super::App;
use super::apply::change;
use super::model::{CellHead, Document, PlayHead};
use super::text::Words;
use super::visit;

/// How far the cells of the document are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Away {
    /// All of them are in the run.
    #[default]
    Done,
    /// At least one has to run elsewhere, and nobody was asked yet.
    Wanted,
    /// The engine is being loaded.
    Loading,
    /// The cells are running.
    Running,
    /// They could not be run; what is shown lacks them.
    Failed,
}

impl Away {
    /// Is an answer still to come?
    pub fn waits(self) -> bool {
        matches!(self, Away::Wanted | Away::Loading | Away::Running)
    }

    /// The word of the state: `done`, `waiting` or `failed`.
    pub fn label(self) -> &'static str {
        match self {
            Away::Done => "done",
            Away::Failed => "failed",
            _ => "waiting",
        }
    }

    /// What is said while an answer is to come.
    pub fn words(self, words: &Words) -> Option<&str> {
        match self {
            Away::Wanted | Away::Loading => Some(words.get("cells-loading")),
            Away::Running => Some(words.get("cells-running")),
            Away::Done | Away::Failed => None,
        }
    }
}

/// A scenario whose cells have to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The answer has to name it.
    pub ticket: u64,
    /// File name.
    pub name: String,
    /// Text.
    pub text: String,
}

/// A link that was followed to a run that is not whole yet, and where it led.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    link: String,
    head: PlayHead,
    cell: Option<CellHead>,
}

impl Followed {
    /// Remembers a link, if the run it led to is not whole.
    pub(super) fn note(app: &App, link: &str) -> Option<Followed> {
        let (head, cell) = (app.view.head, app.view.cell);
        app.doc.away.waits().then(|| Followed { link: link.to_owned(), head, cell })
    }
}

impl App {
    /// What has to be asked, once for every text.
    pub fn take_question(&mut self) -> Option<Question> {
        if self.doc.away != Away::Wanted {
            return None;
        }
        self.doc.away = Away::Loading;
        let Document { run, file_name, text, .. } = &self.doc;
        Some(Question { ticket: *run, name: file_name.clone(), text: text.to_string() })
    }

    /// Whoever was asked has begun.
    pub fn cells_run(&mut self) {
        if self.doc.away == Away::Loading {
            self.doc.away = Away::Running;
        }
    }

    /// A cell took its engine along; `why` is `slow`, `heap`, `stack` or `died`. The rest goes on.
    pub fn cell_ended(&mut self, why: &str) {
        let key = match why {
            "slow" => "cells-ended-slow",
            "heap" => "cells-ended-heap",
            "stack" => "cells-ended-stack",
            _ => "cells-ended-died",
        };
        self.tell(self.words().get(key).to_owned());
    }

    /// The answer: recordings. One to an earlier question is learned all the same.
    pub fn cells_ran(&mut self, ticket: u64, recordings: &str) {
        match self.doc.cells.learn(recordings) {
            Ok(()) => self.run_again(ticket),
            Err(words) => self.cells_failed(ticket, &words),
        }
    }

    /// There is no answer, and why. The run is shown without its cells.
    pub fn cells_failed(&mut self, ticket: u64, why: &str) {
        if self.is_asked(ticket) {
            change(self, |app| app.doc.run_again());
            self.tell(self.words().with("cells-failed", &[("why", &why)]));
        }
    }

    fn is_asked(&self, ticket: u64) -> bool {
        self.doc.run == ticket && self.doc.away.waits()
    }

    fn run_again(&mut self, ticket: u64) {
        if !self.is_asked(ticket) {
            return;
        }
        change(self, |app| app.doc.run_again());
        // Nobody is asked twice: the same question has the same answer.
        if self.doc.away == Away::Failed {
            let why = self.words().get("cells-unfit").to_owned();
            self.tell(self.words().with("cells-failed", &[("why", &why)]));
        }
        let Some(Followed { link, head, cell }) = self.followed.take() else { return };
        if self.doc.away == Away::Done && (head, cell) == (self.view.head, self.view.cell) {
            visit::follow(self, &link);
        }
    }
}
