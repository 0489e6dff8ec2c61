//! [`nested_payload`]: the argument a script gave to a tool, as the payload of a call.
//!
//! Upstream: `codex-rs/core/src/tools/code_mode/` (nested dispatch).

use serde_json::Value;

use crate::tool::ToolName;

/// The name of the tool that runs cells.
pub const EXEC: &str = "exec";
/// Refusal of a nested call to [`EXEC`]. Scripts cannot make one; a forged event could.
pub const NO_RECURSION: &str = "exec cannot invoke itself";

/// What a tool takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NestedKind {
    /// A JSON object.
    Function,
    /// A text.
    Freeform,
}

/// What a tool is called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NestedPayload {
    /// Arguments of a function, as JSON text.
    Function {
        /// The text.
        arguments: String,
    },
    /// Input of a freeform tool.
    Custom {
        /// The text.
        input: String,
    },
}

/// Builds the payload of a nested call; `input` is none when the script gave no argument.
///
/// # Errors
///
/// The string the call's promise is rejected with: the argument does not fit the tool, or a cell
/// wants to start a cell.
pub fn nested_payload(
    tool: &ToolName,
    kind: NestedKind,
    input: Option<&Value>,
) -> Result<NestedPayload, String> {
    if tool.is_default_namespace() && &*tool.name == EXEC {
        return Err(NO_RECURSION.to_owned());
    }
    match (kind, input) {
        (NestedKind::Function, None) => Ok(NestedPayload::Function { arguments: "{}".to_owned() }),
        (NestedKind::Function, Some(object @ Value::Object(_))) => {
            Ok(NestedPayload::Function { arguments: object.to_string() })
        }
        (NestedKind::Function, Some(_)) => {
            Err(format!("tool `{}` expects a JSON object for arguments", tool.display()))
        }
        (NestedKind::Freeform, Some(Value::String(input))) => {
            Ok(NestedPayload::Custom { input: input.clone() })
        }
        (NestedKind::Freeform, _) => {
            Err(format!("tool `{}` expects a string input", tool.display()))
        }
    }
}
