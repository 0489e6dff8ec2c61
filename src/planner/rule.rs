//! The ledger's alphabet: [`Rule`], [`Reason`], [`Decision`].
//!
//! A rule is one small function of the planner. It returns a decision: which reason applied, what
//! came of it, and the facts that were read. Rules and reasons are statics that stand next to their
//! function, so a reason's text, its upstream source and its code can be read on one screen.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

pub use super::fact::{Fact, Facts};
use crate::lang::{Lang, Text};

/// The nine planner stages of the lecture, in pipeline order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// 1: resolve this step's MCP binding.
    BindMcp,
    /// 2: collect the MCP list and hand it to the planner.
    CollectMcp,
    /// 3: identity decides which sources run.
    Identity,
    /// 4: register shell, resources, utilities, collaboration.
    CoreSources,
    /// 5: append MCP, extensions and dynamic tools; lay the exposure policy over MCP.
    External,
    /// 6: finish the registry: direct-only namespaces, `tool_search`, code mode, collisions.
    Finalize,
    /// 7: send only direct specs to the model.
    Visible,
    /// 8: freeze into the step context.
    Freeze,
    /// 9: the prompt reads the visible table.
    Prompt,
}

impl Stage {
    /// All nine, in order.
    pub const ALL: [Stage; 9] = [
        Stage::BindMcp,
        Stage::CollectMcp,
        Stage::Identity,
        Stage::CoreSources,
        Stage::External,
        Stage::Finalize,
        Stage::Visible,
        Stage::Freeze,
        Stage::Prompt,
    ];

    /// 1 to 9.
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// A short title.
    pub fn title(self) -> Text {
        match self {
            Stage::BindMcp => Text { en: "Resolve the MCP binding", ko: "MCP 바인딩 정하기" },
            Stage::CollectMcp => Text { en: "Hand the MCP list over", ko: "MCP 목록 넘기기" },
            Stage::Identity => {
                Text { en: "Identity cuts sources", ko: "신분으로 출처 자르기" }
            }
            Stage::CoreSources => Text { en: "Register core sources", ko: "핵심 출처 등록" },
            Stage::External => Text {
                en: "Append MCP and lay the policy",
                ko: "MCP를 붙이고 노출 정책 씌우기",
            },
            Stage::Finalize => Text { en: "Hang tool_search", ko: "tool_search 걸기" },
            Stage::Visible => Text { en: "Keep only direct specs", ko: "direct spec만 보내기" },
            Stage::Freeze => Text { en: "Freeze into the step", ko: "step에 얼리기" },
            Stage::Prompt => {
                Text { en: "The prompt reads the table", ko: "프롬프트가 표를 읽기" }
            }
        }
    }

    /// Where the stage lives upstream.
    pub fn upstream(self) -> Upstream {
        match self {
            Stage::BindMcp => upstream("codex-rs/core/src/session/mcp.rs", "310"),
            Stage::CollectMcp => upstream("codex-rs/core/src/session/turn.rs", "1494"),
            Stage::Identity => upstream("codex-rs/core/src/tools/spec_plan.rs", "889"),
            Stage::CoreSources => upstream("codex-rs/core/src/tools/spec_plan.rs", "930"),
            Stage::External => upstream("codex-rs/core/src/tools/spec_plan.rs", "148"),
            Stage::Finalize => upstream("codex-rs/core/src/tools/spec_plan.rs", "335"),
            Stage::Visible => upstream("codex-rs/core/src/tools/spec_plan.rs", "484"),
            Stage::Freeze => upstream("codex-rs/core/src/session/step_context.rs", "44"),
            Stage::Prompt => upstream("codex-rs/core/src/session/turn.rs", "1320"),
        }
    }
}

/// A place in the upstream repository at the baseline commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Upstream {
    /// Path inside the repository.
    pub file: &'static str,
    /// Lines or area.
    pub lines: &'static str,
}

/// The commit every [`Upstream`] refers to.
pub const BASELINE: &str = "4f39251a010a8bd7d692d25fb33832ff06f1635a";

