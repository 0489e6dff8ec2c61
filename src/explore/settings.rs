//! Settings that are worth trying on some planner inputs, and what they do.

use crate::planner::features::Feature;
use crate::planner::inputs::{
    AgentVersion, Environment, ImageAuth, PermissionProfile, PlanInputs, SessionAgents,
    SuggestionPresentation, ToolMode, WebSearchMode,
};
use crate::scenario::file::{BeatFile, EventFile, ScenarioFile};
use crate::scenario::setting::{
    AppPolicyFile, EnvironmentFile, HostTextsFile, IdentityFile, SettingFile as S, SuggestionsFile,
};
use crate::scenario::{load, print};
use crate::session::script::{Beat, Event, SelectedEnvironment, Setting, Settings};
use crate::tool::ToolName;

/// Experimental tools that a model can list.
const EXPERIMENTAL: [&str; 2] = ["send_user_message_async", "test_sync_tool"];

/// Every single change of a setting that is worth trying for `tool`. Some change nothing.
pub(super) fn candidates(inputs: &PlanInputs, tool: &ToolName) -> Vec<S> {
    let mut all = vec![S::Identity(IdentityFile::Root)];
    all.extend(environments(inputs));
    all.extend(Feature::ALL.map(|feature| S::Feature(feature, !inputs.feature(feature))));
    model(inputs, &mut all);
    provider(inputs, &mut all);
    config(inputs, tool, &mut all);
    let profiles =
        [PermissionProfile::Managed, PermissionProfile::Disabled, PermissionProfile::External];
    all.extend(profiles.map(S::Permission));
    all.push(S::SessionAgents(SessionAgents::Fresh));
    all.extend(VERSIONS.map(|version| S::SessionAgents(SessionAgents::Fixed(version))));
    all.extend([
        S::AppsEnabled(!inputs.apps_enabled),
        S::AppPolicy(AppPolicyFile::default()),
        S::CodeModeService(!inputs.code_mode_service),
        S::WaitForEnvironmentTexts(None),
        S::WaitForEnvironmentTexts(Some(HostTextsFile::default())),
    ]);
    all.extend(suggestions(inputs));
    all
}

const VERSIONS: [AgentVersion; 3] = [AgentVersion::V1, AgentVersion::V2, AgentVersion::Disabled];

/// One more local environment, when none of them is local.
fn environments(inputs: &PlanInputs) -> Option<S> {
    if inputs.environments.iter().any(|environment| !environment.remote) {
        return None;
    }
    let file = |environment: &Environment| EnvironmentFile {
        id: environment.id.to_string(),
        remote: environment.remote,
        login_shell: environment.login_shell,
        ready: true,
    };
    let mut list: Vec<EnvironmentFile> = inputs.environments.iter().map(file).collect();
    list.push(EnvironmentFile::default());
    Some(S::Environments(list))
}

fn model(inputs: &PlanInputs, all: &mut Vec<S>) {
    let model = &inputs.model;
    all.extend([
        S::ShellDisabled(!model.shell_disabled),
        S::SupportsSearch(!model.supports_search_tool),
        S::ApplyPatch(!model.apply_patch),
        S::ImageInput(!model.image_input),
        S::WebSearchImages(!model.web_search_images),
        S::OriginalImageDetail(!model.original_image_detail),
        S::ResponsesLite(!model.responses_lite),
    ]);
    let modes = [ToolMode::Direct, ToolMode::CodeMode, ToolMode::CodeModeOnly];
    all.push(S::ModelToolMode(None));
    all.extend(modes.map(|mode| S::ModelToolMode(Some(mode))));
    all.push(S::ModelAgents(None));
    all.extend(VERSIONS.map(|version| S::ModelAgents(Some(version))));
    for name in EXPERIMENTAL.into_iter().filter(|name| !model.experimental_tools.contains(*name)) {
        let mut names: Vec<String> =
            model.experimental_tools.iter().map(ToString::to_string).collect();
        names.push(name.to_owned());
        all.push(S::ExperimentalTools(names));
    }
}

