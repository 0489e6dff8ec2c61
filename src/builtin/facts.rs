//! [`BuiltinFacts`]: what the dispatcher has to know about a built-in besides its spec.

use crate::tool::{ToolExposure, ToolName};

/// Which kinds of call payload a handler takes. Any other kind is a fatal error of the call.
///
/// Upstream: `codex-rs/core/src/tools/registry.rs` 479-753.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PayloadKinds {
    /// Function and tool-search payloads: what a handler takes that says nothing.
    FunctionAndSearch,
    /// Function payloads only.
    FunctionOnly,
    /// Custom (free text) payloads only.
    CustomOnly,
    /// Function and custom payloads: an extension tool whose own spec is a custom tool.
    FunctionAndCustom,
    /// Tool-search payloads only.
    SearchOnly,
}

/// Facts of one built-in that do not depend on the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BuiltinFacts {
    /// May it run beside other parallel-safe calls?
    pub parallel: bool,
    /// Which payloads its handler takes.
    pub payload: PayloadKinds,
    /// The exposure the runtime declares. The V1 collaboration tools declare `Direct` and are
    /// deferred by the planner when search is on; see [`V2_COLLAB_FACTS`] for V2.
    pub exposure: ToolExposure,
    /// Does a call give hooks a payload *before* it runs?
    pub pre_tool_use: bool,
}

/// What a handler is that declares nothing: exclusive, `Direct`, seen by hooks.
const PLAIN: BuiltinFacts = BuiltinFacts {
    parallel: false,
    payload: PayloadKinds::FunctionAndSearch,
    exposure: ToolExposure::Direct,
    pre_tool_use: true,
};
const PARALLEL: BuiltinFacts = BuiltinFacts { parallel: true, ..PLAIN };
const MODEL_ONLY: BuiltinFacts = BuiltinFacts { exposure: ToolExposure::DirectModelOnly, ..PLAIN };
const SHELL: BuiltinFacts = BuiltinFacts { payload: PayloadKinds::FunctionOnly, ..PARALLEL };
const V1_COLLAB: BuiltinFacts = BuiltinFacts { payload: PayloadKinds::FunctionOnly, ..PLAIN };
/// A custom payload never has a default hook payload; `apply_patch` brings its own.
const PATCH: BuiltinFacts = BuiltinFacts { payload: PayloadKinds::CustomOnly, ..PLAIN };

/// Facts of every V2 collaboration tool, whatever namespace the configuration puts them in.
///
/// The exposure is the one of the default configuration; with `non_code_mode_only` off it is
/// `Direct`.
pub const V2_COLLAB_FACTS: BuiltinFacts =
    BuiltinFacts { exposure: ToolExposure::DirectModelOnly, ..V1_COLLAB };

/// The facts of a built-in, looked up by exact canonical name; `None` for any other tool.
///
/// V2 collaboration tools are found under their plain names and under the default namespace
/// `collaboration`; a plan that puts them elsewhere uses [`V2_COLLAB_FACTS`].
pub fn facts(name: &ToolName) -> Option<BuiltinFacts> {
    if !name.is_default_namespace() {
        return namespaced(name.canonical_namespace(), &name.name);
    }
    Some(match &*name.name {
        "exec_command" => SHELL,
        "write_stdin" => BuiltinFacts { pre_tool_use: false, ..SHELL },
        "list_mcp_resources" | "list_mcp_resource_templates" | "read_mcp_resource" => PARALLEL,
        "test_sync_tool" | "view_image" => PARALLEL,
        "update_plan" | "wait_for_environment" | "request_permissions" => PLAIN,
        "get_context_remaining" => PLAIN,
        "list_available_plugins_to_install" | "request_plugin_install" => PLAIN,
        "request_user_input" | "send_user_message_async" | "new_context" => MODEL_ONLY,
        "apply_patch" => PATCH,
        "exec" => BuiltinFacts { pre_tool_use: false, ..PATCH },
        "wait" => BuiltinFacts { pre_tool_use: false, ..PLAIN },
        plain if is_v2(plain) => V2_COLLAB_FACTS,
        _ => return None,
    })
}

fn namespaced(namespace: &str, name: &str) -> Option<BuiltinFacts> {
    match (namespace, name) {
        ("clock", "curr_time") => Some(PLAIN),
        ("clock", "sleep") => Some(MODEL_ONLY),
        (super::collab::V1_NAMESPACE, name) if super::collab::v1_search_text(name).is_some() => {
            Some(V1_COLLAB)
        }
        (super::collab::V2_DEFAULT_NAMESPACE, name) if is_v2(name) => Some(V2_COLLAB_FACTS),
        _ => None,
    }
}

fn is_v2(name: &str) -> bool {
    super::collab::V2_NAMES.contains(&name)
}
