//! X: tool modes, and what each exposure means in them.

use freezeframe::lang::Lang;
use freezeframe::planner::Plan;
use freezeframe::planner::features::Feature;
use freezeframe::planner::gates::{Gates, host_warning};
use freezeframe::planner::inputs::{ExtensionTool, PlanInputs, ToolMode};
use freezeframe::tool::{NamespaceTool, ToolExposure, ToolExposures, ToolName, ToolSpec};

use crate::fixture::*;

const DISABLED: &str = "code-mode host is disabled";

fn modes(change: impl FnOnce(&mut PlanInputs)) -> (&'static str, Option<String>) {
    let mut inputs = PlanInputs::fixture();
    change(&mut inputs);
    let warning = host_warning(&inputs).map(|decision| decision.sentence(Lang::En));
    (Gates::read(&inputs).mode.label(), warning)
}

#[test]
fn effective_modes() {
    use ToolMode::{CodeMode, CodeModeOnly, Direct};
    // Case, the model's mode, the two features, host available, fallback disabled.
    let rows = [
        ("X-01", None, false, false, true, false, "Direct"),
        ("X-02", None, true, false, true, false, "CodeMode"),
        ("X-03", None, true, true, true, false, "CodeModeOnly"),
        ("X-04", Some(Direct), true, true, true, false, "Direct"),
        ("X-05", Some(CodeMode), false, false, true, false, "CodeMode"),
        ("X-06", Some(CodeModeOnly), false, false, true, false, "CodeModeOnly"),
        ("X-07", Some(CodeMode), false, false, false, false, "Direct"),
        ("X-08", Some(CodeModeOnly), false, false, false, false, "CodeModeOnly"),
        ("X-09", None, true, false, false, false, "Direct"),
        ("3.1: the fallback is forbidden", None, true, false, false, true, "CodeMode"),
        ("3.1: nobody asked", None, false, false, false, false, "Direct"),
    ];
    for (case, model, code_mode, only, host, no_fallback, expected) in rows {
        for missing in ["service", "feature"] {
            let (mode, warning) = modes(|inputs| {
                inputs.model.tool_mode = model;
                set(inputs, Feature::CodeMode, code_mode);
                set(inputs, Feature::CodeModeOnly, only);
                inputs.config.code_mode.disable_in_process_fallback = no_fallback;
                match missing {
                    "service" => inputs.code_mode_service = host,
                    _ => set(inputs, Feature::CodeModeHost, host),
                }
            });
            assert_eq!(mode, expected, "{case}, {missing}");
            let asked = model.is_some_and(|mode| mode != Direct) || (model.is_none() && code_mode);
            assert_eq!(warning.is_some(), asked && !host, "{case}, {missing}: {warning:?}");
        }
    }
}

#[test]
fn the_warning_says_what_happens_next() {
    let rows = [
        ("X-07", ToolMode::CodeMode, "Falling back to direct tools"),
        ("X-08", ToolMode::CodeModeOnly, "Code mode will fail closed"),
    ];
    for (case, mode, behaviour) in rows {
        let (_, warning) = modes(|inputs| {
            inputs.model.tool_mode = Some(mode);
            set(inputs, Feature::CodeModeHost, false);
        });
        let expected = format!(
            "Code Mode is unavailable because {DISABLED}. {behaviour}; enable \
             `features.code_mode_host` and install `codex-code-mode-host`."
        );
        assert_eq!(warning.as_deref(), Some(&*expected), "{case}");
    }
}

/// How the model sees a tool, and whether a cell can call it.
fn seen(plan: &Plan, path: &str) -> String {
    let name = ToolName::parse_dotted(path);
    let description = plan.visible.iter().find_map(|entry| match &*entry.spec {
        ToolSpec::Namespace(spec) if Some(&spec.name) == name.namespace.as_ref() => {
            let member = spec.tools.iter().find(|tool| tool.name() == &*name.name);
            member.map(|tool| NamespaceTool::description(tool))
        }
        spec if name.namespace.is_none() && spec.name() == &*name.name => Some(spec.description()),
        _ => None,
    });
    let listed = match description {
        None => "not listed",
        Some(text) if text.contains("exec tool declaration:") => "augmented",
        Some(_) => "plain",
    };
    let nested = plan.nested.values().any(|nested| *nested == name);
    let in_cells = plan.cell_tools().iter().any(|tool| tool.name == name);
    assert_eq!(nested, in_cells, "{path}: both lists agree");
    format!("{listed}, {}", if nested { "nested" } else { "not nested" })
}

fn with_tool(exposure: ToolExposure, mode: ToolMode, inputs: &mut PlanInputs) {
    search_on(inputs);
    inputs.model.tool_mode = Some(mode);
    let tool =
        ExtensionTool { exposure, search_source: Some("Notes".into()), ..extension("notes.add") };
    inputs.extensions = [tool].into();
}

