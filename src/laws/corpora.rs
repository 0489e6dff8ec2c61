//! Search corpora and queries.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;

use super::cases::one_sample;
use super::names;
use super::runner::Case;
use crate::scenario::ScenarioFile;
use crate::scenario::file::{BeatFile, CallFile, CallKindFile, SampleFile};
use crate::scenario::setting::{DynamicToolFile, SettingFile};
use crate::search::{SearchIndex, SearchInfo};
use crate::tool::NamespaceSpec;

/// Documents and a query.
#[derive(Clone, Debug)]
pub struct SearchCase {
    /// The documents, in registration order.
    pub documents: Vec<String>,
    /// The query.
    pub query: String,
    /// Most hits.
    pub limit: usize,
}

impl SearchCase {
    /// The documents as an index. Nothing but the text of a document matters to a ranking.
    pub fn index(&self) -> SearchIndex {
        let info = |(at, text): (usize, &String)| {
            let output = NamespaceSpec {
                name: format!("n{at}").into(),
                description: "".into(),
                tools: Vec::new(),
            };
            Arc::new(SearchInfo {
                text: text.as_str().into(),
                output: Arc::new(output),
                source: None,
            })
        };
        SearchIndex::build(self.documents.iter().enumerate().map(info).collect())
    }
}

impl Case for SearchCase {
    /// The documents become descriptions of client tools, which adds their names to the text.
    fn scenario(&self) -> ScenarioFile {
        let tool = |(at, text): (usize, &String)| DynamicToolFile {
            name: format!("t{at}"),
            description: text.clone(),
            defer_loading: true,
            ..DynamicToolFile::default()
        };
        let tools = self.documents.iter().enumerate().map(tool).collect();
        let set = vec![SettingFile::SupportsSearch(true), SettingFile::DynamicTools(tools)];
        let mut file = one_sample(Vec::new(), set);
        let arguments = serde_json::json!({ "query": self.query, "limit": self.limit }).to_string();
        let call = CallFile { call: CallKindFile::ToolSearch { arguments }, ..CallFile::default() };
        if let Some(BeatFile::Sample(sample)) = file.script.last_mut() {
            *sample = SampleFile { calls: vec![call], ..SampleFile::default() };
        }
        file
    }
}

/// A few documents of few words, so that words are shared and scores tie.
pub fn search_case() -> BoxedStrategy<SearchCase> {
    let text = || prop_oneof![8 => names::words(0..8), 1 => names::prose()];
    (vec(text(), 0..8), text(), 1..6_usize)
        .prop_map(|(documents, query, limit)| SearchCase { documents, query, limit })
        .boxed()
}
