//! From the window to a link, and from a link to the nearest thing the window can show.
//!
//! Knows: the link's text form, the gallery, the commands. May not know: the browser. Following is
//! total: whatever does not fit is said in the notice, and the last good picture stays when nothing
//! of the link can be shown. Start reading at [`follow`].

use super::command::Command;
use super::elsewhere::{Away, Followed};
use super::model::{At, PlayHead, Screen, Tab};
use super::text::Words;
use super::{App, cells, walk};
use crate::link::{self, CellPlace, Edit, EditFault, Fault, Link, Place, Stale, stem};
use crate::planner::ledger::Candidate;
use crate::session::record::SampleRecord;
use crate::tool::ToolName;

/// Version of the engine, as links carry it.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// Why there is no link to what is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLink {
    /// The edited text does not fit into an address.
    TooLong,
    /// The scenario reads files that stand beside it.
    NeedsFiles,
}

impl NoLink {
    /// Message key.
    pub fn key(self) -> &'static str {
        match self {
            NoLink::TooLong => "link-none-long",
            NoLink::NeedsFiles => "link-none-files",
        }
    }
}

/// The link to what the window shows, without `#`; empty for the gallery.
///
/// # Errors
/// When no link can hold it; saving the file is the way out.
pub fn here(app: &App) -> Result<String, NoLink> {
    let mut link = Link::default();
    if app.view.screen == Screen::Stage {
        place(app, &mut link);
        text(app, &mut link)?;
    }
    link::write(&link).map_err(|_| NoLink::TooLong)
}

/// Where the play head stands, and what is looked at.
fn place(app: &App, link: &mut Link) {
    let head = app.view.head;
    link.step = Some(head.step).filter(|step| *step != 0);
    link.place = match (head.at, app.doc.sample(head.step)) {
        (At::Rule(rule), _) => Some(Place::Rule(rule)),
        (At::Time(ms), Some(sample)) if ms != sample.shot_ms => Some(Place::Time(ms)),
        _ => None,
    };
    link.cell = app.view.cell.map(|cell| CellPlace {
        step: cell.step,
        call: cell.call,
        entry: u32::try_from(cell.stop).unwrap_or(u32::MAX),
    });
    link.tool = app.view.selected.as_ref().map(ToolName::dotted);
    link.tab = Some(tab_word(app.view.tab).to_owned());
    link.lang = Some(app.view.lang);
    link.presenter = app.view.presenter;
}

/// Which scenario, and how its text differs from the one everybody has.
fn text(app: &App, link: &mut Link) -> Result<(), NoLink> {
    if !app.doc.files.is_empty() {
        return Err(NoLink::NeedsFiles);
    }
    let base = app.gallery.iter().find(|card| card.file_name == app.doc.file_name);
    match base {
        Some(card) => {
            link.scenario = Some(stem(&card.file_name).to_owned());
            link.text_hash = Some(link::text_hash(&card.text));
        }
        None => link.file = Some(app.doc.file_name.clone()).filter(|name| !name.is_empty()),
    }
    let base = base.map_or("", |card| card.text.as_str());
    if base != &*app.doc.text {
        link.edit = Some(Edit::between(base, &app.doc.text).ok_or(NoLink::TooLong)?);
    }
    // The last good run belongs to another text while the present one is broken, or its cells run.
    let trace =
        app.doc.trace.as_ref().filter(|_| !app.doc.is_broken() && app.doc.away == Away::Done);
    link.trace_hash = trace.map(|trace| link::short(&trace.hash));
    link.engine = Some(ENGINE.to_owned());
    Ok(())
}

/// The word of a tab.
fn tab_word(tab: Tab) -> &'static str {
    tab.key().strip_prefix("tab-").unwrap_or(tab.key())
}

/// Follows a link, with or without its `#`. Everything that does not fit is told in the notice.
pub fn follow(app: &mut App, text: &str) {
    let (link, faults) = link::read(text);
    if let Some(lang) = link.lang {
        app.apply(Command::SetLang(lang));
    }
    let mut notes: Vec<String> = Vec::new();
    for fault in &faults {
        notes.push(fault_words(app.words(), fault));
    }
    if !matches!(faults.as_slice(), [Fault::TooLong(_)]) {
        open(app, &link, &mut notes);
    }
    app.view.notice = (!notes.is_empty()).then(|| notes.join("\n"));
    app.followed = Followed::note(app, text);
}

