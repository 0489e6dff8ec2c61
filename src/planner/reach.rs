//! [`Reach`]: by which path a tool can be reached, and the orphan alarm.

use serde::Serialize;

use crate::lang::Text;

/// The reachability verdict of one tool at one sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// The model can call it by name right away.
    CallableNow,
    /// The model has to find it through `tool_search` first.
    AfterSearch,
    /// Only a cell inside `exec` can call it.
    InsideExec,
    /// Dispatchable by name, and somebody asked that it be shown nowhere.
    NeverShown,
    /// Shown, and run by the provider: nothing here dispatches it.
    HostedOnly,
    /// Planned, and reachable by no path although nobody hid it.
    Orphan,
    /// Not planned.
    Absent,
}

/// What the verdict looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReachFacts {
    /// Has a registry entry.
    pub registered: bool,
    /// In the final visible list.
    pub visible: bool,
    /// Deferred, with search info, while `tool_search` is itself visible.
    pub searchable: bool,
    /// Owns an identifier in cells, while `exec` is visible.
    pub nested: bool,
    /// Its exposure is Hidden: somebody asked for it.
    pub hidden_on_purpose: bool,
}

/// The verdict: the shortest path wins.
pub fn reach(facts: ReachFacts) -> Reach {
    match facts {
        ReachFacts { registered: false, visible: true, .. } => Reach::HostedOnly,
        ReachFacts { registered: false, .. } => Reach::Absent,
        ReachFacts { visible: true, .. } => Reach::CallableNow,
        ReachFacts { searchable: true, .. } => Reach::AfterSearch,
        ReachFacts { nested: true, .. } => Reach::InsideExec,
        ReachFacts { hidden_on_purpose: true, .. } => Reach::NeverShown,
        _ => Reach::Orphan,
    }
}

impl Reach {
    /// All verdicts, best path first.
    pub const ALL: [Reach; 7] = [
        Reach::CallableNow,
        Reach::AfterSearch,
        Reach::InsideExec,
        Reach::NeverShown,
        Reach::HostedOnly,
        Reach::Orphan,
        Reach::Absent,
    ];

    /// A short label.
    pub fn text(self) -> Text {
        match self {
            Reach::CallableNow => Text { en: "callable now", ko: "지금 호출 가능" },
            Reach::AfterSearch => Text { en: "after a search", ko: "검색한 뒤" },
            Reach::InsideExec => Text { en: "only inside exec", ko: "exec 안에서만" },
            Reach::NeverShown => {
                Text { en: "dispatchable, never shown", ko: "호출은 되지만 보이지 않음" }
            }
            Reach::HostedOnly => {
                Text { en: "shown, run by the provider", ko: "보이지만 제공자가 실행" }
            }
            Reach::Orphan => {
                Text { en: "orphan: no path leads here", ko: "고아: 닿는 길이 없음" }
            }
            Reach::Absent => Text { en: "absent", ko: "없음" },
        }
    }
}
