//! [`Build`]: the plan under construction, handed from source to source.

use std::sync::Arc;

use super::declarations::Declarations;
use super::gates::{self, Gates};
use super::inputs::PlanInputs;
use super::ledger::{CandidateId, CandidateSet, DecisionId, Ledger};
use super::registry::{External, Origin, RegisteredTool, Registry, Runtime};
use super::rule::{Decision, Outcome, Reason, Rule, Stage, upstream};
use super::sources::guardian;
use super::sources::listed::Listed;
use super::specs::SpecCache;
use crate::builtin::{BuiltinFacts, facts};
use crate::mcp::binding::BoundTool;
use crate::search::SearchInfo;
use crate::tool::{ToolExposure, ToolName, ToolSpec};

static REGISTER: Rule = Rule::new(
    "registry.register",
    Stage::CoreSources,
    upstream("codex-rs/core/src/tools/registry.rs", "302-372"),
    "The first owner of a canonical name keeps it; core names never yield.",
    "canonical 이름은 처음 등록한 쪽이 지켜요. 핵심 이름은 양보하지 않아요.",
);
static REGISTERED: Reason = Reason::new(
    &REGISTER,
    "registered",
    Outcome::Registered,
    "Registered: the name was free.",
    "등록됐어요. 비어 있는 이름이었어요.",
);
static TWICE: Reason = Reason::new(
    &REGISTER,
    "twice",
    Outcome::Absent,
    "Not registered again: tool {tool} already registered. The first entry stays.",
    "다시 등록되지 않았어요. 이미 등록된 도구: {tool}. 처음 항목이 남아요.",
);
static FINAL: Rule = Rule::new(
    "finalize.register",
    Stage::Finalize,
    upstream("codex-rs/core/src/tools/spec_plan.rs", "313-448"),
    "The final pass registers the search behind everything, and wait and exec in front.",
    "마지막 단계는 검색을 맨 뒤에, wait와 exec를 맨 앞에 등록해요.",
);
static FINAL_LAST: Reason = Reason::new(
    &FINAL,
    "last",
    Outcome::Registered,
    "Registered behind everything else.",
    "맨 뒤에 등록됐어요.",
);
static FINAL_FRONT: Reason = Reason::new(
    &FINAL,
    "front",
    Outcome::Registered,
    "Registered in front of everything else.",
    "맨 앞에 등록됐어요.",
);
static FINAL_TWICE: Reason = Reason::new(
    &FINAL,
    "twice",
    Outcome::Absent,
    "Not registered again: tool {tool} already registered. The first entry stays.",
    "다시 등록되지 않았어요. 이미 등록된 도구: {tool}. 처음 항목이 남아요.",
);
static EXTERNAL: Rule = Rule::new(
    "registry.external",
    Stage::External,
    upstream("codex-rs/core/src/tools/registry.rs", "302-372"),
    "An external tool that meets a taken or reserved name is skipped.",
    "외부 도구가 이미 쓰인 이름이나 예약된 이름을 만나면 건너뛰어요.",
);
static EXTERNAL_REGISTERED: Reason = Reason::new(
    &EXTERNAL,
    "registered",
    Outcome::Registered,
    "Registered: the name was free.",
    "등록됐어요. 비어 있는 이름이었어요.",
);
static EXTERNAL_TAKEN: Reason = Reason::new(
    &EXTERNAL,
    "taken",
    Outcome::Absent,
    "Skipped: {name} belongs to an earlier tool. The collision is recorded.",
    "건너뛰었어요. {name}은 먼저 온 도구의 이름이에요. 충돌이 기록돼요.",
);
static EXTERNAL_RESERVED: Reason = Reason::new(
    &EXTERNAL,
    "reserved",
    Outcome::Absent,
    "Refused: {name} is reserved for the agent itself. No collision is recorded.",
    "거절됐어요. {name}은 에이전트 자신에게 예약된 이름이에요. 충돌은 기록되지 않아요.",
);
static EXTERNAL_RESERVED_TAKEN: Reason = Reason::new(
    &EXTERNAL,
    "reserved_taken",
    Outcome::Absent,
    "Refused: {name} is reserved, and the built-in is registered. The collision is recorded.",
    "거절됐어요. {name}은 예약돼 있고 내장 도구가 등록돼 있어요. 충돌이 기록돼요.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 3] = [&REGISTER, &EXTERNAL, &FINAL];

/// Where a tool of the agent itself goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A core source appends it.
    Core,
    /// The final pass appends it.
    Last,
    /// The final pass puts it in front.
    Front,
}

/// A plan under construction.
pub struct Build<'a> {
    /// What the plan reads.
    pub inputs: &'a PlanInputs,
    /// Shared conditions.
    pub gates: Gates,
    /// The registry so far.
    pub registry: Registry,
    /// The ledger so far.
    pub ledger: Ledger,
    /// Specs of built-in tools, made once.
    pub specs: &'a mut SpecCache,
    /// Tools as cells know them, made once.
    pub declarations: &'a Arc<Declarations>,
    /// What the binding said about MCP tools before anybody asked who is planning.
    pub listed: &'a Listed,
    /// The first candidate of a bound tool; set by the source.
    pub first_bound: CandidateId,
    /// Tools that cells can call.
    pub nested: CandidateSet,
    /// Tools whose spec is in the visible list.
    pub shown: CandidateSet,
    /// The identity rule's decision, which precedes every tool of a source.
    preface: DecisionId,
    registered: Option<DecisionId>,
    registered_external: Option<DecisionId>,
}

