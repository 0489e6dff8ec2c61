//! What descriptions must say, and what none of them may leave out.

use freezeframe::builtin::code_mode::{ExecTextOptions, code_mode_exec};
use freezeframe::builtin::collab::{
    self, MultiAgentVersion, SpawnOptions, V2SpawnOptions, WaitTimeouts, listed_presets,
};
use freezeframe::builtin::environment::{HostTextVerdict, HostTexts, wait_for_environment};
use freezeframe::builtin::media::{ViewImageOptions, test_sync_tool, view_image};
use freezeframe::builtin::plugins::{Presentation, request_plugin_install};
use freezeframe::builtin::shell::{ExecCommandOptions, exec_command, write_stdin};
use freezeframe::builtin::{code_mode, context, edit, environment, mcp_resources, plugins, user};
use freezeframe::tool::ToolSpec;
use serde_json::Value;

use super::{only_function, preset, role, wire};

fn every_spec() -> Vec<ToolSpec> {
    let spawn = SpawnOptions {
        roles: vec![role("reviewer", Some("reads changes"))],
        presets: vec![preset("m1", true, None)],
    };
    let v2 = V2SpawnOptions { spawn: spawn.clone(), model_overrides: true, hide_metadata: false };
    let everything = ExecCommandOptions {
        shell: true,
        login: true,
        environment_id: true,
        additional_permissions: true,
    };
    let in_v2 = |function| collab::v2_placed(Some(collab::V2_DEFAULT_NAMESPACE), function);
    vec![
        exec_command(everything),
        write_stdin(),
        mcp_resources::list_mcp_resources(),
        mcp_resources::list_mcp_resource_templates(),
        mcp_resources::read_mcp_resource(),
        user::update_plan(),
        environment::wait_for_environment(None).0,
        user::request_user_input(true),
        user::send_user_message_async(),
        user::request_permissions(),
        context::new_context(),
        context::get_context_remaining(),
        context::clock_curr_time(),
        context::clock_sleep(),
        plugins::list_available_plugins_to_install(),
        request_plugin_install(Presentation::ListTool),
        request_plugin_install(Presentation::RecommendationContext),
        edit::apply_patch(true),
        test_sync_tool(),
        view_image(ViewImageOptions { detail: true, environment_id: true }),
        collab::v1_spawn_agent(&spawn),
        collab::v1_send_input(),
        collab::v1_resume_agent(),
        collab::v1_wait_agent(),
        collab::v1_close_agent(),
        in_v2(collab::v2_spawn_agent(&v2)),
        in_v2(collab::v2_send_message()),
        in_v2(collab::v2_followup_task()),
        in_v2(collab::v2_wait_agent(WaitTimeouts::BASELINE)),
        in_v2(collab::v2_interrupt_agent()),
        in_v2(collab::v2_list_agents()),
        code_mode_exec(&ExecTextOptions::default()),
        code_mode::code_mode_wait(),
    ]
}

#[test]
fn everything_is_described_and_nothing_is_strict() {
    for spec in every_spec() {
        let wire = wire(&spec);
        let function = only_function(&wire);
        let name = function["name"].as_str().unwrap_or_default().to_owned();
        assert!(spec.description().len() > 20, "{name}: namespace or tool text");
        let text = function["description"].as_str().unwrap_or_default();
        assert!((80..2_500).contains(&text.len()), "{name}: {} bytes", text.len());
        assert!(!text.contains("  ") && text.trim() == text, "{name}: stray blanks in {text:?}");
        assert_eq!(function.get("defer_loading"), None, "{name}");
        if function["type"] == "custom" {
            continue;
        }
        assert_eq!(function["strict"], false, "{name}");
        assert_described(&name, &function["parameters"]);
    }
}

/// Every property has a text and every object is closed. Elements of lists need no text of their
/// own.
fn assert_described(path: &str, schema: &Value) {
    if schema["type"] == "object" {
        assert_eq!(schema["additionalProperties"], false, "{path}");
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{name}");
        let text = property["description"].as_str().unwrap_or_default();
        assert!(text.len() > 10 && !text.contains("  "), "{path}: {text:?}");
        assert_described(&path, property);
        assert_described(&path, &property["items"]);
    }
}

