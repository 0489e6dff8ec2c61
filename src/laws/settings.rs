//! Settings: every variant of the enum, one kind each.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::swarm::kinds;
use super::{names, schemas};
use crate::planner::features::{Feature, Features};
use crate::planner::inputs::{
    AgentVersion, ImageAuth, PermissionProfile, SessionAgents, SuggestionPresentation, ToolMode,
    WebSearchMode,
};
use crate::scenario::setting::{SettingFile as S, *};
use crate::tool::ToolExposure;

const VERSIONS: [AgentVersion; 3] = [AgentVersion::V1, AgentVersion::V2, AgentVersion::Disabled];
const MODES: [ToolMode; 3] = [ToolMode::CodeMode, ToolMode::CodeModeOnly, ToolMode::Direct];
const SEARCHES: [WebSearchMode; 4] =
    [WebSearchMode::Cached, WebSearchMode::Live, WebSearchMode::Indexed, WebSearchMode::Disabled];

type Weighted = Vec<(u32, BoxedStrategy<S>)>;

/// A setting, with the number of its kind.
pub fn setting() -> BoxedStrategy<(usize, S)> {
    let mut all = switches();
    all.extend(session());
    all.extend(configuration());
    all.extend(offers());
    kinds(all)
}

/// Settings that matter most for where a tool stands come first: shrinking prefers them.
fn switches() -> Weighted {
    let flags: [fn(bool) -> S; 23] = [
        S::NamespaceTools,
        S::ResponsesLite,
        S::TurnMetadataIncludesToolInfo,
        S::CodeModeService,
        S::DisableInProcessFallback,
        S::AppsEnabled,
        S::ShellDisabled,
        S::ApplyPatch,
        S::ImageInput,
        S::WebSearchImages,
        S::OriginalImageDetail,
        S::ProviderWebSearch,
        S::ProviderImageGeneration,
        S::ExternalWebAccess,
        S::UpdatePlan,
        S::RequestUserInput,
        S::SleepTool,
        S::AgentsEnabled,
        S::AgentsV2Wait,
        S::AgentsV2NonCodeModeOnly,
        S::AgentsV2HideSpawnMetadata,
        S::AgentsV2ModelOverrides,
        S::ZshForkPossible,
    ];
    let search = proptest::bool::weighted(0.8).prop_map(S::SupportsSearch).boxed();
    let flags = flags.into_iter().map(|flag| (1, any::<bool>().prop_map(flag).boxed()));
    let strict = any::<bool>().prop_map(S::ErrorOnToolCollisions).boxed();
    [(12, search), (4, strict)].into_iter().chain(flags).collect()
}

fn session() -> Weighted {
    // Mostly the other way round than by default.
    let feature = (select(&Feature::ALL[..]), proptest::bool::weighted(0.8))
        .prop_map(|(feature, other)| (feature, Features::default().on(feature) != other));
    let labels = ["guardian", "review", "Guardian"];
    let who = prop_oneof![
        3 => Just(IdentityFile::Root),
        1 => Just(IdentityFile::Internal),
        2 => (0..3_u32, option::of(Just("/root/a".to_owned())))
            .prop_map(|(depth, path)| IdentityFile::ThreadSpawn { depth, path }),
        3 => select(labels.to_vec()).prop_map(|label| IdentityFile::SubAgent(label.to_owned())),
    ];
    let profiles =
        [PermissionProfile::Managed, PermissionProfile::Disabled, PermissionProfile::External];
    let agents = prop_oneof![
        Just(SessionAgents::Fresh),
        Just(SessionAgents::ResumedWithoutRecord),
        select(&VERSIONS[..]).prop_map(SessionAgents::Fixed),
    ];
    let modes = [CollaborationModeFile::Default, CollaborationModeFile::Plan];
    vec![
        (10, feature.prop_map(|(feature, on)| S::Feature(feature, on)).boxed()),
        (6, option::of(select(&MODES[..])).prop_map(S::ModelToolMode).boxed()),
        (3, who.prop_map(S::Identity).boxed()),
        (1, select(profiles.to_vec()).prop_map(S::Permission).boxed()),
        (1, agents.prop_map(S::SessionAgents).boxed()),
        (2, vec(environment(), 0..3).prop_map(S::Environments).boxed()),
        (1, option::of(select(&VERSIONS[..])).prop_map(S::ModelAgents).boxed()),
        (2, vec(experimental(), 0..3).prop_map(S::ExperimentalTools).boxed()),
        (1, select(modes.to_vec()).prop_map(S::CollaborationMode).boxed()),
        (3, vec(hook(), 0..3).prop_map(S::Hooks).boxed()),
    ]
}

