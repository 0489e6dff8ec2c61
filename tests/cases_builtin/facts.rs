//! Runtime facts: parallel flag, payload kinds, exposure, hooks.

use freezeframe::builtin::{PayloadKinds, V2_COLLAB_FACTS, collab, facts};
use freezeframe::tool::ToolName;

/// `parallel|exclusive payload exposure [no-hook]`, or `unknown`.
fn line(name: &str) -> String {
    let Some(facts) = facts(&ToolName::parse_dotted(name)) else {
        return "unknown".to_owned();
    };
    let gate = if facts.parallel { "parallel" } else { "exclusive" };
    let payload = match facts.payload {
        PayloadKinds::FunctionAndSearch => "any",
        PayloadKinds::FunctionOnly => "function",
        PayloadKinds::CustomOnly => "custom",
        PayloadKinds::FunctionAndCustom => "function and custom",
        PayloadKinds::SearchOnly => "search",
    };
    let hook = if facts.pre_tool_use { "" } else { " no-hook" };
    format!("{gate} {payload} {}{hook}", facts.exposure.label())
}

#[track_caller]
fn check(expected: &str, names: &[&str]) {
    for name in names {
        assert_eq!(line(name), expected, "{name}");
    }
}

#[test]
fn rt_22_and_the_tables_of_3_and_7() {
    check("parallel function Direct", &["exec_command", "functions.exec_command"]);
    check("parallel function Direct no-hook", &["write_stdin"]);
    check(
        "parallel any Direct",
        &[
            "list_mcp_resources",
            "list_mcp_resource_templates",
            "read_mcp_resource",
            "test_sync_tool",
            "view_image",
        ],
    );
    check(
        "exclusive any Direct",
        &[
            "update_plan",
            "wait_for_environment",
            "request_permissions",
            "get_context_remaining",
            "clock.curr_time",
            "list_available_plugins_to_install",
            "request_plugin_install",
        ],
    );
    check(
        "exclusive any DirectModelOnly",
        &["request_user_input", "send_user_message_async", "new_context", "clock.sleep"],
    );
    check("exclusive custom Direct", &["apply_patch"]);
    check("exclusive custom Direct no-hook", &["exec"]);
    check("exclusive any Direct no-hook", &["wait"]);
}

#[test]
fn rt_09_only_the_exact_name_has_the_facts() {
    check(
        "unknown",
        &[
            "mcp__server__.exec_command",
            "clock.exec_command",
            "Exec_command",
            "shell_command",
            "curr_time",
            "multi_agent_v1.list_agents",
            "web_search",
            "",
        ],
    );
}

#[test]
fn collaboration_takes_functions_one_at_a_time() {
    for name in collab::V1_NAMES {
        check("exclusive function Direct", &[&format!("multi_agent_v1.{name}")]);
    }
    for name in collab::V2_NAMES {
        let placed = format!("collaboration.{name}");
        check("exclusive function DirectModelOnly", &[name, &placed]);
        assert_eq!(facts(&ToolName::plain(name)), Some(V2_COLLAB_FACTS));
    }
}