impl<'a> Build<'a> {
    /// An empty plan over `inputs`.
    ///
    /// Stages 1 to 3 are written down at once: what the binding lists, the shared gates, and who is
    /// asking.
    pub fn new(
        inputs: &'a PlanInputs,
        listed: &'a Listed,
        specs: &'a mut SpecCache,
        declarations: &'a Arc<Declarations>,
    ) -> Self {
        let mut ledger = listed.ledger();
        ledger.note(gates::search(inputs));
        ledger.note(gates::tool_mode(inputs));
        let preface = ledger.note(guardian::identity(inputs));
        Build {
            inputs,
            gates: Gates::read(inputs),
            registry: Registry::with_room(inputs.binding.tools.len()),
            ledger,
            specs,
            declarations,
            listed,
            first_bound: 0,
            nested: CandidateSet::default(),
            shown: CandidateSet::default(),
            preface,
            registered: None,
            registered_external: None,
        }
    }

    /// Opens a candidate of a source with the decisions taken so far.
    pub fn candidate(
        &mut self,
        name: ToolName,
        origin: &'static str,
        chain: &[DecisionId],
    ) -> CandidateId {
        let candidate = self.ledger.candidate(name, origin);
        self.ledger.link(candidate, self.preface);
        for decision in chain {
            self.ledger.link(candidate, *decision);
        }
        candidate
    }

    /// Opens a candidate for the tool at `position` of the binding.
    pub fn bound_candidate(&mut self, position: usize, tool: &BoundTool) -> CandidateId {
        let candidate = self.ledger.candidate(tool.name.clone(), Origin::MCP);
        self.ledger.set_server(candidate, &tool.server);
        self.listed.link_bound(&mut self.ledger, candidate, position);
        self.ledger.link(candidate, self.preface);
        candidate
    }

    /// Writes down that a built-in stays out.
    pub fn absent(&mut self, name: ToolName, chain: &[DecisionId]) {
        self.candidate(name, Origin::Builtin.label(), chain);
    }

    /// Registers a built-in of the agent with its own declared facts.
    pub fn builtin(&mut self, name: ToolName, spec: Arc<ToolSpec>, chain: &[DecisionId]) {
        let facts = facts(&name).unwrap_or(crate::builtin::V2_COLLAB_FACTS);
        self.builtin_with(name, spec, facts, None, chain);
    }

    /// Registers a built-in whose facts or search document are not the usual ones.
    pub fn builtin_with(
        &mut self,
        name: ToolName,
        spec: Arc<ToolSpec>,
        facts: BuiltinFacts,
        search: Option<Arc<SearchInfo>>,
        chain: &[DecisionId],
    ) {
        let candidate = self.candidate(name.clone(), Origin::Builtin.label(), chain);
        let runtime = Runtime {
            name,
            spec,
            exposure: facts.exposure,
            parallel: facts.parallel,
            payload: facts.payload,
            search,
            origin: Origin::Builtin,
        };
        self.trusted(candidate, runtime, Place::Core);
    }

    /// Registers a tool of the agent itself.
    pub fn trusted(&mut self, candidate: CandidateId, runtime: Runtime, place: Place) {
        let exposure = runtime.exposure;
        let tool = RegisteredTool { runtime, exposure, candidate };
        let done = match place {
            Place::Front => self.registry.prepend_trusted(tool),
            Place::Core | Place::Last => self.registry.register_trusted(tool),
        };
        let decision = match (done, place) {
            (Ok(()), Place::Core) => match self.registered {
                Some(decision) => decision,
                None => *self.registered.insert(self.ledger.note(REGISTERED.decide())),
            },
            (Ok(()), Place::Last) => self.ledger.note(FINAL_LAST.decide()),
            (Ok(()), Place::Front) => self.ledger.note(FINAL_FRONT.decide()),
            (Err(error), place) => {
                let reason = if place == Place::Core { &TWICE } else { &FINAL_TWICE };
                self.ledger.note(reason.with([("tool", error.0.display().into())]))
            }
        };
        self.ledger.link(candidate, decision);
    }

    /// Tries to register somebody else's tool. Returns whether it was.
    pub fn external(
        &mut self,
        candidate: CandidateId,
        runtime: Runtime,
        exposure: ToolExposure,
    ) -> bool {
        let name = runtime.name.clone();
        let outcome =
            self.registry.register_external(RegisteredTool { runtime, exposure, candidate });
        let named =
            |reason: &'static Reason| -> Decision { reason.with([("name", name.dotted().into())]) };
        let decision = match outcome {
            External::Registered => match self.registered_external {
                Some(decision) => decision,
                None => {
                    let decision = self.ledger.note(EXTERNAL_REGISTERED.decide());
                    *self.registered_external.insert(decision)
                }
            },
            External::Taken => self.ledger.note(named(&EXTERNAL_TAKEN)),
            External::Reserved { recorded: false } => self.ledger.note(named(&EXTERNAL_RESERVED)),
            External::Reserved { recorded: true } => {
                self.ledger.note(named(&EXTERNAL_RESERVED_TAKEN))
            }
        };
        self.ledger.link(candidate, decision);
        outcome == External::Registered
    }
}
