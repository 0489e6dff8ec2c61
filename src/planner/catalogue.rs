//! All rules of the planner, in pipeline order. Coverage is measured against this list.

use super::rule::Rule;
use super::{build, finalize, gates, sources, visible};

/// Every rule of the planner. The session adds its own, see `session::catalogue`.
pub fn planner_rules() -> Vec<&'static Rule> {
    let groups: [&[&'static Rule]; 21] = [
        &gates::RULES,
        &sources::guardian::RULES,
        &build::RULES,
        &sources::shell::RULES,
        &sources::resources::RULES,
        &sources::utility_gates::RULES,
        &sources::utility::RULES,
        &sources::agent_version::RULES,
        &sources::collab::RULES,
        &sources::listed::RULES,
        &sources::mcp_reasons::RULES,
        &sources::extensions::RULES,
        &sources::image_gate::RULES,
        &sources::dynamic::RULES,
        &sources::web_mode::RULES,
        &sources::hosted::RULES,
        &finalize::direct_only::RULES,
        &finalize::code_mode::RULES,
        &finalize::search::RULES,
        &finalize::strict::RULES,
        &visible::RULES,
    ];
    let mut rules: Vec<&'static Rule> = groups.into_iter().flatten().copied().collect();
    rules.sort_by_key(|rule| rule.stage);
    rules
}
