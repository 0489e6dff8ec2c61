//! [`BindCache`]: prepared tools by content. A cache may make a plan faster, never different.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::binding::{McpTool, ServerTerms};
use super::spec::PreparedTool;
use crate::schema::{SchemaError, SchemaLimits};
use crate::tool::ToolName;

/// Prepared tools of the last bindings, by server and raw name.
#[derive(Debug, Default)]
pub struct BindCache {
    entries: BTreeMap<(Arc<str>, Arc<str>), Entry>,
}

#[derive(Debug)]
struct Entry {
    tool: Arc<McpTool>,
    terms: Arc<ServerTerms>,
    name: ToolName,
    limits: SchemaLimits,
    prepared: Result<Arc<PreparedTool>, SchemaError>,
}

impl Entry {
    fn fits(
        &self,
        tool: &Arc<McpTool>,
        terms: &Arc<ServerTerms>,
        name: &ToolName,
        limits: &SchemaLimits,
    ) -> bool {
        (Arc::ptr_eq(&self.tool, tool) || self.tool == *tool)
            && (Arc::ptr_eq(&self.terms, terms) || self.terms == *terms)
            && self.name == *name
            && self.limits == *limits
    }
}

impl BindCache {
    /// The prepared form of a tool, made now or taken from the last time it was made alike.
    pub fn prepare(
        &mut self,
        server: &Arc<str>,
        terms: &Arc<ServerTerms>,
        tool: &Arc<McpTool>,
        name: &ToolName,
        limits: &SchemaLimits,
    ) -> Result<Arc<PreparedTool>, SchemaError> {
        let key = (server.clone(), tool.name.clone());
        if let Some(entry) = self.entries.get(&key).filter(|e| e.fits(tool, terms, name, limits)) {
            return entry.prepared.clone();
        }
        let prepared = PreparedTool::prepare(server, terms, tool, name, limits).map(Arc::new);
        let entry = Entry {
            tool: tool.clone(),
            terms: terms.clone(),
            name: name.clone(),
            limits: *limits,
            prepared: prepared.clone(),
        };
        self.entries.insert(key, entry);
        prepared
    }
}
