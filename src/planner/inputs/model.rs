//! What the model and its provider are able to do.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::AgentVersion;

/// The model's declared abilities.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ModelInfo {
    /// The model opts out of command tools.
    pub shell_disabled: bool,
    /// The model understands `tool_search`.
    pub supports_search_tool: bool,
    /// The model knows `apply_patch`.
    pub apply_patch: bool,
    /// Names of experimental tools the model supports.
    pub experimental_tools: BTreeSet<Arc<str>>,
    /// The model takes images.
    pub image_input: bool,
    /// Web search may return images too.
    pub web_search_images: bool,
    /// `view_image` may ask for the original detail.
    pub original_image_detail: bool,
    /// The compact wire form.
    pub responses_lite: bool,
    /// The model insists on a tool mode.
    pub tool_mode: Option<ToolMode>,
    /// The model declares an agent version.
    pub agents: Option<AgentVersion>,
}

/// How the model reaches tools.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
pub enum ToolMode {
    /// Ordinary tool calls.
    #[default]
    Direct,
    /// Ordinary tool calls, and cells.
    CodeMode,
    /// Cells, and the few tools that only the model may call.
    CodeModeOnly,
}

impl ToolMode {
    /// The name as written in scenarios.
    pub fn label(self) -> &'static str {
        match self {
            Self::Direct => "Direct",
            Self::CodeMode => "CodeMode",
            Self::CodeModeOnly => "CodeModeOnly",
        }
    }
}

/// What the provider's API can carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Provider {
    /// Understands namespace entries.
    pub namespace_tools: bool,
    /// Runs web searches.
    pub web_search: bool,
    /// Generates images.
    pub image_generation: bool,
    /// May fetch live pages.
    pub external_web_access: bool,
    /// The image extension finds suitable credentials.
    pub image_auth: ImageAuth,
}

impl Default for Provider {
    fn default() -> Self {
        Self {
            namespace_tools: true,
            web_search: true,
            image_generation: true,
            external_web_access: true,
            image_auth: ImageAuth::CodexBackend,
        }
    }
}

/// Credentials as the image extension's gate reads them.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
pub enum ImageAuth {
    /// OpenAI sign-in through the agent's own backend.
    #[default]
    CodexBackend,
    /// The provider authorizes the actor itself.
    ActorAuthorized,
    /// An API key: not enough.
    ApiKey,
    /// Signed in, but on the free plan: refused.
    FreePlan,
}
