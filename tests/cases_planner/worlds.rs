//! Many varied conditions, the same ones at every run: what the laws of the ledger are checked over.

use std::sync::{Arc, LazyLock};

use crate::fixture::*;
use freezeframe::builtin::environment::HostTexts;
use freezeframe::mcp::apps::{AppPolicy, AppSettings, AppToolSettings, ToolHints};
use freezeframe::mcp::binding::{LeftOut, ListSource, McpTool, ServerListing};
use freezeframe::planner::features::Feature;
use freezeframe::planner::inputs::*;
use freezeframe::planner::{Plan, PlanFailure, plan};
use freezeframe::tool::{ToolExposure, ToolExposures};
use serde_json::json;

/// A small generator (SplitMix64); nothing here may differ between two runs.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.roll().is_multiple_of(n)
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.roll() as usize % from.len()].clone()
    }
}

static WORLDS: LazyLock<Vec<PlanInputs>> = LazyLock::new(|| {
    let mut worlds = vec![PlanInputs::fixture()];
    worlds.extend((1..=400).map(|seed| world(&mut Dice(seed))));
    worlds
});

static PLANS: LazyLock<Vec<Result<Arc<Plan>, PlanFailure>>> =
    LazyLock::new(|| worlds().iter().map(plan).collect());

/// The plan of each world, made without memories.
pub fn plans() -> &'static [Result<Arc<Plan>, PlanFailure>] {
    &PLANS
}

/// The worlds, from the fixture on.
pub fn worlds() -> &'static [PlanInputs] {
    &WORLDS
}

fn world(dice: &mut Dice) -> PlanInputs {
    let servers: Vec<ServerListing> =
        all_servers().into_iter().filter(|_| dice.one_in(2)).collect();
    inputs(&servers, |i| {
        session(dice, i);
        model(dice, i);
        config(dice, i);
        others(dice, i);
    })
}

fn session(dice: &mut Dice, i: &mut PlanInputs) {
    i.identity = dice.pick(&[
        Identity::Root,
        Identity::Root,
        Identity::Internal,
        Identity::ThreadSpawn { depth: 1, path: None },
        Identity::ThreadSpawn { depth: 2, path: Some("/root/child".into()) },
        Identity::SubAgent("review".into()),
        Identity::SubAgent("guardian".into()),
    ]);
    i.permission = dice.pick(&[
        PermissionProfile::Managed,
        PermissionProfile::Managed,
        PermissionProfile::Disabled,
        PermissionProfile::External,
    ]);
    i.session_agents = dice.pick(&[
        SessionAgents::Fresh,
        SessionAgents::Fresh,
        SessionAgents::ResumedWithoutRecord,
        SessionAgents::Fixed(AgentVersion::V2),
        SessionAgents::Fixed(AgentVersion::Disabled),
    ]);
    i.environments = (0..dice.pick(&[1, 1, 0, 2])).map(|_| Environment::local("e")).collect();
    for feature in Feature::ALL {
        if dice.one_in(4) {
            i.features.set(feature, !i.features.on(feature));
        }
    }
    i.shell_host.zsh_fork_possible = dice.one_in(2);
    i.apps_enabled = !dice.one_in(4);
    i.code_mode_service = !dice.one_in(4);
}

fn model(dice: &mut Dice, i: &mut PlanInputs) {
    i.model.shell_disabled = dice.one_in(6);
    i.model.supports_search_tool = dice.one_in(2);
    i.model.apply_patch = dice.one_in(2);
    if dice.one_in(3) {
        i.model.experimental_tools =
            ["test_sync_tool".into(), "send_user_message_async".into()].into();
    }
    i.model.image_input = dice.one_in(2);
    i.model.original_image_detail = dice.one_in(2);
    i.model.responses_lite = dice.one_in(4);
    i.model.tool_mode = dice.pick(&[None, None, Some(ToolMode::Direct), Some(ToolMode::CodeMode)]);
    i.model.agents = dice.pick(&[None, None, Some(AgentVersion::V1), Some(AgentVersion::V2)]);
    i.provider.namespace_tools = !dice.one_in(5);
    i.provider.web_search = !dice.one_in(5);
    i.provider.external_web_access = !dice.one_in(4);
    i.provider.image_auth =
        dice.pick(&[ImageAuth::CodexBackend, ImageAuth::ApiKey, ImageAuth::FreePlan]);
}

fn config(dice: &mut Dice, i: &mut PlanInputs) {
    let config = &mut i.config;
    config.update_plan = !dice.one_in(5);
    config.request_user_input = !dice.one_in(5);
    config.web_search = dice.pick(&[
        None,
        Some(WebSearchMode::Live),
        Some(WebSearchMode::Indexed),
        Some(WebSearchMode::Disabled),
    ]);
    if dice.one_in(4) {
        config.allowed_web_search = Some([WebSearchMode::Cached].into());
    }
    config.sleep_tool = dice.one_in(2);
    config.agents_enabled = !dice.one_in(6);
    config.agents_v2.wait_agent = !dice.one_in(4);
    config.agents_v2.non_code_mode_only = !dice.one_in(3);
    config.agents_v2.tool_namespace =
        dice.pick(&[Some("collaboration".into()), Some("agents".into()), None]);
    if dice.one_in(4) {
        config.code_mode.direct_only_tool_namespaces =
            ["mcp__filesystem".into(), "functions".into(), "n".into()].into();
    }
    if dice.one_in(4) {
        config.code_mode.excluded_tool_namespaces = ["mcp__git".into(), "n".into()].into();
    }
    config.code_mode.disable_in_process_fallback = dice.one_in(3);
    config.error_on_tool_collisions = dice.one_in(6);
    config.turn_metadata_includes_tool_info = dice.one_in(2);
}

