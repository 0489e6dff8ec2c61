//! Settings as changes of the engine's [`Settings`], each with the moment it takes effect.

use std::sync::Arc;

use super::{Lowering, shared, values};
use crate::planner::inputs::{Identity, Suggestions};
use crate::scenario::place::Place;
use crate::scenario::print::one_line;
use crate::scenario::setting::{CollaborationModeFile, IdentityFile, SettingFile};
use crate::session::script::{Level, Setting, Settings};

type Apply = Arc<dyn Fn(&mut Settings) + Send + Sync>;

impl Lowering<'_> {
    pub(super) fn settings(&mut self, settings: &[SettingFile], at: &Place<'_>) -> Vec<Setting> {
        let lower = |(setting, at): (&SettingFile, Place<'_>)| {
            let (key, value) = words(setting);
            let apply = self.change(setting, &at);
            Setting { key: key.into(), value: value.into(), level: level(setting), apply }
        };
        at.each(settings).map(lower).collect()
    }

    fn change(&mut self, setting: &SettingFile, at: &Place<'_>) -> Apply {
        use SettingFile as S;
        let inner = at.content();
        match setting.clone() {
            S::Identity(who) => {
                let identity = identity(who);
                set(move |s| s.plan.identity = identity.clone())
            }
            S::Permission(profile) => set(move |s| s.plan.permission = profile),
            S::SessionAgents(agents) => set(move |s| s.plan.session_agents = agents),
            S::Environments(list) => {
                let list = values::environments(&list);
                set(move |s| s.environments = list.clone())
            }
            S::ZshForkPossible(on) => set(move |s| s.plan.shell_host.zsh_fork_possible = on),

            S::ShellDisabled(on) => set(move |s| s.plan.model.shell_disabled = on),
            S::SupportsSearch(on) => set(move |s| s.plan.model.supports_search_tool = on),
            S::ApplyPatch(on) => set(move |s| s.plan.model.apply_patch = on),
            S::ExperimentalTools(names) => {
                let names = shared(&names);
                set(move |s| s.plan.model.experimental_tools = names.iter().cloned().collect())
            }
            S::ImageInput(on) => set(move |s| s.plan.model.image_input = on),
            S::WebSearchImages(on) => set(move |s| s.plan.model.web_search_images = on),
            S::OriginalImageDetail(on) => set(move |s| s.plan.model.original_image_detail = on),
            S::ResponsesLite(on) => set(move |s| s.plan.model.responses_lite = on),
            S::ModelToolMode(mode) => set(move |s| s.plan.model.tool_mode = mode),
            S::ModelAgents(version) => set(move |s| s.plan.model.agents = version),

            S::NamespaceTools(on) => set(move |s| s.plan.provider.namespace_tools = on),
            S::ProviderWebSearch(on) => set(move |s| s.plan.provider.web_search = on),
            S::ProviderImageGeneration(on) => set(move |s| s.plan.provider.image_generation = on),
            S::ExternalWebAccess(on) => set(move |s| s.plan.provider.external_web_access = on),
            S::ImageAuth(auth) => set(move |s| s.plan.provider.image_auth = auth),

            S::Feature(feature, on) => set(move |s| s.plan.features.set(feature, on)),

            S::UpdatePlan(on) => set(move |s| s.plan.config.update_plan = on),
            S::RequestUserInput(on) => set(move |s| s.plan.config.request_user_input = on),
            S::WebSearch(mode) => set(move |s| s.plan.config.web_search = mode),
            S::WebSearchOptions(options) => {
                let options = values::web_search(&options);
                set(move |s| s.plan.config.web_search_options = options.clone())
            }
            S::AllowedWebSearch(modes) => {
                let modes = modes.map(|modes| modes.into_iter().collect());
                set(move |s| s.plan.config.allowed_web_search.clone_from(&modes))
            }
            S::SleepTool(on) => set(move |s| s.plan.config.sleep_tool = on),
            S::AgentsEnabled(on) => set(move |s| s.plan.config.agents_enabled = on),
            S::AgentMaxDepth(depth) => set(move |s| s.plan.config.agent_max_depth = depth),
            S::AgentRoles(roles) => {
                let roles = values::roles(&roles);
                set(move |s| s.plan.config.agent_roles = roles.clone())
            }
            S::ModelPresets(presets) => {
                let presets = values::presets(&presets);
                set(move |s| s.plan.config.model_presets = presets.clone())
            }
            S::AgentsV2Namespace(name) => {
                let name: Option<Arc<str>> = name.map(Arc::from);
                set(move |s| s.plan.config.agents_v2.tool_namespace.clone_from(&name))
            }
            S::AgentsV2Wait(on) => set(move |s| s.plan.config.agents_v2.wait_agent = on),
            S::AgentsV2NonCodeModeOnly(on) => {
                set(move |s| s.plan.config.agents_v2.non_code_mode_only = on)
            }
            S::AgentsV2HideSpawnMetadata(on) => {
                set(move |s| s.plan.config.agents_v2.hide_spawn_agent_metadata = on)
            }
            S::AgentsV2ModelOverrides(on) => {
                set(move |s| s.plan.config.agents_v2.expose_spawn_agent_model_overrides = on)
            }
            S::AgentsV2WaitMs { default, min, max } => set(move |s| {
                let agents = &mut s.plan.config.agents_v2;
                (agents.wait_default_ms, agents.wait_min_ms, agents.wait_max_ms) =
                    (default, min, max);
            }),
            S::DirectOnlyNamespaces(names) => {
                let names = shared(&names);
                set(move |s| {
                    s.plan.config.code_mode.direct_only_tool_namespaces =
                        names.iter().cloned().collect();
                })
            }
            S::ExcludedNamespaces(names) => {
                let names = shared(&names);
                set(move |s| {
                    s.plan.config.code_mode.excluded_tool_namespaces =
                        names.iter().cloned().collect();
                })
            }
            S::DefaultYieldMs(ms) => {
                set(move |s| s.plan.config.code_mode.default_exec_yield_time_ms = ms)
            }
            S::DisableInProcessFallback(on) => {
                set(move |s| s.plan.config.code_mode.disable_in_process_fallback = on)
            }
            S::ErrorOnToolCollisions(on) => {
                set(move |s| s.plan.config.error_on_tool_collisions = on)
            }
            S::TurnMetadataIncludesToolInfo(on) => {
                set(move |s| s.plan.config.turn_metadata_includes_tool_info = on)
            }
            S::NameLimit(bytes) => set(move |s| s.plan.config.name_limit = bytes as usize),
            S::SchemaBudget(bytes) => set(move |s| s.plan.config.schema_budget = bytes as usize),
            S::NonPrefixedServers(names) => {
                set(move |s| s.plan.config.non_prefixed_servers = names.iter().cloned().collect())
            }

            S::AppsEnabled(on) => set(move |s| s.plan.apps_enabled = on),
            S::AppPolicy(policy) => {
                let policy = Arc::new(values::app_policy(&policy));
                set(move |s| s.plan.app_policy = policy.clone())
            }
            S::CodeModeService(on) => set(move |s| s.plan.code_mode_service = on),
            S::Extensions(list) => {
                let list = self.extensions(&list, &inner);
                set(move |s| s.plan.extensions = list.clone())
            }
            S::DynamicTools(list) => {
                let list = self.dynamic_tools(&list, &inner);
                set(move |s| s.plan.dynamic_tools = list.clone())
            }
            S::Suggestions(file) => {
                let suggestions = Suggestions {
                    candidates: file.candidates.as_deref().map(shared),
                    presentation: file.presentation,
                };
                set(move |s| s.plan.suggestions = suggestions.clone())
            }
            S::WaitForEnvironmentTexts(texts) => {
                let texts = texts.as_ref().map(values::host_texts);
                set(move |s| s.plan.wait_for_environment.clone_from(&texts))
            }
            S::CollaborationMode(mode) => {
                set(move |s| s.plan_mode = mode == CollaborationModeFile::Plan)
            }
            S::Hooks(hooks) => {
                let hooks = values::hooks(&hooks);
                set(move |s| s.hooks = hooks.clone())
            }
        }
    }
}

