//! Preparation of a tool's input schema: what a server sends, turned into the
//! JSON-schema subset that a request can carry.
//!
//! Lowest floor. It knows `serde_json` and nothing else of this crate: no tool
//! names, no servers, no versions. Whoever calls it decides the limits.
//!
//! Start reading at [`parse_tool_input_schema`], which is the whole pipeline:
//!
//! 1. `sanitize` gives every schema object a known type, or empties it;
//! 2. `prune` drops root definitions that nothing refers to;
//! 3. `compact` runs lossy passes while the schema is over budget, and `read`
//!    turns the result into the subset ([`JsonSchema`]).
//!
//! `position` is the one place that says where schemas sit inside a schema.
//! Upstream: `codex-rs/tools/src/json_schema.rs`.
//!
//! Apart from all that, [`typescript`] turns a schema into the text of a TypeScript type.

mod build;
mod compact;
mod error;
mod position;
mod prune;
mod read;
mod sanitize;
mod subset;
pub mod typescript;

pub use build::Description;
pub use compact::CompactPass;
pub use error::SchemaError;
pub use subset::{AdditionalProperties, JsonSchema, Primitive, SchemaType};

use serde_json::Value;

/// Deepest nesting of objects and lists that is read, in levels: `{}` has one
/// level, `{"items":{}}` has two. A schema property costs two levels.
///
/// This bound is ours. Upstream has none of its own and relies on the 128
/// levels that its JSON parser reads.
pub const MAX_SCHEMA_DEPTH: usize = 64;

/// The numbers that govern compaction. They changed between versions, so they
/// are parameters; [`SchemaLimits::default`] is the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemaLimits {
    /// Largest size, in bytes of compact JSON, that is left alone. Compaction
    /// starts at one byte more.
    pub budget_bytes: usize,
    /// Schema depth from which the third pass empties complex schemas; the
    /// root is depth 0.
    pub collapse_depth: usize,
    /// False for trusted schemas, which are never compacted.
    pub compact: bool,
}

impl Default for SchemaLimits {
    fn default() -> Self {
        Self { budget_bytes: 5_000, collapse_depth: 3, compact: true }
    }
}

/// A schema that is ready for a request, and what it took to get there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedSchema {
    /// The result.
    pub schema: JsonSchema,
    /// The compaction passes that ran, in order; empty when it fitted.
    pub passes: Vec<CompactPass>,
    /// Size in bytes of the subset's compact JSON before compaction. Members
    /// outside the subset are already gone and count nothing.
    pub bytes_before: usize,
    /// Size in bytes of the result's compact JSON. It can still be over
    /// budget: compaction is a best effort.
    pub bytes_after: usize,
}

/// Prepares a server's input schema for a request.
///
/// The input is only read. Work is linear in its size, cycles among
/// references included, because references are never expanded.
///
/// # Errors
///
/// - [`SchemaError::TooDeep`] beyond [`MAX_SCHEMA_DEPTH`] levels of nesting;
/// - [`SchemaError::NotDeserializable`] when a member of the subset has the
///   wrong shape, such as a list in `items`;
/// - [`SchemaError::SingletonNull`] when the root admits nothing but `null`.
///
/// A caller skips the tool on any of them.
pub fn parse_tool_input_schema(
    raw: &Value,
    limits: &SchemaLimits,
) -> Result<PreparedSchema, SchemaError> {
    check_nesting(raw)?;
    let mut value = raw.clone();
    sanitize::sanitize(&mut value);
    prune::prune_definitions(&mut value);
    let prepared = compact::compact(&mut value, limits)?;
    if prepared.schema.r#type == Some(SchemaType::One(Primitive::Null)) {
        return Err(SchemaError::SingletonNull);
    }
    Ok(prepared)
}

/// Measures nesting without recursion, so that everything after it may recurse.
fn check_nesting(root: &Value) -> Result<(), SchemaError> {
    let mut deepest = 0;
    let mut pending = vec![(root, 1)];
    while let Some((value, depth)) = pending.pop() {
        let is_container = |child: &&Value| child.is_object() || child.is_array();
        match value {
            Value::Object(map) => {
                let children = map.values().filter(is_container);
                pending.extend(children.map(|child| (child, depth + 1)));
            }
            Value::Array(list) => {
                let children = list.iter().filter(is_container);
                pending.extend(children.map(|child| (child, depth + 1)));
            }
            _ => continue,
        }
        deepest = deepest.max(depth);
    }
    if deepest > MAX_SCHEMA_DEPTH {
        return Err(SchemaError::TooDeep { depth: deepest, limit: MAX_SCHEMA_DEPTH });
    }
    Ok(())
}
