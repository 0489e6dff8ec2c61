//! Children that live and die, and cells that do not notice.

use std::time::Duration;

use freezeframe::code_mode::engine::limits::Limit;
use freezeframe::code_mode::engine::protocol::EngineState;

use crate::parent::{Parent, owned, texts, within};

const DONE: EngineState = EngineState::Finished { error: None };
const DIED: EngineState = EngineState::Died;

const fn stopped(limit: Limit) -> EngineState {
    EngineState::Stopped { limit }
}

pub const TESTS: &[(&str, fn())] = &[
    ("a_cell_runs_in_a_child_and_streams", a_cell_runs_in_a_child_and_streams),
    ("a_child_starts_with_the_first_cell", a_child_starts_with_the_first_cell),
    ("events_without_a_tap_come_as_well", events_without_a_tap_come_as_well),
    ("a_child_knows_nothing_of_us", a_child_knows_nothing_of_us),
    ("a_death_is_a_limit_and_output_stays", a_death_is_a_limit_and_output_stays),
    ("an_engine_that_fails_says_so_once", an_engine_that_fails_says_so_once),
    ("a_turn_without_end_is_ended", a_turn_without_end_is_ended),
    ("live_cells_are_moved", live_cells_are_moved),
    ("neighbours_do_not_take_memory_away", neighbours_do_not_take_memory_away),
    ("a_child_killed_from_outside_is_replaced", a_child_killed_from_outside_is_replaced),
    ("a_cell_that_is_not_deterministic_dies", a_cell_that_is_not_deterministic_dies),
    ("dropped_cells_are_forgotten", dropped_cells_are_forgotten),
    ("a_child_ends_with_its_engine", a_child_ends_with_its_engine),
    ("an_orphan_ends_in_the_middle_of_a_turn", an_orphan_ends_in_the_middle_of_a_turn),
    ("engines_have_children_of_their_own", engines_have_children_of_their_own),
];

fn a_cell_runs_in_a_child_and_streams() {
    let parent = Parent::new("fake");
    let mut cell = parent.open("text one; random|now; text two|text three");
    cell.check(&["one", "0.3898297483912715"], EngineState::Pending);
    cell.next(40);
    cell.check(&["got 40", "40", "two"], EngineState::Pending);
    cell.next(41);
    cell.check(&["got 41", "three"], DONE);
    cell.next(42);
    cell.check(&[], DIED);
    assert_eq!(parent.engine.children(), 1);
    parent.check_quiet();
}

fn a_child_starts_with_the_first_cell() {
    let parent = Parent::new("fake");
    assert_eq!((parent.engine.children(), parent.engine.child_id()), (0, None));
    parent.check_alive();
    parent.check_alive();
    assert_eq!(parent.engine.children(), 1);
}

fn events_without_a_tap_come_as_well() {
    let parent = Parent::new("untapped");
    assert_eq!(parent.run("text a; text b"), (owned(&["a", "b"]), DONE));
}

fn a_child_knows_nothing_of_us() {
    let (came, _) = Parent::new("fake").run("environment");
    assert!(
        came == ["MALLOC_ARENA_MAX=1 TZ=UTC in /"] || came == ["TZ=UTC MALLOC_ARENA_MAX=1 in /"],
        "{came:?}"
    );
}

fn a_death_is_a_limit_and_output_stays() {
    let parent = Parent::new("fake");
    let rows = [
        ("bomb", stopped(Limit::Heap)),
        ("huge", stopped(Limit::Heap)),
        ("abort", stopped(Limit::Heap)),
        ("stack", stopped(Limit::Stack)),
        ("limit", stopped(Limit::Steps)),
    ];
    for (word, state) in rows {
        let source = format!("text before; {word}; text after");
        assert_eq!(parent.run(&source), (owned(&["before"]), state), "{word}");
        parent.check_alive();
    }
    parent.check_quiet();
    let words = parent.engine.last_death().map(|death| death.to_string());
    assert!(words.as_ref().is_some_and(|words| words.contains("overflowed")), "{words:?}");
}

fn an_engine_that_fails_says_so_once() {
    for word in ["panic", "exit"] {
        let parent = Parent::new("fake");
        assert_eq!(parent.run(&format!("text before; {word}")), (owned(&["before"]), DIED));
        parent.check_alive();
        let notices = parent.notices();
        assert_eq!(notices.len(), 1, "{notices:?}");
        let expected = if word == "panic" { "was told to" } else { "exit status: 0" };
        assert!(notices[0].contains(expected), "{notices:?}");
    }
}

fn a_turn_without_end_is_ended() {
    let parent = Parent::new("fake");
    let came = within(Duration::from_secs(20), || parent.run("text before; spin"));
    assert_eq!(came, (owned(&["before"]), stopped(Limit::Steps)));
    parent.check_alive();
    parent.check_quiet();
}

