//! [`Mirror`]: what the window shows, as headings and lists, for a page that has to be read aloud,
//! searched, or shown without a picture.
//!
//! Made from the trace and the lists of the present sample, never from pixels. Plain data with a JSON
//! form; the page puts the texts into its document as text. Start reading at [`mirror`].

use serde::Serialize;

use super::derive::Item;
use super::gallery::shelf_key;
use super::model::{At, Screen};
use super::rows::{Badge, Row, RowKind};
use super::text::{Words, grouped, millis};
use super::{App, caption, cells, walk};
use crate::lang::Lang;
use crate::link::{self, Link};
use crate::session::record::{LiveServer, SampleRecord, ServerState};

/// Most entries of one list; a last one says how many more there are.
pub const MAX_ENTRIES: usize = 400;
/// Longest text of an entry, in characters.
pub const MAX_TEXT_CHARS: usize = 400;

/// What the window shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mirror {
    /// Code of the language of every text: `en` or `ko`.
    pub lang: &'static str,
    /// Title of the scenario, or of the gallery.
    pub title: String,
    /// Where the play head stands, in one line.
    pub place: String,
    /// The caption.
    pub caption: String,
    /// What a screen reader says when the place changes.
    pub spoken: String,
    /// Something that has no better place, until it is closed.
    pub notice: String,
    /// Visible, deferred, hidden, absent, calls, live world; or the shelves of the gallery.
    pub lists: Vec<List>,
}

/// A heading with its entries.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct List {
    /// Stable id, for tests and styles.
    pub id: String,
    /// Heading.
    pub heading: String,
    /// Is the order of the entries part of what is told?
    pub ordered: bool,
    /// What is said instead of an empty list.
    pub empty: String,
    /// Entries.
    pub entries: Vec<Entry>,
}

/// An entry of a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Entry {
    /// The name.
    pub text: String,
    /// What is said about it.
    pub note: String,
    /// Link to follow, without `#`; empty when the entry leads nowhere.
    pub link: String,
    /// Tool to choose, dotted; empty when the entry is none.
    pub tool: String,
    /// Is it the chosen one?
    pub chosen: bool,
}

/// What the window shows at this moment; after a frame, when its lists are fresh.
pub fn mirror(app: &App) -> Mirror {
    let words = app.words();
    let waiting = app.doc.away.words(words);
    let notices = waiting.into_iter().chain(app.view.notice.as_deref());
    let notice = notices.collect::<Vec<_>>().join("\n");
    let lang = app.view.lang.code();
    let Some(sample) = app.doc.sample(app.view.head.step) else {
        return gallery(app, words, notice);
    };
    if app.view.screen == Screen::Gallery {
        return gallery(app, words, notice);
    }
    let trace = app.doc.trace.as_ref();
    let title = trace.map(|trace| trace.head.title.get(app.view.lang)).filter(|t| !t.is_empty());
    if let Some(head) = app.view.cell {
        let mirror = cells::mirror::mirror(app, head);
        return Mirror { title: title.unwrap_or(&app.doc.file_name).to_owned(), notice, ..mirror };
    }
    let place = place(app, words, sample);
    let caption = caption::text(&app.doc, &app.view).map_or("", |(text, _)| text);
    let spoken = match decision(app, sample) {
        Some(sentence) => sentence,
        None => format!("{place}. {}", counts(app, words)),
    };
    Mirror {
        lang,
        title: title.unwrap_or(&app.doc.file_name).to_owned(),
        place,
        caption: cut(caption),
        spoken,
        notice,
        lists: lists(app, words, sample),
    }
}

/// The sentence of the decision the walk stands on.
fn decision(app: &App, sample: &SampleRecord) -> Option<String> {
    let At::Rule(place) = app.view.head.at else { return None };
    let decision = walk::Walk::of(sample).get(place)?;
    Some(cut(&decision.sentence(app.view.lang)))
}

fn place(app: &App, words: &Words, sample: &SampleRecord) -> String {
    let steps = app.doc.steps();
    let name = words.with("banner", &[("step", &sample.step), ("steps", &steps)]);
    let walking = matches!(app.view.head.at, At::Rule(_));
    let state = words.get(if walking { "banner-taking" } else { "banner-frozen" });
    let ms = millis(sample.shot_ms);
    let when = words.with("banner-when", &[("turn", &sample.turn), ("ms", &ms)]);
    let now = walk::time(&app.doc, app.view.head);
    if now == sample.shot_ms {
        return format!("{name}, {state}, {when}");
    }
    format!("{name}, {state}, {when}, {}", words.with("mirror-now", &[("ms", &millis(now))]))
}

fn counts(app: &App, words: &Words) -> String {
    let derived = &app.derived;
    let count = |key: &str, count: usize| words.with(key, &[("count", &count)]);
    [
        count("count-visible", derived.visible),
        count("count-deferred", derived.deferred.len()),
        count("count-hidden", derived.hidden.len()),
    ]
    .join(", ")
}

