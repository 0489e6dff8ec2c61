//! What a scenario file becomes in the engine.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use freezeframe::scenario;
use freezeframe::session::script::{Beat, Event, Script, Settings};

const FULL: &str = include_str!("scenarios/full.ron");

fn script(text: &str) -> Script {
    let loaded = scenario::load(text, "test.ron", &|_| Err("no files here".to_owned()));
    loaded.script.unwrap_or_else(|| panic!("{:#?}", loaded.problems))
}

/// Each setting: name, value and level as people read them, and every line of the engine's settings
/// that is different afterwards.
fn check_settings(settings: &str, changes: Expect) {
    let script = script(&format!("(script: [Event(Set([{settings}]))])"));
    let Some(Beat::Event(Event::Set(settings))) = script.beats.first() else {
        panic!("{:?}", script.beats)
    };
    let mut out = String::new();
    for setting in settings {
        let mut after = Settings::default();
        let before = format!("{after:#?}");
        let before: BTreeSet<&str> = before.lines().collect();
        (setting.apply)(&mut after);
        let after = format!("{after:#?}");
        let changed: Vec<&str> =
            after.lines().filter(|line| !before.contains(line)).map(str::trim).collect();
        out.push_str(&format!(
            "{} = {} ({:?}): {}\n",
            setting.key,
            setting.value,
            setting.level,
            changed.join(" ")
        ));
    }
    changes.assert_eq(&out);
}

