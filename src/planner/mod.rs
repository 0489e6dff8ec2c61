//! The planner: one function from inputs to a frozen tool table, with a reason for every line of it.
//!
//! Knows: sources, registry, exposure, the visible list. May not know: when a plan is made or how
//! long it stays in force (that is the session), files, time, windows.
//! Start reading at [`Planner::plan`]; it is the upstream pipeline, one call a step. Then read
//! [`rule`] for how a rule is written, and one source, for example [`sources::shell`].

pub mod build;
pub mod catalogue;
pub mod cells;
pub mod declarations;
pub mod fact;
pub mod features;
pub mod finalize;
pub mod fingerprint;
pub mod gates;
pub mod inputs;
pub mod ledger;
pub mod reach;
pub mod registry;
pub mod rule;
pub mod sources;
pub mod specs;
pub mod visible;
pub mod wire;

mod plan;

use std::sync::Arc;

use build::Build;
use declarations::Declarations;
use finalize::search::PlannedSearch;
use inputs::PlanInputs;
pub use plan::{Plan, PlanFailure, hex};
use sources::hosted::Hosted;
use sources::listed::Listed;
use specs::SpecCache;

use crate::mcp::binding::McpBinding;
use crate::search::{Reuse, SearchSlot};

/// Makes plans. It remembers specs and declarations, the last binding's handlers and the last search index; what it
/// remembers makes a plan faster and never different.
#[derive(Debug, Default)]
pub struct Planner {
    specs: SpecCache,
    declarations: Arc<Declarations>,
    search: SearchSlot,
    handlers: Option<Handlers>,
    /// Recent plans, the last one first.
    recent: Vec<(PlanInputs, Result<Arc<Plan>, PlanFailure>)>,
}

/// Plans that are remembered: a session mostly goes back and forth between a few settings.
const RECENT_PLANS: usize = 4;

/// What is remembered of the last binding.
#[derive(Debug)]
struct Handlers {
    binding: Arc<McpBinding>,
    number: u64,
    listed: Arc<Listed>,
}

/// A plan, and what was reused to make it.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The plan, or the strict-mode error that fails the capture.
    pub plan: Result<Arc<Plan>, PlanFailure>,
    /// The MCP handlers of the previous plan were reused: same binding object.
    pub handlers_reused: bool,
    /// The search tool of the previous plan was reused.
    pub search_reused: bool,
}

impl Planner {
    /// A planner without memories.
    pub fn new() -> Self {
        Self::default()
    }

    /// Plans the tool table of one step.
    ///
    /// Upstream: `build_tool_router`, `codex-rs/core/src/tools/spec_plan.rs` 116-172.
    pub fn plan(&mut self, inputs: &PlanInputs) -> Planned {
        let handlers_reused =
            self.handlers.as_ref().is_some_and(|last| Arc::ptr_eq(&last.binding, &inputs.binding));
        if let Some(plan) = self.recall(inputs, handlers_reused) {
            let search_reused = plan.as_ref().is_ok_and(|plan| plan.search.is_some());
            return Planned { plan, handlers_reused, search_reused };
        }
        let plan = self.plan_afresh(inputs).map(Arc::new);
        let reuse = plan.as_ref().ok().and_then(|plan| plan.search.as_ref()).map(|s| s.reuse);
        self.recent.truncate(RECENT_PLANS - 1);
        self.recent.insert(0, (inputs.clone(), plan.clone()));
        Planned { plan, handlers_reused, search_reused: reuse == Some(Reuse::Reused) }
    }

    /// A recent plan over equal inputs. The last one always serves; an older one only if the caches
    /// that upstream has would not tell the difference: same binding, no search index.
    fn recall(
        &mut self,
        inputs: &PlanInputs,
        same_binding: bool,
    ) -> Option<Result<Arc<Plan>, PlanFailure>> {
        let found = self.recent.iter().position(|(recent, _)| recent == inputs)?;
        let (_, plan) = self.recent.get(found)?;
        let older_serves = same_binding && plan.as_ref().is_ok_and(|plan| plan.search.is_none());
        if found > 0 && !older_serves {
            return None;
        }
        let plan = plan.clone();
        self.recent[..=found].rotate_right(1);
        Some(plan)
    }

    fn plan_afresh(&mut self, inputs: &PlanInputs) -> Result<Plan, PlanFailure> {
        let (handlers, listed) = self.handlers(&inputs.binding);
        let mut build = Build::new(inputs, &listed, &mut self.specs, &self.declarations);
        core_sources(&mut build);
        let hosted = external_sources(&mut build);
        finalize::direct_only::apply(&mut build);
        finalize::code_mode::evict(&mut build);
        let search: Option<PlannedSearch> =
            finalize::search::apply(&mut build, &mut self.search, handlers);
        let nested = finalize::code_mode::prepend(&mut build);
        if let Some(name) = finalize::strict::check(&mut build) {
            return Err(PlanFailure::duplicate(name, build.ledger));
        }
        let visible = visible::list(&mut build, &hosted);
        Ok(Plan::finish(build, visible, nested, search, &hosted))
    }

    /// The number of the handler set, and what is known of its tools.
    fn handlers(&mut self, binding: &Arc<McpBinding>) -> (u64, Arc<Listed>) {
        let number = match &self.handlers {
            Some(last) if Arc::ptr_eq(&last.binding, binding) => {
                return (last.number, last.listed.clone());
            }
            Some(last) => last.number + 1,
            None => 0,
        };
        let listed = Arc::new(Listed::of(binding));
        self.handlers = Some(Handlers { binding: binding.clone(), number, listed: listed.clone() });
        (number, listed)
    }
}

/// Plans once, without a memory of earlier plans.
pub fn plan(inputs: &PlanInputs) -> Result<Arc<Plan>, PlanFailure> {
    Planner::new().plan(inputs).plan
}

/// Step 2: the reviewer's branch, or the four general groups.
fn core_sources(build: &mut Build<'_>) {
    if build.inputs.identity.is_guardian() {
        sources::guardian::add(build);
        return;
    }
    sources::shell::add(build);
    sources::resources::add(build);
    sources::utility::add(build);
    sources::collab::add(build);
}

/// Step 3: MCP, extensions, dynamic tools, hosted specs. A reviewer's plan skips all of it.
fn external_sources(build: &mut Build<'_>) -> Hosted {
    if build.inputs.identity.is_guardian() {
        return Hosted::new();
    }
    sources::mcp::add(build);
    let web_search = sources::web_mode::resolve(build);
    let replaced = sources::extensions::add(build, web_search);
    sources::dynamic::add(build);
    sources::hosted::add(build, web_search, replaced)
}
