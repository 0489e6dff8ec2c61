//! Recordings of cells: a run that plays them is the run that made them.

use std::sync::{Arc, Mutex};

use freezeframe::code_mode::engine::limits::{EngineLimits, Limit};
use freezeframe::code_mode::engine::protocol::{
    CellStart, Command, EngineEvent, EngineEventKind, EngineState, Item, StoredValues, Turn,
};
use freezeframe::code_mode::engine::recording::recorded::{NEEDS_ENGINE, Recorded};
use freezeframe::code_mode::engine::recording::recorder::Recorder;
use freezeframe::code_mode::engine::recording::{Full, MAX_BYTES, Recordings, Told};
use freezeframe::code_mode::engine::{CellEngine, EngineCell};
use freezeframe::code_mode::{default_engine, no_engine};
use freezeframe::laws::lifecycle::{drive::drive, played::Played, strategy::cells};
use freezeframe::laws::plain_law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::pack::{SCENARIOS, resolve, scenario};
use freezeframe::scenario::outcome::trace_with;
use freezeframe::trace::Trace;
use serde_json::json;

type Engine = Arc<dyn CellEngine>;

fn run(text: &str, engine: &Engine) -> Trace {
    let loaded = freezeframe::scenario::load(text, "test.ron", &resolve);
    trace_with(&loaded, None, engine).expect("it loads")
}

/// Recordings of a scenario, through their JSON form.
fn record(text: &str) -> Recordings {
    let recorder = Recorder::new(default_engine(), Recordings::default());
    run(text, &(Arc::new(recorder.clone()) as Engine));
    let recordings = recorder.recordings().expect("they fit");
    let read = Recordings::read(&recordings.write()).expect("they can be read");
    assert_eq!(read, recordings);
    read
}

fn play(recordings: &Recordings) -> (Recorded, Engine) {
    let recorded = Recorded::new(recordings.clone());
    (recorded.clone(), Arc::new(recorded))
}

#[test]
fn the_whole_pack_runs_from_one_set_of_recordings() {
    let mut all = Recordings::default();
    for (_, text) in SCENARIOS {
        all.add(record(text)).expect("they fit together");
    }
    let (recorded, engine) = play(&all);
    for (name, text) in SCENARIOS {
        let (live, played) = (run(text, &default_engine()), run(text, &engine));
        assert_eq!(played.hash, live.hash, "{name}");
        // Lines of events are no part of the hash.
        assert_eq!(
            format!("{:?}", played.record.cells),
            format!("{:?}", live.record.cells),
            "{name}"
        );
    }
    assert_eq!(recorded.take_missed(), 0);
    assert!(all.len() > 100 && all.bytes() < 200_000, "{} turns, {} bytes", all.len(), all.bytes());
}

#[test]
fn what_was_not_recorded_is_a_miss_that_says_so() {
    let text = scenario("cell-one-for-five").expect("it is in the pack");
    let (recorded, engine) = play(&record(text));
    let other = text.replace("await", "/* changed */ await");
    assert_ne!(other, text);
    let trace = run(&other, &engine);
    assert_eq!((recorded.take_missed(), recorded.take_missed()), (1, 0));
    assert!(freezeframe::trace::text::write(&trace).contains(NEEDS_ENGINE));
    // An engine, asked later, makes it whole.
    recorded.add(record(&other)).expect("they fit");
    assert_eq!(run(&other, &engine).hash, run(&other, &default_engine()).hash);
    assert_eq!(recorded.take_missed(), 0);
}

#[test]
fn a_cell_that_is_told_something_else_goes_on_with_an_engine() {
    let start = start("text('a'); text(await tools.fast({}))");
    let tell = |value: &str| Command::Resolve { call: 1, value: json!(value) };
    let recorder = Recorder::new(default_engine(), Recordings::default());
    recorder.open(start.clone()).0.command(5, &tell("one"));
    let known = recorder.recordings().expect("they fit");
    assert_eq!(known.len(), 2);
    let watched = Arc::new(Mutex::new(Vec::new()));
    let hear = watched.clone();
    let watch = Arc::new(move |told| hear.lock().expect("a list").push(told));
    let again = Recorder::watched(default_engine(), known, Some(watch));
    let first = again.open(start.clone()).0.command(5, &tell("one"));
    assert!(watched.lock().expect("a list").is_empty(), "nothing was new");
    let (mut cell, opened) = again.open(start.clone());
    let second = cell.command(5, &tell("two"));
    assert_eq!(opened.state, EngineState::Pending);
    assert_ne!(first, second);
    // The engine inside had to be told the start as well.
    let told = Told::start(&start);
    let next = told.then(5, &tell("two"));
    assert_eq!(*watched.lock().expect("a list"), [Some(told), None, Some(next), None]);
    assert_ne!(told.then(6, &tell("two")), next, "the time of a command counts");
    assert_eq!(again.recordings().expect("they fit").len(), 3);
}

