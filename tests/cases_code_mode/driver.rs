//! A driver for cases about one cell: any engine, tools that answer as the case says, virtual time.
//!
//! No observer and no yields, so that a case says what a script sees and nothing else. A case file is
//! a list of scripts, each headed by `# ID` and followed by lines of what is expected:
//! `@tool`, `@items`, `@error`, `@at`, `@stored`, `@log` with JSON, and `@worded`, which says that
//! the engine words its error itself, so that other engines than V8 compare the class only.

use std::collections::BTreeMap;
use std::sync::Arc;

use freezeframe::code_mode::engine::CellEngine;
use freezeframe::code_mode::engine::limits::EngineLimits;
use freezeframe::code_mode::engine::protocol::{
    CellStart, CellTool, Command, EngineEvent, EngineEventKind, EngineState, Item, StoredValues,
    Turn,
};
use serde_json::{Value, json};

/// A script and what is expected of it.
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub id: String,
    pub source: String,
    pub tools: Vec<Value>,
    pub items: Vec<Value>,
    pub error: Value,
    pub at: u64,
    pub stored: Option<Value>,
    pub log: Option<Value>,
    pub worded: bool,
}

/// What became of a cell.
#[derive(Debug, Default, PartialEq)]
pub struct Outcome {
    pub items: Vec<Value>,
    pub state: EngineState,
    pub at: u64,
    pub stored: StoredValues,
    pub log: Vec<String>,
    pub turns: Vec<Turn>,
}

impl Outcome {
    /// The error text; none is success.
    pub fn error(&self) -> Option<String> {
        match &self.state {
            EngineState::Finished { error } => error.clone(),
            other => Some(format!("{other:?}")),
        }
    }

    /// All events, in order.
    #[allow(dead_code, reason = "not every build has tests that look at events")]
    pub fn events(&self) -> impl Iterator<Item = &EngineEvent> {
        self.turns.iter().flat_map(|turn| &turn.events)
    }
}

/// The cases of a file.
pub fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(id) = line.strip_prefix("# ") {
            cases.push(Case { id: id.to_owned(), ..Case::default() });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        let Some(rest) = line.strip_prefix('@') else {
            case.source.push_str(line);
            case.source.push('\n');
            continue;
        };
        let (name, value) = rest.split_once(' ').unwrap_or((rest, "null"));
        let value: Value = serde_json::from_str(value)
            .unwrap_or_else(|error| panic!("{}: @{name}: {error}", case.id));
        match name {
            "tool" => case.tools.push(value),
            "items" => case.items = value.as_array().expect("items are a list").clone(),
            "error" => case.error = value,
            "at" => case.at = value.as_u64().expect("a time is a number"),
            "stored" => case.stored = Some(value),
            "log" => case.log = Some(value),
            "worded" => case.worded = true,
            other => panic!("{}: unknown line @{other}", case.id),
        }
    }
    cases
}

/// A cell of `source` with these tools, every bound at its default.
pub fn start(source: &str, tools: &[Value]) -> CellStart {
    let tools = tools.iter().map(|tool| CellTool {
        identifier: identifier(tool["name"].as_str().expect("a tool has a name")).into(),
        description: tool["description"].as_str().unwrap_or_default().into(),
    });
    CellStart {
        source: source.into(),
        tools: tools.collect(),
        stored: StoredValues::new(),
        now_ms: 0,
        seed: 1,
        limits: EngineLimits::default(),
    }
}

fn identifier(name: &str) -> String {
    name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "_")
}

/// Runs a cell to its end, or until nothing can happen any more.
pub fn run(engine: &dyn CellEngine, start: CellStart, tools: &[Value]) -> Outcome {
    let mut world = World { tools, ..World::default() };
    let epoch = start.now_ms;
    world.out.stored = start.stored.clone();
    let (mut cell, turn) = engine.open(start);
    world.take(turn);
    while world.out.state == EngineState::Pending {
        let Some(((at, _), command)) = world.due.pop_first() else { break };
        world.out.at = at;
        world.take(cell.command(epoch.saturating_add(at), &command));
    }
    world.out
}

