//! Plans and traces of cases.

use std::collections::BTreeSet;
use std::sync::Arc;

use freezeframe::laws::proptest::test_runner::TestCaseError;
use freezeframe::laws::scenarios::{plan_inputs, played, with_inputs};
use freezeframe::planner::inputs::PlanInputs;
use freezeframe::planner::{Plan, plan};
use freezeframe::scenario::ScenarioFile;
use freezeframe::session::record::SampleRecord;
use freezeframe::tool::{ToolName, ToolSpec};
use freezeframe::trace::{Head, Trace};

pub type Verdict = Result<(), TestCaseError>;

/// The inputs of the only sample, and its plan; a name clash is only a warning.
pub fn relaxed(file: &ScenarioFile) -> Result<(Arc<PlanInputs>, Arc<Plan>), TestCaseError> {
    let inputs = plan_inputs(file)?;
    let inputs = with_inputs(&inputs, |inputs| inputs.config.error_on_tool_collisions = false);
    let plan = plan(&inputs).map_err(|failure| TestCaseError::fail(failure.to_string()))?;
    Ok((inputs, plan))
}

/// The trace of a scenario.
pub fn trace(file: &ScenarioFile) -> Result<Trace, TestCaseError> {
    Ok(Trace::new(Head::default(), played(file)?))
}

/// A tool without a namespace, as the registry spells it.
pub fn plain(name: &str) -> ToolName {
    ToolName::plain(name).canonical()
}

/// Visible tools that something here runs: all but the hosted ones.
pub fn shown(plan: &Plan) -> BTreeSet<ToolName> {
    plan.visible
        .iter()
        .filter(|entry| !matches!(*entry.spec, ToolSpec::WebSearch(_)))
        .flat_map(|entry| &entry.members)
        .map(ToolName::canonical)
        .collect()
}

/// What a sample was sent with: the digest of its table, or the error of its capture.
pub fn table(sample: &SampleRecord) -> String {
    match &sample.plan {
        Ok(plan) => plan.digest().to_string(),
        Err(failure) => failure.message.to_string(),
    }
}

/// What a sample advertised and could dispatch, whatever the reasons were.
pub fn list(sample: &SampleRecord) -> String {
    let plan = match &sample.plan {
        Ok(plan) => plan,
        Err(failure) => return failure.message.to_string(),
    };
    let entries = plan.registry.iter();
    let entries = entries.map(|(name, entry)| format!("{} {}", name, entry.exposure.label()));
    entries
        .chain(plan.wire_json().iter().map(|json| json.to_string()))
        .collect::<Vec<_>>()
        .join("\n")
}
