//! The text beside the picture: the same tools in the same order, and nothing left out silently.

use egui_kittest::Harness;
use freezeframe::app::mirror::{List, MAX_ENTRIES, Mirror, mirror};
use freezeframe::app::{App, Command};
use freezeframe::planner::ledger::Standing;

use super::{opened, window};

fn told(harness: &mut Harness<'static, App>) -> Mirror {
    harness.run();
    mirror(harness.state())
}

fn list<'a>(mirror: &'a Mirror, id: &str) -> &'a List {
    mirror.lists.iter().find(|list| list.id == id).unwrap_or_else(|| panic!("no list {id}"))
}

fn texts(list: &List) -> Vec<&str> {
    list.entries.iter().map(|entry| entry.text.as_str()).collect()
}

#[test]
fn lists_are_those_of_the_trace_at_every_sample() {
    let mut harness = opened("lecture-widget.ron");
    for step in 1..=harness.state().doc.steps() {
        harness.state_mut().apply(Command::GoToStep(step));
        let mirror = told(&mut harness);
        let sample = harness.state().doc.sample(step).expect("the step is there");
        let plan = sample.plan.as_ref().expect("it was planned");
        let visible: Vec<String> = plan.visible_names().map(|name| name.dotted()).collect();
        let shown = list(&mirror, "visible").entries.iter().filter(|entry| !entry.tool.is_empty());
        assert_eq!(shown.map(|entry| entry.tool.clone()).collect::<Vec<_>>(), visible);
        assert!(list(&mirror, "visible").ordered);
        for (id, standing) in [
            ("deferred", Standing::Deferred),
            ("hidden", Standing::Hidden),
            ("absent", Standing::Absent),
        ] {
            let names: Vec<String> =
                plan.standing(standing).map(|candidate| candidate.name.dotted()).collect();
            assert_eq!(texts(list(&mirror, id)), names, "{id} at step {step}");
        }
        let place = format!("Sample {step} of {}, frozen", harness.state().doc.steps());
        assert!(mirror.place.starts_with(&place), "{}", mirror.place);
        assert!(mirror.spoken.starts_with(&place), "{}", mirror.spoken);
    }
}

#[test]
fn absent_tools_bring_their_reason() {
    let mirror = told(&mut opened("lecture-widget.ron"));
    let absent = &list(&mirror, "absent").entries;
    assert!(!absent.is_empty());
    assert!(absent.iter().all(|entry| !entry.note.is_empty()), "{absent:?}");
}

#[test]
fn the_world_moves_on_while_the_menu_stays() {
    let mut harness = opened("lecture-freeze-drop.ron");
    let before = told(&mut harness);
    harness.state_mut().apply(Command::Scrub(600));
    let after = told(&mut harness);
    assert_eq!(list(&before, "visible"), list(&after, "visible"));
    assert_ne!(list(&before, "live"), list(&after, "live"));
    assert!(list(&before, "calls").entries.is_empty() || before != after);
    assert!(after.place.contains("600"), "{}", after.place);
}

#[test]
fn a_walk_is_told_decision_by_decision() {
    let mut harness = opened("lecture-freeze-drop.ron");
    harness.state_mut().apply(Command::TogglePlay);
    harness.state_mut().apply(Command::TogglePlay);
    let first = mirror(harness.state());
    assert!(list(&first, "visible").entries.is_empty(), "nothing is planned yet");
    let mut spoken = vec![first.spoken];
    for _ in 0..5 {
        harness.state_mut().apply(Command::NextRule);
        spoken.push(mirror(harness.state()).spoken);
    }
    spoken.dedup();
    assert!(3 < spoken.len(), "{spoken:?}");
}

#[test]
fn choosing_and_languages() {
    let mut harness = opened("lecture-freeze-drop.ron");
    let first = list(&told(&mut harness), "visible").entries[0].tool.clone();
    let name = freezeframe::tool::ToolName::parse_dotted(&first);
    harness.state_mut().apply(Command::Select(Some(name)));
    harness.state_mut().apply(Command::ToggleLang);
    let mirror = told(&mut harness);
    assert_eq!(mirror.lang, "ko");
    let chosen: Vec<_> = mirror.lists.iter().flat_map(|list| &list.entries).collect();
    let chosen: Vec<_> = chosen.iter().filter(|entry| entry.chosen).collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(chosen[0].tool, first);
    assert!(list(&mirror, "deferred").heading.contains("0") || mirror.place.contains("샘플"));
}

#[test]
fn the_gallery_is_a_list_of_links() {
    let mut harness = window();
    let mirror = told(&mut harness);
    let entries: Vec<_> = mirror.lists.iter().flat_map(|list| &list.entries).collect();
    assert_eq!(entries.len(), freezeframe::pack::SCENARIOS.len());
    let link = entries[3].link.clone();
    harness.state_mut().apply(Command::Follow(link));
    harness.run();
    assert_eq!(harness.state().view.notice, None);
    assert!(harness.state().doc.trace.is_some());
}

#[test]
fn long_lists_say_how_much_is_missing() {
    let mut harness = window();
    let tools: String = (0..MAX_ENTRIES + 50)
        .map(|n| format!("(name: \"tool_{n}\", description: \"does {n}\"),"))
        .collect();
    let text = format!(
        "Scenario(start: (servers: [(name: \"many\", tools: [{tools}])]), script: [Turn(()), Sample(())])"
    );
    harness.state_mut().apply(Command::OpenText {
        name: "many.ron".into(),
        text,
        files: Default::default(),
    });
    let mirror = told(&mut harness);
    let problems = &harness.state().doc.problems;
    assert!(harness.state().doc.trace.is_some(), "{problems:?}");
    let longest = mirror.lists.iter().map(|list| list.entries.len()).max();
    assert_eq!(longest, Some(MAX_ENTRIES + 1));
    let last = mirror.lists.iter().find(|list| list.entries.len() == MAX_ENTRIES + 1);
    let last = last.and_then(|list| list.entries.last()).expect("it is there");
    assert!(last.text.starts_with("and ") && last.text.ends_with(" more"), "{}", last.text);
}

#[test]
fn a_cell_is_told_up_to_where_it_stands() {
    let mut harness = opened("cell-one-for-five.ron");
    harness.state_mut().apply(Command::OpenCell { step: 1, call: 1 });
    let mut told_to_model = 0;
    let entries = loop {
        let mirror = told(&mut harness);
        let stop = harness.state().view.cell.expect("a cell is open").stop;
        assert_eq!(list(&mirror, "cell-log").entries.len(), stop + 1);
        assert!(mirror.place.starts_with("cell 1, "), "{}", mirror.place);
        assert!(!mirror.caption.is_empty() && !mirror.spoken.is_empty());
        let answers = list(&mirror, "cell-output").entries.len();
        assert!(told_to_model <= answers);
        told_to_model = answers;
        harness.state_mut().apply(Command::NextSample);
        if harness.state().view.cell.is_some_and(|cell| cell.stop == stop) {
            break stop + 1;
        }
    };
    assert!(10 < entries && 0 < told_to_model);
}
