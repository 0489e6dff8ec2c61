//! [`render`]: a JSON schema as the text of a TypeScript type, the way nested tools are declared to
//! a model that calls them from cells.
//!
//! Lowest floor, beside the preparation of input schemas: it knows `serde_json` and nothing else.
//! It reads any JSON value, not just the prepared subset, because output schemas arrive as their
//! servers wrote them. This file says which keyword decides; [`object`](self) properties, local
//! references and the budget have files of their own, and so has the rule for identifiers.
//!
//! Start reading at `Renderer::by_keyword`.
//!
//! Upstream: `codex-rs/code-mode-protocol/src` (schema renderer), main of 2026-08-22.

mod budget;
mod identifier;
mod object;
mod reference;

pub use budget::{MAX_RESULT_BYTES, MAX_WORK_BYTES};
pub use identifier::identifier;
pub use reference::{MAX_EXPANSIONS, MAX_EXPANSIONS_ON_PATH};

use budget::Budget;
use reference::References;
use serde_json::{Map, Value};

/// Most schemas inside one another that are rendered, references followed; what lies deeper is
/// `unknown`.
///
/// This bound is ours: upstream relies on its JSON parser and on the stack. A schema of
/// [`super::MAX_SCHEMA_DEPTH`] levels reaches it only through a long chain of references.
pub const MAX_RENDER_DEPTH: usize = 256;

/// The type of whatever has no better one.
const UNKNOWN: &str = "unknown";

/// The TypeScript type of a schema, in one line, or in several when a property is described.
///
/// Never fails: what cannot be said, and what is over a bound, is `unknown`. References are looked
/// up inside `schema`.
pub fn render(schema: &Value) -> String {
    let mut renderer = Renderer {
        root: schema,
        budget: Budget::new(),
        references: References::default(),
        foreign: false,
        depth: 0,
    };
    let text = renderer.schema(schema);
    if text.len() > MAX_RESULT_BYTES { UNKNOWN.to_owned() } else { text }
}

/// One rendering.
struct Renderer<'a> {
    /// Where references are looked up.
    root: &'a Value,
    budget: Budget,
    references: References,
    /// Inside a nested schema with an id of its own, whose references mean another document.
    foreign: bool,
    depth: usize,
}

impl<'a> Renderer<'a> {
    fn schema(&mut self, schema: &'a Value) -> String {
        let outer = self.foreign;
        let is_root = std::ptr::eq(schema, self.root);
        self.foreign |= !is_root && schema.get("$id").is_some();
        let text = self.charged(|renderer| match schema {
            Value::Bool(false) => "never".to_owned(),
            Value::Object(members) => renderer.by_keyword(members),
            _ => UNKNOWN.to_owned(),
        });
        self.foreign = outer;
        text
    }

    /// A schema's text, paid for when it is complete. Nothing is rendered once the budget is gone.
    fn charged(&mut self, text: impl FnOnce(&mut Self) -> String) -> String {
        if self.budget.is_exhausted() || self.depth >= MAX_RENDER_DEPTH {
            return UNKNOWN.to_owned();
        }
        self.depth += 1;
        let text = text(self);
        self.depth -= 1;
        match self.budget.spend(text.len()) {
            Some(()) => text,
            None => UNKNOWN.to_owned(),
        }
    }

    /// The first keyword that applies decides, and hides the others.
    fn by_keyword(&mut self, members: &'a Map<String, Value>) -> String {
        match members.get("$ref") {
            Some(target) => self.reference(target, members),
            None => self.without_reference(members),
        }
    }

    fn without_reference(&mut self, members: &'a Map<String, Value>) -> String {
        self.chosen(members).unwrap_or_else(|| UNKNOWN.to_owned())
    }

    /// `None` when no keyword applies, or when the budget went too early for a text of any use.
    fn chosen(&mut self, members: &'a Map<String, Value>) -> Option<String> {
        let list = |keyword: &str| match members.get(keyword) {
            Some(Value::Array(list)) if !list.is_empty() => Some(list),
            _ => None,
        };
        let has = |keywords: &[&str]| keywords.iter().any(|word| members.contains_key(*word));
        if let Some(constant) = members.get("const") {
            return self.budget.literal(constant);
        }
        if let Some(values) = list("enum") {
            return self.literals(values);
        }
        if let Some(options) = list("anyOf").or_else(|| list("oneOf")) {
            return Some(self.parts(options)?.join(" | "));
        }
        if let Some(parts) = list("allOf") {
            let parts = self.parts(parts)?.into_iter().map(in_parentheses);
            return Some(parts.collect::<Vec<_>>().join(" & "));
        }
        match members.get("type") {
            Some(Value::String(kind)) => return self.kind(kind, members),
            Some(Value::Array(kinds)) if kinds.iter().any(Value::is_string) => {
                return self.kinds(kinds.iter().filter_map(Value::as_str), members);
            }
            _ => {}
        }
        if has(&["properties", "additionalProperties", "required"]) {
            return self.object(members);
        }
        if has(&["items", "prefixItems"]) {
            return self.array(members);
        }
        None
    }

    fn literals(&mut self, values: &[Value]) -> Option<String> {
        let mut texts = Vec::with_capacity(values.len());
        for value in values {
            let text = self.budget.literal(value)?;
            self.budget.spend(text.len())?;
            texts.push(text);
        }
        Some(texts.join(" | "))
    }

    /// Members of a union, an intersection or a tuple. When the budget ends in the last one, the
    /// others survive: nobody looks again after it.
    fn parts(&mut self, schemas: &'a [Value]) -> Option<Vec<String>> {
        let mut texts = Vec::with_capacity(schemas.len());
        for schema in schemas {
            self.budget.check()?;
            texts.push(self.schema(schema));
        }
        Some(texts)
    }

    fn kinds(
        &mut self,
        kinds: impl Iterator<Item = &'a str>,
        members: &'a Map<String, Value>,
    ) -> Option<String> {
        let mut texts = Vec::new();
        for kind in kinds {
            self.budget.check()?;
            texts.push(self.kind(kind, members).unwrap_or_else(|| UNKNOWN.to_owned()));
        }
        Some(texts.join(" | "))
    }

    fn kind(&mut self, kind: &str, members: &'a Map<String, Value>) -> Option<String> {
        match kind {
            "string" | "boolean" | "null" => Some(kind.to_owned()),
            "number" | "integer" => Some("number".to_owned()),
            "array" => self.array(members),
            "object" => self.object(members),
            _ => None,
        }
    }

    fn array(&mut self, members: &'a Map<String, Value>) -> Option<String> {
        if let Some(items) = members.get("items") {
            let item = self.schema(items);
            self.budget.check()?;
            return Some(format!("Array<{item}>"));
        }
        match members.get("prefixItems") {
            Some(Value::Array(places)) if !places.is_empty() => {
                Some(format!("[{}]", self.parts(places)?.join(", ")))
            }
            _ => Some(format!("{UNKNOWN}[]")),
        }
    }
}

/// A union inside an intersection binds less, so it needs them.
fn in_parentheses(text: String) -> String {
    if text.contains(" | ") { format!("({text})") } else { text }
}
