//! Case group BM, the rows of TS about the spec and the cache, and the field reports on search.
//!
//! Here are only the fixtures; start reading at the table in `ranking`.

mod call;
mod document;
mod library;
mod ranking;
mod spec;

use std::sync::Arc;

use freezeframe::schema::JsonSchema;
use freezeframe::search::*;
use freezeframe::tool::*;

// Fixtures: an object schema of string properties, a function, a custom tool, a namespace.

fn function(name: &str, description: &str, parameters: &str) -> FunctionSpec {
    let parameters: JsonSchema = serde_json::from_str(parameters).expect("fixture schema");
    FunctionSpec {
        name: name.into(),
        description: description.into(),
        strict: false,
        defer_loading: None,
        parameters: parameters.into(),
        output_schema: Some(Arc::new(serde_json::json!({"type": "string"}))),
    }
}

fn custom(name: &str, description: &str) -> FreeformSpec {
    let format = FreeformFormat {
        r#type: "grammar".into(),
        syntax: "lark".into(),
        definition: "start: WORD".into(),
    };
    FreeformSpec { name: name.into(), description: description.into(), defer_loading: None, format }
}

fn namespace(name: &str, description: &str, tools: Vec<NamespaceTool>) -> ToolSpec {
    let tools = tools.into_iter().map(Arc::new).collect();
    ToolSpec::Namespace(NamespaceSpec { name: name.into(), description: description.into(), tools })
}

/// A tool in a namespace of its own; `path` is `namespace.name`, or the name of a plain tool.
fn found_by(text: &str, path: &str) -> Arc<SearchInfo> {
    let spec = match path.split_once('.') {
        Some((group, name)) => {
            namespace(group, "", vec![NamespaceTool::Function(function(name, "", "{}"))])
        }
        None => ToolSpec::Function(function(path, "", "{}")),
    };
    Arc::new(SearchInfo::with_text(text, &spec, None).expect("searchable"))
}