fn live_cells_are_moved() {
    for hostile in ["bomb", "spin", "stack"] {
        let parent = Parent::new("fake");
        let mut first = parent.open("random|random|random|text end");
        let mut second = parent.open("text x|text y");
        first.next(1);
        let before = texts(&first.turn);
        parent.run(hostile);
        first.next(2);
        assert_ne!(texts(&first.turn)[1], before[1], "the generator went on, not back");
        parent.run(hostile);
        first.next(3);
        first.check(&["got 3", "end"], DONE);
        second.next(1);
        second.check(&["got 1", "y"], DONE);
        parent.check_quiet();

        let mut undisturbed = Parent::new("fake").open("random|random|random|text end");
        undisturbed.next(1);
        assert_eq!(texts(&undisturbed.turn), before);
    }
}

fn neighbours_do_not_take_memory_away() {
    let parent = Parent::new("fake");
    // Two of them are too many for one child, and each of them is fine alone.
    let mut cells: Vec<_> = (0..3).map(|_| parent.open("keep 100|text still|text end")).collect();
    for turn in 1..3 {
        for cell in &mut cells {
            cell.next(turn);
            let expected = ["still", "end"][turn as usize - 1];
            let state = if turn == 1 { EngineState::Pending } else { DONE };
            cell.check(&[&format!("got {turn}"), expected], state);
        }
    }
    parent.check_quiet();
    assert_eq!(parent.run("keep 100; keep 100").1, stopped(Limit::Heap));
}

fn a_child_killed_from_outside_is_replaced() {
    let parent = Parent::new("fake");
    let mut cell = parent.open("text a|text b|text c");
    kill(&parent);
    cell.next(1);
    cell.check(&["got 1", "b"], EngineState::Pending);
    kill(&parent);
    std::thread::sleep(Duration::from_millis(100));
    cell.next(2);
    cell.check(&["got 2", "c"], DONE);
    assert_eq!(parent.engine.children(), 3);
    parent.check_quiet();
}

fn a_cell_that_is_not_deterministic_dies() {
    let parent = Parent::new("fake");
    let mut cell = parent.open("pid|text b");
    parent.run("bomb");
    cell.next(1);
    cell.check(&[], DIED);
    let notices = parent.notices();
    assert!(notices[0].contains("while a cell was moved"), "{notices:?}");
    parent.check_alive();
}

fn dropped_cells_are_forgotten() {
    let parent = Parent::new("fake");
    for _ in 0..8 {
        drop(parent.open("keep 40|text b"));
    }
    assert_eq!(parent.engine.children(), 1);
}

fn a_child_ends_with_its_engine() {
    let parent = Parent::new("fake");
    let cell = parent.open("text a|text b");
    let child = parent.engine.child_id().expect("a child");
    drop(parent);
    assert!(runs(child), "its cell still needs it");
    drop(cell);
    assert!(!runs(child));
}

/// A child whose parent is gone notices, even while its script is busy.
fn an_orphan_ends_in_the_middle_of_a_turn() {
    use freezeframe::host::{ToHost, VERSION, wire};
    use std::process::{Command, Stdio};

    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["cell-host", "fake"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("a child");
    let mut to = child.stdin.take().expect("a pipe");
    let hello = ToHost::Hello { version: VERSION, engine: String::from("fake") };
    wire::write(&mut to, &hello).expect("a hello");
    let start = crate::parent::start("spin");
    wire::write(&mut to, &ToHost::Open { cell: 1, start }).expect("a cell");
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().expect("a child").is_none(), "it spins");
    drop(to);
    within(Duration::from_secs(20), || child.wait()).expect("an end");
}

fn engines_have_children_of_their_own() {
    let parents: Vec<_> = (0..3).map(|_| Parent::new("fake")).collect();
    let mut cells: Vec<_> = parents.iter().map(|parent| parent.open("text a|text b")).collect();
    parents[1].run("bomb");
    for cell in &mut cells {
        cell.next(1);
        cell.check(&["got 1", "b"], DONE);
    }
    let children: Vec<u64> = parents.iter().map(|parent| parent.engine.children()).collect();
    // A neighbour was there, so the bomb was tried twice; the last one is the moved cell's.
    assert_eq!(children, [1, 4, 1].map(|n| if n == 4 { children[1] } else { n }));
    assert!(children[1] > 1);
}

fn kill(parent: &Parent) {
    let child = parent.engine.child_id().expect("a child").to_string();
    let done = std::process::Command::new("kill").args(["-9", &child]).status();
    assert!(done.expect("kill").success());
}

fn runs(process: u32) -> bool {
    let done = std::process::Command::new("kill").args(["-0", &process.to_string()]).output();
    done.expect("kill").status.success()
}
