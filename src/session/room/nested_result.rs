//! What a script gets from a nested call that has ended.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::code_mode::engine::protocol::{ImageDetail, Item};
use crate::code_mode::result::{CallFailure, ToolOutput};
use crate::code_mode::unified_exec::ExecResult;
use crate::code_mode::unified_exec::buffer::Collected;
use crate::code_mode::unified_exec::result::ProcessState;
use crate::planner::features::Feature;
use crate::planner::registry::Origin;
use crate::session::call::{DEFAULT_LATENCY_MS, End, Flight};
use crate::session::record::{CallStatus, Lifecycle};
use crate::session::script::{ScriptedResult, Settings};
use crate::session::script_cells::ContentItem;
use crate::session::world::World;

/// The value that fulfils the promise, or the plain string that rejects it.
pub(super) fn result_of(flight: &Flight, end: &End, world: &World) -> Result<Value, Arc<str>> {
    let turn = flight.turn.as_deref().unwrap_or(&world.turn);
    match outcome(flight, end, turn) {
        Ok(output) => Ok(output.value()),
        Err(failure) => Err(failure.rejection().into()),
    }
}

fn outcome(flight: &Flight, end: &End, turn: &Settings) -> Result<ToolOutput, CallFailure> {
    let for_model = || Err(CallFailure::ForModel(end.output.to_string()));
    match (end.status, end.lifecycle) {
        (CallStatus::Ok, _) => Ok(success(flight, turn)),
        // The handler has answered; that it calls its answer a failure does not matter.
        (CallStatus::Failed, Some(Lifecycle::Completed { .. })) => Ok(match is_mcp(flight) {
            true => ToolOutput::Mcp(mcp_text(&end.output, true)),
            false => ToolOutput::Text(end.output.clone()),
        }),
        (CallStatus::Fatal, _) => {
            Err(CallFailure::Fatal(flight.fault.as_deref().unwrap_or_default().to_owned()))
        }
        (CallStatus::Aborted, _) => Ok(ToolOutput::Text(end.output.clone())),
        // What the router says about an unknown tool is what a script gets.
        _ => for_model(),
    }
}

/// The value does not pass through hooks: they change only what the model reads.
fn success(flight: &Flight, turn: &Settings) -> ToolOutput {
    if let Some(result) = &flight.shell {
        return ToolOutput::Shell(result.clone());
    }
    match &flight.script.result {
        ScriptedResult::Json(value) => ToolOutput::Json((**value).clone()),
        ScriptedResult::Mcp(value) => ToolOutput::Mcp((**value).clone()),
        ScriptedResult::Content(items) => ToolOutput::Content(items.iter().map(item).collect()),
        ScriptedResult::Echo => match serde_json::from_str(&flight.arguments) {
            Ok(value) => ToolOutput::Json(value),
            Err(_) => ToolOutput::Text(flight.arguments.clone()),
        },
        ScriptedResult::Ok(text) => said(flight, turn, Some(text)),
        _ => said(flight, turn, None),
    }
}

/// A picture of one white pixel, where a scenario does not say what `view_image` shows.
const PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==";

/// A success that the script of the scenario words as text, or leaves open: in the form of the tool.
fn said(flight: &Flight, turn: &Settings, text: Option<&Arc<str>>) -> ToolOutput {
    let ok: Arc<str> = text.cloned().unwrap_or_else(|| "ok".into());
    if is_mcp(flight) {
        return ToolOutput::Mcp(mcp_text(&ok, false));
    }
    let built_in = matches!(origin(flight), Some(Origin::Builtin));
    if !built_in || !flight.name.is_default_namespace() {
        return ToolOutput::Text(ok);
    }
    match &*flight.name.name {
        "apply_patch" | "update_plan" => ToolOutput::Done,
        "exec_command" | "write_stdin" => ToolOutput::Shell(shell_text(flight, &ok)),
        "view_image" => ToolOutput::Picture {
            url: text.map_or(PIXEL, |url| url).to_owned(),
            detail: (!turn.plan.feature(Feature::UnifiedImageBudget)).then_some(ImageDetail::High),
        },
        "get_context_remaining" => ToolOutput::TokensLeft(text.and_then(|text| text.parse().ok())),
        _ => ToolOutput::Text(ok),
    }
}

fn item(item: &ContentItem) -> Item {
    match item {
        ContentItem::Text(text) => Item::text(&**text),
        ContentItem::Image(url) => {
            Item::Image { url: url.to_string(), detail: ImageDetail::default() }
        }
        ContentItem::Audio(url) => Item::Audio { url: url.to_string() },
    }
}

fn mcp_text(text: &str, is_error: bool) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": is_error })
}

/// A command that no process stands for: it printed this and exited well.
fn shell_text(flight: &Flight, text: &str) -> ExecResult {
    ExecResult {
        chunk_id: "000000".to_owned(),
        wall_ms: flight.script.latency_ms.unwrap_or(DEFAULT_LATENCY_MS),
        state: ProcessState::Exited(0),
        output: Collected { text: text.to_owned(), omitted: 0, bytes: text.len() as u64 },
        max_output_tokens: None,
    }
}

fn origin(flight: &Flight) -> Option<&Origin> {
    flight.table.registry.get(&flight.name).map(|entry| &entry.runtime.origin)
}

fn is_mcp(flight: &Flight) -> bool {
    matches!(origin(flight), Some(Origin::Mcp(_)))
}
