//! The three tools that read what MCP servers publish besides tools.

use super::params::{object, text};
use super::{JsonSchema, ToolSpec, function};

/// The spec of `list_mcp_resources`. Its parameters have no `required` member at all.
pub fn list_mcp_resources() -> ToolSpec {
    ToolSpec::Function(function("list_mcp_resources", LIST, listing("resources")))
}

const LIST: &str = "Lists the resources that connected MCP servers publish: files, database \
schemas, notes and other context that a server shares by address. Names one server to see only \
its resources. Long lists come in pages.";

/// The spec of `list_mcp_resource_templates`. Its parameters have no `required` member at all.
pub fn list_mcp_resource_templates() -> ToolSpec {
    ToolSpec::Function(function("list_mcp_resource_templates", TEMPLATES, listing("templates")))
}

const TEMPLATES: &str = "Lists the resource templates of connected MCP servers. A template is an \
address with placeholders; fill them in and read the result with `read_mcp_resource`. Long lists \
come in pages.";

/// The spec of `read_mcp_resource`.
pub fn read_mcp_resource() -> ToolSpec {
    let properties = vec![
        text("server", "Name of the server, spelled as the listing spells it."),
        text("uri", "Address of the resource, taken from a listing or built from a template."),
    ];
    let parameters = object(Some(&["server", "uri"]), properties);
    ToolSpec::Function(function("read_mcp_resource", READ, parameters))
}

const READ: &str = "Reads one resource of one MCP server and returns its contents. Look up server \
and address with `list_mcp_resources` first; an address the server does not know is an error.";

fn listing(what: &str) -> JsonSchema {
    let server = format!("Name of one server. Leave it out to list the {what} of all servers.");
    let cursor = "Where to go on, copied from the previous page of the same server.";
    object(None, vec![text("server", &server), text("cursor", cursor)])
}
