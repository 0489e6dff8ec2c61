//! Compares a trace with what a scenario expects of it.
//!
//! Every difference is one [`Mismatch`], in words that say what was expected, what came, and where
//! the nearest difference is. Start reading at [`compare`].

use std::fmt;

use serde_json::Value;

use super::expect_cells;
use super::file::{CallStatusFile, ExpectCallFile, ExpectFile, ExpectSampleFile, ExpectWireFile};
use super::nearest::nearest;
use crate::planner::Plan;
use crate::planner::ledger::Standing;
use crate::session::record::{CallStatus, SampleRecord};
use crate::tool::ToolName;
use crate::trace::Trace;

/// Most lines of one mismatch about a list.
pub const MAX_LINES: usize = 12;

/// One difference between expectation and trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The step it is about; `None` for the whole trace.
    pub step: Option<u32>,
    /// What is different, in one line.
    pub what: String,
    /// Details, one each.
    pub lines: Vec<String>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "step {step}: {}", self.what)?,
            None => f.write_str(&self.what)?,
        }
        for line in &self.lines {
            write!(f, "\n    {line}")?;
        }
        Ok(())
    }
}

/// All differences, in the order of the expectations. Empty when everything came as expected.
pub fn compare(trace: &Trace, expect: &ExpectFile) -> Vec<Mismatch> {
    let ExpectFile { hash, samples, anomalies, cells, stored } = expect;
    let mut found = Found::default();
    if let Some(hash) = hash {
        found.equal("hash", hash, &trace.hash);
    }
    for sample in samples {
        found.step = Some(sample.step);
        match trace.sample(sample.step) {
            Some(record) => compare_sample(&mut found, record, sample),
            None => {
                let steps = trace.len();
                found.add(format!("there is no such step; the run has {steps}"), vec![]);
            }
        }
    }
    found.step = None;
    if let Some(expected) = anomalies {
        let came = trace.record.anomalies;
        let words = |a: u32, b: u32, c: u32| {
            format!("called_not_advertised {a}, advertised_but_gone {b}, split_tables {c}")
        };
        found.equal(
            "anomalies",
            &words(
                expected.called_not_advertised,
                expected.advertised_but_gone,
                expected.split_tables,
            ),
            &words(came.called_not_advertised, came.advertised_but_gone, came.split_tables),
        );
    }
    for cell in cells {
        expect_cells::compare(&mut found, &trace.record, cell);
    }
    if let Some(expected) = stored {
        expect_cells::stored(&mut found, "stored", expected, &trace.record.stored);
    }
    found.list
}

/// Mismatches so far.
#[derive(Default)]
pub(super) struct Found {
    step: Option<u32>,
    list: Vec<Mismatch>,
}

impl Found {
    pub fn add(&mut self, what: String, lines: Vec<String>) {
        self.list.push(Mismatch { step: self.step, what, lines });
    }

    pub fn equal(&mut self, what: &str, expected: &str, came: &str) {
        if expected != came {
            let lines = vec![format!("expected: {expected}"), format!("came:     {came}")];
            self.add(format!("{what} differs"), lines);
        }
    }

    /// A whole list, order included.
    fn whole(&mut self, what: &str, expected: Option<&Vec<String>>, came: &[String]) {
        let Some(expected) = expected.filter(|expected| expected.as_slice() != came) else {
            return;
        };
        let title = format!("{what}: expected {} names, came {}", expected.len(), came.len());
        self.add(title, list_lines(expected, came));
    }

    /// Names that must be in a list.
    fn has(&mut self, what: &str, expected: &[String], came: &[String]) {
        for name in expected.iter().filter(|name| !came.contains(name)) {
            self.add(format!("{what} lacks {name}"), hint(name, came));
        }
    }
}

fn list_lines(expected: &[String], came: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    for name in expected.iter().filter(|name| !came.contains(name)) {
        let near = nearest(name, came.iter().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!(" (nearest that came: {near})"));
        lines.push(format!("missing:    {name}{near}"));
    }
    for name in came.iter().filter(|name| !expected.contains(name)) {
        lines.push(format!("unexpected: {name}"));
    }
    let first = expected.iter().zip(came).position(|(a, b)| a != b);
    if let Some(at) = first.filter(|_| lines.is_empty()) {
        lines.push(format!("order: place {} has {}, expected {}", at + 1, came[at], expected[at]));
    }
    if lines.is_empty() {
        lines.push(String::from("a name stands in the list more than once"));
    }
    if lines.len() > MAX_LINES {
        let more = lines.len() - (MAX_LINES - 1);
        lines.truncate(MAX_LINES - 1);
        lines.push(format!("and {more} more"));
    }
    lines
}

fn hint(name: &str, names: &[String]) -> Vec<String> {
    let near = nearest(name, names.iter().map(String::as_str));
    near.map(|near| format!("nearest: {near}")).into_iter().collect()
}

