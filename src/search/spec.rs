//! [`tool_search_spec`]: what the model is told about the search, with the list of sources.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::SearchInfo;
use crate::schema::JsonSchema;
use crate::tool::{ToolSearchSpec, ToolSpec};

/// Hits of a call that names no limit.
pub const DEFAULT_LIMIT: usize = 8;

/// Bytes the source lines may take together. Names go first, descriptions share the rest.
pub const SOURCE_SECTION_BOUND: usize = 512 * 1024;

const HEADING: &str = "# Tool discovery";
const SUMMARY: &str = "Looks a query up in the metadata of deferred tools with BM25 and makes the \
                       matching tools callable from the next model call on.";
const INTRO: &str = "The deferred tools come from the following sources:";
const NO_SOURCE: &str = "None currently enabled.";
const GUIDANCE: &str = "Not every tool is listed up front; when one seems to be missing, look for \
                        it with `tool_search`. To discover MCP tools, prefer `tool_search` over \
                        `list_mcp_resources` and `list_mcp_resource_templates`.";

/// The `tool_search` entry over `infos`. With `omit_sources` the description leaves the sources
/// out, because something else advertises them.
///
/// Upstream: `codex-rs/core/src/tools/handlers/tool_search_spec.rs`.
pub fn tool_search_spec(infos: &[Arc<SearchInfo>], omit_sources: bool) -> ToolSpec {
    let sources = match omit_sources {
        true => String::new(),
        false => format!("\n{INTRO}\n{}\n", source_lines(infos, SOURCE_SECTION_BOUND)),
    };
    let gap = if omit_sources { "\n" } else { "" };
    let description = format!("{HEADING}\n\n{SUMMARY}\n{sources}{gap}{GUIDANCE}");
    ToolSpec::ToolSearch(ToolSearchSpec {
        execution: "client",
        description: description.into(),
        parameters: Arc::new(parameters()),
    })
}

fn parameters() -> JsonSchema {
    let limit = format!("Largest number of tools to return (default {DEFAULT_LIMIT}).");
    JsonSchema::object(
        [
            ("query", JsonSchema::string("Words to look for in the deferred tools.")),
            ("limit", JsonSchema::number(limit)),
        ],
        &["query"],
        Some(false),
    )
}

/// One line per source name, byte order, within `bound` bytes.
///
/// A first pass reserves `- name` and the line feed before it for every name that still fits; a
/// second pass hands what is left to the descriptions, first come, first served.
fn source_lines(infos: &[Arc<SearchInfo>], bound: usize) -> String {
    let sources = distinct_sources(infos);
    if sources.is_empty() {
        return NO_SOURCE.to_owned();
    }
    let mut left = bound;
    let mut lines: Vec<(String, Option<&str>)> = Vec::new();
    for (name, description) in sources {
        let line_feed = usize::from(!lines.is_empty());
        let cost = "- ".len() + name.len() + line_feed;
        if cost <= left {
            left -= cost;
            lines.push((format!("- {name}"), description));
        }
    }
    for (line, description) in &mut lines {
        let Some(description) = description else {
            continue;
        };
        let Some(room) = left.checked_sub(": ".len()) else {
            break;
        };
        let kept = &description[..description.floor_char_boundary(room)];
        line.push_str(": ");
        line.push_str(kept);
        left = room - kept.len();
    }
    let lines: Vec<String> = lines.into_iter().map(|(line, _)| line).collect();
    lines.join("\n")
}

/// Sources by name; the first description that is there wins.
fn distinct_sources(infos: &[Arc<SearchInfo>]) -> BTreeMap<&str, Option<&str>> {
    let mut sources: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for source in infos.iter().filter_map(|info| info.source.as_ref()) {
        let kept = sources.entry(&source.name).or_default();
        *kept = kept.or(source.description.as_deref());
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::SearchSource;
    use crate::tool::NamespaceSpec;

    fn check(sources: &[(&str, Option<&str>)], bound: usize, expected: &str) {
        let output =
            Arc::new(NamespaceSpec { name: "n".into(), description: "".into(), tools: vec![] });
        let info = |&(name, description): &(&str, Option<&str>)| {
            let source = Some(SearchSource::new(name, description));
            Arc::new(SearchInfo { text: "".into(), output: output.clone(), source })
        };
        let infos: Vec<_> = sources.iter().map(info).collect();
        let lines = source_lines(&infos, bound);
        assert_eq!(lines, expected, "bound {bound}");
        assert!(lines.len() <= bound);
    }

    #[test]
    fn names_are_reserved_before_descriptions_are_shared() {
        let sources = [("a", Some("first")), ("b", Some("zwölf")), ("c", None)];
        // `- a`, `- b`, `- c` and two line feeds are 11 bytes.
        check(&sources, 100, "- a: first\n- b: zwölf\n- c");
        check(&sources, 11 + 15, "- a: first\n- b: zwölf\n- c");
        check(&sources, 11 + 14, "- a: first\n- b: zwöl\n- c");
        check(&sources, 11 + 12, "- a: first\n- b: zw\n- c");
        check(&sources, 11 + 9, "- a: first\n- b: \n- c");
        check(&sources, 11 + 8, "- a: first\n- b\n- c");
        check(&sources, 11 + 2, "- a: \n- b\n- c");
        check(&sources, 11 + 1, "- a\n- b\n- c");
        check(&sources, 11, "- a\n- b\n- c");
    }

    #[test]
    fn a_name_that_does_not_fit_is_skipped_and_later_ones_are_tried() {
        let sources = [("a", None), ("name-of-twenty-bytes", None), ("z", Some("text"))];
        check(&sources, 19, "- a\n- z: text");
        check(&sources, 7, "- a\n- z");
        check(&sources, 6, "- a");
        check(&sources, 2, "");
    }
}
