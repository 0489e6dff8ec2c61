//! Local references: `$ref` into the schema that is being rendered, and what stands beside it.

use serde_json::{Map, Value};

use super::{Renderer, UNKNOWN};

/// Most expansions of references in one rendering.
pub const MAX_EXPANSIONS: usize = 32;
/// Most expansions of the same reference inside one another.
pub const MAX_EXPANSIONS_ON_PATH: usize = 2;

/// Keywords beside a `$ref` that are rendered too.
const SIBLINGS: [&str; 11] = [
    "const",
    "enum",
    "anyOf",
    "oneOf",
    "allOf",
    "type",
    "properties",
    "additionalProperties",
    "required",
    "items",
    "prefixItems",
];

/// Expansions so far.
#[derive(Debug, Default)]
pub(super) struct References {
    /// Pointers that are being expanded, outermost first.
    active: Vec<String>,
    total: usize,
}

impl References {
    /// Begins an expansion, unless there were too many.
    fn enter(&mut self, pointer: String) -> bool {
        let on_path = self.active.iter().filter(|active| **active == pointer).count();
        if on_path >= MAX_EXPANSIONS_ON_PATH || self.total >= MAX_EXPANSIONS {
            return false;
        }
        self.total += 1;
        self.active.push(pointer);
        true
    }

    fn leave(&mut self) {
        self.active.pop();
    }
}

impl<'a> Renderer<'a> {
    /// What the reference means, narrowed by what stands beside it.
    pub(super) fn reference(
        &mut self,
        target: &'a Value,
        members: &'a Map<String, Value>,
    ) -> String {
        let referred = self.expanded(target).unwrap_or_else(|| UNKNOWN.to_owned());
        if !SIBLINGS.iter().any(|keyword| members.contains_key(*keyword)) {
            return referred;
        }
        let beside = self.charged(|renderer| renderer.without_reference(members));
        match (referred.as_str(), beside.as_str()) {
            (UNKNOWN, _) => beside,
            (_, UNKNOWN) => referred,
            _ => format!("({referred}) & ({beside})"),
        }
    }

    /// `None` for a reference that leads nowhere, too far, or over the budget.
    fn expanded(&mut self, target: &'a Value) -> Option<String> {
        if self.foreign {
            return None;
        }
        let pointer = local_pointer(target.as_str()?)?;
        let found = self.root.pointer(&pointer)?;
        if !self.references.enter(pointer) {
            return None;
        }
        let text = self.schema(found);
        self.references.leave();
        self.budget.check()?;
        Some(text)
    }
}

/// The JSON pointer of a reference into the same document.
fn local_pointer(reference: &str) -> Option<String> {
    let pointer = percent_decoded(reference.strip_prefix('#')?)?;
    (pointer.is_empty() || pointer.starts_with('/')).then_some(pointer)
}

/// `None` for a bad escape, or when the bytes are no UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        let value = digit()? * 16 + digit()?;
        decoded.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(decoded).ok()
}