/// Builds an [`Upstream`].
pub const fn upstream(file: &'static str, lines: &'static str) -> Upstream {
    Upstream { file, lines }
}

impl fmt::Display for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.file, self.lines)
    }
}

/// One rule of the planner (or of the session): a stable id, the stage it belongs to, where it
/// lives upstream, and one sentence that says what it demands.
#[derive(Debug)]
pub struct Rule {
    /// Stable id, `group.name`.
    pub id: &'static str,
    /// Stage of the pipeline.
    pub stage: Stage,
    /// Upstream source.
    pub upstream: Upstream,
    /// What the rule demands, in one sentence.
    pub demand: Text,
}

impl PartialEq for &'static Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Rule {
    /// Builds a rule; meant for statics.
    pub const fn new(
        id: &'static str,
        stage: Stage,
        upstream: Upstream,
        en: &'static str,
        ko: &'static str,
    ) -> Rule {
        Rule { id, stage, upstream, demand: Text { en, ko } }
    }
}

/// What a decision did to the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A gate was open; the tool goes on.
    Passed,
    /// The tool stays out of the registry.
    Absent,
    /// The tool entered the registry.
    Registered,
    /// The tool's exposure was decided.
    Exposed,
    /// The tool was taken out of the registry again.
    Removed,
    /// The tool is in the list the model sees.
    Shown,
    /// The tool is registered but not in the list the model sees.
    NotShown,
    /// Only worth knowing; nothing changed.
    Noted,
}

/// One way a rule can come out. `en` and `ko` are sentences with `{fact}` holes.
#[derive(Debug)]
pub struct Reason {
    /// The rule this reason belongs to.
    pub rule: &'static Rule,
    /// Stable id inside the rule.
    pub id: &'static str,
    /// What it does to the tool.
    pub outcome: Outcome,
    /// The sentence.
    pub text: Text,
}

impl Reason {
    /// Builds a reason; meant for statics.
    pub const fn new(
        rule: &'static Rule,
        id: &'static str,
        outcome: Outcome,
        en: &'static str,
        ko: &'static str,
    ) -> Reason {
        Reason { rule, id, outcome, text: Text { en, ko } }
    }

    /// A decision without facts.
    pub fn decide(&'static self) -> Decision {
        Decision { reason: self, facts: Facts::new() }
    }

    /// A decision with the facts that were read.
    pub fn with<const N: usize>(&'static self, facts: [(&'static str, Fact); N]) -> Decision {
        Decision { reason: self, facts: facts.into_iter().collect() }
    }
}

/// One decision of one rule.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Which reason applied.
    pub reason: &'static Reason,
    /// What was read.
    pub facts: Facts,
}

impl Decision {
    /// The rule that decided.
    pub fn rule(&self) -> &'static Rule {
        self.reason.rule
    }

    /// What it did.
    pub fn outcome(&self) -> Outcome {
        self.reason.outcome
    }

    /// The sentence in `lang`, with the facts filled in.
    pub fn sentence(&self, lang: Lang) -> String {
        let template = self.reason.text.get(lang);
        let mut out = String::with_capacity(template.len() + 24);
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            let (before, from_open) = rest.split_at(open);
            out.push_str(before);
            let Some(close) = from_open.find('}') else {
                rest = from_open;
                break;
            };
            let key = &from_open[1..close];
            match self.facts.iter().find(|(name, _)| *name == key) {
                Some((_, fact)) => out.push_str(&fact.text(lang)),
                None => out.push_str(&from_open[..=close]),
            }
            rest = &from_open[close + 1..];
        }
        out.push_str(rest);
        out
    }
}

impl Serialize for Decision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct FactMap<'a>(&'a Facts);
        impl Serialize for FactMap<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, fact)| (*name, fact)))
            }
        }
        let mut out = serializer.serialize_struct("Decision", 4)?;
        out.serialize_field("rule", self.rule().id)?;
        out.serialize_field("reason", self.reason.id)?;
        out.serialize_field("outcome", &self.outcome())?;
        out.serialize_field("facts", &FactMap(&self.facts))?;
        out.end()
    }
}
