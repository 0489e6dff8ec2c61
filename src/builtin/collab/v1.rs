//! Version 1: five tools in the namespace `multi_agent_v1`, each with a namespace spec of its own.

use super::models::{INHERIT, models_paragraph};
use super::{
    JsonSchema, SpawnOptions, ToolSpec, WaitTimeouts, agent_type, function, namespace_of_one,
};
use crate::builtin::params::{Parameter, flag, list, object, text, texts};

/// Wire namespace of version 1.
pub const V1_NAMESPACE: &str = "multi_agent_v1";
/// The tools in registration order.
pub const V1_NAMES: [&str; 5] =
    ["spawn_agent", "send_input", "resume_agent", "wait_agent", "close_agent"];
/// Name of the search source all five belong to.
pub const V1_SOURCE_NAME: &str = "Multi-agent tools";
/// Description of that source.
pub const V1_SOURCE_DESCRIPTION: &str = "Spawn and manage sub-agents.";

/// The fixed text `tool_search` indexes for a version 1 tool; `None` for any other name. It is the
/// bare name and loose keywords, without namespace and schema.
///
/// The wording is this project's: scores that depend on it are not those of upstream.
pub fn v1_search_text(name: &str) -> Option<&'static str> {
    Some(match name {
        "spawn_agent" => {
            "spawn_agent spawn agent start create subagent delegate worker task model role"
        }
        "send_input" => "send_input send input message agent subagent target interrupt follow up",
        "resume_agent" => "resume_agent resume agent reopen closed subagent id continue",
        "wait_agent" => "wait_agent wait agent subagent targets status result finish timeout",
        "close_agent" => "close_agent close agent stop shut down subagent target",
        _ => return None,
    })
}

/// The spec of `multi_agent_v1.spawn_agent`. Nothing is required; `message` is not encrypted.
pub fn v1_spawn_agent(options: &SpawnOptions) -> ToolSpec {
    let mut properties = vec![
        text("message", "The task, complete in itself. Either this or `items`."),
        items(),
        flag(
            "fork_context",
            "Let the new agent begin with a copy of this conversation. Defaults to false.",
        ),
        text("model", "Model of the new agent."),
        text("reasoning_effort", "Reasoning effort of the new agent, one that its model offers."),
        text("service_tier", "Service tier of the new agent, one that its model offers."),
    ];
    properties.extend(agent_type(&options.roles));
    let models = models_paragraph(&options.presets, false);
    let description = format!("{SPAWN}\n\n{INHERIT} {models}");
    place("spawn_agent", &description, object(None, properties))
}

const SPAWN: &str = "Starts a sub-agent on a task of its own and returns the id under which the \
other tools address it. It works beside this agent, with the same tools and environments. Good \
for pieces that can be finished independently; what this agent needs for its very next step is \
done faster by itself.";

/// The spec of `multi_agent_v1.send_input`.
pub fn v1_send_input() -> ToolSpec {
    let properties = vec![
        text("target", "Id of the agent."),
        text("message", "What to tell it. Either this or `items`."),
        items(),
        flag(
            "interrupt",
            "Stop what the agent is doing and let it read this at once. Otherwise it reads it \
             when it is ready. Defaults to false.",
        ),
    ];
    place("send_input", SEND, object(Some(&["target"]), properties))
}

const SEND: &str = "Sends more input to a sub-agent that exists already, to answer it, to correct \
it or to give it the next task. The agent keeps what it knows.";

/// The spec of `multi_agent_v1.resume_agent`.
pub fn v1_resume_agent() -> ToolSpec {
    let properties = vec![text("id", "Id of the closed agent.")];
    place("resume_agent", RESUME, object(Some(&["id"]), properties))
}

const RESUME: &str = "Opens a closed sub-agent again, with its conversation as it was, so that it \
takes input once more.";

/// The spec of `multi_agent_v1.wait_agent`. The timeouts are constants in version 1.
pub fn v1_wait_agent() -> ToolSpec {
    let properties = vec![
        texts(
            "targets",
            "Id of an agent.",
            "Agents to wait for; the wait ends with the first that has finished.",
        ),
        WaitTimeouts::BASELINE.parameter(),
    ];
    place("wait_agent", WAIT, object(Some(&["targets"]), properties))
}

const WAIT: &str = "Waits until one of several sub-agents has come to an end and returns the \
state of those that have. A wait that runs out returns no state at all and can be repeated. \
Prefer one long wait to many short ones.";

/// The spec of `multi_agent_v1.close_agent`.
pub fn v1_close_agent() -> ToolSpec {
    let properties = vec![text("target", "Id of the agent.")];
    place("close_agent", CLOSE, object(Some(&["target"]), properties))
}

const CLOSE: &str = "Closes a sub-agent that is no longer needed, together with the agents it \
started, and returns the state it was in. Closed agents stop counting against the limit.";

fn place(name: &str, description: &str, parameters: JsonSchema) -> ToolSpec {
    namespace_of_one(V1_NAMESPACE, NAMESPACE_TEXT, function(name, description, parameters))
}

/// The same for all five, so that they merge without a dispute.
const NAMESPACE_TEXT: &str = "Tools to start sub-agents, talk to them and collect their results.";

/// Structured input, the alternative to a plain message.
fn items() -> Parameter {
    let item = object(
        None,
        vec![
            text("type", "Kind of the item, for example text or image."),
            text("text", "Content of a text item."),
            text("image_url", "Address of an image item."),
            text("path", "Path of an item that is a file."),
            text("name", "Display name of the item."),
        ],
    );
    list("items", item, "Input in several parts, for tasks that are more than text.")
}
