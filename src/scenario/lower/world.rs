//! Servers and their tools.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Captured, Lowering, maybe, shared};
use crate::mcp::apps::ToolHints;
use crate::mcp::binding::{McpTool, ServerTerms};
use crate::mcp::file_params::FILE_PARAMS_META_KEY;
use crate::mcp::filter::ToolFilter;
use crate::scenario::bounds::{MAX_CAPTURE_BYTES, MAX_SCHEMA_DEPTH, MAX_TOOLS};
use crate::scenario::place::Place;
use crate::scenario::server::{ServerFile, StartUpFile, SurfaceFile, ToolFile};
use crate::scenario::syntax::short;
use crate::scenario::{capture, json};
use crate::session::script::{ServerConfig, StartUp};
use crate::tool::ToolExposures;

impl Lowering<'_> {
    pub(super) fn server(&mut self, server: &ServerFile, at: &Place<'_>) -> Arc<ServerConfig> {
        let terms = ServerTerms {
            instructions: maybe(server.instructions.as_ref()),
            omit_tools_from: surfaces(&server.omit_tools_from),
            parallel: server.parallel,
            filter: ToolFilter {
                enabled: server.enabled_tools.as_ref().map(|names| names.iter().cloned().collect()),
                disabled: server.disabled_tools.iter().cloned().collect(),
            },
            agent_plugin: server.agent_plugin,
            plugins: shared(&server.plugins),
        };
        Arc::new(ServerConfig {
            name: server.name.as_str().into(),
            terms: Arc::new(terms),
            tools: self.tool_list(&server.tools, server.tools_from.as_deref(), at),
            enabled: server.enabled,
            start: match &server.start {
                StartUpFile::Ready => StartUp::Ready,
                StartUpFile::After(ms) => StartUp::After(*ms),
                StartUpFile::Fails { after_ms, reason } => {
                    StartUp::Fails(*after_ms, reason.as_str().into())
                }
                StartUpFile::Never => StartUp::Never,
                StartUpFile::NeedsCredentials => StartUp::NeedsCredentials,
            },
            required: server.required,
            postponed: server.postponed,
            cached: server.cached,
            startup_timeout_ms: server.startup_timeout_ms,
            tool_timeout_ms: server.tool_timeout_ms,
            latency_ms: server.latency_ms,
            page_size: server.page_size,
            page_cap: server.page_cap,
        })
    }

    /// The tools that stand in the file, or those of a captured list.
    pub(super) fn tool_list(
        &mut self,
        tools: &[ToolFile],
        tools_from: Option<&str>,
        at: &Place<'_>,
    ) -> Arc<[Arc<McpTool>]> {
        let Some(path) = tools_from else {
            let tools_at = at.field("tools");
            self.count_tools(tools.len(), &tools_at);
            let lower = |(tool, at): (&ToolFile, Place<'_>)| Arc::new(self.tool(tool, &at));
            return tools_at.each(tools).map(lower).collect();
        };
        let path_at = at.field("tools_from");
        if !tools.is_empty() {
            let message = "`tools` and `tools_from` cannot stand together";
            path_at.error(self.faults, message, "one of the two");
        }
        match self.capture(path) {
            Ok(tools) => {
                self.count_tools(tools.len(), &path_at);
                tools
            }
            Err(words) => {
                self.complete = false;
                let message = format!("`{}` cannot be used: {words}", short(path));
                let expected = "a JSON file with the answer to `tools/list`, next to the scenario";
                path_at.error(self.faults, message, expected);
                Arc::default()
            }
        }
    }

    fn capture(&mut self, path: &str) -> Captured {
        if let Some(known) = self.captures.get(path) {
            return known.clone();
        }
        let tools = capture_path(path)
            .and_then(|()| (self.resolve)(path))
            .and_then(|text| read_capture(&text));
        self.captures.insert(path.to_owned(), tools.clone());
        tools
    }

    pub(super) fn count_tools(&mut self, more: usize, at: &Place<'_>) {
        let before = self.tools;
        self.tools = before.saturating_add(more);
        if before <= MAX_TOOLS && self.tools > MAX_TOOLS {
            let expected = format!("at most {MAX_TOOLS} tools over all servers and list changes");
            at.error(self.faults, "with these there are too many tools", expected);
        }
    }

    fn tool(&mut self, tool: &ToolFile, at: &Place<'_>) -> McpTool {
        McpTool {
            name: tool.name.as_str().into(),
            title: maybe(tool.title.as_ref()),
            description: maybe(tool.description.as_ref()),
            input_schema: self
                .schema(tool.input.as_deref(), &at.field("input"))
                .unwrap_or_else(|| Arc::new(capture::no_input())),
            output_schema: self.schema(tool.output.as_deref(), &at.field("output")),
            hints: ToolHints {
                destructive: tool.destructive,
                open_world: tool.open_world,
                read_only: tool.read_only,
            },
            meta: meta(tool).map(Arc::new),
            connector_id: maybe(tool.connector_id.as_ref()),
            connector_name: maybe(tool.connector_name.as_ref()),
            connector_description: maybe(tool.connector_description.as_ref()),
            plugins: shared(&tool.plugins),
        }
    }

    pub(super) fn schema(&mut self, text: Option<&str>, at: &Place<'_>) -> Option<Arc<Value>> {
        json::read_schema(self.source, at, text?, self.faults).map(Arc::new)
    }
}

/// A path stays below the scenario's folder, or leaves it with `../` at the front only; it is never
/// absolute. Scenarios can be moved together with their captures that way.
fn capture_path(path: &str) -> Result<(), String> {
    let is_absolute = path.starts_with(['/', '\\', '~']) || path.get(1..2) == Some(":");
    if path.is_empty() || path.contains('\0') {
        return Err("this is not a path".to_owned());
    }
    if is_absolute {
        return Err("the path is absolute".to_owned());
    }
    if path.contains('\\') {
        return Err("folders are separated by `/`".to_owned());
    }
    let mut below = false;
    for part in path.split('/') {
        if part == ".." && below {
            return Err("`..` can only stand at the front".to_owned());
        }
        below |= part != "..";
    }
    Ok(())
}

fn read_capture(text: &str) -> Captured {
    if text.len() > MAX_CAPTURE_BYTES {
        return Err(format!("it has {} bytes, the bound is {MAX_CAPTURE_BYTES}", text.len()));
    }
    // The schemas of an answer stand four levels deep at most: message, result, list, tool.
    if json::depth(text) > MAX_SCHEMA_DEPTH + 4 {
        return Err(format!("a schema is nested more than {MAX_SCHEMA_DEPTH} levels deep"));
    }
    Ok(capture::tools(text)?.into_iter().map(Arc::new).collect())
}

fn surfaces(list: &[SurfaceFile]) -> ToolExposures {
    let surface = |surface: &SurfaceFile| match surface {
        SurfaceFile::Direct => ToolExposures::DIRECT,
        SurfaceFile::Deferred => ToolExposures::DEFERRED,
        SurfaceFile::CodeMode => ToolExposures::CODE_MODE,
    };
    list.iter().map(surface).fold(ToolExposures::NONE, ToolExposures::union)
}

fn meta(tool: &ToolFile) -> Option<Value> {
    let mut meta = Map::new();
    if let Some(visibility) = &tool.visibility {
        meta.insert("ui".to_owned(), serde_json::json!({ "visibility": visibility }));
    }
    if !tool.file_params.is_empty() {
        meta.insert(FILE_PARAMS_META_KEY.to_owned(), serde_json::json!(tool.file_params));
    }
    (!meta.is_empty()).then_some(Value::Object(meta))
}
