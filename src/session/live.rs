//! The live lane: what the world looks like beside the photograph, and where the two disagree.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::capture::Camera;
use super::record::{LiveServer, LiveState, TraceEventKind};
use super::runtime::ConnectionState;
use super::world::World;
use crate::planner::Plan;
use crate::planner::ledger::Standing;
use crate::tool::ToolName;

/// Names a plan tells the model about: visible, or to be found by a search. Hosted ones aside.
pub fn advertised(plan: &Plan) -> Vec<ToolName> {
    [Standing::Visible, Standing::Deferred]
        .into_iter()
        .flat_map(|standing| plan.standing(standing))
        .filter(|candidate| candidate.exposure.is_some())
        .map(|candidate| candidate.name.clone())
        .collect()
}

/// Watches the world during a sample.
#[derive(Debug)]
pub struct LiveWatch {
    step: u32,
    advertised: Vec<ToolName>,
    of_this_moment: bool,
    seen: Option<u64>,
    /// The states seen so far; a new one only when something changed.
    pub states: Vec<LiveState>,
}

impl LiveWatch {
    /// A watch over the names the frozen plan advertises. `of_this_moment`: the plan was made by this
    /// sample's own capture; under a wrong policy it may be older.
    pub fn new(step: u32, advertised: Vec<ToolName>, of_this_moment: bool) -> Self {
        Self { step, advertised, of_this_moment, seen: None, states: Vec::new() }
    }

    /// Looks at the world, if it changed since the last look.
    pub fn look(&mut self, world: &mut World, camera: &mut Camera, plan: &Plan) {
        if self.seen == Some(world.version) {
            return;
        }
        // Nothing has happened since the capture and no transport is closed: the two agree.
        let untouched = self.seen.is_none()
            && self.of_this_moment
            && !world
                .runtime
                .connections
                .values()
                .any(|connection| connection.state == ConnectionState::Closed);
        self.seen = Some(world.version);
        let (gone, fresh) = match untouched {
            true => (Vec::new(), Vec::new()),
            false => self.compare(world, camera, plan),
        };
        let state = LiveState { at_ms: world.now_ms, servers: servers(world), gone, fresh };
        let (gone, fresh) = (state.gone.clone(), state.fresh.clone());
        let before = self.states.last();
        let same_tear = match before {
            Some(before) => before.gone == gone && before.fresh == fresh,
            None => !state.is_torn(),
        };
        if before.is_some_and(|before| same_tear && before.servers == state.servers) {
            return;
        }
        self.states.push(state);
        if !same_tear {
            world.log(TraceEventKind::Tear { step: self.step, gone, fresh });
        }
    }

    fn compare(
        &self,
        world: &World,
        camera: &mut Camera,
        plan: &Plan,
    ) -> (Vec<Arc<str>>, Vec<Arc<str>>) {
        let Ok(live) = camera.glance(world) else { return (Vec::new(), Vec::new()) };
        let callable: BTreeSet<ToolName> =
            live.registry.iter().map(|(name, _)| name.clone()).collect();
        let gone = self
            .advertised
            .iter()
            .filter(|name| !callable.contains(&name.canonical()))
            .map(|name| name.dotted().into())
            .collect();
        let fresh = advertised(&live)
            .iter()
            .filter(|name| plan.registry.get(name).is_none())
            .map(|name| name.dotted().into())
            .collect();
        (gone, fresh)
    }
}

fn servers(world: &World) -> Vec<LiveServer> {
    let runtime = &world.runtime;
    let mut names: BTreeSet<&Arc<str>> = runtime.configured.keys().collect();
    names.extend(runtime.connections.keys());
    names
        .into_iter()
        .map(|name| {
            let connection = runtime.connections.get(name);
            let ready = connection.filter(|c| c.state == ConnectionState::Ready);
            let tools = ready.and_then(|c| c.list.as_ref()).map_or(0, |list| list.len());
            LiveServer { name: name.clone(), state: runtime.state_of(name), tools }
        })
        .collect()
}
