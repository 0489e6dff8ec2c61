//! The agent's own tools: what the model is told about each of them, and the runtime facts that
//! belong to the tool itself.
//!
//! Knows: the tool vocabulary and the schema builder. May not know: *whether* a tool is offered
//! (that is decided by the planner's gates), sessions, traces, files or windows. Every function
//! here turns a few options into a [`ToolSpec`]; the same options always give the same spec.
//!
//! All descriptions are written for this project. Names, parameters, `required` lists and bounds
//! follow the baseline.
//!
//! Start reading at [`shell::exec_command`], then [`facts`], then [`arguments::check_arguments`].

pub mod arguments;
pub mod code_mode;
pub mod collab;
pub mod context;
pub mod edit;
pub mod environment;
pub mod hosted;
pub mod mcp_resources;
pub mod media;
pub mod plugins;
pub mod shell;
pub mod user;

pub(crate) mod count;
mod facts;
mod params;
mod typed;

pub use facts::{BuiltinFacts, PayloadKinds, V2_COLLAB_FACTS, facts};

use std::sync::Arc;

use crate::schema::JsonSchema;
use crate::tool::{
    FreeformFormat, FreeformSpec, FunctionSpec, NamespaceSpec, NamespaceTool, ToolSpec,
};

/// A function spec as every built-in uses it: not strict, not deferred, no output schema.
fn function(name: &str, description: impl Into<Arc<str>>, parameters: JsonSchema) -> FunctionSpec {
    FunctionSpec {
        name: name.into(),
        description: description.into(),
        strict: false,
        defer_loading: None,
        parameters: Arc::new(parameters),
        output_schema: None,
    }
}

/// A custom tool whose input follows a Lark grammar.
fn grammar_tool(
    name: &str,
    description: impl Into<Arc<str>>,
    grammar: impl Into<Arc<str>>,
) -> ToolSpec {
    ToolSpec::Freeform(FreeformSpec {
        name: name.into(),
        description: description.into(),
        defer_loading: None,
        format: FreeformFormat {
            r#type: "grammar".into(),
            syntax: "lark".into(),
            definition: grammar.into(),
        },
    })
}

/// A namespace that holds exactly one function.
fn namespace_of_one(name: &str, description: &str, child: FunctionSpec) -> ToolSpec {
    ToolSpec::Namespace(NamespaceSpec {
        name: name.into(),
        description: description.into(),
        tools: vec![Arc::new(NamespaceTool::Function(child))],
    })
}
