//! Calls of a response, with the number of their kind.

use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::names;
use super::swarm::{kinds, on};
use crate::scenario::file::{CallFile, CallKindFile, ResultFile};

const ARGUMENTS: [&str; 9] = [
    "{}",
    "",
    r#"{"cmd":"ls"}"#,
    r#"{"query":"read file"}"#,
    r#"{"query":"x","limit":1}"#,
    r#"{"query":" ","limit":0}"#,
    r#"{"plan":[{"step":"a","status":"pending"}]}"#,
    "[1]",
    "not {json",
];

/// A call and the number of its kind.
pub fn call() -> BoxedStrategy<(usize, CallFile)> {
    let function = (names::called(), arguments())
        .prop_map(|(name, arguments)| CallKindFile::Function { name, arguments });
    let search = prop_oneof![query(), arguments()]
        .prop_map(|arguments| CallKindFile::ToolSearch { arguments });
    let custom = (names::called(), names::prose())
        .prop_map(|(name, input)| CallKindFile::Custom { name, input });
    let foreign = (arguments(), select(&["client", "server"][..]), any::<bool>()).prop_map(
        |(arguments, execution, has_call_id)| CallKindFile::ForeignSearch {
            arguments,
            execution: execution.to_owned(),
            has_call_id,
        },
    );
    let what = kinds(vec![
        (8, function.boxed()),
        (4, search.boxed()),
        (1, custom.boxed()),
        (1, foreign.boxed()),
    ]);
    let result = prop_oneof![
        4 => Just(ResultFile::Default),
        1 => names::prose().prop_map(ResultFile::Ok),
        1 => names::prose().prop_map(ResultFile::Unsuccessful),
        1 => names::prose().prop_map(ResultFile::Error),
        1 => names::prose().prop_map(ResultFile::Dies),
    ];
    let times = (
        names::time(),
        option::weighted(0.5, names::time()),
        prop_oneof![2 => Just(0), 1 => names::time()],
        option::weighted(0.2, names::time()),
    );
    (what, times, result)
        .prop_map(|((kind, call), (at_ms, latency_ms, approval_ms, cancelled_after_ms), result)| {
            (kind, CallFile { at_ms, call, latency_ms, approval_ms, result, cancelled_after_ms })
        })
        .boxed()
}

/// Puts the traits of a call that are off back to their defaults.
pub fn thin(call: &mut CallFile, traits: u64) {
    if !on(traits, 0) {
        call.latency_ms = None;
    }
    if !on(traits, 1) {
        call.approval_ms = 0;
    }
    if !on(traits, 2) {
        call.cancelled_after_ms = None;
    }
    if !on(traits, 3) {
        call.result = ResultFile::Default;
    }
}

fn arguments() -> BoxedStrategy<String> {
    select(&ARGUMENTS[..]).prop_map(str::to_owned).boxed()
}

fn query() -> BoxedStrategy<String> {
    (names::words(0..4), option::of(0..4_u32))
        .prop_map(|(query, limit)| match limit {
            Some(limit) => serde_json::json!({ "query": query, "limit": limit }).to_string(),
            None => serde_json::json!({ "query": query }).to_string(),
        })
        .boxed()
}
