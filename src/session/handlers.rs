//! [`Handlers`]: how tools answer, call by call, as the script says.

use std::collections::BTreeMap;

use super::script_cells::{AnswerScript, HandlerScript};
use crate::tool::ToolName;

/// The handlers of a script, and how often each was called.
#[derive(Debug, Default)]
pub struct Handlers(BTreeMap<ToolName, Handler>);

#[derive(Debug)]
struct Handler {
    script: HandlerScript,
    used: usize,
}

impl Handlers {
    /// Handlers that nobody has called.
    pub fn new(scripts: &[HandlerScript]) -> Self {
        let handler = |script: &HandlerScript| {
            (script.tool.canonical(), Handler { script: script.clone(), used: 0 })
        };
        Self(scripts.iter().map(handler).collect())
    }

    /// The answer to the next call of this tool, if the script has one.
    pub fn next(&mut self, tool: &ToolName) -> Option<AnswerScript> {
        if self.0.is_empty() {
            return None;
        }
        let handler = self.0.get_mut(&tool.canonical())?;
        let last = handler.script.answers.len().checked_sub(1)?;
        let answer = handler.script.answers.get(handler.used.min(last)).cloned();
        handler.used = handler.used.saturating_add(1);
        answer
    }

    /// Does the script say how this tool answers?
    pub fn has(&self, tool: &ToolName) -> bool {
        !self.0.is_empty() && self.0.contains_key(&tool.canonical())
    }

    /// How long a cancelled call of this tool takes to stop, in ms.
    pub fn cancel_delay_ms(&self, tool: &ToolName) -> u64 {
        self.0.get(&tool.canonical()).map_or(0, |handler| handler.script.cancel_delay_ms)
    }
}
