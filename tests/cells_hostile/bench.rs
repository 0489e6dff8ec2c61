//! [`check_all`]: a session whose cells run in a child of the real program.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use freezeframe::code_mode::answer::{Answer, CellId, Execute, Observe, ObserverId, Out};
use freezeframe::code_mode::engine::limits::{EngineLimits, Limit};
use freezeframe::code_mode::engine::protocol::{CellTool, Item};
use freezeframe::code_mode::log::CellEvent;
use freezeframe::code_mode::service::{Service, ServiceOptions};
use freezeframe::host::{COMMAND, EngineKind, HANDSHAKE, HostEngine, HostOptions, Program};
use serde_json::json;

/// How a cell must end. Text is looked for in what it put out or in its error.
#[derive(Clone, Copy, Debug)]
pub enum Ends {
    /// It completes and has put out exactly these texts, a line each.
    Well(&'static str),
    /// It completes, whatever it has put out.
    Somehow,
    /// It fails with an error that contains this.
    Fails(&'static str),
    /// It meets one of these limits.
    In(&'static [Limit]),
    /// It yields, and has to be terminated.
    Yields,
    /// Completing, failing or any limit will do: engines and machines may differ.
    Any,
}

pub type Row = (&'static str, &'static str, Ends);

/// Bounds of cells, smaller than ordinary ones to save time.
const LIMITS: EngineLimits = EngineLimits {
    steps: 200_000,
    recursion: 400,
    heap_bytes: 64 * 1024 * 1024,
    output_bytes: 1024 * 1024,
    effects: 5_000,
    real_ms: REAL_MS,
};
/// Processor time of a turn, margin not included.
const REAL_MS: u64 = 300;
/// The margin.
const MARGIN_MS: u64 = 200;
/// Real time a whole row may take on a busy machine.
const ROW: Duration = Duration::from_secs(60);
/// Virtual time the caller of a hostile cell waits.
const YIELD_MS: u64 = 5_000;
/// Answers to nested calls of one cell: more would never come in one turn.
const MAX_CALLS: usize = 200_000;

/// Error of a cell whose engine broke: never an answer to a script, however hostile.
const BROKEN: &str = "exec runtime ended unexpectedly";

/// Runs the rows on every engine of this build, in one session and against one host each. How
/// exactly a cell ends is boa's; everything else holds on all of them.
#[track_caller]
pub fn check_all(rows: &[Row]) {
    check_with(REAL_MS, rows);
}

/// The same with another bound of time, so that the expected one is met first.
#[track_caller]
pub fn check_with(real_ms: u64, rows: &[Row]) {
    for kind in EngineKind::ALL.into_iter().filter(|kind| kind.is_built()) {
        check_on(kind, real_ms, rows);
    }
}

#[track_caller]
fn check_on(kind: EngineKind, real_ms: u64, rows: &[Row]) {
    let mut bench = Bench::new(kind, real_ms);
    let mut faults = Vec::new();
    for (name, source, ends) in rows {
        let began = Instant::now();
        let live = bench.live_cell();
        let got = bench.run(source);
        let took = began.elapsed();
        println!("{} {name}: {got} in {took:?}", kind.label());
        if got.error.as_deref() == Some(BROKEN) || (kind == EngineKind::Boa && !got.is(*ends)) {
            faults.push(format!("{name}: {got}, and not {ends:?}"));
        }
        if took > ROW {
            faults.push(format!("{name}: took {took:?}"));
        }
        faults.extend(bench.next_cell_fault().map(|fault| format!("{name}: next cell: {fault}")));
        faults.extend(bench.live_cell_fault(&live).map(|fault| format!("{name}: live: {fault}")));
    }
    faults.extend(bench.notices.lock().expect("a list").drain(..));
    assert!(faults.is_empty(), "on {}:\n{}", kind.label(), faults.join("\n"));
}

/// What a cell came to.
#[derive(Debug, Default)]
struct Got {
    texts: Vec<String>,
    error: Option<String>,
    limit: Option<Limit>,
    yielded: bool,
}

impl std::fmt::Display for Got {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let short = |text: &str| text.chars().take(120).collect::<String>();
        write!(f, "{:?} {:?}", self.limit, self.error.as_deref().map(short))?;
        write!(f, "{} {}", if self.yielded { " yielded" } else { "" }, self.texts.len())?;
        write!(f, " {:?}", short(&self.texts.join("\n")))
    }
}

impl Got {
    fn is(&self, ends: Ends) -> bool {
        let well = self.limit.is_none() && self.error.is_none() && !self.yielded;
        match ends {
            Ends::Well(texts) => well && self.texts.join("\n") == texts,
            Ends::Somehow => well,
            Ends::Fails(text) => {
                self.limit.is_none()
                    && self.error.as_ref().is_some_and(|error| error.contains(text))
            }
            Ends::In(limits) => self.limit.is_some_and(|limit| limits.contains(&limit)),
            Ends::Yields => self.limit.is_none() && self.yielded,
            Ends::Any => true,
        }
    }
}

struct Bench {
    service: Service,
    tools: Arc<[CellTool]>,
    now_ms: u64,
    observers: u64,
    answers: Vec<(ObserverId, Answer)>,
    notices: Arc<Mutex<Vec<String>>>,
}

/// The real program as an engine.
fn host(kind: EngineKind, notices: Arc<Mutex<Vec<String>>>) -> HostEngine {
    HostEngine::new(HostOptions {
        program: Program {
            path: PathBuf::from(env!("CARGO_BIN_EXE_freezeframe")),
            arguments: [COMMAND, "--engine", kind.label()].map(str::to_owned).to_vec(),
            engine: kind.label(),
            handshake: HANDSHAKE,
        },
        margin: Duration::from_millis(MARGIN_MS),
        fallback: None,
        notice: Arc::new(move |words| notices.lock().expect("a list").push(words.to_owned())),
    })
}

impl Bench {
    fn new(kind: EngineKind, real_ms: u64) -> Bench {
        let notices = Arc::new(Mutex::new(Vec::new()));
        let limits = EngineLimits { real_ms, ..LIMITS };
        let options = ServiceOptions { limits, ..ServiceOptions::default() };
        let tool = |name: &str| CellTool { identifier: name.into(), description: "A tool.".into() };
        Bench {
            service: Service::new(Arc::new(host(kind, notices.clone())), options),
            tools: Arc::new([tool("fast"), tool("slow")]),
            now_ms: 0,
            observers: 0,
            answers: Vec::new(),
            notices,
        }
    }

    fn observer(&mut self) -> ObserverId {
        self.observers += 1;
        ObserverId(self.observers)
    }

    fn start(&mut self, source: &str, requested_ms: u64) -> (CellId, ObserverId) {
        let observer = self.observer();
        let request = Execute {
            exec_call: "call".into(),
            source: source.into(),
            tools: self.tools.clone(),
            mode: Observe::Yield { requested_ms },
        };
        let cell = self.service.execute(self.now_ms, request, observer).expect("a cell");
        (cell, observer)
    }

    /// Starts a cell that waits for a call that is not answered yet.
    fn live_cell(&mut self) -> CellId {
        let source = "let kept = [1]; store('k', kept); kept.push(await tools.slow({n: 1})); \
                      kept.push(load('k')); text(JSON.stringify(kept))";
        let (cell, observer) = self.start(source, 0);
        let answer = self.wait_for(observer);
        assert!(matches!(answer, Answer::Yielded { .. }), "{answer:?}");
        cell
    }

    fn live_cell_fault(&mut self, cell: &CellId) -> Option<String> {
        self.service.tool_finished(self.now_ms, cell, 1, Ok(json!("still here")));
        let observer = self.observer();
        let mode = Observe::Yield { requested_ms: 1_000 };
        self.service.observe(self.now_ms, &cell.0, mode, observer);
        let answer = self.wait_for(observer);
        let fine = matches!(answer, Answer::Result { error: None, .. })
            && texts(answer.items()) == [r#"[1,"still here",[1]]"#];
        (!fine).then(|| format!("{answer:?}"))
    }

    fn next_cell_fault(&mut self) -> Option<String> {
        // Whatever a cell did to its globals, this one has fresh ones.
        let (_, observer) =
            self.start("text([1, 2].map(n => n * 2).join() + typeof hacked)", 1_000);
        let answer = self.wait_for(observer);
        let fine = matches!(answer, Answer::Result { error: None, .. })
            && texts(answer.items()) == ["2,4undefined"];
        (!fine).then(|| format!("{answer:?}"))
    }

    /// Runs a cell to its end, or to its yield and then to its termination.
    fn run(&mut self, source: &str) -> Got {
        let (cell, observer) = self.start(source, YIELD_MS);
        let mut got = Got::default();
        got.take(self.wait_for(observer));
        if got.yielded {
            let observer = self.observer();
            self.service.terminate(self.now_ms, &cell.0, observer);
            let answer = self.wait_for(observer);
            got.texts.extend(texts(answer.items()));
        }
        let log = self.service.cell(&cell.0).expect("its record");
        got.limit = log.entries.iter().find_map(|entry| match entry.event {
            CellEvent::LimitReached { limit, .. } => Some(limit),
            _ => None,
        });
        got
    }

    /// Moves virtual time until this caller is answered.
    fn wait_for(&mut self, observer: ObserverId) -> Answer {
        let mut calls = 0;
        loop {
            self.work(&mut calls);
            if let Some(index) = self.answers.iter().position(|(who, _)| *who == observer) {
                return self.answers.swap_remove(index).1;
            }
            assert!(calls < MAX_CALLS, "the calls do not end");
            if self.service.settle(self.now_ms) {
                continue;
            }
            self.now_ms = self.service.next_ms().expect("somebody waits, so something is due");
        }
    }

    /// Does what the service wants done; `fast` answers at once, `slow` never by itself.
    fn work(&mut self, calls: &mut usize) {
        loop {
            let out = self.service.take_out();
            if out.is_empty() {
                return;
            }
            for out in out {
                match out {
                    Out::Answer { observer, answer, .. } => self.answers.push((observer, answer)),
                    Out::Call { cell, call, tool: 0, .. } => {
                        *calls += 1;
                        self.service.tool_finished(
                            self.now_ms,
                            &cell,
                            call,
                            Ok(json!({"n": call})),
                        );
                    }
                    Out::Call { .. } | Out::Closed { .. } | Out::Down => {}
                    Out::CancelCall { cell, call } => {
                        self.service.tool_stopped(self.now_ms, &cell, call);
                    }
                    Out::Notify { cell, number, .. } => {
                        self.service.notified(self.now_ms, &cell, number);
                    }
                    Out::CancelNotify { cell, number } => {
                        self.service.notify_stopped(self.now_ms, &cell, number);
                    }
                }
            }
        }
    }
}

impl Got {
    fn take(&mut self, answer: Answer) {
        self.texts.extend(texts(answer.items()));
        self.error = answer.error();
        self.yielded = matches!(answer, Answer::Yielded { .. });
    }
}

fn texts(items: &[Item]) -> Vec<String> {
    items
        .iter()
        .map(|item| match item {
            Item::Text { text } => text.clone(),
            Item::Image { url, .. } | Item::Audio { url } => url.clone(),
        })
        .collect()
}
