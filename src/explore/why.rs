//! [`why`]: the chain of decisions that put a tool where it is, in words.

use std::fmt::Write as _;
use std::sync::Arc;

use super::names::nearest_names;
use crate::lang::{Lang, Text};
use crate::planner::ledger::{Candidate, Ledger, Standing};
use crate::planner::reach::Reach;
use crate::planner::rule::{Decision, Stage, Upstream};
use crate::session::record::SampleRecord;
use crate::tool::{ToolExposure, ToolName};
use crate::trace::Trace;

/// The answer: where a tool ended at a sample, and why.
#[derive(Clone, Debug)]
pub struct Why {
    /// The tool.
    pub name: ToolName,
    /// The step that was asked about.
    pub step: u32,
    /// Who could offer the tool.
    pub origin: &'static str,
    /// The MCP server, if it is one's.
    pub server: Option<Arc<str>>,
    /// Where it ended.
    pub standing: Standing,
    /// Its exposure, if registered.
    pub exposure: Option<ToolExposure>,
    /// By which path it can be reached.
    pub reach: Reach,
    /// All decisions about it, in pipeline order.
    pub chain: Vec<Step>,
    /// Index in `chain` of the decision that settled it.
    pub deciding: Option<usize>,
    /// Other tools of the same name, such as the loser of a collision.
    pub others: Vec<Why>,
    /// The capture failed with this error: nothing was sent at all.
    pub failure: Option<Arc<str>>,
}

/// One decision of a chain.
#[derive(Clone, Debug)]
pub struct Step {
    /// What was decided, and why.
    pub decision: Decision,
}

impl Step {
    /// The planner stage it belongs to.
    pub fn stage(&self) -> Stage {
        self.decision.rule().stage
    }