fn others(dice: &mut Dice, i: &mut PlanInputs) {
    i.suggestions.candidates = dice.pick(&[None, Some([].into()), Some(["github".into()].into())]);
    i.suggestions.presentation = dice
        .pick(&[SuggestionPresentation::ListTool, SuggestionPresentation::RecommendationContext]);
    let text = |length: usize| Arc::from("w".repeat(length));
    i.wait_for_environment = dice
        .pick(&[None, Some(10), Some(2_000)])
        .map(|length| HostTexts { tool: text(length), parameter: text(5) });
    let exposed = |path: &str, exposure| ExtensionTool { exposure, ..extension(path) };
    i.extensions = [
        extension("web.run"),
        extension("image_gen.imagegen"),
        exposed("notes.add", dice.pick(&ToolExposure::ALL)),
        exposed("notes.find", dice.pick(&ToolExposure::ALL)),
        extension("exec"),
        extension("mcp__git.log"),
    ]
    .into_iter()
    .filter(|_| dice.one_in(2))
    .collect();
    let broken =
        DynamicTool { input_schema: Arc::new(json!({"properties": []})), ..dynamic("broken") };
    i.dynamic_tools = [
        dynamic("n.plain"),
        deferred_dynamic("n.deferred"),
        deferred_dynamic("alone"),
        broken,
        dynamic("exec_command"),
        dynamic("update_plan"),
        deferred_dynamic("tool_search.inner"),
        dynamic("wait"),
        dynamic("n-.plain"),
        dynamic("n_.plain"),
    ]
    .into_iter()
    .filter(|_| dice.one_in(2))
    .collect();
    let settings = AppSettings {
        enabled: dice.pick(&[None, None, Some(false)]),
        default_tools_enabled: dice.pick(&[None, Some(false)]),
        tools: [("calendar_list".to_owned(), AppToolSettings { enabled: Some(true) })].into(),
        ..AppSettings::default()
    };
    i.app_policy = Arc::new(AppPolicy {
        apps: [("conn1".to_owned(), settings)].into(),
        default_open_world_enabled: dice.pick(&[None, Some(false)]),
        ..AppPolicy::default()
    });
}

fn all_servers() -> Vec<ServerListing> {
    let from = |source: ListSource, listing: ServerListing| ServerListing { source, ..listing };
    let left_out = |why: LeftOut, name: &str| from(ListSource::LeftOut(why), server(name, &["t"]));
    let hint = ToolHints { read_only: Some(true), ..ToolHints::default() };
    let big: serde_json::Map<String, serde_json::Value> = (0..300)
        .map(|n| (format!("field_{n:03}"), json!({"type": "string", "description": "A field."})))
        .collect();
    vec![
        filesystem(),
        under(server("git", &["log", "push"]), |terms| {
            terms.omit_tools_from = ToolExposures::DIRECT.union(ToolExposures::CODE_MODE);
            terms.filter.disabled = ["push".to_owned()].into();
        }),
        under(server("narrow", &["in", "out"]), |terms| {
            terms.filter.enabled = Some(["in".to_owned()].into());
        }),
        from(ListSource::Cached, server_of("cached", vec![McpTool { hints: hint, ..tool("get") }])),
        from(ListSource::Closed, server("closed", &["t"])),
        left_out(LeftOut::StillStarting { grace_ms: 1_000 }, "slow"),
        left_out(LeftOut::StartFailed("no such file".into()), "failed"),
        left_out(LeftOut::Disabled, "off"),
        left_out(LeftOut::NotConfigured, "gone"),
        server("basic-server", &["lookup", "lookup"]),
        server("basic_server", &["query", "a-b", "a_b"]),
        server("long", &["n".repeat(200).as_str()]),
        server("tool_search", &["t"]),
        server_of(
            "odd",
            vec![
                McpTool { input_schema: Arc::new(json!({"properties": []})), ..tool("broken") },
                large("large", &big),
                McpTool {
                    meta: Some(Arc::new(json!({"ui": {"visibility": []}}))),
                    ..tool("private")
                },
            ],
        ),
        under(
            server_of("plugin", vec![large("large", &big), large(&"l".repeat(90), &half(&big))]),
            |terms| {
                terms.agent_plugin = true;
                terms.instructions = Some("p".repeat(1_000).into());
            },
        ),
        server_of(
            "codex_apps",
            vec![
                app_tool(Some("conn1"), "Calendar", "calendar_list"),
                app_tool(Some("conn1"), "Calendar", "calendar_wipe"),
                app_tool(Some("conn2"), "Drive", "drive_find"),
                app_tool(None, "Drive", "drive_orphan"),
            ],
        ),
    ]
}

fn large(name: &str, properties: &serde_json::Map<String, serde_json::Value>) -> McpTool {
    let schema = json!({"type": "object", "properties": properties});
    McpTool { input_schema: Arc::new(schema), ..tool(name) }
}

/// Small enough to keep its parameters, too large for a plugin with all around them.
fn half(
    properties: &serde_json::Map<String, serde_json::Value>,
) -> serde_json::Map<String, serde_json::Value> {
    properties.iter().take(240).map(|(name, schema)| (name.clone(), schema.clone())).collect()
}
