//! [`view_image`], and [`test_sync_tool`] that models under test are offered.

use super::params::{choice, flag, group, number, object, text};
use super::shell::environment_id;
use super::{ToolSpec, function};

/// Which optional parameters `view_image` shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ViewImageOptions {
    /// `detail`: the model takes images in original size and no common image budget is active.
    pub detail: bool,
    /// `environment_id`: present with two or more ready environments.
    pub environment_id: bool,
}

/// The spec of `view_image`.
pub fn view_image(options: ViewImageOptions) -> ToolSpec {
    let mut properties = vec![text("path", "Path of the image file in the environment.")];
    if options.detail {
        properties.push(choice(
            "detail",
            &["high", "original"],
            "`high` scales the image down to the usual size and is the default; `original` keeps \
             every pixel.",
        ));
    }
    if options.environment_id {
        properties.push(environment_id());
    }
    ToolSpec::Function(function("view_image", VIEW_IMAGE, object(Some(&["path"]), properties)))
}

const VIEW_IMAGE: &str = "Puts an image file in front of the model. Use it for a screenshot, a \
diagram or a rendering that is known by its path and has not been attached to the conversation. \
Anything that is not an image is refused.";

/// The spec of `test_sync_tool`.
pub fn test_sync_tool() -> ToolSpec {
    let barrier = group(
        "barrier",
        Some(&["id", "participants"]),
        vec![
            text("id", "Name that the calls to be joined have in common."),
            number("participants", "How many calls have to arrive before all go on."),
            number("timeout_ms", "Milliseconds to wait for the others before giving up."),
        ],
        "A point where several calls wait for each other.",
    );
    let properties = vec![
        number("sleep_before_ms", "Milliseconds to sleep before the barrier."),
        number("sleep_after_ms", "Milliseconds to sleep after the barrier."),
        barrier,
        flag(
            "wait_for_git_enrichment",
            "Wait until the repository facts of the turn are complete.",
        ),
    ];
    ToolSpec::Function(function("test_sync_tool", TEST_SYNC, object(None, properties)))
}

const TEST_SYNC: &str = "Holds a call back in a controlled way, for integration tests of parallel \
execution. It can sleep, meet other calls at a barrier and sleep again. Not for ordinary work.";
