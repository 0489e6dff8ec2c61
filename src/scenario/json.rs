//! JSON texts inside a scenario: schemas and expected pieces of the wire.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use super::bounds::MAX_SCHEMA_DEPTH;
use super::place::Place;
use super::problem::{Fault, Faults};
use super::syntax::short;

/// Reads JSON that is written down at `at` in `source`. Reports what is wrong with it.
pub(super) fn read(source: &str, at: &Place<'_>, json: &str, faults: &mut Faults) -> Option<Value> {
    if let Some(offset) = too_deep(json) {
        let span = inside(source, at.span(), json, offset);
        let message = format!("this JSON is nested more than {MAX_SCHEMA_DEPTH} levels deep");
        at.report(faults, Fault::error(span, message).expected("less nesting"));
        return None;
    }
    match serde_json::from_str(json) {
        Ok(value) => Some(value),
        Err(error) => {
            let offset = offset_of(json, error.line(), error.column());
            let span = inside(source, at.span(), json, offset);
            let words = error.to_string();
            let words = words.split(" at line ").next().unwrap_or_default();
            let fault = Fault::error(span, format!("this is not JSON: {words}"));
            at.report(faults, fault.expected("JSON text"));
            None
        }
    }
}

/// Reads a JSON schema. References that run in a circle are legal, but worth a warning.
pub(super) fn read_schema(
    source: &str,
    at: &Place<'_>,
    json: &str,
    faults: &mut Faults,
) -> Option<Value> {
    let schema = read(source, at, json, faults)?;
    if let Some(circle) = circle(&schema) {
        let message = format!("references run in a circle: {circle}");
        let hint = "the request carries such references as they are".to_owned();
        at.report(faults, Fault::warning(at.span(), message).hint(Some(hint)));
    }
    Some(schema)
}

/// How deep the brackets of a JSON text go.
pub(super) fn depth(json: &str) -> usize {
    let mut deepest = 0;
    walk_depth(json, |_, depth| {
        deepest = deepest.max(depth);
        true
    });
    deepest
}

fn too_deep(json: &str) -> Option<usize> {
    let mut found = None;
    walk_depth(json, |offset, depth| {
        if depth > MAX_SCHEMA_DEPTH {
            found = Some(offset);
        }
        found.is_none()
    });
    found
}

/// Calls `visit` with the place and the depth of every opening bracket, until it says stop.
fn walk_depth(json: &str, mut visit: impl FnMut(usize, usize) -> bool) {
    let mut depth = 0_usize;
    let mut in_text = false;
    let mut escaped = false;
    for (offset, byte) in json.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'{' | b'[' if !in_text => {
                depth += 1;
                if !visit(offset, depth) {
                    return;
                }
            }
            b'}' | b']' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// The byte that serde_json means; it counts lines from 1 and columns in bytes.
fn offset_of(json: &str, line: usize, column: usize) -> usize {
    let starts = std::iter::once(0).chain(json.match_indices('\n').map(|(at, _)| at + 1));
    let start = starts.take(line.max(1)).last().unwrap_or(0);
    (start + column.saturating_sub(1)).min(json.len())
}

/// A byte of the JSON as a place in the file, if the text stands there without escapes.
fn inside(source: &str, span: Range<usize>, json: &str, offset: usize) -> Range<usize> {
    let Some(start) = source.get(span.clone()).and_then(|written| written.find(json)) else {
        return span;
    };
    let at = span.start + start + offset;
    at..(at + 1).min(span.end)
}

/// A circle of local references, in words.
fn circle(schema: &Value) -> Option<String> {
    let mut edges: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for table in ["$defs", "definitions"] {
        for (name, definition) in schema.get(table).and_then(Value::as_object).into_iter().flatten()
        {
            let mut targets = Vec::new();
            references(definition, &mut targets);
            edges.insert(format!("#/{table}/{name}"), targets);
        }
    }
    let mut root = Vec::new();
    references(schema, &mut root);
    if root.iter().any(|target| target == "#") {
        return Some("`#` → `#`".to_owned());
    }
    let mut done: BTreeMap<&str, ()> = BTreeMap::new();
    for start in edges.keys() {
        let mut path: Vec<(&str, usize)> = vec![(start, 0)];
        let mut places: BTreeMap<&str, usize> = BTreeMap::from([(start.as_str(), 0)]);
        while let Some((node, next)) = path.last_mut() {
            let target = edges.get(*node).and_then(|targets| targets.get(*next));
            *next += 1;
            let Some(target) = target else {
                done.insert(*node, ());
                places.remove(*node);
                path.pop();
                continue;
            };
            if let Some(&from) = places.get(target.as_str()) {
                let names = path[from..].iter().map(|(node, _)| *node).chain([target.as_str()]);
                return Some(in_words(names.collect()));
            }
            if !done.contains_key(target.as_str()) && edges.contains_key(target) {
                places.insert(target, path.len());
                path.push((target, 0));
            }
        }
    }
    None
}

/// Most stations of a circle that are named.
const MAX_STATIONS: usize = 8;

/// The stations of a circle, the middle of a long one left out.
fn in_words(stations: Vec<&str>) -> String {
    let name = |station: &&str| format!("`{}`", short(station));
    let mut names: Vec<String> = stations.iter().map(name).collect();
    if names.len() > MAX_STATIONS {
        let left_out = names.len() - MAX_STATIONS;
        names.splice(MAX_STATIONS - 1..names.len() - 1, [format!("… {left_out} more …")]);
    }
    names.join(" → ")
}

/// Local references inside a schema, cut to the definition they point into.
fn references(value: &Value, targets: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                match member {
                    Value::String(target) if key == "$ref" => targets.push(entry_of(target)),
                    _ => references(member, targets),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, targets)),
        _ => {}
    }
}

fn entry_of(target: &str) -> String {
    target.split('/').take(3).collect::<Vec<_>>().join("/")
}