#[test]
fn names_of_one_namespace_share_one_text() {
    let mut texts = std::collections::BTreeMap::new();
    for spec in every_spec().iter().filter(|spec| matches!(spec, ToolSpec::Namespace(_))) {
        let text = texts.entry(spec.name().to_owned()).or_insert(spec.description().to_owned());
        assert_eq!(text, spec.description(), "{}", spec.name());
    }
    assert_eq!(texts.keys().collect::<Vec<_>>(), ["clock", "collaboration", "multi_agent_v1"]);
}

#[test]
fn ut_08_host_texts() {
    let host = |tool: usize, parameter: usize| HostTexts {
        tool: "t".repeat(tool).into(),
        parameter: "p".repeat(parameter).into(),
    };
    let (built_in, verdict) = wait_for_environment(None);
    assert_eq!(verdict, HostTextVerdict::BuiltIn);
    let frame = wait_for_environment(Some(&host(0, 1))).0.wire_json().len() - 1;

    let (worded, verdict) = wait_for_environment(Some(&host(40, 30)));
    assert_eq!(verdict, HostTextVerdict::Host);
    let wire = wire(&worded);
    assert_eq!(wire["description"], "t".repeat(40));
    assert_eq!(wire["parameters"]["properties"]["environment_id"]["description"], "p".repeat(30));

    let rows = [
        ("fits exactly", host(1_000 - frame - 100, 100), HostTextVerdict::Host),
        (
            "spec one byte over",
            host(1_001 - frame - 100, 100),
            HostTextVerdict::SpecTooLong { bytes: 1_001 },
        ),
        (
            "text bound reached, spec over",
            host(1_000, 24),
            HostTextVerdict::SpecTooLong { bytes: 1_024 + frame },
        ),
        ("text one byte over", host(1_000, 25), HostTextVerdict::TextTooLong { bytes: 1_025 }),
    ];
    for (case, host, expected) in rows {
        let (spec, verdict) = wait_for_environment(Some(&host));
        assert_eq!(verdict, expected, "{case}");
        assert_eq!(spec == built_in, verdict != HostTextVerdict::Host, "{case}");
    }
    // Escapes count as they are written, and bytes are counted, not characters.
    let escaped = HostTexts { tool: "\u{1}".repeat(160).into(), parameter: "p".into() };
    let verdict = wait_for_environment(Some(&escaped)).1;
    assert_eq!(verdict, HostTextVerdict::SpecTooLong { bytes: 6 * 160 + 1 + frame });
}

#[test]
fn ut_18_modes_in_the_text() {
    for (default_mode, ending) in [(false, "in Plan mode"), (true, "in Default or Plan mode")] {
        let spec = user::request_user_input(default_mode);
        assert!(spec.description().ends_with(ending), "{}", spec.description());
    }
    assert!(!user::request_user_input(false).description().contains("Default"));
}

#[test]
fn co_18_listed_models() {
    let presets = vec![
        preset("visible-v2", true, Some(MultiAgentVersion::V2)),
        preset("hidden-v2", false, Some(MultiAgentVersion::V2)),
        preset("visible-v1", true, Some(MultiAgentVersion::V1)),
        preset("visible-disabled", true, Some(MultiAgentVersion::Disabled)),
        preset("visible-undeclared", true, None),
    ];
    let names = |skip| -> Vec<String> {
        listed_presets(&presets, skip).iter().map(|preset| preset.name.to_string()).collect()
    };
    assert_eq!(names(true), ["visible-v2", "visible-v1", "visible-undeclared"]);
    assert_eq!(
        names(false),
        ["visible-v2", "visible-v1", "visible-disabled", "visible-undeclared"]
    );

    let spawn = SpawnOptions { roles: Vec::new(), presets };
    let v1 = collab::v1_spawn_agent(&spawn);
    let v1 = wire(&v1)["tools"][0]["description"].to_string();
    let v2_text = |model_overrides, hide_metadata| {
        let spawn = spawn.clone();
        let options = V2SpawnOptions { spawn, model_overrides, hide_metadata };
        collab::v2_spawn_agent(&options).description.to_string()
    };
    assert!(v1.contains("visible-disabled") && !v1.contains("hidden-v2"));
    let usual = v2_text(true, true);
    assert!(usual.contains("`visible-v1`: about visible-v1"));
    assert!(!usual.contains("visible-disabled") && !usual.contains("hidden-v2"));
    assert!(!v2_text(false, true).contains("visible-v1"), "no overrides, no list");

    let advice = "Without `model` the new agent runs on the model of this agent";
    assert!(v1.contains(advice) && v2_text(true, false).contains(advice));
    assert!(!usual.contains(advice) && !v2_text(false, false).contains(advice));
}

