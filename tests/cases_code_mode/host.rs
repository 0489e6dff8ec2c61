//! A session without a host for cells: which mode it ends in, and what the user is told.

use freezeframe::lang::Lang;
use freezeframe::scenario;
use freezeframe::session::run;

/// Runs two turns of two samples, and after them one with the host back. Returns the mode of each
/// sample's plan, and every sentence about the host with the step it was written at.
fn run_without_host(setting: &str, mode: &str) -> (Vec<&'static str>, Vec<(u32, String)>) {
    let text = format!(
        r#"#![enable(implicit_some, unwrap_variant_newtypes)]
        Scenario(
            format: 1,
            title: (en: "Cells without a host"),
            start: (set: [ModelToolMode({mode}), {setting}(false)]),
            script: [
                Turn(), Sample(), Sample(),
                Turn(), Sample(), Sample(),
                Event(Set([{setting}(true)])),
                Turn(), Sample(),
            ],
        )"#
    )
    .replace("Feature(false)", "Feature(code_mode_host, false)")
    .replace("Feature(true)", "Feature(code_mode_host, true)");
    let loaded = scenario::load(&text, "host", &|name| Err(name.to_owned()));
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    let record = run(loaded.script.as_ref().expect("it loads"));
    let mut modes = Vec::new();
    let mut told = Vec::new();
    for sample in &record.samples {
        modes.push(sample.plan.as_ref().expect("plans").gates.mode.label());
        for decision in sample.capture.iter().filter(|d| d.rule().id == "gate.tool_mode") {
            told.push((sample.step, decision.sentence(Lang::En)));
        }
    }
    (modes, told)
}

#[test]
fn the_user_is_told_once_a_session() {
    let missing = "failed to spawn code-mode host codex-code-mode-host: No such file or directory \
        (os error 2)";
    let rows = [
        ("X-07", "CodeModeService", "CodeMode", "Direct", missing, "Falling back to direct tools"),
        (
            "X-07",
            "Feature",
            "CodeMode",
            "Direct",
            "code-mode host is disabled",
            "Falling back to direct tools",
        ),
        (
            "X-08",
            "CodeModeService",
            "CodeModeOnly",
            "CodeModeOnly",
            missing,
            "Code mode will fail closed",
        ),
    ];
    for (case, setting, asked, without, reason, behaviour) in rows {
        let (modes, told) = run_without_host(setting, asked);
        assert_eq!(modes, [without, without, without, without, asked], "{case} {setting}");
        let warning = format!(
            "Code Mode is unavailable because {reason}. {behaviour}; enable \
             `features.code_mode_host` and install `codex-code-mode-host`."
        );
        assert_eq!(told, [(1, warning)], "{case} {setting}");
    }
    let (_, told) = run_without_host("CodeModeService", "Direct");
    assert!(told.is_empty(), "3.1: nobody asked for cells");
}