#[test]
fn switches() {
    check_settings(
        "ZshForkPossible(true), ShellDisabled(true), SupportsSearch(true), ApplyPatch(true),
        ImageInput(true), WebSearchImages(true), OriginalImageDetail(true), ResponsesLite(true),
        NamespaceTools(false), ProviderWebSearch(false), ProviderImageGeneration(false),
        ExternalWebAccess(false), Feature(token_budget, true), Feature(apps, false),
        UpdatePlan(false), RequestUserInput(false), SleepTool(true), AgentsEnabled(false),
        AgentsV2Wait(false), AgentsV2NonCodeModeOnly(false), AgentsV2HideSpawnMetadata(false),
        AgentsV2ModelOverrides(false), DisableInProcessFallback(true),
        ErrorOnToolCollisions(true), TurnMetadataIncludesToolInfo(true), AppsEnabled(false),
        CodeModeService(false)",
        expect![[r#"
            ZshForkPossible = true (Turn): zsh_fork_possible: true,
            ShellDisabled = true (Turn): shell_disabled: true,
            SupportsSearch = true (Turn): supports_search_tool: true,
            ApplyPatch = true (Turn): apply_patch: true,
            ImageInput = true (Turn): image_input: true,
            WebSearchImages = true (Turn): web_search_images: true,
            OriginalImageDetail = true (Turn): original_image_detail: true,
            ResponsesLite = true (Turn): responses_lite: true,
            NamespaceTools = false (Turn): namespace_tools: false,
            ProviderWebSearch = false (Turn): web_search: false,
            ProviderImageGeneration = false (Turn): image_generation: false,
            ExternalWebAccess = false (Turn): external_web_access: false,
            Feature token_budget = true (Turn): 66559,
            Feature apps = false (Turn): 1007,
            UpdatePlan = false (Turn): update_plan: false,
            RequestUserInput = false (Turn): request_user_input: false,
            SleepTool = true (Turn): sleep_tool: true,
            AgentsEnabled = false (Turn): agents_enabled: false,
            AgentsV2Wait = false (Turn): wait_agent: false,
            AgentsV2NonCodeModeOnly = false (Turn): non_code_mode_only: false,
            AgentsV2HideSpawnMetadata = false (Turn): hide_spawn_agent_metadata: false,
            AgentsV2ModelOverrides = false (Turn): expose_spawn_agent_model_overrides: false,
            DisableInProcessFallback = true (Turn): disable_in_process_fallback: true,
            ErrorOnToolCollisions = true (Turn): error_on_tool_collisions: true,
            TurnMetadataIncludesToolInfo = true (Turn): turn_metadata_includes_tool_info: true,
            AppsEnabled = false (Step): apps_enabled: false,
            CodeModeService = false (Turn): code_mode_service: false,
        "#]],
    );
}

#[test]
fn choices_and_numbers() {
    check_settings(
        r#"Identity(ThreadSpawn(depth: 2, path: "/a")), Identity(SubAgent("guardian")),
        Permission(External), SessionAgents(Fixed(V1)), ModelToolMode(CodeMode), ModelAgents(V2),
        ImageAuth(ApiKey), WebSearch(Live), AllowedWebSearch([Cached]), AgentMaxDepth(3),
        AgentsV2Namespace(None), AgentsV2WaitMs(default: 1, min: 2, max: 3), DefaultYieldMs(4),
        NameLimit(64), SchemaBudget(900), CollaborationMode(Plan)"#,
        expect![[r#"
            Identity = ThreadSpawn(depth: 2, path: "/a") (Turn): identity: ThreadSpawn { depth: 2, path: Some( "/a", ),
            Identity = SubAgent("guardian") (Turn): identity: SubAgent( "guardian",
            Permission = External (Turn): permission: External,
            SessionAgents = Fixed(V1) (Turn): session_agents: Fixed( V1,
            ModelToolMode = CodeMode (Turn): tool_mode: Some( CodeMode, ),
            ModelAgents = V2 (Turn): agents: Some( V2, ),
            ImageAuth = ApiKey (Turn): image_auth: ApiKey,
            WebSearch = Live (Turn): web_search: Some( Live, ),
            AllowedWebSearch = [Cached] (Turn): allowed_web_search: Some( { Cached, }, ),
            AgentMaxDepth = 3 (Turn): agent_max_depth: 3,
            AgentsV2Namespace = None (Turn): tool_namespace: None,
            AgentsV2WaitMs = default: 1, min: 2, max: 3 (Turn): wait_default_ms: 1, wait_min_ms: 2, wait_max_ms: 3,
            DefaultYieldMs = 4 (Turn): default_exec_yield_time_ms: 4,
            NameLimit = 64 (Turn): name_limit: 64,
            SchemaBudget = 900 (Turn): schema_budget: 900,
            CollaborationMode = Plan (Turn): plan_mode: true,
        "#]],
    );
}

#[test]
fn lists_and_groups() {
    check_settings(
        r#"Environments([(id: "pod", remote: true, ready: false)]), ExperimentalTools(["x"]),
        WebSearchOptions(country: "KR", context_size: Low), AgentRoles([(name: "r")]),
        ModelPresets([(name: "m", agents: V1)]), DirectOnlyNamespaces(["a"]),
        ExcludedNamespaces(["b"]), AppPolicy(destructive: false, apps: [(id: "mail", managed: false)]),
        Suggestions(candidates: ["p"], presentation: RecommendationContext),
        WaitForEnvironmentTexts(tool: "t", parameter: "p"), Hooks([(matches: "Bash", block: "no")])"#,
        expect![[r#"
            Environments = [(id: "pod", remote: true, ready: false)] (Turn): id: "pod", remote: true, ready: false,
            ExperimentalTools = ["x"] (Turn): experimental_tools: { "x",
            WebSearchOptions = country: "KR", context_size: Low (Turn): user_location: Some( UserLocation { type: "approximate", country: Some( "KR", ), region: None, city: None, timezone: None, }, context_size: Some( Low,
            AgentRoles = [(name: "r")] (Turn): agent_roles: [ AgentRole { name: "r", description: None, }, ],
            ModelPresets = [(name: "m", agents: V1)] (Turn): model_presets: [ ModelPreset { name: "m", description: "", picker_visible: true, version: Some( V1, ), }, ],
            DirectOnlyNamespaces = ["a"] (Turn): direct_only_tool_namespaces: { "a", },
            ExcludedNamespaces = ["b"] (Turn): excluded_tool_namespaces: { "b", },
            AppPolicy = destructive: false, apps: [(id: "mail", managed: false)] (Step): apps: { "mail": AppSettings { enabled: None, managed_disabled: true, default_tools_enabled: None, destructive_enabled: None, open_world_enabled: None, tools: {}, }, default_destructive_enabled: Some( false, ),
            Suggestions = candidates: ["p"], presentation: RecommendationContext (Step): candidates: Some( [ "p", ], ), presentation: RecommendationContext,
            WaitForEnvironmentTexts = tool: "t", parameter: "p" (Step): wait_for_environment: Some( HostTexts { tool: "t", parameter: "p",
            Hooks = [(matches: "Bash", block: "no")] (Turn): hooks: [ Hook { matches: "Bash", block: Some( "no", ), rewrite: None, block_result: None, feedback: None,
        "#]],
    );
}

#[test]
fn tools_of_extensions_and_clients() {
    check_settings(
        r#"Extensions([
            (namespace: "web", name: "run", input: "{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\"}}}", exposure: Deferred),
            (name: "edit", grammar: "start: \"x\""),
        ]),
        DynamicTools([(namespace: "app", name: "open", defer_loading: true)])"#,
        expect![[r##"
            Extensions = [(namespace: "web", name: "run", input: r#"{"type":"object","properties":{"q":{"type":"string"}}}"#, exposur… (Step): extensions: [ ExtensionTool { name: ToolName { namespace: Some( "web", ), name: "run", }, spec: Namespace( NamespaceSpec { name: "web", description: "", tools: [ Function( FunctionSpec { name: "run", description: "", strict: false, defer_loading: None, parameters: JsonSchema { ref: None, type: Some( One( Object, ), ), description: None, encrypted: None, enum: None, items: None, properties: Some( { "q": JsonSchema { ref: None, type: Some( One( String, ), ), description: None, encrypted: None, enum: None, items: None, properties: None, required: None, additional_properties: None, any_of: None, one_of: None, all_of: None, defs: None, definitions: None, }, }, ), required: None, additional_properties: None, any_of: None, one_of: None, all_of: None, defs: None, definitions: None, }, output_schema: None, }, ), ], }, exposure: Deferred, parallel: false, search_source: None, ExtensionTool { name: ToolName { namespace: None, name: "edit", }, spec: Freeform( FreeformSpec { name: "edit", description: "", defer_loading: None, format: FreeformFormat { type: "grammar", syntax: "lark", definition: "start: \"x\"", }, }, exposure: Direct, parallel: false, search_source: None, ],
            DynamicTools = [(namespace: "app", name: "open", defer_loading: true)] (Turn): dynamic_tools: [ DynamicTool { namespace: Some( ( "app", "", ), name: "open", description: "", input_schema: Object { "type": String("object"), "properties": Object {}, }, defer_loading: true, ],
        "##]],
    );
}

#[test]
fn the_full_file() {
    let script = script(FULL);
    let shape = format!(
        "{:?}, grace {}, {} servers, {} beats, {} events\n{:#?}\n{:#?}",
        script.policy,
        script.grace_ms,
        script.servers.len(),
        script.beats.len(),
        script.events.len(),
        script.servers[0],
        script.beats[2],
    );
    expect![[r#"
        Turn, grace 500, 4 servers, 15 beats, 1 events
        ServerConfig {
            name: "fs",
            terms: ServerTerms {
                instructions: Some(
                    "Files.",
                ),
                omit_tools_from: ToolExposures(
                    6,
                ),
                parallel: true,
                filter: ToolFilter {
                    enabled: Some(
                        {
                            "read_file",
                        },
                    ),
                    disabled: {
                        "write_file",
                    },
                },
                agent_plugin: false,
                plugins: [
                    "Files",
                ],
            },
            tools: [
                McpTool {
                    name: "read_file",
                    title: Some(
                        "Read",
                    ),
                    description: Some(
                        "Reads a file.",
                    ),
                    input_schema: Object {
                        "type": String("object"),
                        "properties": Object {
                            "path": Object {
                                "type": String("string"),
                            },
                        },
                    },
                    output_schema: Some(
                        Object {
                            "type": String("string"),
                        },
                    ),
                    hints: ToolHints {
                        destructive: Some(
                            false,
                        ),
                        open_world: Some(
                            false,
                        ),
                        read_only: Some(
                            true,
                        ),
                    },
                    meta: Some(
                        Object {
                            "ui": Object {
                                "visibility": Array [
                                    String("model"),
                                ],
                            },
                        },
                    ),
                    connector_id: None,
                    connector_name: None,
                    connector_description: None,
                    plugins: [],
                },
                McpTool {
                    name: "write_file",
                    title: None,
                    description: None,
                    input_schema: Object {
                        "type": String("object"),
                        "properties": Object {},
                    },
                    output_schema: None,
                    hints: ToolHints {
                        destructive: None,
                        open_world: None,
                        read_only: None,
                    },
                    meta: None,
                    connector_id: None,
                    connector_name: None,
                    connector_description: None,
                    plugins: [],
                },
            ],
            enabled: true,
            start: After(
                250,
            ),
            required: true,
            postponed: false,
            cached: false,
            startup_timeout_ms: 5000,
            tool_timeout_ms: 300000,
            latency_ms: 20,
            page_size: Some(
                1,
            ),
            page_cap: Some(
                2,
            ),
        }
        Sample(
            SampleScript {
                say: Caption {
                    en: "look",
                    ko: "",
                },
                ask: Caption {
                    en: "What is missing?",
                    ko: "",
                },
                lasts_ms: 2000,
                mentions: [
                    "fs",
                ],
                retries_at_ms: [
                    100,
                    200,
                ],
                calls: [
                    CallScript {
                        at_ms: 10,
                        item: Function {
                            namespace: Some(
                                "fs",
                            ),
                            name: "read_file",
                            arguments: "{\"path\":\"a\"}",
                        },
                        latency_ms: None,
                        approval_ms: 0,
                        result: Default,
                        cancelled_after_ms: None,
                    },
                    CallScript {
                        at_ms: 20,
                        item: Custom {
                            namespace: None,
                            name: "apply_patch",
                            input: "*** Begin Patch\n*** End Patch",
                        },
                        latency_ms: Some(
                            5,
                        ),
                        approval_ms: 4,
                        result: Ok(
                            "done",
                        ),
                        cancelled_after_ms: Some(
                            3,
                        ),
                    },
                    CallScript {
                        at_ms: 30,
                        item: ToolSearch {
                            arguments: "{\"query\":\"read\"}",
                            execution: "client",
                            has_call_id: true,
                        },
                        latency_ms: None,
                        approval_ms: 0,
                        result: Error(
                            "x",
                        ),
                        cancelled_after_ms: None,
                    },
                    CallScript {
                        at_ms: 40,
                        item: ToolSearch {
                            arguments: "{}",
                            execution: "server",
                            has_call_id: false,
                        },
                        latency_ms: None,
                        approval_ms: 0,
                        result: Dies(
                            "y",
                        ),
                        cancelled_after_ms: None,
                    },
                    CallScript {
                        at_ms: 50,
                        item: Function {
                            namespace: None,
                            name: "update_plan",
                            arguments: "{}",
                        },
                        latency_ms: None,
                        approval_ms: 0,
                        result: Unsuccessful(
                            "z",
                        ),
                        cancelled_after_ms: None,
                    },
                ],
                during: [
                    (
                        15,
                        ListChanged {
                            server: "fs",
                            tools: [
                                McpTool {
                                    name: "new",
                                    title: None,
                                    description: None,
                                    input_schema: Object {
                                        "type": String("object"),
                                        "properties": Object {},
                                    },
                                    output_schema: None,
                                    hints: ToolHints {
                                        destructive: None,
                                        open_world: None,
                                        read_only: None,
                                    },
                                    meta: None,
                                    connector_id: None,
                                    connector_name: None,
                                    connector_description: None,
                                    plugins: [],
                                },
                            ],
                            unnoticed: false,
                        },
                    ),
                    (
                        16,
                        Disconnected(
                            "fs",
                        ),
                    ),
                    (
                        17,
                        Reconnected(
                            "fs",
                        ),
                    ),
                ],
            },
        )"#]]
    .assert_eq(&shape);
}

#[test]
fn an_empty_scenario_is_the_fixture() {
    let script = script("Scenario()");
    assert_eq!(format!("{:?}", script.start), format!("{:?}", Settings::default()));
    assert!(script.servers.is_empty() && script.beats.is_empty() && script.events.is_empty());
}
