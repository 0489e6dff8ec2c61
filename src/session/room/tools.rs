//! The nested tools of a table, as cells and the record want them.

use std::sync::Arc;

use crate::builtin::code_mode::NestedKind;
use crate::code_mode::engine::protocol::CellTool;
use crate::planner::Plan;
use crate::session::record_cells::NestedTool;

/// What a cell sees of its tools, and what is behind it; in the same order.
pub(super) type CellTools = (Arc<[CellTool]>, Arc<[NestedTool]>);

/// Remembers the last table, so that cells of one table share its tools.
#[derive(Debug, Default)]
pub(super) struct KnownTools(Option<(Arc<Plan>, CellTools)>);

impl KnownTools {
    /// The tools of a table, sorted by raw name in byte order.
    pub fn of(&mut self, table: &Arc<Plan>) -> CellTools {
        if let Some((known, tools)) = &self.0
            && Arc::ptr_eq(known, table)
        {
            return tools.clone();
        }
        let tools = list(table);
        self.0 = Some((table.clone(), tools.clone()));
        tools
    }
}

fn list(table: &Plan) -> CellTools {
    let definitions = table.cell_tools().iter();
    let cells = definitions.clone().map(|definition| CellTool {
        identifier: definition.identifier.clone(),
        description: definition.description.clone(),
    });
    let nested = definitions.map(|definition| NestedTool {
        identifier: definition.identifier.clone(),
        tool: definition.name.clone(),
        freeform: definition.kind == NestedKind::Freeform,
    });
    (cells.collect(), nested.collect())
}
