//! Source: the utility tools, in registration order.

use std::sync::Arc;

use super::utility_gates as gates;
use crate::builtin::context::{clock_curr_time, clock_sleep, get_context_remaining, new_context};
use crate::builtin::edit::apply_patch;
use crate::builtin::environment::{HostTextVerdict, wait_for_environment};
use crate::builtin::media::{test_sync_tool, view_image};
use crate::builtin::plugins::{
    Presentation, list_available_plugins_to_install, request_plugin_install,
};
use crate::builtin::user::{
    request_permissions, request_user_input, send_user_message_async, update_plan,
};
use crate::planner::build::Build;
use crate::planner::features::Feature;
use crate::planner::inputs::{PlanInputs, SuggestionPresentation};
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};
use crate::planner::specs::SpecKey;
use crate::tool::{ToolName, ToolSpec};

static HOST_TEXT: Rule = Rule::new(
    "utility.host_text",
    Stage::CoreSources,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "1009-1115"),
    "A host may word wait_for_environment, within two size bounds.",
    "호스트가 두 크기 한도 안에서 wait_for_environment의 글을 정할 수 있어요.",
);
static HOST_TEXT_USED: Reason = Reason::new(
    &HOST_TEXT,
    "used",
    Outcome::Noted,
    "The host's own texts are used.",
    "호스트의 글을 써요.",
);
static HOST_TEXT_REFUSED: Reason = Reason::new(
    &HOST_TEXT,
    "too_long",
    Outcome::Noted,
    "The host's texts are too long; the built-in text is used.",
    "호스트의 글이 너무 길어서 내장 글을 써요.",
);
static HOST_TEXT_NONE: Reason = Reason::new(
    &HOST_TEXT,
    "none",
    Outcome::Noted,
    "The host brings no text; the built-in one is used.",
    "호스트의 글이 없어서 내장 글을 써요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 1] = [&HOST_TEXT];

/// The tools of this source, in registration order.
pub const NAMES: [&str; 14] = [
    "update_plan",
    "wait_for_environment",
    "request_user_input",
    "send_user_message_async",
    "request_permissions",
    "new_context",
    "get_context_remaining",
    "clock.curr_time",
    "clock.sleep",
    "list_available_plugins_to_install",
    "request_plugin_install",
    "apply_patch",
    "test_sync_tool",
    "view_image",
];

/// Walks the source.
pub fn add(build: &mut Build<'_>) {
    let inputs = build.inputs;
    let many = inputs.environments.len() >= 2;
    let default_mode = inputs.feature(Feature::DefaultModeRequestUserInput);
    fixed(build, "update_plan", gates::update_plan, update_plan);
    wait_for_environment_tool(build);
    keyed(build, "request_user_input", gates::request_user_input, default_mode.into(), || {
        request_user_input(default_mode)
    });
    fixed(
        build,
        "send_user_message_async",
        gates::send_user_message_async,
        send_user_message_async,
    );
    fixed(build, "request_permissions", gates::request_permissions, request_permissions);
    fixed(build, "new_context", gates::token_budget, new_context);
    fixed(build, "get_context_remaining", gates::token_budget, get_context_remaining);
    fixed(build, "clock.curr_time", gates::clock, clock_curr_time);
    fixed(build, "clock.sleep", gates::clock_sleep, clock_sleep);
    plugins(build);
    keyed(build, "apply_patch", gates::apply_patch, many.into(), || apply_patch(many));
    fixed(build, "test_sync_tool", gates::test_sync_tool, test_sync_tool);
    let (options, packed) = gates::view_image_options(inputs);
    keyed(build, "view_image", gates::view_image, packed, || view_image(options));
}

fn fixed(
    build: &mut Build<'_>,
    name: &'static str,
    gate: fn(&PlanInputs) -> Decision,
    make: fn() -> ToolSpec,
) {
    keyed(build, name, gate, 0, make);
}

fn keyed(
    build: &mut Build<'_>,
    name: &'static str,
    gate: fn(&PlanInputs) -> Decision,
    options: u64,
    make: impl FnOnce() -> ToolSpec,
) {
    let decision = gate(build.inputs);
    let open = decision.outcome() == Outcome::Passed;
    let gate = build.ledger.note(decision);
    let tool = ToolName::parse_dotted(name);
    if !open {
        build.absent(tool, &[gate]);
        return;
    }
    let spec = build.specs.get(SpecKey::with(name, options), make);
    build.builtin(tool, spec, &[gate]);
}

fn wait_for_environment_tool(build: &mut Build<'_>) {
    let decision = gates::wait_for_environment(build.inputs);
    let open = decision.outcome() == Outcome::Passed;
    let gate = build.ledger.note(decision);
    let name = ToolName::plain("wait_for_environment");
    if !open {
        build.absent(name, &[gate]);
        return;
    }
    let texts = build.inputs.wait_for_environment.clone();
    let made = build.specs.wait_for_environment.get(texts, |texts| {
        let (spec, verdict) = wait_for_environment(texts.as_ref());
        (Arc::new(spec), verdict)
    });
    let (spec, verdict) = (made.0.clone(), made.1);
    let text = build.ledger.note(match verdict {
        HostTextVerdict::Host => HOST_TEXT_USED.decide(),
        HostTextVerdict::BuiltIn => HOST_TEXT_NONE.decide(),
        _ => HOST_TEXT_REFUSED.decide(),
    });
    build.builtin(name, spec, &[gate, text]);
}

fn plugins(build: &mut Build<'_>) {
    fixed(
        build,
        "list_available_plugins_to_install",
        gates::list_plugins,
        list_available_plugins_to_install,
    );
    let presentation = match build.inputs.suggestions.presentation {
        SuggestionPresentation::ListTool => Presentation::ListTool,
        SuggestionPresentation::RecommendationContext => Presentation::RecommendationContext,
    };
    let packed = u64::from(presentation == Presentation::RecommendationContext);
    keyed(build, "request_plugin_install", gates::request_plugin_install, packed, || {
        request_plugin_install(presentation)
    });
}
