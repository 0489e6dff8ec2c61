//! Why a schema cannot be used.

use std::fmt;

/// Reason to skip a tool because of its input schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaError {
    /// The root's type is exactly `null`, so no argument object can exist.
    SingletonNull,
    /// A member of the subset has a shape that the subset cannot hold.
    NotDeserializable {
        /// Where (a JSON pointer from the root), what was expected there and
        /// what was found. Bounded in length whatever the schema holds.
        message: String,
    },
    /// Objects and lists are nested beyond the bound.
    TooDeep {
        /// Levels found.
        depth: usize,
        /// Levels allowed, [`MAX_SCHEMA_DEPTH`](super::MAX_SCHEMA_DEPTH).
        limit: usize,
    },
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SingletonNull => {
                f.write_str("tool input schema must not be a singleton null type")
            }
            Self::NotDeserializable { message } => {
                write!(f, "tool input schema cannot be read: {message}")
            }
            Self::TooDeep { depth, limit } => write!(
                f,
                "tool input schema is nested {depth} levels deep, at most {limit} are read"
            ),
        }
    }
}

impl std::error::Error for SchemaError {}