#[test]
fn a_turn_that_is_known_to_end_its_engine_is_not_tried() {
    let start = start("text('a')");
    let turn = Turn { events: vec![], state: EngineState::Stopped { limit: Limit::Heap } };
    let mut known = Recordings::default();
    known.insert(Told::start(&start), turn.clone()).expect("there is room");
    // The first one wins.
    known.insert(Told::start(&start), Turn::default()).expect("there is room");
    let recorder = Recorder::new(no_engine(), known);
    let (mut cell, answer) = recorder.open(start);
    assert_eq!(answer, turn);
    assert_eq!(cell.command(0, &Command::Fire { timeout: 1 }).state, EngineState::Died);
}

#[test]
fn too_much_is_said() {
    let big = |text: usize| Turn {
        events: vec![EngineEvent {
            line: None,
            microtask: false,
            kind: EngineEventKind::Item { item: Item::text("x".repeat(text)) },
        }],
        state: EngineState::Pending,
    };
    let mut recordings = Recordings::default();
    let told = |n: u64| Told::start(&start("")).then(n, &Command::Fire { timeout: 1 });
    assert_eq!(recordings.insert(told(0), big(MAX_BYTES)), Err(Full));
    assert!(recordings.is_empty() && recordings.bytes() == 0);
    recordings.insert(told(1), big(MAX_BYTES / 2)).expect("there is room");
    let mut others = Recordings::default();
    others.insert(told(2), big(MAX_BYTES / 2)).expect("there is room");
    assert_eq!(recordings.clone().add(others.clone()), Err(Full));

    #[derive(Debug)]
    struct Chatty(Turn);
    impl CellEngine for Chatty {
        fn name(&self) -> &'static str {
            "chatty"
        }
        fn open(&self, _: CellStart) -> (Box<dyn EngineCell>, Turn) {
            (Box::new(Chatty(self.0.clone())), self.0.clone())
        }
    }
    impl EngineCell for Chatty {
        fn command(&mut self, _: u64, _: &Command) -> Turn {
            self.0.clone()
        }
    }
    let recorder = Recorder::new(Arc::new(Chatty(big(MAX_BYTES / 2))), recordings);
    let (_, turn) = recorder.open(start("1"));
    assert_eq!(turn, big(MAX_BYTES / 2), "the run itself goes on");
    assert_eq!(recorder.recordings().unwrap_err(), Full);
    assert!(Full.to_string().contains(&MAX_BYTES.to_string()));
}

#[test]
fn texts_that_are_no_recordings_are_refused_in_words() {
    let deep = "[".repeat(1_000_000);
    let told = "0".repeat(32);
    for (text, words) in [
        ("", "no recordings: EOF"),
        ("[]", "no recordings"),
        ("{\"version\":2,\"turns\":{}}", "version 2, not 1"),
        ("{\"version\":1,\"turns\":{},\"more\":1}", "unknown field `more`"),
        ("{\"version\":1,\"turns\":{\"+1\":{}}}", "32 hex digits"),
        (&format!("{{\"version\":1,\"turns\":{{\"{told}\":{{\"events\":[]}}}}}}"), "state"),
        ("{\"version\":1,\"turns\":{}} x", "trailing"),
        (&deep, "deeper than"),
        (&" ".repeat(MAX_BYTES * 2 + 1), "more than"),
    ] {
        let error = Recordings::read(text).expect_err("it is none");
        assert!(error.contains(words), "{error}");
    }
    assert_eq!(Recordings::read("{\"version\":1,\"turns\":{}}"), Ok(Recordings::default()));
}

/// What a script may nest, a recording may hold.
#[test]
fn deep_values_come_through() {
    let source = "let v = 1; for (let i = 0; i < 120; i++) v = [v]; store('k', v); text('done')";
    let recorder = Recorder::new(default_engine(), Recordings::default());
    let (_, turn) = recorder.open(start(source));
    assert_eq!(turn.events.len(), 2, "{:?}", turn.state);
    let json = recorder.recordings().expect("they fit").write();
    let (_, played) =
        Recorded::new(Recordings::read(&json).expect("they can be read")).open(start(source));
    assert_eq!(played, turn);
}

#[test]
fn every_life_of_a_cell_can_be_recorded() {
    plain_law("every_life_of_a_cell_can_be_recorded", cells(), |case| {
        let recorder = Recorder::new(Arc::new(Played), Recordings::default());
        let live = drive(Arc::new(recorder.clone()), &case);
        let recordings = recorder.recordings().expect("they fit");
        let read = Recordings::read(&recordings.write()).expect("they can be read");
        let (recorded, engine) = play(&read);
        let played = drive(engine, &case);
        prop_assert_eq!(&played.log, &live.log);
        prop_assert_eq!(recorded.take_missed(), 0);
        Ok(())
    });
}

fn start(source: &str) -> CellStart {
    let tool = |name: &str| freezeframe::code_mode::engine::protocol::CellTool {
        identifier: name.into(),
        description: "A tool.".into(),
    };
    CellStart {
        source: source.into(),
        tools: [tool("fast")].into(),
        stored: StoredValues::new(),
        now_ms: 1_000,
        seed: 7,
        limits: EngineLimits::default(),
    }
}
