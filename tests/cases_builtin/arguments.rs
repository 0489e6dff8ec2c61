//! Argument checks: raw text in, arguments or the text for the model out.

use freezeframe::builtin::arguments::{CallContext, check_arguments, user_input_blocks};
use freezeframe::builtin::collab::{self, SpawnOptions};
use freezeframe::builtin::shell::{ExecCommandOptions, exec_command, write_stdin};
use freezeframe::builtin::user::{self, CollaborationMode};
use freezeframe::builtin::{code_mode, context, edit, media, plugins};
use freezeframe::tool::{ToolName, ToolSpec};

const ROOT_IN_PLAN: CallContext =
    CallContext { root: true, mode: CollaborationMode::Plan, default_mode_user_input: false };

/// Ok: the arguments as compact JSON. Err: the text for the model, with `FAILED` for its fixed
/// beginning.
fn outcome(spec: &ToolSpec, call: CallContext, text: &str) -> String {
    let name = match spec {
        ToolSpec::Namespace(namespace) => {
            ToolName::namespaced(&namespace.name, namespace.tools[0].name())
        }
        other => ToolName::plain(other.name()),
    };
    match check_arguments(&name, spec, call, text) {
        Ok(arguments) => arguments.to_string(),
        Err(error) => error.replace("failed to parse function arguments:", "FAILED"),
    }
}

#[track_caller]
fn check(spec: &ToolSpec, rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(outcome(spec, ROOT_IN_PLAN, text), *expected, "{} {text:?}", spec.name());
    }
}

