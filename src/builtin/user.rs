//! Tools that face the user: the plan, questions, messages and requests for permission.

use super::params::{choice, list, object, text};
use super::shell::permissions;
use super::{ToolSpec, function};

/// The collaboration mode of a turn. The baseline has these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CollaborationMode {
    /// The agent works on its own.
    Default,
    /// The agent plans together with the user.
    Plan,
}

impl CollaborationMode {
    /// The name used in texts and error messages.
    pub fn label(self) -> &'static str {
        match self {
            Self::Default => "Default",
            Self::Plan => "Plan",
        }
    }

    /// Reads a mode name, lower case or as displayed. Four older spellings mean `Default`; anything
    /// else is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "plan" | "Plan" => Some(Self::Plan),
            "default" | "Default" => Some(Self::Default),
            "code" | "execute" | "pair_programming" | "custom" => Some(Self::Default),
            _ => None,
        }
    }
}

/// The modes in which `request_user_input` may run, in display order.
pub fn user_input_modes(default_mode: bool) -> &'static [CollaborationMode] {
    if default_mode {
        return &[CollaborationMode::Default, CollaborationMode::Plan];
    }
    &[CollaborationMode::Plan]
}

/// The spec of `update_plan`.
pub fn update_plan() -> ToolSpec {
    let step = object(
        Some(&["step", "status"]),
        vec![
            text("step", "What is to be done, in a few words."),
            choice("status", &["pending", "in_progress", "completed"], "How far the step is."),
        ],
    );
    let properties = vec![
        text("explanation", "Why the plan changed, if it did."),
        list("plan", step, "The whole plan, in order; it replaces the one before."),
    ];
    ToolSpec::Function(function("update_plan", UPDATE_PLAN, object(Some(&["plan"]), properties)))
}

const UPDATE_PLAN: &str = "Shows the user the steps of the current task and how far each one is. \
Send the complete list every time, with one step in progress at most. Worth it for work of \
several steps; skip it for a single quick action.";

/// The spec of `request_user_input`. Its text ends with the modes it may run in.
pub fn request_user_input(default_mode: bool) -> ToolSpec {
    let option = object(
        Some(&["label", "description"]),
        vec![
            text("label", "The choice in one to five words."),
            text("description", "What follows from choosing it, in one sentence."),
        ],
    );
    let question = object(
        Some(&["id", "header", "question", "options"]),
        vec![
            text("id", "Stable key of the answer, in snake case."),
            text("header", "A heading of a word or two for the list of questions."),
            text("question", "The question itself, as one sentence."),
            list(
                "options",
                option,
                "Two or three choices that exclude each other, the preferred one first. A free \
                 answer is always offered as well.",
            ),
        ],
    );
    let properties = vec![list("questions", question, "One to three questions, shown together.")];
    let modes: Vec<_> = user_input_modes(default_mode).iter().map(|mode| mode.label()).collect();
    let description = format!("{REQUEST_USER_INPUT} in {} mode", modes.join(" or "));
    ToolSpec::Function(function(
        "request_user_input",
        description,
        object(Some(&["questions"]), properties),
    ))
}

const REQUEST_USER_INPUT: &str = "Puts a few short multiple-choice questions to the user and \
waits for the answers. Ask only what decides how to go on and cannot be found out by looking. Can \
be called";

/// The spec of `send_user_message_async`.
pub fn send_user_message_async() -> ToolSpec {
    let properties = vec![text("message", "The message, ready to be shown. It must not be blank.")];
    ToolSpec::Function(function(
        "send_user_message_async",
        SEND_USER_MESSAGE,
        object(Some(&["message"]), properties),
    ))
}

const SEND_USER_MESSAGE: &str = "Sends the user a message while the work goes on. It is accepted \
at once and nobody waits for an answer, so it suits news that should not stand until the end of \
the turn. The final answer is not sent this way.";

/// The spec of `request_permissions`. `environment_id` is always there, with one environment too.
pub fn request_permissions() -> ToolSpec {
    let properties = vec![
        text("reason", "Why the permissions are needed, for the user to read."),
        text(
            "environment_id",
            "Id of the environment the permissions are for. Defaults to the first ready \
             environment.",
        ),
        permissions("permissions", "What is asked for. Leave out what is not needed."),
    ];
    ToolSpec::Function(function(
        "request_permissions",
        REQUEST_PERMISSIONS,
        object(Some(&["permissions"]), properties),
    ))
}

const REQUEST_PERMISSIONS: &str = "Asks the user to widen the sandbox for the commands to come: \
network access, or files to read or write. Only what the user grants applies, and the answer says \
which part that is. Ask once for all that a task needs instead of failing command by command.";
