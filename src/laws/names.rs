//! Names and texts from small pools. The pools begin with the simplest names, because failures
//! shrink in that direction, and hold many that collide after normalization.

use proptest::prelude::*;
use proptest::sample::select;

/// Servers. Several become the same namespace; some want a namespace of the agent's own.
pub const SERVERS: [&str; 13] = [
    "a",
    "b",
    "a-b",
    "a_b",
    "a.b",
    "mcp__a",
    "서버",
    "",
    "a__",
    "functions",
    "clock",
    "tool_search",
    "codex_apps",
];

/// Raw tool names.
pub const TOOLS: [&str; 16] = [
    "x",
    "y",
    "x-y",
    "x_y",
    "x.y",
    "X",
    "검색",
    "",
    "_x",
    "exec_command",
    "exec",
    "tool_search",
    "curr_time",
    "b_x",
    "cal_create",
    "a_name_that_goes_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_until_it_is_too_long_for_any_limit",
];

/// Namespaces of extension and client tools.
pub const NAMESPACES: [&str; 11] = [
    "n",
    "m",
    "mcp__a",
    "mcp__a_b",
    "functions",
    "",
    "web",
    "image_gen",
    "tool_search",
    "clock",
    "multi_agent_v1",
];

/// Bare names of extension and client tools.
pub const LOCAL_TOOLS: [&str; 13] = [
    "x",
    "y",
    "x-y",
    "x_y",
    "exec",
    "wait",
    "exec_command",
    "shell_command",
    "update_plan",
    "tool_search",
    "run",
    "imagegen",
    "web_search",
];

/// Names of extension and client tools that some rule looks for.
const SPECIAL: [(Option<&str>, &str); 8] = [
    (Some("web"), "run"),
    (Some("image_gen"), "imagegen"),
    (None, "exec"),
    (None, "exec_command"),
    (None, "tool_search"),
    (Some("tool_search"), "x"),
    (Some("functions"), "wait"),
    (None, "web_search"),
];

/// Built-in names, dotted, as a model would call them.
pub const BUILTINS: [&str; 14] = [
    "update_plan",
    "exec_command",
    "write_stdin",
    "view_image",
    "apply_patch",
    "tool_search",
    "exec",
    "wait",
    "list_mcp_resources",
    "clock.sleep",
    "multi_agent_v1.spawn_agent",
    "collaboration.wait_agent",
    "web_search",
    "nobody",
];

/// Environments.
pub const ENVIRONMENTS: [&str; 3] = ["local", "box", "원격"];

/// Connectors behind app tools: a name, and its id.
pub const CONNECTORS: [&str; 4] = ["cal", "Cal", "", "c d"];

/// Texts that a careless reader or writer would stumble over.
const HARD_TEXTS: [&str; 12] = [
    "",
    " ",
    "{tool}",
    "a \"quoted\" word",
    "back\\slash",
    "two\nlines",
    "tab\there",
    "nul\0byte",
    "한국어 설명",
    "🧊\u{202e}x",
    "\"#",
    "// no comment /* here */",
];

/// Words of descriptions and queries.
pub const WORDS: [&str; 12] = [
    "read",
    "write",
    "file",
    "files",
    "issue",
    "create_event",
    "the",
    "Reading",
    "3.14",
    "x-y",
    "café",
    "검색",
];

fn pool(pool: &'static [&'static str]) -> BoxedStrategy<String> {
    select(pool).prop_map(str::to_owned).boxed()
}

/// Mostly a name of the pool, now and then any text at all.
fn mostly(names: &'static [&'static str]) -> BoxedStrategy<String> {
    prop_oneof![15 => pool(names), 1 => any_text()].boxed()
}

/// A server name.
pub fn server() -> BoxedStrategy<String> {
    mostly(&SERVERS)
}

/// A raw tool name of a server.
pub fn tool() -> BoxedStrategy<String> {
    mostly(&TOOLS)
}

/// A namespace of an extension or client tool.
pub fn namespace() -> BoxedStrategy<String> {
    mostly(&NAMESPACES)
}

/// A bare name of an extension or client tool.
pub fn local_tool() -> BoxedStrategy<String> {
    mostly(&LOCAL_TOOLS)
}

/// The whole name of an extension or client tool.
pub fn local() -> BoxedStrategy<(Option<String>, String)> {
    let special =
        select(&SPECIAL[..]).prop_map(|(space, name)| (space.map(str::to_owned), name.to_owned()));
    prop_oneof![2 => (proptest::option::of(namespace()), local_tool()), 1 => special].boxed()
}

/// An environment id.
pub fn environment() -> BoxedStrategy<String> {
    pool(&ENVIRONMENTS)
}

/// A connector name or id.
pub fn connector() -> BoxedStrategy<String> {
    pool(&CONNECTORS)
}

/// A dotted name that a model might call: a built-in one, or one that the repair of a scenario turns
/// into a name of its own tools.
pub fn called() -> BoxedStrategy<String> {
    let own = (server(), tool()).prop_map(|(server, tool)| bound(&server, &tool));
    prop_oneof![3 => own, 2 => pool(&BUILTINS)].boxed()
}

/// The dotted name of an MCP tool when nothing collides.
pub fn bound(server: &str, tool: &str) -> String {
    let server = sanitized(server);
    let prefix = if server.starts_with("mcp__") { "" } else { "mcp__" };
    format!("{prefix}{server}.{}", sanitized(tool))
}

/// The name as normalization writes it when nothing collides.
fn sanitized(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match name {
        "" => "_".to_owned(),
        name => name.chars().map(|c| if allowed(c) { c } else { '_' }).collect(),
    }
}

/// A description: a few words, or a text that is hard to write down.
pub fn prose() -> BoxedStrategy<String> {
    prop_oneof![6 => words(0..5), 2 => pool(&HARD_TEXTS), 1 => any_text()].boxed()
}

/// Words of the pool with spaces between.
pub fn words(count: std::ops::Range<usize>) -> BoxedStrategy<String> {
    proptest::collection::vec(select(&WORDS[..]), count).prop_map(|words| words.join(" ")).boxed()
}

/// Any short text.
pub fn any_text() -> BoxedStrategy<String> {
    proptest::collection::vec(any::<char>(), 0..6)
        .prop_map(|chars| chars.into_iter().collect())
        .boxed()
}

/// A virtual time or duration in ms, from a pool so that things happen at once, or any up to 4 s.
pub fn time() -> BoxedStrategy<u64> {
    prop_oneof![
        4 => select(&[0_u64, 1, 20, 100, 500, 1_000, 1_001, 2_000, 30_000][..]),
        1 => 0..4_000_u64,
    ]
    .boxed()
}
