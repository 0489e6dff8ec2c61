//! Source: the three MCP resource tools.

use crate::builtin::mcp_resources::{
    list_mcp_resource_templates, list_mcp_resources, read_mcp_resource,
};
use crate::planner::build::Build;
use crate::planner::inputs::PlanInputs;
use crate::planner::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};
use crate::planner::specs::SpecKey;
use crate::tool::{ToolName, ToolSpec};

static GATE: Rule = Rule::new(
    "resources.gate",
    Stage::CoreSources,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "930"),
    "Resource tools follow servers, not tools: one enabled server is enough.",
    "리소스 도구는 도구가 아니라 서버를 따라가요. 켜진 서버가 하나면 충분해요.",
);
static OPEN: Reason = Reason::new(
    &GATE,
    "open",
    Outcome::Passed,
    "An MCP server is configured, whatever it offers.",
    "MCP 서버가 설정돼 있어요. 무엇을 주는지는 상관없어요.",
);
static CLOSED: Reason = Reason::new(
    &GATE,
    "closed",
    Outcome::Absent,
    "No resource tools: no MCP server is configured.",
    "리소스 도구가 없어요. 설정된 MCP 서버가 없어요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 1] = [&GATE];

/// The tools of this source, in registration order.
pub const NAMES: [&str; 3] =
    ["list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"];

const SPECS: [fn() -> ToolSpec; 3] =
    [list_mcp_resources, list_mcp_resource_templates, read_mcp_resource];

/// Walks the source.
pub fn add(build: &mut Build<'_>) {
    let decision = gate(build.inputs);
    let open = decision.outcome() == Outcome::Passed;
    let gate = build.ledger.note(decision);
    for (name, make) in NAMES.into_iter().zip(SPECS) {
        if !open {
            build.absent(ToolName::plain(name), &[gate]);
            continue;
        }
        let spec = build.specs.get(SpecKey::fixed(name), make);
        build.builtin(ToolName::plain(name), spec, &[gate]);
    }
}

/// The gate of all three.
pub fn gate(inputs: &PlanInputs) -> Decision {
    match inputs.binding.has_servers {
        true => OPEN.with([("has_servers", true.into())]),
        false => CLOSED.with([("has_servers", false.into())]),
    }
}
