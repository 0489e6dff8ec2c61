//! Laws of the tables: commands, words, colours, settings.

use std::collections::BTreeMap;

use eframe::egui::Color32;
use freezeframe::app::command::{DIGITS, Keys, TABLE};
use freezeframe::app::settings::Settings;
use freezeframe::app::text::{Texts, keys};
use freezeframe::app::theme::{Theme, Themes};
use freezeframe::lang::Lang;

#[test]
fn no_two_commands_share_a_shortcut() {
    let mut owners: BTreeMap<Keys, &str> = BTreeMap::new();
    for entry in TABLE {
        for keys in entry.keys {
            if let Some(other) = owners.insert(*keys, entry.id) {
                panic!("{} and {} share {keys:?}", other, entry.id);
            }
            let digit = !keys.command && !keys.shift && DIGITS.contains(&keys.key);
            assert!(!digit, "{} takes a digit", entry.id);
        }
    }
}

#[test]
fn every_command_has_its_words_in_both_languages() {
    let texts = Texts::default();
    for lang in [Lang::En, Lang::Ko] {
        let words = texts.of(lang);
        for entry in TABLE {
            for key in [entry.text_key(), entry.tip_key()] {
                assert!(words.has(&key), "{lang:?} lacks {key}");
            }
        }
    }
}

#[test]
fn both_languages_have_the_same_keys_once() {
    let (en, ko) = (keys(Lang::En), keys(Lang::Ko));
    assert_eq!(en, ko);
    let mut sorted = en.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), en.len(), "a key stands twice");
}

#[test]
fn every_message_can_be_read() {
    let texts = Texts::default();
    for lang in [Lang::En, Lang::Ko] {
        for key in keys(lang) {
            assert!(texts.of(lang).has(key), "{lang:?}: {key} is not a message");
        }
    }
}

/// Keys written in the source are messages: a typo would show on the screen.
#[test]
fn every_key_in_the_source_is_a_message() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/app");
    let known = keys(Lang::En);
    for file in std::fs::read_dir(folder).expect("src/app") {
        let path = file.expect("entry").path();
        if path.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        for call in ["words.get(\"", "words.with(\""] {
            for piece in text.split(call).skip(1) {
                let key = piece.split('"').next().unwrap_or_default();
                assert!(known.contains(&key), "{}: {key}", path.display());
            }
        }
    }
}

#[test]
fn holes_are_filled() {
    let texts = Texts::default();
    let banner = |lang| texts.of(lang).with("banner", &[("step", &2), ("steps", &4)]);
    assert_eq!(banner(Lang::En), "Sample 2 of 4");
    assert_eq!(banner(Lang::Ko), "샘플 2 / 4");
    let core = |count: u32| texts.of(Lang::En).with("live-core", &[("count", &count)]);
    assert_eq!((core(1).as_str(), core(2).as_str()), ("1 environment", "2 environments"));
}

/// Contrast by WCAG 2.2.
fn contrast(a: Color32, b: Color32) -> f32 {
    let light = |color: Color32| {
        let part = |value: u8| {
            let value = f32::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(color.r()) + 0.7152 * part(color.g()) + 0.0722 * part(color.b())
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn themes() -> [(&'static str, Theme); 2] {
    let Themes { light, dark } = Themes::embedded().expect("the embedded themes can be read");
    [("light", light), ("dark", dark)]
}

#[test]
fn every_text_can_be_read_on_its_ground() {
    for (name, theme) in themes() {
        for (what, ink, ground) in theme.reading_pairs() {
            let contrast = contrast(ink, ground);
            assert!(4.5 <= contrast, "{name}: {what} has {contrast:.2}");
        }
    }
}

#[test]
fn the_states_keep_their_okabe_ito_colours() {
    let hex = |text: &str| Color32::from_hex(text).expect("a colour");
    for (name, theme) in themes() {
        let states = [
            (theme.visible.0, "#0072B2"),
            (theme.deferred.0, "#E69F00"),
            (theme.hidden.0, "#6C757D"),
            (theme.live.0, "#009E73"),
            (theme.frozen.0, "#56B4E9"),
            (theme.orphan.0, "#D55E00"),
        ];
        for (color, wanted) in states {
            assert_eq!(color, hex(wanted), "{name}");
        }
    }
}

#[test]
fn settings_come_back_and_bad_ones_do_no_harm() {
    let mut view =
        freezeframe::app::model::View { lang: Lang::Ko, speed: 4.0, ..Default::default() };
    let text = ron::to_string(&Settings::of(&view)).expect("settings are plain");
    let read: Settings = ron::from_str(&text).expect("what was written can be read");
    view.lang = Lang::En;
    read.restore(&mut view);
    assert_eq!((view.lang, view.speed), (Lang::Ko, 4.0));
    let odd: Settings = ron::from_str("(speed: -3.0)").expect("missing fields have defaults");
    odd.restore(&mut view);
    assert!(0.0 < view.speed);
}
