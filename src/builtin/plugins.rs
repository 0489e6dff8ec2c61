//! The two tools that suggest plugins the user has not installed yet.

use super::params::{object, text};
use super::{ToolSpec, function};

/// How the model learns which plugins could be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presentation {
    /// Through `list_available_plugins_to_install`.
    ListTool,
    /// Through recommendations that are already in the context; there is no list tool.
    RecommendationContext,
}

/// The spec of `list_available_plugins_to_install`. It takes nothing, and says so with an *empty*
/// `required` list.
pub fn list_available_plugins_to_install() -> ToolSpec {
    let parameters = object(Some(&[]), Vec::new());
    ToolSpec::Function(function("list_available_plugins_to_install", LIST, parameters))
}

const LIST: &str = "Lists plugins and connectors that are known but not installed. Look here when \
the user asks for something that no current tool can do and that a plugin may add. The ids in the \
answer are what `request_plugin_install` takes.";

/// The spec of `request_plugin_install` for one presentation.
pub fn request_plugin_install(presentation: Presentation) -> ToolSpec {
    let reason = text(
        "suggest_reason",
        "One sentence for the user: what the plugin adds to the task at hand.",
    );
    let parameters = match presentation {
        Presentation::ListTool => object(
            Some(&["tool_type", "action_type", "tool_id", "suggest_reason"]),
            vec![
                text("tool_type", "What is suggested, spelled as the listing spells it."),
                text("action_type", "What the user is asked to do, for example to install it."),
                text("tool_id", "Id from the listing."),
                reason,
            ],
        ),
        Presentation::RecommendationContext => object(
            Some(&["plugin_id", "suggest_reason"]),
            vec![text("plugin_id", "Id from the recommendations."), reason],
        ),
    };
    let description = match presentation {
        Presentation::ListTool => FROM_LIST,
        Presentation::RecommendationContext => FROM_CONTEXT,
    };
    ToolSpec::Function(function("request_plugin_install", description, parameters))
}

const FROM_LIST: &str = "Asks the user to install one plugin or connector from \
`list_available_plugins_to_install`. Only for something that clearly serves the present request, \
and only one at a time. The user may say no; then go on without it.";
const FROM_CONTEXT: &str = "Asks the user to install one of the recommended plugins. Only for a \
plugin that clearly serves the present request, and only one at a time. The user may say no; then \
go on without it.";