fn provider(inputs: &PlanInputs, all: &mut Vec<S>) {
    let provider = &inputs.provider;
    all.extend([
        S::NamespaceTools(!provider.namespace_tools),
        S::ProviderWebSearch(!provider.web_search),
        S::ProviderImageGeneration(!provider.image_generation),
        S::ExternalWebAccess(!provider.external_web_access),
    ]);
    let credentials = [
        ImageAuth::CodexBackend,
        ImageAuth::ActorAuthorized,
        ImageAuth::ApiKey,
        ImageAuth::FreePlan,
    ];
    all.extend(credentials.map(S::ImageAuth));
}

fn config(inputs: &PlanInputs, tool: &ToolName, all: &mut Vec<S>) {
    let config = &inputs.config;
    all.extend([
        S::UpdatePlan(!config.update_plan),
        S::RequestUserInput(!config.request_user_input),
        S::SleepTool(!config.sleep_tool),
        S::AgentsEnabled(!config.agents_enabled),
        S::AgentMaxDepth(config.agent_max_depth.saturating_add(1)),
        S::AgentsV2Wait(!config.agents_v2.wait_agent),
        S::AgentsV2NonCodeModeOnly(!config.agents_v2.non_code_mode_only),
        S::AgentsV2Namespace(None),
        S::AgentsV2Namespace(Some(String::from("collaboration"))),
        S::DisableInProcessFallback(!config.code_mode.disable_in_process_fallback),
        S::ErrorOnToolCollisions(!config.error_on_tool_collisions),
        S::AllowedWebSearch(None),
        S::WebSearch(None),
    ]);
    let modes = [WebSearchMode::Live, WebSearchMode::Cached, WebSearchMode::Indexed];
    all.extend(modes.map(|mode| S::WebSearch(Some(mode))));
    let direct_only = &config.code_mode.direct_only_tool_namespaces;
    let namespace = tool.canonical_namespace();
    let mut with: Vec<String> = direct_only.iter().map(ToString::to_string).collect();
    match direct_only.contains(namespace) {
        true => with.retain(|known| known != namespace),
        false => with.push(namespace.to_owned()),
    }
    all.push(S::DirectOnlyNamespaces(with));
}

/// Some candidate when there is none, and both presentations.
fn suggestions(inputs: &PlanInputs) -> Vec<S> {
    let now = &inputs.suggestions;
    let known = now.candidates.as_ref().map(|ids| ids.iter().map(ToString::to_string).collect());
    let file = |candidates: &Option<Vec<String>>, presentation| {
        S::Suggestions(SuggestionsFile { candidates: candidates.clone(), presentation })
    };
    let mut all = vec![
        file(&known, SuggestionPresentation::ListTool),
        file(&known, SuggestionPresentation::RecommendationContext),
    ];
    if known.as_ref().is_none_or(Vec::is_empty) {
        all.push(file(&Some(vec![String::from("some-plugin")]), now.presentation));
    }
    all
}

/// What the settings do, in the same order: they are written down as a scenario and read back, so
/// that a setting here does exactly what it does in a file. `None` when one of them cannot be read.
pub fn lower(settings: &[S]) -> Option<Vec<Setting>> {
    let set = EventFile::Set(settings.to_vec());
    let file = ScenarioFile { script: vec![BeatFile::Event(set)], ..ScenarioFile::default() };
    let nothing = |_: &str| Err(String::from("no files here"));
    let script = load(&print(&file), "settings.ron", &nothing).script?;
    match script.beats.into_iter().next()? {
        Beat::Event(Event::Set(lowered)) if lowered.len() == settings.len() => Some(lowered),
        _ => None,
    }
}

/// Planner inputs after a setting, as if it had been so from the start.
pub fn apply(setting: &Setting, inputs: &PlanInputs) -> PlanInputs {
    let selected = |environment: &Environment| SelectedEnvironment {
        environment: environment.clone(),
        ready: true,
    };
    let mut settings = Settings {
        environments: inputs.environments.iter().map(selected).collect(),
        plan: inputs.clone(),
        ..Settings::default()
    };
    (setting.apply)(&mut settings);
    let mut changed = settings.plan;
    changed.environments = settings
        .environments
        .into_iter()
        .filter(|selected| selected.ready)
        .map(|selected| selected.environment)
        .collect();
    changed
}
