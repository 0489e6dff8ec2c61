//! The shell pair: [`exec_command`] starts a command, [`write_stdin`] talks to one that still runs.

use std::sync::Arc;

use super::params::{Parameter, choice, flag, group, number, object, text, texts};
use super::{FunctionSpec, ToolSpec, function};

/// Which optional parameters `exec_command` shows. All four are decided by the planner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExecCommandOptions {
    /// `shell`: absent when the shell is fixed (ZshFork and no remote environment).
    pub shell: bool,
    /// `login`: present when any ready environment allows login shells.
    pub login: bool,
    /// `environment_id`: present with two or more ready environments.
    pub environment_id: bool,
    /// `additional_permissions`, and the value of `sandbox_permissions` that announces it.
    pub additional_permissions: bool,
}

/// The spec of `exec_command`.
///
/// Upstream: `codex-rs/core/src/tools/spec_plan.rs` 957-986.
pub fn exec_command(options: ExecCommandOptions) -> ToolSpec {
    let mut properties = vec![
        text("cmd", "The command line, passed to the shell as one string."),
        text("workdir", "Directory to start in. Defaults to the working directory of the turn."),
        flag(
            "tty",
            "Attach a pseudo-terminal. Needed by programs that prompt or redraw; defaults to \
             false.",
        ),
        number(
            "yield_time_ms",
            "Milliseconds to wait for output before handing back a session that still runs.",
        ),
        number(
            "max_output_tokens",
            "Upper bound for the output returned by this call; the middle is cut out beyond it.",
        ),
    ];
    if options.shell {
        properties
            .push(text("shell", "Path of the shell to use instead of the user's default one."));
    }
    if options.login {
        properties.push(flag(
            "login",
            "Start the shell as a login shell, so that profile files are read.",
        ));
    }
    if options.environment_id {
        properties.push(environment_id());
    }
    properties.extend(approval(options.additional_permissions));
    with_output(function("exec_command", EXEC_COMMAND, object(Some(&["cmd"]), properties)))
}

const EXEC_COMMAND: &str = "Runs a shell command in the workspace and returns what it printed, \
with its exit code. A command that has not ended when the yield time is over keeps running: the \
answer then carries a session id, and `write_stdin` reads more output from it or types into it. \
Use it for builds, tests, version control and for looking at files. Output beyond the token bound \
is shortened.";

/// The spec of `write_stdin`. It has no options: a session knows its own environment.
pub fn write_stdin() -> ToolSpec {
    let properties = vec![
        number("session_id", "The id that `exec_command` returned for the running session."),
        text(
            "chars",
            "Characters to type, control characters included. Leave it out to read only.",
        ),
        number("yield_time_ms", "Milliseconds to wait for new output before returning."),
        number("max_output_tokens", "Upper bound for the output returned by this call."),
    ];
    with_output(function("write_stdin", WRITE_STDIN, object(Some(&["session_id"]), properties)))
}

const WRITE_STDIN: &str = "Types into a command that `exec_command` left running, and returns the \
output that has come since the last look. Without characters it only waits and reads, which is \
the way to follow a long build. Fails once the session has ended and its output was collected.";

/// Both shell tools answer nested code with the same object.
fn with_output(function: FunctionSpec) -> ToolSpec {
    let members = vec![
        text("chunk_id", "Id of this piece of output."),
        number("exit_code", "How the command ended; absent while it runs."),
        number("original_token_count", "Size of the output before it was shortened, in tokens."),
        text("output", "What the command printed."),
        number("session_id", "Id for `write_stdin`; absent once the command has ended."),
        number("wall_time_seconds", "How long this call took."),
    ];
    let schema = object(Some(&["wall_time_seconds", "output"]), members);
    // A schema is plain data with text keys, so this cannot fail; without it nested code would see
    // an undeclared result.
    let output_schema = serde_json::to_value(schema).ok().map(Arc::new);
    ToolSpec::Function(FunctionSpec { output_schema, ..function })
}

/// The selector that appears as soon as there is a choice of environments.
pub(super) fn environment_id() -> Parameter {
    let description = "Id of the environment to act in. Defaults to the first ready environment.";
    text("environment_id", description)
}

fn approval(additional: bool) -> Vec<Parameter> {
    let values: &[&str] = if additional {
        &["use_default", "with_additional_permissions", "require_escalated"]
    } else {
        &["use_default", "require_escalated"]
    };
    let mut properties = vec![
        choice(
            "sandbox_permissions",
            values,
            "How this one command relates to the sandbox; everything but `use_default` may need \
             the user's consent.",
        ),
        text(
            "justification",
            "One question to the user that explains why the command must leave the sandbox. Only \
             with escalation.",
        ),
        texts(
            "prefix_rule",
            "One word of the prefix.",
            "Leading words of the command that the user could allow once and for all. Only with \
             escalation.",
        ),
    ];
    if additional {
        properties.push(permissions(
            "additional_permissions",
            "What the command needs beyond the sandbox. Only with `with_additional_permissions`.",
        ));
    }
    properties
}

/// The permission profile that `exec_command` and `request_permissions` share: everything in it is
/// optional, and nothing else may be in it.
pub(super) fn permissions(name: &'static str, description: &str) -> Parameter {
    const PATH: &str = "An absolute path.";
    let network = vec![flag("enabled", "Ask for network access.")];
    let files = vec![
        texts("read", PATH, "Paths to read."),
        texts("write", PATH, "Paths to write, and thereby to read."),
    ];
    let properties = vec![
        group("network", None, network, "Access to the network."),
        group("file_system", None, files, "Access to files outside the sandbox."),
    ];
    group(name, None, properties, description)
}