#[test]
fn text_that_is_not_a_json_object() {
    check(
        &exec_command(ExecCommandOptions::default()),
        &[
            (r#"{"cmd":"ls"}"#, r#"{"cmd":"ls"}"#),
            ("", "FAILED EOF while parsing a value at line 1 column 0"),
            ("ls", "FAILED expected value at line 1 column 1"),
            (r#"{"cmd":"ls""#, "FAILED EOF while parsing an object at line 1 column 11"),
            (r#"{"cmd":"ls"} x"#, "FAILED trailing characters at line 1 column 14"),
            ("7", "FAILED invalid type: integer `7`, expected an object at line 1 column 1"),
        ],
    );
}

#[test]
fn members_missing_repeated_and_unknown() {
    check(
        &code_mode::code_mode_wait(),
        &[
            ("{}", "FAILED missing field `cell_id` at line 1 column 2"),
            (
                r#"{"cell_id":"1","cell_id":"1"}"#,
                "FAILED duplicate field `cell_id` at line 1 column 24",
            ),
            (r#"{"cell_id":"1","depth":{"x":[1,2]}}"#, r#"{"cell_id":"1"}"#),
            (r#"{"cell_id":"1","max_tokens":null}"#, r#"{"cell_id":"1"}"#),
            (
                r#"{"cell_id":"1","terminate":null}"#,
                "FAILED invalid type: null, expected a boolean at line 1 column 31",
            ),
            (
                r#"{"cell_id":"1","yield_time_ms":5000.0}"#,
                "FAILED invalid type: floating point `5000.0`, expected u64 at line 1 column 37",
            ),
            (
                r#"{"cell_id":"1","max_tokens":-1}"#,
                "FAILED invalid value: integer `-1`, expected usize at line 1 column 30",
            ),
        ],
    );
}

#[test]
fn members_of_the_wrong_type() {
    check(
        &exec_command(ExecCommandOptions { login: true, ..Default::default() }),
        &[
            (
                r#"{"cmd":5}"#,
                "FAILED invalid type: integer `5`, expected a string at line 1 column 8",
            ),
            (r#"{"cmd":null}"#, "FAILED invalid type: null, expected a string at line 1 column 11"),
            (
                r#"{"cmd":"ls","login":"yes"}"#,
                "FAILED invalid type: string \"yes\", expected a boolean at line 1 column 25",
            ),
            (
                r#"{"cmd":"ls","prefix_rule":"git"}"#,
                "FAILED invalid type: string \"git\", expected a sequence at line 1 column 31",
            ),
            (
                r#"{"cmd":"ls","prefix_rule":["git",1]}"#,
                "FAILED invalid type: integer `1`, expected a string at line 1 column 34",
            ),
            (
                r#"{"cmd":"ls","sandbox_permissions":"all"}"#,
                "FAILED unknown variant `all`, expected `use_default` or `require_escalated` at line 1 column 39",
            ),
        ],
    );
    check(
        &write_stdin(),
        &[(
            r#"{"session_id":5000000000}"#,
            "FAILED invalid value: integer `5000000000`, expected i32 at line 1 column 24",
        )],
    );
    check(
        &user::update_plan(),
        &[
            (
                r#"{"plan":[{"step":"a","status":"done"}]}"#,
                "FAILED unknown variant `done`, expected one of `pending`, `in_progress`, `completed` at line 1 column 36",
            ),
            (r#"{"plan":[{"step":"a"}]}"#, "FAILED missing field `status` at line 1 column 21"),
            (
                r#"{"plan":[7]}"#,
                "FAILED invalid type: integer `7`, expected an object at line 1 column 10",
            ),
        ],
    );
}

#[test]
fn tools_without_parameters_and_custom_tools() {
    check(&plugins::list_available_plugins_to_install(), &[("", "{}"), (" ", "{}"), ("{}", "{}")]);
    check(
        &context::clock_curr_time(),
        &[("[", "FAILED invalid type: sequence, expected an object at line 1 column 0")],
    );
    check(&edit::apply_patch(false), &[("*** Begin", "\"*** Begin\"")]);
}

#[test]
fn namespaced_children_are_found() {
    check(
        &collab::v1_spawn_agent(&SpawnOptions::default()),
        &[
            ("{}", "{}"),
            (r#"{"message":"m","items":null}"#, r#"{"message":"m"}"#),
            (
                r#"{"fork_context":null}"#,
                "FAILED invalid type: null, expected a boolean at line 1 column 20",
            ),
        ],
    );
}

#[test]
fn an_unrelated_spec_is_refused() {
    let name = ToolName::plain("lookup");
    let result = check_arguments(&name, &write_stdin(), ROOT_IN_PLAN, "{}");
    assert_eq!(result, Err("lookup takes no function arguments".to_owned()));
}

#[test]
fn deep_text_ends_in_an_error() {
    let deep = format!(r#"{{"x":{}"#, "[".repeat(100_000));
    let text = outcome(&write_stdin(), ROOT_IN_PLAN, &deep);
    assert!(text.starts_with("FAILED EOF while parsing a list"), "{text}");
}

#[test]
fn ut_21_request_user_input_in_order() {
    let call =
        |root, mode, default_mode_user_input| CallContext { root, mode, default_mode_user_input };
    let question = |options: &str| {
        format!(r#"{{"questions":[{{"id":"a","header":"h","question":"q"{options}}}]}}"#)
    };
    let good = question(r#","options":[{"label":"l","description":"d"}]"#);
    let empty = question(r#","options":[]"#);
    let missing = question("");
    let null = question(r#","options":null"#);
    let (plan, default) = (CollaborationMode::Plan, CollaborationMode::Default);
    let not_root = "request_user_input can only be used by the root thread";
    let no_options = "request_user_input requires non-empty options for every question";
    let not_here = "request_user_input is unavailable in Default mode";
    let rows = [
        ("accepted", call(true, plan, false), good.as_str(), good.as_str()),
        ("accepted in Default mode", call(true, default, true), &good, &good),
        ("not root comes first", call(false, default, false), "not json", not_root),
        ("then the mode", call(true, default, false), "not json", not_here),
        (
            "then the text",
            call(true, plan, false),
            "not json",
            "FAILED expected ident at line 1 column 2",
        ),
        ("UT-21 empty", call(true, plan, false), &empty, no_options),
        ("UT-21 missing", call(true, plan, false), &missing, no_options),
        ("UT-21 null", call(true, plan, true), &null, no_options),
        (
            "no question id",
            call(true, plan, false),
            r#"{"questions":[{}]}"#,
            "FAILED missing field `id` at line 1 column 16",
        ),
    ];
    for (case, call, text, expected) in rows {
        assert_eq!(outcome(&user::request_user_input(true), call, text), expected, "{case}");
    }
    assert!(user_input_blocks(plan) && !user_input_blocks(default));
}

#[test]
fn a_namespaced_namesake_has_no_such_rules() {
    let spec = collab::v2_placed(Some("client"), {
        let ToolSpec::Function(function) = user::request_user_input(false) else {
            panic!("a function")
        };
        function
    });
    let call = CallContext { root: false, ..ROOT_IN_PLAN };
    assert_eq!(outcome(&spec, call, r#"{"questions":[]}"#), r#"{"questions":[]}"#);
}

#[test]
fn messages_and_sleeps() {
    check(
        &user::send_user_message_async(),
        &[
            (r#"{"message":"  hi\n"}"#, r#"{"message":"hi"}"#),
            (r#"{"message":" \t "}"#, "message must not be empty"),
            (r#"{"message":""}"#, "message must not be empty"),
            ("{}", "FAILED missing field `message` at line 1 column 2"),
        ],
    );
    let range = "duration_ms must be between 1 and 43200000";
    check(
        &context::clock_sleep(),
        &[
            (r#"{"duration_ms":1}"#, r#"{"duration_ms":1}"#),
            (r#"{"duration_ms":43200000}"#, r#"{"duration_ms":43200000}"#),
            (r#"{"duration_ms":0}"#, range),
            (r#"{"duration_ms":43200001}"#, range),
            (
                r#"{"duration_ms":-1}"#,
                "FAILED invalid value: integer `-1`, expected u64 at line 1 column 17",
            ),
        ],
    );
}

#[test]
fn older_mode_names_mean_default() {
    for text in ["default", "code", "execute", "pair_programming", "custom"] {
        assert_eq!(CollaborationMode::parse(text), Some(CollaborationMode::Default), "{text}");
    }
    assert_eq!(CollaborationMode::parse("plan"), Some(CollaborationMode::Plan));
    assert_eq!(CollaborationMode::parse("review"), None);
}

#[test]
fn view_image_detail_is_a_closed_set() {
    let spec = media::view_image(media::ViewImageOptions { detail: true, environment_id: false });
    check(
        &spec,
        &[
            (r#"{"path":"a.png","detail":"original"}"#, r#"{"path":"a.png","detail":"original"}"#),
            (
                r#"{"path":"a.png","detail":"low"}"#,
                "FAILED unknown variant `low`, expected `high` or `original` at line 1 column 30",
            ),
        ],
    );
}
