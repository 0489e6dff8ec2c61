//! Changes outside of the settings that are worth trying: servers, their tools, other suppliers.

use std::sync::Arc;

use serde_json::Value;

use crate::lang::Caption;
use crate::mcp::binding::{Dropped, ListSource, McpTool, ServerListing, ServerTerms, bind};
use crate::mcp::cache::BindCache;
use crate::mcp::filter::ToolFilter;
use crate::planner::inputs::{DynamicTool, ExtensionTool, PlanInputs};
use crate::tool::{ToolExposure, ToolExposures, ToolName};

/// A change and the inputs after it.
pub(super) struct Offer {
    pub text: Caption,
    pub inputs: PlanInputs,
}

/// Every single change that is worth trying for `tool`.
pub(super) fn offers(inputs: &PlanInputs, tool: &ToolName) -> Vec<Offer> {
    let mut all = Vec::new();
    let mut bench = Bench { inputs, cache: BindCache::default() };
    for (server, source) in &inputs.binding.sources {
        if matches!(source, ListSource::LeftOut(_)) {
            let text = caption(
                format!("The server `{server}` is connected when the table is taken."),
                format!("표를 찍을 때 `{server}` 서버가 연결되어 있기"),
            );
            all.push(bench.with(text, server, |listing| listing.source = ListSource::Live));
        }
    }
    for (server, omitted) in &inputs.binding.catalog {
        if !omitted.is_empty() {
            let text = caption(
                format!("`omit_tools_from` of the server `{server}` is empty."),
                format!("`{server}` 서버의 `omit_tools_from` 비우기"),
            );
            let open = |terms: &mut ServerTerms| terms.omit_tools_from = ToolExposures::NONE;
            all.push(bench.with_terms(text, server, open));
        }
    }
    dropped(&mut bench, tool, &mut all);
    all.extend(extension(inputs, tool));
    all.extend(dynamic(inputs, tool));
    all
}

/// What would keep a listed tool from being dropped.
fn dropped(bench: &mut Bench<'_>, tool: &ToolName, all: &mut Vec<Offer>) {
    let inputs = bench.inputs;
    let here = |name: &ToolName| name.canonical() == tool.canonical();
    for dropped in inputs.binding.dropped.iter().filter(|dropped| here(&dropped.name)) {
        let (server, raw) = (&dropped.server, &dropped.raw);
        match &dropped.why {
            Dropped::NotEnabled | Dropped::Disabled => {
                let text = caption(
                    format!("The tool filter of the server `{server}` lets `{raw}` through."),
                    format!("`{server}` 서버의 도구 필터가 `{raw}`를 통과시키기"),
                );
                let open = |terms: &mut ServerTerms| terms.filter = ToolFilter::default();
                all.push(bench.with_terms(text, server, open));
            }
            Dropped::HiddenByUi => {
                let text = caption(
                    format!("`_meta.ui.visibility` of `{raw}` contains `model`."),
                    format!("`{raw}`의 `_meta.ui.visibility`에 `model` 넣기"),
                );
                let change = |listing: &mut ServerListing| show(listing, raw);
                all.push(bench.with(text, server, change));
            }
            Dropped::Server(_) | Dropped::Duplicate | Dropped::Unnameable(_) => {}
        }
    }
}

fn show(listing: &mut ServerListing, raw: &str) {
    let shown = |tool: &Arc<McpTool>| match &*tool.name == raw {
        true => {
            let mut meta = tool.meta.as_deref().cloned();
            let ui = meta.as_mut().and_then(|meta| meta.get_mut("ui"));
            if let Some(ui) = ui.and_then(Value::as_object_mut) {
                ui.remove("visibility");
            }
            Arc::new(McpTool { meta: meta.map(Arc::new), ..McpTool::clone(tool) })
        }
        false => tool.clone(),
    };
    listing.tools = listing.tools.iter().map(shown).collect();
}

fn extension(inputs: &PlanInputs, tool: &ToolName) -> Option<Offer> {
    let at = inputs.extensions.iter().position(|known| {
        known.name.canonical() == tool.canonical() && known.exposure != ToolExposure::Direct
    })?;
    let mut list: Vec<ExtensionTool> = inputs.extensions.to_vec();
    list.get_mut(at)?.exposure = ToolExposure::Direct;
    let name = tool.dotted();
    Some(Offer {
        text: caption(
            format!("The extension declares `{name}` as Direct."),
            format!("확장이 `{name}`을 Direct로 선언하기"),
        ),
        inputs: PlanInputs { extensions: list.into(), ..inputs.clone() },
    })
}

fn dynamic(inputs: &PlanInputs, tool: &ToolName) -> Option<Offer> {
    let name_of = |known: &DynamicTool| ToolName {
        namespace: known.namespace.as_ref().map(|(name, _)| name.clone()),
        name: known.name.clone(),
    };
    let at = inputs
        .dynamic_tools
        .iter()
        .position(|known| name_of(known).canonical() == tool.canonical() && known.defer_loading)?;
    let mut list: Vec<DynamicTool> = inputs.dynamic_tools.to_vec();
    list.get_mut(at)?.defer_loading = false;
    let name = tool.dotted();
    Some(Offer {
        text: caption(
            format!("The client supplies `{name}` without `defer_loading`."),
            format!("클라이언트가 `{name}`을 `defer_loading` 없이 주기"),
        ),
        inputs: PlanInputs { dynamic_tools: list.into(), ..inputs.clone() },
    })
}

/// Builds bindings over changed listings.
struct Bench<'a> {
    inputs: &'a PlanInputs,
    cache: BindCache,
}

impl Bench<'_> {
    fn with(
        &mut self,
        text: Caption,
        server: &Arc<str>,
        change: impl FnOnce(&mut ServerListing),
    ) -> Offer {
        let mut listings = self.inputs.binding.listings();
        if let Some(listing) = listings.iter_mut().find(|listing| listing.server == *server) {
            change(listing);
        }
        let binding = bind(&listings, &self.inputs.bind_rules(), &mut self.cache);
        Offer { text, inputs: PlanInputs { binding: Arc::new(binding), ..self.inputs.clone() } }
    }

    fn with_terms(
        &mut self,
        text: Caption,
        server: &Arc<str>,
        change: impl FnOnce(&mut ServerTerms),
    ) -> Offer {
        self.with(text, server, |listing| {
            let mut terms = ServerTerms::clone(&listing.terms);
            change(&mut terms);
            listing.terms = Arc::new(terms);
        })
    }
}

/// A text in both languages.
pub(super) fn caption(en: String, ko: String) -> Caption {
    Caption { en: en.into(), ko: ko.into() }
}
