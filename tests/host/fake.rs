//! The child: a tiny engine whose cells do what their source says, and children that misbehave.
//!
//! A source is a list of turns between `|`, a turn a list of words between `;`. The last turn ends
//! the cell.

use std::io::{Read, Write};
use std::sync::Arc;
use std::time::Duration;

use freezeframe::code_mode::engine::limits::Limit;
use freezeframe::code_mode::engine::protocol::{
    CellStart, Command, EngineEventKind, EngineState, Item, Turn,
};
use freezeframe::code_mode::engine::state::{CellState, Tap};
use freezeframe::code_mode::engine::{CellEngine, EngineCell};
use freezeframe::host::confine::{STACK_BYTES, confine};
use freezeframe::host::wire::{encode, read, write};
use freezeframe::host::{FromHost, ToHost, VERSION, serve};

/// Address space of a fake child.
const MEMORY: u64 = 256 * 1024 * 1024;

pub fn child(mode: &str) {
    confine(Some(MEMORY));
    match mode {
        "fake" | "untapped" => {
            let tapped = mode == "fake";
            let work = move || {
                let make = |tap| {
                    let fake: Arc<dyn CellEngine> = Arc::new(Fake { tap: tapped.then_some(tap) });
                    Some(fake)
                };
                let left = || std::process::exit(0);
                serve(std::io::stdin(), std::io::stdout(), make, left)
            };
            let thread = std::thread::Builder::new().name("cells".into()).stack_size(STACK_BYTES);
            let served = thread.spawn(work).expect("a thread").join();
            match served {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    eprintln!("{error}");
                    std::process::exit(2);
                }
                Err(_) => std::process::exit(101),
            }
        }
        other => misbehave(other),
    }
}

/// Children that break the rules of the wire.
fn misbehave(how: &str) {
    let (mut from, mut to) = (std::io::stdin(), std::io::stdout());
    let ready = |version| FromHost::Ready { version, engine: String::from("fake") };
    let mut raw = |bytes: &[u8]| to.write_all(bytes).and_then(|()| to.flush()).expect("a pipe");
    match how {
        "garbage" => raw(b"\nrunning 0 tests\n"),
        "silent" => std::thread::sleep(Duration::from_secs(60)),
        "early" => eprintln!("no time for this"),
        "version" => raw(&encode(&ready(VERSION + 1)).expect("short")),
        "rejects" => {
            raw(&encode(&FromHost::Rejected { reason: String::from("not today") }).expect("short"))
        }
        // From here on the handshake is fine.
        _ => {
            read::<ToHost>(&mut from).expect("hello");
            raw(&encode(&ready(VERSION)).expect("short"));
            read::<ToHost>(&mut from).expect("open");
            let event = |cell| FromHost::Event {
                cell,
                event: freezeframe::code_mode::engine::protocol::EngineEvent {
                    line: None,
                    microtask: false,
                    kind: EngineEventKind::Item { item: Item::text("said") },
                },
            };
            raw(&encode(&event(1)).expect("short"));
            match how {
                "then-garbage" => raw(b"\x02\x00\x00\x00?!"),
                "then-long" => raw(&[0xFF; 8]),
                "then-deep" => raw(&[b"\x00\x10\x00\x00", "[".repeat(4096).as_bytes()].concat()),
                "then-cut" => raw(b"\xFF\x00\x00\x00{"),
                "then-closes" => return,
                "then-hello" => raw(&encode(&ready(VERSION)).expect("short")),
                "then-other" => raw(&encode(&event(2)).expect("short")),
                "then-floods" => loop {
                    if write(&mut std::io::stdout(), &event(1)).is_err() {
                        return;
                    }
                },
                other => panic!("no mode {other}"),
            }
            // Waits for its end instead of ending, so that the bytes alone are judged.
            let _ = from.read(&mut [0]);
            std::thread::sleep(Duration::from_secs(60));
        }
    }
}

#[derive(Clone)]
pub struct Fake {
    pub tap: Option<Tap>,
}

impl std::fmt::Debug for Fake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Fake")
    }
}

impl CellEngine for Fake {
    fn name(&self) -> &'static str {
        "fake"
    }

    fn open(&self, start: CellStart) -> (Box<dyn EngineCell>, Turn) {
        let turns = start.source.split('|').map(str::to_owned).collect();
        let state = CellState::new(&start, self.tap.clone());
        let mut cell = FakeCell { state, turns, at: 0, kept: Vec::new() };
        let turn = cell.step();
        (Box::new(cell), turn)
    }
}

struct FakeCell {
    state: CellState,
    turns: Vec<String>,
    at: usize,
    kept: Vec<Vec<u8>>,
}

impl EngineCell for FakeCell {
    fn command(&mut self, now_ms: u64, command: &Command) -> Turn {
        self.state.now_ms = now_ms;
        if let Command::Resolve { value, .. } = command {
            self.text(&format!("got {value}"));
        }
        self.step()
    }
}

impl FakeCell {
    fn step(&mut self) -> Turn {
        let words = self.turns[self.at].clone();
        self.at += 1;
        let ended = words.split(';').find_map(|word| self.obey(word.trim()));
        let state = match ended {
            Some(state) => state,
            None if self.at < self.turns.len() => EngineState::Pending,
            None => EngineState::Finished { error: None },
        };
        Turn { events: self.state.take_events(), state }
    }

    fn text(&mut self, text: &str) {
        let _ = self.state.push(None, EngineEventKind::Item { item: Item::text(text) });
    }

    fn obey(&mut self, word: &str) -> Option<EngineState> {
        let (verb, rest) = word.split_once(' ').unwrap_or((word, ""));
        let number = || rest.parse::<u64>().unwrap_or_default();
        match verb {
            "" => {}
            "text" => self.text(rest),
            "random" => {
                let text = self.state.random().to_string();
                self.text(&text);
            }
            "now" => self.text(&self.state.now_ms.to_string()),
            "environment" => {
                let variables: Vec<String> =
                    std::env::vars().map(|(name, value)| format!("{name}={value}")).collect();
                let here = std::env::current_dir().expect("a folder");
                self.text(&format!("{} in {}", variables.join(" "), here.display()));
            }
            "sleep" => std::thread::sleep(Duration::from_millis(number())),
            "spin" => loop {
                std::hint::spin_loop();
            },
            "keep" => self.kept.push(vec![1; number() as usize * 1024 * 1024]),
            "bomb" => loop {
                self.kept.push(vec![1; 16 * 1024 * 1024]);
            },
            "huge" => self.kept.push(Vec::with_capacity(std::hint::black_box(usize::MAX))),
            "stack" => {
                std::hint::black_box(deep(0));
            }
            "abort" => std::process::abort(),
            "exit" => std::process::exit(0),
            "panic" => panic!("the fake engine was told to"),
            // Not deterministic, which no engine may be.
            "pid" => self.text(&std::process::id().to_string()),
            "limit" => return Some(EngineState::Stopped { limit: Limit::Steps }),
            other => panic!("no word {other}"),
        }
        None
    }
}

#[expect(unconditional_recursion, reason = "that is the point")]
fn deep(depth: u64) -> u64 {
    let page = std::hint::black_box([depth; 512]);
    deep(depth + 1) + page[0]
}
