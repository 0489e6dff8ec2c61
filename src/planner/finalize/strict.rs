//! 4e: strict collisions turn a clash into an error of the whole plan.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::lang::Text;
use crate::planner::build::Build;
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};
use crate::tool::{DEFAULT_NAMESPACE, ToolExposure, ToolSpec};

static STRICT: Rule = Rule::new(
    "finalize.strict",
    Stage::Finalize,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "371-448"),
    "With error_on_tool_collisions a clash of names, owners or descriptions fails the plan.",
    "error_on_tool_collisions가 켜지면 이름, 주인, 설명의 충돌이 계획을 실패시켜요.",
);
static CLEAN: Reason = Reason::new(
    &STRICT,
    "clean",
    Outcome::Noted,
    "Strict mode: no clash was found.",
    "엄격 모드: 충돌이 없었어요.",
);
static CLASH: Reason = Reason::new(
    &STRICT,
    "clash",
    Outcome::Noted,
    "Strict mode: the plan fails with `duplicate tool: {name}` ({kind}).",
    "엄격 모드: `duplicate tool: {name}`으로 계획이 실패해요({kind}).",
);
static RELAXED: Reason = Reason::new(
    &STRICT,
    "relaxed",
    Outcome::Noted,
    "Relaxed mode: the clash over {name} is only a warning.",
    "느슨한 모드: {name}의 충돌은 경고일 뿐이에요.",
);

const TAKEN: &Text = &Text { en: "the name was taken", ko: "이미 쓰인 이름" };
const TWO_OWNERS: &Text =
    &Text { en: "the namespace has two owners", ko: "namespace의 주인이 둘" };
const TWO_TEXTS: &Text =
    &Text { en: "the namespace has two descriptions", ko: "namespace의 설명이 둘" };

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 1] = [&STRICT];

/// The name of the first clash, if strict mode is on and there is one.
pub fn check(build: &mut Build<'_>) -> Option<String> {
    if !build.inputs.config.error_on_tool_collisions {
        if let Some(name) = build.registry.first_collision() {
            let decision = RELAXED.with([("name", name.strict().into())]);
            build.ledger.note(decision);
        }
        return None;
    }
    let clash = first_clash(build);
    let decision: Decision = match &clash {
        Some((name, kind)) => CLASH.with([("name", name.clone().into()), ("kind", (*kind).into())]),
        None => CLEAN.decide(),
    };
    build.ledger.note(decision);
    clash.map(|(name, _)| name)
}

fn first_clash(build: &Build<'_>) -> Option<(String, &'static Text)> {
    if let Some(name) = build.registry.first_collision() {
        return Some((name.strict(), TAKEN));
    }
    let inventory = super::inventory::is_on(build.inputs);
    let mut owners: BTreeMap<&str, Option<&Arc<str>>> = BTreeMap::new();
    let mut descriptions: BTreeMap<&str, &str> = BTreeMap::new();
    for (_, entry) in build.registry.iter() {
        let namespace = match &*entry.runtime.spec {
            ToolSpec::Namespace(spec) => &*spec.name,
            ToolSpec::Function(_) | ToolSpec::Freeform(_) => DEFAULT_NAMESPACE,
            ToolSpec::ToolSearch(_) => "tool_search",
            ToolSpec::WebSearch(_) => continue,
        };
        if inventory && entry.exposure != ToolExposure::Hidden {
            let owner = entry.runtime.origin.server();
            if *owners.entry(namespace).or_insert(owner) != owner {
                return Some((namespace.to_owned(), TWO_OWNERS));
            }
        }
        let ToolSpec::Namespace(spec) = &*entry.runtime.spec else { continue };
        let text = &*spec.description;
        if text.trim().is_empty() {
            continue;
        }
        if *descriptions.entry(namespace).or_insert(text) != text {
            return Some((namespace.to_owned(), TWO_TEXTS));
        }
    }
    None
}
