//! The cell screen as headings and lists: what happened so far, what the model was told, what the
//! script keeps. Made from the record; see [`super::super::mirror`] for what it is good for.

use super::super::mirror::{Entry, List, MAX_ENTRIES, Mirror, cut, list};
use super::super::model::CellHead;
use super::super::text::millis;
use super::super::{App, Scene};
use super::output::{answered, later, texts};
use super::walk::{self, Moment};
use super::words::{Said, item_text, say};
use super::{CellScene, cell_of, log};
use crate::session::record_cells::CellRecord;

/// What the cell screen shows; title and notice are the window's.
pub(in super::super) fn mirror(app: &App, head: CellHead) -> Mirror {
    let scene = Scene {
        doc: &app.doc,
        view: &app.view,
        words: app.words(),
        // Sentences are the same in all colours.
        theme: &app.themes.light,
        derived: &app.derived,
        gallery: &app.gallery,
        narrow: false,
        linked: app.address.is_some(),
    };
    let cell = cell_of(&app.doc, head);
    let moment = cell.map(|cell| Moment::of(cell, head.stop)).unwrap_or_default();
    let cells = CellScene { scene: &scene, head, cell, moment };
    let call = scene.words.with("cell-name-tip", &[("step", &head.step), ("call", &head.call)]);
    let lang = app.view.lang.code();
    let found = cell.and_then(|cell| Some((cell, cell.log.entries.get(head.stop)?)));
    let Some((cell, entry)) = found else {
        let refusal = cut(&log::refusal(&cells));
        return Mirror {
            lang,
            place: call,
            spoken: refusal.clone(),
            caption: refusal,
            ..Mirror::default()
        };
    };
    let said = say(&scene, cell, entry);
    let name = scene.words.with("cell-name", &[("id", &cell.log.id)]);
    Mirror {
        lang,
        place: format!("{name}, {}. {call}", log::place(&cells, cell, entry)),
        caption: cut(&sentence(&said)),
        spoken: cut(&format!("{}, {}", millis(entry.at_ms), said.text)),
        lists: lists(&cells, cell),
        ..Mirror::default()
    }
}

fn sentence(said: &Said) -> String {
    match &said.why {
        Some(why) => format!("{} · {why}", said.text),
        None => said.text.clone(),
    }
}

fn lists(cells: &CellScene<'_>, cell: &CellRecord) -> Vec<List> {
    let words = cells.scene.words;
    let moment = &cells.moment;
    let row = |text: String, note: String| Entry { text, note, ..Entry::default() };

    // Up to the present entry: what is still to come would give the answer away.
    let past = cell.log.entries.iter().take(cells.head.stop + 1);
    let hidden = (cells.head.stop + 1).saturating_sub(MAX_ENTRIES);
    let happened = past.skip(hidden).map(|entry| {
        let said = say(cells.scene, cell, entry);
        row(cut(&sentence(&said)), millis(entry.at_ms))
    });
    let told = answered(cell, moment.answers).map(|exchange| {
        let texts = texts(&exchange.body).map(|text| text.trim_end().to_owned());
        let lang = cells.scene.view.lang;
        let body = texts.chain(later(exchange).map(|why| why.sentence(lang)));
        let body: Vec<String> = body.collect();
        let when = exchange.answered_ms.unwrap_or(exchange.asked_ms);
        let title = format!("{} → {}", exchange.ask.label(), exchange.kind.label());
        row(title, format!("{}: {}", millis(when), cut(&body.join("\n"))))
    });
    let buffer = cell.items().take(moment.items).skip(moment.handed);
    let stored = walk::stored(cell, cells.head.stop);
    let stored = stored.iter().map(|(key, value)| row(cut(key), cut(&value.to_string())));
    let of = |id: &str, ordered: bool, empty: &str, entries: Vec<Entry>| {
        let empty = words.get(empty).to_owned();
        list(words, id, words.get(id).to_owned(), ordered, empty, entries)
    };
    vec![
        of("cell-log", true, "cell-none", happened.collect()),
        of("cell-output", true, "cell-buffer-empty", told.collect()),
        of(
            "cell-buffer",
            true,
            "cell-buffer-empty",
            buffer.map(|item| row(cut(&item_text(item)), String::new())).collect(),
        ),
        of("cell-stored", false, "cell-stored-none", stored.collect()),
    ]
}
