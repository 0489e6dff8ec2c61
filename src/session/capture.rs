//! Capturing a step: readiness, runtime, binding, plan, in the upstream order.
//!
//! Upstream: `codex-rs/core/src/session/mod.rs` 3173-3281.

use std::sync::Arc;

use super::clock::Clock;
use super::rules::*;
use super::runtime::ConnectionState;
use super::script::{Script, Settings};
use super::world::World;
use crate::code_mode::no_engine;
use crate::mcp::binding::{BindRules, ListSource, McpBinding, ServerListing, bind};
use crate::mcp::cache::BindCache;
use crate::planner::gates;
use crate::planner::inputs::PlanInputs;
use crate::planner::ledger::Ledger;
use crate::planner::rule::Decision;
use crate::planner::sources::listed::server_decision;
use crate::planner::{Plan, PlanFailure, Planned, Planner};

/// What a capture yields.
#[derive(Debug)]
pub struct Captured {
    /// What the plan read.
    pub inputs: Arc<PlanInputs>,
    /// The plan, and what was reused for it.
    pub planned: Planned,
    /// Servers that did not make it into the binding.
    pub omitted: Vec<(Arc<str>, Decision)>,
    /// Decisions of the capture itself.
    pub decisions: Vec<Decision>,
}

/// Makes captures, and remembers the last binding.
#[derive(Debug, Default)]
pub struct Camera {
    planner: Planner,
    live: Planner,
    cache: BindCache,
    last: Option<LastBinding>,
    last_inputs: Option<Arc<PlanInputs>>,
    /// The user has been told that cells have no host.
    warned: bool,
    /// The table of the last call that asked for one of its own moment, and the world's version.
    now: Option<(u64, Result<Arc<Plan>, PlanFailure>)>,
}

#[derive(Debug)]
struct LastBinding {
    listings: Vec<ServerListing>,
    rules: BindRules,
    revision: u64,
    binding: Arc<McpBinding>,
}

impl Camera {
    /// Captures a step now. Virtual time passes while servers are waited for.
    pub fn capture(
        &mut self,
        world: &mut World,
        clock: &mut Clock,
        mentions: &[Arc<str>],
    ) -> Captured {
        // A capture changes what a table is made of without an event: a turn begins, starts begin.
        self.now = None;
        let mut decisions = Vec::new();
        if let Some(why) = world.refresh_if_stale() {
            decisions.push(REFRESHED.with([("why", why.into())]));
        }
        world.runtime.start_postponed(world.now_ms);
        let waited = wait_for_servers(world, clock, mentions);
        if waited > 0 {
            decisions.push(WAITED.with([("ms", waited.into())]));
        }
        let required = required_failure(world);
        let turn = world.turn.clone();
        let (binding, decision) = self.binding(world, &turn);
        decisions.push(decision);
        let omitted = omitted(&binding);
        let inputs = self.share(step_inputs(&turn, &world.settings, binding));
        decisions.push(COLLECTED.with([
            ("tools", inputs.binding.tools.len().into()),
            ("environments", inputs.environments.len().into()),
        ]));
        if !self.warned
            && let Some(warning) = gates::host_warning(&inputs)
        {
            self.warned = true;
            decisions.push(warning);
        }
        let mut planned = self.planner.plan(&inputs);
        if let Some((server, error)) = required {
            decisions.push(
                REQUIRED_FAILED
                    .with([("server", server.clone().into()), ("error", error.clone().into())]),
            );
            planned.plan = Err(PlanFailure {
                message: format!("required MCP server `{server}` failed to start: {error}").into(),
                ledger: Arc::new(Ledger::default()),
            });
        }
        Captured { inputs, planned, omitted, decisions }
    }

    /// The plan a capture would make now, without waiting, refreshing or remembering.
    pub fn glance(&mut self, world: &World) -> Result<Arc<Plan>, PlanFailure> {
        let turn = &world.turn;
        let listings: Vec<ServerListing> = world
            .runtime
            .listings()
            .into_iter()
            .filter(|listing| world.runtime.configured.contains_key(&listing.server))
            .map(|mut listing| {
                if listing.source == ListSource::Closed {
                    listing.tools = Arc::default();
                }
                listing
            })
            .collect();
        let binding = bind(&listings, &turn.plan.bind_rules(), &mut self.cache);
        self.live.plan(&step_inputs(turn, &world.settings, Arc::new(binding))).plan
    }

    /// The table a call would be dispatched by if nothing were frozen: closed servers still list.
    ///
    /// # Errors
    /// A strict collision fails this plan like any other.
    pub fn table_now(&mut self, world: &World) -> Result<Arc<Plan>, PlanFailure> {
        if let Some((version, plan)) = &self.now
            && *version == world.version
        {
            return plan.clone();
        }
        let turn = &world.turn;
        let mut listings = world.runtime.listings();
        listings.retain(|listing| world.runtime.configured.contains_key(&listing.server));
        let binding = bind(&listings, &turn.plan.bind_rules(), &mut self.cache);
        let plan = self.live.plan(&step_inputs(turn, &world.settings, Arc::new(binding))).plan;
        self.now = Some((world.version, plan.clone()));
        plan
    }

