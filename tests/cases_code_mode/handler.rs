//! W: raw calls of the model in, what it reads out, with everything between them: parsers, cells, an
//! engine, budgets.

use std::collections::BTreeMap;
use std::sync::Arc;

use freezeframe::code_mode::answer::{Answer, CellId, Execute, Observe, ObserverId, Out};
use freezeframe::code_mode::engine::CellEngine;
use freezeframe::code_mode::engine::protocol::CellTool;
use freezeframe::code_mode::pragma::parse_exec;
use freezeframe::code_mode::response::{Response, ResponseContext, notify_item, respond};
use freezeframe::code_mode::service::{Service, ServiceOptions};
use freezeframe::code_mode::wait_args::parse_wait;
use freezeframe::code_mode::yield_time::DEFAULT_EXEC_YIELD_MS;
use serde_json::{Value, json};

use crate::lifecycle::engines;

/// A call of the model: when, which tool, its raw text.
type Step<'a> = (u64, &'a str, &'a str);

/// A nested tool: its name, how long it takes, the text it answers.
type Tool<'a> = (&'a str, u64, &'a str);

struct Pending {
    step: usize,
    since_ms: u64,
    max_output_tokens: Option<u64>,
}

struct Handler<'a> {
    service: Service,
    tools: &'a [Tool<'a>],
    /// Ends of nested calls by time and order of issue.
    ends: BTreeMap<(u64, u32), (CellId, u32, &'a str)>,
    issued: u32,
    pending: BTreeMap<u64, Pending>,
    /// When each step was answered, and with what.
    answers: BTreeMap<usize, (u64, Response)>,
    /// Items for the pending input of the turn.
    notes: Vec<Value>,
}

impl<'a> Handler<'a> {
    fn new(tools: &'a [Tool<'a>], engine: Arc<dyn CellEngine>) -> Self {
        Handler {
            service: Service::new(engine, ServiceOptions::default()),
            tools,
            ends: BTreeMap::new(),
            issued: 0,
            pending: BTreeMap::new(),
            answers: BTreeMap::new(),
            notes: Vec::new(),
        }
    }

    fn step(&mut self, number: usize, (at, tool, text): Step) {
        let observer = ObserverId(number as u64);
        let refused = match tool {
            "exec" => self.exec(at, text, observer),
            _ => self.wait(at, text, observer),
        };
        let max_output_tokens = match refused {
            Ok(tokens) => tokens,
            Err(error) => {
                self.answers.insert(number, (at, Response::refusal(error)));
                return;
            }
        };
        let pending = Pending { step: number, since_ms: at, max_output_tokens };
        self.pending.insert(observer.0, pending);
    }

    fn exec(&mut self, at: u64, text: &str, observer: ObserverId) -> Result<Option<u64>, String> {
        let request = parse_exec(text)?;
        let tool =
            |(name, _, _): &Tool| CellTool { identifier: (*name).into(), description: "".into() };
        let requested_ms = request.yield_time_ms.unwrap_or(DEFAULT_EXEC_YIELD_MS);
        let execute = Execute {
            exec_call: "call-1".into(),
            source: request.code.into(),
            tools: self.tools.iter().map(tool).collect(),
            mode: Observe::Yield { requested_ms },
        };
        let started = self.service.execute(at, execute, observer);
        started.map_err(|refused| refused.message().to_owned())?;
        Ok(request.max_output_tokens)
    }

    fn wait(&mut self, at: u64, text: &str, observer: ObserverId) -> Result<Option<u64>, String> {
        let request = parse_wait(text)?;
        if request.terminate {
            self.service.terminate(at, &request.cell_id, observer);
        } else {
            let mode = Observe::Yield { requested_ms: request.yield_time_ms };
            self.service.observe(at, &request.cell_id, mode, observer);
        }
        Ok(request.max_tokens)
    }

    /// Does everything of one instant, after the calls of the model were made.
    fn settle(&mut self, now: u64) {
        loop {
            while let Some(end) = self.ends.first_entry().filter(|end| end.key().0 <= now) {
                let (cell, call, text) = end.remove();
                self.service.tool_finished(now, &cell, call, Ok(Value::from(text)));
            }
            let more = self.service.settle(now);
            for out in self.service.take_out() {
                self.handle(now, out);
            }
            if !more && self.ends.first_key_value().is_none_or(|(key, _)| key.0 > now) {
                return;
            }
        }
    }

    fn handle(&mut self, now: u64, out: Out) {
        match out {
            Out::Answer { observer, answer, .. } => self.answer(now, observer, answer),
            Out::Call { cell, call, tool, .. } => {
                let (_, ms, text) = self.tools[tool as usize];
                self.ends.insert((now + ms, self.issued), (cell, call, text));
                self.issued += 1;
            }
            Out::CancelCall { cell, call } => {
                self.ends.retain(|_, end| (&end.0, end.1) != (&cell, call));
                self.service.tool_stopped(now, &cell, call);
            }
            Out::Notify { cell, number, exec_call, text } => {
                self.notes.extend(notify_item(&exec_call, &text));
                self.service.notified(now, &cell, number);
            }
            Out::CancelNotify { cell, number } => self.service.notify_stopped(now, &cell, number),
            Out::Closed { .. } | Out::Down => {}
        }
    }

    fn answer(&mut self, now: u64, observer: ObserverId, answer: Answer) {
        let pending = self.pending.remove(&observer.0).expect("an answer has a caller");
        let context = ResponseContext {
            wall_ms: now - pending.since_ms,
            max_output_tokens: pending.max_output_tokens,
            original_images: false,
        };
        self.answers.insert(pending.step, (now, respond(answer, context)));
    }
}