    /// Stable id of the rule.
    pub fn rule(&self) -> &'static str {
        self.decision.rule().id
    }

    /// Where the rule lives upstream.
    pub fn upstream(&self) -> Upstream {
        self.decision.rule().upstream
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyError {
    /// The run has no such step.
    NoSuchStep {
        /// The step that was asked about.
        step: u32,
        /// Number of steps of the run.
        steps: usize,
    },
    /// No source could offer a tool of that name at that sample.
    NobodyOffersIt {
        /// The name.
        name: String,
        /// Names that were perhaps meant, the nearest first.
        nearest: Vec<String>,
        /// Steps of the run at which somebody does offer it, at most [`MAX_ELSEWHERE`].
        elsewhere: Vec<u32>,
    },
}

impl WhyError {
    /// The error in words.
    pub fn text(&self, lang: Lang) -> String {
        match (self, lang) {
            (Self::NoSuchStep { step, steps: 0 }, Lang::En) => {
                format!("there is no step {step}; the run takes no sample")
            }
            (Self::NoSuchStep { step, steps: 0 }, Lang::Ko) => {
                format!("step {step}이(가) 없어요. 이 실행에는 sample이 없어요")
            }
            (Self::NoSuchStep { step, steps }, Lang::En) => {
                format!("there is no step {step}; the steps are 1 to {steps}")
            }
            (Self::NoSuchStep { step, steps }, Lang::Ko) => {
                format!("step {step}이(가) 없어요. step은 1부터 {steps}까지예요")
            }
            (Self::NobodyOffersIt { name, nearest, elsewhere }, lang) => {
                nobody(name, nearest, elsewhere, lang)
            }
        }
    }
}

fn nobody(name: &str, nearest: &[String], elsewhere: &[u32], lang: Lang) -> String {
    let steps = elsewhere.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let names = nearest.join(", ");
    match (lang, elsewhere.is_empty(), nearest.is_empty()) {
        (Lang::En, false, _) => {
            format!("no source could offer `{name}` at this step; it is offered at step {steps}")
        }
        (Lang::En, true, true) => format!("no source could offer `{name}` here"),
        (Lang::En, true, false) => {
            format!("no source could offer `{name}` here; the nearest names: {names}")
        }
        (Lang::Ko, false, _) => {
            format!("이 step에서는 `{name}`의 출처가 없어요. 출처가 있는 step: {steps}")
        }
        (Lang::Ko, true, true) => format!("여기에는 `{name}`의 출처가 없어요"),
        (Lang::Ko, true, false) => {
            format!("여기에는 `{name}`의 출처가 없어요. 가까운 이름: {names}")
        }
    }
}

/// Most steps named when a tool is offered elsewhere in the run.
pub const MAX_ELSEWHERE: usize = 5;

/// Why `tool` is where it is at `step`, counted from 1.
///
/// # Errors
///
/// [`WhyError`] when there is no such step or no source could offer the name.
pub fn why(trace: &Trace, step: u32, tool: &ToolName) -> Result<Why, WhyError> {
    let Some(sample) = trace.sample(step) else {
        return Err(WhyError::NoSuchStep { step, steps: trace.len() });
    };
    let ledger = ledger_of(sample);
    let failure = sample.plan.as_ref().err().map(|failure| failure.message.clone());
    let named = ledger.named(tool);
    let mut answers = named.into_iter().map(|candidate| answer(ledger, candidate, step));
    let Some(mut first) = answers.next() else {
        let name = tool.dotted();
        let elsewhere =
            trace.record.samples.iter().filter(|s| !ledger_of(s).named(tool).is_empty());
        return Err(WhyError::NobodyOffersIt {
            nearest: nearest_names(ledger, &name),
            elsewhere: elsewhere.map(|sample| sample.step).take(MAX_ELSEWHERE).collect(),
            name,
        });
    };
    first.others = answers.collect();
    first.failure = failure;
    Ok(first)
}

fn ledger_of(sample: &SampleRecord) -> &Ledger {
    match &sample.plan {
        Ok(plan) => &plan.ledger,
        Err(failure) => &failure.ledger,
    }
}

fn answer(ledger: &Ledger, candidate: &Candidate, step: u32) -> Why {
    let chain: Vec<&Decision> = ledger.chain(candidate).collect();
    let deciding = ledger
        .deciding(candidate)
        .and_then(|deciding| chain.iter().position(|decision| std::ptr::eq(*decision, deciding)));
    Why {
        name: candidate.name.clone(),
        step,
        origin: candidate.origin,
        server: candidate.server.clone(),
        standing: candidate.standing,
        exposure: candidate.exposure,
        reach: candidate.reach,
        chain: chain.into_iter().map(|decision| Step { decision: decision.clone() }).collect(),
        deciding,
        others: Vec::new(),
        failure: None,
    }
}

const STANDINGS: [(Standing, Text); 4] = [
    (Standing::Visible, Text { en: "visible", ko: "보임" }),
    (Standing::Deferred, Text { en: "deferred", ko: "deferred" }),
    (Standing::Hidden, Text { en: "hidden", ko: "숨김" }),
    (Standing::Absent, Text { en: "absent", ko: "없음" }),
];

/// A standing in words.
pub fn standing_text(standing: Standing) -> Text {
    let found = STANDINGS.into_iter().find(|(known, _)| *known == standing);
    found.map_or(Text { en: "", ko: "" }, |(_, text)| text)
}

impl Why {
    /// The decision that settled where the tool is.
    pub fn deciding(&self) -> Option<&Step> {
        self.chain.get(self.deciding?)
    }

    /// The answer in words: where the tool is, the deciding decision, then the chain.
    pub fn text(&self, lang: Lang) -> String {
        let mut out = String::new();
        self.write(&mut out, lang);
        for other in &self.others {
            let title = match lang {
                Lang::En => "Another tool of this name:",
                Lang::Ko => "같은 이름의 다른 도구:",
            };
            let _ = writeln!(out, "\n{title}");
            other.write(&mut out, lang);
        }
        out
    }

    fn write(&self, out: &mut String, lang: Lang) {
        let standing = standing_text(self.standing).get(lang);
        let exposure = self.exposure.map_or("", |exposure| exposure.label());
        let reach = self.reach.text().get(lang);
        let mut where_ = match exposure {
            "" => standing.to_owned(),
            _ => format!("{standing} ({exposure})"),
        };
        if reach != standing {
            let _ = write!(where_, ", {reach}");
        }
        let _ = writeln!(out, "{}, step {}: {where_}", self.name.dotted(), self.step);
        if let Some(failure) = &self.failure {
            let _ = match lang {
                Lang::En => writeln!(out, "Nothing was sent at this step: {failure}"),
                Lang::Ko => writeln!(out, "이 step에서는 아무것도 보내지 않았어요: {failure}"),
            };
        }
        let from = match &self.server {
            Some(server) => format!("{} `{server}`", self.origin),
            None => self.origin.to_owned(),
        };
        let _ = match lang {
            Lang::En => writeln!(out, "Offered by: {from}"),
            Lang::Ko => writeln!(out, "출처: {from}"),
        };
        if let Some(step) = self.deciding() {
            let title = match lang {
                Lang::En => "Decided by",
                Lang::Ko => "결정한 규칙",
            };
            let _ = writeln!(out, "{title} {}:", step.rule());
            let _ = writeln!(out, "  {}", step.decision.sentence(lang));
            let _ = writeln!(out, "  {}", step.decision.rule().demand.get(lang));
            let _ = writeln!(out, "  {}", step.upstream());
        }
        let title = match lang {
            Lang::En => "All decisions, in order:",
            Lang::Ko => "모든 결정, 차례대로:",
        };
        let _ = writeln!(out, "{title}");
        for (index, step) in self.chain.iter().enumerate() {
            let mark = if self.deciding == Some(index) { '>' } else { ' ' };
            let stage = step.stage();
            let _ = writeln!(
                out,
                "{mark} {}. {}: {}",
                stage.number(),
                stage.title().get(lang),
                step.decision.sentence(lang)
            );
            let _ = writeln!(
                out,
                "     [{}/{}] {}",
                step.rule(),
                step.decision.reason.id,
                step.upstream()
            );
        }
    }
}
