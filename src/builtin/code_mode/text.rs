//! What `exec` tells the model: how cells work, how to find deferred tools and, when cells are the
//! only way, every tool with its declaration. Also the text a tool has in `ALL_TOOLS`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{DEFAULT_EXEC_YIELD_MS, DEFAULT_OUTPUT_TOKENS, NestedTool};

/// What a namespace is introduced with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamespaceText {
    /// The heading.
    pub name: Arc<str>,
    /// The text below it; a blank one introduces nothing.
    pub text: Arc<str>,
}

/// Texts by the namespace of a tool's name.
pub type NamespaceTexts = BTreeMap<Arc<str>, NamespaceText>;

/// What the `exec` text depends on.
#[derive(Clone, Debug)]
pub struct ExecTextOptions<'a> {
    /// Yield time the text states, in milliseconds.
    pub default_yield_ms: u64,
    /// A common image budget is active: `image` takes no `detail`.
    pub unified_image_budget: bool,
    /// Cells are the only way: list the tools.
    pub code_mode_only: bool,
    /// Nested tools that are not deferred, in the order they are listed (see [`in_prompt_order`]).
    pub enabled: &'a [Arc<NestedTool>],
    /// Some nested tools are deferred: say how to find them.
    pub deferred: bool,
    /// One of the deferred tools answers with an MCP result.
    pub deferred_mcp_result: bool,
    /// Texts of namespaces.
    pub namespaces: &'a NamespaceTexts,
}

static NO_NAMESPACES: NamespaceTexts = NamespaceTexts::new();

impl Default for ExecTextOptions<'_> {
    fn default() -> Self {
        Self {
            default_yield_ms: DEFAULT_EXEC_YIELD_MS,
            unified_image_budget: false,
            code_mode_only: false,
            enabled: &[],
            deferred: false,
            deferred_mcp_result: false,
            namespaces: &NO_NAMESPACES,
        }
    }
}

/// Sorts tools as the `exec` text lists them: by namespace, the default one first, then by name.
pub fn in_prompt_order(tools: &mut [Arc<NestedTool>]) {
    fn key(tool: &NestedTool) -> (Option<&str>, &str, &str) {
        let name = &tool.name;
        let namespace = (!name.is_default_namespace()).then(|| name.canonical_namespace());
        (namespace, &name.name, &tool.raw_name)
    }
    tools.sort_by(|a, b| key(a).cmp(&key(b)));
}

/// What `ALL_TOOLS` says about a tool: its augmented description, behind the text of its namespace.
pub fn all_tools_text(tool: &NestedTool, namespaces: &NamespaceTexts) -> Arc<str> {
    let namespace = namespace_of(tool, namespaces).map_or("", |namespace| namespace.text.trim());
    match namespace {
        "" => tool.description().into(),
        namespace => format!("{namespace}\n\n{}", tool.description()).into(),
    }
}

fn namespace_of<'a>(
    tool: &NestedTool,
    namespaces: &'a NamespaceTexts,
) -> Option<&'a NamespaceText> {
    tool.name.namespace.as_deref().and_then(|name| namespaces.get(name))
}

pub(super) fn exec_text(options: &ExecTextOptions<'_>) -> String {
    let image = if options.unified_image_budget { IMAGE } else { IMAGE_WITH_DETAIL };
    let opening = format!(
        "{EXEC_RULES}\n{EXEC_PRAGMA} Defaults to {} ms. `max_output_tokens` bounds the output. \
         Defaults to {DEFAULT_OUTPUT_TOKENS} tokens.\n\nHelpers:\n\
         {EXEC_HELPERS_HEAD}\n{image}\n{EXEC_HELPERS_TAIL}",
        options.default_yield_ms
    );
    let mut sections = vec![opening];
    if options.deferred {
        sections.push(DEFERRED.to_owned());
    }
    if !options.code_mode_only {
        return sections.join("\n\n");
    }
    if options.deferred_mcp_result || options.enabled.iter().any(|tool| tool.mcp_result) {
        sections.push(format!("Shared MCP Types:\n```ts\n{SHARED_TYPES}\n```"));
    }
    tool_sections(options, &mut sections);
    sections.join("\n\n")
}

/// One section per tool; a namespace is introduced whenever its text differs from the one before.
fn tool_sections(options: &ExecTextOptions<'_>, sections: &mut Vec<String>) {
    let mut previous = None;
    for tool in options.enabled {
        let current = namespace_of(tool, options.namespaces);
        if let Some(NamespaceText { name, text }) = current
            && current != previous
            && !text.trim().is_empty()
        {
            sections.push(format!("## {name}\n{}", text.trim()));
        }
        previous = current;
        sections.push(tool_section(tool));
    }
}

