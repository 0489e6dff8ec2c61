//! Following links: the right place, or the nearest one and a word about it.

use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use freezeframe::app::model::{Screen, Tab};
use freezeframe::app::visit::{NoLink, here};
use freezeframe::app::{App, Command, Wish};
use freezeframe::lang::Lang;
use freezeframe::link::{Edit, Link, Place, read, text_hash, write};

use super::{click, opened, press, sees, window};

const DROP: &str = "lecture-freeze-drop";

fn follow(link: &str) -> Harness<'static, App> {
    let mut harness = window();
    harness.state_mut().apply(Command::Follow(link.to_owned()));
    harness.run();
    harness
}

fn notice(harness: &Harness<'_, App>) -> String {
    harness.state().view.notice.clone().unwrap_or_default()
}

/// What a reader of the address sees: members without hashes and edits.
fn places(app: &App) -> Link {
    let (link, faults) = read(&here(app).expect("it fits"));
    assert_eq!(faults, []);
    Link { text_hash: None, trace_hash: None, engine: None, edit: None, ..link }
}

#[test]
fn a_link_leads_back_to_the_same_place() {
    let mut harness = opened("lecture-freeze-drop.ron");
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    click(&mut harness, "한국어");
    let app = harness.state_mut();
    let tool = app.doc.sample(2).and_then(|sample| {
        let plan = sample.plan.as_ref().ok()?;
        Some(plan.ledger.candidates.last()?.name.clone())
    });
    app.apply(Command::Select(tool.clone()));
    app.apply(Command::ShowTab(Tab::Calls));
    let link = here(app).expect("it fits");

    let other = follow(&link);
    let app = other.state();
    assert_eq!(app.view.notice, None);
    assert_eq!(app.view.head, harness.state().view.head);
    assert_eq!((app.view.lang, app.view.tab), (Lang::Ko, Tab::Calls));
    assert_eq!(app.view.selected, tool);
    assert!(tool.is_some());
    assert_eq!(here(app).as_ref(), Ok(&link));
}

#[test]
fn every_step_of_every_lecture_has_its_link() {
    let mut harness = opened("lecture-widget.ron");
    let app = harness.state_mut();
    for _ in 0..300 {
        let (head, link) = (app.view.head, here(app).expect("it fits"));
        app.apply(Command::Gallery);
        app.apply(Command::Follow(link.clone()));
        assert_eq!((app.view.head, &app.view.notice), (head, &None), "{link}");
        app.apply(Command::NextRule);
        if app.view.head == head {
            return;
        }
    }
}

#[test]
fn a_flipped_switch_is_in_the_link() {
    let mut harness = opened("lecture-freeze-drop.ron");
    harness.state_mut().apply(Command::AppendTurn);
    harness.state_mut().apply(Command::Last);
    let text = harness.state().doc.text.clone();
    let link = here(harness.state()).expect("it fits");
    assert!(link.len() < 220, "{}: {link}", link.len());

    let other = follow(&link);
    assert_eq!(notice(&other), "");
    assert_eq!(other.state().doc.text, text);
    assert_eq!(other.state().view.head, harness.state().view.head);
}

/// Back and forward must not throw the history of changes away.
#[test]
fn a_link_to_what_is_open_keeps_undo() {
    let mut harness = opened("lecture-freeze-drop.ron");
    harness.state_mut().apply(Command::AppendTurn);
    let link = here(harness.state()).expect("it fits");
    harness.state_mut().apply(Command::Last);
    harness.state_mut().apply(Command::Follow(link));
    assert_eq!(harness.state().doc.undo.len(), 1);
    assert_eq!(harness.state().view.head.step, 1);
}

#[test]
fn an_own_scenario_travels_in_the_link() {
    let text = freezeframe::pack::scenario(DROP).expect("it is there").replace("lost", "gone");
    let mut harness = window();
    harness.state_mut().apply(Command::OpenText {
        name: "mine.ron".into(),
        text: text.clone(),
        files: Default::default(),
    });
    let link = here(harness.state()).expect("it fits");
    let other = follow(&link);
    assert_eq!((notice(&other).as_str(), &*other.state().doc.text), ("", text.as_str()));
    assert_eq!(other.state().doc.file_name, "mine.ron");
}

#[test]
fn stale_links_say_so_and_show_the_nearest() {
    let hash = text_hash(freezeframe::pack::scenario(DROP).expect("it is there"));
    let cases = [
        (format!("s={DROP}&h=0000000000000000&n=2"), "not the one the link was made with", 2),
        (format!("s={DROP}&h={hash}&y=0000000000000000&e=0.0.9&n=2"), "than engine 0.0.9", 2),
        ("s=lecture-freeze-dorp&n=2".to_owned(), "the nearest, lecture-freeze-drop", 2),
        (format!("s={DROP}&n=99"), "sample 99 of 2", 2),
        (format!("s={DROP}&n=0"), "sample 0 of 2", 1),
        (format!("s={DROP}&t=no.such"), "\"no.such\" is not known", 1),
        (format!("s={DROP}&n=2&color=red"), "\"color\"", 2),
        (format!("s={DROP}&n=2&tab=nothing"), "\"tab\" cannot be nothing", 2),
        (format!("s={DROP}&n=2&x=AAAA"), "changes are damaged", 2),
    ];
    for (link, piece, step) in cases {
        let harness = follow(&link);
        assert!(notice(&harness).contains(piece), "{link}: {}", notice(&harness));
        assert!(sees(&harness, notice(&harness).lines().next().expect("a line")));
        let app = harness.state();
        assert_eq!((app.view.screen, app.view.head.step), (Screen::Stage, step), "{link}");
        assert_eq!(app.doc.file_name, format!("{DROP}.ron"), "{link}");
    }
}

