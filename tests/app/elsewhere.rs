//! A window without an engine: it plays recordings, asks for what they lack, and learns.

use egui_kittest::Harness;
use freezeframe::app::command::Command;
use freezeframe::app::elsewhere::Away;
use freezeframe::app::engine::Cells;
use freezeframe::app::{App, protocol, visit};
use freezeframe::code_mode::default_engine;
use freezeframe::code_mode::engine::recording::Recordings;
use freezeframe::code_mode::engine::recording::recorded::NEEDS_ENGINE;
use freezeframe::code_mode::engine::recording::recorder::Recorder;
use freezeframe::door;

use super::{sees, window};

const FILE: &str = "cell-one-for-five.ron";

fn pack() -> &'static str {
    freezeframe::pack::scenario(FILE).expect("a scenario of the pack")
}

fn record(text: &str) -> String {
    let recorder = Recorder::new(default_engine(), Recordings::default());
    door::record(text, FILE, &recorder).expect("it runs")
}

/// A window that knows these recordings, with that text open.
fn knows(recordings: &str, text: &str) -> Harness<'static, App> {
    let mut harness = window();
    let known = Recordings::read(recordings).expect("recordings");
    harness.state_mut().doc.cells = Cells::recorded(known);
    let (name, text) = (FILE.to_owned(), text.to_owned());
    harness.state_mut().apply(Command::OpenText { name, text, files: Default::default() });
    harness.run();
    harness
}

fn hash(app: &App) -> String {
    protocol::state(app, "").hash
}

fn lacks_a_cell(app: &App) -> bool {
    let trace = app.doc.trace.as_ref().expect("a run");
    freezeframe::trace::text::write(trace).contains(NEEDS_ENGINE)
}

#[test]
fn what_was_recorded_needs_nobody() {
    let mut harness = knows(&record(pack()), pack());
    assert_eq!(harness.state().doc.away, Away::Done);
    assert_eq!(harness.state_mut().take_question(), None);
    assert_eq!(
        hash(harness.state()),
        door::hash(pack(), FILE, &default_engine()).expect("it runs")
    );
}

#[test]
fn an_edited_cell_is_asked_for_once_and_shown_when_it_is_there() {
    let mut harness = knows(&record(pack()), pack());
    let before = hash(harness.state());
    let source = "text('mine')".to_owned();
    harness.state_mut().apply(Command::EditCell { step: 1, call: 1, source });
    harness.run();
    // Until then the picture is the last whole one, and no link claims its hash.
    let app = harness.state_mut();
    assert_eq!(hash(app), before);
    assert!(!visit::here(app).expect("a link").contains("&y="));
    assert_eq!(protocol::state(app, "").cells, "waiting");
    let question = app.take_question().expect("the cell has to run");
    assert!(question.text.contains("text('mine')") && question.name == FILE);
    assert_eq!(app.take_question(), None, "asked once");
    harness.run();
    assert!(sees(&harness, "The JavaScript engine is being loaded"));
    harness.state_mut().cells_run();
    harness.run();
    assert!(sees(&harness, "The cells are running"));
    harness.state_mut().cells_ran(question.ticket, &record(&question.text));
    harness.run();
    assert!(!sees(&harness, "The cells are running"));
    let app = harness.state_mut();
    assert_eq!((app.doc.away, protocol::state(app, "").cells), (Away::Done, "done"));
    assert_eq!(hash(app), door::hash(&question.text, FILE, &default_engine()).expect("it runs"));
    assert!(visit::here(app).expect("a link").contains("&y="));
    // Undone and done again: both are known now.
    app.apply(Command::Undo);
    assert_eq!((app.doc.away, hash(app)), (Away::Done, before));
    app.apply(Command::Redo);
    assert_eq!(app.doc.away, Away::Done);
}

#[test]
fn a_scenario_of_ones_own_is_shown_without_its_cells_until_then() {
    let mut harness = knows(&Recordings::default().write(), pack());
    assert!(lacks_a_cell(harness.state()));
    let question = harness.state_mut().take_question().expect("the cells have to run");
    harness.state_mut().cells_ran(question.ticket, &record(pack()));
    assert!(!lacks_a_cell(harness.state()));
}

#[test]
fn an_answer_to_an_earlier_question_is_learned_and_does_not_show() {
    let mut harness = knows(&record(pack()), pack());
    let app = harness.state_mut();
    let mut edit = |source: &str| {
        app.apply(Command::EditCell { step: 1, call: 1, source: source.to_owned() });
        app.take_question().expect("a question")
    };
    let (first, second) = (edit("text('one')"), edit("text('two')"));
    app.cells_ran(first.ticket, &record(&first.text));
    assert!(app.doc.away.waits());
    app.cells_failed(first.ticket, "too late");
    assert!(app.doc.away.waits() && app.view.notice.is_none());
    app.cells_ran(second.ticket, &record(&second.text));
    assert_eq!(hash(app), door::hash(&second.text, FILE, &default_engine()).expect("it runs"));
    app.apply(Command::Undo);
    assert_eq!(app.doc.away, Away::Done, "the first one is known as well");
}

#[test]
fn without_an_answer_the_run_says_what_it_lacks() {
    for (answer, words) in [
        (Err("no engine today"), "no engine today"),
        (Ok("{}"), "no recordings"),
        // Recordings of something else: asked once more, it would be the same again.
        (Ok(r#"{"version":1,"turns":{}}"#), "does not fit"),
    ] {
        let mut harness = knows(&Recordings::default().write(), pack());
        let app = harness.state_mut();
        let question = app.take_question().expect("a question");
        match answer {
            Ok(recordings) => app.cells_ran(question.ticket, recordings),
            Err(why) => app.cells_failed(question.ticket, why),
        }
        assert_eq!((app.doc.away, protocol::state(app, "").cells), (Away::Failed, "failed"));
        assert!(lacks_a_cell(app) && app.take_question().is_none());
        harness.run();
        assert!(sees(&harness, words), "{words}");
    }
}

#[test]
fn a_cell_that_took_its_engine_along_is_told() {
    let mut harness = knows(&Recordings::default().write(), pack());
    for (why, words) in [
        ("slow", "did not come to rest within 10 s"),
        ("heap", "filled the memory"),
        ("stack", "nested too deeply"),
        ("died", "broke inside a cell"),
    ] {
        harness.state_mut().cell_ended(why);
        harness.run();
        assert!(sees(&harness, words), "{words}");
    }
}

#[test]
fn a_link_into_a_cell_leads_there_once_it_has_run() {
    let mut there = knows(&record(pack()), pack());
    there.state_mut().apply(Command::ToggleCells);
    there.state_mut().apply(Command::CellStop(9));
    there.run();
    let link = visit::here(there.state()).expect("a link");
    let place = there.state().view.cell;
    for moved in [false, true] {
        let mut harness = window();
        harness.state_mut().doc.cells = Cells::recorded(Recordings::default());
        visit::follow(harness.state_mut(), &link);
        harness.run();
        let app = harness.state_mut();
        assert!(app.view.notice.is_none(), "{:?}", app.view.notice);
        assert_ne!(app.view.cell, place, "the cell is not that long yet");
        let question = app.take_question().expect("a question");
        if moved {
            app.apply(Command::ToggleCells);
        }
        app.cells_ran(question.ticket, &record(pack()));
        // Whoever has gone on is left alone.
        assert_eq!(app.view.cell, place.filter(|_| !moved));
        assert!(app.view.notice.is_none());
    }
}
