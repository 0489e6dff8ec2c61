//! The gate of the extension tool `image_gen.imagegen`.

use crate::lang::Text;
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
        (
            !inputs.feature(Feature::ImageGeneration),
            &Text {
                en: "the feature image_generation is off",
                ko: "image_generation 기능이 꺼져 있음",
            },
        ),
        (
            inputs.provider.image_auth == ImageAuth::FreePlan,
            &Text { en: "the account is on the free plan", ko: "무료 요금제" },
        ),
        (
            !inputs.provider.image_generation,
            &Text {
                en: "the provider does not generate images",
                ko: "제공자가 이미지를 만들지 못함",
            },
        ),
        (
            !inputs.provider.namespace_tools,
            &Text {
                en: "the provider does not carry namespaces",
                ko: "제공자가 namespace를 전달하지 못함",
            },
        ),
        (
            !inputs.model.image_input,
            &Text { en: "the model takes no images", ko: "모델이 이미지를 받지 않음" },
        ),
        (
            inputs.provider.image_auth == ImageAuth::ApiKey,
            &Text {
                en: "neither the provider nor the sign-in authorizes it",
                ko: "제공자도 로그인도 허락하지 않음",
            },
        ),
    ];
    match closed.into_iter().find(|(closed, _)| *closed) {
        Some((_, because)) => CLOSED.with([("because", because.into())]),
        None => OPEN.decide(),
    }
}
