//! Children that break the rules: no cell may hang, and the parent says what happened.

use std::path::PathBuf;
use std::time::Duration;

use freezeframe::code_mode::engine::protocol::EngineState;

use crate::parent::{Parent, owned, within};

const DONE: EngineState = EngineState::Finished { error: None };

pub const TESTS: &[(&str, fn())] = &[
    ("a_child_that_cannot_start_is_replaced_here", a_child_that_cannot_start_is_replaced_here),
    ("without_a_fallback_cells_die", without_a_fallback_cells_die),
    ("answers_that_are_none_end_the_cell", answers_that_are_none_end_the_cell),
    ("a_child_that_cannot_start_again_lets_no_cell_in", a_child_that_cannot_start_again),
];

/// The cell runs all the same, and exactly one line says why it runs here.
fn a_child_that_cannot_start_is_replaced_here() {
    let rows = [
        ("garbage", "a frame of 1853190666 bytes"),
        ("silent", "no answer in time"),
        ("early", "saying: no time for this"),
        ("version", "with engine `fake`"),
        ("rejects", "refused: not today"),
    ];
    for (mode, words) in rows {
        let parent = Parent::new(mode);
        let mut cell = within(Duration::from_secs(20), || parent.open("text a|text b"));
        cell.check(&["a"], EngineState::Pending);
        cell.next(1);
        cell.check(&["got 1", "b"], DONE);
        parent.check_alive();
        check_one_notice(&parent, words);
    }
    let parent = Parent::with("fake", PathBuf::from("/nowhere/freezeframe"), true);
    parent.check_alive();
    parent.check_alive();
    check_one_notice(&parent, "/nowhere/freezeframe: No such file");
}

fn without_a_fallback_cells_die() {
    let parent = Parent::with("fake", PathBuf::from("/nowhere/freezeframe"), false);
    assert_eq!(parent.run("text a"), (Vec::new(), EngineState::Died));
    assert_eq!(parent.run("text a"), (Vec::new(), EngineState::Died));
    check_one_notice(&parent, "cells end at once");
}

fn answers_that_are_none_end_the_cell() {
    let rows = [
        ("then-garbage", "no message"),
        ("then-long", "4294967295 bytes"),
        ("then-deep", "nested deeper"),
        ("then-closes", "exit status: 0"),
        ("then-hello", "nobody asked"),
        ("then-other", "nobody asked"),
        ("then-floods", "more than a cell may put out"),
    ];
    for (mode, words) in rows {
        let parent = Parent::new(mode);
        let (came, state) = within(Duration::from_secs(20), || parent.run("text a"));
        assert_eq!(state, EngineState::Died, "{mode}");
        assert_eq!(came[0], "said", "{mode}");
        check_one_notice(&parent, words);
    }
    // A frame whose rest never comes.
    let parent = Parent::new("then-cut");
    let (came, state) = within(Duration::from_secs(20), || parent.run("text a"));
    assert_eq!(came, owned(&["said"]));
    assert!(matches!(state, EngineState::Stopped { .. }), "{state:?}");
}

/// After one good child, a script may be why there is no second: nothing runs in here.
fn a_child_that_cannot_start_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("child");
    let exe = std::env::current_exe().expect("this program");
    std::os::unix::fs::symlink(exe, &program).expect("a link");
    let parent = Parent::with("fake", program.clone(), true);
    let mut cell = parent.open("text a|text b");
    std::fs::remove_file(&program).expect("the link");
    assert_eq!(parent.run("text x; abort").1, EngineState::Died);
    cell.next(1);
    cell.check(&[], EngineState::Died);
    assert!(parent.notices()[0].contains("could not be started again"), "{:?}", parent.notices());
}

#[track_caller]
fn check_one_notice(parent: &Parent, words: &str) {
    let notices = parent.notices();
    assert!(notices.len() == 1 && notices[0].contains(words), "{words}: {notices:?}");
}
