//! Third step: lossy passes while the schema is over its byte budget.
//!
//! The size is that of the subset's compact JSON, so members that the subset
//! does not know cost nothing. It is checked before each pass, and a pass
//! never undoes what the one before it left.

use super::position::{Reach, TABLES, each_child_mut, has_composition};
use super::prune::definition_target;
use super::{PreparedSchema, SchemaError, SchemaLimits, read};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One lossy pass. They run in the order of [`CompactPass::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompactPass {
    /// Removes the description of every schema, definitions included.
    StripDescriptions,
    /// Empties every schema that refers to a local definition, and removes the
    /// root's definition tables.
    DropDefinitions,
    /// Empties complex schemas at or below the depth limit; scalars stay.
    CollapseDepth,
    /// Empties every schema that has `anyOf`, `oneOf` or `allOf`.
    PruneCompositions,
}

impl CompactPass {
    /// All passes, in the order in which they are tried.
    pub const ALL: [Self; 4] = [
        Self::StripDescriptions,
        Self::DropDefinitions,
        Self::CollapseDepth,
        Self::PruneCompositions,
    ];

    fn apply(self, root: &mut Value, limits: &SchemaLimits) {
        match self {
            Self::StripDescriptions => strip_descriptions(root),
            Self::DropDefinitions => drop_definitions(root),
            Self::CollapseDepth => collapse(root, 0, limits.collapse_depth),
            Self::PruneCompositions => prune_compositions(root),
        }
    }
}

/// Reads the subset, running passes while it is too big.
///
/// A schema that cannot be read has no size and is not compacted. No pass can
/// make a readable schema unreadable or the other way round, so the first
/// failure is final.
pub(super) fn compact(
    root: &mut Value,
    limits: &SchemaLimits,
) -> Result<PreparedSchema, SchemaError> {
    let mut schema = read::schema(root)?;
    let bytes_before = schema.to_json().len();
    let mut bytes_after = bytes_before;
    let mut passes = Vec::new();
    for pass in CompactPass::ALL {
        if !limits.compact || bytes_after <= limits.budget_bytes {
            break;
        }
        pass.apply(root, limits);
        passes.push(pass);
        schema = read::schema(root)?;
        bytes_after = schema.to_json().len();
    }
    Ok(PreparedSchema { schema, passes, bytes_before, bytes_after })
}

fn strip_descriptions(value: &mut Value) {
    let Value::Object(schema) = value else { return };
    schema.remove("description");
    each_child_mut(schema, Reach::Tables, &mut strip_descriptions);
}

fn drop_definitions(root: &mut Value) {
    empty_references(root);
    let Value::Object(schema) = root else { return };
    for table in TABLES {
        schema.remove(table);
    }
}

fn empty_references(value: &mut Value) {
    let Value::Object(schema) = value else { return };
    if definition_target(schema).is_some() {
        schema.clear();
        return;
    }
    each_child_mut(schema, Reach::Plain, &mut empty_references);
}

fn collapse(value: &mut Value, depth: usize, limit: usize) {
    let Value::Object(schema) = value else { return };
    if depth >= limit && is_complex(schema) {
        schema.clear();
        return;
    }
    each_child_mut(schema, Reach::Plain, &mut |child| {
        collapse(child, depth + 1, limit);
    });
}

fn is_complex(schema: &Map<String, Value>) -> bool {
    ["items", "properties", "additionalProperties", "$ref"]
        .iter()
        .any(|key| schema.contains_key(*key))
        || has_composition(schema)
}

fn prune_compositions(value: &mut Value) {
    let Value::Object(schema) = value else { return };
    if has_composition(schema) {
        schema.clear();
        return;
    }
    each_child_mut(schema, Reach::Plain, &mut prune_compositions);
}
