//! [`apply`]: the one function that changes the model.

use super::cells::obey;
use super::command::Command;
use super::model::{At, Look, PlayHead, Screen, Tab};
use super::{App, Wish, play, visit, walk};
use crate::lang::Lang;
use crate::scenario::file::{EventFile, TimedEventFile};

/// Slowest and fastest speed.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.25..=8.0;

/// Least virtual time the timeline shows, in ms.
const MIN_ZOOM_MS: u64 = 50;

/// Obeys a command.
pub fn apply(app: &mut App, command: Command) {
    match command {
        Command::TogglePlay => play::toggle(app),
        Command::Tick(now) => play::tick(app, now),
        _ if app.view.cell.is_some() && obey::in_cell(app, &command) => {}
        Command::ToggleCells => obey::toggle(app),
        Command::OpenCell { step, call } => obey::open(app, step, call),
        Command::CellStop(stop) => obey::stop_at(app, |_, _| stop),
        Command::EditCell { step, call, source } => obey::edit(app, step, call, &source),
        Command::NextRule => step(app, walk::next_fine),
        Command::PreviousRule => step(app, walk::previous_fine),
        Command::NextSample => step(app, walk::next_sample),
        Command::PreviousSample => step(app, walk::previous_sample),
        Command::NextTurn => turn(app, 1),
        Command::PreviousTurn => turn(app, -1),
        Command::First => go_to_step(app, 1),
        Command::Last => go_to_step(app, app.doc.steps()),
        Command::GoTo(head) => go(app, head),
        Command::GoToStep(number) => go_to_step(app, number),
        Command::Scrub(ms) => {
            if let Some(head) = walk::at_time(&app.doc, ms) {
                go(app, head);
            }
        }
        Command::Faster => app.view.speed = (app.view.speed * 2.0).min(*SPEEDS.end()),
        Command::Slower => app.view.speed = (app.view.speed / 2.0).max(*SPEEDS.start()),
        Command::Select(tool) => {
            app.view.selected = tool;
            if app.view.selected.is_some() && matches!(app.view.tab, Tab::Trail | Tab::Changes) {
                app.view.tab = Tab::Why;
            }
        }
        Command::ShowTab(tab) => {
            app.view.tab = tab;
            app.view.page = super::model::Page::Why;
        }
        Command::ShowPage(page) => app.view.page = page,
        Command::OpenStage(stage) => app.view.open_stage = stage,
        Command::Find => {
            app.view.finding = true;
            app.view.focus_filter = true;
            app.view.page = super::model::Page::Menu;
        }
        Command::FindFocused => app.view.focus_filter = false,
        Command::SetFilter(filter) => app.view.filter = filter,
        Command::EndFind => end_find(app),
        Command::Gallery => {
            pause(app);
            app.view.screen = Screen::Gallery;
        }
        Command::Stage => {
            if app.doc.trace.is_some() || !app.doc.text.is_empty() {
                app.view.screen = Screen::Stage;
            }
        }
        Command::OpenEntry(index) => {
            if let Some(card) = app.gallery.get(index) {
                let (name, text) = (card.file_name.clone(), card.text.clone());
                open(app, name, &text, Default::default());
            }
        }
        Command::OpenText { name, text, files } => open(app, name, &text, files),
        Command::OpenFile => app.wishes.push(Wish::OpenFile),
        Command::SaveFile => app
            .wishes
            .push(Wish::SaveFile { name: app.doc.file_name.clone(), text: app.doc.text.clone() }),
        Command::Saved => app.doc.changed = false,
        Command::ToggleEditor => {
            app.view.editor = !app.view.editor;
            app.view.page = super::model::Page::Conditions;
            app.doc.typing = false;
        }
        Command::EditText(text) => change(app, |app| app.doc.edit(text.into(), true)),
        Command::AppendEvent(event) => change(app, |app| app.doc.append_event(event)),
        Command::AppendNow(event) => append_now(app, event),
        Command::AppendNext(event) => {
            let after = app.doc.sample(app.view.head.step).map_or(0, |sample| sample.ended_ms);
            append_at(app, event, after);
        }
        Command::SetPolicy(policy) => {
            change(app, |app| app.doc.change(|file| file.policy = policy));
        }
        Command::AppendTurn => change(app, |app| app.doc.append_turn()),
        Command::AppendSample => change(app, |app| app.doc.append_sample()),
        Command::Undo => change(app, |app| app.doc.undo()),
        Command::Redo => change(app, |app| app.doc.redo()),
        Command::ToggleHelp => app.view.help = !app.view.help,
        Command::ToggleAbout => app.view.about = !app.view.about,
        Command::TogglePresenter => app.view.presenter = !app.view.presenter,
        Command::Close => close(app),
        Command::ToggleLang => {
            app.view.lang = match app.view.lang {
                Lang::En => Lang::Ko,
                Lang::Ko => Lang::En,
            }
        }
        Command::SetLang(lang) => app.view.lang = lang,
        Command::ToggleLook => {
            app.view.look = match (app.view.look, app.dark) {
                (Look::Dark, _) | (Look::System, true) => Look::Light,
                _ => Look::Dark,
            }
        }
        Command::SetLook(look) => app.view.look = look,
        Command::ToggleMotion => app.view.still = !app.view.still,
        Command::ZoomIn => zoom(app, |span| span / 2),
        Command::ZoomOut => zoom(app, |span| span.saturating_mul(2)),
        Command::ZoomFit => app.view.zoom_ms = None,
        Command::CloseNotice => app.view.notice = None,
        Command::Copy(text) => app.wishes.push(Wish::Copy(text)),
        Command::CopyLink => copy_link(app),
        Command::Follow(link) => visit::follow(app, &link),
    }
}

