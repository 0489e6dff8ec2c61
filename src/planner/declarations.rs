//! [`Declarations`]: nested tools as cells know them, made once for each spec. A cache, never a
//! decision.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::builtin::code_mode::NestedTool;
use crate::tool::{ToolName, ToolSpec};

/// Most specs kept; beyond it the cache starts over.
const MAX_DECLARATIONS: usize = 16_384;

/// Declarations made so far. A planner and its plans share one, so that a plan can make the ones of
/// deferred tools when a cell asks for them, and not before.
#[derive(Default)]
pub struct Declarations {
    /// By the address of the spec, which an entry keeps from being used again.
    made: Mutex<BTreeMap<usize, Entry>>,
}

struct Entry {
    /// Held, not read.
    _spec: Arc<ToolSpec>,
    tool: Option<Arc<NestedTool>>,
}

impl Declarations {
    /// The tool under `name` as cells know it. `None` for a spec that a cell can never call.
    pub fn get(&self, name: &ToolName, spec: &Arc<ToolSpec>) -> Option<Arc<NestedTool>> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let address = Arc::as_ptr(spec) as usize;
        if let Some(entry) = made.get(&address)
            && entry.tool.as_ref().is_none_or(|tool| tool.name == *name)
        {
            return entry.tool.clone();
        }
        if made.len() >= MAX_DECLARATIONS {
            made.clear();
        }
        let tool = NestedTool::declare(name, spec).map(Arc::new);
        made.insert(address, Entry { _spec: spec.clone(), tool: tool.clone() });
        tool
    }
}

impl fmt::Debug for Declarations {
    /// Nothing of its content, which depends on what was planned before.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Declarations")
    }
}
