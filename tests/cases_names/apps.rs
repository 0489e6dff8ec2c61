//! Connector slugs, connector names and the app policy.

use freezeframe::mcp::apps::{
    AllowedBy, AppDecision, AppPolicy, AppSettings, AppToolSettings, EntryKey, RefusedBy,
    ToolHints, slug,
};
use freezeframe::mcp::names::RawName;

#[test]
fn slugs() {
    let rows = [
        ("Calendar", "calendar"),
        ("Google  Drive", "google__drive"),
        ("-Über Mail!-", "ber_mail"),
        ("__a__b__", "a__b"),
        ("", "app"),
        (" ", "app"),
        ("검색", "app"),
        ("v2.0", "v2_0"),
    ];
    for (text, expected) in rows {
        assert_eq!(slug(text), expected, "{text:?}");
    }
}

/// Connector name and id as text, `-` for none; expected `namespace . name`.
fn check_name(connector: &str, id: &str, raw: &str, expected: &str) {
    let given = |text: &'static str| move |s: &str| (s != text).then(|| s.to_owned());
    let (connector, id) = (given("-")(connector), given("-")(id));
    let app = RawName::app(connector.as_deref(), id.as_deref(), raw);
    assert_eq!(format!("{} . {}", app.namespace, app.name), expected);
    assert_eq!((&*app.server, &*app.raw), ("codex_apps", raw));
}

#[test]
fn connector_names() {
    check_name(
        "Calendar",
        "conn1",
        "calendar_create_event",
        "codex_apps__calendar . _create_event",
    );
    check_name("Calendar", "conn1", "Conn1-List", "codex_apps__calendar . _list");
    check_name("-", "conn1", "conn1_list", "codex_apps . _list");
    check_name("-", "-", "_Find_", "codex_apps . find");
    check_name(" ", "-", "app_open", "codex_apps__app . _open");
    // Nothing would be left by the name, so the id is tried, then nothing.
    check_name("Calendar", "cal", "calendar", "codex_apps__calendar . endar");
    check_name("Calendar", "calendar", "calendar", "codex_apps__calendar . calendar");
    // No word boundary.
    check_name("Cal", "-", "calendar_list", "codex_apps__cal . endar_list");
}

#[derive(Clone, Copy)]
struct Ask {
    title: Option<&'static str>,
    hints: ToolHints,
}

const PLAIN: Ask =
    Ask { title: None, hints: ToolHints { destructive: None, open_world: None, read_only: None } };

/// Asks about tool `t` of connector `c`.
fn check(case: &str, policy: &AppPolicy, ask: Ask, expected: AppDecision) {
    assert_eq!(policy.allows("c", "t", ask.title, &ask.hints), expected, "{case}");
}

fn policy_of(app: AppSettings) -> AppPolicy {
    AppPolicy { apps: [("c".to_owned(), app)].into(), ..AppPolicy::default() }
}

fn entries(rows: &[(&str, Option<bool>)]) -> AppSettings {
    let rows = rows.iter();
    let tools =
        rows.map(|(key, enabled)| ((*key).to_owned(), AppToolSettings { enabled: *enabled }));
    AppSettings { tools: tools.collect(), ..AppSettings::default() }
}

use AppDecision::{Allowed, Refused};

#[test]
fn mx_04_one_tool_against_the_default() {
    let app = entries(&[("t", Some(true))]);
    let policy = policy_of(AppSettings { default_tools_enabled: Some(false), ..app });
    check("MX-04 named", &policy, PLAIN, Allowed(AllowedBy::ToolEntry(EntryKey::RawName)));
    let other = policy.allows("c", "other", None, &PLAIN.hints);
    assert_eq!(other, Refused(RefusedBy::AppToolsDefault));
}

#[test]
fn the_connector_comes_first() {
    let off = AppPolicy { default_enabled: false, ..AppPolicy::default() };
    check("no settings", &AppPolicy::default(), PLAIN, Allowed(AllowedBy::Switches));
    check("all off", &off, PLAIN, Refused(RefusedBy::AppsDefault));

    let named = entries(&[("t", Some(true))]);
    let own_off = AppSettings { enabled: Some(false), managed_disabled: true, ..named.clone() };
    check("own off", &policy_of(own_off), PLAIN, Refused(RefusedBy::AppSetting));
    let own_on = AppSettings { enabled: Some(true), ..AppSettings::default() };
    let mixed = AppPolicy { apps: policy_of(own_on.clone()).apps, ..off.clone() };
    check("own on, all off", &mixed, PLAIN, Allowed(AllowedBy::Switches));
    let managed = AppSettings { managed_disabled: true, ..own_on };
    check("managed", &policy_of(managed), PLAIN, Refused(RefusedBy::ManagedRequirement));
    let unset = AppPolicy { apps: policy_of(named).apps, ..off };
    check("entry without own setting", &unset, PLAIN, Refused(RefusedBy::AppsDefault));
}

#[test]
fn tool_entries_by_raw_name_then_title() {
    let titled = Ask { title: Some("T"), ..PLAIN };
    let by_title = policy_of(entries(&[("T", Some(false))]));
    check("by title", &by_title, titled, Refused(RefusedBy::ToolEntry(EntryKey::Title)));
    check("no title", &by_title, PLAIN, Allowed(AllowedBy::Switches));
    let both = policy_of(entries(&[("t", Some(true)), ("T", Some(false))]));
    check("raw name first", &both, titled, Allowed(AllowedBy::ToolEntry(EntryKey::RawName)));
    let undecided = policy_of(entries(&[("t", None), ("T", Some(false))]));
    check("undecided hides the title", &undecided, titled, Allowed(AllowedBy::Switches));
}

#[test]
fn defaults_and_switches() {
    let hints = |destructive, open_world| Ask {
        hints: ToolHints { destructive, open_world, read_only: Some(true) },
        ..PLAIN
    };
    let (yes, no) = (Some(true), Some(false));
    let both_off = AppPolicy {
        default_destructive_enabled: no,
        default_open_world_enabled: no,
        ..AppPolicy::default()
    };
    check("missing counts", &both_off, hints(None, None), Refused(RefusedBy::DestructiveSwitch));
    check("destructive", &both_off, hints(yes, no), Refused(RefusedBy::DestructiveSwitch));
    check("open world", &both_off, hints(no, yes), Refused(RefusedBy::OpenWorldSwitch));
    check("open world missing", &both_off, hints(no, None), Refused(RefusedBy::OpenWorldSwitch));
    check("both denied", &both_off, hints(no, no), Allowed(AllowedBy::Switches));

    let with_app = |app| AppPolicy { apps: policy_of(app).apps, ..both_off.clone() };
    let app = AppSettings { destructive_enabled: yes, ..AppSettings::default() };
    check("own switch on", &with_app(app), hints(yes, no), Allowed(AllowedBy::Switches));
    let app = AppSettings { open_world_enabled: yes, ..AppSettings::default() };
    check(
        "other still off",
        &with_app(app),
        hints(yes, yes),
        Refused(RefusedBy::DestructiveSwitch),
    );
    let app = AppSettings { open_world_enabled: no, ..AppSettings::default() };
    check("own switch off", &policy_of(app), hints(no, None), Refused(RefusedBy::OpenWorldSwitch));
    let app = AppSettings { default_tools_enabled: yes, ..AppSettings::default() };
    check(
        "default beats switches",
        &with_app(app),
        hints(yes, yes),
        Allowed(AllowedBy::AppToolsDefault),
    );
}
