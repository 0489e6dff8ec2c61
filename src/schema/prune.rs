//! Second step: root definitions that nothing refers to are dropped.
//!
//! Also home of [`definition_target`], the reading of a reference that points
//! into a definition table, because compaction asks the same question.

use super::position::{TABLES, each_plain_child};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Drops unreached entries of the root's definition tables, and a table that
/// is left empty. Tables deeper in the schema are not touched.
pub(super) fn prune_definitions(root: &mut Value) {
    let Value::Object(schema) = root else { return };
    if TABLES.iter().all(|table| !schema.contains_key(*table)) {
        return;
    }
    let reached = reached_definitions(schema);
    for table in TABLES {
        let Some(Value::Object(definitions)) = schema.get_mut(table) else {
            continue;
        };
        let names = reached.get(table);
        definitions.retain(|name, _| names.is_some_and(|names| names.contains(name)));
        if definitions.is_empty() {
            schema.remove(table);
        }
    }
}

/// A definition that a reference names.
pub(super) struct Target {
    table: &'static str,
    entry: String,
}

/// The definition that this object's `$ref` names, if it names one. Whether
/// the entry exists is not asked. A pointer that goes on below the entry
/// counts as the entry.
pub(super) fn definition_target(schema: &Map<String, Value>) -> Option<Target> {
    let fragment = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
    let pointer = percent_decode(fragment)?;
    let mut tokens = pointer.strip_prefix('/')?.split('/');
    let table = unescape(tokens.next()?)?;
    let table = TABLES.into_iter().find(|known| *known == table)?;
    let entry = unescape(tokens.next()?)?;
    // One bad escape anywhere makes the whole pointer meaningless.
    tokens.all(|token| unescape(token).is_some()).then_some(())?;
    Some(Target { table, entry })
}

/// Follows references from outside the tables to a fixed point: the reached
/// entries by table. An entry is searched once, so cycles end.
fn reached_definitions(root: &Map<String, Value>) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut pending = Vec::new();
    collect_in_schema(root, &mut pending);
    let mut reached: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    while let Some(Target { table, entry }) = pending.pop() {
        let definition = root.get(table).and_then(|entries| entries.get(&entry));
        let is_new = reached.entry(table).or_default().insert(entry);
        if let (true, Some(definition)) = (is_new, definition) {
            collect_anywhere(definition, &mut pending);
        }
    }
    reached
}

/// Outside the tables only schema positions count, so a reference inside an
/// example keeps nothing.
fn collect_in_schema(schema: &Map<String, Value>, found: &mut Vec<Target>) {
    found.extend(definition_target(schema));
    each_plain_child(schema, &mut |child| {
        if let Value::Object(child) = child {
            collect_in_schema(child, found);
        }
    });
}

/// Inside a definition every member counts, whatever it is called.
fn collect_anywhere(value: &Value, found: &mut Vec<Target>) {
    match value {
        Value::Object(map) => {
            found.extend(definition_target(map));
            map.values().for_each(|member| collect_anywhere(member, found));
        }
        Value::Array(list) => list.iter().for_each(|element| collect_anywhere(element, found)),
        _ => {}
    }
}

/// Decodes `%XX`. A percent sign without two hex digits stays as it is; bytes
/// that are not UTF-8 make the reference unreadable.
fn percent_decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let hex = |byte: u8| char::from(byte).to_digit(16);
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let mut byte = *first;
        if let (b'%', [high, low, after @ ..]) = (byte, tail)
            && let (Some(high), Some(low)) = (hex(*high), hex(*low))
        {
            // Two hex digits always fit in one byte.
            byte = (high * 16 + low) as u8;
            rest = after;
        }
        decoded.push(byte);
    }
    String::from_utf8(decoded).ok().map(Cow::Owned)
}

/// Decodes `~1` to a slash and `~0` to a tilde; any other tilde is an error.
fn unescape(token: &str) -> Option<String> {
    let mut plain = String::with_capacity(token.len());
    let mut letters = token.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '~' => match letters.next()? {
                '0' => '~',
                '1' => '/',
                _ => return None,
            },
            other => other,
        });
    }
    Some(plain)
}
