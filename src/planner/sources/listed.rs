//! Stages 1 and 2: what the binding says about MCP tools before anybody asks who is planning.
//!
//! Every listed tool gets its decisions here, also the ones that never reach the planner. The source
//! itself is [`super::mcp`].

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::lang::Text;
use crate::mcp::binding::{BoundTool, Dropped, DroppedTool, LeftOut, ListSource, McpBinding};
use crate::planner::ledger::{CandidateId, DecisionId, Ledger};
use crate::planner::registry::Origin;
use crate::planner::rule::{Decision, Fact, Outcome, Reason, Rule, Stage, upstream};

static LIST: Rule = Rule::new(
    "mcp.listed",
    Stage::BindMcp,
    upstream("codex-rs/core/src/session/mcp.rs", "310-358"),
    "A binding holds what connected servers listed, or a cached list, at the moment of the capture.",
    "바인딩에는 포착 순간에 연결된 서버의 목록이나 캐시 목록이 들어 있어요.",
);
static LISTED: Reason = Reason::new(
    &LIST,
    "listed",
    Outcome::Noted,
    "The server `{server}` lists it.",
    "`{server}` 서버의 목록에 있어요.",
);
static LISTED_CACHED: Reason = Reason::new(
    &LIST,
    "cached",
    Outcome::Noted,
    "A cached list of the server `{server}` names it; read-only hints do not count.",
    "`{server}` 서버의 캐시 목록에 있어요. 읽기 전용 표시는 무시돼요.",
);
static LISTED_CLOSED: Reason = Reason::new(
    &LIST,
    "closed",
    Outcome::Noted,
    "The connection of the server `{server}` has closed; the list it gave last still counts.",
    "`{server}` 서버의 연결이 닫혔지만, 마지막으로 준 목록이 그대로 쓰여요.",
);
static STILL_STARTING: Reason = Reason::new(
    &LIST,
    "still_starting",
    Outcome::Absent,
    "Absent: the server `{server}` was not ready within the grace of {grace} ms.",
    "없어요. `{server}` 서버가 유예 {grace} ms 안에 준비되지 않았어요.",
);
static START_FAILED: Reason = Reason::new(
    &LIST,
    "start_failed",
    Outcome::Absent,
    "Absent: the start of the server `{server}` failed: {error}.",
    "없어요. `{server}` 서버가 시작하지 못했어요: {error}.",
);
static SERVER_DISABLED: Reason = Reason::new(
    &LIST,
    "disabled",
    Outcome::Absent,
    "Absent: the server `{server}` is switched off in the configuration.",
    "없어요. `{server}` 서버가 설정에서 꺼져 있어요.",
);
static NOT_CONFIGURED: Reason = Reason::new(
    &LIST,
    "not_configured",
    Outcome::Absent,
    "Absent: the server `{server}` is not configured now.",
    "없어요. `{server}` 서버가 지금 설정에 없어요.",
);

static FILTER: Rule = Rule::new(
    "mcp.filter",
    Stage::CollectMcp,
    upstream("codex-rs/codex-mcp/src/tools.rs", "113-226"),
    "enabled_tools and disabled_tools speak of raw names; disabled wins.",
    "enabled_tools와 disabled_tools는 원래 이름을 보고, disabled가 이겨요.",
);
static NOT_ENABLED: Reason = Reason::new(
    &FILTER,
    "not_enabled",
    Outcome::Absent,
    "Filtered out: enabled_tools of `{server}` does not name `{raw}`.",
    "걸러졌어요. `{server}`의 enabled_tools에 `{raw}`가 없어요.",
);
static DISABLED: Reason = Reason::new(
    &FILTER,
    "disabled",
    Outcome::Absent,
    "Filtered out: disabled_tools of `{server}` names `{raw}`.",
    "걸러졌어요. `{server}`의 disabled_tools에 `{raw}`가 있어요.",
);

static UI: Rule = Rule::new(
    "mcp.ui_visibility",
    Stage::CollectMcp,
    upstream("codex-rs/codex-mcp/src/tools.rs", "113-226"),
    "A visibility list in _meta.ui must contain `model`.",
    "_meta.ui의 visibility 목록에는 `model`이 있어야 해요.",
);
static HIDDEN_BY_UI: Reason = Reason::new(
    &UI,
    "hidden",
    Outcome::Absent,
    "Not for the model: _meta.ui.visibility of `{raw}` does not contain `model`.",
    "모델용이 아니에요. `{raw}`의 _meta.ui.visibility에 `model`이 없어요.",
);

