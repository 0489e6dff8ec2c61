//! The gate of the extension tool `image_gen.imagegen`.

use crate::planner::features::Feature;
use crate::planner::inputs::{ImageAuth, PlanInputs};
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};

static GATE: Rule = Rule::new(
    "extension.image_gate",
    Stage::External,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "1258-1285"),
    "image_gen.imagegen needs its feature, a paid plan, an able provider and model, and suitable credentials.",
    "image_gen.imagegen에는 기능, 유료 요금제, 가능한 제공자와 모델, 알맞은 인증이 필요해요.",
);
static OPEN: Reason = Reason::new(
    &GATE,
    "open",
    Outcome::Passed,
    "All image gates are open.",
    "이미지 조건이 모두 열렸어요.",
);
static CLOSED: Reason = Reason::new(
    &GATE,
    "closed",
    Outcome::Absent,
    "Skipped: {because}.",
    "건너뛰었어요. 이유: {because}.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 1] = [&GATE];

/// The gate, in the order of the reference.
pub fn gate(inputs: &PlanInputs) -> Decision {
    let closed = [
        (!inputs.feature(Feature::ImageGeneration), "the feature image_generation is off"),
        (inputs.provider.image_auth == ImageAuth::FreePlan, "the account is on the free plan"),
        (!inputs.provider.image_generation, "the provider does not generate images"),
        (!inputs.provider.namespace_tools, "the provider does not carry namespaces"),
        (!inputs.model.image_input, "the model takes no images"),
        (
            inputs.provider.image_auth == ImageAuth::ApiKey,
            "neither the provider nor the sign-in authorizes it",
        ),
    ];
    match closed.into_iter().find(|(closed, _)| *closed) {
        Some((_, because)) => CLOSED.with([("because", because.into())]),
        None => OPEN.decide(),
    }
}
