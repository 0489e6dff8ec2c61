//! The pack: every scenario of `scenarios/`, and the captured tool lists they use, inside the program.
//!
//! Stands beside the scenario floor: only texts and their names, no I/O. The order is that of the
//! file names; the gallery sorts by theme and `order`. Start reading at [`SCENARIOS`].
//! `tests/pack.rs` checks that these lists and the folder agree.

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../scenarios/", $name)))),*]
    };
}

/// File name and text of every scenario, by file name.
pub const SCENARIOS: &[(&str, &str)] = files![
    "a1-name-over-the-limit.ron",
    "a2-one-bad-name.ron",
    "a3-hyphen.ron",
    "a4-slashes-and-dots.ron",
    "a5-two-servers-one-namespace.ron",
    "a6-core-names-never-yield.ron",
    "agent-plugin-budget.ron",
    "agents-by-generation.ron",
    "apps-and-their-policy.ron",
    "b1-list-changed.ron",
    "b2-inside-one-turn.ron",
    "b3-required-server-never-starts.ron",
    "b3-slow-servers-grace-0.ron",
    "b3-slow-servers-grace-1000.ron",
    "b3-slow-servers-grace-250.ron",
    "b4-restart-at-the-same-address.ron",
    "b5-gone-and-back.ron",
    "b6-only-the-first-page.ron",
    "c1-both-or-neither.ron",
    "c2-nothing-to-search.ron",
    "c3-no-padding.ron",
    "c4-japanese-descriptions.ron",
    "c5-code-mode-only.ron",
    "catalog-changes-under-a-call.ron",
    "cell-engine-does-not-start.ron",
    "cell-errors-are-strings.ron",
    "cell-exit-with-calls-in-flight.ron",
    "cell-f1-dead-cell.ron",
    "cell-f2-two-budgets.ron",
    "cell-f3-failure-nobody-awaited.ron",
    "cell-f4-one-of-all-fails.ron",
    "cell-f5-last-expression.ron",
    "cell-f6-not-javascript.ron",
    "cell-f7-endless-loop.ron",
    "cell-failure-caught.ron",
    "cell-failure-keeps-output.ron",
    "cell-finds-a-deferred-tool.ron",
    "cell-host-lost.ron",
    "cell-images.ron",
    "cell-loop-or-all.ron",
    "cell-notify-delays-the-end.ron",
    "cell-one-for-five.ron",
    "cell-output-as-it-arrives.ron",
    "cell-overlapping-stores.ron",
    "cell-polls-a-long-command.ron",
    "cell-serial-or-parallel.ron",
    "cell-terminate-after-the-end.ron",
    "cell-terminate-slow-cleanup.ron",
    "cell-tie-at-the-deadline.ron",
    "cell-tool-gone-before-the-next-sample.ron",
    "cell-yield-heard-or-not.ron",
    "credentials-and-postponed-starts.ron",
    "d1-reference-kept.ron",
    "d2-unions-kept.ron",
    "d3-type-forms.ron",
    "d4-boolean-schemas.ron",
    "d5-no-properties.ron",
    "d6-more-than-128-tools.ron",
    "e1-provider-without-namespaces.ron",
    "e2-same-namespace-twice.ron",
    "e3-reviewer-given-too-much.ron",
    "exercise-with-agents.ron",
    "exercise-without-agents.ron",
    "extension-gates.ron",
    "filters-and-visibility.ron",
    "hooks-around-calls.ron",
    "lecture-closing-exec-reads.ron",
    "lecture-freeze-connect.ron",
    "lecture-freeze-drop.ron",
    "lecture-identity-cut.ron",
    "lecture-registered-not-visible.ron",
    "lecture-subtle-drop.ron",
    "lecture-tool-search-comes-and-goes.ron",
    "lecture-when-flips-show.ron",
    "lecture-widget.ron",
    "omit-tools-from.ron",
    "parallel-gate.ron",
    "policy-per-call.ron",
    "policy-per-sample.ron",
    "policy-per-turn.ron",
    "schema-over-budget.ron",
    "the-name-tool-search.ron",
    "two-environments.ron",
    "utility-tools.ron",
    "ways-a-call-can-end.ron",
    "web-search-mode.ron",
];

/// File name and text of every captured `tools/list` answer that a scenario names in `tools_from`.
pub const FILES: &[(&str, &str)] = files![
    "agent-plugin-forms.tools.json",
    "b6-accounting.tools.json",
    "c5-warehouse.tools.json",
    "d6-shipping.tools.json",
];

/// The text of a scenario, by file name (`lecture-widget.ron`) or by its stem (`lecture-widget`).
pub fn scenario(name: &str) -> Option<&'static str> {
    let stem = |file: &'static str| file.strip_suffix(".ron").unwrap_or(file);
    let found = SCENARIOS.iter().find(|(file, _)| *file == name || stem(file) == name);
    found.map(|(_, text)| *text)
}

/// A captured tool list, in the shape that [`crate::scenario::load`] asks for.
///
/// # Errors
/// Words for a problem when the pack holds no such file.
pub fn resolve(path: &str) -> Result<String, String> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let found = FILES.iter().find(|(name, _)| *name == path);
    found
        .map(|(_, text)| (*text).to_owned())
        .ok_or_else(|| format!("the pack holds no file `{path}`"))
}
