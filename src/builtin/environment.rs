//! [`wait_for_environment`], the only built-in that the host may word.

use std::sync::Arc;

use super::params::{object, text};
use super::{ToolSpec, function};

/// Most bytes the two host texts may have together.
pub const MAX_HOST_TEXT_BYTES: usize = 1_024;

/// Most bytes the serialized spec may have with the host texts in it.
pub const MAX_HOST_SPEC_BYTES: usize = 1_000;

/// The two texts a host may supply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostTexts {
    /// Description of the tool.
    pub tool: Arc<str>,
    /// Description of `environment_id`.
    pub parameter: Arc<str>,
}

/// What became of the host texts. Sizes are UTF-8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostTextVerdict {
    /// The host gave none.
    BuiltIn,
    /// Both host texts are in the spec.
    Host,
    /// The texts alone exceed [`MAX_HOST_TEXT_BYTES`]; the built-in texts are used.
    TextTooLong {
        /// Size of both texts together.
        bytes: usize,
    },
    /// The spec would exceed [`MAX_HOST_SPEC_BYTES`]; the built-in texts are used.
    SpecTooLong {
        /// Size of the refused spec.
        bytes: usize,
    },
}

/// The spec of `wait_for_environment`, and what became of the host texts. The texts are taken or
/// refused together; a size exactly on a bound is still fine.
pub fn wait_for_environment(host: Option<&HostTexts>) -> (ToolSpec, HostTextVerdict) {
    let Some(host) = host else {
        return (built_in(), HostTextVerdict::BuiltIn);
    };
    let bytes = host.tool.len().saturating_add(host.parameter.len());
    if bytes > MAX_HOST_TEXT_BYTES {
        return (built_in(), HostTextVerdict::TextTooLong { bytes });
    }
    let worded = spec(&host.tool, &host.parameter);
    let bytes = worded.wire_json().len();
    if bytes > MAX_HOST_SPEC_BYTES {
        return (built_in(), HostTextVerdict::SpecTooLong { bytes });
    }
    (worded, HostTextVerdict::Host)
}

fn built_in() -> ToolSpec {
    spec(TOOL, PARAMETER)
}

fn spec(tool: &str, parameter: &str) -> ToolSpec {
    let parameters = object(Some(&["environment_id"]), vec![text("environment_id", parameter)]);
    ToolSpec::Function(function("wait_for_environment", tool, parameters))
}

const TOOL: &str = "Waits until an environment that is still starting can be used. Call it before \
work that needs that environment; tools that depend on it are offered from the next request on.";
const PARAMETER: &str = "Id of the environment to wait for.";
