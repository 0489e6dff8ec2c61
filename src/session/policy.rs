//! What a wrong freeze policy breaks, counted against what a capture at the sample's edge gives.

use std::sync::Arc;

use super::live::advertised;
use super::record::{Anomalies, Anomaly, TraceEventKind};
use super::sample::Response;
use super::world::World;
use crate::planner::Plan;
use crate::tool::ToolName;

/// Compares three tables of one sample: the advertised one, the one its edge gives, and the one
/// each call was dispatched by. Under the per-step policy all three are one object.
pub fn count(
    world: &mut World,
    step: u32,
    plan: &Arc<Plan>,
    boundary: &Arc<Plan>,
    response: &Response,
) -> Anomalies {
    let mut counted = Anomalies::default();
    let mut broken: Vec<(Anomaly, Option<ToolName>)> = Vec::new();
    if !Arc::ptr_eq(plan, boundary) {
        for name in advertised(plan) {
            if boundary.registry.get(&name).is_none() {
                broken.push((Anomaly::AdvertisedButGone, Some(name)));
            }
        }
    }
    for (call, table) in response.calls.iter().zip(&response.tables) {
        let has = |plan: &Plan| plan.registry.get(&call.tool).is_some();
        let right = if table.frozen { has(boundary) } else { table.found };
        if !has(plan) && right {
            broken.push((Anomaly::CalledNotAdvertised, Some(call.tool.clone())));
        }
        if !table.frozen && has(plan) && !table.found {
            broken.push((Anomaly::AdvertisedButGone, Some(call.tool.clone())));
        }
    }
    for pair in response.calls.windows(2) {
        if pair[0].table != pair[1].table {
            broken.push((Anomaly::SplitTables, None));
        }
    }
    for (anomaly, tool) in broken {
        let count = match anomaly {
            Anomaly::CalledNotAdvertised => &mut counted.called_not_advertised,
            Anomaly::AdvertisedButGone => &mut counted.advertised_but_gone,
            Anomaly::SplitTables => &mut counted.split_tables,
        };
        *count += 1;
        world.log(TraceEventKind::Broken { step, anomaly, tool });
    }
    counted
}
