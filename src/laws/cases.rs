//! Cases of laws about single parts, each with a scenario that shows it: one that runs.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::runner::Case;
use super::{names, schemas};
use crate::mcp::names::{NameRules, RawName};
use crate::mcp::policy::PolicyInputs;
use crate::scenario::ScenarioFile;
use crate::scenario::file::{BeatFile, SampleFile, StartFile, TurnFile};
use crate::scenario::server::{ServerFile, SurfaceFile, ToolFile};
use crate::scenario::setting::SettingFile;
use crate::schema::SchemaLimits;
use crate::tool::ToolExposures;

impl Case for ScenarioFile {
    fn scenario(&self) -> ScenarioFile {
        self.clone()
    }
}

/// A scenario and something that is done to it.
impl<T: std::fmt::Debug + Clone> Case for (ScenarioFile, T) {
    fn scenario(&self) -> ScenarioFile {
        self.0.clone()
    }
}

/// One sample over servers.
pub fn one_sample(servers: Vec<ServerFile>, set: Vec<SettingFile>) -> ScenarioFile {
    ScenarioFile {
        start: StartFile { set, servers, ..StartFile::default() },
        script: vec![BeatFile::Turn(TurnFile::default()), BeatFile::Sample(SampleFile::default())],
        ..ScenarioFile::default()
    }
}

/// A schema and the limits it is prepared under.
#[derive(Clone, Debug)]
pub struct SchemaCase {
    /// As a server sends it.
    pub schema: Value,
    /// The limits.
    pub limits: SchemaLimits,
}

impl Case for SchemaCase {
    fn scenario(&self) -> ScenarioFile {
        let input = Some(self.schema.to_string());
        let tool = ToolFile { name: "tool".to_owned(), input, ..ToolFile::default() };
        let server =
            ServerFile { name: "server".to_owned(), tools: vec![tool], ..ServerFile::default() };
        let budget = u32::try_from(self.limits.budget_bytes).unwrap_or(u32::MAX);
        one_sample(vec![server], vec![SettingFile::SchemaBudget(budget)])
    }
}

/// A schema with limits.
pub fn schema_case() -> BoxedStrategy<SchemaCase> {
    (schemas::schema(), schemas::limits())
        .prop_map(|(schema, limits)| SchemaCase { schema, limits })
        .boxed()
}

/// Tool names of several servers and the rules they are normalized by.
#[derive(Clone, Debug)]
pub struct NamesCase {
    /// Servers and the raw names of their tools.
    pub servers: Vec<(String, Vec<String>)>,
    /// The rules.
    pub rules: NameRules,
}

impl NamesCase {
    /// All tools, server by server.
    pub fn raw(&self) -> Vec<RawName> {
        let all = self.servers.iter();
        all.flat_map(|(server, tools)| tools.iter().map(|tool| RawName::ordinary(server, tool)))
            .collect()
    }
}

impl Case for NamesCase {
    fn scenario(&self) -> ScenarioFile {
        let tool = |name: &String| ToolFile { name: name.clone(), ..ToolFile::default() };
        let server = |(name, tools): &(String, Vec<String>)| ServerFile {
            name: name.clone(),
            tools: tools.iter().map(tool).collect(),
            ..ServerFile::default()
        };
        let limit = u32::try_from(self.rules.limit).unwrap_or(u32::MAX);
        let names = self.rules.non_prefixed_servers.iter();
        let named = names.filter(|name| self.servers.iter().any(|(server, _)| server == *name));
        let set = vec![
            SettingFile::NameLimit(limit),
            SettingFile::Feature(
                crate::planner::features::Feature::NonPrefixedMcpToolNames,
                !self.rules.prefix,
            ),
            SettingFile::NonPrefixedServers(named.cloned().collect()),
        ];
        one_sample(self.servers.iter().map(server).collect(), set)
    }
}

/// Names of up to four servers; every server once.
pub fn names_case() -> BoxedStrategy<NamesCase> {
    let servers = vec((names::server(), vec(names::tool(), 0..4)), 0..5);
    let limits = select(&[128_usize, 64, 32, 24, 18, 17, 16][..]);
    let plain = vec(names::server(), 0..2);
    (servers, limits, proptest::bool::weighted(0.8), plain)
        .prop_map(|(mut servers, limit, prefix, plain)| {
            let mut seen = std::collections::BTreeSet::new();
            servers.retain(|(name, _)| seen.insert(name.clone()));
            let non_prefixed_servers = plain.into_iter().collect();
            NamesCase { servers, rules: NameRules { limit, prefix, non_prefixed_servers } }
        })
        .boxed()
}

/// One server's terms under one session's modes.
#[derive(Clone, Copy, Debug)]
pub struct PolicyCase(
    /// What the policy reads.
    pub PolicyInputs,
);

impl Case for PolicyCase {
    fn scenario(&self) -> ScenarioFile {
        use crate::planner::inputs::ToolMode;
        let PolicyInputs { omitted, direct_only, search_enabled, code_mode_only } = self.0;
        let surfaces = [
            (ToolExposures::DIRECT, SurfaceFile::Direct),
            (ToolExposures::DEFERRED, SurfaceFile::Deferred),
            (ToolExposures::CODE_MODE, SurfaceFile::CodeMode),
        ];
        let tool = ToolFile { name: "tool".to_owned(), ..ToolFile::default() };
        let left_out = surfaces.into_iter().filter(|(surface, _)| omitted.contains(*surface));
        let server = ServerFile {
            name: "server".to_owned(),
            tools: vec![tool],
            omit_tools_from: left_out.map(|(_, file)| file).collect(),
            ..ServerFile::default()
        };
        let mut set = vec![SettingFile::SupportsSearch(search_enabled)];
        if code_mode_only {
            set.push(SettingFile::ModelToolMode(Some(ToolMode::CodeModeOnly)));
        }
        if direct_only {
            set.push(SettingFile::DirectOnlyNamespaces(vec!["mcp__server".to_owned()]));
        }
        one_sample(vec![server], set)
    }
}

/// Any of the 64 policy inputs.
pub fn policy_case() -> BoxedStrategy<PolicyCase> {
    let surface = |bit: u8, surface| if bit == 1 { surface } else { ToolExposures::default() };
    (0..8_u8, any::<bool>(), any::<bool>(), any::<bool>())
        .prop_map(move |(bits, direct_only, search_enabled, code_mode_only)| {
            let omitted = surface(bits & 1, ToolExposures::DIRECT)
                .union(surface(bits >> 1 & 1, ToolExposures::DEFERRED))
                .union(surface(bits >> 2 & 1, ToolExposures::CODE_MODE));
            PolicyCase(PolicyInputs { omitted, direct_only, search_enabled, code_mode_only })
        })
        .boxed()
}