#[test]
fn places_outside_a_sample_go_to_its_edge() {
    for (member, place) in [
        ("ms=99999999", Some(Place::Time(1000))),
        ("ms=0", None),
        ("r=99999999", Some(Place::Rule(usize::MAX))),
    ] {
        let harness = follow(&format!("s={DROP}&n=1&{member}"));
        assert_eq!(notice(&harness), "");
        match (places(harness.state()).place, place) {
            (Some(Place::Rule(rule)), Some(Place::Rule(_))) => assert!(0 < rule && rule < 1000),
            (there, wanted) => assert_eq!(there, wanted, "{member}"),
        }
    }
}

#[test]
fn edits_of_another_base_are_not_applied() {
    let edit = Edit::between("one\n", "two, which is long enough\n");
    let link = Link {
        scenario: Some(DROP.into()),
        text_hash: Some("0000000000000000".into()),
        edit,
        ..Link::default()
    };
    let harness = follow(&write(&link).expect("short"));
    assert!(notice(&harness).contains("another version"), "{}", notice(&harness));
    assert!(harness.state().doc.trace.is_some());
}

#[test]
fn links_that_lead_nowhere_leave_the_gallery() {
    for link in ["", "#", "l=en", "s=zzzzzzzzzzzzzz", "n=4&t=x"] {
        let harness = follow(link);
        assert_eq!(harness.state().view.screen, Screen::Gallery, "{link}");
        let silent = !link.starts_with("s=");
        assert_eq!(harness.state().view.notice.is_none(), silent, "{link}");
    }
}

#[test]
fn a_broken_text_in_a_link_opens_the_editor() {
    let link = Link { edit: Edit::between("", "(title: "), ..Link::default() };
    let harness = follow(&write(&link).expect("short"));
    assert!(harness.state().view.editor && harness.state().doc.is_broken());
}

#[test]
fn the_link_is_copied_with_the_address_of_the_page() {
    let mut harness = opened("lecture-freeze-drop.ron");
    harness.state_mut().apply(Command::CopyLink);
    let [Wish::Copy(part)] = harness.state().wishes.as_slice() else { panic!("a copy") };
    assert!(part.starts_with("#s=lecture-freeze-drop&"), "{part}");
    harness.run();
    harness.state_mut().address = Some("https://example.org/sub/".into());
    harness.run();
    harness.state_mut().wishes.clear();
    harness.state_mut().apply(Command::CopyLink);
    let [Wish::Copy(whole)] = harness.state().wishes.as_slice() else { panic!("a copy") };
    assert!(whole.starts_with("https://example.org/sub/#s="), "{whole}");
}

#[test]
fn what_no_link_can_hold_is_said() {
    let mut harness = opened("lecture-freeze-drop.ron");
    // Text that does not compress.
    let mut noise = String::from("//");
    let mut state = 1_u64;
    while noise.len() < 60_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        noise.push(char::from(b'!' + (state >> 58) as u8));
    }
    let text = format!("{noise}\n{}", harness.state().doc.text);
    harness.state_mut().apply(Command::EditText(text));
    assert_eq!(here(harness.state()), Err(NoLink::TooLong));
    harness.state_mut().apply(Command::CopyLink);
    assert!(notice(&harness).contains("too large"), "{}", notice(&harness));

    let mut app = opened("lecture-freeze-drop.ron");
    app.state_mut().apply(Command::OpenText {
        name: "mine.ron".into(),
        text: "()".into(),
        files: [("a.json".to_owned(), "{}".to_owned())].into(),
    });
    assert_eq!(here(app.state()), Err(NoLink::NeedsFiles));
}

#[test]
fn a_link_leads_into_a_cell() {
    let mut harness = follow("s=cell-one-for-five&c=1.1.7");
    assert_eq!(notice(&harness), "");
    let head = harness.state().view.cell.expect("a cell is open");
    assert_eq!((head.step, head.call, head.stop), (1, 1, 7));
    let link = here(harness.state()).expect("it fits");
    assert!(link.contains("&c=1.1.7"), "{link}");
    // Past its end is at its end; a call without a cell is told; a link without a cell closes it.
    harness.state_mut().apply(Command::Follow("s=cell-one-for-five&c=1.1.4000000000".into()));
    assert!(harness.state().view.cell.is_some_and(|cell| 7 < cell.stop && cell.stop < 1000));
    assert_eq!(notice(&harness), "");
    harness.state_mut().apply(Command::Follow("s=cell-one-for-five&c=1.2.0".into()));
    assert_eq!(harness.state().view.cell, None);
    assert!(notice(&harness).contains("1.2"), "{}", notice(&harness));
}
