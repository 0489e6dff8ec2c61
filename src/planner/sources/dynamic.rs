//! Source: tools that the client supplies.

use std::sync::Arc;

use crate::builtin::PayloadKinds;
use crate::planner::build::Build;
use crate::planner::inputs::DynamicTool;
use crate::planner::registry::{Origin, Runtime};
use crate::planner::rule::{Outcome, Reason, Rule, Stage, upstream};
use crate::schema::{SchemaError, SchemaLimits, parse_tool_input_schema};
use crate::search::{SearchInfo, SearchSource};
use crate::tool::{
    NamespaceSpec, NamespaceTool, ToolDefinition, ToolExposure, ToolSpec,
    default_namespace_description,
};

static DYNAMIC: Rule = Rule::new(
    "dynamic.tool",
    Stage::External,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "1206-1238"),
    "A client tool is direct, or deferred when it says so; a bad schema costs only its own tool.",
    "클라이언트 도구는 direct이고, 스스로 밝히면 deferred예요. 스키마가 나쁘면 그 도구만 빠져요.",
);
static DIRECT: Reason = Reason::new(
    &DYNAMIC,
    "direct",
    Outcome::Exposed,
    "Direct: the client supplies it without deferral.",
    "Direct: 클라이언트가 미루지 않고 내놓았어요.",
);
static DEFERRED: Reason = Reason::new(
    &DYNAMIC,
    "deferred",
    Outcome::Exposed,
    "Deferred: the client set defer_loading.",
    "Deferred: 클라이언트가 defer_loading을 켰어요.",
);
static REFUSED: Reason = Reason::new(
    &DYNAMIC,
    "refused",
    Outcome::Absent,
    "Skipped alone: its input schema cannot be used ({error}).",
    "이 도구만 빠졌어요. 입력 스키마를 쓸 수 없어요({error}).",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 1] = [&DYNAMIC];

/// Walks the source.
pub fn add(build: &mut Build<'_>) {
    let tools = build.inputs.dynamic_tools.clone();
    let limits = build.inputs.schema_limits();
    let prepared = build.specs.dynamic.get((tools.clone(), limits.budget_bytes), |(tools, _)| {
        tools.iter().map(|tool| prepare(tool, &limits)).collect()
    });
    for (tool, prepared) in tools.iter().zip(&*prepared) {
        let name = tool.tool_name();
        let candidate = build.candidate(name.clone(), Origin::Dynamic.label(), &[]);
        let (spec, search) = match prepared {
            Ok(prepared) => prepared.clone(),
            Err(error) => {
                build.ledger.decide(candidate, REFUSED.with([("error", error.to_string().into())]));
                continue;
            }
        };
        let exposure =
            if tool.defer_loading { ToolExposure::Deferred } else { ToolExposure::Direct };
        let reason = if tool.defer_loading { &DEFERRED } else { &DIRECT };
        build.ledger.decide(candidate, reason.decide());
        let runtime = Runtime {
            name,
            spec,
            exposure,
            parallel: false,
            payload: PayloadKinds::FunctionAndSearch,
            search,
            origin: Origin::Dynamic,
        };
        build.external(candidate, runtime, exposure);
    }
}

/// Spec and search info. The spec itself never carries `defer_loading`.
fn prepare(
    tool: &DynamicTool,
    limits: &SchemaLimits,
) -> Result<(Arc<ToolSpec>, Option<Arc<SearchInfo>>), SchemaError> {
    let schema = parse_tool_input_schema(&tool.input_schema, limits)?.schema;
    let definition = ToolDefinition {
        name: tool.name.clone(),
        description: tool.description.clone(),
        input_schema: Arc::new(schema),
        output_schema: None,
        defer_loading: tool.defer_loading,
    };
    let mut function = definition.to_spec();
    function.defer_loading = None;
    let spec = match &tool.namespace {
        None => ToolSpec::Function(function),
        Some((name, description)) => ToolSpec::Namespace(NamespaceSpec {
            name: name.clone(),
            description: match description.trim().is_empty() {
                true => default_namespace_description(name).into(),
                false => description.clone(),
            },
            tools: vec![Arc::new(NamespaceTool::Function(function))],
        }),
    };
    let source = SearchSource::new(
        SearchSource::DYNAMIC,
        Some("Tools provided by the current Codex thread."),
    );
    let search = SearchInfo::from_spec(&spec, Some(source));
    Ok((Arc::new(spec), search.map(Arc::new)))
}
