//! The two entry points of Code Mode: `exec` takes a JavaScript source, `wait` goes back to a cell
//! that yielded.
//!
//! Only their specs. Building the declarations of nested tools, and running cells, is the business
//! of higher floors.

use std::sync::Arc;

use super::params::{flag, number, object, text};
use super::{ToolSpec, function, grammar_tool};

/// The yield time of `exec` unless configured otherwise, in milliseconds.
pub const DEFAULT_EXEC_YIELD_MS: u64 = 30_000;
/// The yield time of `wait` when the call names none, in milliseconds.
pub const DEFAULT_WAIT_YIELD_MS: u64 = 10_000;
/// The output budget of both when the call names none, in tokens.
pub const DEFAULT_OUTPUT_TOKENS: u64 = 10_000;

/// A nested tool as the `exec` text lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedToolDoc {
    /// The identifier on `tools`.
    pub identifier: Arc<str>,
    /// The code-mode name before it was made an identifier.
    pub raw_name: Arc<str>,
    /// Namespace name and its text, for a tool that has one.
    pub namespace: Option<(Arc<str>, Arc<str>)>,
    /// Description with the declaration appended.
    pub body: Arc<str>,
}

/// What the `exec` text depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExecTextOptions<'a> {
    /// Yield time the text states, in milliseconds.
    pub default_yield_ms: u64,
    /// A common image budget is active: `image` takes no `detail`.
    pub unified_image_budget: bool,
    /// Some nested tools are deferred: say how to find them.
    pub deferred_guidance: bool,
    /// Shared declarations printed before the tools (for tools with an MCP result), if any.
    pub shared_types: Option<&'a str>,
    /// The tools to list, sorted by the caller. Empty unless Code Mode is the only mode.
    pub nested: &'a [NestedToolDoc],
}

impl Default for ExecTextOptions<'_> {
    fn default() -> Self {
        Self {
            default_yield_ms: DEFAULT_EXEC_YIELD_MS,
            unified_image_budget: false,
            deferred_guidance: false,
            shared_types: None,
            nested: &[],
        }
    }
}

/// The spec of `exec`.
///
/// Upstream: `codex-rs/core/src/tools/spec_plan.rs` 706 and following.
pub fn code_mode_exec(options: &ExecTextOptions<'_>) -> ToolSpec {
    grammar_tool("exec", exec_text(options), EXEC_GRAMMAR)
}

/// The spec of `wait`.
pub fn code_mode_wait() -> ToolSpec {
    let yield_time = format!(
        "Milliseconds to wait before handing back a cell that still runs. Defaults to \
         {DEFAULT_WAIT_YIELD_MS}."
    );
    let budget =
        format!("Upper bound for the output, in tokens. Defaults to {DEFAULT_OUTPUT_TOKENS}.");
    let properties = vec![
        text("cell_id", "Id of the cell, from the answer in which it yielded."),
        number("yield_time_ms", &yield_time),
        number("max_tokens", &budget),
        flag("terminate", "End the cell now instead of waiting for it. Defaults to false."),
    ];
    ToolSpec::Function(function("wait", WAIT, object(Some(&["cell_id"]), properties)))
}

const WAIT: &str = "Goes back to an `exec` cell that yielded before it had finished.\n\
- Returns only what the cell has put out since the last answer.\n\
- The cell may yield again; then call this once more with the same id.\n\
- A finished cell is answered once, after which its id is no longer known.\n\
- With `terminate` the cell is ended and what it had put out is returned.";

/// A first line with options is told apart from plain source by its prefix alone.
const EXEC_GRAMMAR: &str = r"
start: pragma_source | plain_source
pragma_source: PRAGMA_LINE NEWLINE SOURCE
plain_source: SOURCE

PRAGMA_LINE: /[ \t]*\/\/ @exec:[^\r\n]*/
NEWLINE: /\r?\n/
SOURCE: /[\s\S]+/
";

fn exec_text(options: &ExecTextOptions<'_>) -> String {
    let image = if options.unified_image_budget { IMAGE } else { IMAGE_WITH_DETAIL };
    let opening = format!(
        "{EXEC_RULES}\n{EXEC_PRAGMA} Defaults to {} ms. `max_output_tokens` bounds the output. \
         Defaults to {DEFAULT_OUTPUT_TOKENS} tokens.\n\nHelpers:\n\
         {EXEC_HELPERS_HEAD}\n{image}\n{EXEC_HELPERS_TAIL}",
        options.default_yield_ms
    );
    let mut sections = vec![opening];
    if options.deferred_guidance {
        sections.push(DEFERRED.to_owned());
    }
    if let Some(types) = options.shared_types {
        sections.push(format!("Shared MCP Types:\n```ts\n{}\n```", types.trim()));
    }
    sections.extend(tool_sections(options.nested));
    sections.join("\n\n")
}

/// One section per tool; a namespace is introduced whenever its text differs from the one before.
fn tool_sections(nested: &[NestedToolDoc]) -> Vec<String> {
    let mut sections = Vec::new();
    let mut previous = None;
    for tool in nested {
        let current = tool.namespace.as_ref();
        if let Some((name, text)) = current
            && current != previous
            && !text.trim().is_empty()
        {
            sections.push(format!("## {name}\n{}", text.trim()));
        }
        previous = current;
        sections.push(tool_section(tool));
    }
    sections
}

fn tool_section(tool: &NestedToolDoc) -> String {
    let mut heading = format!("### `{}`", tool.identifier);
    if tool.identifier != tool.raw_name {
        heading.push_str(&format!(" (`{}`)", tool.raw_name));
    }
    match tool.body.trim() {
        "" => heading,
        body => format!("{heading}\n{body}"),
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
