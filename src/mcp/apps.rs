//! Rules that only connector ("app") tools know: slugs and the app policy.
//!
//! Connectors are all served by one built-in server, [`CODEX_APPS_SERVER`].
//! Their names are slugged before the common normalization, and a policy per
//! connector decides which of their tools may be registered. Knows only std.
//! Start with [`AppPolicy::allows`].

use std::collections::BTreeMap;

/// The name of the one server that carries every connector tool.
pub const CODEX_APPS_SERVER: &str = "codex_apps";

/// Lower-cases ASCII letters, keeps digits, replaces every other character by
/// one `_` and trims `_` at both ends; `app` when nothing is left.
pub fn slug(text: &str) -> String {
    let replaced: String = text
        .chars()
        .map(|c| match c.is_ascii_alphanumeric() {
            true => c.to_ascii_lowercase(),
            false => '_',
        })
        .collect();
    match replaced.trim_matches('_') {
        "" => "app".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

/// What the configuration says about connectors. The default allows all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppPolicy {
    /// Settings of single connectors, by connector id.
    pub apps: BTreeMap<String, AppSettings>,
    /// Whether a connector without a setting of its own is on.
    pub default_enabled: bool,
    /// Switch for destructive tools of connectors that do not set their own;
    /// unset means on.
    pub default_destructive_enabled: Option<bool>,
    /// The same for tools that reach the open world.
    pub default_open_world_enabled: Option<bool>,
}

impl Default for AppPolicy {
    fn default() -> Self {
        Self {
            apps: BTreeMap::new(),
            default_enabled: true,
            default_destructive_enabled: None,
            default_open_world_enabled: None,
        }
    }
}

/// The settings of one connector. Unset fields defer to the next rule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AppSettings {
    /// The connector's own on/off setting.
    pub enabled: Option<bool>,
    /// A managed requirement forbids this connector. A requirement can only
    /// forbid: it beats an `enabled: true`, and its absence grants nothing.
    pub managed_disabled: bool,
    /// Decides every tool that has no entry in `tools`.
    pub default_tools_enabled: Option<bool>,
    /// Switch for destructive tools.
    pub destructive_enabled: Option<bool>,
    /// Switch for tools that reach the open world.
    pub open_world_enabled: Option<bool>,
    /// Entries for single tools, by raw tool name or by title.
    pub tools: BTreeMap<String, AppToolSettings>,
}

/// The entry of one tool in [`AppSettings::tools`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AppToolSettings {
    /// On, off, or undecided. An undecided entry found by raw name still hides
    /// an entry under the title.
    pub enabled: Option<bool>,
}

/// What a tool says about itself in its annotations. A missing hint is not
/// the same as a false one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ToolHints {
    /// `destructiveHint`; missing counts as true for the app policy.
    pub destructive: Option<bool>,
    /// `openWorldHint`; missing counts as true for the app policy.
    pub open_world: Option<bool>,
    /// `readOnlyHint`; the app policy does not look at it.
    pub read_only: Option<bool>,
}

/// The app policy's answer for one tool, with the rule that gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppDecision {
    /// The tool may be registered.
    Allowed(AllowedBy),
    /// The tool may not be registered.
    Refused(RefusedBy),
}

/// The rule that let a connector tool through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllowedBy {
    /// The tool's own entry says yes.
    ToolEntry(EntryKey),
    /// `default_tools_enabled` of the connector is true.
    AppToolsDefault,
    /// Nothing said otherwise: each of the two switches is on, or the tool
    /// explicitly denies the matching hint.
    Switches,
}

/// The rule that kept a connector tool out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusedBy {
    /// The connector's own setting is off.
    AppSetting,
    /// A managed requirement turned the connector off.
    ManagedRequirement,
    /// The connector has no setting and connectors are off by default.
    AppsDefault,
    /// The tool's own entry says no.
    ToolEntry(EntryKey),
    /// `default_tools_enabled` of the connector is false.
    AppToolsDefault,
    /// Destructive tools are off and the tool does not deny being one. Named
    /// first when both switches refuse.
    DestructiveSwitch,
    /// Open-world tools are off and the tool does not deny being one.
    OpenWorldSwitch,
}

/// How a tool's entry was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKey {
    /// Under the raw tool name, which is tried first.
    RawName,
    /// Under the tool's title.
    Title,
}

impl AppPolicy {
    /// Decides one connector tool; the first rule that has an opinion wins:
    /// the connector itself, the tool's entry, the connector's default for
    /// tools, then the two hint switches.
    ///
    /// The connector id must match a key of [`AppPolicy::apps`] exactly. A
    /// tool without any connector id is not a matter for this policy.
    pub fn allows(
        &self,
        connector_id: &str,
        raw_name: &str,
        title: Option<&str>,
        hints: &ToolHints,
    ) -> AppDecision {
        let app = self.apps.get(connector_id);
        if let Some(refused) = self.app_refusal(app) {
            return AppDecision::Refused(refused);
        }
        if let Some((key, enabled)) = app.and_then(|app| tool_entry(app, raw_name, title)) {
            return match enabled {
                true => AppDecision::Allowed(AllowedBy::ToolEntry(key)),
                false => AppDecision::Refused(RefusedBy::ToolEntry(key)),
            };
        }
        match app.and_then(|app| app.default_tools_enabled) {
            Some(true) => return AppDecision::Allowed(AllowedBy::AppToolsDefault),
            Some(false) => return AppDecision::Refused(RefusedBy::AppToolsDefault),
            None => {}
        }
        self.switches(app, hints)
    }

    /// Why the whole connector is off, if it is.
    fn app_refusal(&self, app: Option<&AppSettings>) -> Option<RefusedBy> {
        let own = app.and_then(|app| app.enabled);
        if own == Some(false) {
            return Some(RefusedBy::AppSetting);
        }
        if app.is_some_and(|app| app.managed_disabled) {
            return Some(RefusedBy::ManagedRequirement);
        }
        (own.is_none() && !self.default_enabled).then_some(RefusedBy::AppsDefault)
    }

    fn switches(&self, app: Option<&AppSettings>, hints: &ToolHints) -> AppDecision {
        let destructive_on = app
            .and_then(|app| app.destructive_enabled)
            .or(self.default_destructive_enabled)
            .unwrap_or(true);
        if !destructive_on && hints.destructive != Some(false) {
            return AppDecision::Refused(RefusedBy::DestructiveSwitch);
        }
        let open_world_on = app
            .and_then(|app| app.open_world_enabled)
            .or(self.default_open_world_enabled)
            .unwrap_or(true);
        if !open_world_on && hints.open_world != Some(false) {
            return AppDecision::Refused(RefusedBy::OpenWorldSwitch);
        }
        AppDecision::Allowed(AllowedBy::Switches)
    }
}

/// The decided entry of a tool: raw name first, title only if there is no
/// entry under the raw name.
fn tool_entry(app: &AppSettings, raw_name: &str, title: Option<&str>) -> Option<(EntryKey, bool)> {
    let by_raw = app.tools.get(raw_name).map(|e| (EntryKey::RawName, e));
    let found = by_raw.or_else(|| Some((EntryKey::Title, app.tools.get(title?)?)));
    let (key, entry) = found?;
    Some((key, entry.enabled?))
}
