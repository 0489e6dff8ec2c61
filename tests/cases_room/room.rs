//! The helper: runs a scenario and shows exchanges, nested calls and cells, one line each.

use freezeframe::scenario;
use freezeframe::session::record::Record;
use freezeframe::session::record_cells::{CellRecord, Exchange, NestedCall};
use freezeframe::session::run;
use freezeframe::session::script::Script;

/// A scenario in Code Mode: `start` are further members of the start state, `script` its beats.
pub fn text(start: &str, script: &str) -> String {
    format!("(start: (set: [Feature(code_mode, true)], {start}), script: [Turn(), {script}])")
}

/// A call of `exec`, at a time of its sample.
pub fn exec(at_ms: u64, source: &str) -> String {
    format!("(at_ms: {at_ms}, call: Custom(name: \"exec\", input: r##\"{source}\"##))")
}

/// A call of `wait`.
pub fn wait(at_ms: u64, arguments: &str) -> String {
    format!("(at_ms: {at_ms}, call: Function(name: \"wait\", arguments: r##\"{arguments}\"##))")
}

/// A sample with these calls.
pub fn sample(calls: &[String]) -> String {
    format!("Sample(lasts_ms: 10, calls: [{}])", calls.join(", "))
}

/// An extension tool and how it answers: name, parallel, answers.
pub struct Tool(pub &'static str, pub bool, pub &'static str);

/// The start state with these tools.
pub fn tools(list: &[Tool]) -> String {
    let extension =
        |Tool(name, parallel, _): &Tool| format!("(name: \"{name}\", parallel: {parallel})");
    let handler =
        |Tool(name, _, answers): &Tool| format!("(tool: \"{name}\", answers: [{answers}])");
    let extensions: Vec<String> = list.iter().map(extension).collect();
    let handlers: Vec<String> = list.iter().map(handler).collect();
    format!(
        "set: [Feature(code_mode, true), Extensions([{}])], handlers: [{}]",
        extensions.join(", "),
        handlers.join(", ")
    )
}

/// The record of a scenario that has no problem.
pub fn record(text: &str) -> Record {
    let loaded = scenario::load(text, "test.ron", &|_| Err("no files here".to_owned()));
    let problems: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
    assert!(loaded.script.is_some(), "{}\n{text}", problems.join("\n"));
    let script = loaded.script.expect("there is a script");
    let record = run(&script);
    same_on_v8(&script, &record, text);
    record
}

/// Where V8 is built in, every case has the same hash on it.
fn same_on_v8(script: &Script, record: &Record, text: &str) {
    #[cfg(feature = "v8")]
    {
        use freezeframe::trace::{Head, Trace};
        let engine: std::sync::Arc<dyn freezeframe::code_mode::engine::CellEngine> =
            std::sync::Arc::new(freezeframe::code_mode::v8::V8Engine::default());
        let v8 = Trace::new(Head::default(), freezeframe::session::run_with(script, &engine));
        let usual = Trace::new(Head::default(), record.clone());
        assert_eq!(v8.hash, usual.hash, "boa and V8 differ on\n{text}");
    }
    #[cfg(not(feature = "v8"))]
    let _ = (script, record, text);
}

/// Runs a scenario and compares what came out.
pub fn check(text: &str, expected: &str) {
    let record = record(text);
    let wanted: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(show(&record), wanted.join("\n"), "\n{:#?}", record.events);
}

/// Exchanges in order of asking, nested calls in order of issuing, then how each cell stands.
pub fn show(record: &Record) -> String {
    let mut lines: Vec<String> =
        record.exchanges().iter().map(|(_, exchange)| exchange_line(exchange)).collect();
    for cell in &record.cells {
        lines.extend(cell.calls.iter().map(|call| call_line(cell, call)));
        lines.extend(cell.notices.iter().map(|notice| {
            let read = notice.read_by.map_or("nobody".to_owned(), |step| format!("step {step}"));
            format!(
                "{}#{} {} {:?} {read}",
                cell.log.id,
                notice.number,
                notice.fate.label(),
                notice.text
            )
        }));
        let ended = cell.log.ended_ms.map_or("never".to_owned(), |at| at.to_string());
        let error = cell.error.as_deref().map_or(String::new(), |error| format!(" {error:?}"));
        lines.push(format!("cell {} {} at {ended}{error}", cell.log.id, cell.state.label()));
    }
    if !record.stored.is_empty() {
        let stored: Vec<String> =
            record.stored.iter().map(|(key, value)| format!("{key}={value}")).collect();
        lines.push(format!("stored {}", stored.join(" ")));
    }
    lines.join("\n")
}

/// `asked ask -> answered kind body`.
fn exchange_line(exchange: &Exchange) -> String {
    let answered = exchange.answered_ms.map_or("never".to_owned(), |at| at.to_string());
    let (ask, kind) = (exchange.ask.label(), exchange.kind.label());
    let body = match &exchange.body {
        serde_json::Value::Array(items) => {
            let texts = items.iter().skip(1).map(|item| item["text"].to_string());
            texts.collect::<Vec<_>>().join(" ")
        }
        serde_json::Value::Null => String::new(),
        _ if !exchange.header.is_empty() => String::new(),
        other => other.to_string(),
    };
    format!("{} {ask} -> {answered} {kind} {body}", exchange.asked_ms).trim_end().to_owned()
}

/// `cell/call identifier payload: issued, dispatched by step, started, finished status result`.
fn call_line(cell: &CellRecord, call: &NestedCall) -> String {
    let time = |ms: Option<u64>| ms.map_or("-".to_owned(), |ms| ms.to_string());
    let result = match &call.result {
        None => String::new(),
        Some(Ok(value)) => format!(" {value}"),
        Some(Err(message)) => format!(" {message:?}"),
    };
    format!(
        "{}/{} {} {}: {} {}@{} {} {} {}{result}",
        cell.log.id,
        call.call,
        call.identifier,
        call.payload.as_deref().unwrap_or("-"),
        call.issued_ms,
        time(call.dispatched_ms),
        call.step.map_or("-".to_owned(), |step| step.to_string()),
        time(call.started_ms),
        time(call.finished_ms),
        call.status.label()
    )
}