fn configuration() -> Weighted {
    let auths = [
        ImageAuth::CodexBackend,
        ImageAuth::ActorAuthorized,
        ImageAuth::ApiKey,
        ImageAuth::FreePlan,
    ];
    let namespaces = || vec(listed_namespace(), 0..3);
    let waits = (names::time(), names::time(), names::time());
    let role = (names::local_tool(), names::prose())
        .prop_map(|(name, description)| RoleFile { name, description });
    let preset =
        (names::local_tool(), names::prose(), any::<bool>(), option::of(select(&VERSIONS[..])))
            .prop_map(|(name, description, picker_visible, agents)| PresetFile {
                name,
                description,
                picker_visible,
                agents,
            });
    vec![
        (3, namespaces().prop_map(S::DirectOnlyNamespaces).boxed()),
        (3, namespaces().prop_map(S::ExcludedNamespaces).boxed()),
        (2, select(&[128_u32, 64, 32, 20, 17, 16][..]).prop_map(S::NameLimit).boxed()),
        (1, vec(names::server(), 0..3).prop_map(S::NonPrefixedServers).boxed()),
        (2, select(&[5_000_u32, 200, 60, 0][..]).prop_map(S::SchemaBudget).boxed()),
        (2, option::of(select(&SEARCHES[..])).prop_map(S::WebSearch).boxed()),
        (1, option::of(vec(select(&SEARCHES[..]), 0..4)).prop_map(S::AllowedWebSearch).boxed()),
        (1, web_search_options().prop_map(S::WebSearchOptions).boxed()),
        (1, select(auths.to_vec()).prop_map(S::ImageAuth).boxed()),
        (1, (0..3_u32).prop_map(S::AgentMaxDepth).boxed()),
        (1, vec(role, 0..3).prop_map(S::AgentRoles).boxed()),
        (1, vec(preset, 0..3).prop_map(S::ModelPresets).boxed()),
        (1, option::of(names::namespace()).prop_map(S::AgentsV2Namespace).boxed()),
        (1, waits.prop_map(|(default, min, max)| S::AgentsV2WaitMs { default, min, max }).boxed()),
        (1, names::time().prop_map(S::DefaultYieldMs).boxed()),
    ]
}

fn offers() -> Weighted {
    let texts = (names::prose(), names::prose())
        .prop_map(|(tool, parameter)| HostTextsFile { tool, parameter });
    let shown = [SuggestionPresentation::ListTool, SuggestionPresentation::RecommendationContext];
    let suggestions = (option::of(vec(names::local_tool(), 0..3)), select(shown.to_vec()))
        .prop_map(|(candidates, presentation)| SuggestionsFile { candidates, presentation });
    vec![
        (6, vec(extension(), 0..4).prop_map(S::Extensions).boxed()),
        (6, vec(dynamic_tool(), 0..4).prop_map(S::DynamicTools).boxed()),
        (2, app_policy().prop_map(S::AppPolicy).boxed()),
        (3, suggestions.prop_map(S::Suggestions).boxed()),
        (1, option::of(texts).prop_map(S::WaitForEnvironmentTexts).boxed()),
    ]
}

fn environment() -> BoxedStrategy<EnvironmentFile> {
    (names::environment(), any::<bool>(), any::<bool>(), any::<bool>())
        .prop_map(|(id, remote, login_shell, not_ready)| EnvironmentFile {
            id,
            remote,
            login_shell,
            ready: !not_ready,
        })
        .boxed()
}

