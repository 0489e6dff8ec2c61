//! A decision of a rule, as JSON.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::lang::Lang;
use crate::planner::rule::{Decision, Fact, Outcome};

/// One decision.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename = "Decision")]
pub struct DecisionJson {
    /// Id of the rule: `group.name`.
    pub rule: &'static str,
    /// Which of the rule's cases applied.
    pub case: &'static str,
    /// What it did: `passed`, `absent`, `registered`, `exposed`, `removed`, `shown`, `not_shown`,
    /// `noted`.
    pub outcome: &'static str,
    /// The reason as an English sentence.
    pub reason: String,
    /// What was read.
    pub facts: Map<String, Value>,
    /// Upstream file and lines.
    pub upstream: String,
}

impl From<&Decision> for DecisionJson {
    fn from(decision: &Decision) -> Self {
        Self {
            rule: decision.rule().id,
            case: decision.reason.id,
            outcome: outcome(decision.outcome()),
            reason: decision.sentence(Lang::En),
            facts: decision
                .facts
                .iter()
                .map(|(name, fact)| ((*name).to_owned(), value(fact)))
                .collect(),
            upstream: decision.rule().upstream.to_string(),
        }
    }
}

fn value(fact: &Fact) -> Value {
    match fact {
        Fact::Flag(flag) => Value::from(*flag),
        Fact::Count(count) => Value::from(*count),
        Fact::Word(word) => Value::from(*word),
        Fact::Phrase(_) | Fact::Phrases(_) => Value::from(&*fact.text(Lang::En)),
        Fact::Name(name) => Value::from(&**name),
    }
}

/// The word of an outcome in JSON.
fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Absent => "absent",
        Outcome::Registered => "registered",
        Outcome::Exposed => "exposed",
        Outcome::Removed => "removed",
        Outcome::Shown => "shown",
        Outcome::NotShown => "not_shown",
        Outcome::Noted => "noted",
    }
}