fn play<'a>(tools: &'a [Tool<'a>], steps: &[Step], engine: Arc<dyn CellEngine>) -> Handler<'a> {
    let mut handler = Handler::new(tools, engine);
    let mut upcoming = steps.iter().enumerate().peekable();
    loop {
        let next_step = upcoming.peek().map(|(_, step)| step.0);
        let next_end = handler.ends.keys().next().map(|key| key.0);
        let Some(now) =
            [next_step, next_end, handler.service.next_ms()].into_iter().flatten().min()
        else {
            return handler;
        };
        if let Some((number, step)) = upcoming.next_if(|(_, step)| step.0 == now) {
            handler.step(number, *step);
        }
        handler.settle(now);
    }
}

/// Plays the steps of a case on every engine and compares every answer: when, output as the list writes it, success.
#[track_caller]
fn check(id: &str, tools: &[Tool], steps: &[(Step, u64, Value, bool)]) {
    let calls: Vec<Step> = steps.iter().map(|row| row.0).collect();
    for engine in engines() {
        let name = engine.name();
        let handler = play(tools, &calls, engine);
        for (number, (_, at, body, success)) in steps.iter().enumerate() {
            let (answered, response) = &handler.answers[&number];
            let got = (*answered, &short(&response.body.json()), response.success);
            assert_eq!(got, (*at, body, *success), "{id} {number} on {name}");
        }
    }
}

/// The output with texts as strings.
fn short(output: &Value) -> Value {
    let part = |part: &Value| match part["type"].as_str() {
        Some("input_text") => part["text"].clone(),
        Some("input_image") => json!({"image": part["image_url"], "detail": part["detail"]}),
        _ => json!({"audio": part["audio_url"]}),
    };
    match output {
        Value::Array(parts) => parts.iter().map(part).collect(),
        plain => plain.clone(),
    }
}

/// The header.
fn head(status: &str, seconds: &str) -> String {
    format!("Script {status}\nWall time {seconds} seconds\nOutput:\n")
}

const SLEEP: &str = "const sleep = (ms) => new Promise((r) => setTimeout(r, ms));\n";

#[test]
fn w_01_to_w_04_a_cell_that_ends_at_once() {
    let one = |id: &str, text: &str, body: Value, success: bool| {
        check(id, &[], &[((0, "exec", text), 0, body, success)]);
    };
    let (done, failed) = (head("completed", "0.0"), head("failed", "0.0"));
    one("W-01", "text(\"hi\");", json!([done, "hi"]), true);
    one("W-02", "1 + 1;", json!(done), true);
    let text = "text(\"a\"); text(\"b\");\nthrow \"bad\";";
    one("W-03", text, json!([failed, "a", "b", "Script error:\nbad"]), false);
    one("W-04", "throw \"bad\";", json!([failed, "Script error:\nbad"]), false);
    let media = "text(\"a\"); image(\"data:image/png;base64,AAA\"); \
                 audio(\"data:audio/wav;base64,AAAA\"); text(\"b\");";
    let image = json!({"image": "data:image/png;base64,AAA", "detail": "high"});
    let audio = json!({"audio": "data:audio/wav;base64,AAAA"});
    one("W-15", media, json!([done, "a", image, audio, "b"]), true);
}

#[test]
fn w_05_to_w_08_a_cell_that_is_waited_for() {
    let running = |seconds| head("running with cell ID 1", seconds);
    let slow = "// @exec: {\"yield_time_ms\": 200}\ntext(\"a\");\ntext(await tools.slow({}));";
    check(
        "W-05",
        &[("slow", 2_000, "v")],
        &[
            ((0, "exec", slow), 200, json!([running("0.2"), "a"]), true),
            (
                (1_000, "wait", r#"{"cell_id":"1"}"#),
                2_000,
                json!([head("completed", "1.0"), "v"]),
                true,
            ),
        ],
    );
    let hangs = "// @exec: {\"yield_time_ms\": 100}\nawait new Promise(() => {});";
    let end = r#"{"cell_id":"1","terminate":true}"#;
    check(
        "W-06",
        &[],
        &[
            ((0, "exec", hangs), 100, json!(running("0.1")), true),
            ((200, "wait", end), 200, json!(head("terminated", "0.0")), true),
        ],
    );
    let missing = json!([head("failed", "0.0"), "Script error:\nexec cell 999 not found"]);
    check("W-07", &[], &[((0, "wait", r#"{"cell_id":"999"}"#), 0, missing, false)]);
    let sleeps =
        format!("// @exec: {{\"yield_time_ms\": 100}}\n{SLEEP}await sleep(900); text(\"x\");");
    let busy = json!("exec cell 1 already has an active observer");
    check(
        "W-08",
        &[],
        &[
            ((0, "exec", &sleeps), 100, json!(running("0.1")), true),
            (
                (200, "wait", r#"{"cell_id":"1","yield_time_ms":5000}"#),
                900,
                json!([head("completed", "0.7"), "x"]),
                true,
            ),
            ((300, "wait", r#"{"cell_id":"1"}"#), 300, busy, false),
        ],
    );
}

#[test]
fn w_09_and_w_10_calls_that_cannot_be_read() {
    let failed = |error: &str| json!(format!("failed to parse function arguments: {error}"));
    let negative = "invalid value: integer `-1`, expected u64 at line 1 column 33";
    check(
        "W-09",
        &[],
        &[
            ((0, "wait", "{}"), 0, failed("missing field `cell_id` at line 1 column 2"), false),
            ((1, "wait", "not json"), 1, failed("expected ident at line 1 column 2"), false),
            ((2, "wait", r#"{"cell_id":"1","yield_time_ms":-1}"#), 2, failed(negative), false),
        ],
    );
    let blank = "exec expects raw JavaScript source text (non-empty). Provide JS only, optionally \
                 with first-line `// @exec: {\"yield_time_ms\": 10000, \"max_output_tokens\": 1000}`.";
    let bare = "exec pragma must be followed by JavaScript source on subsequent lines";
    let unknown = "exec pragma only supports `yield_time_ms` and `max_output_tokens`; got `foo`";
    check(
        "W-10",
        &[],
        &[
            ((0, "exec", "  \n "), 0, json!(blank), false),
            ((1, "exec", "// @exec: {\"yield_time_ms\": 5}"), 1, json!(bare), false),
            ((2, "exec", "// @exec: {\"foo\": 1}\ntext(1);"), 2, json!(unknown), false),
        ],
    );
}

#[test]
fn w_11_and_w_12_every_call_has_its_own_budget() {
    let cut = "Warning: truncated output (original token count: 10)\nTotal output lines: 1\n\n\
               0123456789…5 tokens truncated…0123456789";
    let digits = "0123456789".repeat(4);
    let text = format!("// @exec: {{\"max_output_tokens\": 5}}\ntext(\"{digits}\");");
    let done = head("completed", "0.0");
    check("W-11", &[], &[((0, "exec", &text), 0, json!([done, cut]), true)]);
    let text = format!(
        "// @exec: {{\"max_output_tokens\": 100}}\n{SLEEP}text(\"one\"); yield_control(); await \
         sleep(50);\ntext(\"{digits}\");"
    );
    let running = head("running with cell ID 1", "0.0");
    check(
        "W-12",
        &[],
        &[
            ((0, "exec", &text), 0, json!([running, "one"]), true),
            ((100, "wait", r#"{"cell_id":"1","max_tokens":5}"#), 100, json!([done, cut]), true),
        ],
    );
}

#[test]
fn w_13_and_w_14_default_yield_times() {
    let tools = [("a", 30_500, "v"), ("b", 31_500, "v")];
    let running = json!(head("running with cell ID 2", "31.0"));
    check(
        "W-13",
        &tools,
        &[
            (
                (0, "exec", "text(await tools.a({}));"),
                30_500,
                json!([head("completed", "30.5"), "v"]),
                true,
            ),
            ((40_000, "exec", "text(await tools.b({}));"), 71_000, running, true),
        ],
    );
    let text = "// @exec: {\"yield_time_ms\": 0}\ntext(await tools.b({}));";
    let running = |seconds| json!(head("running with cell ID 1", seconds));
    check(
        "W-14",
        &[("b", 60_000, "v")],
        &[
            ((0, "exec", text), 0, running("0.0"), true),
            ((1_000, "wait", r#"{"cell_id":"1"}"#), 12_000, running("11.0"), true),
        ],
    );
}

#[test]
fn w_16_a_notification_reaches_the_running_turn() {
    for engine in engines() {
        let handler = play(&[], &[(0, "exec", "notify(\"m\"); text(\"done\");")], engine);
        let output = &handler.answers[&0].1.exec_json("call-1")["output"];
        assert_eq!(short(output), json!([head("completed", "0.0"), "done"]));
        let item = json!({
            "type": "custom_tool_call_output", "call_id": "call-1", "name": "exec", "output": "m",
        });
        assert_eq!(handler.notes, [item]);
    }
}

#[test]
fn w_17_lines_count_from_behind_the_pragma() {
    let place = |text: &str, engine: &Arc<dyn CellEngine>| {
        let handler = play(&[], &[(0, "exec", text)], engine.clone());
        let output = short(&handler.answers[&0].1.body.json());
        let error = output[1].as_str().unwrap_or_default().to_owned();
        let line = error.split("exec_main.mjs:").nth(1).and_then(|rest| rest.split(':').next());
        line.map(str::to_owned).ok_or(error)
    };
    for engine in engines() {
        let behind = place("// @exec: {}\nthrow new Error(\"x\");", &engine);
        assert_eq!(behind, Ok("1".to_owned()), "on {}", engine.name());
        let without = place("// no pragma\nthrow new Error(\"x\");", &engine);
        assert_eq!(without, Ok("2".to_owned()), "on {}", engine.name());
    }
}