fn copy_link(app: &mut App) {
    let (key, link) = match (visit::here(app), &app.address) {
        (Err(none), _) => (none.key(), None),
        (Ok(link), Some(address)) if link.is_empty() => ("link-copied", Some(address.clone())),
        (Ok(link), Some(address)) => ("link-copied", Some(format!("{address}#{link}"))),
        (Ok(link), None) => ("link-copied-part", Some(format!("#{link}"))),
    };
    app.wishes.extend(link.map(Wish::Copy));
    app.view.notice = Some(app.words().get(key).to_owned());
}

pub(super) fn pause(app: &mut App) {
    app.view.due = None;
}

fn go(app: &mut App, head: PlayHead) {
    pause(app);
    app.view.head = head;
}

fn step(app: &mut App, to: fn(&super::model::Document, PlayHead) -> Option<PlayHead>) {
    pause(app);
    if let Some(head) = to(&app.doc, app.view.head) {
        app.view.head = head;
    }
}

/// To the photograph of a sample; a number outside goes to the nearest sample.
fn go_to_step(app: &mut App, number: u32) {
    let number = number.clamp(1, app.doc.steps().max(1));
    if let Some(sample) = app.doc.sample(number) {
        let head = walk::shot(sample);
        go(app, head);
    }
}

fn turn(app: &mut App, by: i64) {
    let Some(trace) = &app.doc.trace else { return };
    let Some(sample) = app.doc.sample(app.view.head.step) else { return };
    let turns = &trace.record.turns;
    let here = turns.iter().position(|turn| turn.turn == sample.turn).unwrap_or(0);
    // Back from the middle of a turn goes to its start first.
    let at_start = turns.get(here).is_some_and(|turn| turn.first_step == sample.step);
    let to = if by < 0 && !at_start { here } else { here.saturating_add_signed(by as isize) };
    let Some(step) = turns.get(to).filter(|turn| 0 < turn.steps).map(|turn| turn.first_step) else {
        return;
    };
    go_to_step(app, step);
}

fn open(app: &mut App, name: String, text: &str, files: super::engine::Files) {
    pause(app);
    app.doc.open(name, text, files);
    app.view.selected = None;
    app.view.cell = None;
    app.view.about = false;
    end_find(app);
    app.view.zoom_ms = None;
    app.view.screen = Screen::Stage;
    app.view.head = PlayHead { step: 0, at: At::Time(0) };
    app.view.editor |= app.doc.is_broken();
    go_to_step(app, 1);
}

/// Changes the document and keeps the play head inside of it.
pub(super) fn change(app: &mut App, change: impl FnOnce(&mut App)) {
    let before = walk::time(&app.doc, app.view.head);
    pause(app);
    change(app);
    let steps = app.doc.steps();
    let step = app.view.head.step.clamp(steps.min(1), steps);
    if step != app.view.head.step {
        go_to_step(app, step);
        return;
    }
    let Some(sample) = app.doc.sample(step) else { return };
    let at = match app.view.head.at {
        At::Rule(place) if place < walk::Walk::of(sample).len() => At::Rule(place),
        _ => At::Time(before.clamp(sample.shot_ms, sample.ended_ms)),
    };
    app.view.head = PlayHead { step, at };
}

/// Adds an event in the middle of this sample. One at the very time of the shot would be part of
/// the photograph, so it comes one millisecond later, and the play head goes there.
fn append_now(app: &mut App, event: EventFile) {
    let now = walk::time(&app.doc, app.view.head);
    let at_ms =
        app.doc.sample(app.view.head.step).map_or(now, |sample| now.max(sample.shot_ms + 1));
    append_at(app, event, at_ms);
    let Some(sample) = app.doc.sample(app.view.head.step) else { return };
    app.view.head.at = At::Time(at_ms.clamp(sample.shot_ms, sample.ended_ms));
}

fn append_at(app: &mut App, event: EventFile, at_ms: u64) {
    change(app, |app| app.doc.append_event(TimedEventFile { at_ms, event }));
}

fn end_find(app: &mut App) {
    app.view.finding = false;
    app.view.focus_filter = false;
    app.view.filter.clear();
}

fn close(app: &mut App) {
    if app.view.notice.take().is_some() {
    } else if app.view.about {
        app.view.about = false;
    } else if app.view.help {
        app.view.help = false;
    } else if app.view.presenter {
        app.view.presenter = false;
    } else if app.view.screen == Screen::Gallery {
        apply(app, Command::Stage);
    } else if app.view.editor {
        app.view.editor = false;
    } else if app.view.finding {
        end_find(app);
    } else {
        app.view.selected = None;
    }
}

fn zoom(app: &mut App, by: impl Fn(u64) -> u64) {
    let Some(trace) = &app.doc.trace else { return };
    let whole = trace.record.ended_ms.max(MIN_ZOOM_MS);
    let span = by(app.view.zoom_ms.unwrap_or(whole)).max(MIN_ZOOM_MS);
    app.view.zoom_ms = (span < whole).then_some(span);
}
