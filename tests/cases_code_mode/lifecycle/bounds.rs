//! Bounds that the service itself keeps, and engines that do what no engine may.

use std::sync::Arc;

use freezeframe::code_mode::answer::{Answer, Execute, Observe, ObserverId, Out, Refused};
use freezeframe::code_mode::engine::limits::{
    Limit, MAX_CELLS, MAX_SOURCE_BYTES, MAX_TURNS, MAX_TURNS_AT_ONCE,
};
use freezeframe::code_mode::engine::protocol::{
    CellStart, CellTool, Command, EngineEvent, EngineEventKind, Turn,
};
use freezeframe::code_mode::engine::{CellEngine, EngineCell};
use freezeframe::code_mode::log::CellEvent;
use freezeframe::code_mode::service::{Service, ServiceOptions};
use freezeframe::laws::lifecycle::played::Played;

/// Answers every turn with one event, numbered by the turn.
#[derive(Debug, Clone, Copy)]
struct Repeats(fn(u32) -> EngineEventKind);

struct Repeating(fn(u32) -> EngineEventKind, u32);

impl CellEngine for Repeats {
    fn name(&self) -> &'static str {
        "repeats"
    }

    fn open(&self, _: CellStart) -> (Box<dyn EngineCell>, Turn) {
        let mut cell = Repeating(self.0, 0);
        let turn = cell.turn();
        (Box::new(cell), turn)
    }
}

impl EngineCell for Repeating {
    fn command(&mut self, _: u64, _: &Command) -> Turn {
        self.turn()
    }
}

impl Repeating {
    fn turn(&mut self) -> Turn {
        self.1 += 1;
        let event = EngineEvent { line: None, microtask: false, kind: (self.0)(self.1) };
        Turn { events: vec![event], ..Turn::default() }
    }
}

fn execute(service: &mut Service, source: &str, yield_ms: u64) -> Result<(), Refused> {
    let tool = CellTool { identifier: "t".into(), description: "".into() };
    let request = Execute {
        exec_call: "call-1".into(),
        source: source.into(),
        tools: [tool].into(),
        mode: Observe::Yield { requested_ms: yield_ms },
    };
    service.execute(0, request, ObserverId(0)).map(|_| ())
}

/// Starts one cell and lets time run; the first answer with its time and reason.
fn first_answer(
    engine: impl CellEngine + 'static,
    source: &str,
) -> (u64, Answer, &'static str, Service) {
    let mut service = Service::new(Arc::new(engine), ServiceOptions::default());
    execute(&mut service, source, 9_000_000).expect("accepted");
    loop {
        let next = service.next_ms().expect("an answer is still to come");
        while service.settle(next) {}
        for out in service.take_out() {
            if let Out::Answer { answer, why, .. } = out {
                return (next, answer, why.reason.id, service);
            }
        }
    }
}

fn timer(delay_ms: u64) -> fn(u32) -> EngineEventKind {
    match delay_ms {
        0 => |turn| EngineEventKind::TimeoutSet { id: turn, delay_ms: 0 },
        _ => |turn| EngineEventKind::TimeoutSet { id: turn, delay_ms: 1 },
    }
}

#[test]
fn a_timer_that_sets_itself_again_counts_as_running_for_ever() {
    for (delay_ms, turns) in [(0, MAX_TURNS_AT_ONCE), (1, MAX_TURNS)] {
        let (at, answer, reason, service) = first_answer(Repeats(timer(delay_ms)), "");
        assert!(matches!(answer, Answer::Yielded { .. }), "{answer:?}");
        assert_eq!((at, reason), (9_001_000, "busy_script"));
        let log = service.cell("1").expect("there is one");
        assert_eq!(log.turns, turns);
        let limits = log.entries.iter().filter_map(|entry| match &entry.event {
            CellEvent::LimitReached { limit, .. } => Some(*limit),
            _ => None,
        });
        assert_eq!(limits.collect::<Vec<_>>(), [Limit::Turns]);
    }
}

#[test]
fn a_source_over_its_bound_fails_its_cell_and_takes_an_id() {
    let (_, answer, _, mut service) = first_answer(Played, &"\n".repeat(MAX_SOURCE_BYTES + 1));
    let Answer::Result { error: Some(error), limit: Some(Limit::Source), .. } = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(error, "exec cell stopped: it passed the bound of 262144 bytes of source");
    execute(&mut service, &" ".repeat(MAX_SOURCE_BYTES), 0).expect("at the bound is fine");
    assert_eq!(service.cells().map(|log| log.id.to_string()).collect::<Vec<_>>(), ["1", "2"]);
}

#[test]
fn a_session_runs_out_of_ids() {
    let mut service = Service::new(Arc::new(Played), ServiceOptions::default());
    for _ in 0..MAX_CELLS {
        execute(&mut service, "-- done", 100).expect("within the bound");
        while service.settle(0) {}
    }
    let refused = execute(&mut service, "-- done", 100).expect_err("past the bound");
    assert_eq!(refused.message(), "code mode session exhausted its cell ID space");
}

#[test]
fn an_engine_that_breaks_the_contract_is_not_believed() {
    let lies: [fn(u32) -> EngineEventKind; 3] = [
        |_| EngineEventKind::ToolCall { call: 7, tool: 0, input: None },
        |_| EngineEventKind::ToolCall { call: 1, tool: 9, input: None },
        |_| EngineEventKind::TimeoutSet { id: 1, delay_ms: 5 },
    ];
    for (lie, at) in lies.into_iter().zip([0, 0, 5]) {
        let (when, answer, _, _) = first_answer(Repeats(lie), "");
        assert_eq!(when, at);
        assert_eq!(answer.error().as_deref(), Some("exec runtime ended unexpectedly"));
    }
}