static NAME: Rule = Rule::new(
    "mcp.name",
    Stage::CollectMcp,
    upstream("codex-rs/codex-mcp/src/tools.rs", "113-226"),
    "Names are made of ASCII letters, digits and `_`, unique and within the limit.",
    "이름은 ASCII 글자, 숫자, `_`로 되고, 겹치지 않으며, 한도 안에 있어요.",
);
static NAMED: Reason = Reason::new(
    &NAME,
    "changed",
    Outcome::Noted,
    "`{server}` calls it `{raw}`; the name was made valid and unique: {changes}.",
    "`{server}`에서는 `{raw}`예요. 쓸 수 있고 겹치지 않는 이름으로 바뀌었어요: {changes}.",
);
static DUPLICATE: Reason = Reason::new(
    &NAME,
    "duplicate",
    Outcome::Absent,
    "Dropped: `{server}` listed `{raw}` twice; the first one stays.",
    "버려졌어요. `{server}`가 `{raw}`를 두 번 냈고 첫 번째가 남아요.",
);
static UNNAMEABLE: Reason = Reason::new(
    &NAME,
    "unnameable",
    Outcome::Absent,
    "Dropped: no valid name could be made: {error}.",
    "버려졌어요. 쓸 수 있는 이름을 만들지 못했어요: {error}.",
);

/// Rules of this file, for the catalogue.
pub static RULES: [&Rule; 4] = [&LIST, &FILTER, &UI, &NAME];

/// Decisions about the tools of a binding. They depend on nothing but the binding, so a planner
/// makes them once for each and starts every ledger with them.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    decisions: Vec<Decision>,
    /// By position in the binding.
    bound: Vec<(DecisionId, Option<DecisionId>)>,
    /// By position among the dropped tools.
    dropped: Vec<(Option<DecisionId>, DecisionId)>,
}

impl Listed {
    /// Takes the decisions of both stages.
    pub fn of(binding: &McpBinding) -> Listed {
        let mut ledger = Ledger::default();
        let mut servers = Servers { binding, noted: BTreeMap::new() };
        let left_out = |tool: &DroppedTool| matches!(tool.why, Dropped::Server(_));
        let mut listed = Listed::default();
        for tool in &binding.tools {
            listed.bound.push((servers.listed(&mut ledger, &tool.server, tool.cached), None));
        }
        for tool in &binding.dropped {
            listed.dropped.push(match left_out(tool) {
                true => (None, ledger.note(dropped_decision(tool))),
                false => {
                    let listing = servers.listed(&mut ledger, &tool.server, false);
                    (Some(listing), listing)
                }
            });
        }
        for (tool, (_, named)) in binding.tools.iter().zip(&mut listed.bound) {
            *named = named_decision(tool).map(|decision| ledger.note(decision));
        }
        for (tool, (_, dropped)) in binding.dropped.iter().zip(&mut listed.dropped) {
            if !left_out(tool) {
                *dropped = ledger.note(dropped_decision(tool));
            }
        }
        Listed { decisions: ledger.decisions, ..listed }
    }

    /// A ledger that begins with these decisions, with room for a plan over as many tools.
    pub fn ledger(&self) -> Ledger {
        let mut decisions = Vec::with_capacity(self.decisions.len() + ROOM);
        decisions.extend_from_slice(&self.decisions);
        let candidates = Vec::with_capacity(self.bound.len() + self.dropped.len() + ROOM);
        Ledger { decisions, candidates }
    }

    /// Begins the chain of the bound tool at `position`.
    pub fn link_bound(&self, ledger: &mut Ledger, candidate: CandidateId, position: usize) {
        let Some((listed, named)) = self.bound.get(position) else { return };
        ledger.link(candidate, *listed);
        if let Some(named) = named {
            ledger.link(candidate, *named);
        }
    }

    /// Opens candidates for the tools that never reach the planner.
    pub fn open_dropped(&self, ledger: &mut Ledger, binding: &McpBinding) {
        for (tool, (listed, dropped)) in binding.dropped.iter().zip(&self.dropped) {
            let candidate = ledger.candidate(tool.name.clone(), Origin::MCP);
            ledger.set_server(candidate, &tool.server);
            if let Some(listed) = listed {
                ledger.link(candidate, *listed);
            }
            ledger.link(candidate, *dropped);
        }
    }
}