fn set(apply: impl Fn(&mut Settings) + Send + Sync + 'static) -> Apply {
    Arc::new(apply)
}

/// When a setting takes effect. What the step reads anew at every capture is listed; everything else
/// belongs to the turn.
pub fn level(setting: &SettingFile) -> Level {
    match setting {
        SettingFile::AppsEnabled(_)
        | SettingFile::AppPolicy(_)
        | SettingFile::Extensions(_)
        | SettingFile::Suggestions(_)
        | SettingFile::WaitForEnvironmentTexts(_) => Level::Step,
        _ => Level::Turn,
    }
}

/// Name and value for people: `SupportsSearch` and `true`, `Feature token_budget` and `false`.
pub fn words(setting: &SettingFile) -> (String, String) {
    if let SettingFile::Feature(feature, on) = setting {
        return (format!("Feature {}", feature.key()), on.to_string());
    }
    let text = one_line(setting);
    match text.split_once('(') {
        Some((key, rest)) => (key.to_owned(), rest.strip_suffix(')').unwrap_or(rest).to_owned()),
        None => (text, String::new()),
    }
}

fn identity(file: IdentityFile) -> Identity {
    match file {
        IdentityFile::Root => Identity::Root,
        IdentityFile::Internal => Identity::Internal,
        IdentityFile::ThreadSpawn { depth, path } => {
            Identity::ThreadSpawn { depth, path: path.map(Arc::from) }
        }
        IdentityFile::SubAgent(label) => Identity::SubAgent(label.into()),
    }
}