fn tool_section(tool: &NestedTool) -> String {
    let mut heading = format!("### `{}`", tool.identifier);
    if tool.identifier != tool.raw_name {
        heading.push_str(&format!(" (`{}`)", tool.raw_name));
    }
    match tool.description().trim() {
        "" => heading,
        description => format!("{heading}\n{description}"),
    }
}

const EXEC_RULES: &str = "Runs JavaScript in a cell that can call the other tools.\n\
- The source is one module with top-level `await`, evaluated in a fresh engine.\n\
- Tools are functions on the object `tools`, named by identifiers. Each takes one argument, an \
object or a string as declared, and returns a promise of the result.\n\
- Calls that do not depend on each other can be awaited together.\n\
- There is no file system, no network, no `console` and no Node module: everything outside goes \
through tools.\n\
- Send the source alone, without JSON around it, quotes or fences.\n\
- The cell ends when the module has been evaluated; promises nobody awaited are dropped then.";

const EXEC_PRAGMA: &str = "- A first line `// @exec: {\"yield_time_ms\": 10000, \
\"max_output_tokens\": 1000}` sets either option. `yield_time_ms` is the time after which a \
running cell is handed back.";

const EXEC_HELPERS_HEAD: &str = "- `exit()`: end the cell at once, as a success.\n\
- `text(value: unknown)`: put out text; what is not a string is written as JSON.";
const IMAGE_WITH_DETAIL: &str = "- `image(imageUrlOrItem: unknown, detail?: string)`: put out an \
image; `detail` is `auto`, `low`, `high` or `original`, and `high` unless given.";
const IMAGE: &str = "- `image(imageUrlOrItem: unknown)`: put out an image.";
const EXEC_HELPERS_TAIL: &str = "- `audio(audioUrlOrItem: unknown)`: put out a sound.\n\
- `generatedImage(result: unknown)`: put out what an image tool returned.\n\
- `store(key: string, value: unknown)`: keep a value for later cells.\n\
- `load(key: string)`: read a kept value, `undefined` when there is none.\n\
- `notify(value: unknown)`: tell the model something before the cell ends.\n\
- `setTimeout(callback: () => void, delayMs?: number)`: run a function later and return its id. A \
pending timeout does not keep the cell alive; await a promise for that.\n\
- `clearTimeout(timeoutId?: number)`: cancel it.\n\
- `ALL_TOOLS`: every callable tool as `{ name, description }`.\n\
- `yield_control()`: hand back what has been put out so far and go on running.";

const DEFERRED: &str = "Some deferred nested tools may be omitted from what is written here.\nThey \
can be called through `tools` all the same: look for them in `ALL_TOOLS` by `name` and \
`description`.";

/// What a `CallToolResult` is made of. Shapes of the MCP protocol; names and members are given.
const SHARED_TYPES: &str = r#"type Role = "user" | "assistant";
type MetaObject = Record<string, unknown>;
type Annotations = {
  audience?: Role[];
  priority?: number;
  lastModified?: string;
};
type Icon = {
  src: string;
  mimeType?: string;
  sizes?: string[];
  theme?: "light" | "dark";
};
type TextResourceContents = {
  uri: string;
  mimeType?: string;
  _meta?: MetaObject;
  text: string;
};
type BlobResourceContents = {
  uri: string;
  mimeType?: string;
  _meta?: MetaObject;
  blob: string;
};
type TextContent = {
  type: "text";
  text: string;
  annotations?: Annotations;
  _meta?: MetaObject;
};
type ImageContent = {
  type: "image";
  data: string;
  mimeType: string;
  annotations?: Annotations;
  _meta?: MetaObject;
};
type AudioContent = {
  type: "audio";
  data: string;
  mimeType: string;
  annotations?: Annotations;
  _meta?: MetaObject;
};
type ResourceLink = {
  icons?: Icon[];
  name: string;
  title?: string;
  uri: string;
  description?: string;
  mimeType?: string;
  annotations?: Annotations;
  size?: number;
  _meta?: MetaObject;
  type: "resource_link";
};
type EmbeddedResource = {
  type: "resource";
  resource: TextResourceContents | BlobResourceContents;
  annotations?: Annotations;
  _meta?: MetaObject;
};
type ContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | ResourceLink
  | EmbeddedResource;
type CallToolResult<TStructured = { [key: string]: unknown }> = {
  _meta?: MetaObject;
  content: ContentBlock[];
  isError?: boolean;
  structuredContent?: TStructured;
  [key: string]: unknown;
};"#;
