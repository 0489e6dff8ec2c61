//! Version 2: agents are addressed by task paths and answer into a mailbox.

use super::models::{INHERIT, models_paragraph};
use super::{SpawnOptions, ToolSpec, WaitTimeouts, agent_type, function, namespace_of_one};
use crate::builtin::params::{encrypted, object, text};
use crate::tool::FunctionSpec;

/// The namespace of version 2 unless configured otherwise.
pub const V2_DEFAULT_NAMESPACE: &str = "collaboration";
/// The tools in registration order; `wait_agent` can be configured away.
pub const V2_NAMES: [&str; 6] = [
    "spawn_agent",
    "send_message",
    "followup_task",
    "wait_agent",
    "interrupt_agent",
    "list_agents",
];

/// What a version 2 spawn shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct V2SpawnOptions {
    /// Roles and presets.
    pub spawn: SpawnOptions,
    /// `model`, `reasoning_effort` and the list of models are shown.
    pub model_overrides: bool,
    /// `service_tier` and the advice about inheriting the model are hidden.
    pub hide_metadata: bool,
}

impl Default for V2SpawnOptions {
    /// Overrides shown, metadata hidden: the default configuration.
    fn default() -> Self {
        Self { spawn: SpawnOptions::default(), model_overrides: true, hide_metadata: true }
    }
}

/// Puts a version 2 function where the configuration wants it: into `namespace`, or plain for
/// `None` and for an empty name.
pub fn v2_placed(namespace: Option<&str>, function: FunctionSpec) -> ToolSpec {
    match namespace {
        None | Some("") => ToolSpec::Function(function),
        Some(namespace) => namespace_of_one(namespace, NAMESPACE_TEXT, function),
    }
}

/// The same for all six, so that they merge without a dispute.
const NAMESPACE_TEXT: &str =
    "Tools to start agents, exchange messages with them and follow their work.";

/// `spawn_agent` of version 2.
pub fn v2_spawn_agent(options: &V2SpawnOptions) -> FunctionSpec {
    let mut properties = vec![
        text(
            "task_name",
            "Short name of the task: lower-case letters, digits and underscores. It becomes the \
             last part of the agent's path.",
        ),
        encrypted("message", "The task, complete in itself."),
        text(
            "fork_turns",
            "How much of this conversation the new agent begins with: `none`, `all`, or a number \
             of recent turns.",
        ),
    ];
    if options.model_overrides {
        properties.push(text("model", "Model of the new agent."));
        properties.push(text(
            "reasoning_effort",
            "Reasoning effort of the new agent, one that its model offers.",
        ));
    }
    if !options.hide_metadata {
        properties.push(text(
            "service_tier",
            "Service tier of the new agent, one that its model offers.",
        ));
    }
    properties.extend(agent_type(&options.spawn.roles));
    function(
        "spawn_agent",
        spawn_text(options),
        object(Some(&["task_name", "message"]), properties),
    )
}

fn spawn_text(options: &V2SpawnOptions) -> String {
    if !options.model_overrides {
        return SPAWN.to_owned();
    }
    let models = models_paragraph(&options.spawn.presets, true);
    if options.hide_metadata {
        return format!("{SPAWN}\n\n{models}");
    }
    format!("{SPAWN}\n\n{INHERIT} {models}")
}

const SPAWN: &str = "Starts an agent on a task of its own and returns the path under which it is \
addressed. It works beside this agent and reports into the mailbox when it is done. Split off \
only what can be finished independently, and tell the agent everything it has to know.";

/// `send_message` of version 2.
pub fn v2_send_message() -> FunctionSpec {
    message_tool("send_message", SEND)
}

const SEND: &str = "Leaves a message for an agent without waking it: the agent reads it with the \
next thing it does. For facts that help its present task.";

/// `followup_task` of version 2.
pub fn v2_followup_task() -> FunctionSpec {
    message_tool("followup_task", FOLLOW_UP)
}

const FOLLOW_UP: &str = "Gives an existing agent another task and sets it to work if it is idle. \
It still knows what it did before, so this suits work that builds on its last result.";

fn message_tool(name: &str, description: &str) -> FunctionSpec {
    let properties = vec![
        text("target", "Path of the agent, whole or relative to this agent."),
        encrypted("message", "What the agent is to read."),
    ];
    function(name, description, object(Some(&["target", "message"]), properties))
}

/// `wait_agent` of version 2: it waits for the mailbox, so it has no targets.
pub fn v2_wait_agent(timeouts: WaitTimeouts) -> FunctionSpec {
    let WaitTimeouts { default_ms, min_ms, max_ms } = timeouts;
    let description = format!(
        "{WAIT} Without `timeout_ms` the wait lasts {default_ms} ms; {min_ms} ms is the shortest \
         and {max_ms} ms the longest that can be asked for."
    );
    function("wait_agent", description, object(None, vec![timeouts.parameter()]))
}

const WAIT: &str = "Waits until any agent has put news into the mailbox of this one, and says who \
it was; the news itself comes with the next request. Call it only when there is nothing left to \
do meanwhile.";

/// `interrupt_agent` of version 2.
pub fn v2_interrupt_agent() -> FunctionSpec {
    let properties = vec![text("target", "Path of the agent, whole or relative to this agent.")];
    function("interrupt_agent", INTERRUPT, object(Some(&["target"]), properties))
}

const INTERRUPT: &str = "Stops what an agent is doing right now and returns the state it was in. \
The agent stays, keeps what it knows and takes messages and tasks as before.";

/// `list_agents` of version 2.
pub fn v2_list_agents() -> FunctionSpec {
    let properties = vec![text(
        "path_prefix",
        "Show only agents whose path begins like this. Leave it out to see all.",
    )];
    function("list_agents", LIST, object(None, properties))
}

const LIST: &str = "Lists the living agents of this session with their paths, their state and the \
last task each one was given.";