    fn binding(&mut self, world: &World, turn: &Settings) -> (Arc<McpBinding>, Decision) {
        let listings = world.runtime.listings();
        let rules = turn.plan.bind_rules();
        if let Some(last) = &self.last
            && last.revision == world.runtime.revision
            && world.runtime.is_stable()
            && last.rules == rules
            && same_listings(&last.listings, &listings)
        {
            let tools = last.binding.tools.len();
            return (
                last.binding.clone(),
                describe(&last.binding, BINDING_REUSED.with([("tools", tools.into())])),
            );
        }
        let binding = Arc::new(bind(&listings, &rules, &mut self.cache));
        let servers = binding
            .sources
            .iter()
            .filter(|(_, source)| !matches!(source, ListSource::LeftOut(_)))
            .count();
        let decision =
            BINDING_NEW.with([("tools", binding.tools.len().into()), ("servers", servers.into())]);
        self.last = Some(LastBinding {
            listings,
            rules,
            revision: world.runtime.revision,
            binding: binding.clone(),
        });
        (binding.clone(), describe(&binding, decision))
    }

    /// Equal inputs share one value, so that ten thousand equal steps cost one.
    fn share(&mut self, inputs: PlanInputs) -> Arc<PlanInputs> {
        if let Some(last) = &self.last_inputs
            && **last == inputs
        {
            return last.clone();
        }
        let inputs = Arc::new(inputs);
        self.last_inputs = Some(inputs.clone());
        inputs
    }
}

/// Compared by identity: lists are shared, and comparing thousands of tools would cost each step.
fn same_listings(a: &[ServerListing], b: &[ServerListing]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            a.server == b.server
                && a.source == b.source
                && Arc::ptr_eq(&a.tools, &b.tools)
                && Arc::ptr_eq(&a.terms, &b.terms)
        })
}

fn describe(binding: &McpBinding, otherwise: Decision) -> Decision {
    match binding.has_servers {
        true => otherwise,
        false => BINDING_EMPTY.decide(),
    }
}

/// Lets virtual time pass until nothing that must be waited for is still starting.
fn wait_for_servers(world: &mut World, clock: &mut Clock, mentions: &[Arc<str>]) -> u64 {
    let from = world.now_ms;
    loop {
        let until = world
            .runtime
            .connections
            .values()
            .filter_map(|connection| world.runtime.waits_until(connection, mentions))
            .max()
            .filter(|until| *until > world.now_ms);
        let Some(until) = until else { return world.now_ms - from };
        // One change at a time: a start that ends early may end the wait as well.
        let next = clock.next_change_ms(world).unwrap_or(until).clamp(world.now_ms, until);
        clock.advance(world, next);
    }
}

fn required_failure(world: &World) -> Option<(Arc<str>, Arc<str>)> {
    world.runtime.connections.values().find_map(|connection| {
        let ConnectionState::Failed(error) = &connection.state else { return None };
        connection.config.required.then(|| (connection.config.name.clone(), error.clone()))
    })
}

fn omitted(binding: &McpBinding) -> Vec<(Arc<str>, Decision)> {
    binding
        .sources
        .iter()
        .filter_map(|(server, source)| match source {
            ListSource::LeftOut(why) => Some((server.clone(), server_decision(server, why))),
            _ => None,
        })
        .collect()
}

/// The turn's inputs with everything that a capture reads anew.
fn step_inputs(turn: &Settings, now: &Settings, binding: Arc<McpBinding>) -> PlanInputs {
    let mut inputs = turn.plan.clone();
    inputs.environments = turn
        .environments
        .iter()
        .filter(|selected| selected.ready)
        .map(|selected| selected.environment.clone())
        .collect();
    inputs.binding = binding;
    inputs.apps_enabled = now.plan.apps_enabled;
    inputs.app_policy = now.plan.app_policy.clone();
    inputs.extensions = now.plan.extensions.clone();
    inputs.suggestions = now.plan.suggestions.clone();
    inputs.wait_for_environment = now.plan.wait_for_environment.clone();
    inputs
}

/// The inputs a script's first sample would read if every server were up: what a plan over the
/// whole start state looks like, for tools that only want to plan.
pub fn start_inputs(script: &Script) -> PlanInputs {
    let mut world = World::new(script, &no_engine());
    let mut clock = Clock::new(&[]);
    let captured = Camera::default().capture(&mut world, &mut clock, &[]);
    (*captured.inputs).clone()
}