fn experimental() -> BoxedStrategy<String> {
    select(&["send_user_message_async", "test_sync_tool", "other"][..])
        .prop_map(str::to_owned)
        .boxed()
}

/// A namespace of a list in the configuration: one that exists, most of the time.
fn listed_namespace() -> BoxedStrategy<String> {
    prop_oneof![
        3 => names::namespace(),
        2 => select(&["functions", "mcp__a", "mcp__b", "mcp__a_b"][..]).prop_map(str::to_owned),
    ]
    .boxed()
}

/// A tool of an extension. Its schema is a good one: extensions bring finished schemas.
pub fn extension() -> BoxedStrategy<ExtensionFile> {
    let who = (names::local(), names::prose(), names::prose());
    let how = (
        select(&ToolExposure::ALL[..]),
        any::<bool>(),
        any::<bool>(),
        option::weighted(0.3, names::prose()),
        option::weighted(0.3, names::prose()),
    );
    (who, how)
        .prop_map(|(((namespace, name), namespace_description, description), how)| {
            let (exposure, strict, parallel, grammar, search_source) = how;
            ExtensionFile {
                namespace,
                namespace_description,
                name,
                description,
                exposure,
                strict,
                parallel,
                grammar,
                search_source,
                ..ExtensionFile::default()
            }
        })
        .boxed()
}

/// A tool of the client, with any schema.
pub fn dynamic_tool() -> BoxedStrategy<DynamicToolFile> {
    let who = (names::local(), names::prose(), names::prose());
    let input =
        prop_oneof![2 => Just(r#"{"type":"object"}"#.to_owned()), 1 => schemas::schema_text()];
    (who, input, any::<bool>())
        .prop_map(
            |(((namespace, name), namespace_description, description), input, defer_loading)| {
                DynamicToolFile {
                    namespace,
                    namespace_description,
                    name,
                    description,
                    input,
                    defer_loading,
                }
            },
        )
        .boxed()
}

fn web_search_options() -> BoxedStrategy<WebSearchOptionsFile> {
    let sizes = [ContextSizeFile::Low, ContextSizeFile::Medium, ContextSizeFile::High];
    let text = || option::of(names::prose());
    let place = (text(), text(), text(), text());
    (option::of(vec(names::prose(), 0..3)), place, option::of(select(sizes.to_vec())))
        .prop_map(|(allowed_domains, (country, region, city, timezone), context_size)| {
            WebSearchOptionsFile { allowed_domains, country, region, city, timezone, context_size }
        })
        .boxed()
}

fn app_policy() -> BoxedStrategy<AppPolicyFile> {
    let maybe = || option::of(any::<bool>());
    let tool =
        (names::tool(), any::<bool>()).prop_map(|(name, enabled)| AppToolFile { name, enabled });
    let app = (names::connector(), (maybe(), maybe(), maybe(), maybe(), maybe()), vec(tool, 0..2))
        .prop_map(|(id, switches, tools)| {
            let (enabled, managed, default_tools_enabled, destructive, open_world) = switches;
            AppFile { id, enabled, managed, default_tools_enabled, destructive, open_world, tools }
        });
    (any::<bool>(), any::<bool>(), any::<bool>(), vec(app, 0..3))
        .prop_map(|(enabled, destructive, open_world, apps)| AppPolicyFile {
            enabled,
            destructive,
            open_world,
            apps,
        })
        .boxed()
}

fn hook() -> BoxedStrategy<HookFile> {
    let watched = ["", "Bash", "Agent", "Write", "mcp__a__x", "update_plan"];
    let text = || option::weighted(0.3, names::prose());
    let rewrite = option::weighted(0.3, select(&["{}", r#"{"cmd":"pwd"}"#, "not json"][..]));
    (select(watched.to_vec()), text(), rewrite, text(), text())
        .prop_map(|(matches, block, rewrite, block_result, feedback)| HookFile {
            matches: matches.to_owned(),
            block,
            rewrite: rewrite.map(str::to_owned),
            block_result,
            feedback,
        })
        .boxed()
}
