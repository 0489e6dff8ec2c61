//! Object types: properties in the order of their names, descriptions as comments, and the index
//! signature.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Renderer, UNKNOWN, identifier};

impl<'a> Renderer<'a> {
    /// One line unless a property is described. `None` when the budget ends inside a property.
    pub(super) fn object(&mut self, members: &'a Map<String, Value>) -> Option<String> {
        let properties = sorted_properties(members);
        let required = required(members);
        let described = properties.iter().any(|(_, schema)| description(schema).is_some());
        let indent = if described { "  " } else { "" };
        let mut lines = Vec::with_capacity(properties.len() + 2);
        if described {
            self.line(&mut lines, "{".to_owned())?;
        }
        for (name, schema) in &properties {
            for text in description(schema).into_iter().flat_map(str::lines) {
                let text = text.trim();
                if !text.is_empty() {
                    self.line(&mut lines, format!("{indent}// {text}"))?;
                }
            }
            let of = self.schema(schema);
            self.budget.check()?;
            let mark = if required.contains(name) { "" } else { "?" };
            self.line(&mut lines, format!("{indent}{}{mark}: {of};", property_name(name)))?;
        }
        if let Some(of) = self.index_signature(members, properties.is_empty()) {
            self.line(&mut lines, format!("{indent}[key: string]: {of};"))?;
        }
        if described {
            self.line(&mut lines, "}".to_owned())?;
            return Some(lines.join("\n"));
        }
        Some(match lines.is_empty() {
            true => "{}".to_owned(),
            false => format!("{{ {} }}", lines.join(" ")),
        })
    }

    /// The type of further members. An overflow in it is not looked for: the object survives.
    fn index_signature(
        &mut self,
        members: &'a Map<String, Value>,
        no_properties: bool,
    ) -> Option<String> {
        match members.get("additionalProperties") {
            Some(Value::Bool(false)) => None,
            Some(Value::Bool(true)) => Some(UNKNOWN.to_owned()),
            Some(schema) => Some(self.schema(schema)),
            None => no_properties.then(|| UNKNOWN.to_owned()),
        }
    }

    fn line(&mut self, lines: &mut Vec<String>, line: String) -> Option<()> {
        self.budget.spend(line.len())?;
        lines.push(line);
        Some(())
    }
}

fn sorted_properties(members: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let Some(Value::Object(properties)) = members.get("properties") else { return Vec::new() };
    let mut properties: Vec<_> = properties.iter().map(|(name, of)| (name.as_str(), of)).collect();
    properties.sort_unstable_by_key(|(name, _)| *name);
    properties
}

fn required(members: &Map<String, Value>) -> BTreeSet<&str> {
    match members.get("required") {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => BTreeSet::new(),
    }
}

/// A description that is a text and not empty; blanks count.
fn description(schema: &Value) -> Option<&str> {
    schema.get("description").and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Bare when it is an identifier already, else in quotes.
fn property_name(name: &str) -> Cow<'_, str> {
    match identifier(name) == name {
        true => Cow::Borrowed(name),
        false => Cow::Owned(Value::from(name).to_string()),
    }
}