#[derive(Default)]
struct World<'a> {
    tools: &'a [Value],
    /// Commands by time and order of creation.
    due: BTreeMap<(u64, u64), Command>,
    created: u64,
    calls: BTreeMap<u32, usize>,
    out: Outcome,
}

impl World<'_> {
    fn take(&mut self, turn: Turn) {
        for event in &turn.events {
            self.event(&event.kind);
        }
        self.out.state = turn.state.clone();
        self.out.turns.push(turn);
    }

    fn event(&mut self, event: &EngineEventKind) {
        match event {
            EngineEventKind::Item { item } => self.out.items.push(match item {
                Item::Text { text } => json!(text),
                Item::Image { url, detail } => json!({"image": url, "detail": detail.label()}),
                Item::Audio { url } => json!({"audio": url}),
            }),
            EngineEventKind::ToolCall { call, tool, input } => {
                let name = self.tools[*tool as usize]["name"].as_str().unwrap_or_default();
                let shown = input.as_ref().map_or_else(|| "-".to_owned(), Value::to_string);
                self.out.log.push(format!("start 1/tool-{call} {name} {shown}"));
                self.answer(*call, *tool, input.clone());
            }
            EngineEventKind::Notify { text } => {
                self.out.log.push(format!("notify call-1: {text}"));
            }
            EngineEventKind::Store { key, value } => {
                self.out.stored.insert(key.clone(), value.clone());
            }
            EngineEventKind::TimeoutSet { id, delay_ms } => {
                self.push(*delay_ms, Command::Fire { timeout: *id });
            }
            _ => {}
        }
    }

    /// A tool is `{ms, ok | err | echo}` or a list of these, the last of which repeats.
    fn answer(&mut self, call: u32, tool: u32, input: Option<Value>) {
        let count = self.calls.entry(tool).or_default();
        let calls = &self.tools[tool as usize]["calls"];
        let how = match calls.as_array() {
            Some(list) => &list[(*count).min(list.len() - 1)],
            None => calls,
        };
        *count += 1;
        if how["hang"] == true {
            return;
        }
        let ms = how["ms"].as_u64().unwrap_or_default();
        let command = match how["err"].as_str() {
            Some(message) => Command::Reject { call, message: Arc::from(message) },
            None if how["echo"] == true => {
                Command::Resolve { call, value: input.unwrap_or(Value::Null) }
            }
            None => Command::Resolve { call, value: how["ok"].clone() },
        };
        self.push(ms, command);
    }

    fn push(&mut self, delay_ms: u64, command: Command) {
        let at = self.out.at.saturating_add(delay_ms);
        self.due.insert((at, self.created), command);
        self.created += 1;
    }
}

/// Runs a case and says where it went wrong. `exact`: the engine words its errors as V8 does.
pub fn check(engine: &dyn CellEngine, case: &Case, exact: bool) -> Result<(), String> {
    let out = run(engine, start(&case.source, &case.tools), &case.tools);
    let mut faults = Vec::new();
    let mut fault = |what: &str, wanted: String, got: String| {
        if wanted != got {
            faults.push(format!("{}: {what}\n  wanted {wanted}\n  got    {got}", case.id));
        }
    };
    fault("items", json!(case.items).to_string(), json!(out.items).to_string());
    fault("at", case.at.to_string(), out.at.to_string());
    if let Some(stored) = &case.stored {
        fault("stored", stored.to_string(), json!(out.stored).to_string());
    }
    if let Some(log) = &case.log {
        fault("log", log.to_string(), json!(out.log).to_string());
    }
    let got = out.error();
    if !error_fits(&case.error, got.as_deref(), exact || !case.worded) {
        fault("error", case.error.to_string(), format!("{got:?}"));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

fn error_fits(wanted: &Value, got: Option<&str>, exact: bool) -> bool {
    let class = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
    let first_line = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    let Some(got) = got else { return wanted.is_null() };
    match wanted {
        Value::Null => false,
        Value::String(text) => text == got,
        parts => {
            let line = parts["first_line"].as_str().is_none_or(|line| match exact {
                true => first_line(got) == line,
                false => class(&first_line(got)) == class(line),
            });
            line && parts["contains"].as_str().is_none_or(|part| !exact || got.contains(part))
        }
    }
}