/// Opens what the link names, or the nearest thing to it, or the gallery.
fn open(app: &mut App, link: &Link, notes: &mut Vec<String>) {
    let cards: Vec<(&str, &str)> =
        app.gallery.iter().map(|card| (card.file_name.as_str(), card.text.as_str())).collect();
    let resolved = link::resolve(link, &cards);
    notes.extend(resolved.stale.iter().map(|stale| stale_words(app.words(), stale)));
    let Some((name, text)) = resolved.text else {
        app.apply(Command::Gallery);
        return;
    };
    // Going back to a step of what is open keeps the history of changes.
    if app.doc.file_name != name || *app.doc.text != *text || !app.doc.files.is_empty() {
        app.apply(Command::OpenText { name, text, files: Default::default() });
    }
    app.apply(Command::Stage);
    app.view.cell = None;
    if let (Some(hash), Some(trace)) = (&link.trace_hash, &app.doc.trace)
        && *hash != link::short(&trace.hash)
        && resolved.stale.is_empty()
        && !app.doc.away.waits()
    {
        let theirs = link.engine.as_deref().map_or("?".into(), quote);
        let holes: [(&str, &dyn std::fmt::Display); 2] = [("theirs", &theirs), ("ours", &ENGINE)];
        notes.push(app.words().with("link-stale-trace", &holes));
    }
    stand(app, link, notes);
}

fn quote(text: &str) -> String {
    text.chars().take(link::MAX_QUOTE).collect()
}

/// What does not match any more, in words.
fn stale_words(words: &Words, stale: &Stale) -> String {
    match stale {
        Stale::Unknown { wanted, near: Some(near) } => {
            words.with("link-unknown-near", &[("name", &quote(wanted)), ("near", near)])
        }
        Stale::Unknown { wanted, near: None } => {
            words.with("link-unknown", &[("name", &quote(wanted))])
        }
        Stale::Text => words.get("link-stale-text").to_owned(),
        Stale::Edit(fault) => words.get(edit_key(*fault)).to_owned(),
    }
}

/// Goes to the place, or to the nearest one.
fn stand(app: &mut App, link: &Link, notes: &mut Vec<String>) {
    let steps = app.doc.steps();
    if let Some(step) = link.step {
        if step == 0 || steps < step {
            let holes: [(&str, &dyn std::fmt::Display); 2] = [("step", &step), ("steps", &steps)];
            notes.push(app.words().with("link-step", &holes));
        }
        app.apply(Command::GoToStep(step));
    }
    if let (Some(place), Some(sample)) = (link.place, app.doc.sample(app.view.head.step)) {
        let at = match place {
            Place::Time(ms) => At::Time(ms.clamp(sample.shot_ms, sample.ended_ms)),
            Place::Rule(rule) => match walk::Walk::of(sample).len().checked_sub(1) {
                Some(last) => At::Rule(rule.min(last)),
                None => At::Time(sample.shot_ms),
            },
        };
        let head = PlayHead { at, ..app.view.head };
        app.apply(Command::GoTo(head));
    }
    let sample = app.doc.sample(app.view.head.step);
    let tool = link.tool.as_deref().and_then(|dotted| known(sample?, dotted));
    if tool.is_none()
        && let Some(wanted) = &link.tool
    {
        notes.push(app.words().with("link-tool", &[("name", &quote(wanted))]));
    }
    app.view.selected = tool;
    if let Some(wanted) = &link.tab {
        match Tab::ALL.into_iter().find(|tab| tab_word(*tab) == wanted) {
            Some(tab) => app.view.tab = tab,
            None => notes.push(fault_words(app.words(), &Fault::Value("tab", quote(wanted)))),
        }
    }
    app.view.presenter = link.presenter;
    if let Some(CellPlace { step, call, entry }) = link.cell {
        let execs = app.doc.trace.as_ref().map(|trace| cells::execs(&trace.record));
        if execs.is_some_and(|mut execs| execs.any(|exec| exec == (step, call))) {
            app.apply(Command::OpenCell { step, call });
            app.apply(Command::CellStop(entry as usize));
        } else {
            let name = format!("{step}.{call}");
            notes.push(app.words().with("link-cell", &[("name", &name)]));
        }
    }
}

/// The tool of this dotted name, if the sample has ever heard of it.
fn known(sample: &SampleRecord, dotted: &str) -> Option<ToolName> {
    let ledger = match &sample.plan {
        Ok(plan) => &plan.ledger,
        Err(failure) => &*failure.ledger,
    };
    let candidate: Option<&Candidate> =
        ledger.candidates.iter().find(|candidate| candidate.name.dotted() == dotted);
    candidate.map(|candidate| candidate.name.clone())
}

fn edit_key(fault: EditFault) -> &'static str {
    match fault {
        EditFault::Damaged => "link-edit-damaged",
        EditFault::TooLarge => "link-edit-large",
        EditFault::OtherBase => "link-edit-base",
    }
}

/// A fault in words.
fn fault_words(words: &Words, fault: &Fault) -> String {
    match fault {
        Fault::TooLong(bytes) => {
            words.with("link-long", &[("bytes", bytes), ("most", &link::MAX_LINK_BYTES)])
        }
        Fault::Unknown(name) => words.with("link-member", &[("name", name)]),
        Fault::Twice(name) => words.with("link-twice", &[("name", name)]),
        Fault::Value(name, value) => words.with("link-value", &[("name", name), ("value", value)]),
        Fault::Edit(fault) => words.get(edit_key(*fault)).to_owned(),
    }
}
