//! [`switches`]: the single changes that would make a tool visible, found by trying them.
//!
//! Every candidate change is laid over the sample's inputs and planned; nothing is guessed from
//! rules. What is found is true for exactly these inputs. Start reading at [`switches`].

use std::fmt::Write as _;

use super::offers::{caption, offers};
use super::settings::{apply, candidates, lower};
use crate::lang::{Caption, Lang};
use crate::planner::Planner;
use crate::planner::inputs::PlanInputs;
use crate::planner::ledger::Standing;
use crate::planner::reach::Reach;
use crate::scenario::setting::SettingFile;
use crate::scenario::{level, one_line, words};
use crate::session::script::Level;
use crate::tool::ToolName;

/// What single changes can do for a tool.
#[derive(Clone, Debug)]
pub struct Switches {
    /// Where the tool stands now.
    pub now: Reach,
    /// Changes that help, those that make it visible first; empty when it is visible already.
    pub found: Vec<Switch>,
    /// Number of changes that were tried.
    pub tried: usize,
}

/// A single change that helps.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The change in words.
    pub text: Caption,
    /// The setting, if the change is one; ready to be put into a `Set` event.
    pub setting: Option<SettingFile>,
    /// The setting as a scenario file writes it.
    pub ron: Option<String>,
    /// When the setting takes effect.
    pub level: Option<Level>,
    /// By which path the tool is reached then.
    pub reach: Reach,
    /// Is it in the visible list then?
    pub visible: bool,
}

/// Tries every single change for `tool` at a sample that read `inputs`.
pub fn switches(inputs: &PlanInputs, tool: &ToolName) -> Switches {
    let mut trials = Trials { planner: Planner::new(), tool, tried: 0 };
    let (standing, now) = trials.try_it(inputs);
    let mut found = Vec::new();
    if standing == Standing::Visible {
        return Switches { now, found, tried: 0 };
    }
    let helps = |standing, reach| {
        standing == Standing::Visible || (reach == Reach::AfterSearch && now != Reach::AfterSearch)
    };
    for offer in offers(inputs, tool) {
        let (standing, reach) = trials.try_it(&offer.inputs);
        if helps(standing, reach) {
            let visible = standing == Standing::Visible;
            let text = offer.text;
            found.push(Switch { text, setting: None, ron: None, level: None, reach, visible });
        }
    }
    let files = candidates(inputs, tool);
    let lowered = lower(&files).unwrap_or_default();
    for (file, setting) in files.into_iter().zip(lowered) {
        let changed = rebound(apply(&setting, inputs), inputs);
        if changed == *inputs {
            continue;
        }
        let (standing, reach) = trials.try_it(&changed);
        if helps(standing, reach) {
            found.push(Switch {
                text: in_words(&file),
                ron: Some(one_line(&file)),
                level: Some(level(&file)),
                setting: Some(file),
                reach,
                visible: standing == Standing::Visible,
            });
        }
    }
    found.sort_by_key(|switch| !switch.visible);
    Switches { now, found, tried: trials.tried }
}

struct Trials<'a> {
    planner: Planner,
    tool: &'a ToolName,
    tried: usize,
}

impl Trials<'_> {
    /// Where the tool ends under these inputs.
    fn try_it(&mut self, inputs: &PlanInputs) -> (Standing, Reach) {
        self.tried += 1;
        let Ok(plan) = self.planner.plan(inputs).plan else {
            return (Standing::Absent, Reach::Absent);
        };
        let candidate = plan.candidate(self.tool);
        candidate.map_or((Standing::Absent, Reach::Absent), |c| (c.standing, c.reach))
    }
}

/// Some settings change how tools are named; then the binding is another one.
fn rebound(mut changed: PlanInputs, before: &PlanInputs) -> PlanInputs {
    let rules = changed.bind_rules();
    if rules != before.bind_rules() {
        let mut cache = crate::mcp::cache::BindCache::default();
        let listings = before.binding.listings();
        changed.binding = crate::mcp::binding::bind(&listings, &rules, &mut cache).into();
    }
    changed
}

fn in_words(setting: &SettingFile) -> Caption {
    if matches!(setting, SettingFile::Environments(_)) {
        return caption(
            String::from("A local environment is selected and ready."),
            String::from("로컬 환경을 고르고 준비하기"),
        );
    }
    let (key, value) = words(setting);
    match &*value {
        "true" => caption(format!("Turn `{key}` on."), format!("`{key}` 켜기")),
        "false" => caption(format!("Turn `{key}` off."), format!("`{key}` 끄기")),
        _ => caption(
            format!("Set `{key}` to `{value}`."),
            format!("`{key}` 값을 `{value}`(으)로 바꾸기"),
        ),
    }
}

impl Switches {
    /// The changes in words, one line each and one for its setting.
    pub fn text(&self, lang: Lang) -> String {
        let mut out = String::new();
        let english = lang == Lang::En;
        let title = match (self.tried, self.found.is_empty(), english) {
            (0, _, true) => String::from("It is visible; no change is needed."),
            (0, _, false) => String::from("이미 보여요. 바꿀 것이 없어요."),
            (tried, true, true) => {
                format!("None of {tried} single changes makes it visible; it takes more than one.")
            }
            (tried, true, false) => {
                format!("하나만 바꿔서는 보이지 않아요. 변화 {tried}개를 시험했어요.")
            }
            (_, false, true) => String::from("Single changes that help, found by trying:"),
            (_, false, false) => String::from("직접 시험해서 찾은, 하나로 충분한 변화:"),
        };
        let _ = writeln!(out, "{title}");
        for switch in &self.found {
            let then = match (switch.visible, english) {
                (true, true) => "visible then",
                (true, false) => "그러면 보여요",
                (false, true) => "found through tool_search then",
                (false, false) => "그러면 tool_search로 찾을 수 있어요",
            };
            let from = match (switch.level, english) {
                (None, _) => "",
                (Some(Level::Turn), true) => ", from the next turn on",
                (Some(Level::Turn), false) => ", 다음 turn부터",
                (Some(Level::Step), true) => ", from the next sample on",
                (Some(Level::Step), false) => ", 다음 sample부터",
            };
            let _ = writeln!(out, "- {} ({then}{from})", switch.text.get(lang));
            if let Some(ron) = &switch.ron {
                let _ = writeln!(out, "    {ron}");
            }
        }
        out
    }
}