fn compare_sample(found: &mut Found, record: &SampleRecord, expect: &ExpectSampleFile) {
    let plan = match (&record.plan, &expect.error) {
        (Err(failure), Some(error)) => return found.equal("error", error, &failure.message),
        (Err(failure), None) => {
            return found.add(format!("the capture failed: {}", failure.message), vec![]);
        }
        (Ok(_), Some(error)) => {
            let lines = vec![format!("expected: {error}")];
            return found.add(String::from("the capture was expected to fail"), lines);
        }
        (Ok(plan), None) => plan,
    };
    let standing = |standing| -> Vec<String> {
        plan.standing(standing).map(|tool| tool.name.dotted()).collect()
    };
    let visible: Vec<String> = plan.visible_names().map(ToolName::dotted).collect();
    found.whole("visible", expect.visible.as_ref(), &visible);
    found.has("visible", &expect.visible_has, &visible);
    for name in expect.visible_lacks.iter().filter(|name| visible.contains(name)) {
        found.add(format!("visible has {name}, which must not be there"), vec![]);
    }
    let deferred = standing(Standing::Deferred);
    found.whole("deferred", expect.deferred.as_ref(), &deferred);
    found.has("deferred", &expect.deferred_has, &deferred);
    let hidden = standing(Standing::Hidden);
    found.whole("hidden", expect.hidden.as_ref(), &hidden);
    found.has("hidden", &expect.hidden_has, &hidden);
    for name in &expect.absent_has {
        absent(found, plan, name);
    }
    let orphans: Vec<String> = plan.orphans().map(|tool| tool.name.dotted()).collect();
    found.whole("orphans", expect.orphans.as_ref(), &orphans);
    for piece in &expect.wire {
        wire(found, plan, piece);
    }
    for call in &expect.calls {
        compare_call(found, record, call);
    }
}

fn absent(found: &mut Found, plan: &Plan, name: &str) {
    let Some(candidate) = plan.candidate(&ToolName::parse_dotted(name)) else {
        let names: Vec<String> =
            plan.standing(Standing::Absent).map(|tool| tool.name.dotted()).collect();
        return found
            .add(format!("absent lacks {name}: no source could offer it"), hint(name, &names));
    };
    let standing = crate::trace::words::standing(candidate.standing);
    if candidate.standing != Standing::Absent {
        found.add(format!("absent lacks {name}: it is {standing}"), vec![]);
    }
}

fn wire(found: &mut Found, plan: &Plan, expect: &ExpectWireFile) {
    let name = &expect.tool;
    let expected: Value = match serde_json::from_str(&expect.has) {
        Ok(expected) => expected,
        Err(error) => return found.add(format!("wire of {name}: not JSON: {error}"), vec![]),
    };
    let Some(came) = wire_of(plan, name) else {
        let names: Vec<String> = plan.visible_names().map(ToolName::dotted).collect();
        return found.add(format!("wire of {name}: it is not in the request"), hint(name, &names));
    };
    if let Some((path, expected, came)) = outside(&expected, &came, String::from("$")) {
        let came = came.map_or_else(|| String::from("nothing"), |came| came.to_string());
        let lines = vec![format!("expected: {expected}"), format!("came:     {came}")];
        found.add(format!("wire of {name} differs at {path}"), lines);
    }
}

/// The wire JSON of a tool, of a namespace member, or of a namespace.
pub fn wire_of(plan: &Plan, name: &str) -> Option<Value> {
    let entries: Vec<Value> =
        plan.wire_json().iter().filter_map(|json| serde_json::from_str(json).ok()).collect();
    let named = |value: &Value, name: &str| {
        value.get("name").or_else(|| value.get("type")).and_then(Value::as_str) == Some(name)
    };
    if let Some(entry) = entries.iter().find(|entry| named(entry, name)) {
        return Some(entry.clone());
    }
    let tool = ToolName::parse_dotted(name);
    let namespace = entries.iter().find(|entry| named(entry, tool.canonical_namespace()))?;
    let members = namespace.get("tools")?.as_array()?;
    members.iter().find(|member| named(member, &tool.name)).cloned()
}

/// The first place at which `came` does not contain `expected`: members of objects may be more,
/// lists are compared place by place.
pub(super) fn outside<'a>(
    expected: &'a Value,
    came: &'a Value,
    path: String,
) -> Option<(String, &'a Value, Option<&'a Value>)> {
    match (expected, came) {
        (Value::Object(wanted), Value::Object(there)) => {
            wanted.iter().find_map(|(name, wanted)| {
                let path = format!("{path}.{name}");
                match there.get(name) {
                    Some(there) => outside(wanted, there, path),
                    None => Some((path, wanted, None)),
                }
            })
        }
        (Value::Array(wanted), Value::Array(there)) if wanted.len() == there.len() => wanted
            .iter()
            .zip(there)
            .enumerate()
            .find_map(|(at, (wanted, there))| outside(wanted, there, format!("{path}[{at}]"))),
        _ if expected == came => None,
        _ => Some((path, expected, Some(came))),
    }
}

fn compare_call(found: &mut Found, record: &SampleRecord, expect: &ExpectCallFile) {
    let at = expect.call;
    let Some(call) = record.calls.iter().find(|call| call.call == at) else {
        let calls = record.calls.len();
        return found.add(format!("there is no call {at}; the sample has {calls}"), vec![]);
    };
    if let Some(status) = expect.status {
        found.equal(&format!("status of call {at}"), label(status), call.status.label());
    }
    if let Some(piece) = expect.output_has.as_ref().filter(|piece| !call.output.contains(*piece)) {
        let lines = vec![format!("expected: {piece}"), format!("came:     {}", call.output)];
        found.add(format!("output of call {at} lacks a piece"), lines);
    }
    let loaded: Vec<String> = call.loaded.iter().map(|(name, _)| name.dotted()).collect();
    found.whole(&format!("loaded by call {at}"), expect.loaded.as_ref(), &loaded);
}

fn label(status: CallStatusFile) -> &'static str {
    match status {
        CallStatusFile::Ok => CallStatus::Ok,
        CallStatusFile::Failed => CallStatus::Failed,
        CallStatusFile::Unsupported => CallStatus::Unsupported,
        CallStatusFile::Blocked => CallStatus::Blocked,
        CallStatusFile::Aborted => CallStatus::Aborted,
        CallStatusFile::Fatal => CallStatus::Fatal,
        CallStatusFile::Ignored => CallStatus::Ignored,
    }
    .label()
}
