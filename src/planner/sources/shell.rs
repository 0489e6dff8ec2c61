//! Source: `exec_command` and `write_stdin`.

use crate::builtin::shell::{ExecCommandOptions, exec_command, write_stdin};
use crate::planner::build::Build;
use crate::planner::features::Feature;
use crate::planner::inputs::PlanInputs;
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};
use crate::planner::specs::SpecKey;
use crate::tool::ToolName;

static GATE: Rule = Rule::new(
    "shell.gate",
    Stage::CoreSources,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "957-986"),
    "Command tools need a ready environment, both shell features, and a model that does not opt out.",
    "명령 도구에는 준비된 환경, 두 shell 기능, 거부하지 않는 모델이 필요해요.",
);
static OPEN: Reason = Reason::new(
    &GATE,
    "open",
    Outcome::Passed,
    "The shell gate is open: {environments} ready environment(s), both shell features on.",
    "shell 문이 열렸어요. 준비된 환경 {environments}개, 두 shell 기능이 켜져 있어요.",
);
static NO_ENVIRONMENT: Reason = Reason::new(
    &GATE,
    "no_environment",
    Outcome::Absent,
    "No command tools: no environment is ready.",
    "명령 도구가 없어요. 준비된 환경이 없어요.",
);
static FEATURE_OFF: Reason = Reason::new(
    &GATE,
    "feature_off",
    Outcome::Absent,
    "No command tools: the feature {feature} is off.",
    "명령 도구가 없어요. {feature} 기능이 꺼져 있어요.",
);
static MODEL_OPTS_OUT: Reason = Reason::new(
    &GATE,
    "model",
    Outcome::Absent,
    "No command tools: the model's shell type is Disabled.",
    "명령 도구가 없어요. 모델의 shell 유형이 Disabled예요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 1] = [&GATE];

/// The tools of this source, in registration order.
pub const NAMES: [&str; 2] = ["exec_command", "write_stdin"];

/// Walks the source.
pub fn add(build: &mut Build<'_>) {
    let decision = gate(build.inputs);
    let open = decision.outcome() == Outcome::Passed;
    let gate = build.ledger.note(decision);
    for name in NAMES {
        if !open {
            build.absent(ToolName::plain(name), &[gate]);
        }
    }
    if open {
        let approvals = build.inputs.feature(Feature::ExecPermissionApprovals);
        register_pair(build, approvals, &[gate]);
    }
}

/// The gate of both tools.
pub fn gate(inputs: &PlanInputs) -> Decision {
    if inputs.environments.is_empty() {
        return NO_ENVIRONMENT.with([("environments", 0usize.into())]);
    }
    for feature in [Feature::ShellTool, Feature::UnifiedExec] {
        if !inputs.feature(feature) {
            return FEATURE_OFF.with([("feature", feature.key().into())]);
        }
    }
    if inputs.model.shell_disabled {
        return MODEL_OPTS_OUT.with([("shell_type", "Disabled".into())]);
    }
    OPEN.with([("environments", inputs.environments.len().into())])
}

/// Registers both tools; the reviewer uses this too, with approvals off.
pub fn register_pair(build: &mut Build<'_>, additional_permissions: bool, chain: &[u32]) {
    let options = exec_options(build.inputs, additional_permissions);
    let packed = u64::from(options.shell)
        | u64::from(options.login) << 1
        | u64::from(options.environment_id) << 2
        | u64::from(options.additional_permissions) << 3;
    let spec = build.specs.get(SpecKey::with("exec_command", packed), || exec_command(options));
    build.builtin(ToolName::plain("exec_command"), spec, chain);
    let spec = build.specs.get(SpecKey::fixed("write_stdin"), write_stdin);
    build.builtin(ToolName::plain("write_stdin"), spec, chain);
}

/// Which optional parameters `exec_command` carries.
pub fn exec_options(inputs: &PlanInputs, additional_permissions: bool) -> ExecCommandOptions {
    let any_remote = inputs.environments.iter().any(|environment| environment.remote);
    ExecCommandOptions {
        shell: !zsh_fork(inputs) || any_remote,
        login: inputs.environments.iter().any(|environment| environment.login_shell),
        environment_id: inputs.environments.len() >= 2,
        additional_permissions,
    }
}

/// The unified-exec shell mode is ZshFork only when features and host all agree.
fn zsh_fork(inputs: &PlanInputs) -> bool {
    inputs.shell_host.zsh_fork_possible
        && [
            Feature::ShellTool,
            Feature::UnifiedExec,
            Feature::ShellZshFork,
            Feature::UnifiedExecZshFork,
        ]
        .into_iter()
        .all(|feature| inputs.feature(feature))
}