#[test]
fn exposures_by_mode() {
    use ToolExposure::{CodeModeOnly, Deferred, Direct, DirectModelOnly, Hidden};
    let rows = [
        ("X-10", Direct, ToolMode::Direct, "plain, not nested"),
        ("X-11", Direct, ToolMode::CodeMode, "augmented, nested"),
        ("X-12", Direct, ToolMode::CodeModeOnly, "not listed, nested"),
        ("X-13", Deferred, ToolMode::CodeMode, "not listed, nested"),
        ("X-14", Deferred, ToolMode::CodeModeOnly, "not listed, nested"),
        ("X-15", DirectModelOnly, ToolMode::CodeModeOnly, "plain, not nested"),
        ("X-16", DirectModelOnly, ToolMode::CodeMode, "plain, not nested"),
        ("X-17", CodeModeOnly, ToolMode::CodeMode, "not listed, nested"),
        ("X-18", Hidden, ToolMode::Direct, "not listed, not nested"),
        ("X-18", Hidden, ToolMode::CodeMode, "not listed, not nested"),
        ("X-18", Hidden, ToolMode::CodeModeOnly, "not listed, not nested"),
    ];
    for (case, exposure, mode, expected) in rows {
        let plan = planned(&[], |inputs| with_tool(exposure, mode, inputs));
        assert_eq!(seen(&plan, "notes.add"), expected, "{case} {}", mode.label());
    }
}

fn exec_text(plan: &Plan) -> String {
    spec(plan, "exec")["description"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn deferred_tools_are_hinted_at() {
    for (case, mode) in [("X-13", ToolMode::CodeMode), ("X-14", ToolMode::CodeModeOnly)] {
        for search in [false, true] {
            let plan = planned(&[], |inputs| {
                with_tool(ToolExposure::Deferred, mode, inputs);
                inputs.model.supports_search_tool = search;
            });
            let text = exec_text(&plan);
            assert!(!text.contains("notes__add"), "{case}: not in the prompt");
            assert_eq!(text.contains("Some deferred nested tools"), search, "{case}");
            assert_eq!(seen(&plan, "notes.add"), "not listed, nested", "{case}");
        }
    }
}

#[test]
fn namespaces_by_configuration() {
    let excluded = |mode: ToolMode| {
        planned(&[], |inputs| {
            with_tool(ToolExposure::Direct, mode, inputs);
            inputs.config.code_mode.excluded_tool_namespaces = ["notes".into()].into();
        })
    };
    assert_eq!(seen(&excluded(ToolMode::CodeMode), "notes.add"), "plain, not nested", "X-19");
    let only = excluded(ToolMode::CodeModeOnly);
    assert_eq!(seen(&only, "notes.add"), "not listed, not nested", "3.3 rule 6");

    let direct_only = planned(&[], |inputs| {
        with_tool(ToolExposure::Direct, ToolMode::CodeModeOnly, inputs);
        inputs.config.code_mode.direct_only_tool_namespaces = ["notes".into()].into();
    });
    assert_eq!(seen(&direct_only, "notes.add"), "plain, not nested", "X-20");
}

#[test]
fn the_first_of_two_equal_identifiers_wins() {
    let two = |mode: ToolMode| {
        planned(&[], |inputs| {
            inputs.model.tool_mode = Some(mode);
            inputs.extensions = [extension("n.a-b"), extension("n.a_b")].into();
        })
    };
    let plan = two(ToolMode::CodeMode);
    assert_eq!(seen(&plan, "n.a-b"), "augmented, nested", "X-21");
    assert_eq!(seen(&plan, "n.a_b"), "plain, not nested", "X-21");
    let plan = two(ToolMode::CodeModeOnly);
    assert_eq!(seen(&plan, "n.a-b"), "not listed, nested", "3.3 rule 6");
    assert_eq!(seen(&plan, "n.a_b"), "not listed, not nested", "3.3 rule 6");
}

/// A namespace that bears the name of an entry point stays as it is in the list.
#[test]
fn entry_points_are_never_augmented() {
    let plan = planned(&[], |inputs| {
        inputs.model.tool_mode = Some(ToolMode::CodeMode);
        inputs.extensions = [extension("exec.later"), extension("wait.more")].into();
    });
    assert_eq!(seen(&plan, "exec"), "plain, not nested", "D-10");
    assert_eq!(seen(&plan, "wait"), "plain, not nested", "D-10");
    assert_eq!(seen(&plan, "exec.later"), "plain, nested", "planner 3.8");
    assert_eq!(seen(&plan, "wait.more"), "plain, nested", "planner 3.8");
}

#[test]
fn mcp_servers_omit_exposures() {
    let none = ToolExposures::NONE;
    let code_mode = ToolExposures::CODE_MODE;
    let deferred = ToolExposures::DEFERRED;
    let rows = [
        ("X-22", none, true, ToolMode::Direct, "Deferred"),
        ("X-23", none, false, ToolMode::CodeMode, "Direct"),
        ("X-24", code_mode, false, ToolMode::CodeMode, "DirectModelOnly"),
        ("X-25", code_mode, true, ToolMode::CodeMode, "DeferredModelOnly"),
        ("X-26", deferred, true, ToolMode::CodeMode, "Direct"),
        ("X-27", ToolExposures::ALL, true, ToolMode::CodeMode, "Hidden"),
    ];
    for (case, omitted, search, mode, expected) in rows {
        let servers = [under(filesystem(), |terms| terms.omit_tools_from = omitted)];
        let plan = planned(&servers, |inputs| {
            inputs.model.supports_search_tool = search;
            inputs.model.tool_mode = Some(mode);
        });
        assert_eq!(exposure(&plan.registry, "mcp__filesystem.read_file"), expected, "{case}");
    }
}