/// Decisions and candidates of the agent itself, roughly.
const ROOM: usize = 80;

/// One decision for each server that lists something.
struct Servers<'a> {
    binding: &'a McpBinding,
    noted: BTreeMap<&'a str, DecisionId>,
}

impl<'a> Servers<'a> {
    fn listed(&mut self, ledger: &mut Ledger, server: &'a Arc<str>, cached: bool) -> DecisionId {
        let sources = &self.binding.sources;
        *self.noted.entry(server).or_insert_with(|| {
            let source = sources.iter().find(|(name, _)| name == server).map(|(_, source)| source);
            let reason = match source {
                Some(ListSource::Closed) => &LISTED_CLOSED,
                Some(ListSource::Cached) => &LISTED_CACHED,
                _ if cached => &LISTED_CACHED,
                _ => &LISTED,
            };
            ledger.note(reason.with([("server", server.clone().into())]))
        })
    }
}

/// Why a listed tool is not in the binding.
fn dropped_decision(dropped: &DroppedTool) -> Decision {
    let server = || ("server", dropped.server.clone().into());
    let raw = || ("raw", dropped.raw.clone().into());
    match &dropped.why {
        Dropped::Server(why) => server_decision(&dropped.server, why),
        Dropped::NotEnabled => NOT_ENABLED.with([server(), raw()]),
        Dropped::Disabled => DISABLED.with([server(), raw()]),
        Dropped::HiddenByUi => HIDDEN_BY_UI.with([server(), raw()]),
        Dropped::Duplicate => DUPLICATE.with([server(), raw()]),
        Dropped::Unnameable(error) => {
            UNNAMEABLE.with([server(), raw(), ("error", error.clone().into())])
        }
    }
}

/// Why a whole server contributes nothing.
pub fn server_decision(server: &std::sync::Arc<str>, why: &LeftOut) -> Decision {
    let server = ("server", server.clone().into());
    match why {
        LeftOut::StillStarting { grace_ms } => {
            STILL_STARTING.with([server, ("grace", (*grace_ms).into())])
        }
        LeftOut::StartFailed(error) => START_FAILED.with([server, ("error", error.clone().into())]),
        LeftOut::Disabled => SERVER_DISABLED.with([server]),
        LeftOut::NotConfigured => NOT_CONFIGURED.with([server]),
    }
}

const SANITIZED: Text = Text { en: "characters replaced by _", ko: "문자를 _로 바꿈" };
const NAMESPACE_HASHED: Text = Text {
    en: "namespace hashed: two sources share it",
    ko: "두 출처가 겹쳐서 namespace에 해시를 붙임",
};
const NAME_HASHED: Text = Text {
    en: "name hashed: two tools share it",
    ko: "두 도구가 겹쳐서 이름에 해시를 붙임",
};
const SHORTENED: Text = Text { en: "shortened to the limit", ko: "한도에 맞춰 줄임" };
const TAKEN: Text = Text {
    en: "hashed: the joined name was taken",
    ko: "이어 붙인 이름이 이미 쓰여서 해시를 붙임",
};
const NAMESPACE_CUT: Text =
    Text { en: "namespace cut to the limit", ko: "한도에 맞춰 namespace를 자름" };

/// What normalization did, when it did more than put the prefix in front.
fn named_decision(tool: &BoundTool) -> Option<Decision> {
    let changes = tool.changes;
    let parts: Vec<&'static Text> = [
        (changes.sanitized, &SANITIZED),
        (changes.namespace_hashed, &NAMESPACE_HASHED),
        (changes.name_hashed, &NAME_HASHED),
        (changes.shortened, &SHORTENED),
        (changes.taken, &TAKEN),
        (changes.namespace_cut, &NAMESPACE_CUT),
    ]
    .into_iter()
    .filter_map(|(happened, words)| happened.then_some(words))
    .collect();
    if parts.is_empty() {
        return None;
    }
    Some(NAMED.with([
        ("server", tool.server.clone().into()),
        ("raw", tool.tool.name.clone().into()),
        ("changes", Fact::Phrases(parts.into())),
    ]))
}
