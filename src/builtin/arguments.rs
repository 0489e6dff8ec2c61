//! What a built-in says about the arguments of a call *before* it does anything.
//!
//! [`check_arguments`] reads the raw text against the parameters of the frozen spec and gives back
//! either the arguments or the very text the model gets as an unsuccessful tool output. Payload
//! kinds are not its business (see [`super::PayloadKinds`]), nor are the rules of `tool_search`,
//! which has an error text of its own.

use serde_json::{Map, Value};

use super::context::{CLOCK_NAMESPACE, MAX_SLEEP_MS};
use super::typed;
use super::user::{CollaborationMode, user_input_modes};
use crate::schema::JsonSchema;
use crate::tool::{NamespaceTool, ToolName, ToolSpec};

/// What argument checks have to know about the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallContext {
    /// Is the caller the root agent of its thread?
    pub root: bool,
    /// The collaboration mode of the turn.
    pub mode: CollaborationMode,
    /// May `request_user_input` run in Default mode too?
    pub default_mode_user_input: bool,
}

/// Refusal of `request_user_input` outside the root agent.
pub const NOT_ROOT: &str = "request_user_input can only be used by the root thread";
/// Refusal of a question without choices.
pub const NO_OPTIONS: &str = "request_user_input requires non-empty options for every question";
/// Refusal of a blank asynchronous message.
pub const EMPTY_MESSAGE: &str = "message must not be empty";

/// Checks one call of a built-in. `spec` is the spec the call was planned with, `text` the raw
/// argument text.
///
/// The result holds the known arguments only, without those given as `null`; a message is trimmed.
/// A custom tool takes its text as it is. A tool without parameters also takes blank text.
///
/// # Errors
///
/// The model-visible text: `failed to parse function arguments: ...` for text that is not JSON, a
/// missing, repeated or wrongly typed argument; otherwise the refusal of the tool in question.
pub fn check_arguments(
    name: &ToolName,
    spec: &ToolSpec,
    call: CallContext,
    text: &str,
) -> Result<Value, String> {
    if matches!(spec, ToolSpec::Freeform(_)) {
        return Ok(Value::String(text.to_owned()));
    }
    let Some(parameters) = parameters(spec, &name.name) else {
        return Err(format!("{} takes no function arguments", name.display()));
    };
    let tool = identity(name);
    if tool == (None, "request_user_input") {
        may_ask_user(call)?;
    }
    let mut arguments = read(&name.name, parameters, text)?;
    match tool {
        (None, "request_user_input") => every_question_has_options(&arguments)?,
        (None, "send_user_message_async") => trim_message(&mut arguments)?,
        (Some(CLOCK_NAMESPACE), "sleep") => sleep_in_range(&arguments)?,
        _ => {}
    }
    Ok(Value::Object(arguments))
}

/// The parameters of the function `name` inside a spec, plain or in a namespace.
pub fn parameters<'a>(spec: &'a ToolSpec, name: &str) -> Option<&'a JsonSchema> {
    match spec {
        ToolSpec::Function(function) if &*function.name == name => Some(&function.parameters),
        ToolSpec::Namespace(namespace) => {
            namespace.tools.iter().find_map(|tool| match tool.as_ref() {
                NamespaceTool::Function(child) if &*child.name == name => Some(&*child.parameters),
                _ => None,
            })
        }
        _ => None,
    }
}

/// True when a question to the user stops the turn until it is answered.
pub fn user_input_blocks(mode: CollaborationMode) -> bool {
    mode == CollaborationMode::Plan
}

fn identity(name: &ToolName) -> (Option<&str>, &str) {
    let namespace = (!name.is_default_namespace()).then(|| name.canonical_namespace());
    (namespace, &name.name)
}

fn read(tool: &str, parameters: &JsonSchema, text: &str) -> Result<Map<String, Value>, String> {
    let takes_nothing = parameters.properties.as_ref().is_none_or(|known| known.is_empty());
    if takes_nothing && text.trim().is_empty() {
        return Ok(Map::new());
    }
    typed::read_arguments(tool, parameters, text)
        .map_err(|error| format!("failed to parse function arguments: {error}"))
}

fn may_ask_user(call: CallContext) -> Result<(), String> {
    if !call.root {
        return Err(NOT_ROOT.to_owned());
    }
    if !user_input_modes(call.default_mode_user_input).contains(&call.mode) {
        return Err(format!("request_user_input is unavailable in {} mode", call.mode.label()));
    }
    Ok(())
}

fn every_question_has_options(arguments: &Map<String, Value>) -> Result<(), String> {
    let questions = arguments.get("questions").and_then(Value::as_array);
    let has_options = |question: &Value| {
        question.get("options").and_then(Value::as_array).is_some_and(|options| !options.is_empty())
    };
    if questions.is_some_and(|questions| questions.iter().all(has_options)) {
        return Ok(());
    }
    Err(NO_OPTIONS.to_owned())
}

fn trim_message(arguments: &mut Map<String, Value>) -> Result<(), String> {
    let message = arguments.get("message").and_then(Value::as_str).unwrap_or_default().trim();
    if message.is_empty() {
        return Err(EMPTY_MESSAGE.to_owned());
    }
    let trimmed = Value::from(message);
    arguments.insert("message".to_owned(), trimmed);
    Ok(())
}

fn sleep_in_range(arguments: &Map<String, Value>) -> Result<(), String> {
    let duration = arguments.get("duration_ms").and_then(Value::as_u64);
    if duration.is_some_and(|duration| (1..=MAX_SLEEP_MS).contains(&duration)) {
        return Ok(());
    }
    Err(format!("duration_ms must be between 1 and {MAX_SLEEP_MS}"))
}