fn lists(app: &App, words: &Words, sample: &SampleRecord) -> Vec<List> {
    let derived = &app.derived;
    let told = walk::told(sample, app.view.head.at);
    let visible = derived.rows.iter().filter(|row| row.shown_at <= told);
    let live = walk::live(sample, walk::time(&app.doc, app.view.head));
    let shelf = |id: &str, items: &[Item]| {
        let entries: Vec<Entry> = items
            .iter()
            .filter(|item| item.since <= told)
            .map(|item| entry(app, &item.dotted, item.reason.clone()))
            .collect();
        let heading = words.with(&format!("shelf-{id}"), &[("count", &entries.len())]);
        let empty = words.get(&format!("shelf-{id}-empty")).to_owned();
        list(words, id, heading, false, empty, entries)
    };
    let failed = match &sample.plan {
        Ok(_) => words.get("menu-empty").to_owned(),
        Err(failure) => words.with("capture-failed", &[("error", failure)]),
    };
    let mut lists = vec![
        list(
            words,
            "visible",
            words.get("menu-head").to_owned(),
            true,
            failed,
            visible.map(|row| row_entry(app, words, row)).collect(),
        ),
        shelf("deferred", &derived.deferred),
        shelf("hidden", &derived.hidden),
        shelf("absent", &derived.absent),
    ];
    let servers = live.map_or(&[][..], |live| live.servers.as_slice());
    lists.push(list(
        words,
        "live",
        words.get("lane-live").to_owned(),
        false,
        words.get("no-servers").to_owned(),
        servers.iter().map(|server| server_entry(words, server)).collect(),
    ));
    lists.push(list(
        words,
        "calls",
        words.get("calls-here").to_owned(),
        true,
        words.get("calls-none").to_owned(),
        calls(app, words, sample),
    ));
    lists
}

fn row_entry(app: &App, words: &Words, row: &Row) -> Entry {
    let tokens = words.with("banner-cost-short", &[("tokens", &grouped(row.tokens))]);
    let badge = row.badge.map(|badge| match badge {
        Badge::New => "mark-new",
        Badge::Moved => "mark-moved",
        Badge::Rewritten => "mark-rewritten",
    });
    let note = match badge {
        Some(key) => format!("{tokens}, {}", words.get(key)),
        None => tokens,
    };
    match row.kind {
        RowKind::Namespace => Entry { text: row.label.clone(), note, ..Entry::default() },
        RowKind::Tool | RowKind::Member => entry(app, &row.dotted, note),
    }
}

/// An entry that chooses a tool.
fn entry(app: &App, dotted: &str, note: String) -> Entry {
    let chosen = app.view.selected.as_ref().is_some_and(|tool| tool.dotted() == dotted);
    let tool = dotted.to_owned();
    Entry { text: cut(dotted), note: cut(&note), tool, chosen, ..Entry::default() }
}

fn server_entry(words: &Words, server: &LiveServer) -> Entry {
    let note = match &server.state {
        ServerState::Ready => words.with("live-ready", &[("count", &server.tools)]),
        ServerState::Starting => words.get("live-starting").to_owned(),
        ServerState::Idle => words.get("live-idle").to_owned(),
        ServerState::Failed(error) => words.with("live-failed", &[("error", error)]),
        ServerState::Closed => words.get("live-closed").to_owned(),
        ServerState::Removed => words.get("live-removed").to_owned(),
    };
    Entry { text: cut(&server.name), note: cut(&note), ..Entry::default() }
}

fn calls(app: &App, words: &Words, sample: &SampleRecord) -> Vec<Entry> {
    let now = walk::time(&app.doc, app.view.head);
    let walking = matches!(app.view.head.at, At::Rule(_));
    let issued = sample.calls.iter().filter(|call| !walking && call.issued_ms <= now);
    issued
        .map(|call| {
            let answered = call.finished_ms <= now;
            let note = match answered {
                true => words.get(super::calls::status_key(call.status)).to_owned(),
                false => words.get("mirror-waits").to_owned(),
            };
            Entry { text: cut(&call.tool.dotted()), note, ..Entry::default() }
        })
        .collect()
}

/// The shelves, each entry with the link that opens it.
fn gallery(app: &App, words: &Words, notice: String) -> Mirror {
    let mut lists: Vec<List> = Vec::new();
    for card in &app.gallery {
        let key = shelf_key(card.shelf);
        if lists.last().is_none_or(|list| list.id != key) {
            let heading = words.get(key).to_owned();
            lists.push(List { id: key.to_owned(), heading, ..List::default() });
        }
        let said = |text: &crate::scenario::file::Bilingual| match app.view.lang {
            Lang::Ko if !text.ko.is_empty() => cut(&text.ko),
            _ => cut(&text.en),
        };
        let scenario = link::stem(&card.file_name).to_owned();
        let link = Link { scenario: Some(scenario), ..Link::default() };
        let entry = Entry {
            text: said(&card.title),
            note: said(&card.question),
            link: link::write(&link).unwrap_or_default(),
            ..Entry::default()
        };
        if let Some(list) = lists.last_mut() {
            list.entries.push(entry);
        }
    }
    Mirror {
        lang: app.view.lang.code(),
        title: words.get("app-name").to_owned(),
        place: words.get("cmd-gallery").to_owned(),
        caption: words.get("app-slogan").to_owned(),
        spoken: words.get("cmd-gallery").to_owned(),
        notice,
        lists,
    }
}

/// A list within its bound.
pub(super) fn list(
    words: &Words,
    id: &str,
    heading: String,
    ordered: bool,
    empty: String,
    mut entries: Vec<Entry>,
) -> List {
    let more = entries.len().saturating_sub(MAX_ENTRIES);
    entries.truncate(MAX_ENTRIES);
    if 0 < more {
        let text = words.with("mirror-more", &[("count", &more)]);
        entries.push(Entry { text, ..Entry::default() });
    }
    let empty = if entries.is_empty() { empty } else { String::new() };
    List { id: id.to_owned(), heading, ordered, empty, entries }
}

pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
