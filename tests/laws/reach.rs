//! Laws of reachability: which tools a model can get at, and by which path.

use std::collections::BTreeSet;

use freezeframe::laws::law;
use freezeframe::laws::proptest::prelude::*;
use freezeframe::laws::scenarios::still;
use freezeframe::planner::ledger::Standing;
use freezeframe::planner::reach::Reach;
use freezeframe::tool::{ToolExposure, ToolName};

use crate::common::{plain, relaxed, shown};

#[test]
fn reach_is_the_shortest_path_there_is() {
    law("reach_is_the_shortest_path_there_is", still(), |file| {
        let (_, plan) = relaxed(&file)?;
        let visible = shown(&plan);
        let cells: BTreeSet<ToolName> = plan.nested.values().map(ToolName::canonical).collect();
        let search_names: BTreeSet<ToolName> = match &plan.search {
            Some(search) if visible.contains(&plain("tool_search")) => {
                search.names.iter().map(ToolName::canonical).collect()
            }
            _ => BTreeSet::new(),
        };
        for (name, entry) in plan.registry.iter() {
            let candidate = &plan.ledger.candidates[entry.candidate as usize];
            let expected = if visible.contains(name) {
                Reach::CallableNow
            } else if search_names.contains(name) {
                Reach::AfterSearch
            } else if cells.contains(name) {
                Reach::InsideExec
            } else if entry.exposure == ToolExposure::Hidden {
                Reach::NeverShown
            } else {
                Reach::Orphan
            };
            prop_assert_eq!(candidate.reach, expected, "{}", name);
        }
        for candidate in &plan.ledger.candidates {
            let absent = candidate.standing == Standing::Absent;
            prop_assert_eq!(absent, candidate.reach == Reach::Absent, "{}", candidate.name);
        }
        Ok(())
    });
}
