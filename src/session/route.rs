//! From a response item to a call: its name, its payload, and what is no call at all.
//!
//! Upstream: `codex-rs/core/src/tools/router.rs` 148-200.

use std::sync::Arc;

use super::script::ResponseItem;
use crate::builtin::PayloadKinds;
use crate::search::{SearchArguments, parse_arguments};
use crate::tool::ToolName;

/// What a call carries.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// Raw JSON arguments.
    Function(Arc<str>),
    /// Free text.
    Custom(Arc<str>),
    /// A parsed search.
    ToolSearch(SearchArguments),
}

impl Payload {
    /// Does a handler of these kinds take it?
    pub fn fits(&self, kinds: PayloadKinds) -> bool {
        use PayloadKinds::*;
        match self {
            Payload::Function(_) => kinds != CustomOnly,
            Payload::Custom(_) => matches!(kinds, CustomOnly | FunctionAndCustom),
            Payload::ToolSearch(_) => matches!(kinds, FunctionAndSearch | SearchOnly),
        }
    }
}

/// What becomes of a response item.
#[derive(Clone, Debug, PartialEq)]
pub enum Routed {
    /// A call of the client.
    Call(ToolName, Payload),
    /// Not a call of the client; somebody named here executes it.
    Foreign(Arc<str>),
    /// A search of the client that cannot be parsed.
    BadSearch(String),
}

/// Routes a response item. An absent or empty namespace becomes the default one right here;
/// `tool_search` keeps its plain form.
pub fn route(item: &ResponseItem) -> Routed {
    match item {
        ResponseItem::Function { namespace, name, arguments } => {
            Routed::Call(canonical(namespace, name), Payload::Function(arguments.clone()))
        }
        ResponseItem::Custom { namespace, name, input } => {
            Routed::Call(canonical(namespace, name), Payload::Custom(input.clone()))
        }
        ResponseItem::ToolSearch { execution, has_call_id, .. }
            if !has_call_id || &**execution != "client" =>
        {
            Routed::Foreign(execution.clone())
        }
        ResponseItem::ToolSearch { arguments, .. } => match parse_arguments(arguments) {
            Ok(parsed) => Routed::Call(ToolName::plain("tool_search"), Payload::ToolSearch(parsed)),
            Err(error) => Routed::BadSearch(error.to_string()),
        },
    }
}

fn canonical(namespace: &Option<Arc<str>>, name: &Arc<str>) -> ToolName {
    ToolName { namespace: namespace.clone(), name: name.clone() }.canonical()
}

/// The message for a name that is not in the table.
pub fn unsupported(name: &ToolName, payload: &Payload) -> String {
    match payload {
        Payload::Custom(_) => format!("unsupported custom tool call: {}", name.display()),
        _ => format!("unsupported call: {}", name.display()),
    }
}
