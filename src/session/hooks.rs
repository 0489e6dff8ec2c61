//! Hooks around calls: under which name a tool is presented, and which hook applies.
//!
//! Upstream: `codex-rs/core/src/tools/registry.rs` 479-753.

use std::sync::Arc;

use super::script::Hook;
use crate::builtin::collab::V1_NAMESPACE;
use crate::builtin::facts;
use crate::planner::registry::Origin;
use crate::tool::ToolName;

/// The message when a hook refuses a result without saying why.
pub const DEFAULT_POST_BLOCK: &str = "PostToolUse hook blocked the tool result";

/// The names under which hooks see a tool: the presented one, then those that also match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookName {
    /// The name that is presented.
    pub name: String,
    /// Other names that match.
    pub aliases: &'static [&'static str],
}

impl HookName {
    /// The hook name of a tool.
    pub fn of(name: &ToolName, origin: &Origin) -> HookName {
        let plain = name.is_default_namespace();
        let spawn = plain || name.canonical_namespace() == V1_NAMESPACE;
        let (name, aliases): (String, &[&str]) = match (&*name.name, origin) {
            (_, Origin::Mcp(_)) => (mcp_hook_name(name), &[]),
            ("spawn_agent", Origin::Builtin) if spawn => ("spawn_agent".into(), &["Agent"]),
            ("apply_patch", Origin::Builtin) if plain => ("apply_patch".into(), &["Write", "Edit"]),
            ("exec_command", Origin::Builtin) if plain => ("Bash".into(), &[]),
            _ => (name.display(), &[]),
        };
        HookName { name, aliases }
    }

    /// Does a hook watch this tool?
    pub fn is_watched_by(&self, hook: &Hook) -> bool {
        hook.matches.is_empty()
            || *hook.matches == *self.name
            || self.aliases.contains(&&*hook.matches)
    }
}

fn mcp_hook_name(name: &ToolName) -> String {
    let namespace = name.canonical_namespace().trim_end_matches('_');
    let tool = name.name.trim_start_matches('_');
    let joined = format!("{namespace}__{tool}");
    if joined.starts_with("mcp__") { joined } else { format!("mcp__{joined}") }
}

/// Does a call of this tool give hooks a payload before it runs? Function payloads do by default.
pub fn has_pre_payload(name: &ToolName, origin: &Origin, is_function: bool) -> bool {
    match origin {
        Origin::Builtin | Origin::CodeMode => facts(name).is_some_and(|facts| {
            let own_payload = &*name.name == "apply_patch";
            facts.pre_tool_use && (is_function || own_payload)
        }),
        Origin::Search | Origin::Hosted => false,
        Origin::Mcp(_) | Origin::Extension | Origin::Dynamic => is_function,
    }
}

/// The arguments as hooks see them: `{}` for blank text, a JSON string for text that is not JSON.
pub fn shown_arguments(arguments: &str) -> String {
    if arguments.trim().is_empty() {
        return "{}".to_owned();
    }
    match serde_json::from_str::<serde_json::Value>(arguments) {
        Ok(value) => value.to_string(),
        Err(_) => serde_json::Value::String(arguments.to_owned()).to_string(),
    }
}

/// What the hooks before a call say, in order: the first refusal ends the call, rewrites add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PreVerdict {
    /// Nobody objects; the arguments as they are now.
    Go(Arc<str>),
    /// Refused with this message.
    Block(Arc<str>),
    /// A rewrite that is not JSON cannot be applied.
    BadRewrite(Arc<str>),
}

/// Runs the hooks before a call.
pub fn before(hooks: &[Hook], name: &HookName, arguments: &Arc<str>) -> PreVerdict {
    let mut arguments = arguments.clone();
    for hook in hooks.iter().filter(|hook| name.is_watched_by(hook)) {
        if let Some(message) = &hook.block {
            return PreVerdict::Block(message.clone());
        }
        let Some(rewrite) = &hook.rewrite else { continue };
        if serde_json::from_str::<serde_json::Value>(rewrite).is_err() {
            return PreVerdict::BadRewrite(rewrite.clone());
        }
        arguments = rewrite.clone();
    }
    PreVerdict::Go(arguments)
}

/// Runs the hooks after a success. Returns the output the model sees and whether a hook replaced it.
pub fn after(hooks: &[Hook], name: &HookName, output: &Arc<str>) -> (Arc<str>, bool) {
    for hook in hooks.iter().filter(|hook| name.is_watched_by(hook)) {
        if let Some(message) = &hook.block_result {
            let text = if message.is_empty() { DEFAULT_POST_BLOCK.into() } else { message.clone() };
            return (text, true);
        }
        if let Some(feedback) = &hook.feedback {
            return (feedback.clone(), true);
        }
    }
    (output.clone(), false)
}