#[test]
fn at_most_five_models_after_filtering() {
    let mut presets = vec![preset("hidden", false, None)];
    presets.extend((1..=7).map(|n| preset(&format!("m{n}"), true, None)));
    presets[2].version = Some(MultiAgentVersion::Disabled);
    let names = |skip| -> Vec<String> {
        listed_presets(&presets, skip).iter().map(|preset| preset.name.to_string()).collect()
    };
    assert_eq!(names(true), ["m1", "m3", "m4", "m5", "m6"]);
    assert_eq!(names(false), ["m1", "m2", "m3", "m4", "m5"]);

    let none = collab::v2_spawn_agent(&V2SpawnOptions::default());
    assert!(none.description.ends_with("No model override is loaded."));
}

#[test]
fn roles_are_listed_in_order() {
    let roles = vec![role("zeta", Some("last letter")), role("alpha", None)];
    let spec = collab::v1_spawn_agent(&SpawnOptions { roles, presets: Vec::new() });
    let wire = wire(&spec);
    let text = &wire["tools"][0]["parameters"]["properties"]["agent_type"]["description"];
    assert!(
        text.as_str().unwrap_or_default().ends_with("\n- `zeta`: last letter\n- `alpha`"),
        "{text}"
    );
}

#[test]
fn co_21_wait_states_its_three_numbers() {
    let timeouts = WaitTimeouts { default_ms: 31_000, min_ms: 11_000, max_ms: 3_700_000 };
    for (timeouts, numbers) in [
        (WaitTimeouts::BASELINE, ["30000", "10000", "3600000"]),
        (timeouts, ["31000", "11000", "3700000"]),
    ] {
        let text = collab::v2_wait_agent(timeouts).description;
        for number in numbers {
            assert!(text.contains(number), "{number} in {text}");
        }
    }
}

#[test]
fn v1_search_texts_start_with_the_bare_name() {
    for name in collab::V1_NAMES {
        let text = collab::v1_search_text(name).expect("each tool has a text");
        let mut words = text.split(' ');
        assert_eq!(words.next(), Some(name));
        assert!(words.any(|word| word == "agent"), "{text}");
        assert!(!text.contains("multi_agent"), "{text}");
    }
    assert_eq!(collab::v1_search_text("list_agents"), None);
}

#[test]
fn cm_05_exec_states_its_yield_time() {
    for (default_yield_ms, expected) in [
        (code_mode::DEFAULT_EXEC_YIELD_MS, "Defaults to 30000 ms."),
        (10_000, "Defaults to 10000 ms."),
    ] {
        let spec = code_mode_exec(&ExecTextOptions { default_yield_ms, ..Default::default() });
        assert_eq!(spec.description().matches("Defaults to").count(), 2, "time and tokens");
        assert!(spec.description().contains(expected));
    }
}

#[test]
fn exec_names_its_helpers() {
    let text = |options: ExecTextOptions<'_>| code_mode_exec(&options).description().to_owned();
    let usual = text(ExecTextOptions::default());
    for helper in [
        "audio(audioUrlOrItem:",
        "setTimeout(callback: () => void, delayMs?: number)",
        "clearTimeout(timeoutId?: number)",
        "`exit()`",
        "`text(",
        "`image(",
        "`generatedImage(",
        "`store(",
        "`load(",
        "`notify(",
        "`ALL_TOOLS`",
        "`yield_control()`",
    ] {
        assert!(usual.contains(helper), "{helper}");
    }
    let budget = text(ExecTextOptions { unified_image_budget: true, ..Default::default() });
    assert!(usual.contains("detail") && !budget.contains("detail"));
    let guided = text(ExecTextOptions { deferred: true, ..Default::default() });
    assert_eq!(guided.strip_prefix(&usual).map(|rest| rest.trim().lines().count()), Some(2));
}
